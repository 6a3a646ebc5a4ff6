"""The texts of a run by the names that a reader sees."""

from __future__ import annotations

from reflexion_core.progress import Progress
from reflexion_core.records import Round


def run_texts(progress: Progress) -> dict[str, str]:
    """Return everything that can be compared, by its name, in the order in which it came to be."""
    names = round_names(progress)
    texts = {}
    for item in progress.rounds:
        if item.written is not None:
            texts[f"Round {item.number} as written"] = item.written
        texts[names[item.number]] = item.draft
    for number, document in enumerate(progress.former_documents, start=1):
        texts[f"Former final document {number}"] = document.text
    if progress.adjudicated is not None:
        texts["Adjudicator"] = progress.adjudicated
    if progress.document is not None:
        texts["Final document"] = progress.document.text
    return texts


def round_names(progress: Progress) -> dict[int, str]:
    """Return what a reader calls the draft of each round, by the round's number."""
    best = progress.best.number if progress.best is not None else None
    return {item.number: _name(item, is_best=item.number == best) for item in progress.rounds}


def _name(item: Round, *, is_best: bool) -> str:
    score = "no score" if item.score is None else f"{item.score:.1f}"
    by_hand = "" if item.author == "model" else f" · by hand{f' ({item.by})' if item.by else ''}"
    return f"Round {item.number} · {score}{by_hand}{' ◆ best' if is_best else ''}"
