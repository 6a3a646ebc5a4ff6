"""Words that say what is returned: type, constants, keys, members of a tuple."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from reflexion_core.document.claim_result_keys import (
    KEY,
    find_listed_keys,
    is_about_result,
    read_inline_keys,
    read_key,
    read_key_lines,
)
from reflexion_core.document.claim_result_verbs import find_manner, find_verb, leading_condition
from reflexion_core.document.claim_tuple_members import find_members
from reflexion_core.document.claims import Form, ReturnClaim, StatedKey
from reflexion_core.document.passages import FILLER, Line, Passage, make_passage
from reflexion_core.document.python_code import parse_expression
from reflexion_core.document.type_words import is_type_word
from reflexion_core.document.values import normalize_value

_CODE = rf"`+{FILLER}+`+"
_TYPE_WORD = (
    r"list|dict(?:ionary)?|tuple|(?:frozen)?set|string|str|integer|int|float|bool(?:ean)?|bytes|generator|iterator|"
    r"async(?:hronous)? (?:generator|iterator)|coroutine"
)
_HEAD_TYPE = re.compile(
    rf"[*_]{{0,2}}\(?(?P<type>{_CODE}(?:\s*(?:\||or)\s*{_CODE})*|(?P<plain>[A-Za-z][\w.]*(?:\[[^\n\]]*\]+)?"
    rf"(?:\s+of\s+[\w\[\]. ]{{1,60}}?(?=\s*(?:[:\n(]|[—–]|$)))?(?:\s*(?:\||or)\s*[\w.\[\]]+)*))\)?"
    r"[*_]{0,2}(?P<after>\s*(?:[:,.;]|[—–]|-\s|\(|$|\n)|\s+(?:if|when|with|that|containing|of|object|instance|value)\b)"
)
_BRACKETED_TYPE = re.compile(rf"[*_]{{0,2}}\((?P<type>{_CODE}|[A-Za-z][\w.]*(?:\[[^\n\]]*\]+)?)\)")
_PHRASE = re.compile(
    rf"(?:an?|one|the|a new|another)\s+(?:new |single |sorted |nested |plain |lazy |non-empty |empty )*"
    rf"(?P<type>(?:{_CODE}|(?P<word>{_TYPE_WORD})\b)"
    r"(?P<of>\s+of\s+(?:(?! - |\s+(?:that|which|with|for|in|from|if|when)\b)[^.,;:\n(–—]){1,60})?)",
    re.IGNORECASE,
)
_PASSIVE = re.compile(rf"(?P<value>{_CODE}|None|True|False)\s+(?:is|will be)\s+returned\b")
_GOT = re.compile(
    rf"\b[Yy]ou\s+get\s+(?:back\s+)?(?P<value>{_CODE}|None|True|False)(?=\s*(?:[,.;]|$)|\s+(?:if|when|for)\b)"
)
_RESULT_IS = re.compile(
    rf"\b[Tt]he\s+(?:result|return\s+value)\s+is\s+(?P<value>{_CODE}|None|True|False)"
    r"(?=\s*(?:[,.;]|$)|\s+(?:if|when|for|unless|otherwise)\b)"
)
_RESULT_HAS = re.compile(r"\b[Tt]he\s+(?:result|return\s+value)\s+is\s+(?=an?\s)")
_IN_SOME_CASE = re.compile(r"\b(?:if|when|for|unless|otherwise|else|or|not|with|without)\b", re.IGNORECASE)
_BARE = re.compile(rf"[\s*_]*(?P<value>{_CODE}|None|True|False)\s+(?:if|when)\b")
_NEGATIVE = re.compile(
    r"\breturns?\s+nothing\b|\b(?:does not|doesn['’]t)\s+return\s+(?:anything|a value|any value)\b"
    r"|\bnothing is returned\b",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"[*_`]*(?:nothing|this (?:function|method) (?:does not|doesn't) return.*|no return value)[*_`]*[.]?", re.IGNORECASE
)
_LITERAL = re.compile(
    rf"(?P<value>{_CODE}|(?<![\w`])(?:None|True|False)(?!\w))(?P<after>\s*(?:[,.;:—–]|-\s|$|\n)|\s+(?:if|when"
    rf"|otherwise|for|on|unless|or|and|whenever|after)\b)"
)
_CONDITION = re.compile(
    r"\W*(?:(?:is|will be)\s+returned\s+)?(?:(?:instead of|rather than) an? (?:exception|error)\s+)?"
    r"(?P<words>(?:if|when|otherwise|for|on|unless|whenever|after)\b[^,;.]*)"
)
_KEYS = re.compile(r"\bkeys?\b(?:\s+(?:are|is|named|called))?[:]?\s*(?=[`\"'(])")
_SPEAKS = re.compile(r"return|yield|\bgives?\b|\b(?:result|dict)|you get|^\W*\w+\W+(?:if|when)\b", re.IGNORECASE)
_DICT_KEY = re.compile(r"\s*(?P<quote>[\"'])(?P<key>[^\"'\n]+)(?P=quote)\s*:\s*(?P<value>.*)")
_BRACKETED = re.compile(r"\([^()]*\)")

Subject = Literal["return", "yield"]


def find_section_returns(words: Passage, owner: str, form: Form, subject: Subject = "return") -> Iterator[ReturnClaim]:
    """Yield what a paragraph or entry of a "Returns" part states."""
    base = ReturnClaim(place=words.place(), owner=owner, form=form, subject=subject)
    if _NOTHING.fullmatch(words.text.strip()):
        yield replace(base, is_negative=True)
        return
    yield from _stated(words, 0, len(words.text), base, in_section=True)


def find_prose_returns(words: Passage, owner: str, form: Form = "prose") -> Iterator[ReturnClaim]:
    """Yield what sentences state that begin with "Returns", or say that nothing is returned."""
    if not _SPEAKS.search(words.text):
        return
    for start, end in words.sentences:
        verb = find_verb(words, start, end)
        first = verb.start if verb is not None else start
        base = ReturnClaim(place=words.place(first, end), owner=owner, form=form)
        for match in _NEGATIVE.finditer(words.masked, start, end):
            yield replace(base, is_negative=True, place=words.place(*match.span()))
        if is_about_result(words, start, end) and (keys := _keys(words, start, end)):
            yield replace(base, keys=keys)
        if verb is None or _is_run(words, verb.start):
            bare = _BARE.match(words.masked, start, end)
            lead = bare.start("value") if bare is not None and form == "prose" else None
            found = (
                _passive(words, start, end, base) if lead is None else _constants(words, lead, end, base, is_sure=True)
            )
        elif _NEGATIVE.match(words.masked, verb.position):
            continue
        else:
            found = _stated(words, verb.end, end, replace(base, subject=verb.subject), in_section=False)
        for claim in found:
            is_bare = claim.constant is not None and not claim.condition
            yield replace(claim, condition=leading_condition(words, start, end)) if is_bare else claim


def read_dict_block(document: str, lines: Sequence[Line]) -> tuple[StatedKey, ...]:
    """Return the keys of the outermost dict that a block of code shows."""
    keys: list[StatedKey] = []
    depth = 0
    opened = False
    for line in lines:
        match = _DICT_KEY.match(line.text)
        if match and depth == 1:
            words = make_passage(document, [line])
            keys.append(StatedKey(match["key"], words.place(*match.span("key")), _value_type(match["value"])))
        elif depth == 0 and line.text.strip().startswith("{") and not opened:
            keys += read_inline_keys(make_passage(document, [line]), 0, len(line.text))
        opened = opened or "{" in line.text
        depth += len(re.findall(r"[{\[(]", line.text)) - len(re.findall(r"[}\])]", line.text))
    return tuple(keys)


def _value_type(text: str) -> str:
    match = re.match(r"\(?(?P<type>[\w\[\], |.]+?)\)?(?:,|\s|$)", text)
    return match["type"] if match and is_type_word(match["type"]) else ""


def _stated(words: Passage, start: int, end: int, base: ReturnClaim, *, in_section: bool) -> Iterator[ReturnClaim]:
    keys = _keys(words, start, end)
    members = find_members(words, start, end)
    type_span = _type(words, start, end, in_section=in_section)
    constants = list(_constants(words, start, end, base, is_sure=in_section and type_span is None))
    manner = find_manner(words, start, end, base.subject)
    if type_span or keys or manner or members.length is not None or members.names:
        yield replace(
            base,
            type=words.text[slice(*type_span)].replace("`", "").replace("\n", " ").strip() if type_span else "",
            type_place=words.place(*type_span) if type_span else None,
            keys=keys,
            manner=manner,
            length=members.length,
            elements=members.names,
            elements_place=words.place(*members.span) if members.span else None,
        )
    yield from constants


def _type(words: Passage, start: int, end: int, *, in_section: bool) -> tuple[int, int] | None:
    phrase = _PHRASE.match(words.masked, start, end)
    code = words.code_at(phrase.start("type")) if phrase else None
    if phrase and code is None:
        return phrase.span("type")
    if phrase and code and is_type_word(code.text) and code.text not in ("True", "False"):
        return (code.inner_start, code.inner_end) if not phrase["of"] else phrase.span("type")
    return _leading_type(words, start, end) if in_section else _lone_type(words, start, end)


def _lone_type(words: Passage, start: int, end: int) -> tuple[int, int] | None:
    """Return the type in code that is all that a sentence says is returned: "It returns `bool`."."""
    code = words.code_at(start)
    if code is None or code.text in ("None", "True", "False") or not is_type_word(code.text):
        return None
    return (code.inner_start, code.inner_end) if not words.masked[code.end : end].strip(" *_.;\n") else None


def _leading_type(words: Passage, start: int, end: int) -> tuple[int, int] | None:
    """Return the type that a part's words start with: "`float`: the sum", "(int) the sum", "float - the sum"."""
    bracketed = _BRACKETED_TYPE.match(words.masked, start, end)
    if bracketed and is_type_word(words.text[slice(*bracketed.span("type"))].strip("`")):
        return _bare(words, *bracketed.span("type"))
    head = _HEAD_TYPE.match(words.masked, start, end)
    if head is None:
        return None
    text = words.text[slice(*head.span("type"))].replace("`", "")
    after = head["after"].strip()
    is_constant = text.strip() in ("True", "False", "None")
    goes_on = bool(words.text[head.end() :].strip()) and head["after"] != "\n"
    is_prose = bool(head["plain"]) and (after in ("if", "when", "with") or (after in ("", ".", ",") and goes_on))
    return _bare(words, *head.span("type")) if not is_constant and not is_prose and is_type_word(text) else None


