"""A case that a document gives to one exception, where the source raises another one for it.

"`ValueError`: if the signature does not match or the secret is empty" may be right in its second half only. Which case
some words mean must be beyond doubt: they are those of one message, or they begin with a parameter on which nothing
hangs that raises the stated type.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._function_trees import FunctionTrees
from reflexion_core.checks._parts import has_word
from reflexion_core.checks._raise_groups import RaiseGroup
from reflexion_core.checks._value_traces import Trace, called, follow
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import RaisesClaim
from reflexion_core.source.exception_facts import Condition, ExceptionFact, LanguageFault
from reflexion_core.source.exceptions.conditions import negate
from reflexion_core.source.facts import ClassFact, FunctionFact, ParameterFact
from reflexion_core.source.segments import SourceText
from reflexion_core.syntax_trees import NO_PYTHON, parse_value

_MOST_CONDITIONS = 7
"""With more of them, the source's facts leave the first ones out."""
_LEAST_WORDS = 2
"""Words of a message that show that it is meant."""
_PARTS = re.compile(r",?\s+\bor\b\s+(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)")
_START = re.compile(
    r"(?:if|when|whenever|in case|or|also|either|the|an?|its|given|argument|parameter)\s+", re.IGNORECASE
)
_NARROWER = re.compile(
    r"\b(?:and|but|unless|while|after|before|because|since|except|otherwise|without|through|by|for|via|whose|which"
    r"|although|though|even|only|then|until)\b",
    re.IGNORECASE,
)
"""Words that may bring another subject in."""
_TEST = (
    r"(?:\s+(?:argument|parameter|value|string|number|list|dict|dictionary))?\s+(?:is|are|was|were|does|do|did|has|have"
    r"|contains?|lacks?|starts?|ends?|exceeds?|equals?|fails?|cannot|isn['’]t|aren['’]t|doesn['’]t|hasn['’]t)\b"
)
_NO_GATHERED = re.compile(
    r"(?:if|when|unless)\s+(?:the\s+|a\s+)?`?(?P<stars>\*{0,2})(?P<name>\w+)`?(?:\s+(?:argument|parameter|value)s?)?"
    r"\s+(?:(?:is|are)\s+(?:not|no)|(?:is|are)n['’]t)\s+(?:an?\s+)?`?(?P<kind>dict(?:ionar(?:y|ies))?|mappings?|tuples?)`?",
    re.IGNORECASE,
)
"""That what gathers arguments is not what it always is."""
_NEGATION = re.compile(r"\b(?:not|no|never|cannot|nor|without)\b|n['’]t\b", re.IGNORECASE)
_MUST = re.compile(r"\b(?:must|should|has to|have to|needs?|required?|expected)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_SMALL = re.compile(
    r"the|and|are|was|were|has|have|had|not|does|did|can|cannot|must|should|will|would|been|being|its|this|that|with|for"
    r"|from|into|than|then|there|which|what|when|whenever|more|less|too|out|any|all|got|given|values?|arguments?"
    r"|parameters?|errors?|exceptions?|(?:in)?valid|none|but|one|only|you|your"
)
"""Words that tell nothing of what a case is about."""
_LEAST_STEM = 4
_MOST_ENDING = 3
"""Letters by which two forms of a word differ in length."""


@dataclass(frozen=True)
class OtherCase:
    """A part of a condition that is not the stated type's."""

    words: str
    """The part, from "if" on."""
    fact: ExceptionFact
    """What is raised in that case."""
    name: str
    """The parameter that the part is about; empty where it is a message's words that tell."""
    is_whole: bool
    """Whether the part is the whole condition."""
    caught: int = 0
    """The line of the handler that keeps it from coming out; 0 where it does come out."""
    result: str = ""
    """What is returned instead."""


