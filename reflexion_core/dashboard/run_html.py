"""The parts of a run page that are plain HTML: its title, the text as it was written, the table of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.code_words import with_code
from reflexion_core.dashboard.look import tag
from reflexion_core.dashboard.run_words import (
    REASON_WORDS,
    ROLE_WORDS,
    activity,
    clock,
    ending,
)
from reflexion_core.progress import Progress
from reflexion_core.records import RoleName, Round, RunState
from reflexion_core.report.words import score_words, scored_dimensions, short_dimension

_SHOWN_TAIL_CHARACTERS = 6000


def state_tag(view: RunView) -> str:
    """Return the badge beside the title."""
    progress = view.progress
    if progress.state.is_live:
        return tag(activity(view), "live")
    if progress.state is RunState.FINISHED:
        return tag(ending(progress), "right" if progress.is_approved else "unsure")
    return tag(activity(view), "wrong" if progress.state is RunState.FAILED else "unsure")


def head_html(view: RunView) -> str:
    """Return the title of a run: file, run, strategy, state."""
    progress = view.progress
    name = progress.source.name if progress.source is not None else view.id
    strategy = progress.options.strategy.replace("_", " ") if progress.options is not None else ""
    strategy += " · chosen by the source" if progress.choice is not None else ""
    about = f"run {view.id[:6]} · {strategy}"
    return (
        f'<div class="rx-head"><h1>{escape(name)}</h1><span class="rx-mute">{escape(about)}</span>'
        f'<span role="status">{state_tag(view)}</span></div>'
    )


def live_text_title(progress: Progress) -> str:
    """Return what stands over the text that is being written."""
    if progress.writing is None:
        return "Text"
    role = ROLE_WORDS[progress.writing]
    if progress.waiting_for:
        return f"{role} · tries again: {progress.waiting_for}"
    if not progress.live_text:
        return f"{role} · reading the prompt"
    is_of_round = progress.writing is not RoleName.ADJUDICATOR and progress.current_round > 0
    number = f"Round {progress.current_round} · " if is_of_round else ""
    part = f" {progress.writing_part.replace('`', '')}" if progress.writing_part else ""
    return f"{number}{role} · writing{part}"


def live_text_html(progress: Progress) -> str:
    """Return the end of the text that is being written; plain, never as markup."""
    text = progress.live_text[-_SHOWN_TAIL_CHARACTERS:]
    if not text and progress.writing is None:
        return '<p class="rx-mute">Nothing is written yet.</p>'
    cursor = "▌" if progress.writing is not None else ""
    # The box is reversed, so that it stays at the end of the text without a script.
    return f'<div class="rx-text" role="log" aria-live="off" tabindex="0"><div>{escape(text)}{cursor}</div></div>'


def rounds_html(progress: Progress) -> str:
    """Return the rounds as a table."""
    best = progress.best
    undecided = "critic is reading" if progress.state.is_live else "not judged"
    dimensions = scored_dimensions(progress.rounds)
    rows = "".join(
        _round_row(item, dimensions, undecided, is_best=best is not None and item.number == best.number)
        for item in progress.rounds
    )
    if not rows:
        words = "The first draft is not ready yet." if progress.state.is_live else "No draft was finished."
        return f'<p class="rx-mute">{words}</p>'
    numbers = ["Round", "Score", *(short_dimension(name).capitalize() for name in dimensions)]
    heads = "".join(f'<th class="rx-n">{escape(name)}</th>' for name in numbers) + (
        '<th>Facts</th><th>Required fix</th><th class="rx-n">Tokens</th><th class="rx-n">Time</th><th>Decision</th>'
    )
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="rx-scroll"><table class="rx-table">{head}<tbody>{rows}</tbody></table></div>'


def _round_row(item: Round, dimensions: Sequence[str], undecided: str, *, is_best: bool) -> str:
    values = {each.dimension: score_words(each) for each in item.scores.dimensions} if item.scores else {}
    decision = item.decision
    fix = decision.fix.text if decision is not None and decision.fix is not None else ""
    word = REASON_WORDS.get(decision.reason, decision.reason) if decision is not None else undecided
    numbers = (
        f"{item.number}{' ◆' if is_best else ''}",
        "–" if item.score is None else f"{item.score:.1f}",
        *(values.get(name, "–") for name in dimensions),
    )
    cells = "".join(f'<td class="rx-n">{escape(value)}</td>' for value in numbers)
    used = (f"{item.usage.total_tokens:,}", clock(item.seconds)) if decision is not None else ("", "")
    cells += f'<td>{_facts_tag(item)}{_author_tag(item)}</td><td class="rx-fix">{with_code(fix)}</td>'
    cells += "".join(f'<td class="rx-n">{escape(value)}</td>' for value in used)
    return f'<tr>{cells}<td class="rx-end">{escape(word)}</td></tr>'


def _author_tag(item: Round) -> str:
    """Return who wrote a draft, where it was a person."""
    if item.author == "model":
        return ""
    name = f": {item.by}" if item.by else ""
    return " " + tag(f"by hand{name}", "person")


def _facts_tag(item: Round) -> str:
    """Return how many statements of a draft are verified as wrong, after repair."""
    if item.report is None:
        return "–"
    wrong = len(item.report.findings)
    return tag(str(wrong), "wrong") if wrong else tag("all true", "right")
