"""Source → facts: everything that one file says, without running it."""

from __future__ import annotations

import ast
import builtins
from dataclasses import replace
from functools import lru_cache

from reflexion_core.records import Source
from reflexion_core.source.class_facts import is_library_class
from reflexion_core.source.classes import (
    class_kind,
    has_own_metaclass,
    is_abstract,
    is_abstract_class,
    is_known_class_decorator,
    read_attributes,
    read_constructor,
)
from reflexion_core.source.definition_nodes import OVERLOAD, ClassNode, FunctionNode
from reflexion_core.source.docstrings import read_docstring
from reflexion_core.source.exception_facts import ExceptionFact, LanguageFault, When
from reflexion_core.source.exceptions.analysis import Analysis
from reflexion_core.source.exceptions.calls import is_property
from reflexion_core.source.exceptions.outcomes import Outcome
from reflexion_core.source.facts import (
    AttributeFact,
    ClassFact,
    ClassKind,
    Flavour,
    FunctionFact,
    FunctionKind,
    ModuleFacts,
    SignatureFact,
)
from reflexion_core.source.keyword_options import read_keyword_options
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.parsing import parse_module
from reflexion_core.source.returns import ReturnsReader
from reflexion_core.source.signatures import read_signature
from reflexion_core.source.symbols import is_public_name, listed_names
from reflexion_core.source.top_level import bound_names, may_bind_more, read_constants, read_imports


@lru_cache(maxsize=16)
def read_facts(source: Source) -> ModuleFacts:
    """Read the facts of a source; the last few are kept, since every round of a run asks for the same ones.

    Raises:
        SourceError: the source does not parse.
    """
    tree = parse_module(source.name, source.text, is_checked=True)  # `read_source` has compiled it
    return _FactReader(source, ModuleIndex(tree, source.text)).read()


