"""What a model says around the document that it was asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflexion_core.document.blocks import Block, drop_lines, read_blocks, split_lines
from reflexion_core.document.sentences import (
    is_about_revision,
    is_follow_up,
    is_handing_over,
    is_offer,
    is_polite,
    is_praise,
    split_sentences,
)

_MARKDOWN_INFO = re.compile(r"(?:markdown|md)\b", re.IGNORECASE)
_CHANGES_TITLE = re.compile(
    r"(?:(?:key |list of |summary of |explanation of )?(?:the )?"
    r"(?:changes|corrections|revisions|fixes|improvements) (?:made|applied)"
    r"|(?:summary|explanation) of (?:the )?(?:changes|corrections|revisions|fixes))"
    r"(?: (?:in|to) (?:this|the) (?:documentation|document|draft|revision|version))?\s*:?",
    re.IGNORECASE,
)
_CHANGE_ITEM = re.compile(
    r"\W*(?:added|fixed|corrected|updated|removed|clarified|changed|improved|ensured|included|revised|replaced|"
    r"rewrote|reworded|moved|made|expanded|simplified)\b",
    re.IGNORECASE,
)


def drop_opening(text: str) -> str:
    """Return a document without what is said before it ("Sure! Here is the documentation:")."""
    while True:
        shorter = _drop_first(text)
        if shorter == text:
            return text
        text = shorter


def drop_closing(text: str) -> str:
    """Return a document without what is said after it ("Let me know if …", "Note: I have fixed …")."""
    while True:
        shorter = _drop_last(text)
        if shorter == text:
            return text
        text = shorter


def _drop_first(text: str) -> str:
    blocks = read_blocks(text)
    if not blocks:
        return text
    lines = split_lines(text)
    count = 0
    while _is_opening_block(blocks, count):
        count += 1
    first = blocks[0]
    if count:
        is_start = not "".join(lines[: first.start]).strip()
        return drop_lines(lines, [(0 if is_start else first.start, blocks[count - 1].end)])
    if first.kind != "paragraph":
        return text
    raw = "".join(lines[first.start : first.end])
    return "".join(lines[: first.start]) + raw[_opening_length(raw) :] + "".join(lines[first.end :])


def _is_opening_block(blocks: Sequence[Block], index: int) -> bool:
    """Say whether a block, where all before it are chatter, is chatter too, or the rule that ends it."""
    if index >= len(blocks):
        return False
    match blocks[index].kind:
        case "paragraph":
            return _is_all_opening(blocks[index].raw)
        case "heading":
            return _is_opening_title(blocks, index)
        case "hr":
            return index > 0 and blocks[index - 1].kind != "hr"
    return False


def _is_all_opening(paragraph: str) -> bool:
    return bool(paragraph) and _opening_length(paragraph) == len(paragraph)


def _opening_length(paragraph: str) -> int:
    """Return how many characters of a document's first paragraph are said before the document."""
    length = 0
    is_presented = False
    for sentence in split_sentences(paragraph):
        is_presenting = is_handing_over(sentence) or (is_presented and is_follow_up(sentence))
        if not is_presenting and not is_polite(sentence):
            break
        is_presented = is_presented or is_presenting
        length += len(sentence)
    return length


def _is_opening_title(blocks: Sequence[Block], index: int) -> bool:
    """Say whether a heading is chatter: over a rule, or before a fence or the true title."""
    title = blocks[index]
    if index + 1 == len(blocks) or not _is_all_opening(title.raw):
        return False
    is_underlined = title.end - title.start > 1
    following = blocks[index + 1]
    is_fenced = following.kind == "fence" and bool(_MARKDOWN_INFO.match(following.info))
    return is_underlined or is_fenced or (following.kind == "heading" and following.level <= title.level)


def _drop_last(text: str) -> str:
    blocks = read_blocks(text)
    if not blocks:
        return text
    lines = split_lines(text)
    count = 0
    while count < len(blocks) and _is_closing_block(blocks[: len(blocks) - count]):
        count += 1
    if count:
        return _drop_last_blocks(lines, blocks, count)
    match blocks[-1].kind:
        case "paragraph":
            return _drop_closing_sentences(lines, blocks[-1])
        case "bullet_list" | "ordered_list" if _is_list_of_changes(blocks):
            return _drop_last_blocks(lines, blocks, 2)
        case "bullet_list" | "ordered_list" | "table" | "blockquote":
            return _drop_attached_line(lines, blocks[-1])
    return text


def _is_closing_block(blocks: Sequence[Block]) -> bool:
    """Say whether the last of the blocks is a paragraph of chatter."""
    if blocks[-1].kind != "paragraph":
        return False
    first = next(split_sentences(blocks[-1].raw), "")
    is_ending = len(blocks) > 1 and blocks[-2].kind != "heading"
    return is_offer(first) or is_about_revision(first) or (is_ending and is_praise(first))


def _drop_closing_sentences(lines: Sequence[str], last: Block) -> str:
    """Drop the offers that end a paragraph of true words."""
    raw = "".join(lines[last.start : last.end])
    sentences = list(split_sentences(raw))
    kept = len(sentences)
    while kept > 1 and is_offer(sentences[kept - 1]):
        kept -= 1
    if kept == len(sentences):
        return "".join(lines)
    shorter = "".join(sentences[:kept]).rstrip() + raw[len(raw.rstrip("\r\n")) :]
    return "".join(lines[: last.start]) + shorter + "".join(lines[last.end :])


def _drop_last_blocks(lines: Sequence[str], blocks: Sequence[Block], count: int) -> str:
    """Drop the last blocks, and the rule that sets them apart."""
    first = len(blocks) - count
    if first and blocks[first - 1].kind == "hr":
        first -= 1
    return drop_lines(lines, [(blocks[first].start, blocks[-1].end)])


def _is_list_of_changes(blocks: Sequence[Block]) -> bool:
    """Say whether a document ends with "Changes made" and a list of what was done to the text."""
    if len(blocks) < 2 or blocks[-2].kind not in ("paragraph", "heading"):
        return False
    title = blocks[-2].text.strip()
    if is_about_revision(title):
        return True
    return bool(_CHANGES_TITLE.fullmatch(title)) and all(map(_CHANGE_ITEM.match, blocks[-1].items))


def _drop_attached_line(lines: Sequence[str], block: Block) -> str:
    """Drop an offer right below a list or table, where the blank line that should part them is missing."""
    attached = lines[block.end - 1]
    is_own_line = block.end - block.start > 1 and attached[:1].isalpha()
    if is_own_line and all(map(is_offer, split_sentences(attached))):
        return drop_lines(lines, [(block.end - 1, block.end)])
    return "".join(lines)
