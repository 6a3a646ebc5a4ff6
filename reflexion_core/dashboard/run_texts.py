"""The texts of a run by the names that a reader sees."""

from __future__ import annotations

from dataclasses import dataclass

from reflexion_core.progress import Progress
from reflexion_core.records import Round


@dataclass(frozen=True)
class RunText:
    """One text of a run."""

    key: str
    """What a link calls it: `2`, `2w` for the draft of round 2 as written, `adjudicator`, `final`."""
    name: str
    text: str
    about: str = ""
    """What else a reader wants to know of it, in a few words."""

    @property
    def is_step(self) -> bool:
        """Whether it is where the run stood after a step; a draft as written is only the way there."""
        return not self.key.endswith("w")


def list_texts(progress: Progress) -> list[RunText]:
    """Return everything that can be compared, in the order in which it came to be."""
    texts = [text for item in progress.rounds for text in _texts_of(item, progress)]
    for number, former in enumerate(progress.former_documents, start=1):
        texts.append(RunText(f"former{number}", f"Former final document {number}", former.text))
    if progress.adjudicated is not None:
        texts.append(RunText("adjudicator", "Adjudicator", progress.adjudicated))
    document = progress.document
    if document is not None:
        count = len(document.repairs) + len(document.settled)
        texts.append(RunText("final", "Final document", document.text, _changed(count)))
    return texts


def run_texts(progress: Progress) -> dict[str, str]:
    """Return everything that can be compared, by its name, in the order in which it came to be."""
    return {text.name: text.text for text in list_texts(progress)}


def round_names(progress: Progress) -> dict[int, str]:
    """Return what a reader calls the draft of each round, by the round's number."""
    best = progress.best.number if progress.best is not None else None
    return {item.number: _name(item, is_best=item.number == best) for item in progress.rounds}


def _name(item: Round, *, is_best: bool) -> str:
    score = "no score" if item.score is None else f"{item.score:.1f}"
    by_hand = "" if item.author == "model" else f" · by hand{f' ({item.by})' if item.by else ''}"
    return f"Round {item.number} · {score}{by_hand}{' ◆ best' if is_best else ''}"


def _texts_of(item: Round, progress: Progress) -> list[RunText]:
    best = progress.best
    name = _name(item, is_best=best is not None and best.number == item.number)
    draft = RunText(str(item.number), name, item.draft, _changed(len(item.repairs)))
    if item.written is None:
        return [draft]
    return [RunText(f"{item.number}w", f"Round {item.number} as written", item.written, "before repair"), draft]


def _changed(count: int) -> str:
    if not count:
        return ""
    return f"{count} {'statement' if count == 1 else 'statements'} mended by code"
