"""A run as one HTML file that needs nothing else: no script, no request, no other file.

Everything in it that a model, a source or a file's name says is escaped by the template; the one text that becomes
markup is the document, which `reflexion_core.document.safe_html` makes harmless. Should either fail, the page's own
policy lets nothing run and nothing load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from reflexion_core.document.safe_html import DOCUMENT_CSS, as_unicode, render_markdown
from reflexion_core.progress import Progress, RoleTotals
from reflexion_core.records import CriticIssue, ModelRef, Repair, RoleName, Round, RunState, Settlement, Usage
from reflexion_core.report.curve import HEIGHT, WIDTH, Curve, draw_curve
from reflexion_core.report.lesson_words import given_words
from reflexion_core.report.proof import quote_proof
from reflexion_core.report.words import (
    REASON_WORDS,
    ROLE_WORDS,
    clock,
    elapsed_seconds,
    forecast_span,
    score_words,
    scored_dimensions,
    short_name,
    state_badge,
    thousands,
    verdict,
)
from reflexion_core.run_options import Budget, RoleOptions, RunOptions, Savings

_FOLDER = Path(__file__).parent
_SETTING_WORDS = {
    "quality_score_bar": "Quality bar",
    "max_attempts": "Attempts",
    "policy": "Who decides",
    "repair": "Repair by code",
    "lessons": "Lessons of earlier runs",
    "project": "Project of lessons",
    "revise": "What a revision rewrites",
    "adjudicate": "Adjudicator is asked",
    "patience": "Rounds without a better score",
    "rubric": "Scored by the rubric",
    "max_output_tokens": "Longest answer, tokens",
    "max_context_tokens": "Largest window, tokens",
}
_DOCUMENT_ORIGINS = {
    "adjudicator": "The adjudicator's text",
    "draft": "The best draft as it stood",
    "person": "Written or changed by hand",
}
_FIX_ORIGINS = {
    "finding": "found by code",
    "critic_issue": "named by the critic",
    "critic_fix": "the critic's own choice",
    "fixed_request": "the standing request",
    "person": "set by hand",
}


def html_report(progress: Progress, run_id: str, made_at: datetime) -> str:
    """Return a run as the text of an HTML file.

    Args:
        progress: The run; where it is still going, as far as it is.
        run_id: The run's name.
        made_at: When the report is made.
    """
    best = progress.best
    return as_unicode(
        _load_template()
        .render(
            run=progress,
            run_id=run_id,
            made_at=made_at,
            name=progress.source.name if progress.source is not None else run_id,
            state=state_badge(progress),
            verdict=_verdict(progress),
            figures=list(_figures(progress)),
            best=best.number if best is not None else None,
            dimensions=scored_dimensions(progress.rounds),
            curve=_curve(progress),
            roles=list(_roles(progress)),
            settings=list(_settings(progress.options)),
            quote=partial(quote_proof, source=progress.source),
        )
        .strip()
        + "\n"
    )


@cache
def _load_template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "styles": (_FOLDER / "report.css").read_text("utf-8"),
        "document_styles": DOCUMENT_CSS,
        "width": WIDTH,
        "height": HEIGHT,
        "render_document": partial(render_markdown, is_linked=False),
        "reason_words": REASON_WORDS,
        "fix_origins": _FIX_ORIGINS,
        "document_origins": _DOCUMENT_ORIGINS,
        "by": _by,
        "standing": issue_standing,
        "given_words": given_words,
        "repair_rows": _repair_rows,
        "settled_rows": _settled_rows,
        "dimension_values": _dimension_values,
        "clock": clock,
        "words": _words,
    }
    return environment.get_template("report.html.j2")


def _by(name: str) -> str:
    """Return who it was, as the end of a phrase; nothing where no name was given."""
    return f" by {name}" if name else ""


def _words(name: str) -> str:
    """Return a name of the code as a reader sees it."""
    return name.replace("_", " ").capitalize()


def _verdict(progress: Progress) -> str:
    """Return how the run ended; a report is read by others than who stopped the run."""
    if progress.state is RunState.CANCELLED:
        return "Stopped by the reviewer. Everything up to the stop is kept."
    if progress.state.is_live:
        return "This run has not ended; the report shows how far it was."
    return verdict(progress)


def _figures(progress: Progress) -> Iterator[tuple[str, str]]:
    """Yield the run in figures, each with what it is."""
    best, options, usage = progress.best, progress.options, progress.usage
    if best is not None and best.score is not None:
        yield f"{best.score:.1f}", f"best score, in round {best.number}"
    else:
        yield "–", "no score"
    if options is not None:
        yield f"{options.quality_score_bar:g}", "quality bar"
        yield f"{len(progress.rounds)} of {options.max_attempts}", "rounds"
    yield clock(elapsed_seconds(progress)), "time"
    if progress.forecast is not None:
        yield forecast_span(progress.forecast), "time by the forecast"
    yield thousands(usage.total_tokens), "tokens"


def _dimension_values(item: Round) -> dict[str, str]:
    return {each.dimension: score_words(each) for each in item.scores.dimensions} if item.scores is not None else {}


def _repair_rows(repairs: Iterable[Repair]) -> list[tuple[str, str, str]]:
    """Return why, before and after of each repair."""
    return [(item.finding.message, item.before, item.after) for item in repairs]


def _settled_rows(settled: Iterable[Settlement]) -> list[tuple[str, str, str]]:
    return [(item.message, item.before, item.after) for item in settled]


def _curve(progress: Progress) -> Curve | None:
    options, best = progress.options, progress.best
    if options is None:
        return None
    number = best.number if best is not None and best.score is not None else None
    return draw_curve(progress.rounds, bar=options.quality_score_bar, best=number, attempts=options.max_attempts)


def issue_standing(issue: CriticIssue) -> tuple[str, str]:
    """Return whether a critic's finding counts, in a word, and the kind of its mark."""
    if not issue.is_grounded:
        return "not grounded, does not count", "unsure"
    return ("refuted by the facts, does not count", "unsure") if issue.is_refuted else ("grounded", "wrong")


