"""Classes: their attributes, and what making an instance takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from reflexion_core.source.assignments import imported_names
from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.facts import AttributeFact, ClassKind, ParameterFact
from reflexion_core.source.literals import literal_value
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.signatures import read_signature
from reflexion_core.source.statements import dotted_name, names_in, walk_statements

_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
_DATACLASS = frozenset({"dataclasses.dataclass", "dataclass"})
_PLAIN_BASES = frozenset({"object", "abc.ABC", "ABC", "typing.Generic", "typing.Protocol", "Generic", "Protocol"})


def class_kind(index: ModuleIndex, kind: ClassNode, *, is_exception: bool) -> ClassKind:
    """Return what kind of class it is."""
    if _DATACLASS & set(kind.decorators):
        return "dataclass"
    outside = [base.partition("[")[0].rpartition(".")[2] for base in index.outside_bases(kind)]
    if _ENUMS & set(outside):
        return "enum"
    if "NamedTuple" in outside:
        return "named_tuple"
    if "TypedDict" in outside:
        return "typed_dict"
    if "Protocol" in [base.partition("[")[0].rpartition(".")[2] for base in kind.bases]:
        return "protocol"
    return "exception" if is_exception else "class"


def is_abstract_class(index: ModuleIndex, kind: ClassNode) -> bool:
    """Say whether the class, or a base of it, leaves an abstract method to its subclasses."""
    order = [entry for entry in reversed(index.mro(kind)) if isinstance(entry, ClassNode)]
    abstract: dict[str, bool] = {}
    for entry in order:
        for name, methods in entry.methods.items():
            abstract[name] = any(is_abstract(method) for method in methods)
        for name in entry.values:
            abstract.pop(name, None)
    return any(abstract.values())


def is_abstract(method: FunctionNode) -> bool:
    """Say whether subclasses have to write a method."""
    return any(name.rpartition(".")[2].startswith("abstract") for name in method.decorators)


def read_attributes(index: ModuleIndex, kind: ClassNode, kind_name: ClassKind) -> list[AttributeFact]:
    """Return the attributes that the body of a class and its methods set, in source order."""
    found: dict[str, AttributeFact] = {}
    for statement in walk_statements(kind.node.body):
        for fact in _body_attributes(index, statement, kind_name):
            found.setdefault(fact.name, fact)
    for fact in _slots(kind):
        found.setdefault(fact.name, fact)
    for name, values in kind.instance_values.items():
        if name not in found and name not in kind.methods:
            value, method = values[0]
            found[name] = _instance_attribute(index, name, value, method)
    return list(found.values())


def _slots(kind: ClassNode) -> Iterator[AttributeFact]:
    """Yield what `__slots__` declares."""
    node = kind.values.get("__slots__")
    names = literal_value(node) if node is not None else None
    if names is None or node is None:
        return
    listed = [names.value] if isinstance(names.value, str) else names.value
    for name in listed if isinstance(listed, list | tuple | set | dict) else ():
        end_line = node.end_lineno or node.lineno
        yield AttributeFact(line=node.lineno, end_line=end_line, name=str(name), is_instance=True)


def _body_attributes(index: ModuleIndex, statement: ast.stmt, kind: ClassKind) -> Iterator[AttributeFact]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            names = [target for target in targets if isinstance(target, ast.Name)]
            names += [
                t for group in targets if isinstance(group, ast.Tuple) for t in group.elts if isinstance(t, ast.Name)
            ]
            for target in names:
                is_single = target in targets
                yield _attribute(index, statement, target.id, None, value if is_single else None, kind)
        case ast.Import() | ast.ImportFrom():
            for name, _ in imported_names(statement):
                yield _attribute(index, statement, name, None, None, "class")
        case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
            yield _attribute(index, statement, name, annotation, value, kind)


def _attribute(
    index: ModuleIndex,
    statement: ast.stmt,
    name: str,
    annotation: ast.expr | None,
    value: ast.expr | None,
    kind: ClassKind,
) -> AttributeFact:
    written = index.text.segment(annotation) if annotation is not None else None
    is_member = kind == "enum" and annotation is None and not name.startswith("_") and not isinstance(value, ast.Lambda)
    return AttributeFact(
        line=statement.lineno,
        end_line=statement.end_lineno or statement.lineno,
        name=name,
        annotation=written,
        value=index.text.segment(value) if value is not None else None,
        literal=index.value(value) if value is not None else None,
        is_instance=(value is None and annotation is not None) or kind in ("dataclass", "named_tuple"),
        is_class_variable=is_class_variable(annotation),
        is_member=is_member,
    )


def _instance_attribute(index: ModuleIndex, name: str, value: ast.expr | None, method: FunctionNode) -> AttributeFact:
    place = value if value is not None else method.node
    return AttributeFact(
        line=place.lineno,
        end_line=place.lineno if value is None else value.end_lineno or value.lineno,
        name=name,
        annotation=_annotation_of(index, name, method),
        value=index.text.segment(value) if value is not None else None,
        literal=index.value(value) if value is not None and not _is_local(value, method) else None,
        is_instance=not method.is_class_method,
    )


def _is_local(value: ast.expr, method: FunctionNode) -> bool:
    names = names_in(value)
    return bool(names & (set(method.parameters) | set(method.assignments)))


def _annotation_of(index: ModuleIndex, name: str, method: FunctionNode) -> str | None:
    for statement in method.statements:
        match statement:
            case ast.AnnAssign(target=ast.Attribute(attr=attr), annotation=annotation) if attr == name:
                return index.text.segment(annotation)
    return None


def is_class_variable(annotation: ast.expr | None) -> bool:
    """Say whether an annotation is `ClassVar`."""
    if annotation is None:
        return False
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return "ClassVar" in annotation.value
    plain = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return (dotted_name(plain) or "").rpartition(".")[2] == "ClassVar"


@dataclass(frozen=True)
class Constructor:
    """What making an instance takes."""

    parameters: tuple[ParameterFact, ...] | None
    """Without `self`; None where it cannot be told."""
    line: int | None
    """Where it is written out, if it is."""


_UNTOLD = Constructor(None, None)


def read_constructor(index: ModuleIndex, kind: ClassNode, kind_name: ClassKind) -> Constructor:
    """Read what a call of a class takes, bases of the same file included."""
    if kind_name == "enum":
        return _UNTOLD
    for entry in index.mro(kind):
        if isinstance(entry, ClassNode):
            found = _own_constructor(index, kind, entry, kind_name)
            if found is not None:
                return found
        elif not _is_plain(entry):
            return _UNTOLD
    is_plain = all(base.partition("[")[0] in _PLAIN_BASES for base in index.outside_bases(kind))
    return Constructor((), None) if is_plain else _UNTOLD


def _own_constructor(index: ModuleIndex, kind: ClassNode, entry: ClassNode, kind_name: ClassKind) -> Constructor | None:
    """Return the constructor that one class of the ancestry brings; None where it brings none."""
    if any(not is_known_class_decorator(name) for name in entry.decorators) or has_own_metaclass(entry):
        return _UNTOLD
    written = entry.method("__init__") or entry.method("__new__")
    if written is not None:
        return Constructor(read_signature(index, written).parameters[1:], written.node.lineno)
    if _DATACLASS & set(entry.decorators) and _option(entry, "init") is not False:
        return Constructor(_dataclass_parameters(index, entry), entry.node.lineno)
    if kind_name == "named_tuple" and (entry is kind or _has_fields(entry)):
        return Constructor(tuple(_field_parameters(index, entry)), entry.node.lineno)
    if kind_name == "typed_dict":
        return Constructor(_typed_dict_parameters(index, kind), entry.node.lineno)
    return None


def has_own_metaclass(kind: ClassNode) -> bool:
    """Say whether another class decides what making an instance does."""
    metaclasses = [keyword.value for keyword in kind.node.keywords if keyword.arg == "metaclass"]
    return any((dotted_name(node) or "").rpartition(".")[2] != "ABCMeta" for node in metaclasses)


def is_known_class_decorator(name: str) -> bool:
    """Say whether a decorator adds nothing to a class but what is known of it."""
    known = ("functools.total_ordering", "typing.final", "typing.runtime_checkable", "enum.unique", "typing.final")
    return name in _DATACLASS or name in known or name.startswith(("typing_extensions.", "abc."))


def _is_plain(base: str) -> bool:
    plain = base.partition("[")[0]
    return plain in _PLAIN_BASES or plain.rpartition(".")[2] in ("NamedTuple", "TypedDict")


def _has_fields(kind: ClassNode) -> bool:
    return any(isinstance(statement, ast.AnnAssign) for statement in kind.node.body)


def _option(kind: ClassNode, name: str) -> bool | None:
    """Return an option of the `@dataclass` of a class."""
    for decorator in kind.node.decorator_list:
        if isinstance(decorator, ast.Call):
            for keyword in decorator.keywords:
                if keyword.arg == name and isinstance(keyword.value, ast.Constant):
                    return bool(keyword.value.value)
    return None


def _dataclass_parameters(index: ModuleIndex, kind: ClassNode) -> tuple[ParameterFact, ...] | None:
    """Return the fields of a dataclass and of its bases, those of bases first, in the order of the constructor."""
    fields: dict[str, ParameterFact] = {}
    for entry in reversed(index.mro(kind)):
        if not isinstance(entry, ClassNode):
            if not _is_plain(entry):
                return None  # it could be a dataclass of another file
        elif _DATACLASS & set(entry.decorators):
            for name, fact in _dataclass_fields(index, entry):
                if fact is None:
                    fields.pop(name, None)
                else:
                    fields[name] = fact  # a field that is defined anew keeps its place
    facts = list(fields.values())
    return tuple([f for f in facts if f.kind != "keyword_only"] + [f for f in facts if f.kind == "keyword_only"])


def _dataclass_fields(index: ModuleIndex, kind: ClassNode) -> Iterator[tuple[str, ParameterFact | None]]:
    is_keyword_only = _option(kind, "kw_only") is True
    for statement in walk_statements(kind.node.body):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if not is_class_variable(annotation):
                written = index.text.segment(annotation)
                if written.rpartition(".")[2].strip("\"'") == "KW_ONLY":
                    is_keyword_only = True
                else:
                    yield name, _field(index, statement, name, written, is_keyword_only=is_keyword_only)


def _field(
    index: ModuleIndex, statement: ast.AnnAssign, name: str, annotation: str, *, is_keyword_only: bool
) -> ParameterFact | None:
    """Return the parameter that a field makes; None where it makes none."""
    inner = annotation.partition("InitVar[")[2]
    fact = ParameterFact(
        line=statement.lineno,
        end_line=statement.end_lineno or statement.lineno,
        name=name,
        kind="keyword_only" if is_keyword_only else "positional_or_keyword",
        annotation=inner.removesuffix("]") if inner else annotation,
    )
    options = _field_options(statement.value)
    if options is None:
        default = statement.value
    else:
        if _is_false(options.get("init")):
            return None
        if "kw_only" in options:
            fact = replace(fact, kind="positional_or_keyword" if _is_false(options["kw_only"]) else "keyword_only")
        default = options.get("default")
        factory = options.get("default_factory")
        if factory is not None:
            default = ast.copy_location(ast.Call(func=factory, args=[], keywords=[]), factory)
            shown = f"{index.text.segment(factory)}()"
            return replace(fact, default=shown, default_value=index.value(default))
    if default is None:
        return fact
    return replace(fact, default=index.text.segment(default), default_value=index.value(default))


def _field_options(value: ast.expr | None) -> dict[str, ast.expr] | None:
    """Return what `field(…)` is given; None where it is not called."""
    match value:
        case ast.Call(func=func, keywords=keywords) if (dotted_name(func) or "").rpartition(".")[2] == "field":
            return {keyword.arg: keyword.value for keyword in keywords if keyword.arg}
    return None


def _is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _field_parameters(index: ModuleIndex, kind: ClassNode) -> Iterator[ParameterFact]:
    """Yield the fields of a NamedTuple."""
    for statement in kind.node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                yield ParameterFact(
                    line=statement.lineno,
                    end_line=statement.end_lineno or statement.lineno,
                    name=name,
                    kind="positional_or_keyword",
                    annotation=index.text.segment(annotation),
                    default=index.text.segment(value) if value is not None else None,
                    default_value=index.value(value) if value is not None else None,
                )


def _typed_dict_parameters(index: ModuleIndex, kind: ClassNode) -> tuple[ParameterFact, ...]:
    """Return the keys of a TypedDict and of its bases; which are required is in their annotations."""
    facts = [
        replace(fact, kind="keyword_only")
        for entry in reversed(index.mro(kind))
        if isinstance(entry, ClassNode)
        for fact in _field_parameters(index, entry)
    ]
    return tuple(facts)
