"""The message of an exception as a template: fixed words, and holes for what is known only when it is raised."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Hole:
    """A part of a message that an expression fills in."""

    expression: str
    """The expression in source text."""
    conversion: str = ""
    """`r`, `s` or `a` as in an f-string, else empty."""
    format_spec: str = ""
    """What stands after the colon, such as `.1f`."""

    def __str__(self) -> str:
        conversion = f"!{self.conversion}" if self.conversion else ""
        spec = f":{self.format_spec}" if self.format_spec else ""
        return f"{{{self.expression}{conversion}{spec}}}"


Part = str | Hole


@dataclass(frozen=True)
class Message:
    """What `str()` of an exception gives."""

    parts: tuple[Part, ...]
    """Fixed words and holes in turn; two fixed parts never stand side by side."""

    @property
    def is_literal(self) -> bool:
        """Whether the message is always the same."""
        return not self.holes

    @property
    def is_open(self) -> bool:
        """Whether there is no fixed word in it, so that it could be any text."""
        return not any(isinstance(part, str) and part.strip() for part in self.parts) and bool(self.holes)

    @property
    def holes(self) -> tuple[Hole, ...]:
        return tuple(part for part in self.parts if isinstance(part, Hole))

    @property
    def words(self) -> tuple[str, ...]:
        """The fixed parts."""
        return tuple(part for part in self.parts if isinstance(part, str))

    def __str__(self) -> str:
        return "".join(str(part) for part in self.parts)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """An expression that matches each text that the message can be, and nothing that it cannot be for sure."""
        return re.compile("".join(re.escape(p) if isinstance(p, str) else ".*" for p in self.parts), re.DOTALL)

    def matches(self, text: str) -> bool:
        """Say whether a text can be this message; white space around it does not count."""
        bare = Message(_strip(self.parts))
        return bare.pattern.fullmatch(text.strip()) is not None


def make_message(parts: list[Part] | tuple[Part, ...]) -> Message:
    """Join neighbouring fixed parts and drop empty ones."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return Message(tuple(joined))


def _strip(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Take white space off both ends, where those are fixed words."""
    stripped = list(parts)
    if stripped and isinstance(stripped[0], str):
        stripped[0] = stripped[0].lstrip()
    if stripped and isinstance(stripped[-1], str):
        stripped[-1] = stripped[-1].rstrip()
    return tuple(stripped)
