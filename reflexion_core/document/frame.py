"""The lines of equal signs that frame a draft in a prompt, which small models copy around their answer."""

from __future__ import annotations

import re

_OPENING = re.compile(r"\s*={8,}[ \t]*(?:\r\n|\r|\n)")
_FRAME = re.compile(r"[ \t]*={8,}[ \t]*")
_BLOCK = re.compile(r"\s*(?:[-*+>|#]|\d+[.)]|`{3,}|~{3,}|$)")
"""Lines that cannot be the words of a title that equal signs underline."""


def drop_frame(text: str) -> str:
    """Return a document without a first line of equal signs, and without the line that ends it and all behind that.

    Such a line cannot mean anything where nothing stands above it that it could underline as a title: it is the end of
    the frame, and what follows is what the model says of its answer.
    """
    text = _OPENING.sub("", text, count=1) if _OPENING.match(text) else text
    lines = text.splitlines(keepends=True)
    fence = ""
    for number, line in enumerate(lines):
        mark = line.strip()[:3]
        if mark in {"```", "~~~"}:
            fence = "" if fence == mark else fence or mark
        elif not fence and _FRAME.fullmatch(line.rstrip("\r\n")) and _ends_frame(lines, number):
            return "".join(lines[:number]).rstrip() + "\n" if number else text
    return text


def _ends_frame(lines: list[str], number: int) -> bool:
    is_last = not "".join(lines[number + 1 :]).strip()
    return is_last or number == 0 or bool(_BLOCK.match(lines[number - 1].rstrip("\r\n")))
