"""The parts of a run page that are plain HTML: the loop as a row of nodes, the figures, the table of rounds."""

from __future__ import annotations

from html import escape

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.look import tag
from reflexion_core.dashboard.run_words import (
    REASON_WORDS,
    ROLE_WORDS,
    activity,
    call_seconds,
    clock,
    elapsed_seconds,
    ending,
    short_name,
    thousands,
)
from reflexion_core.progress import Progress, RoleTotals
from reflexion_core.records import RoleName, Round, RunState

_SHOWN_TAIL_CHARACTERS = 6000
_SIGNS = {RoleName.GENERATOR: "✎", RoleName.CRITIC: "☰", RoleName.ADJUDICATOR: "⚖"}


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
    about = f"run {view.id[:6]} · {strategy}"
    return (
        f'<div class="rx-head"><h1>{escape(name)}</h1><span class="rx-mute">{escape(about)}</span>'
        f'<span role="status">{state_tag(view)}</span></div>'
    )


def loop_html(view: RunView) -> str:
    """Return the loop as nodes, the one at work marked, and the figures of the run."""
    progress = view.progress
    options = progress.options
    if options is None:
        return ""
    router = f"bar {options.quality_score_bar:g} · attempt {max(1, progress.current_round)} of {options.max_attempts}"
    nodes = [
        _role_node(RoleName.GENERATOR, progress),
        *_code_nodes(progress),
        _role_node(RoleName.CRITIC, progress),
        _node("⇄ Router", router, "done" if _has_decision(progress) else ""),
    ]
    if options.strategy != "single_pass":
        nodes.append(_role_node(RoleName.ADJUDICATOR, progress))
    arrow = '<span class="rx-mute" aria-hidden="true">→</span>'
    return f'<div class="rx-run"><div class="rx-loop">{arrow.join(nodes)}</div>{_figures_html(progress)}</div>'


def _code_nodes(progress: Progress) -> list[str]:
    """Return the nodes of what code does with a draft; none where drafts are not checked."""
    if progress.options is None or progress.options.policy != "grounded":
        return []
    reports = [item.report for item in progress.rounds if item.report is not None]
    checked = f"{len(reports[-1].right)} right, {len(reports[-1].findings)} wrong" if reports else "facts decide"
    repaired = sum(len(item.repairs) for item in progress.rounds)
    state = "done" if reports else ""
    return [_node("✓ Checks", checked, state), _node("⚒ Repair", f"{repaired} repaired", state)]


def _has_decision(progress: Progress) -> bool:
    return any(item.decision is not None for item in progress.rounds)


def _role_node(role: RoleName, progress: Progress) -> str:
    totals = progress.totals.get(role, RoleTotals())
    model = short_name(progress.options.role(role).model) if progress.options is not None else ""
    is_on = progress.writing is role
    seconds = totals.seconds + (call_seconds(progress) if is_on else 0)
    detail = f"{model} · {seconds:.0f} s" + ("…" if is_on else "") if totals.calls or is_on else model
    state = "on" if is_on else "done" if totals.calls else ""
    if progress.document is not None and not totals.calls:
        detail = "not needed"
    return _node(f"{_SIGNS[role]} {ROLE_WORDS[role]}", detail, state)


def _node(title: str, detail: str, state: str) -> str:
    current = ' aria-current="step"' if state == "on" else ""
    return (
        f'<div class="rx-node rx-{state or "idle"}"{current}><b>{escape(title)}</b><span>{escape(detail)}</span></div>'
    )


def _figures_html(progress: Progress) -> str:
    usage = progress.usage
    cached = f", {thousands(usage.cached_tokens)} from cache" if usage.cached_tokens else ""
    figures = [
        _score_figure(progress),
        (clock(elapsed_seconds(progress)), "time"),
        (thousands(usage.total_tokens), f"tokens{cached}"),
    ]
    cells = "".join(f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for value, name in figures)
    return f'<div class="rx-figures">{cells}</div>'


def _score_figure(progress: Progress) -> tuple[str, str]:
    best = progress.best
    if best is None or best.score is None:
        return "–", "no score yet" if progress.state.is_live else "no score"
    word = "best so far" if progress.state.is_live else "best"
    return f"{best.score:.1f}", f"{word} (round {best.number})"


def live_text_title(progress: Progress) -> str:
    """Return what stands over the text that is being written."""
    if progress.writing is None:
        return "Text"
    role = ROLE_WORDS[progress.writing]
    if progress.waiting_for:
        return f"{role} · tries again: {progress.waiting_for}"
    if not progress.live_text:
        return f"{role} · reading the prompt"
    number = "" if progress.writing is RoleName.ADJUDICATOR else f"Round {progress.current_round} · "
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
    rows = "".join(
        _round_row(item, undecided, is_best=best is not None and item.number == best.number) for item in progress.rounds
    )
    if not rows:
        words = "The first draft is not ready yet." if progress.state.is_live else "No draft was finished."
        return f'<p class="rx-mute">{words}</p>'
    heads = (
        '<th class="rx-n">Round</th><th class="rx-n">Score</th><th class="rx-n">Accuracy</th>'
        '<th class="rx-n">Complete</th><th>Facts</th><th>Required fix</th><th class="rx-n">Tokens</th>'
        '<th class="rx-n">Time</th><th>Decision</th>'
    )
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="rx-scroll"><table class="rx-table">{head}<tbody>{rows}</tbody></table></div>'


def _round_row(item: Round, undecided: str, *, is_best: bool) -> str:
    values = {score.dimension: f"{score.value:g}" for score in item.scores.dimensions} if item.scores else {}
    decision = item.decision
    fix = decision.fix.text if decision is not None and decision.fix is not None else ""
    word = REASON_WORDS.get(decision.reason, decision.reason) if decision is not None else undecided
    numbers = (
        f"{item.number}{' ◆' if is_best else ''}",
        "–" if item.score is None else f"{item.score:.1f}",
        values.get("technical_accuracy", "–"),
        values.get("completeness", "–"),
    )
    cells = "".join(f'<td class="rx-n">{escape(value)}</td>' for value in numbers)
    used = (f"{item.usage.total_tokens:,}", clock(item.seconds)) if decision is not None else ("", "")
    cells += f'<td>{_facts_tag(item)}</td><td class="rx-fix">{escape(fix)}</td>'
    cells += "".join(f'<td class="rx-n">{escape(value)}</td>' for value in used)
    return f'<tr>{cells}<td class="rx-end">{escape(word)}</td></tr>'


def _facts_tag(item: Round) -> str:
    """Return how many statements of a draft are verified as wrong, after repair."""
    if item.report is None:
        return "–"
    wrong = len(item.report.findings)
    return tag(str(wrong), "wrong") if wrong else tag("all true", "right")
