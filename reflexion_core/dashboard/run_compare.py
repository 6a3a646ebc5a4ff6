"""Two texts of a run side by side."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.diff import compare_texts
from reflexion_core.dashboard.diff_view import show_diff


def show_compare(view: RunView, texts: Mapping[str, str]) -> None:
    """Show two of a run's texts side by side, to be chosen by name."""
    names = list(texts)
    left, right = st.columns(2)
    first = left.selectbox("Left", names, index=0, key=f"left_{view.id}")
    second = right.selectbox("Right", names, index=len(names) - 1, key=f"right_{view.id}")
    show_diff(
        compare_texts(texts[first], texts[second]),
        left_title=first,
        right_title=second,
        key=f"diff_{view.id}",
    )
