"""What every fact has: its place in the source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something that the source says, and where."""

    line: int
    """The first line."""
    end_line: int
    """The last line."""
