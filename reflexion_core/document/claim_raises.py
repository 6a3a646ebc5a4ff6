"""Words that say what is raised, by whom, when, and with which message."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from reflexion_core.document.claim_exceptions import (
    ARTICLE,
    CODE,
    TYPE,
    TYPES,
    NamedException,
    Where,
    read_exception_name,
    read_exceptions,
)
from reflexion_core.document.claim_failing_verbs import FAILING, IS_ONE, SPEAKS, SPEAKS_OF_FAILING, is_meant
from reflexion_core.document.claim_messages import (
    STRONG_MESSAGE,
    SUBORDINATE,
    find_messages,
    read_condition,
    read_leading_condition,
)
from reflexion_core.document.claims import RaisesClaim
from reflexion_core.document.passages import FILLER, Passage

_ACTIVE = re.compile(
    rf"(?P<only>\bonly\s+)?\b(?P<verb>[Rr]ais(?:es?|ing)|[Tt]hrow(?:s|ing)?)[*_]*[:]?[*_]*"
    rf"(?P<only2>\s+only)?\s*(?:[—–-]+\s*)?{TYPES}"
)


_PASSIVE = re.compile(
    rf"{TYPES}(?:\s+(?:exception|error|class)s?)?(?:\s*\([^()\n]{{0,80}}\))?\s+"
    r"(?:is|are|will be|gets?|may be|can be|must be)\s+(?P<negation>(?:not|never)\s+)?(?:also\s+|then\s+"
    r"|always\s+)?(?:raised|thrown)\b"
    rf"(?:\s+by\s+(?P<by>`{FILLER}+`))?"
)


_NEGATIVE = re.compile(
    r"\b(?:(?:[Dd]oes|[Dd]o|did|[Ww]ill|would|can|must|should)\s*(?:not|n['’]t|never)|[Nn]ever|cannot|can['’]t|won['’]t"
    r"|[Dd]oesn['’]t|don['’]t)\s+"
    rf"(?:itself\s+|ever\s+)?(?:raises?|throws?)\b(?:\s+{ARTICLE}(?P<type>{TYPE}))?"
    r"|\b(?:[Rr]aises?|[Tt]hrows?)[*_]*:?[*_]*\s+(?:nothing\b|no\s+(?:other\s+)?(?:exceptions?|errors?)\b|none\b)"
    r"|\b[Nn]o\s+(?:exceptions?|errors?)\s+(?:is|are|will be)\s+(?:explicitly\s+)?(?:raised|thrown)\b"
)


_NOTHING = re.compile(
    r"\W*(?:none|nothing|no (?:exceptions?|errors?)(?: (?:is|are) (?:explicitly )?raised)?|n/a|does not raise.*|"
    r"this (?:function|method) does not (?:explicitly )?raise.*)\W*",
    re.IGNORECASE,
)


_STRANGER = re.compile(
    r"\b(?:that|which|who|whose|callbacks?|callables?|converters?|handlers?|back ?ends?|(?:decorated|wrapped"
    r"|given|user|your|"
    r"passed) (?:function|method|code)|python|caller|constructor)\b",
    re.IGNORECASE,
)


_FOLLOW_UP = re.compile(r"\W*(?:(?:the|its|their)\s+(?:error\s+|exception\s+)?messages?\b|message\b)", re.IGNORECASE)


_HEAD_END = re.compile(
    r"[*_]*\s*(?:[:—–]|-{1,2}\s|\(|,|\.|;|if\b|when\b|for\b|unless\b|on\b|in\b|with\b|is\b|raised\b|kept\b"
    r"|after\b|\n|$)"
)


_FIRST = re.compile(rf"\W{{0,3}}?{TYPES}")


_MORE = re.compile(rf"(?:[,;.]|\band\b|\bor\b)\s+{TYPES}(?=\s*(?:if|when|for|unless|on|in case)\b|\s*[(:])")


_CAUSE = re.compile(
    rf"\b(?:after|from|instead of|unlike|catch\w*|caused by|wrap\w*)\s+{ARTICLE}{CODE}(?:\s*,\s*{ARTICLE}{CODE})*,?\s*$"
)
"""Words before an exception that is what was raised first, and not what comes out."""


def find_section_raises(words: Passage, where: Where) -> Iterator[RaisesClaim]:
    """Yield what an entry or paragraph of a "Raises" part states."""
    if _NOTHING.fullmatch(words.text):
        yield RaisesClaim(place=words.place(), owner=where.owner, is_negative=True, form=where.form)
        return
    heads = list(_heads(words, where))
    if not heads:
        yield from find_prose_raises(words, where)
        return
    for index, group in enumerate(heads):
        end = heads[index + 1][0].start if index + 1 < len(heads) else len(words.text)
        yield from _claims(words, group, end, where)


def find_prose_raises(words: Passage, where: Where) -> Iterator[RaisesClaim]:
    """Yield what running text states of exceptions, where its subject is clearly the owner or a known symbol."""
    if not SPEAKS.search(words.masked):
        return
    found: list[tuple[int, RaisesClaim | tuple[list[NamedException], str, bool, int]]] = []
    sentences = words.sentences
    patterns = _patterns(words)
    for start, end in sentences:
        found += _in_sentence(words, start, end, where, patterns)
    for index, (start, item) in enumerate(found):
        if isinstance(item, RaisesClaim):
            yield item
            continue
        named, owner, is_only, sentence_start = item
        following = found[index + 1][0] if index + 1 < len(found) else len(words.text)
        end = min(following, _reach(words, sentences, start))
        inner = Where(owner, where.names, where.scope, where.form, where.parameters)
        yield from _claims(words, named, end, inner, is_only=is_only, sentence_start=sentence_start)


def read_exception(words: Passage, where: Where) -> Iterator[RaisesClaim]:
    """Yield the exceptions that a table's cell names, without looking for more."""
    for match in re.finditer(TYPE, words.masked):
        named = read_exception_name(words, match.start(), match.end(), where, in_section=True)
        if named:
            yield RaisesClaim(
                place=words.place(named.start, named.end),
                owner=where.owner,
                type=named.name,
                type_place=named.place,
                form=where.form,
            )


