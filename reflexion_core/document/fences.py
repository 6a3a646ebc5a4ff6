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
    closer = _find_outer_close(list(_fence_lines(lines, opener.index + 1)), opener)
    end = closer.index if closer else len(lines)
    if not _MARKDOWN_INFO.fullmatch(opener.info):
        inside, rest = "".join(lines[opener.index + 1 : end]), "".join(lines[end + 1 :])
        is_document = _PLAIN_INFO.fullmatch(opener.info) and _looks_like_document(inside)
        if not is_document or not is_noise(rest):
            return text
    dropped = [(opener.index, opener.index + 1), (end, end + 1)]
    return drop_lines(lines, dropped if closer else dropped[:1])


def drop_dangling_fence(text: str, is_noise: Callable[[str], bool]) -> str:
    """Take away a fence line that leaves the rest of the document in a fence that is never closed.

    That is the last one, when nothing, only noise or whole sections follow it; or a bare line further up
    that closes nothing and is followed by the opening of a fence. A code block that was merely cut off
    stays as it is.
    """
    blocks = read_blocks(text)
    if not blocks or blocks[-1].is_closed:
        return text
    last = blocks[-1]
    lines = split_lines(text)
    swallowed = "".join(lines[last.start + 1 :])
    if not swallowed.strip() or is_noise(swallowed):
        return drop_lines(lines, [(last.start, last.start + 1)])
    stray = _find_stray(list(_fence_lines(lines, 0)))
    if stray is None and not last.info and _has_sections(swallowed):
        stray = fence_line(lines, last.start)
    return drop_lines(lines, [(stray.index, stray.index + 1)]) if stray else text


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


def _find_stray(fences: Sequence[FenceLine]) -> FenceLine | None:
    """Return the first bare line outside any fence that is followed by an opening one."""
    inner: FenceLine | None = None
    for position, line in enumerate(fences):
        if inner is not None:
            inner = None if line.closes(inner) else inner
        elif line.info or _is_pair(fences[position : position + 2]):
            inner = line
        elif position + 1 < len(fences):
            return line
    return None


def _is_pair(lines: Sequence[FenceLine]) -> bool:
    return len(lines) == 2 and lines[1].closes(lines[0])


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
