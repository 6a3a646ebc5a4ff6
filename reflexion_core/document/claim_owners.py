"""Which function or class a place in a document is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from reflexion_core.document.claims import Role, SymbolKind


class Names:
    """The names that the source is known to have; there may be none."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(names)
        self._by_tail: dict[str, list[str]] = defaultdict(list)
        self._classes: set[str] = set()
        for name in sorted(self._names):
            parent, _, tail = name.rpartition(".")
            self._by_tail[tail].append(name)
            if parent:
                self._classes.add(parent)

    def __bool__(self) -> bool:
        return bool(self._names)

    def knows(self, name: str, scope: str = "") -> bool:
        """Say whether a name as written is one of the source's, seen from a class."""
        return self.resolve(name, scope) in self._names

    def is_class(self, qualname: str) -> bool:
        return qualname in self._classes or (qualname.rpartition(".")[2][:1].isupper() and not qualname.isupper())

    def resolve(self, name: str, scope: str = "") -> str:
        """Return the qualified name that a written name most likely means.

        Args:
            name: As written: `grow`, `Sheet.arc`, `interest.grow`, `sheet.arc`.
            scope: The class that the place is about, if any.
        """
        if scope and f"{scope}.{name}" in self._names:
            return f"{scope}.{name}"
        if scope and name == scope.rpartition(".")[2] and scope in self._names:
            return scope  # its constructor
        if name in self._names:
            return name
        parent, _, tail = name.rpartition(".")
        nearer = f"{parent.rpartition('.')[2]}.{tail}"
        candidates = [nearer] if parent and nearer in self._names else self._by_tail.get(tail, [])
        if len(candidates) == 1 and (parent or not scope):
            return candidates[0]
        return f"{scope}.{name}" if scope and not parent else name


@dataclass(frozen=True)
class Frame:
    """A heading that what is below it belongs to."""

    level: int
    qualname: str
    """Empty for a heading that names no symbol, and whose part is about none that is known."""
    kind: SymbolKind | None = None
    is_class: bool = False


@dataclass
class Context:
    """Where the reader of a document is."""

    names: Names
    frames: list[Frame] = field(default_factory=list)
    title_role: Role = ""
    """What the nearest heading says that its part is for."""
    label_role: Role = ""
    """What the nearest label says, until the next one or the next heading."""
    nearby: str = ""
    """The symbol of a signature that a paragraph or fence gave, until the next heading."""
    stated: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The parameters that the document's signatures have given so far, by symbol."""

    @property
    def owner(self) -> str:
        return self.nearby or (self.frames[-1].qualname if self.frames else "")

    @property
    def role(self) -> Role:
        return self.label_role or self.title_role

    @property
    def scope(self) -> str:
        """The nearest class, in which a bare name is looked up first."""
        return next((frame.qualname for frame in reversed(self.frames) if frame.is_class), "")

    def resolve(self, name: str) -> str:
        return self.names.resolve(name, self.scope)

    def enter_symbol(self, level: int, qualname: str, kind: SymbolKind | None, *, is_class: bool) -> None:
        """Go on under a heading that names a symbol, or (with an empty name) one that hides who is meant."""
        self.leave_to(level)
        self.frames.append(Frame(level, qualname, kind, is_class))
        self.title_role = self.label_role = ""
        self.nearby = ""

    def leave_to(self, level: int) -> None:
        """Leave all headings that are not above a level."""
        while self.frames and self.frames[-1].level >= level:
            self.frames.pop()