def _bare(words: Passage, start: int, end: int) -> tuple[int, int]:
    """Return a span without backticks, if it is one code span."""
    code = words.code_at(start)
    return (code.inner_start, code.inner_end) if code is not None and code.end == end else (start, end)


def _constants(words: Passage, start: int, end: int, base: ReturnClaim, *, is_sure: bool) -> Iterator[ReturnClaim]:
    """Yield the constants at the start and behind commas: "`True` if found, `False` otherwise"."""
    position = start
    for match in _LITERAL.finditer(words.masked, start, end):
        between = words.masked[position : match.start()].strip(" *_\n")
        is_first = position == start and between in ("", "either", "always")
        is_next = position > start and re.search(r"(?:,|;|\bor|\band|\belse|\botherwise|\.)$", between)
        is_other = re.search(r"(?:\bor|,\s*or|\belse)$", between) is not None
        is_alone = (
            match["after"].strip() in ("otherwise",)
            or ((is_sure or is_other) and re.match(r"\s+(?:if|when|otherwise)", match["after"]))
            or (is_other and re.match(r"\s+(?:for|unless)", match["after"]))
        )
        if not (is_first or is_next or is_alone):
            continue
        claim = _constant(words, match, base)
        if claim is not None:
            position = match.end("value")
            yield claim
        elif is_first:
            return