def find_other_cases(paper: Paper, group: RaiseGroup, claim: RaisesClaim) -> Iterator[OtherCase]:
    """Yield the parts of a claim's condition that are another exception's cases, and not one of the stated type."""
    if not claim.condition or claim.message is not None or group.raiser.doubt:
        return
    parts = _PARTS.split(claim.condition)
    asked = [(part, name) for part in parts if not _NARROWER.search(part) for name in (_subject(group, part),)]
    asked = [(part, name) for part, name in asked if name or len(_content(part)) >= _LEAST_WORDS]
    stated = group.raiser.of_type(group.resolve(claim))
    if not asked or not _is_told_apart(group, claim, stated):
        return
    others = _others(paper, group, claim)
    for part, name in asked if others else ():
        found = _by_message(paper, group, claim, part, others) or _by_parameter(paper, group, claim, part, name, others)
        if found is not None:
            yield OtherCase(_said(part), found.fact, found.name, len(parts) == 1, found.caught, found.result)


def find_gathering(group: RaiseGroup, claim: RaisesClaim) -> ParameterFact | None:
    """Return the `**options` or `*items` that a claim is about if it is no dict or no tuple; it always is one."""
    match = _NO_GATHERED.fullmatch(claim.condition)
    if match is None:
        return None
    kind = "var_positional" if match["kind"].lower().startswith("tuple") else "var_keyword"
    taken = [
        parameter
        for member in group.raiser.members
        for parameter in (member.constructor or () if isinstance(member, ClassFact) else member.signature_parameters)
        if parameter.name == match["name"]
    ]
    return taken[0] if taken and all(parameter.kind == kind for parameter in taken) else None


@dataclass(frozen=True)
class _Other:
    """An exception of another type, with what becomes of it."""

    fact: ExceptionFact
    name: str = ""
    caught: int = 0
    result: str = ""
    raised_in: str = ""


def _is_told_apart(group: RaiseGroup, claim: RaisesClaim, stated: tuple[ExceptionFact, ...]) -> bool:
    """Say whether all that is raised is known, and whether the claim is on one type alone."""
    raises = group.raiser.raises
    if any(fact.type is None for fact in raises) or any(fact.origin != "raise" for fact in stated):
        return False
    return not any(one is not claim and one.condition == claim.condition for one in group.stated)


def _others(paper: Paper, group: RaiseGroup, claim: RaisesClaim) -> list[_Other]:
    """Return the exceptions that are certainly of another type; those that the symbol catches come last."""
    line = paper.lines[claim.line - 1]
    found = [_Other(fact, raised_in=_raised_in(group.owner, fact)) for fact in group.raiser.own]
    symbol = group.raiser.symbol
    found += _caught(paper, group, symbol) if isinstance(symbol, FunctionFact) else []
    return [one for one in found if _is_another(group, claim, one.fact) and not has_word(line, one.fact.name or "")]


def _is_another(group: RaiseGroup, claim: RaisesClaim, fact: ExceptionFact) -> bool:
    types, stated = group.raiser.types, group.resolve(claim)
    if fact.certainty != "certain" or fact.origin != "raise" or fact.type is None or group.covers(claim, fact):
        return False
    return types.is_subclass(fact.type, stated) is False and types.is_subclass(stated, fact.type) is False


def _raised_in(owner: str, fact: ExceptionFact) -> str:
    return fact.via[-1] if fact.via else owner


def _caught(paper: Paper, group: RaiseGroup, symbol: FunctionFact) -> list[_Other]:
    """Return what the functions that a symbol calls raise, and the symbol itself catches."""
    tree = FunctionTrees(paper).get(symbol)
    own = {(fact.type, fact.line) for fact in symbol.raises}
    found: list[_Other] = []
    for node in ast.walk(tree) if tree is not None else ():
        if not isinstance(node, ast.Try):
            continue
        calls = (one for statement in node.body for one in ast.walk(statement) if isinstance(one, ast.Call))
        for call in calls:
            for function in called(paper.facts, symbol.qualname.rpartition(".")[0], call):
                facts = [fact for fact in function.raises if (fact.type, fact.line) not in own]
                found += [
                    _Other(fact, "", handler.lineno, _result(handler), _raised_in(function.qualname, fact))
                    for fact in facts
                    if (handler := _handler(group, node, fact)) is not None
                ]
    return found


