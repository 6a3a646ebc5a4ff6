"""One round as plain HTML: what code found and mended, what the critic says, the scores, the decision and the fix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from reflexion_core.dashboard.code_words import with_code
from reflexion_core.dashboard.facts_html import changes_html, counts_html, findings_html
from reflexion_core.dashboard.look import tag
from reflexion_core.dashboard.run_words import REASON_WORDS
from reflexion_core.progress import Progress
from reflexion_core.records import CriticIssue, Decision, Round, Source
from reflexion_core.report.words import score_words


def found_so_far_html(progress: Progress) -> str:
    """Return what has been found in the newest draft of a live run."""
    if not progress.rounds:
        return '<p class="rx-mute">What the checks and the critic find in a draft comes here.</p>'
    newest = progress.rounds[-1]
    is_waiting = newest.critique is None and newest.decision is None and not newest.is_critic_left_out
    waits = _note("The critic has not answered yet.") if is_waiting else ""
    return found_html(newest, progress.source) + waits


def found_html(item: Round, source: Source | None) -> str:
    """Return what was found in a draft: by code, mended by code, and by the critic."""
    parts = [_note(f"Left out as a critic: {dropped}") for dropped in item.dropped_critics]
    if item.report is not None:
        parts += [counts_html(item.report), findings_html(item.report.findings, source), changes_html(item.repairs)]
    if item.critique is not None:
        parts.append(issues_html(item.critique.issues))
    if item.is_critic_left_out:
        parts.append(
            _note("The critic was not asked: code alone keeps this draft below the bar, and knows what to mend.")
        )
    return "".join(parts)


def issues_html(issues: Iterable[CriticIssue]) -> str:
    """Return the problems that a critic names, each with what came of it."""
    rows = "".join(_issue_row(issue) for issue in issues)
    if not rows:
        return _note("The critic names no problem.")
    heads = (
        "<th>Critic's</th><th>Words of the draft</th><th>What the critic says</th><th>It asks for</th><th>Counts</th>"
    )
    return (
        f'<div class="rx-scroll"><table class="rx-table"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _issue_row(issue: CriticIssue) -> str:
    cells = (issue.quote, issue.problem, issue.suggestion)
    said = "".join(f'<td class="rx-fix">{escape(cell)}</td>' for cell in cells)
    by = f'<br><span class="rx-mute">{escape(", ".join(issue.found_by))}</span>' if issue.found_by else ""
    return f"<tr><td>{escape(issue.severity)}{by}</td>{said}<td>{escape(_standing(issue))}</td></tr>"


def _standing(issue: CriticIssue) -> str:
    if issue.is_refuted:
        return "no: the checks found it right"
    return "yes" if issue.is_grounded else "no: these words are not in the draft"


def verdict_html(item: Round) -> str:
    """Return the scores of a round, the decision and the required fix."""
    lines = [_line("Score", _scores_html(item))]
    if item.critique is not None:
        lines.append(_line("Critic's own numbers", escape(_numbers(item.critique.dimensions))))
        lines += [_line(each.critic, escape(_numbers(each.dimensions))) for each in item.critique.opinions]
    if item.decision is not None:
        lines.append(_line("Decision", _decision_html(item.decision)))
        fix = item.decision.fix.text if item.decision.fix is not None else "none"
        lines.append(_line("Required fix", with_code(fix)))
    else:
        lines.append(_line("Decision", "not yet"))
    if item.is_cut:
        lines.append(_line("Note", "the model stopped before the end of its text"))
    if item.left_out:
        names = ", ".join(f"`{name}`" for name in item.left_out)
        lines.append(_line("Left out", with_code(f"what the model wrote on {names}: private, and no part of the API")))
    return f'<dl class="rx-verdict">{"".join(lines)}</dl>'


def _scores_html(item: Round) -> str:
    if item.scores is None:
        return "no score"
    parts = ", ".join(f"{_name(each.dimension)} {score_words(each)}" for each in item.scores.dimensions)
    return f"<b>{item.scores.mean:.1f}</b> {escape(parts)}"


def _decision_html(decision: Decision) -> str:
    word = REASON_WORDS.get(decision.reason, decision.reason)
    return f"{tag(word, 'right' if decision.reason == 'approved' else 'unsure')} {escape(decision.explanation)}"


def _line(name: str, html: str) -> str:
    return f"<dt>{escape(name)}</dt><dd>{html}</dd>"


def _note(text: str) -> str:
    return f'<p class="rx-mute">{escape(text)}</p>'


def _numbers(values: Mapping[str, float]) -> str:
    return ", ".join(f"{_name(dimension)} {value:g}" for dimension, value in values.items())


def _name(dimension: str) -> str:
    return dimension.replace("_", " ")
