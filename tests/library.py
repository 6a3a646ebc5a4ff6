"""The modules of Python's standard library, on which readers are tried that have to take any text."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

IS_FULL = os.environ.get("TEST_ALL_STDLIB") == "1"
"""Whether all modules are read, which takes minutes, or some of them."""
FOLDER = Path(sysconfig.get_path("stdlib"))


def library_modules(*, step: int, step_of_tests: int) -> list[Path]:
    """Return every module, or one of so many, and one of so many of the library's own tests."""
    found = [path for path in sorted(FOLDER.rglob("*.py")) if "site-packages" not in path.parts]
    if IS_FULL:
        return found
    tests = [path for path in found if "test" in path.parts]
    return [path for path in found if "test" not in path.parts][::step] + tests[::step_of_tests]
