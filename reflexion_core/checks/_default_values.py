"""A stated default against a parameter's own: the same value, another one, or not to be told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.document.values import normalize_value, same_value
from reflexion_core.source.facts import ParameterFact
from reflexion_core.source.literals import Value

_WITH_UNIT = re.compile(r"(?P<value>`?[+-]?[\d.][\w.,+-]*`?)\s*(?P<unit>[a-zA-Z%µ°][\w/%.-]*)(?:\s.*)?", re.DOTALL)
_SCALES = re.compile(
    r"%|percent|min(?:ute)?s?|h(?:our)?s?|days?|weeks?|months?|years?|ms|milli\w*|µs|us|micro\w*|ns|nano\w*|"
    r"[kmgtKMGT]i?[bB]|[kK]ilo\w*|[mM]ega\w*|[gG]iga\w*|k|thousand|million|dozen|hundred",
)
"""Words that may make another number of the one in front of them: "5 minutes" is 300."""
_MEMBER = re.compile(r"(?P<holder>(?:\w+\.)*[A-Z]\w*)\.(?P<name>[A-Za-z]\w*)")
_MADE = re.compile(r"(?:\w+\.)*(?:Decimal|Fraction)\((?P<content>[^()]*)\)")
"""Classes whose one argument is the value."""
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_FACTORY = re.compile(r"(?:dataclasses\.)?field\(.*default_factory\s*=\s*(?P<made>[\w.]+)\s*[,)].*", re.DOTALL)
_FIELD = re.compile(r"(?:dataclasses\.)?field\(.*\bdefault\s*=\s*(?P<value>[^,()]+)[,)].*", re.DOTALL)
_DOTTED = re.compile(r"[\w.]+")
_EMPTY = {"()", "[]", "{}", "set()", "dict()", "list()", "tuple()", "frozenset()", "''", '""', "None"}


@dataclass(frozen=True)
class Stated:
    """A stated value, apart from a unit behind it."""

    value: str
    unit: str = ""

    @property
    def may_scale(self) -> bool:
        return bool(_SCALES.fullmatch(self.unit))


def split_unit(text: str) -> Stated:
    """Return a stated value and the word behind it: "30 seconds"."""
    match = _WITH_UNIT.fullmatch(text.strip())
    if match is None or normalize_value(text) is not None:
        return Stated(text.strip())
    return Stated(match["value"].strip("`"), match["unit"])


def compare_default(stated: str, parameter: ParameterFact, stand_ins: Sequence[str] = ()) -> bool | None:
    """Say whether a stated value is a parameter's default, or what is taken in its place.

    Args:
        stated: As the document has it.
        parameter: The parameter.
        stand_ins: More expressions that are taken in place of None, besides those that the parameter knows.
    """
    if parameter.default is None:
        return None
    results = [_compare(stated, actual) for actual in (shown_default(parameter), *_known(parameter.default_value))]
    in_effect = [(_compare(stated, text), text) for text in (*parameter.stand_ins, *stand_ins)]
    if True in results or any(same for same, _ in in_effect):
        return True
    if in_effect and False in results:
        return _none_fits(in_effect)
    return False if False in results else None


def _none_fits(in_effect: Sequence[tuple[bool | None, str]]) -> bool | None:
    """Say what it means that a value is none of those taken in place of a default: a call may give any value."""
    is_clear = any(same is False for same, _ in in_effect)
    return False if is_clear and all(same is False or _DOTTED.fullmatch(text) for same, text in in_effect) else None


def shown_default(parameter: ParameterFact) -> str:
    """Return a default as a reader would name it: of a dataclass's field what it makes, not how."""
    text = parameter.default or ""
    if made := _FACTORY.fullmatch(text):
        return f"{made['made']}()"
    if value := _FIELD.fullmatch(text):
        return value["value"].strip()
    return text


def compare_value(stated: str, actual: str | None, literal: Value | None) -> bool | None:
    """Say whether a stated value is the one that the source sets, given as text and, where known, by itself."""
    results = [_compare(stated, text) for text in ((actual,) if actual is not None else ())]
    results += [_compare(stated, text) for text in _known(literal)]
    return True if True in results else (False if False in results else None)


def is_definite(stated: str) -> bool:
    """Say whether a text states a value of its own, no name and no words."""
    value = normalize_value(split_unit(stated).value)
    return value is not None and value.kind != "name"


def quote_alike(stated: str, actual: str) -> str:
    """Return a value of the source written as the document wrote the one that it replaces."""
    value = normalize_value(actual)
    if value is None or value.kind != "string":
        return actual
    content = str(value.value)
    for quote in "\"'":
        if stated.startswith(quote) and actual[:1] in "\"'" and not set(content) & set("\"'\\\n"):
            return f"{quote}{content}{quote}"
    is_bare = re.fullmatch(r"[\w./-]+", stated) and re.fullmatch(r"[A-Za-z][\w./-]*", content)
    stated_value = normalize_value(stated)
    return content if is_bare and stated_value is not None and stated_value.kind == "name" else actual


def _compare_forms(stated: str, actual: str) -> bool | None:
    """Compare what has no value by itself: members of one class, and `Decimal("80")` with 80."""
    one, other = _MEMBER.fullmatch(stated.strip()), _MEMBER.fullmatch(actual)
    if one and other and one["holder"] == other["holder"]:
        return False
    made = _MADE.fullmatch(actual)
    if made is None or not is_definite(stated):
        return None
    number, content = normalize_value(stated), normalize_value(made["content"].strip("\"'"))
    if number is None or content is None or {number.kind, content.kind} != {"number"}:
        return None
    return number.value == content.value


def _known(literal: Value | None) -> tuple[str, ...]:
    return (repr(literal.value),) if literal is not None else ()


def _compare(stated: str, actual: str) -> bool | None:
    found = same_value(stated, actual)
    if found is True or ("\\" in stated and same_value(_ESCAPE.sub(r"\1", stated), actual)):
        return True  # outside of code, Markdown takes a backslash away
    split = split_unit(stated)
    if split.unit:
        same = same_value(split.value, actual)
        return None if same is False and split.may_scale else same
    if found is None:
        return _compare_forms(stated, actual)
    if found is False and stated.strip().lower().startswith(("empty ", "an empty ")) and actual in _EMPTY:
        return None
    return found
