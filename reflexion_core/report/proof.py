"""The lines of a source that prove a finding."""

from __future__ import annotations

from dataclasses import dataclass

from reflexion_core.records import Finding, Source

_MAX_LINES = 12
"""More are cut: a finding about a whole class would quote the class."""


@dataclass(frozen=True)
class Quote:
    """Lines of a source."""

    first: int
    """Number of the first line, from 1."""
    lines: tuple[str, ...]
    """The lines without what all of them are indented by."""
    left_out: int = 0
    """How many lines were cut at the end."""

    @property
    def place(self) -> str:
        """Where they stand, in words."""
        last = self.first + len(self.lines) + self.left_out - 1
        return f"line {self.first}" if last == self.first else f"lines {self.first} to {last}"

    @property
    def text(self) -> str:
        """The lines with their numbers."""
        width = len(str(self.first + len(self.lines) - 1))
        numbered = [f"{self.first + index:>{width}}  {line}".rstrip() for index, line in enumerate(self.lines)]
        more = [f"… {self.left_out} more"] * bool(self.left_out)
        return "\n".join(numbered + more)


def quote_proof(finding: Finding, source: Source | None) -> Quote | None:
    """Return the lines that prove a finding; None where the source as a whole does, or is not known."""
    if finding.source_line is None or source is None:
        return None
    first, last = finding.source_line, max(finding.source_line, finding.source_end_line or 0)
    found = source.text.split("\n")[first - 1 : last]
    if not found:
        return None
    margin = min((len(line) - len(line.lstrip()) for line in found if line.strip()), default=0)
    shown = tuple(line[margin:] for line in found[:_MAX_LINES])
    return Quote(first, shown, len(found) - len(shown))
