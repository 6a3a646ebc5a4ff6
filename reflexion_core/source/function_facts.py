"""What a source says of functions, methods and properties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.exception_facts import ExceptionFact, LanguageFault, UnknownCall
from reflexion_core.source.fact import Fact
from reflexion_core.source.return_facts import ReturnsFact
from reflexion_core.source.signature_facts import KeywordOptions, ParameterFact, SignatureFact, show_parameters

FunctionKind = Literal["function", "method", "classmethod", "staticmethod", "property"]
Flavour = Literal[
    "plain", "generator", "coroutine", "async_generator", "context_manager", "async_context_manager", "unknown"
]
"""What a call gives: `plain` is what is returned; `unknown` is hidden by a decorator that is not in the file."""


@dataclass(frozen=True, kw_only=True)
class FunctionFact(Fact):
    """A function, method or property."""

    name: str
    qualname: str
    """`function` or `Class.method`."""
    kind: FunctionKind
    flavour: Flavour
    is_async: bool
    """Whether it is written `async def`, or a decorator of the same file makes it so."""
    parameters: tuple[ParameterFact, ...]
    """With `self` or `cls`, in the order of the source."""
    returns: ReturnsFact
    decorators: tuple[str, ...]
    """In source text, without the `@`."""
    docstring: DocstringFact | None
    """None where there is none."""
    is_public: bool
    is_abstract: bool
    is_wrapped: bool
    """Whether a decorator that is not in the file may change what a call does."""
    overloads: tuple[SignatureFact, ...] = ()
    """What `@overload` declares."""
    setter: SignatureFact | None = None
    """The setter of a property."""
    deleter: SignatureFact | None = None
    """The deleter of a property."""
    raises: tuple[ExceptionFact, ...] = ()
    """What escapes from it: raised in its body or in what it calls in the same file, and not caught on the way."""
    language_faults: tuple[LanguageFault, ...] = ()
    """What Python itself could raise in it, such as KeyError for `d[key]`."""
    unknown_calls: tuple[UnknownCall, ...] = ()
    """Calls of what is not in the file and not well known: they may raise anything that is not caught."""
    alternatives: tuple[FunctionFact, ...] = ()
    """Other definitions of the same name under `if` and `try`, of which one is taken when it is imported."""
    body_line: int = 0
    """The first line of the body."""
    keyword_options: KeywordOptions | None = None
    """What it reads of the keywords that it does not name; None where it takes no such keywords."""

    @property
    def signature_parameters(self) -> tuple[ParameterFact, ...]:
        """The parameters that a caller gives."""
        return tuple(parameter for parameter in self.parameters if not parameter.is_self)

    @property
    def signature(self) -> str:
        """`name(a, b=1, *, c) -> int`, as a caller sees it."""
        returns = f" -> {self.returns.annotation}" if self.returns.annotation else ""
        return f"{self.name}({show_parameters(self.signature_parameters)}){returns}"

    @property
    def is_property(self) -> bool:
        return self.kind == "property"

    @property
    def is_generator(self) -> bool:
        return self.flavour in ("generator", "async_generator")

    @property
    def calls_unknown(self) -> bool:
        """Whether more exceptions than those named could come out of it."""
        return bool(self.unknown_calls)

    def parameter(self, name: str) -> ParameterFact | None:
        """Return the parameter of that name, which may have stars in front."""
        bare = name.lstrip("*")
        return next((parameter for parameter in self.parameters if parameter.name == bare), None)
