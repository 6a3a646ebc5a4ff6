"""Sections of a document that come again, heading and body, word for word.

What stands under "Returns" may well be the same for two functions, so a section comes again only where it is about the
same thing: the symbol that its heading names, or what the sections beside it are about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from reflexion_core.document.claim_roles import role_of_title
from reflexion_core.document.layout import Heading

LIST_MARK = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")


def words_of(lines: Sequence[str]) -> tuple[str, ...]:
    """Return what some lines say, whatever their list marks, their indentation and the blank lines between them."""
    return tuple(" ".join(LIST_MARK.sub("", line, count=1).split()) for line in lines if line)


def find_same_sections(
    headings: Sequence[Heading], titled: Mapping[int, str], lines: Sequence[str]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the first and the last line of a section and of its repetition.

    Args:
        headings: The document's, in order.
        titled: The symbols that headings name, by line.
        lines: The document's, without blanks around.
    """
    ends = _ends(headings, lines)
    seen: dict[tuple[object, ...], Heading] = {}
    above: list[Heading] = []
    taken = 0
    for heading in headings:
        end = ends[heading.line]
        if heading.line > taken and end > heading.end_line:
            words = words_of(lines[heading.line - 1 : end])
            subjects = _subjects(heading, above, titled)
            first = next((seen[words, one] for one in subjects if (words, one) in seen), None)
            if first is None:
                seen[words, subjects[0]] = heading
            else:
                taken = end
                yield (first.line, ends[first.line]), (heading.line, end)
        # Of each kind the last heading of a level is enough to know what stands between two sections.
        kind = _kind(heading, titled)
        above = [one for one in above if one.level < heading.level or _kind(one, titled) != kind]
        above.append(heading)


def _ends(headings: Sequence[Heading], lines: Sequence[str]) -> dict[int, int]:
    """Return for each heading's line the last line of its section that is not blank, deeper sections included."""
    ends: dict[int, int] = {}
    open_ones: list[Heading] = []
    for heading in headings:
        while open_ones and open_ones[-1].level >= heading.level:
            ends[open_ones.pop().line] = _last_written(lines, heading.line - 1)
        open_ones.append(heading)
    return ends | {heading.line: _last_written(lines, len(lines)) for heading in open_ones}


def _last_written(lines: Sequence[str], line: int) -> int:
    while line > 1 and not lines[line - 1]:
        line -= 1
    return line


def _subjects(heading: Heading, above: Sequence[Heading], titled: Mapping[int, str]) -> list[tuple[object, ...]]:
    """Return what a section is about; the first is its own, the others it may be about too."""
    if heading.line in titled:
        return [(titled[heading.line],)]
    around = max((one.line for one in above if one.level < heading.level), default=0)
    openers = {"symbol", ""} if _kind(heading, titled) == "role" else {"symbol"}
    beside = (one for one in above if one.level <= heading.level and _kind(one, titled) in openers)
    opener = max((one.line for one in beside), default=0)
    # What is said of the document before any symbol is about the document behind them too.
    return [(around, opener)] if "" in openers else [(around, opener), (around, 0)]


def _kind(heading: Heading, titled: Mapping[int, str]) -> str:
    if heading.line in titled:
        return "symbol"
    return "role" if role_of_title(heading.words.text) else ""
