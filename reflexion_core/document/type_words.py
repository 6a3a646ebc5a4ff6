"""Types as annotations and as words, compared by meaning."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reflexion_core.document.python_code import dotted_name, parse_expression

_ALIASES = {
    "string": "str",
    "text": "str",
    "unicode": "str",
    "integer": "int",
    "boolean": "bool",
    "dictionary": "dict",
    "floating-point number": "float",
    "floating point number": "float",
    "none": "None",
    "null": "None",
    "nonetype": "None",
    "list": "list",
    "dict": "dict",
    "tuple": "tuple",
    "set": "set",
    "frozenset": "frozenset",
    "type": "type",
    "str": "str",
    "int": "int",
    "bool": "bool",
    "float": "float",
    "complex": "complex",
    "bytes": "bytes",
    "bytearray": "bytearray",
    "object": "object",
    "function": "Callable",
    "callable": "Callable",
    "iterable": "Iterable",
    "iterator": "Iterator",
    "generator": "Generator",
    "sequence": "Sequence",
    "mapping": "Mapping",
    "collection": "Collection",
    "coroutine": "Coroutine",
    "awaitable": "Awaitable",
    "any": "Any",
    "text string": "str",
    "byte string": "bytes",
}
"""Lower-case words → what they mean; the plain names of built-in types are among them."""
_CAPITALS = {"List", "Dict", "Tuple", "Set", "FrozenSet", "Type", "Text"}
"""The generic names of `typing` that are built-in types."""
_SCALARS = {"int", "float", "bool", "complex", "None"}
_LISTED = {"list", "dict", "tuple", "set", "frozenset", "str", "bytes", "bytearray"}
_LAZY = {"Iterator", "Generator", "AsyncIterator", "AsyncGenerator", "Coroutine", "Awaitable"}
_CONTAINERS = {"Iterable", "Sequence", "Mapping", "Collection", "MutableMapping", "MutableSequence"} | _LAZY
_CONCRETE = _SCALARS | _LISTED
_NO_KIND_OF = {
    "Callable": _CONCRETE,
    "Sequence": {"dict", "set", "frozenset"},
    "MutableSequence": {"dict", "set", "frozenset", "tuple", "str", "bytes"},
    "Mapping": _LISTED - {"dict"},
    "MutableMapping": _LISTED - {"dict"},
}
"""For abstract types, the built-in types whose values are none."""
_MODULES = re.compile(
    r"\b(?:typing|t|collections\.abc|abc|builtins|typing_extensions|collections|types)\.(?=[A-Z]|\w+\b)"
)
_OPTIONAL_WORD = re.compile(
    r"(?:^|,)\s*(?:optional|required|keyword[- ]only|positional[- ]only)\s*(?=,|$)", re.IGNORECASE
)
_DECORATION = re.compile(r":class:|[`~*]|\\(?=[\[\]_|])")
_ARTICLE = re.compile(r"^(?:an?|the|one)\s+", re.IGNORECASE)
_OR = re.compile(r"\s*,?\s+or\s+|\s*\|\s*", re.IGNORECASE)
_OF = re.compile(r"(?P<outer>[\w.-]+)\s+(?:of|containing|with)\s+(?P<inner>.+)", re.DOTALL)
_MAPS = re.compile(r"(?:dict|dictionary|mapping)\s+(?:mapping|from|of)\s+(?P<key>[\w.]+)s?\s+to\s+(?P<value>.+)")

_LONGEST_TYPE = 300
"""Characters; what is longer is not read, and nothing is nested deeper than that."""


@dataclass(frozen=True)
class _Type:
    """One alternative of a union."""

    name: str
    """Empty if it is not known what is meant."""
    arguments: tuple[frozenset[_Type], ...] | None = None
    """None if none are stated."""
    text: str = ""
    """As written, for what is only equal if it is written alike: a literal."""


_UNKNOWN = _Type("")
_Union = frozenset[_Type]


def same_type(stated: str, actual: str, classes: Collection[str] = ()) -> bool | None:
    """Say whether two texts state the same type; None if it cannot be told.

    `Optional[int]`, `int | None`, "int or None" and "int, optional" are the same; a container without its
    members agrees with one that has them; that only `None` is left out or added cannot be judged.

    Args:
        stated: As the document has it, an annotation or words.
        actual: As the source has it.
        classes: Names known to be classes, no aliases, and neither built-in types' nor each other's bases;
            such a name differs from every other one.
    """
    first, second = _clean(stated), _clean(actual)
    if first and first == second:
        return True
    return _compare(_read(first), _read(second), classes, _is_optional(stated) or _is_optional(actual))


def _is_optional(text: str) -> bool:
    return bool(_OPTIONAL_WORD.search(_DECORATION.sub("", text))) and "optional" in text.lower()


@lru_cache(maxsize=1024)
def _clean(text: str) -> str:
    text = _DECORATION.sub("", text).strip().rstrip(".:;")
    text = _OPTIONAL_WORD.sub("", text).strip().strip(",").strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    return _MODULES.sub("", " ".join(text.split()))


@lru_cache(maxsize=1024)
def _read(text: str) -> _Union:
    if len(text) > _LONGEST_TYPE:
        return frozenset({_UNKNOWN})
    node = parse_expression(text)
    return _from_tree(node) if node is not None else _from_words(text)


def _from_tree(node: ast.expr) -> _Union:  # noqa: PLR0911 - one for each kind of node
    match node:
        case ast.Constant(value=None):
            return frozenset({_Type("None")})
        case ast.Constant(value=str(text)):
            return _read(_clean(text)) if text.strip() else frozenset({_UNKNOWN})
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _from_tree(left) | _from_tree(right)
        case ast.BoolOp(op=ast.Or(), values=values) | ast.Tuple(elts=values) if values:
            # "int, str" may mean either of the two or a pair; "int, str or None" says which.
            is_union = isinstance(node, ast.BoolOp) or isinstance(values[-1], ast.BoolOp)
            return frozenset[_Type]().union(*map(_from_tree, values)) if is_union else frozenset({_UNKNOWN})
        case ast.Subscript(value=value, slice=inner):
            return _generic(_simple_name(dotted_name(value)), inner)
        case ast.Name() | ast.Attribute():
            return frozenset({_Type(_simple_name(dotted_name(node)))})
    return frozenset({_UNKNOWN})


def _generic(name: str, inner: ast.expr) -> _Union:
    members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    match name:
        case "Optional":
            return _from_tree(inner) | {_Type("None")}
        case "Union":
            return frozenset[_Type]().union(*map(_from_tree, members))
        case "Annotated" | "Final" | "ClassVar" | "Required" | "NotRequired":
            return _from_tree(members[0]) if members else frozenset({_UNKNOWN})
        case "Literal":
            return frozenset(_Type("Literal", text=ast.dump(member)) for member in members)
    return frozenset({_Type(name, tuple(_argument(member) for member in members))})


def _argument(node: ast.expr) -> _Union:
    if isinstance(node, ast.Constant) and node.value is Ellipsis:
        return frozenset({_Type("...")})
    if isinstance(node, ast.List):
        return frozenset({_Type("[]", tuple(_argument(element) for element in node.elts))})
    return _from_tree(node)


def _simple_name(name: str) -> str:
    """Return the name that a type is known by here."""
    if name in _CAPITALS:
        return {"Text": "str"}.get(name, name.lower())
    return _ALIASES.get(name, name) if name == name.lower() else name


def _from_words(text: str) -> _Union:
    pieces = [piece for piece in _OR.split(text) if piece]
    if len(pieces) > 1:
        pieces = [part for piece in pieces[:-1] for part in piece.split(",")] + pieces[-1:]
        return frozenset[_Type]().union(*(_phrase(piece) for piece in pieces if piece.strip()))
    return _phrase(text)


def _phrase(text: str) -> _Union:
    text = _ARTICLE.sub("", text.strip())
    if pair := _MAPS.fullmatch(text):
        return frozenset({_Type("dict", (_phrase(pair["key"]), _phrase(pair["value"])))})
    if of := _OF.fullmatch(text):
        return _container(_word(of["outer"]), of["inner"])
    known = _word(text)
    if known:
        return frozenset({_Type(known)})
    node = parse_expression(text) if text.isidentifier() or "[" in text else None
    return _from_tree(node) if node is not None else frozenset({_UNKNOWN})


def _container(outer: str, inner: str) -> _Union:
    if outer not in _LISTED | _CONTAINERS:
        return frozenset({_UNKNOWN})
    if outer == "tuple":
        members = [part.strip(" ()") for part in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", inner)]
        arguments = tuple(_phrase(member) for member in members) if len(members) > 1 else (frozenset({_UNKNOWN}),)
        return frozenset({_Type(outer, arguments if len(members) > 1 else None)})
    if outer in ("dict", "Mapping", "Generator"):
        return frozenset({_Type(outer)})
    return frozenset({_Type(outer, (_phrase(inner),))})


def _word(text: str) -> str:
    """Return the type that a word means, or nothing."""
    lower = text.lower().strip()
    name = _ALIASES.get(lower) or (_ALIASES.get(lower[:-1]) if lower.endswith("s") else None)
    if name is None and lower.endswith("ies"):
        name = _ALIASES.get(f"{lower[:-3]}y")
    return name or ""


def _compare(first: _Union, second: _Union, classes: Collection[str], is_optional: bool) -> bool | None:
    none = _Type("None")
    is_none_alone = first == {none} or second == {none}
    same_none = (none in first) == (none in second) or is_optional
    if not is_none_alone:
        first, second = first - {none}, second - {none}
    forward = [_best([_alternative(one, other, classes) for other in second]) for one in first]
    backward = [_best([_alternative(one, other, classes) for one in first]) for other in second]
    results = [*forward, *backward]
    if is_none_alone and first != second and (none in first and none in second):
        return None
    if any(result is False for result in results):
        return False
    return True if same_none and all(results) else None


def _best(results: Sequence[bool | None]) -> bool | None:
    if any(results):
        return True
    return None if any(result is None for result in results) else False


def _alternative(first: _Type, second: _Type, classes: Collection[str]) -> bool | None:
    if not first.name or not second.name:
        return None
    if first.name == second.name:
        return first.text == second.text if first.name == "Literal" else _arguments(first, second, classes)
    if first.name.rpartition(".")[2] == second.name.rpartition(".")[2]:
        return True
    return False if _differ({first.name, second.name}, classes) else None


def _differ(names: set[str], classes: Collection[str]) -> bool:
    """Say whether no value can be of two types by their names."""
    if names <= _CONCRETE or (names & _SCALARS and names & _CONTAINERS):
        return True
    if any(abstract in names and names & kinds for abstract, kinds in _NO_KIND_OF.items()):
        return True
    if names & {"list", "dict", "set", "tuple"} and names & _LAZY:
        return True
    return bool(names & set(classes)) and names <= set(classes) | _CONCRETE


def _arguments(first: _Type, second: _Type, classes: Collection[str]) -> bool | None:
    if first.arguments is None or second.arguments is None:
        return True
    if len(first.arguments) != len(second.arguments):
        return _open_tuple(first, second)
    results = [
        _compare(one, other, classes, False) for one, other in zip(first.arguments, second.arguments, strict=True)
    ]
    if any(result is False for result in results):
        return False
    return True if all(results) else None


def _open_tuple(first: _Type, second: _Type) -> bool | None:
    """Compare two with differing numbers of members: `tuple[int, ...]` may be any of them."""
    if first.name != "tuple" or first.arguments is None or second.arguments is None:
        return None
    dots = frozenset({_Type("...")})
    return None if dots in (*first.arguments, *second.arguments) else False


BUILTIN_NAMES = frozenset(dir(builtins))
"""Every name that Python has without an import."""


def is_type_word(text: str) -> bool:
    """Say whether a text, standing where a type may stand, reads as one: built-in, capitalised, generic or a union."""
    union = _read(_clean(text)) if text.strip() else frozenset({_UNKNOWN})
    return all(item.name and (item.name[0].isupper() or item.name in _CONCRETE | {"type", "object"}) for item in union)
