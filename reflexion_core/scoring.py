"""From a critique to the scores of a round, and to what of it counts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import median

from reflexion_core.records import CheckReport, CriticIssue, Critique, DimensionScore, Scores, Verdict
from reflexion_core.rubrics import COMPLETENESS, Rubric

_MIN_QUOTE_CHARACTERS = 3


def score_by_model(critique: Critique | None, rubric: Rubric) -> Scores | None:
    """Score a round by the critic's own numbers: the policy `model`, as the classic loop does.

    Returns:
        None where there is no critique: no verdict is neither a pass nor a zero.
    """
    if critique is None:
        return None
    return _weigh([opinion.dimensions for opinion in critique.opinions] or [critique.dimensions], rubric)


def score_by_facts(report: CheckReport, critique: Critique | None, rubric: Rubric) -> Scores:
    """Score a round by what can be pointed at: the policy `grounded`.

    Each dimension starts at 100 and loses what the rubric says for each verified finding, as little as for a small one
    for each public symbol that the draft only names, and less for each issue of the critic that counts, but never goes
    below 0. Of a committee it is the median of what each critic's issues would make of it.

    Args:
        report: What the checks say of the draft.
        critique: The critic's reply; without one the facts score alone.
        rubric: The dimensions and the deductions.
    """
    if critique is None:
        return _weigh([_deduct(report, (), rubric)], rubric)
    told = [critique.issues]
    if critique.opinions:
        told = [tuple(each for each in critique.issues if one.critic in each.found_by) for one in critique.opinions]
    return _weigh([_deduct(report, issues, rubric) for issues in told], rubric)


def _deduct(report: CheckReport, issues: Sequence[CriticIssue], rubric: Rubric) -> dict[str, float]:
    lost = dict.fromkeys(rubric.names, 0.0)
    for finding in report.findings:
        lost[rubric.place(finding)] += rubric.deductions.verified[finding.severity]
    for _ in report.unexplained:
        lost[rubric.nearest(COMPLETENESS)] += rubric.deductions.verified["low"]
    for issue in issues:
        if issue.counts:
            lost[rubric.nearest(issue.dimension)] += rubric.deductions.critic[issue.severity]
    return {name: max(0.0, 100.0 - points) for name, points in lost.items()}


def _weigh(verdicts: Sequence[Mapping[str, float]], rubric: Rubric) -> Scores:
    """Return the median of each dimension, and the spread where there is more than one verdict."""
    scores = []
    for each in rubric.dimensions:
        values = [verdict[each.name] for verdict in verdicts]
        spread = {"low": min(values), "high": max(values)} if len(values) > 1 else {}
        scores.append(DimensionScore(dimension=each.name, value=median(values), weight=each.weight, **spread))
    return Scores(dimensions=tuple(scores))


def refute_issues(critique: Critique, draft: str, verdicts: Sequence[Verdict]) -> Critique:
    """Mark the issues that dispute what the checks found right.

    That is an issue whose quote covers claims that are right, and none that is wrong or cannot be told.
    """
    issues = tuple(
        issue.model_copy(update={"is_refuted": _is_refuted(issue, draft, verdicts)}) for issue in critique.issues
    )
    return critique.model_copy(update={"issues": issues})


def _is_refuted(issue: CriticIssue, draft: str, verdicts: Sequence[Verdict]) -> bool:
    quote = issue.quote.strip()
    start = draft.find(quote) if len(quote) >= _MIN_QUOTE_CHARACTERS else -1
    if start < 0 or draft.find(quote, start + 1) >= 0:
        return False
    end = start + len(quote)
    touched = {verdict.outcome for verdict in verdicts if verdict.start < end and start < verdict.end}
    return touched == {"right"}


def ground_issues(critique: Critique, draft: str, symbols: tuple[str, ...]) -> Critique:
    """Mark which issues point at something that can be found.

    An issue is grounded when its quote stands in the draft, whatever its white space and Markdown marks,
    or names a public symbol of the source that the draft leaves out.

    Args:
        critique: The critic's reply.
        draft: The draft that it is about.
        symbols: The source's public symbols, `Class.member` for members.
    """
    issues = tuple(
        issue.model_copy(update={"is_grounded": _is_grounded(issue, draft, symbols)}) for issue in critique.issues
    )
    return critique.model_copy(update={"issues": issues})


def _is_grounded(issue: CriticIssue, draft: str, symbols: tuple[str, ...]) -> bool:
    quote = _plain(issue.quote)
    if len(quote) < _MIN_QUOTE_CHARACTERS:
        return False
    if quote in _plain(draft):
        return True
    name = issue.quote.strip().strip("`").removesuffix("()")
    left_out = {symbol for symbol in symbols if not mentions(draft, symbol)}
    return any(name in (symbol, symbol.rpartition(".")[2]) for symbol in left_out)


def mentions(draft: str, symbol: str) -> bool:
    """Whether a draft names a symbol; of a member its own name is enough."""
    name = re.escape(symbol.rpartition(".")[2])
    return re.search(rf"(?<!\w){name}(?!\w)", draft.replace("\\_", "_")) is not None


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[`*_\\]", "", text).split()).casefold()
