"""What a source says of what functions give back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reflexion_core.source.fact import Fact
from reflexion_core.source.literals import Value

ShapeKind = Literal["constant", "dict", "tuple", "list", "set", "instance", "call", "name", "expression"]


@dataclass(frozen=True, kw_only=True)
class ShapeFact(Fact):
    """What one `return` or `yield` gives."""

    text: str
    """The expression in source text, `None` for a bare `return`."""
    kind: ShapeKind
    type: str | None = None
    """The type's name: a built-in one or a class of the same file; None where it cannot be told."""
    value: Value | None = None
    """The value of a constant; None where it cannot be told."""
    keys: tuple[str, ...] | None = None
    """The string keys of a dict that are always there; None where it is no dict whose keys can be told."""
    optional_keys: tuple[str, ...] = ()
    """Keys that are there on some paths."""
    is_open: bool = False
    """Whether there may be more keys or elements than those named."""
    elements: tuple[ShapeFact, ...] | None = None
    """The elements of a tuple or list display; None where there is none."""

    @property
    def length(self) -> int | None:
        """The length of a tuple or list; None where it cannot be told."""
        return None if self.elements is None or self.is_open else len(self.elements)


@dataclass(frozen=True, kw_only=True)
class ReturnsFact(Fact):
    """All that a function gives back."""

    annotation: str | None
    """In source text; None where there is none."""
    returns: tuple[ShapeFact, ...]
    """One for each `return` that can be reached, in source order."""
    yields: tuple[ShapeFact, ...]
    """One for each `yield`; `yield from` gives a shape of kind `expression`."""
    every_path_returns: bool
    """Whether the end of the body is never reached, so that no None comes back unsaid."""

    @property
    def is_nothing(self) -> bool:
        """Whether None is all that ever comes back."""
        values = [shape.value for shape in self.returns]
        return all(value is not None and value.value is None for value in values) and (
            bool(values) or not self.every_path_returns
        )

    @property
    def shapes(self) -> tuple[ShapeFact, ...]:
        """The shapes of the returns that are not None."""
        return tuple(shape for shape in self.returns if shape.value is None or shape.value.value is not None)

    @property
    def keys(self) -> tuple[str, ...] | None:
        """The keys that every returned dict has; None where a return is no dict whose keys can be told."""
        if not self.shapes or any(shape.keys is None for shape in self.shapes):
            return None
        first, *others = (shape.keys or () for shape in self.shapes)
        return tuple(key for key in first if all(key in keys for keys in others))

    @property
    def all_keys(self) -> tuple[str, ...]:
        """Every key that a returned dict can have, as far as it can be told."""
        keys = [key for shape in self.shapes for key in (*(shape.keys or ()), *shape.optional_keys)]
        return tuple(dict.fromkeys(keys))

    @property
    def has_all_keys(self) -> bool:
        """Whether `all_keys` is the whole list."""
        return self.keys is not None and not any(shape.is_open for shape in self.shapes)

    @property
    def types(self) -> tuple[str, ...] | None:
        """The names of all types that can come back; None where one of them cannot be told."""
        names: list[str] = []
        for shape in self.returns:
            if shape.type is None:
                return None
            names.append(shape.type)
        if not self.every_path_returns:
            names.append("NoneType")
        return tuple(dict.fromkeys(names))