def _handler(group: RaiseGroup, node: ast.Try, fact: ExceptionFact) -> ast.ExceptHandler | None:
    types = group.raiser.types
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = [ast.unparse(kind) if kind is not None else "BaseException" for kind in kinds]
        if any(types.is_subclass(fact.type or "", types.resolve(name)) is True for name in names):
            raises = any(isinstance(one, ast.Raise) for one in ast.walk(handler))
            return None if raises else handler
    return None


def _result(handler: ast.ExceptHandler) -> str:
    last = handler.body[-1]
    if not isinstance(last, ast.Return):
        return ""
    return ast.unparse(last.value) if last.value is not None else "None"


def _by_message(paper: Paper, group: RaiseGroup, claim: RaisesClaim, part: str, others: list[_Other]) -> _Other | None:
    """Return the exception whose message a part says in its own words, where nothing of the stated type shares one."""
    meant = [one for one in others if _says(part, one.fact)]
    if not meant or _shares(group, claim, part) or _told_of_stated(paper, group, claim, set(_content(part))):
        return None
    return meant[0]


def _says(part: str, fact: ExceptionFact) -> bool:
    """Say whether a part has each word of a message, in order, and denies what it denies."""
    if fact.message is None:
        return False
    text = " ".join(fact.message.words)
    words = _content(text)
    if len(words) < _LEAST_WORDS:
        return False
    is_denied = bool(_NEGATION.search(text)) != bool(_MUST.search(text))
    rest = iter(_content(part))
    return is_denied == bool(_NEGATION.search(part)) and all(any(_alike(word, one) for one in rest) for word in words)


def _by_parameter(
    paper: Paper, group: RaiseGroup, claim: RaisesClaim, part: str, name: str, others: list[_Other]
) -> _Other | None:
    """Return the exception that is raised for the parameter of a part, where none of the stated type hangs on it."""
    if not name or _shares(group, claim, part, without=name):
        return None
    trace = follow(paper, group.raiser.symbol, name)
    if trace is None:
        return None
    meant = [one for one in others if _is_for(trace, one)]
    stated = group.raiser.of_type(group.resolve(claim))
    if not meant or any(_hangs(paper, group, claim, trace, fact) for fact in stated):
        return None
    if _told_of_stated(paper, group, claim, set(trace.words)):
        return None
    best = next((one for one in meant if _content(part) and _has_word_of(part, one.fact, name)), meant[0])
    return _Other(best.fact, name, best.caught, best.result)


def _is_for(trace: Trace, other: _Other) -> bool:
    """Say whether the test that leads to an exception is one of just what was given."""
    tests = [condition for condition in other.fact.conditions if condition.kind == "if"]
    names = trace.same.get(other.raised_in, frozenset())
    return bool(tests) and any(has_word(tests[-1].text, name) for name in names)


def _hangs(paper: Paper, group: RaiseGroup, claim: RaisesClaim, trace: Trace, fact: ExceptionFact) -> bool:
    """Say whether an exception may be raised by what a parameter holds."""
    if not fact.conditions or len(fact.conditions) > _MOST_CONDITIONS:
        return True
    if any(condition.kind in ("except", "case") for condition in fact.conditions):
        return True
    if any(trace.touches(one.text) and not _is_guard(paper, group, claim, one) for one in fact.conditions):
        return True
    message = fact.message
    if message is None or any(trace.touches(hole.expression) for hole in message.holes):
        return True
    lines = dict.fromkeys((group.owner, *fact.via[:-1]), fact.call_line) | {_raised_in(group.owner, fact): fact.line}
    return any(trace.leaves_before(one, line) for one, line in lines.items())


def _is_guard(paper: Paper, group: RaiseGroup, claim: RaisesClaim, condition: Condition) -> bool:
    """Say whether a condition only says that another exception was not raised before."""
    return condition.kind == "not" and any(
        condition.text == _negated(test.text)
        for function in paper.facts.all_functions()
        for fact in function.raises
        if _is_another(group, claim, fact)
        for test in fact.conditions
        if test.kind == "if"
    )


