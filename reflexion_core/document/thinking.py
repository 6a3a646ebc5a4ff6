"""A thinking model's notes to itself, taken out of its reply."""

from __future__ import annotations

import re

from reflexion_core.document.blocks import parser, read_blocks, split_lines

_LEADING = re.compile(r"\s*<(?P<tag>think(?:ing)?)>", re.IGNORECASE)
_OPENING = re.compile(r"^ {0,3}<(?P<tag>think(?:ing)?)>", re.IGNORECASE | re.MULTILINE)
_STRAY_CLOSING = re.compile(r"^[ \t]*</think(?:ing)?>[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_TAG_IN_CODE = re.compile(r"</?think", re.IGNORECASE)
_BLANK_START = re.compile(r"[ \t]*(?:(?:\r\n|\r|\n)[ \t]*)*(?:\r\n|\r|\n)|[ \t]+(?=\S)")


def strip_thinking(text: str) -> str:
    """Return a reply without its thinking.

    Taken out: a `<think>` or `<thinking>` block that starts a line; all in front of a closing tag that
    stands alone and has no opening one, which some servers swallow; and after an opening tag that starts
    the reply and is never closed, what comes before the first heading or JSON object. Tags in code stay.
    """
    while True:
        shorter = _strip_leading(text)
        shorter = _strip_block(shorter)
        shorter = _strip_until_stray(shorter)
        if shorter == text:
            return text
        text = shorter


def _strip_leading(text: str) -> str:
    opening = _LEADING.match(text)
    if opening is None:
        return text
    rest = text[opening.end() :]
    closing = _closing_tag(opening["tag"]).search(rest)
    return _without_blank_start(rest[closing.end() :]) if closing else _answer_in(rest)


def _strip_block(text: str) -> str:
    """Take out the first thinking block that is not in code and is closed."""
    for opening in _OPENING.finditer(text):
        closing = _closing_tag(opening["tag"]).search(text, opening.end())
        if closing and not _is_in_code(text, opening.start()):
            return text[: opening.start()] + _without_blank_start(text[closing.end() :])
    return text


def _strip_until_stray(text: str) -> str:
    for closing in _STRAY_CLOSING.finditer(text):
        if not _is_in_code(text, closing.start()):
            rest = _without_blank_start(text[closing.end() :])
            return rest if rest.strip() else text[: closing.start()] + rest
    return text


def _answer_in(thinking: str) -> str:
    """Return what looks like the answer in a reply whose thinking was never closed, or nothing."""
    lines = split_lines(thinking)
    starts = [block.start for block in read_blocks(thinking) if block.kind == "heading"]
    starts += [index for index, line in enumerate(lines) if line.startswith("{")]
    return "".join(lines[min(starts) :]) if starts else ""


def _is_in_code(text: str, position: int) -> bool:
    """Say whether a tag that starts a line stands in a fence, in indented code or in a code span."""
    line = len(split_lines(text[:position]))
    for token in parser().parse(text):
        start, end = token.map or (0, 0)
        if not start <= line < end:
            continue
        if token.type in ("fence", "code_block"):
            return True
        if any(child.type == "code_inline" and _TAG_IN_CODE.search(child.content) for child in token.children or []):
            return True
    return False


def _closing_tag(tag: str) -> re.Pattern[str]:
    return re.compile(f"</{tag}>", re.IGNORECASE)


def _without_blank_start(text: str) -> str:
    match = _BLANK_START.match(text)
    return text[match.end() :] if match else text
