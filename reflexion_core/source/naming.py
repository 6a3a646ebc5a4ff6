"""What an uploaded file may be called."""

from __future__ import annotations

import unicodedata

from reflexion_core.errors import SourceError

MAX_NAME_BYTES = 255
"""What common file systems can hold."""

_BIDIRECTIONAL = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_REFUSED_CATEGORIES = {"Cc", "Cs", "Zl", "Zp"}

_OTHER_KINDS = {
    ".pyi": "is a stub file; upload the .py module that it describes",
    ".ipynb": "is a notebook; export it as a Python script first",
    ".pyc": "is compiled Python; upload the .py file that it was made from",
}


def check_name(given: str) -> str:
    """Return the file's own name, without the folders in front of it.

    Raises:
        SourceError: it is no name for a Python file.
    """
    name = given.replace("\\", "/").rsplit("/", 1)[-1]
    shown = show_name(name)
    if not name.strip():
        raise SourceError(show_name(given) or "a file", "has no file name", hint="name it something.py")
    if shown != name:
        raise SourceError(shown, "has control characters in its name", hint="rename the file")
    if len(name.encode()) > MAX_NAME_BYTES:
        raise SourceError(f"{name[:40]}…", f"has a name of more than {MAX_NAME_BYTES} bytes", hint="rename the file")
    _check_suffix(name)
    return name


def show_name(name: str) -> str:
    """Return a name with every character that could disturb a screen written as an escape."""
    return "".join(_escape(character) if _is_refused(character) else character for character in name)


def _check_suffix(name: str) -> None:
    stem, dot, suffix = name.rpartition(".")
    if dot + suffix == ".py" and stem.strip(". "):
        return
    hint = _OTHER_KINDS.get((dot + suffix).lower(), "")
    if hint:
        raise SourceError(name, hint)
    if (dot + suffix).lower() == ".py":
        wanted = f"{stem.strip('. ') or 'module'}.py"
        raise SourceError(name, "is not named like a Python module", hint=f"rename it to {wanted}")
    raise SourceError(name, "is not a .py file", hint="upload Python files, whose names end in .py")


def _is_refused(character: str) -> bool:
    return (
        unicodedata.category(character) in _REFUSED_CATEGORIES or unicodedata.bidirectional(character) in _BIDIRECTIONAL
    )


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
