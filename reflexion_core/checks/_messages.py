"""A stated message of an exception against the source's, hole by hole."""

from __future__ import annotations

import re
from functools import lru_cache

from reflexion_core.source.messages import Message

_PLACEHOLDER = re.compile(
    r"\{[^{}\n]*\}|<[^<>\n]+>|&lt;[^<>\n]+?&gt;|\.\.\.|…|%\(\w+\)[sdrfg]|%[sdrfgx]|\$\{?\w+\}?|\[[^\[\]\n]+\]"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>\"'])")
_ELLIPSIS = re.compile(r"\s*(?:\.\.\.|…)$")
_LEAST_HEAD = 4
"""Characters in front of three dots that tell one message from another."""
_REMEMBERED = 4096
_LONGEST = 400
"""Characters; what is longer is not compared placeholder by placeholder."""


@lru_cache(maxsize=_REMEMBERED)
def same_message(stated: str, message: Message) -> bool | None:
    """Say whether a message as a document shows it can be this one; None where it could be any text."""
    if message.is_open:
        return True if _plain(stated) == _plain(str(message)) else None
    readings = {
        stated,
        _ESCAPED.sub(r"\1", stated),
        stated.replace("{{", "{").replace("}}", "}"),
        stated.replace("\\n", " ").replace("\\t", " "),
    }
    return any(_fits(" ".join(reading.split()), message) for reading in readings)


def says_nothing(stated: str) -> bool:
    """Say whether a stated message is all placeholders."""
    return not re.search(r"\w", _PLACEHOLDER.sub("", stated))


@lru_cache(maxsize=_REMEMBERED)
def nearness(stated: str, message: Message) -> float:
    """Return how many of the words of both are in both, from 0 to 1."""
    first, second = _words(stated), _words(" ".join(message.words))
    return len(first & second) / max(len(first | second), 1)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", _PLACEHOLDER.sub(" ", text).lower()))


def _fits(stated: str, message: Message) -> bool:
    text = _plain(stated)
    if _pattern(message).fullmatch(text):
        return True
    head = _ELLIPSIS.sub("", text)
    if head != text and len(head) >= _LEAST_HEAD and _plain(str(message)).startswith(head):
        return True  # shortened, be it by nothing
    if len(text) > _LONGEST or not _PLACEHOLDER.search(text):
        return False
    return _words(text) <= _words(" ".join(message.words)) and _meet(_tokens_of_text(text), _tokens_of_message(message))


def _plain(text: str) -> str:
    """Drop what may differ without being another message: spacing, a full stop, the first letter's case."""
    text = " ".join(text.split())
    if not _ELLIPSIS.search(text):
        text = text.rstrip(".")
    return text[:1].lower() + text[1:]


@lru_cache(maxsize=_REMEMBERED)
def _pattern(message: Message) -> re.Pattern[str]:
    pieces = [re.escape(part) if isinstance(part, str) else ".+" for part in _plain_parts(message)]
    return re.compile("".join(pieces), re.DOTALL)


def _plain_parts(message: Message) -> list[object]:
    parts: list[object] = [re.sub(r"\s+", " ", part) if isinstance(part, str) else part for part in message.parts]
    if parts and isinstance(parts[0], str):
        first = parts[0].lstrip()
        parts[0] = first[:1].lower() + first[1:]
    if parts and isinstance(parts[-1], str):
        last = parts[-1].rstrip()
        parts[-1] = last if _ELLIPSIS.search(last) else last.rstrip(".")
    return parts


_WILD = ""
"""Stands for a hole or a placeholder in a list of characters."""


def _tokens_of_text(text: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    for match in _PLACEHOLDER.finditer(text):
        tokens += [*text[position : match.start()], _WILD]
        position = match.end()
    return tokens + list(text[position:])


def _tokens_of_message(message: Message) -> list[str]:
    tokens: list[str] = []
    for part in _plain_parts(message):
        tokens += list(part) if isinstance(part, str) else [_WILD]
    return tokens[:_LONGEST]


def _meet(first: list[str], second: list[str]) -> bool:
    """Say whether two texts with holes can be the same text; a hole is at least one character."""
    reached = {0}
    for token in first:
        if token == _WILD:
            # A placeholder stands for anything that begins here, at least one token of the other.
            reached = set(range(min(reached) + 1, len(second) + 1)) if reached else set()
            continue
        following: set[int] = set()
        for place in reached:
            if place < len(second) and second[place] in (token, _WILD):
                following.add(place + 1)
            if 0 < place <= len(second) and second[place - 1] == _WILD:
                following.add(place)  # the hole before goes on
        reached = following
        if not reached:
            return False
    return len(second) in reached
