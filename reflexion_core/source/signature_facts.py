"""What a source says of parameters and signatures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reflexion_core.source.fact import Fact
from reflexion_core.source.literals import Value

ParameterKind = Literal["positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"]
_STARS = {"var_positional": "*", "var_keyword": "**"}


@dataclass(frozen=True, kw_only=True)
class ParameterFact(Fact):
    """One parameter."""

    name: str
    """Without stars."""
    kind: ParameterKind
    annotation: str | None = None
    """The annotation in source text; None where there is none."""
    default: str | None = None
    """The default in source text; None where there is none."""
    default_value: Value | None = None
    """The default's value; None where there is no default or its value cannot be told."""
    is_self: bool = False
    """Whether Python itself fills it in: `self`, `cls`."""
    stand_ins: tuple[str, ...] = ()
    """Expressions that the body takes instead when the argument is None or empty: the default in effect."""

    @property
    def has_default(self) -> bool:
        return self.default is not None

    @property
    def is_variadic(self) -> bool:
        return self.kind in _STARS

    @property
    def is_required(self) -> bool:
        """Whether a call must give it."""
        return not self.has_default and not self.is_variadic and not self.is_self

    @property
    def starred_name(self) -> str:
        """The name as a signature shows it: `*args`, `**options`."""
        return _STARS.get(self.kind, "") + self.name

    def __str__(self) -> str:
        annotation = f": {self.annotation}" if self.annotation else ""
        if self.default is None:
            return f"{self.starred_name}{annotation}"
        equals = " = " if self.annotation else "="
        return f"{self.starred_name}{annotation}{equals}{self.default}"


@dataclass(frozen=True)
class KeywordOptions:
    """What a function takes by `**kwargs` and reads by literal names."""

    options: tuple[ParameterFact, ...]
    """Those with one default that can be told."""
    names: frozenset[str]
    """All that are read, with a default or without."""
    is_complete: bool
    """Whether any other keyword is an error."""

    def get(self, name: str) -> ParameterFact | None:
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, kw_only=True)
class SignatureFact(Fact):
    """Parameters and what comes back: of a function, or of one of its overloads."""

    parameters: tuple[ParameterFact, ...]
    """With `self` or `cls`, in the order of the source."""
    returns: str | None = None
    """The annotation of the return in source text; None where there is none."""


def show_parameters(parameters: tuple[ParameterFact, ...]) -> str:
    """Return parameters as a signature shows them, with `/` and `*` where they belong."""
    shown: list[str] = []
    for place, parameter in enumerate(parameters):
        before = parameters[place - 1].kind if place else None
        if before == "positional_only" and parameter.kind != "positional_only":
            shown.append("/")
        if parameter.kind == "keyword_only" and before not in ("keyword_only", "var_positional"):
            shown.append("*")
        shown.append(str(parameter))
    if parameters and parameters[-1].kind == "positional_only":
        shown.append("/")
    return ", ".join(shown)
