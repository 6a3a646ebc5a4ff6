"""The loop of a run as a graph in plain HTML: its stations, the one at work, the way back, and the run's figures.

It is a list in the order of the work, so that it can be read aloud; the way back from the router is its last entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.code_words import with_code
from reflexion_core.dashboard.run_words import (
    ROLE_WORDS,
    call_seconds,
    clock,
    elapsed_seconds,
    short_name,
    thousands,
)
from reflexion_core.dashboard.time_left import left_words
from reflexion_core.forecast import Forecast, Stage, stage_at_work
from reflexion_core.progress import Progress, RoleTotals
from reflexion_core.records import RoleName
from reflexion_core.run_options import RunOptions

_SIGNS = {RoleName.GENERATOR: "✎", RoleName.CRITIC: "☰", RoleName.ADJUDICATOR: "⚖"}


@dataclass(frozen=True)
class _Node:
    stage: Stage
    title: str
    lines: tuple[str, str]
    has_worked: bool


def loop_html(view: RunView, left: Forecast | None = None) -> str:
    """Return the loop with the station at work marked, and the figures of the run.

    Args:
        view: The run.
        left: What it may still take; None where nobody asks any more.
    """
    progress = view.progress
    if progress.options is None:
        return ""
    nodes = _nodes(progress, progress.options)
    at_work = stage_at_work(progress)
    items = "".join(_node_html(node, is_on=node.stage == at_work) for node in nodes)
    if progress.options.strategy not in ("single_pass", "plan_and_solve"):
        items += _back_html(progress, progress.options, is_on=at_work == "generator")
    graph = f'<ol class="rx-graph rx-nodes-{len(nodes)}" aria-label="The loop of this run">{items}</ol>'
    return f'<div class="rx-run">{graph}{_figures_html(progress, left)}</div>'


def _nodes(progress: Progress, options: RunOptions) -> Sequence[_Node]:
    nodes = [
        _role_node(RoleName.GENERATOR, progress, options),
        *_code_nodes(progress, options),
        *([] if options.strategy == "plan_and_solve" else [_role_node(RoleName.CRITIC, progress, options)]),
        _router_node(progress, options),
    ]
    if options.strategy != "single_pass":
        nodes.append(_role_node(RoleName.ADJUDICATOR, progress, options))
    return nodes


def _role_node(role: RoleName, progress: Progress, options: RunOptions) -> _Node:
    totals = progress.totals.get(role, RoleTotals())
    is_on = progress.writing is role
    seconds = totals.seconds + (call_seconds(progress) if is_on else 0)
    figures = f"{seconds:.0f} s{'…' if is_on else ''}" if totals.calls or is_on else ""
    if totals.usage.total_tokens:
        figures += f" · {thousands(totals.usage.total_tokens)} tokens"
    if progress.document is not None and not totals.calls:
        figures = "not needed"
    title = f"{_SIGNS[role]} {ROLE_WORDS[role]}"
    model = short_name(options.role(role).model)
    if role is RoleName.CRITIC and len(options.critics) > 1:
        model = ", ".join(short_name(each) for each in options.critics)
    return _Node(role.value, title, (model, figures), totals.calls > 0)


def _code_nodes(progress: Progress, options: RunOptions) -> list[_Node]:
    """Return the stations of what code does with a draft; none where drafts are not checked."""
    if options.policy != "grounded":
        return []
    reports = [item.report for item in progress.rounds if item.report is not None]
    checked = f"{len(reports[-1].right)} right, {len(reports[-1].findings)} wrong" if reports else "facts decide"
    seconds = f"{progress.check_seconds:.1f} s" if reports else ""
    repaired = sum(len(item.repairs) for item in progress.rounds)
    mended = f"{repaired} repaired" if options.repair else "turned off"
    return [
        _Node("checks", "✓ Checks", (checked, seconds), bool(reports)),
        _Node("repair", "⚒ Repair", (mended, ""), bool(reports) and options.repair),
    ]


def _router_node(progress: Progress, options: RunOptions) -> _Node:
    scored = [item.score for item in progress.rounds if item.score is not None]
    attempt = f"attempt {max(1, progress.current_round)} of {options.max_attempts}"
    bar = f"bar {options.quality_score_bar:g}"
    has_worked = any(item.decision is not None for item in progress.rounds)
    return _Node("router", "⇄ Score, router", (attempt, f"{scored[-1]:.1f} · {bar}" if scored else bar), has_worked)


def _node_html(node: _Node, *, is_on: bool) -> str:
    state = "on" if is_on else "done" if node.has_worked else "idle"
    current = ' aria-current="step"' if is_on else ""
    lines = "".join(f'<span title="{escape(line)}">{escape(line)}</span>' for line in node.lines)
    sign = "● " if is_on else ""
    return f'<li class="rx-node rx-{state}"{current}><b>{sign}{escape(node.title)}</b>{lines}</li>'


def _back_html(progress: Progress, options: RunOptions, *, is_on: bool) -> str:
    """Return the way back: what it is for, or what the round that it led to has to mend."""
    words = f"↩ below the bar: back to the generator with one fix, at most {options.max_attempts} attempts"
    before = [item for item in progress.rounds if item.number < progress.current_round]
    decision = before[-1].decision if before else None
    if decision is not None and decision.fix is not None:
        words = f"↩ round {progress.current_round} mends: {' '.join(decision.fix.text.split())}"
    state = "on" if is_on and before else "idle"
    return f'<li class="rx-back rx-{state}"><span title="{escape(words)}">{with_code(words)}</span></li>'


def _figures_html(progress: Progress, left: Forecast | None) -> str:
    usage = progress.usage
    cached = f", {thousands(usage.cached_tokens)} from cache" if usage.cached_tokens else ""
    figures = [_score_figure(progress), (clock(elapsed_seconds(progress)), "time")]
    if left is not None:
        figures.append(left_words(left))
    figures.append((thousands(usage.total_tokens), f"tokens{cached}"))
    cells = "".join(f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for value, name in figures)
    return f'<div class="rx-figures">{cells}</div>'


def _score_figure(progress: Progress) -> tuple[str, str]:
    best = progress.best
    if best is None or best.score is None:
        return "–", "no score yet" if progress.state.is_live else "no score"
    word = "best so far" if progress.state.is_live else "best"
    return f"{best.score:.1f}", f"{word} (round {best.number})"