def _patterns(words: Passage) -> tuple[re.Pattern[str], ...]:
    """Return what can be found in a passage at all, as some pieces of its words tell."""
    raising = (_NEGATIVE, _ACTIVE, _PASSIVE) if words.has_any(("rais", "throw")) else ()
    return (*raising, FAILING, IS_ONE) if words.has_any(SPEAKS_OF_FAILING) else (*raising, IS_ONE)


def _in_sentence(
    words: Passage, start: int, end: int, where: Where, patterns: tuple[re.Pattern[str], ...]
) -> Iterator[tuple[int, RaisesClaim | tuple[list[NamedException], str, bool, int]]]:
    taken: list[tuple[int, int]] = []
    items: list[tuple[int, RaisesClaim | tuple[list[NamedException], str, bool, int]]] = []
    for pattern in patterns:
        for match in pattern.finditer(words.masked, start, end):
            if pattern is _NEGATIVE:
                taken.append(match.span())
                owner = _subject(words, start, match.start(), where)
                if owner is not None:
                    items.append((match.start(), _negative(words, match, end, owner, where)))
                continue
            if any(first < match.end() and match.start() < last for first, last in taken):
                continue
            taken.append(match.span())
            items += _positive(words, match, start, where)
    yield from sorted(items, key=lambda item: item[0])


def _positive(
    words: Passage, match: re.Match[str], sentence_start: int, where: Where
) -> Iterator[tuple[int, RaisesClaim | tuple[list[NamedException], str, bool, int]]]:
    groups = match.groupdict()
    is_active = "verb" in groups
    named = read_exceptions(words, match.start("types"), match.end("types"), where, in_section=False)
    if not named or not is_meant(match, named):
        return
    if is_active:
        owner = _subject(words, sentence_start, match.start("verb"), where)
    else:
        owner = _agent(words, match, where) if groups["by"] else where.owner
    if owner is None:
        return
    if groups.get("negation"):
        place = words.place(match.start(), match.end())
        for item in named:
            yield (
                match.start(),
                RaisesClaim(
                    place=place, owner=owner, type=item.name, type_place=item.place, is_negative=True, form=where.form
                ),
            )
        return
    is_only = bool(groups.get("only") or groups.get("only2"))
    yield match.start(), (named, owner, is_only, sentence_start)


