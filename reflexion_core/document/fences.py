"""Fences that do not belong to the document: one around all of it, and single fence lines left over.

A small model puts its whole document into a fence that is no longer than the fences within. By the rules of
CommonMark the first inner closing line then closes the outer fence; here the lines are paired as they were
meant: a line with a language opens, a bare one closes what is open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from reflexion_core.document.blocks import (
    Block,
    FenceLine,
    drop_lines,
    fence_line,
    read_blocks,
    split_lines,
)

_MARKDOWN_INFO = re.compile(r"(?:markdown|md)\b.*", re.IGNORECASE)
_PLAIN_INFO = re.compile(r"(?:te?xt|plaintext|plain)?", re.IGNORECASE)


def unwrap_document(text: str, is_noise: Callable[[str], bool]) -> str:
    """Take away a fence around the whole document, closed or not.

    A fence counts that opens the document and is marked as Markdown; an unmarked one if its content begins
    with a heading, has more structure than that, and nothing but noise follows it.

    Args:
        text: The document.
        is_noise: Says whether a text holds nothing that belongs to a document.
    """
    blocks = read_blocks(text)
    if not blocks or blocks[0].kind != "fence":
        return text
    lines = split_lines(text)
    opener = fence_line(lines, blocks[0].start)
    if opener is None:
        return text
    following = list(_fence_lines(lines, opener.index + 1))
    if following and _is_second_wrapper(following[0], lines, opener):
        return drop_lines(lines, [(opener.index, opener.index + 1)])
    closer = _find_outer_close(following, opener)
    end = closer.index if closer else len(lines)
    if not _MARKDOWN_INFO.fullmatch(opener.info):
        inside, rest = "".join(lines[opener.index + 1 : end]), "".join(lines[end + 1 :])
        is_document = _PLAIN_INFO.fullmatch(opener.info) and _looks_like_document(inside)
        if not is_document or not is_noise(rest):
            return text
    dropped = [(opener.index, opener.index + 1), (end, end + 1)]
    return drop_lines(lines, dropped if closer else dropped[:1])


def drop_stray_fence(text: str, is_noise: Callable[[str], bool]) -> str:
    """Take away the first fence line that encloses what was not meant to be code.

    That is a bare one with whole sections behind it and either no end or the opening of another fence; and
    the last one of the document, if it has no end and only noise, or nothing, behind it. A code block that
    was merely cut off stays as it is.
    """
    lines = split_lines(text)
    for block in read_blocks(text):
        if block.kind != "fence":
            continue
        swallowed = "".join(lines[block.start + 1 : block.end])
        is_empty_end = not block.is_closed and (not swallowed.strip() or is_noise(swallowed))
        if is_empty_end or _is_stray(block):
            return drop_lines(lines, [(block.start, block.start + 1)])
    return text


def _fence_lines(lines: Sequence[str], start: int) -> Iterator[FenceLine]:
    for index in range(start, len(lines)):
        line = fence_line(lines, index)
        if line is not None:
            yield line


def _find_outer_close(following: Sequence[FenceLine], outer: FenceLine) -> FenceLine | None:
    """Return the line that was meant to close the outer fence, or None if there is none."""
    inner: FenceLine | None = None
    for position, line in enumerate(following):
        if inner is not None:
            inner = None if line.closes(inner) else inner
        elif not line.closes(outer) or _is_pair(following[position : position + 2]):
            inner = line
        else:
            return line
    return None


def _is_second_wrapper(line: FenceLine, lines: Sequence[str], opener: FenceLine) -> bool:
    """Say whether a document was put into two fences: nothing stands between their opening lines."""
    between = "".join(lines[opener.index + 1 : line.index])
    return bool(_MARKDOWN_INFO.fullmatch(line.info)) and not between.strip()


def _is_stray(block: Block) -> bool:
    """Say whether a bare fence has swallowed sections of the document."""
    if block.info or not _has_sections(block.text):
        return False
    inside = _fence_lines(split_lines(block.text), 0)
    return not block.is_closed or any(line.info for line in inside)


def _is_pair(lines: Sequence[FenceLine]) -> bool:
    """Say whether two lines enclose something."""
    return len(lines) == 2 and lines[1].closes(lines[0]) and lines[1].index > lines[0].index + 1


def _looks_like_document(text: str) -> bool:
    blocks = read_blocks(text)
    return bool(blocks) and blocks[0].kind == "heading" and any(map(_is_structure, blocks[1:]))


def _is_structure(block: Block) -> bool:
    return block.kind in ("fence", "table") or (block.kind == "heading" and block.level > 1)


def _has_sections(text: str) -> bool:
    lines = split_lines(text)
    return any(
        block.kind == "heading" and block.level > 1 and block.start and not lines[block.start - 1].strip()
        for block in read_blocks(text)
    )
