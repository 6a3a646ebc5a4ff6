"""Exam: how many planted faults the checks, or a model in the critic's role, find."""

import streamlit as st

from reflexion_core.dashboard.exam_view import show_exam, show_exam_form
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.people import state_here
from reflexion_core.errors import ReflexionError

state = state_here()
st.title("Exam")
st.write(
    "Is the referee any good? True documents are written from the facts of each source, one known fault is planted "
    "in each, and this page counts how many are found, and what is called wrong in documents that are true."
)
try:
    show_exam_form(state)
except ReflexionError as exc:
    show_error(exc)
if state.exam_desk.exam is not None:
    show_exam(state.exam_desk.exam)