class _FactReader:
    def __init__(self, source: Source, index: ModuleIndex) -> None:
        self._source = source
        self._index = index
        self._exported = listed_names(index.tree.body)
        self._analysis = Analysis(index)
        self._returns = ReturnsReader(index, self._analysis.reader)
        self._functions: dict[str, FunctionFact] = {}
        self._loose_names = frozenset(index.loose_attributes)
        self._attributes_of: dict[str, list[AttributeFact]] = {}

    def read(self) -> ModuleFacts:
        self._analysis.run()
        index = self._index
        groups = list(index.definitions.values())
        functions = [self._function_of([d for d in group if isinstance(d, FunctionNode)], None) for group in groups]
        classes = [self._class(d) for group in groups for d in group[-1:] if isinstance(d, ClassNode)]
        return ModuleFacts(
            line=1,
            end_line=max(self._source.line_count, 1),
            name=self._source.name.removesuffix(".py"),
            file=self._source.name,
            docstring=read_docstring(index.tree),
            functions=tuple(fact for fact in functions if fact is not None),
            classes=tuple(sorted(classes, key=lambda fact: fact.line)),
            constants=read_constants(index),
            imports=read_imports(index),
            star_imports=tuple(index.star_imports),
            exported=None if self._exported is None else tuple(self._exported),
            names=bound_names(index),
            may_have_more=may_bind_more(index, self._source.text),
            exception_types=self._analysis.types,
        )

    # functions

    def _function_of(self, definitions: list[FunctionNode], owner: ClassNode | None) -> FunctionFact | None:
        """Return the fact of all definitions of one name: overloads, accessors and alternatives."""
        plain = [d for d in definitions if not OVERLOAD & set(d.decorators)]
        name = definitions[0].node.name if definitions else ""
        accessors = {kind: [d for d in plain if f"{name}.{kind}" in d.decorators] for kind in ("setter", "deleter")}
        real = [d for d in plain if not any(d in found for found in accessors.values())] or definitions[-1:]
        if not real:
            return None
        fixed = [d for d in real if not d.is_conditional]
        chosen = fixed[-1] if fixed else real[0]
        others = [d for d in real if d is not chosen and (d.is_conditional or chosen.is_conditional)]
        return self._function(
            chosen,
            owner,
            overloads=tuple(read_signature(self._index, d) for d in definitions if d not in plain),
            setter=self._accessor(accessors["setter"]),
            deleter=self._accessor(accessors["deleter"]),
            alternatives=tuple(self._function(d, owner) for d in others),
        )

    def _outermost(self, function: FunctionNode) -> FunctionNode:
        """Return the function that a call reaches first: the wrapper of the last decorator of the file."""
        wrappers = self._analysis.wrappers(function)
        return wrappers[-1].function if wrappers else function

    def _accessor(self, found: list[FunctionNode]) -> SignatureFact | None:
        return read_signature(self._index, found[-1]) if found else None

    def _function(
        self,
        function: FunctionNode,
        owner: ClassNode | None,
        *,
        overloads: tuple[SignatureFact, ...] = (),
        setter: SignatureFact | None = None,
        deleter: SignatureFact | None = None,
        alternatives: tuple[FunctionFact, ...] = (),
    ) -> FunctionFact:
        node = function.node
        signature = read_signature(self._index, function)
        is_async = isinstance(self._outermost(function).node, ast.AsyncFunctionDef)
        outcome = self._analysis.outcomes[function.key]
        when = self._analysis.when(function)
        return FunctionFact(
            line=node.lineno,
            end_line=node.end_lineno or node.lineno,
            name=node.name,
            qualname=node.name if owner is None else f"{owner.key}.{node.name}",
            kind=_kind(function),
            flavour=self._flavour(function, is_async=is_async),
            is_async=is_async,
            parameters=signature.parameters,
            returns=self._returns.read(function, end_is_reached=self._analysis.ends[function.key]),
            decorators=tuple(self._index.text.segment(decorator) for decorator in node.decorator_list),
            docstring=read_docstring(node),
            is_public=self._is_public(node.name, owner),
            is_abstract=is_abstract(function),
            is_wrapped=self._analysis.is_wrapped(function),
            overloads=overloads,
            setter=setter,
            deleter=deleter,
            raises=_facts(outcome, when),
            language_faults=_faults(outcome),
            unknown_calls=tuple(outcome.unknown.values()),
            alternatives=alternatives,
            body_line=node.body[0].lineno,
            keyword_options=read_keyword_options(self._index, function),
        )

    def _is_public(self, name: str, owner: ClassNode | None) -> bool:
        if owner is not None:
            return is_public_name(name) and self._is_public_class(owner)
        return name in self._exported if self._exported is not None else is_public_name(name)

    def _is_public_class(self, kind: ClassNode) -> bool:
        head, *rest = kind.key.split(".")
        is_listed = head in self._exported if self._exported is not None else is_public_name(head)
        return is_listed and all(is_public_name(part) for part in rest)

    def _flavour(self, function: FunctionNode, *, is_async: bool) -> Flavour:
        decorators = set(function.decorators)
        if decorators & {"contextlib.contextmanager", "contextmanager"}:
            return "context_manager"
        if decorators & {"contextlib.asynccontextmanager", "asynccontextmanager"}:
            return "async_context_manager"
        if self._analysis.is_wrapped(function):
            return "unknown"
        if self._outermost(function).is_generator:
            return "async_generator" if is_async else "generator"
        return "coroutine" if is_async else "plain"

    # classes

    def _class(self, kind: ClassNode) -> ClassFact:
        ancestors, is_complete = self._analysis.types.ancestors(kind.key)
        kind_name = self._kind_of(kind)
        constructor = read_constructor(self._index, kind, kind_name)
        own = [self._function_of(group, kind) for group in kind.methods.values()]
        methods = tuple(fact for fact in own if fact is not None)
        self._functions |= {fact.qualname: fact for fact in methods}
        outcome = self._making(kind)
        return ClassFact(
            line=kind.node.lineno,
            end_line=kind.node.end_lineno or kind.node.lineno,
            name=kind.node.name,
            qualname=kind.key,
            kind=kind_name,
            bases=tuple(self._index.text.segment(base) for base in kind.node.bases),
            ancestors=tuple(name for name in ancestors if name != "object"),
            has_unknown_base=not is_complete and _has_unknown_base(self._index, kind),
            docstring=read_docstring(kind.node),
            decorators=tuple(self._index.text.segment(decorator) for decorator in kind.node.decorator_list),
            is_public=self._is_public_class(kind),
            is_abstract=is_abstract_class(self._index, kind),
            methods=methods,
            inherited=self._inherited(kind),
            attributes=self._attributes(kind),
            constructor=constructor.parameters,
            constructor_line=constructor.line,
            raises=_facts(outcome, "called"),
            language_faults=_faults(outcome),
            unknown_calls=tuple(outcome.unknown.values()),
            classes=tuple(self._class(inner) for inner in kind.classes.values()),
            may_have_more=self._may_have_more(kind),
            loose_names=self._loose_names,
        )

    def _may_have_more(self, kind: ClassNode) -> bool:
        """Say whether something that is not written in the class may give it members."""
        entries = [entry for entry in self._index.mro(kind) if isinstance(entry, ClassNode)]
        return _has_unknown_members(self._index, kind) or any(
            entry.sets_computed_names
            or has_own_metaclass(entry)
            or not all(is_known_class_decorator(name) for name in entry.decorators)
            for entry in entries
        )

    def _making(self, kind: ClassNode) -> Outcome:
        """Return what escapes from making an instance."""
        outcome = Outcome()
        for name in ("__new__", "__init__", "__post_init__"):
            method = self._index.find_method(kind, name)
            if method is not None:
                outcome.merge(self._analysis.outcomes[method.key])
        return outcome

    def _inherited(self, kind: ClassNode) -> tuple[FunctionFact, ...]:
        seen = set(kind.methods) | set(kind.values)
        found: list[FunctionFact] = []
        for entry in self._index.mro(kind)[1:]:
            if not isinstance(entry, ClassNode):
                continue
            for name, group in entry.methods.items():
                fact = self._functions.get(f"{entry.key}.{name}") or self._function_of(group, entry)
                if name not in seen and fact is not None:
                    self._functions[fact.qualname] = fact
                    found.append(fact)
                    seen.add(name)
        return tuple(found)

    def _attributes(self, kind: ClassNode) -> tuple[AttributeFact, ...]:
        found: dict[str, AttributeFact] = {}
        for entry in self._index.mro(kind):
            if isinstance(entry, ClassNode):
                for fact in self._own_attributes(entry):
                    found.setdefault(fact.name, fact)
                for inner in entry.classes.values() if entry is not kind else ():
                    found.setdefault(inner.node.name, _class_attribute(inner))
        return tuple(found.values())

    def _own_attributes(self, kind: ClassNode) -> list[AttributeFact]:
        if kind.key not in self._attributes_of:
            self._attributes_of[kind.key] = read_attributes(self._index, kind, self._kind_of(kind))
        return self._attributes_of[kind.key]

    def _kind_of(self, kind: ClassNode) -> ClassKind:
        ancestors, _ = self._analysis.types.ancestors(kind.key)
        return class_kind(self._index, kind, is_exception="BaseException" in ancestors)