def _constant(words: Passage, match: re.Match[str], base: ReturnClaim) -> ReturnClaim | None:
    start, end = match.span("value")
    code = words.code_at(start)
    if code is not None:
        start, end = code.inner_start, code.inner_end
    value = normalize_value(words.text[start:end])
    if value is None or value.kind == "name":
        return None
    condition = _CONDITION.match(words.text, match.end("value"))
    return replace(
        base,
        place=words.place(*match.span("value")),
        constant=words.text[start:end],
        constant_place=words.place(start, end),
        condition=condition["words"].strip() if condition else "",
    )


def _is_run(words: Passage, start: int) -> bool:
    """Say whether a sentence's subject is a call with values, of which an example tells, and not the symbol."""
    code = words.code_at(start)
    node = parse_expression(code.text) if code is not None else None
    return isinstance(node, ast.Call) and bool(node.args or node.keywords)


def _passive(words: Passage, start: int, end: int, base: ReturnClaim) -> Iterator[ReturnClaim]:
    for match in (one for said in (_PASSIVE, _GOT, _RESULT_IS) for one in said.finditer(words.masked, start, end)):
        claim = _constant(words, match, base)
        if claim is not None:
            yield claim
    for match in _RESULT_HAS.finditer(words.masked, start, end):
        span = _type(words, match.end(), end, in_section=False)
        if span is not None and not _IN_SOME_CASE.search(words.masked, start, end):
            text = words.text[slice(*span)].replace("`", "").replace("\n", " ").strip()
            yield replace(base, type=text, type_place=words.place(*span))


def _keys(words: Passage, start: int, end: int) -> tuple[StatedKey, ...]:
    """Return the keys that a sentence lists behind "keys", or an inline dict has."""
    code = next((code for code in words.codes_between(start, end) if code.text.startswith("{")), None)
    if code is not None:
        return tuple(read_inline_keys(words, code.inner_start, code.inner_end))
    match = _KEYS.search(words.masked, start, end)
    if match is None:
        return find_listed_keys(words, start, end) or read_key_lines(words.root.document, _lines(words, start))
    stop = re.compile(r"[.;](?=\s|$)|\n\n").search(words.masked, match.end(), end)
    last = stop.start() if stop else end
    hidden = _BRACKETED.sub(lambda found: " " * len(found[0]), words.masked[match.end() : last])
    keys = [read_key(words.cut(match.end() + found.start(), last)) for found in KEY.finditer(hidden)]
    return tuple(key for key in keys if key is not None)


def _lines(words: Passage, start: int) -> list[Line]:
    """Return the lines of a passage from an offset on."""
    lines: list[Line] = []
    position = start
    for text in words.text[start:].split("\n"):
        place = words.place(position, position)
        lines.append(Line(place.line, place.start, text))
        position += len(text) + 1
    return lines
