"""The texts of a run by the names that a reader sees."""

from __future__ import annotations

from reflexion_core.progress import Progress


def run_texts(progress: Progress) -> dict[str, str]:
    """Return everything that can be compared, by its name, in the order in which it came to be."""
    best = progress.best
    texts = {}
    for item in progress.rounds:
        score = "no score" if item.score is None else f"{item.score:.1f}"
        mark = " ◆ best" if best is not None and best.number == item.number else ""
        if item.written is not None:
            texts[f"Round {item.number} as written"] = item.written
        texts[f"Round {item.number} · {score}{mark}"] = item.draft
    if progress.adjudicated is not None:
        texts["Adjudicator"] = progress.adjudicated
    if progress.document is not None:
        texts["Final document"] = progress.document.text
    return texts
