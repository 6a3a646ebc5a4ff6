"""What Python itself could raise: for each construct and each well-known function, the exceptions of its manual.

The lists are generous: they only keep a claim such as "raises KeyError when the key is missing" from being called
wrong. They never make an exception one that a document has to name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

_FILE = (
    "FileNotFoundError",
    "PermissionError",
    "IsADirectoryError",
    "NotADirectoryError",
    "FileExistsError",
    "OSError",
)
_TYPE = ("TypeError",)
_ARITHMETIC = ("TypeError", "OverflowError")
_DIVISION = ("ZeroDivisionError", "TypeError", "OverflowError")
_NUMBER = ("ValueError", "TypeError", "OverflowError")

BUILTIN_CALLS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("isinstance", "issubclass", "callable", "id", "repr", "ascii", "type", "object"), _TYPE),
    **dict.fromkeys(("len", "iter", "reversed", "enumerate", "bool", "hash", "vars", "dir", "print"), _TYPE),
    **dict.fromkeys(("list", "tuple", "set", "frozenset", "sorted", "any", "all", "filter", "map"), _TYPE),
    **dict.fromkeys(("slice", "classmethod", "staticmethod", "property", "super", "locals", "globals"), _TYPE),
    "abs": ("TypeError", "OverflowError"),
    "aiter": _TYPE,
    "anext": ("StopAsyncIteration", "TypeError"),
    "bin": _TYPE,
    "bytearray": ("TypeError", "ValueError", "UnicodeEncodeError", "OverflowError", "LookupError"),
    "bytes": ("TypeError", "ValueError", "UnicodeEncodeError", "OverflowError", "LookupError"),
    "chr": ("ValueError", "TypeError", "OverflowError"),
    "compile": ("SyntaxError", "ValueError", "TypeError"),
    "complex": ("ValueError", "TypeError"),
    "delattr": ("AttributeError", "TypeError"),
    "dict": ("TypeError", "ValueError"),
    "divmod": _DIVISION,
    "float": _NUMBER,
    "format": ("ValueError", "TypeError"),
    "getattr": ("AttributeError", "TypeError"),
    "hasattr": _TYPE,
    "hex": _TYPE,
    "input": ("EOFError", "KeyboardInterrupt"),
    "int": _NUMBER,
    "max": ("ValueError", "TypeError"),
    "memoryview": _TYPE,
    "min": ("ValueError", "TypeError"),
    "next": ("StopIteration", "TypeError"),
    "oct": _TYPE,
    "open": (*_FILE, "ValueError", "LookupError", "TypeError", "UnicodeDecodeError", "UnicodeEncodeError"),
    "ord": ("TypeError",),
    "pow": ("ValueError", "TypeError", "ZeroDivisionError", "OverflowError"),
    "range": ("TypeError", "ValueError", "OverflowError"),
    "round": ("TypeError", "ValueError", "OverflowError"),
    "setattr": ("AttributeError", "TypeError"),
    "str": ("TypeError", "UnicodeDecodeError", "LookupError"),
    "sum": ("TypeError", "OverflowError"),
    "zip": _TYPE,
}
"""Built-ins that are not here, such as `eval`, may raise anything."""

_QUIET = ("copy", "append", "extend", "add", "clear", "keys", "values", "items", "reverse", "setdefault", "discard")
_TEXT = (
    *("startswith", "endswith", "strip", "lstrip", "rstrip", "lower", "upper", "title", "casefold", "capitalize"),
    *("splitlines", "isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "isidentifier", "isdecimal"),
    *("swapcase", "expandtabs", "removeprefix", "removesuffix", "isnumeric", "istitle", "isprintable", "isascii"),
    *("zfill", "ljust", "rjust", "bit_length", "appendleft", "extendleft", "hexdigest", "as_integer_ratio"),
)
METHOD_CALLS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*_QUIET, *_TEXT), ("TypeError", "AttributeError")),
    "split": ("ValueError", "TypeError", "AttributeError"),
    "rsplit": ("ValueError", "TypeError", "AttributeError"),
    "partition": ("ValueError", "TypeError", "AttributeError"),
    "rpartition": ("ValueError", "TypeError", "AttributeError"),
    "encode": ("UnicodeEncodeError", "LookupError", "TypeError", "AttributeError"),
    "decode": ("UnicodeDecodeError", "LookupError", "TypeError", "AttributeError"),
    "join": ("TypeError", "AttributeError"),
    "format": ("KeyError", "IndexError", "ValueError", "TypeError", "AttributeError"),
    "format_map": ("KeyError", "ValueError", "TypeError", "AttributeError"),
    "popleft": ("IndexError", "AttributeError"),
    "popitem": ("KeyError", "AttributeError"),
    "to_bytes": ("OverflowError", "ValueError", "TypeError", "AttributeError"),
}
"""Methods whose names are as good as a sign of a built-in type, whatever the object."""

BUILTIN_METHODS: dict[str, dict[str, tuple[str, ...]]] = {
    "str": {"index": ("ValueError",), "rindex": ("ValueError",), "translate": ("TypeError",)},
    "bytes": {"index": ("ValueError",), "rindex": ("ValueError",), "fromhex": ("ValueError",)},
    "list": {
        "index": ("ValueError",),
        "remove": ("ValueError",),
        "pop": ("IndexError",),
        "insert": (),
        "sort": ("TypeError", "ValueError"),
    },
    "tuple": {"index": ("ValueError",)},
    "dict": {"pop": ("KeyError",), "update": ("ValueError",)},
    "set": {"pop": ("KeyError",), "remove": ("KeyError",)},
    "int": {"from_bytes": ("ValueError",)},
    "float": {"fromhex": ("ValueError", "OverflowError"), "as_integer_ratio": ("OverflowError", "ValueError")},
}
"""Methods of built-in types that raise more than TypeError; the other methods of those types raise nothing more."""

_PATH = ("TypeError",)
LIBRARY_CALLS: dict[str, tuple[str, ...]] = {
    **{
        f"os.path.{name}": _PATH
        for name in ("join", "abspath", "normpath", "normcase", "expandvars", "splitdrive", "islink")
    },
    **{
        f"os.path.{name}": _PATH
        for name in ("basename", "dirname", "split", "splitext", "exists", "isfile", "isdir", "isabs", "expanduser")
    },
    **{f"math.{name}": ("ValueError", "TypeError", "OverflowError") for name in ("sqrt", "log", "log2", "log10")},
    **{f"math.{name}": ("ValueError", "TypeError", "OverflowError") for name in ("exp", "pow", "fsum", "factorial")},
    **{f"math.{name}": ("ValueError", "TypeError", "OverflowError") for name in ("ceil", "floor", "trunc", "gcd")},
    **{f"math.{name}": ("ValueError", "TypeError") for name in ("isnan", "isinf", "isfinite", "isclose", "hypot")},
    **{f"operator.{name}": ("KeyError", "IndexError", "TypeError") for name in ("itemgetter", "attrgetter")},
    **{f"time.{name}": ("ValueError", "TypeError", "OverflowError") for name in ("time", "monotonic", "sleep")},
    **{f"time.{name}": () for name in ("perf_counter", "process_time", "monotonic_ns", "time_ns")},
    **{f"copy.{name}": ("copy.Error", "TypeError") for name in ("copy", "deepcopy")},
    **{f"hashlib.{name}": ("TypeError", "ValueError") for name in ("md5", "sha1", "sha224", "sha256", "sha384")},
    **{f"hashlib.{name}": ("TypeError", "ValueError") for name in ("sha512", "blake2b", "blake2s", "new")},
    **{f"itertools.{name}": ("TypeError", "ValueError") for name in ("chain", "islice", "product", "count", "repeat")},
    **{f"itertools.{name}": ("TypeError", "ValueError") for name in ("zip_longest", "groupby", "accumulate", "cycle")},
    **{f"re.{name}": ("re.error", "TypeError") for name in ("compile", "escape", "match", "fullmatch", "search")},
    **{f"re.{name}": ("re.error", "TypeError", "IndexError") for name in ("sub", "subn", "split", "findall")},
    **{f"random.{name}": ("ValueError", "IndexError", "TypeError") for name in ("choice", "randint", "randrange")},
    **{f"collections.{name}": ("TypeError", "ValueError") for name in ("Counter", "deque", "OrderedDict")},
    "collections.defaultdict": ("TypeError",),
    "os.path.relpath": ("TypeError", "ValueError"),
    "os.path.commonpath": ("TypeError", "ValueError"),
    "os.path.realpath": ("TypeError", "OSError"),
    "base64.b64decode": ("binascii.Error", "TypeError", "ValueError"),
    "base64.b64encode": ("TypeError",),
    "contextlib.suppress": (),
    "functools.reduce": ("TypeError",),
    "hmac.compare_digest": ("TypeError",),
    "json.dumps": ("TypeError", "ValueError", "RecursionError"),
    "json.loads": ("json.JSONDecodeError", "TypeError", "UnicodeDecodeError", "RecursionError"),
    "logging.getLogger": ("TypeError",),
    "pathlib.Path": ("TypeError",),
    "pathlib.PurePath": ("TypeError",),
    "typing.cast": (),
    "warnings.warn": ("TypeError", "Warning"),
}

_OPERATORS: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Div: _DIVISION,
    ast.FloorDiv: _DIVISION,
    ast.Mod: (*_DIVISION, "ValueError", "KeyError"),
    ast.Pow: (*_DIVISION, "ValueError"),
    ast.LShift: ("TypeError", "ValueError", "OverflowError"),
    ast.RShift: ("TypeError", "ValueError", "OverflowError"),
    ast.Mult: ("TypeError", "OverflowError"),
    ast.MatMult: ("TypeError", "ValueError"),
}

_NODES: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Attribute: ("AttributeError",),
    ast.UnaryOp: _TYPE,
    ast.Starred: _TYPE,
    ast.Await: ("TypeError", "asyncio.CancelledError"),
    ast.YieldFrom: _TYPE,
    ast.comprehension: _TYPE,
    ast.For: _TYPE,
    ast.AsyncFor: _TYPE,
    ast.With: ("AttributeError", "TypeError"),
    ast.AsyncWith: ("AttributeError", "TypeError"),
    ast.Import: ("ImportError", "ModuleNotFoundError"),
    ast.ImportFrom: ("ImportError", "ModuleNotFoundError"),
    ast.Dict: _TYPE,
    ast.Set: _TYPE,
}


def node_faults(node: ast.AST) -> tuple[str, ...]:
    """Return what a single node could raise; calls of known functions are looked up elsewhere."""
    find = _FINDERS.get(type(node))
    return find(node) if find is not None else _NODES.get(type(node), ())


def _subscript_faults(node: ast.Subscript) -> tuple[str, ...]:
    if isinstance(node.slice, ast.Slice):
        return ("TypeError", "ValueError")
    return ("IndexError", "TypeError") if isinstance(node.ctx, ast.Store) else ("KeyError", "IndexError", "TypeError")


def _format_faults(node: ast.FormattedValue) -> tuple[str, ...]:
    return ("TypeError", "ValueError") if node.format_spec is not None else ()


def _call_faults(node: ast.Call) -> tuple[str, ...]:
    is_strict_zip = isinstance(node.func, ast.Name) and node.func.id == "zip" and bool(node.keywords)
    return ("TypeError", "ValueError") if is_strict_zip else _TYPE


def _operator_faults(node: ast.BinOp | ast.AugAssign) -> tuple[str, ...]:
    return _OPERATORS.get(type(node.op), _ARITHMETIC)


def _comparison_faults(node: ast.Compare) -> tuple[str, ...]:
    return _TYPE if any(not isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot) for op in node.ops) else ()


def _unpacking_faults(node: ast.Tuple | ast.List) -> tuple[str, ...]:
    return ("ValueError", "TypeError") if isinstance(node.ctx, ast.Store) else ()


_FINDERS: dict[type[ast.AST], Callable[[Any], tuple[str, ...]]] = {
    ast.Subscript: _subscript_faults,
    ast.FormattedValue: _format_faults,
    ast.Call: _call_faults,
    ast.BinOp: _operator_faults,
    ast.AugAssign: _operator_faults,
    ast.Compare: _comparison_faults,
    ast.Tuple: _unpacking_faults,
    ast.List: _unpacking_faults,
}