def _negated(text: str) -> str:
    try:
        return negate(parse_value(text), SourceText(text))
    except NO_PYTHON:
        return ""


def _told_of_stated(paper: Paper, group: RaiseGroup, claim: RaisesClaim, words: set[str]) -> bool:
    """Say whether Python, or what is called, may raise the stated type in a line that has one of some words."""
    name = group.resolve(claim)
    faults = [fault for fault in group.raiser.faults if group.raiser.types.is_subclass(fault.type, name) is not False]
    calls = [call for call in group.raiser.calls if group.raiser.may_come_from(call, name)]
    lines = {line for fault in faults for line in _roots(paper, fault, set())} | {call.line for call in calls}
    return any(_has_any(paper, line, words) for line in lines)


def _roots(paper: Paper, fault: LanguageFault, seen: set[str]) -> Iterator[int]:
    """Yield the lines in which a fault comes up, inside the functions of the file that the fault comes through."""
    called_name = fault.text.removesuffix("()")
    function = paper.facts.function(called_name) if fault.text.endswith("()") else None
    if function is None:
        yield fault.line
    elif called_name not in seen:
        seen.add(called_name)
        for inner in function.language_faults:
            if inner.type == fault.type:
                yield from _roots(paper, inner, seen)


def _has_any(paper: Paper, line: int, words: set[str]) -> bool:
    """Say whether a line of the source, or what its brackets go on to, has one of some words."""
    text = paper.source_lines[line - 1]
    for further in paper.source_lines[line : line + 20]:
        if sum(text.count(one) for one in "([{") <= sum(text.count(one) for one in ")]}"):
            break
        text += f" {further}"
    return any(word in text for word in words)


def _shares(group: RaiseGroup, claim: RaisesClaim, part: str, without: str = "") -> bool:
    """Say whether an exception of the stated type is told of by a word of a part."""
    said = [word for word in _content(part) if not _alike(word, without.lower())]
    stated = group.raiser.of_type(group.resolve(claim))
    return any(fact.message is None or any(_alike(a, b) for a in said for b in _told(fact)) for fact in stated)


def _told(fact: ExceptionFact) -> list[str]:
    """Return the words of an exception's message and of its tests."""
    tests = " ".join(condition.text for condition in fact.conditions if condition.kind != "not")
    return _content(f"{fact.message or ''} {tests} {' '.join(fact.via)}".replace("_", " "))


def _has_word_of(part: str, fact: ExceptionFact, name: str) -> bool:
    said = [word for word in _content(part) if not _alike(word, name.lower())]
    return any(_alike(a, b) for a in said for b in _told(fact))


def _subject(group: RaiseGroup, part: str) -> str:
    """Return the parameter that a part begins with and of which it tells something; empty where there is none."""
    text = part.strip()
    while match := _START.match(text):
        text = text[match.end() :]
    symbol = group.raiser.symbol
    given = group.raiser.parameters
    named = [name for name in given if re.search(rf"(?<![\w.]){re.escape(name)}\b", text)]
    if len(named) != 1 or (isinstance(symbol, ClassFact) and symbol.constructor is None):
        return ""
    return named[0] if re.match(rf"(?:`(?:self\.)?{re.escape(named[0])}`|{re.escape(named[0])}){_TEST}", text) else ""


def _content(text: str) -> list[str]:
    words = (word.lower() for word in _WORD.findall(re.sub(r"\{[^{}]*\}", " ", text.replace("_", " "))))
    return [word for word in words if not _SMALL.fullmatch(word)]


def _alike(first: str, second: str) -> bool:
    """Say whether two words are forms of one."""
    if first == second:
        return True
    if abs(len(first) - len(second)) > _MOST_ENDING:
        return False
    length = max(_LEAST_STEM, min(len(first), len(second)) - 2)
    return len(first) >= length and len(second) >= length and first[:length] == second[:length]


def _said(part: str) -> str:
    words = " ".join(part.split()).strip(" ,")
    return words[:1].lower() + words[1:] if re.match(r"(?:if|when)\b", words, re.IGNORECASE) else f"if {words}"
