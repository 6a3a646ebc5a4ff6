"""A critic's scores, fixes and verdicts that a model has copied into the document.

Anything in code, in a table, or announced by a line that ends in a colon is the document's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from reflexion_core.document.blocks import Block, drop_lines, read_blocks, split_lines
from reflexion_core.document.critic_signs import (
    Sign,
    find_sign,
    is_about_draft,
    is_critique_title,
    is_fix_title,
    is_label,
    is_verdict_object,
    is_verdict_title,
)

Range = tuple[int, int]
"""Lines, counted from 0: the first, and the one after the last."""

_PROSE = ("paragraph", "bullet_list", "ordered_list", "hr", "blockquote")


def drop_critic_words(text: str, source_names: Collection[str] = ()) -> str:
    """Return a document without a critic's words.

    Args:
        text: The document.
        source_names: Names that the documented source uses; a critic's key among them is no critic's word.
    """
    while True:
        finder = _Finder(read_blocks(text), source_names)
        shorter = drop_lines(split_lines(text), finder.find())
        if shorter == text:
            return text
        text = shorter


class _Finder:
    """Looks through the blocks of one document."""

    def __init__(self, blocks: Sequence[Block], source_names: Collection[str]) -> None:
        self._blocks = blocks
        self._names = source_names

    def find(self) -> list[Range]:
        """Return the lines of the first section that is the critic's, or else of all its single blocks."""
        for index, block in enumerate(self._blocks):
            if block.kind == "heading" and self._is_critic_section(index):
                body = self._body(index)
                return [(block.start, body[-1].end if body else block.end)]
        return [found for index in range(len(self._blocks)) for found in self._find_in(index)]

    def _find_in(self, index: int) -> Iterator[Range]:
        block = self._blocks[index]
        if self._is_announced(index):
            return
        if self._is_critic_block(index):
            label = index and is_label(self._blocks[index - 1].text)
            yield (self._blocks[index - 1].start if label else block.start, block.end)
        elif block.kind == "paragraph":
            yield from self._find_lines(index)

    def _is_announced(self, index: int) -> bool:
        """Say whether the block before introduces this one, as a document does with its examples."""
        if not index or self._blocks[index - 1].kind != "paragraph":
            return False
        words = self._blocks[index - 1].text.rstrip()
        return words.endswith(":") and not is_label(words) and not self._signs(self._blocks[index - 1])

    def _is_critic_block(self, index: int) -> bool:
        """Say whether a whole block is the critic's: a verdict object at an edge, or a list of scores."""
        block = self._blocks[index]
        if is_verdict_object(block, self._names):
            is_after_title = index > 0 and self._blocks[index - 1].kind == "heading"
            is_at_edge = index in (0, len(self._blocks) - 1)
            return is_at_edge and not is_after_title
        if not block.items:
            return False
        signs = [find_sign(item, self._names) for item in block.items]
        return all(signs) and any(sign.is_firm for sign in signs if sign)

    def _find_lines(self, index: int) -> Iterator[Range]:
        """Find the critic's lines in a paragraph."""
        block = self._blocks[index]
        lines = block.text.split("\n")
        signs = [find_sign(line, self._names) for line in lines]
        is_object = block.raw.startswith("{")
        is_by_line = len(lines) == block.end - block.start
        if is_object or not is_by_line or not any(self._counts(sign, index) for sign in signs):
            return
        first = next(place for place, sign in enumerate(signs) if sign)
        if first and lines[first - 1].rstrip().endswith(":"):
            return
        is_value = False
        for place, sign in enumerate(signs):
            is_value = sign.is_text if sign else is_value
            if sign or is_value:
                yield (block.start + place, block.start + place + 1)
        if lines[-1].rstrip().endswith(":") and is_value and self._has_value_below(index):
            yield (self._blocks[index + 1].start, self._blocks[index + 1].end)

    def _has_value_below(self, index: int) -> bool:
        """Say whether a key at the end of a paragraph has its value in the next one."""
        return index + 1 < len(self._blocks) and self._blocks[index + 1].kind == "paragraph"

    def _counts(self, sign: Sign | None, index: int) -> bool:
        return sign is not None and (sign.is_firm or index in (0, len(self._blocks) - 1))

    def _is_critic_section(self, index: int) -> bool:
        heading = self._blocks[index]
        body = self._body(index)
        if any(not self._is_prose(block) for block in body):
            return False
        if find_sign(heading.text, self._names) in (Sign.FIRM, Sign.FIRM_TEXT, Sign.LOOSE_TEXT):
            return True
        if is_fix_title(heading.text, self._names):
            return bool(body)
        if is_critique_title(heading.text, self._names):
            return self._is_critique(index, body)
        is_verdict = is_verdict_title(heading.text, self._names)
        return is_verdict and bool(body) and all(map(self._is_only_signs, body))

    def _is_critique(self, index: int, body: Sequence[Block]) -> bool:
        """Say whether a section called "Critique" is one, and not about a class of this name."""
        if not body:
            return self._is_empty_section(index)
        return any(is_about_draft(block.text) for block in body) or all(map(self._is_only_signs, body))

    def _is_prose(self, block: Block) -> bool:
        return block.kind in _PROSE or is_verdict_object(block, self._names)

    def _is_only_signs(self, block: Block) -> bool:
        if is_verdict_object(block, self._names) or block.kind == "hr":
            return True
        signs = self._signs(block)
        return bool(signs) and all(signs)

    def _signs(self, block: Block) -> list[Sign | None]:
        """Return what each line or item shows; empty where none shows anything."""
        lines = block.items or tuple(block.text.split("\n"))
        signs = [find_sign(line, self._names) for line in lines]
        return signs if any(signs) else []

    def _is_empty_section(self, index: int) -> bool:
        """Say whether nothing stands under a heading that is not the only block."""
        following = self._blocks[index + 1 : index + 2]
        is_leaf = not following or following[0].level <= self._blocks[index].level
        return is_leaf and len(self._blocks) > 1

    def _body(self, index: int) -> list[Block]:
        """Return the blocks between a heading and the next one."""
        return list(takewhile(lambda block: block.kind != "heading", self._blocks[index + 1 :]))
