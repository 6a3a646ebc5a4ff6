"""How much of a final document models wrote."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from reflexion_core.progress import Progress


def model_share(progress: Progress) -> float:
    """Return the share of the final document's words, 0 to 1, that stand in a model's text in the same order.

    The model's text is the one that the document was made from, as it was before code repaired and settled it.
    """
    document = progress.document
    if document is None:
        return 0.0
    if document.origin == "adjudicator":
        written = progress.adjudicated or ""
    else:
        item = next(item for item in progress.rounds if item.number == document.round_number)
        written = item.draft if item.written is None else item.written
    return common_share(document.text, written)


def common_share(text: str, written: str) -> float:
    """Return the share of a text's words that another text has in the same order."""
    words, theirs = re.findall(r"\w+", text), re.findall(r"\w+", written)
    if not words:
        return 0.0
    blocks = SequenceMatcher(None, words, theirs, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(words)
