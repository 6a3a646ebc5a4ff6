"""The lines of equal signs that frame a draft in a prompt, which small models copy around their answer."""

from __future__ import annotations

import re

_OPENING = re.compile(r"\s*={8,}[ \t]*(?:\r\n|\r|\n)")
_CLOSING = re.compile(r"(?:\r\n|\r|\n)[ \t]*={8,}\s*\Z")


def drop_frame(text: str) -> str:
    """Return a document without a first and a last line of equal signs.

    Neither can mean anything: nothing stands above the first to be underlined as a title, and a title at the very end
    would have nothing below it.
    """
    text = _OPENING.sub("", text, count=1) if _OPENING.match(text) else text
    return _CLOSING.sub("\n", text)
