"""What local names stand for at one point of a function."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from reflexion_core.source.exceptions.outcomes import Bucket

_MAX_MEANINGS = 6


@dataclass(frozen=True, eq=False)
class Caught:
    """The exception that a handler has given a name."""

    bucket: Bucket


Meaning = ast.expr | Caught | None
"""An expression, a caught exception, or None for what cannot be told."""
Meanings = tuple[Meaning, ...]
"""All that a name may stand for, depending on the path taken."""


class Bindings:
    """Names and their meanings, in layers: a branch only writes down what it changes."""

    def __init__(self) -> None:
        self._layers: list[dict[str, Meanings]] = [{}]

    def get(self, name: str) -> Meanings | None:
        """Return the meanings of a name; None for a name that nothing has been assigned to."""
        for layer in reversed(self._layers):
            if name in layer:
                return layer[name]
        return None

    def set(self, name: str, *meanings: Meaning) -> None:
        self._layers[-1][name] = meanings

    def open_branch(self) -> None:
        """Start a layer for a branch that may be taken."""
        self._layers.append({})

    def close_branch(self) -> dict[str, Meanings]:
        """End the branch and return what it changed."""
        return self._layers.pop()

    def join(self, branches: list[dict[str, Meanings]], *, may_skip: bool) -> None:
        """Take over what several branches changed, any of which may have been taken.

        Args:
            branches: The changes of those branches that go on to here.
            may_skip: Whether none of them may have been taken.
        """
        changed = dict.fromkeys(name for branch in branches for name in branch)
        for name in changed:
            before = self.get(name)
            found: list[Meaning] = []
            for branch in branches:
                found += branch.get(name, before or ())
            if may_skip:
                found += before or ()
            kept = list({id(meaning): meaning for meaning in found}.values())
            self._layers[-1][name] = tuple(kept) if len(kept) <= _MAX_MEANINGS else (None,)
