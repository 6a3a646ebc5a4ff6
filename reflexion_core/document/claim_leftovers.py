"""Words that are no documentation: greetings, offers, placeholders, empty parts, open fences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reflexion_core.document.claim_roles import role_of_title
from reflexion_core.document.claims import LeftoverClaim, Place
from reflexion_core.document.layout import Fence, Heading, Html, Node, Paragraph
from reflexion_core.document.passages import Line, Passage, make_passage
from reflexion_core.document.sentences import (
    is_about_critic,
    is_about_revision,
    is_handing_over,
    is_offer,
    is_polite,
    is_praise,
    split_sentences,
)

_PLACEHOLDER = re.compile(
    r"\b(?:TODO|TBD|FIXME|XXX)\b(?!`)|\[(?:insert|your|add|todo|describe|fill|placeholder|enter|put"
    r"|description)\b[^\]\n]*\](?!\()"
    r"|<(?:insert|your|add|describe|fill|placeholder)\b[^>\n]*>|\blorem ipsum\b"
    r"|^\W?(?:(?:the )?(?:description|details?|text|content|documentation|example) )?"
    r"(?:to be (?:completed|documented|added|written|determined)|coming soon"
    r"|(?:description|text|content) (?:goes )?here)\.?\W?$"
    r"|^(?:\.{3}|…)$|\b(?:rest|remainder) of (?:the )?(?:document|documentation|code) "
    r"(?:here|(?:remains|stays|is) (?:unchanged|the same)"
    r"|unchanged)\b",
    re.IGNORECASE,
)
_SPEAKS = (
    *("todo", "tbd", "fixme", "xxx", "[", "<", "lorem ipsum", "to be ", "coming soon", "here", "...", "…"),
    *("rest of ", "remainder of "),
)
"""What stands in all words that hold a place."""
_CASED = re.compile(r"TODO|TBD|FIXME|XXX", re.IGNORECASE)
_THINKING = re.compile(r"</?think(?:ing)?>", re.IGNORECASE)
_WRAPPER = re.compile(r"(?:markdown|md)\b", re.IGNORECASE)


def find_leftovers(nodes: Sequence[Node], document: str) -> Iterator[LeftoverClaim]:
    """Yield what is around and between a document's words that does not belong to them."""
    yield from _opening(nodes)
    yield from _closing(nodes)
    yield from _between(nodes[:-1])
    yield from _empty_sections(nodes)
    yield from _fences(nodes, document)
    for node in nodes:
        if isinstance(node, Html):
            for match in (*_THINKING.finditer(node.words.text), *_PLACEHOLDER.finditer(node.words.text)):
                kind = "thinking" if "think" in match[0].lower() else "placeholder"
                yield LeftoverClaim(place=node.words.place(*match.span()), kind=kind)  # type: ignore[arg-type]


def find_placeholders(words: Passage) -> Iterator[LeftoverClaim]:
    """Yield what stands in a passage where words are still to come."""
    for match in _PLACEHOLDER.finditer(words.masked) if words.has_any(_SPEAKS) else ():
        is_word = _CASED.fullmatch(match[0])
        if not is_word or match[0].isupper():
            yield LeftoverClaim(place=words.place(*match.span()), kind="placeholder")


def _opening(nodes: Sequence[Node]) -> Iterator[LeftoverClaim]:
    """Yield the sentences that present the document, in front of it."""
    for node in nodes:
        if not isinstance(node, Paragraph):
            return
        position = 0
        for sentence in split_sentences(node.words.text[:2000]):
            if not is_handing_over(sentence) and not is_polite(sentence):
                break
            position += len(sentence)
        if not position:
            return
        place = node.words.cut(0, position).place()
        yield LeftoverClaim(place=place, kind="preamble")
        if position < len(node.words.text):
            return


def _closing(nodes: Sequence[Node]) -> Iterator[LeftoverClaim]:
    """Yield the sentences at the end that speak to the reader as in a chat."""
    last = nodes[-1] if len(nodes) > 1 else None
    if not isinstance(last, Paragraph):
        return
    start = max(len(last.words.text) - 2000, 0)
    position = start
    for sentence in split_sentences(last.words.text[start:]):
        if is_offer(sentence) or is_about_critic(sentence) or is_about_revision(sentence) or is_praise(sentence):
            yield LeftoverClaim(place=last.words.cut(position).place(), kind="sign-off")
            return
        position += len(sentence)


def _between(nodes: Sequence[Node]) -> Iterator[LeftoverClaim]:
    """Yield the paragraphs that tell what a critic had done to the text."""
    for node in nodes:
        if isinstance(node, Paragraph) and is_about_critic(node.words.text):
            yield LeftoverClaim(place=node.words.place(), kind="sign-off")


def _empty_sections(nodes: Sequence[Node]) -> Iterator[LeftoverClaim]:
    """Yield each heading with nothing under it, neither words nor a deeper heading."""
    for node, following in pairwise((*nodes, None)):
        if isinstance(node, Heading) and (
            following is None or (isinstance(following, Heading) and _ends_section(node, following))
        ):
            yield LeftoverClaim(place=node.words.place(), kind="empty section")


def _fences(nodes: Sequence[Node], document: str) -> Iterator[LeftoverClaim]:
    for node in nodes:
        if (isinstance(node, Fence) and not node.is_closed) or (
            isinstance(node, Fence) and _WRAPPER.match(node.info) and len(nodes) == 1
        ):
            yield LeftoverClaim(place=_first_line(node, document), kind="fence")


def _first_line(fence: Fence, document: str) -> Place:
    end = fence.lines[0].start if fence.lines else len(document)
    start = (
        document.rfind("\n", 0, max(end - 1, 0)) + 1
        if fence.lines
        else max(document.rfind("\n", 0, len(document.rstrip())) + 1, 0)
    )
    text = document[start:end].rstrip("\r\n")
    return make_passage(document, [Line(fence.line, start, text)]).place()


def _ends_section(heading: Heading, following: Heading) -> bool:
    """Say whether a heading ends the section before it; NumPy's underlined "Parameters" belongs to it at any level."""
    is_part = following.is_underlined and not heading.is_underlined and role_of_title(following.words.text) != ""
    return following.level <= heading.level and not is_part
