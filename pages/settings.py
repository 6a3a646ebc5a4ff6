"""Settings: where each setting comes from, the prompts in use with what has changed in them, the lessons of runs."""

import streamlit as st

from reflexion_core.dashboard.lessons_view import show_lessons
from reflexion_core.dashboard.people import state_here
from reflexion_core.dashboard.settings_view import show_prompts, show_settings

state = state_here()
st.title("Settings")
st.write(
    "What this server begins with. The settings of one run are chosen on the Review page, where they can be saved as a "
    "preset too."
)
show_prompts(state)
show_lessons(state)
show_settings(state.loaded)
