"""Which project files belong to, where nobody has said it: that of the folder they lie in."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from reflexion_core.lesson_records import DEFAULT_PROJECT

_MOST_CHARACTERS = 80


def common_project(paths: Sequence[Path]) -> str:
    """Return the name of the innermost folder that holds all files; `default` where it has none that can be used."""
    try:
        folder = Path(os.path.commonpath([path.resolve().parent for path in paths]))
    except ValueError:  # none, or on two drives
        return DEFAULT_PROJECT
    name = "".join(letter for letter in folder.name if letter.isprintable()).strip()
    return name[:_MOST_CHARACTERS].strip() or DEFAULT_PROJECT
