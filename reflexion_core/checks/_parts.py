"""Which lines of a document are about which symbol."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reflexion_core.document.claims import Place, Role, SymbolClaim

if TYPE_CHECKING:
    from reflexion_core.checks.base import Paper

_TITLE = re.compile(r" {0,3}#{1,6}\s")
_FORMS = ("heading", "fence", "inline")
_ALONE = re.compile(r"\W*`[^`]+`[\W]*")
_FENCE = re.compile(r"[\s>]*(?:[-*+]\s+)?(?P<marks>`{3,}|~{3,})")


@dataclass(frozen=True)
class Part:
    """What a document says about one symbol: its own words, without those about its members."""

    owner: str
    symbol: SymbolClaim
    """Where the part starts."""
    is_full: bool
    """Whether it stands below a heading or a signature of its own, and is no sentence about the symbol."""
    last_line: int
    """The last line of the first piece, its members' parts included."""
    own_last_line: int
    """The last line before something else begins."""
    prose: str
    """The part's lines without fenced code."""
    code: str
    """The part's fenced code."""

    def names(self, name: str) -> bool:
        """Say whether a name stands in the part as a word, outside of fenced code."""
        return has_word(self.prose, name)


@dataclass(frozen=True)
class Parts:
    """A document by symbols."""

    by_owner: Mapping[str, Part]
    labels: Mapping[tuple[str, Role], Place]
    """Where the title of a symbol's part of some role stands, such as its "Raises"."""
    rest: str
    """What is about no symbol in particular, without fenced code."""
    prose: str
    """The whole document without fenced code."""
    owners: tuple[str, ...] = ()
    """The symbol that each line is about; empty where it is about none."""

    def get(self, owner: str) -> Part | None:
        return self.by_owner.get(owner)


def has_word(text: str, name: str) -> bool:
    """Say whether a name stands in a text as a word of its own."""
    start = text.find(name) if name else -1
    while start >= 0:
        end = start + len(name)
        if not (_is_letter(text[start - 1 : start]) or _is_letter(text[end : end + 1])):
            return True
        start = text.find(name, start + 1)
    return False


def _is_letter(character: str) -> bool:
    """Say whether a character may be part of a name; at the ends of a text there is none."""
    return character.isalnum() or character == "_"


def find_parts(paper: Paper) -> Parts:
    """Return each symbol's part: below its heading or its signature block, up to the next symbol's."""
    lines = paper.lines
    fenced = _fenced(lines)
    starts = [claim for claim in paper.claims.symbols if claim.owner and claim.form in _FORMS]
    owners = _owners(lines, fenced, starts)
    own_lines: defaultdict[str, list[int]] = defaultdict(list)
    for number, owner in enumerate(owners):
        own_lines[owner].append(number)
    by_owner: dict[str, Part] = {}
    for claim in sorted(starts, key=lambda claim: (_FORMS.index(claim.form), claim.line)):
        if claim.owner not in by_owner:
            own = own_lines[claim.owner]
            last = max(claim.part_end_line, (own or [claim.line - 1])[-1] + 1)
            by_owner[claim.owner] = Part(
                claim.owner,
                claim,
                claim.form != "inline" or _ALONE.fullmatch(lines[claim.line - 1]) is not None,
                min(last, len(lines)),
                _last_in_row(lines, own, claim.line),
                "\n".join(lines[number] for number in own if not fenced[number]),
                "\n".join(lines[number] for number in own if fenced[number]),
            )
    rest = "\n".join(line for line, owner, code in zip(lines, owners, fenced, strict=True) if not owner and not code)
    labels = {(part.owner, part.role): part.place for part in reversed(paper.claims.parts)}
    prose = "\n".join(line for line, code in zip(lines, fenced, strict=True) if not code)
    return Parts(by_owner, labels, rest, prose, tuple(owners))


def _last_in_row(lines: list[str], own: list[int], first: int) -> int:
    """Return the last line that is not empty of those that follow each other from a first one on."""
    last, row = first, first
    held = set(own)
    while row in held:
        row += 1
        last = row if lines[row - 1].strip() else last
    return last


def _owners(lines: list[str], fenced: list[bool], starts: list[SymbolClaim]) -> list[str]:
    """Return the symbol that each line is about; the innermost heading wins, then the last signature block."""
    owners = [""] * len(lines)
    for claim in starts:
        if claim.form == "heading":
            end = min(claim.part_end_line or claim.end_line, len(lines))
            owners[claim.line - 1 : end] = [claim.owner] * (end - claim.line + 1)
    headings = {claim.line for claim in starts if claim.form == "heading"}
    fences = {claim.line: claim for claim in starts if claim.form != "heading"}
    current, around = "", ""
    for number, line in enumerate(lines, 1):
        if number in headings or (_TITLE.match(line) and not fenced[number - 1]):
            current = ""
        elif number in fences and fences[number].owner != owners[number - 1]:
            current, around = fences[number].owner, owners[number - 1]
        if current and owners[number - 1] == around:
            owners[number - 1] = current
    return owners


def _fenced(lines: list[str]) -> list[bool]:
    """Return which lines are fenced code, the fences included."""
    found: list[bool] = []
    opener = ""
    for line in lines:
        match = _FENCE.match(line)
        if opener:
            found.append(True)
            closes = match and match["marks"].startswith(opener) and not line[match.end() :].strip("`~ ")
            opener = "" if closes else opener
        else:
            found.append(match is not None)
            opener = match["marks"] if match else ""
    return found


def line_place(paper: Paper, number: int) -> Place:
    """Return the place at the end of a line, for what is missing there."""
    number = max(1, min(number, len(paper.lines)))
    end = paper.line_starts[number] - 1
    return Place(number, number, end, end, "")