@dataclass(frozen=True)
class _Role:
    """A role, its model as exactly as it is known, and what it used."""

    name: str
    provider: str
    model: str
    digest: str
    window: int | None
    temperature: float
    totals: RoleTotals


def _roles(progress: Progress) -> Iterator[_Role]:
    if progress.options is None:
        return
    options = progress.options
    places = [(role, model) for role in RoleName for model in _players(role, options)]
    versions = {(item.role, item.ref): item for item in progress.models}
    for role, model in places:
        version = versions.get((role, model))
        yield _Role(
            name=ROLE_WORDS[role],
            provider=f"{model.provider} {version.provider_version if version is not None else ''}".strip(),
            model=short_name(model),
            digest=version.digest if version is not None else "",
            window=version.context_tokens if version is not None else None,
            temperature=options.role(role).temperature,
            totals=_totals(progress, role, model),
        )


def _players(role: RoleName, options: RunOptions) -> tuple[ModelRef, ...]:
    return options.critics if role is RoleName.CRITIC else (options.role(role).model,)


def _totals(progress: Progress, role: RoleName, model: ModelRef) -> RoleTotals:
    """Return what a role used; where several models play it, what this one did."""
    if progress.options is None or len(_players(role, progress.options)) == 1:
        return progress.totals.get(role, RoleTotals())
    calls = [call for call in progress.calls if (call.role, call.model) == (role, model)]
    usage = sum((call.usage for call in calls), Usage())
    return RoleTotals(calls=len(calls), usage=usage, seconds=sum(call.seconds for call in calls))


def _settings(options: RunOptions | None) -> Iterator[tuple[str, str]]:
    """Yield every setting of a run but those of the roles, which have a table of their own."""
    if options is None:
        return
    for key in type(options).model_fields:
        value = getattr(options, key)
        if isinstance(value, (Budget, Savings)):
            for part in type(value).model_fields:
                yield f"{_words(key)}, {part.replace('_', ' ')}", _setting(getattr(value, part))
        elif key == "committee":
            yield "Further critics", ", ".join(short_name(model) for model in value) or "none"
        elif not isinstance(value, RoleOptions) and value != "":
            yield _SETTING_WORDS.get(key, _words(key)), _setting(value, "by the source's size")


def _setting(value: object, none: str = "no limit") -> str:
    if value is None:
        return none
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")
