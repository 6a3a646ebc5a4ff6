"""A value that is said to come back in a case in which the source raises: "Returns `None` if the key is missing"."""

from __future__ import annotations

import ast
import re

from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees
from reflexion_core.checks._returned import may_return
from reflexion_core.checks.base import Mistake, Paper
from reflexion_core.document.claims import Place, ReturnClaim
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import FunctionFact

_SMALL = frozenset(
    (
        "a",
        "an",
        "the",
        "if",
        "when",
        "whenever",
        "for",
        "on",
        "unless",
        "otherwise",
        "after",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "it",
        "its",
        "this",
        "that",
        "these",
        "there",
        "in",
        "of",
        "to",
        "or",
        "and",
        "as",
        "with",
        "at",
        "by",
        "from",
        "than",
        "then",
        "rather",
        "instead",
        "exception",
        "error",
        "not",
        "does",
        "do",
        "did",
        "can",
        "cannot",
        "could",
        "will",
        "would",
        "already",
        "yet",
        "any",
        "such",
        "given",
        "value",
    )
)
_MISSING = re.compile(
    r"\b(?:missing|absent|unknown|not found|no such|not there|does not exist|doesn.t exist|not exist|not in|not present"
    r"|not set|not defined|not known|cannot be found|nothing|nobody|no one|not available|no match|none|no longer"
    r"|empty|without)\b",
    re.IGNORECASE,
)
_LOOKUPS = re.compile(r"Key|Index|Lookup|NotFound|Missing|Unknown|DoesNotExist|NoSuch|Empty")
_NEVER_NONE = frozenset(
    (
        "int",
        "str",
        "float",
        "bool",
        "len",
        "sorted",
        "list",
        "dict",
        "set",
        "tuple",
        "frozenset",
        "bytes",
        "repr",
        "sum",
        "abs",
        "round",
        "range",
        "enumerate",
        "zip",
        "map",
        "filter",
        "reversed",
        "iter",
        "format",
        "hash",
        "id",
        "isinstance",
        "type",
        "open",
        "max",
        "min",
    )
)
_NEVER_NONE_METHODS = frozenset(
    (
        "strip",
        "lstrip",
        "rstrip",
        "split",
        "rsplit",
        "splitlines",
        "lower",
        "upper",
        "title",
        "format",
        "join",
        "replace",
        "partition",
        "rpartition",
        "encode",
        "decode",
        "keys",
        "values",
        "items",
        "copy",
        "count",
        "index",
        "startswith",
        "endswith",
    )
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def told_instead(paper: Paper, function: FunctionFact, fact: ExceptionFact) -> ReturnClaim | None:
    """Return the claim that a constant comes back where the source raises; None where there is no such claim.

    The claim's condition has to share a word with what the source says of the exception, and no `return` may give
    the constant.
    """
    for claim in paper.claims.returns:
        if claim.constant is None or not claim.condition or not _is_owner(claim.owner, function):
            continue
        if _is_related(claim.condition, fact) and cannot_return(paper, function, claim.constant):
            return claim
    return None


def instead_mistake(
    paper: Paper, claim: ReturnClaim, function: FunctionFact, fact: ExceptionFact, name: str
) -> Mistake:
    """Say that an exception is raised, where a value is said to be returned."""
    case = claim.condition[:1].lower() + claim.condition[1:]
    return Mistake(
        f"Line {claim.line} says that `{function.qualname}` returns `{claim.constant}` {case};"
        f" the source raises `{name}` (line {fact.line})",
        expected=name,
        replacement=_replacement(paper.document, claim, name),
    )


def _replacement(document: str, claim: ReturnClaim, name: str) -> tuple[Place, str] | None:
    """Put "Raises `KeyError`" for "Returns `None`", and "`KeyError` is raised" for "`None` is returned"."""
    place = claim.place
    before = re.search(r"\b(?P<verb>[Rr]eturns)\s+$", document[max(place.start - 20, 0) : place.start])
    after = re.compile(r"\s+is\s+returned\b").match(document, place.end)
    if before and re.compile(r"\s+(?:if|when|for|on|unless)\b").match(document, place.end):
        start, end = place.start - len(before[0]), place.end
        text = ("Raises" if before["verb"][0] == "R" else "raises") + f" `{name}`"
    elif after:
        start, end, text = place.start, after.end(), f"`{name}` is raised"
    else:
        return None
    old = document[start:end]
    return (Place(place.line, place.line, start, end, old), text) if "\n" not in old else None


def _is_owner(owner: str, function: FunctionFact) -> bool:
    return owner == function.qualname or (bool(owner) and function.qualname.endswith(f".{owner}"))


def _is_related(condition: str, fact: ExceptionFact) -> bool:
    """Say whether a stated case is that of an exception, by the words for it."""
    tests = " ".join(str(one) for one in fact.conditions)
    message = " ".join(fact.message.words) if fact.message is not None else ""
    known = _stems(f"{fact.name} {message} {tests}") | ({"none", "empty"} if re.search(r"\bnot\b", tests) else set())
    if _stems(condition) & known:
        return True
    return bool(_MISSING.search(condition)) and bool(_LOOKUPS.search(fact.name or "") or "not in" in tests)


def shares_words(condition: str, fact: ExceptionFact) -> bool:
    """Say whether the words for a case are among those of an exception: its name, its message, its own test."""
    message = " ".join(fact.message.words) if fact.message is not None else ""
    return bool(_stems(condition) & _stems(f"{fact.name} {message} {fact.condition}"))


def _stems(text: str) -> set[str]:
    words = {word.lower() for word in _WORD.findall(text)} - _SMALL
    return {word.removesuffix("s") for word in words if len(word) > 1}


def cannot_return(paper: Paper, function: FunctionFact, constant: str) -> bool:
    """Say whether no `return` of a function can give a constant, by what the code says."""
    possible = may_return(function, constant)
    if possible is not None or constant != "None":
        return possible is False
    tree = FunctionTrees(paper).get(function)
    if tree is None or not function.returns.every_path_returns:
        return False
    nodes = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    return not any(_may_be_none(node, tree, paper.source_text) for node in nodes)


def _may_be_none(node: ast.expr | None, tree: FunctionTree, text: str) -> bool:  # noqa: PLR0911 - one for each kind
    """Say whether an expression can be None by what the code says; what data holds is not asked."""
    match node:
        case None | ast.Constant(value=None):
            return True
        case ast.Name(id=name):
            return _may_hold_none(name, tree, text)
        case ast.IfExp(body=body, orelse=orelse):
            return _may_be_none(body, tree, text) or _may_be_none(orelse, tree, text)
        case ast.BoolOp(values=values):
            return any(_may_be_none(value, tree, text) for value in values)
        case ast.Await() | ast.NamedExpr() | ast.Starred():
            return _may_be_none(node.value, tree, text)
        case ast.Attribute(attr=name):
            return re.search(rf"\b{name}\s*(?::[^=\n]+)?=\s*None\b", text) is not None
        case ast.Call(func=ast.Name(id="next"), args=[_]):
            return False
        case ast.Call(func=ast.Name(id=name)):
            return name not in _NEVER_NONE and not name[:1].isupper()
        case ast.Call(func=ast.Attribute(attr="pop" | "popleft" | "popitem"), args=[] | [_], keywords=[]):
            return False
        case ast.Call(func=ast.Attribute(attr=name)):
            return name not in _NEVER_NONE_METHODS
        case ast.Call():
            return True
    return False


def _may_hold_none(name: str, tree: FunctionTree, text: str) -> bool:
    arguments = tree.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip([one.arg for one in reversed(positional)], reversed(arguments.defaults), strict=False))
    defaults |= {
        one.arg: value for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value
    }
    if name in defaults and _may_be_none(defaults[name], tree, ""):
        return True
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) or isinstance(node.value, ast.Name):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        is_target = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if is_target and _may_be_none(node.value, tree, text):
            return True
    return False
