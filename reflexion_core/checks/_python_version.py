"""The version of Python that a source needs at least, by its syntax and by what it takes from the standard library."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.document.python_code import parse_code

Version = tuple[int, int]

_MODULES: dict[str, Version] = {
    "dataclasses": (3, 7),
    "contextvars": (3, 7),
    "importlib.resources": (3, 7),
    "importlib.metadata": (3, 8),
    "zoneinfo": (3, 9),
    "graphlib": (3, 9),
    "tomllib": (3, 11),
    "wsgiref.types": (3, 11),
    "compression": (3, 14),
    "annotationlib": (3, 14),
}
_NAMES: dict[str, Version] = {
    **dict.fromkeys(("typing.Final", "typing.Literal", "typing.Protocol", "typing.TypedDict"), (3, 8)),
    **dict.fromkeys(("functools.cached_property", "math.prod", "math.dist", "math.comb", "shlex.join"), (3, 8)),
    **dict.fromkeys(("typing.Annotated", "functools.cache", "math.lcm", "asyncio.to_thread"), (3, 9)),
    **dict.fromkeys(("typing.ParamSpec", "typing.TypeAlias", "typing.Concatenate", "typing.TypeGuard"), (3, 10)),
    **dict.fromkeys(("itertools.pairwise", "contextlib.aclosing", "types.NoneType"), (3, 10)),
    **dict.fromkeys(("typing.Self", "typing.Never", "typing.assert_never", "typing.LiteralString"), (3, 11)),
    **dict.fromkeys(("enum.StrEnum", "enum.verify", "datetime.UTC", "asyncio.TaskGroup", "asyncio.timeout"), (3, 11)),
    **dict.fromkeys(("asyncio.Runner", "contextlib.chdir", "hashlib.file_digest", "operator.call"), (3, 11)),
    **dict.fromkeys(("typing.override", "typing.TypeAliasType", "itertools.batched"), (3, 12)),
    **dict.fromkeys(("warnings.deprecated", "copy.replace"), (3, 13)),
}
_BUILTIN_GENERICS = ("list", "dict", "set", "frozenset", "tuple", "type")
_TYPE_NAMES = frozenset({*_BUILTIN_GENERICS, "int", "str", "bytes", "float", "bool", "complex", "None", "object"})


@dataclass(frozen=True)
class Need:
    """What asks for a version."""

    version: Version
    what: str
    """In the source's own words, or a few of ours: `tomllib`, `match`."""
    line: int

    @property
    def shown(self) -> str:
        return f"{self.version[0]}.{self.version[1]}"


def needed_version(source_text: str) -> Need | None:
    """Return what asks for the latest version; None where nothing asks for one, or the source looks at the version."""
    tree = parse_code(source_text)
    if tree is None or "version_info" in source_text:
        return None
    return max(_needs(tree), key=lambda need: need.version, default=None)


def _needs(tree: ast.Module) -> Iterator[Need]:
    is_lazy = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    excused = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.Try) for inner in ast.walk(node)}
    annotations = {id(inner) for node in _annotations(tree) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in excused:
            yield from _imported(node)
        elif id(node) not in annotations:
            yield from _syntax(node)
        elif not is_lazy:
            yield from _annotated(node)
    yield from _used(tree)


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[Need]:
    modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    for module in modules:
        for name in (module, module.partition(".")[0]):
            if name in _MODULES:
                yield Need(_MODULES[name], name, node.lineno)
    if isinstance(node, ast.ImportFrom) and not node.level:
        for alias in node.names:
            name = f"{node.module}.{alias.name}"
            version = _NAMES.get(name) or _MODULES.get(name)
            if version is not None:
                yield Need(version, name, node.lineno)


def _used(tree: ast.Module) -> Iterator[Need]:
    """Yield what `module.name` takes of modules that are imported under their own names."""
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            name = f"{node.value.id}.{node.attr}"
            if name in _NAMES:
                yield Need(_NAMES[name], name, node.lineno)


def _syntax(node: ast.AST) -> Iterator[Need]:
    if isinstance(node, ast.NamedExpr):
        yield Need((3, 8), "`:=`", node.lineno)
    elif isinstance(node, ast.arguments) and node.posonlyargs:
        yield Need((3, 8), "parameters before `/`", node.posonlyargs[0].lineno)
    elif isinstance(node, ast.Match):
        yield Need((3, 10), "`match`", node.lineno)
    elif isinstance(node, ast.TryStar):
        yield Need((3, 11), "`except*`", node.lineno)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        new = {("zip", "strict"), ("dataclass", "slots"), ("dataclass", "kw_only")}
        if any((node.func.id, keyword.arg) in new for keyword in node.keywords):
            yield Need((3, 10), f"a keyword of `{node.func.id}`", node.lineno)


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        found = [node.returns] if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []
        found += [node.annotation] if isinstance(node, ast.arg | ast.AnnAssign) else []
        yield from (one for one in found if one is not None)


def _annotated(node: ast.AST) -> Iterator[Need]:
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in _BUILTIN_GENERICS:
        yield Need((3, 9), f"`{node.value.id}[…]`", node.lineno)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = {ast.unparse(side) for side in (node.left, node.right)}
        if sides & _TYPE_NAMES:
            yield Need((3, 10), "`|` between types", node.lineno)