def _negative(words: Passage, match: re.Match[str], end: int, owner: str, where: Where) -> RaisesClaim:
    named = read_exception_name(words, *match.span("type"), where, in_section=False) if match["type"] else None
    return RaisesClaim(
        place=words.place(match.start(), match.end()),
        owner=owner,
        type=named.name if named else "",
        type_place=named.place if named else None,
        is_negative=True,
        condition=read_condition(words, match.end(), end),
        form=where.form,
    )


def _subject(words: Passage, sentence_start: int, verb: int, where: Where) -> str | None:
    """Return whom a verb is about; None if that is another one than the owner and not known."""
    prefix = words.masked[sentence_start:verb]
    clause_start = sentence_start + max(
        prefix.rfind(mark) + len(mark) if mark in prefix else 0 for mark in ("; ", ", ", ": ")
    )
    clause = words.masked[clause_start:verb]
    if SUBORDINATE.match(clause) or _STRANGER.search(clause):
        return None
    codes = words.codes_between(clause_start, verb)
    if not codes:
        return where.owner
    last = codes[-1]
    is_next = not words.masked[last.end : verb].strip(" *_") or words.masked[last.end : verb].strip() in (
        "will",
        "may",
        "can",
    )
    name = last.text.partition("(")[0]
    if last.text.endswith(")") or is_next:
        if where.names.knows(name, where.scope):
            return where.names.resolve(name, where.scope)
        if where.owner and name.rpartition(".")[2] == where.owner.rpartition(".")[2]:
            return where.owner
        starts_clause = not re.search(r"\w", words.masked[clause_start : last.start])
        return None if last.text.endswith(")") or starts_clause else where.owner
    return where.owner


def _agent(words: Passage, match: re.Match[str], where: Where) -> str | None:
    """Return who raises in "`X` is raised by `who()`"."""
    code = words.code_at(match.start("by"))
    name = code.text.partition("(")[0] if code else ""
    if where.names.knows(name, where.scope):
        return where.names.resolve(name, where.scope)
    return where.owner if where.owner and name.rpartition(".")[2] == where.owner.rpartition(".")[2] else None


def _reach(words: Passage, sentences: Sequence[tuple[int, int]], position: int) -> int:
    """Return where the words about an exception end: with its sentence, or with a later one on the message."""
    index = max(bisect_right(sentences, position, key=lambda span: span[0]) - 1, 0)
    end = sentences[index][1]
    for first, last in sentences[index + 1 : index + 3]:
        if _FOLLOW_UP.match(words.masked, first, last) or STRONG_MESSAGE.search(words.masked, first, last):
            return last
    return end


def _heads(words: Passage, where: Where) -> Iterator[list[NamedException]]:
    """Yield the groups of exceptions that an entry is about: the one it starts with, and others like it."""
    first = _FIRST.match(words.masked)
    if first is None or not _HEAD_END.match(words.masked, first.end()):
        return
    named = read_exceptions(words, first.start("types"), first.end("types"), where, in_section=True)
    if not named:
        return
    yield named
    for match in _MORE.finditer(words.masked, first.end()):
        others = read_exceptions(words, match.start("types"), match.end("types"), where, in_section=False)
        if others and not _CAUSE.search(words.masked, first.end(), match.start()):
            yield others


def _claims(
    words: Passage,
    named: list[NamedException],
    end: int,
    where: Where,
    *,
    is_only: bool = False,
    sentence_start: int | None = None,
) -> Iterator[RaisesClaim]:
    last = named[-1]
    spans: list[tuple[int, int] | None] = []
    spans += [named[0].message] if named[0].message else find_messages(words, last.end, end)
    condition = read_condition(words, last.end, end)
    if not condition and sentence_start is not None:
        condition = read_leading_condition(words, sentence_start, named[0].start)
    stops = [*(span[0] - 1 for span in spans[1:] if span), end]
    for item in named:
        for number, span in enumerate(spans if len(named) == 1 and spans else [None]):
            if span and len(spans) > 1:
                condition = read_condition(words, min(span[1] + 1, stops[number]), stops[number])
            yield RaisesClaim(
                place=words.place(item.start, max(span[1] if span else item.end, item.end)),
                owner=where.owner,
                type=item.name,
                type_place=item.place,
                message=words.text[slice(*span)] if span else None,
                message_place=words.place(*span) if span else None,
                condition=condition,
                is_only=is_only,
                form=where.form,
            )
