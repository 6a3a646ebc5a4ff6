"""What is known at one point of a walk through a function."""

from __future__ import annotations

from dataclasses import dataclass, field

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.exceptions.bindings import Bindings
from reflexion_core.source.exceptions.outcomes import Bucket, Outcome


@dataclass
class Frame:
    """One function while it is walked through."""

    function: FunctionNode
    bindings: Bindings = field(default_factory=Bindings)
    handlers: list[Bucket] = field(default_factory=list)
    """The handlers around, the innermost last."""
    callables: dict[str, Outcome] = field(default_factory=dict)
    """What calling a parameter does: the function that a decorator is given."""
    thrown_in: Outcome | None = None
    """What a `yield` raises: the exceptions of the `with` block of a context manager."""