def _kind(function: FunctionNode) -> FunctionKind:
    if function.owner is None:
        return "function"
    if is_property(function):
        return "property"
    if "staticmethod" in function.decorators:
        return "staticmethod"
    return "classmethod" if function.is_class_method and function.node.name != "__new__" else "method"


def _facts(outcome: Outcome, when: When) -> tuple[ExceptionFact, ...]:
    facts = sorted(outcome.raises.values(), key=lambda fact: (fact.call_line, fact.line))
    return tuple(_with_when(fact, when) for fact in facts)


def _with_when(fact: ExceptionFact, when: When) -> ExceptionFact:
    return fact if when == "called" else replace(fact, when=when)


def _faults(outcome: Outcome) -> tuple[LanguageFault, ...]:
    return tuple(LanguageFault(type=n, text=place.text, line=place.line) for n, place in outcome.language.items())


def _has_unknown_base(index: ModuleIndex, kind: ClassNode) -> bool:
    known = ("object", "ABC", "Generic", "Protocol", "NamedTuple", "TypedDict")
    enums = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
    plain = [base.partition("[")[0].rpartition(".")[2] for base in index.outside_bases(kind)]
    return any(name not in (*known, *enums) and not hasattr(builtins, name) for name in plain)


def _has_unknown_members(index: ModuleIndex, kind: ClassNode) -> bool:
    """Say whether a base may bring members that are not known; of Python's containers they are."""
    bases = [base.partition("[")[0] for base in index.outside_bases(kind)]
    return _has_unknown_base(index, kind) and not all(
        is_library_class(base) or hasattr(builtins, base) or base.rpartition(".")[2] in ("ABC", "Generic", "Protocol")
        for base in bases
    )


def _class_attribute(kind: ClassNode) -> AttributeFact:
    """Return the attribute that a class in the body of a base is."""
    return AttributeFact(line=kind.node.lineno, end_line=kind.node.end_lineno or kind.node.lineno, name=kind.node.name)
