"""What running text says of parameters: "`a` and `b` are keyword-only", "takes two arguments"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_owners import Context
from reflexion_core.document.claims import Claim, ParameterClaim, ParameterCountClaim, ParameterKind
from reflexion_core.document.passages import FILLER, Code, Passage

_CODE = rf"`{FILLER}+`"
_ENUM = rf"(?P<names>{_CODE}(?:\s*(?:,\s*(?:and\s+|or\s+)?|\band\b|\bor\b)\s*{_CODE})*)"
_ONLY = r"(?P<only>keyword|positional)[- ]only"
_NEED = r"(?P<need>optional|required|mandatory)"
_ARE_ONLY = re.compile(
    rf"{_ENUM}\s+(?:is|are)\s+(?:all\s+|both\s+|an?\s+)?{_ONLY}(?!\s+(?:if|when|in|for)\b)", re.IGNORECASE
)
_ARE_NEEDED = re.compile(
    rf"{_ENUM}\s+(?:is|are)\s+(?:all\s+|both\s+)?{_NEED}(?=\s*(?:[.,;)]|$|\band\b|\bbut\b))", re.IGNORECASE
)
_THE = re.compile(
    rf"\b(?:the|its)\s+(?:{_ONLY}|{_NEED})\s+(?:keyword\s+|positional\s+)?(?:arguments?|parameters?|keywords?)\s+{_ENUM}",
    re.IGNORECASE,
)
_MUST = re.compile(
    rf"{_ENUM}\s+(?:must|can only|may only|has to|have to)\s+(?:only\s+)?be\s+(?:passed|given|specified|supplied)\s+"
    r"(?:only\s+)?(?:(?P<keyword>by (?:keyword|name)|as (?:an? )?(?:keyword|named)(?: arguments?| parameters?|s)?)"
    r"|(?P<position>by position|positionally))\b(?!\s+(?:(?:arguments?|parameters?)\s+)?(?:to|for)\b)",
    re.IGNORECASE,
)
_SPEAKS = (
    *("only", "optional", "required", "mandatory", "passed", "given", "specified", "supplied"),
    *("argument", "parameter"),
)
"""What stands in all words on a parameter."""
_CONDITION = re.compile(r"\b(?:if|when|unless|whether|where|until|once|while|not)\b[^,;:]*$", re.IGNORECASE)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT = re.compile(
    rf"^(?P<before>\s*(?:(?:It|The\s+(?:function|method|constructor|class)|This(?:\s+(?:function|method))?|{_CODE})\s+)?)"
    rf"(?:takes|accepts|expects|has)\s+(?:exactly\s+)?(?P<number>{'|'.join(_NUMBERS)}|\d+)\s+"
    r"(?P<need>required\s+)?(?:arguments?|parameters?)\b(?!\s+(?:of|from|for|in)\b)",
    re.IGNORECASE,
)
_NAME = re.compile(r"\*{0,2}[^\W\d]\w*")
_KINDS: dict[str, ParameterKind] = {"keyword": "keyword-only", "positional": "positional-only"}


def find_parameter_words(words: Passage, owner: str, context: Context) -> Iterator[Claim]:
    """Yield what a passage says of its owner's parameters; a sentence that names another symbol says nothing."""
    if not owner or not words.has_any(_SPEAKS):
        return
    for start, end in words.sentences:
        sentence = words.cut(start, end)
        yield from _count(sentence, owner, context)
        for pattern in (_ARE_ONLY, _ARE_NEEDED, _THE, _MUST):
            for match in pattern.finditer(sentence.masked):
                if not _CONDITION.search(sentence.masked, 0, match.start()):
                    yield from _mentions(sentence, match, owner, context)


def _mentions(sentence: Passage, match: re.Match[str], owner: str, context: Context) -> Iterator[ParameterClaim]:
    codes = sentence.codes_between(*match.span("names"))
    if any(_is_other_symbol(code, owner, context) for code in sentence.codes):
        return
    said = match.groupdict()
    kind = _KINDS.get((said.get("only") or "").lower())
    if said.get("keyword") or said.get("position"):
        kind = "keyword-only" if said.get("keyword") else "positional-only"
    for code in codes:
        if _NAME.fullmatch(code.text):
            yield ParameterClaim(
                place=sentence.place(match.start(), match.end()),
                owner=owner,
                name=code.text.lstrip("*"),
                kind=kind,
                is_optional=said["need"].lower() == "optional" if said.get("need") else None,
                is_mention=True,
                name_place=sentence.place(code.inner_start, code.inner_end),
                form="prose",
            )


def _count(sentence: Passage, owner: str, context: Context) -> Iterator[ParameterCountClaim]:
    match = _COUNT.match(sentence.masked)
    if match is None:
        return
    if any(_is_other_symbol(code, owner, context) for code in sentence.codes_between(*match.span("before"))):
        return
    number = match["number"].lower()
    yield ParameterCountClaim(
        place=sentence.place(match.end("before"), match.end()),
        owner=owner,
        count=int(number) if number.isdigit() else _NUMBERS.index(number),
        is_required=bool(match["need"]),
    )


def _is_other_symbol(code: Code, owner: str, context: Context) -> bool:
    name = code.text.strip().partition("(")[0]
    if not re.fullmatch(r"[\w.]+", name) or name.isupper():
        return False
    return context.names.knows(context.resolve(name)) and context.resolve(name) != owner
