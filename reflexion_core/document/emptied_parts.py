"""Which titles and table heads go with the lines that are taken out: those that would have nothing left under them."""

from __future__ import annotations

import re

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.claim_roles import read_label, role_of_title
from reflexion_core.document.passages import Line, make_passage

_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})\s+(?P<title>.*?)[\s#]*")
_ENTRY = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*")


def widen(document: str, first: int, last: int) -> tuple[int, int]:
    """Return the lines to take out, from those meant, with the titles above that would stand for nothing.

    Args:
        document: The text.
        first: The first line meant, counted from 1.
        last: The last line meant.
    """
    lines = [line.rstrip("\r\n") for line in split_lines(document)]
    following = next((line for line in lines[last:] if line.strip()), "")
    above = _written_above(lines, first)
    if _is_table_head(lines, above) and not following.lstrip().startswith("|"):
        first = above - 1
        above = _written_above(lines, first)
    while above and _stands_for_nothing(lines[above - 1], following):
        first, above = above, _written_above(lines, above)
    while last < len(lines) and not lines[last].strip() and first > 1 and not lines[first - 2].strip():
        last += 1  # one blank line stays
    return first, last


def _written_above(lines: list[str], line: int) -> int:
    """Return the number of the next line above that is not blank, 0 where there is none."""
    return next((number for number in range(line - 1, 0, -1) if lines[number - 1].strip()), 0)


def _is_table_head(lines: list[str], line: int) -> bool:
    return line > 1 and "|" in lines[line - 2] and "|" in lines[line - 1] and bool(_RULE.fullmatch(lines[line - 1]))


def _stands_for_nothing(title: str, following: str) -> bool:
    """Say whether a line is the title of a part of a symbol, and what comes next does not belong to it."""
    heading = _HEADING.fullmatch(title)
    if heading is not None:
        below = _HEADING.fullmatch(following)
        is_over = not following or (below is not None and len(below["marks"]) <= len(heading["marks"]))
        return is_over and role_of_title(heading["title"]) != ""
    entry = _ENTRY.match(title)
    words = title[entry.end() :] if entry else title
    label = read_label(make_passage(words, [Line(1, 0, words.strip())]))
    if label is None or label.end < len(words.strip()):
        return False
    if _indent(following) > _indent(title):
        return not following
    return bool(entry) or not (_ENTRY.match(following) or following.lstrip().startswith("|"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
