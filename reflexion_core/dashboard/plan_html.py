"""The plan of a run that is worked section by section: what is done, at work and waiting."""

from __future__ import annotations

from html import escape

from reflexion_core.dashboard.look import tag
from reflexion_core.plans import PlannedSection, PlanProgress, SectionResult


def plan_title(plan: PlanProgress) -> str:
    """Return what stands over the plan: how far it is."""
    return f"Plan · {plan.done} of {len(plan.sections)} sections done"


def plan_html(plan: PlanProgress) -> str:
    """Return the sections as a table."""
    rows = "".join(_row(section, plan) for section in plan.sections)
    head = (
        '<thead><tr><th class="rx-n">Section</th><th>On</th><th class="rx-n">Lines of the source</th><th>State</th>'
        "<th>Facts</th></tr></thead>"
    )
    return f'<div class="rx-scroll"><table class="rx-table">{head}<tbody>{rows}</tbody></table></div>'


def _row(section: PlannedSection, plan: PlanProgress) -> str:
    result, is_at_work = plan.result(section), plan.state(section) == "at_work"
    current = ' aria-current="step"' if is_at_work else ""
    notes = [f"only the first lines of {name} fit the window" for name in section.shortened]
    notes += [f"by code: {result.note}"] if result is not None and result.note else []
    about = f"{escape(section.title)}{''.join(f'<br><small>{escape(note)}</small>' for note in notes)}"
    lines = f"{section.line}–{section.end_line}"
    state = tag("at work", "live") if is_at_work else "waiting" if result is None else tag("done", "right")
    return (
        f'<tr{current}><td class="rx-n">{section.number}</td><td class="rx-fix">{about}</td>'
        f'<td class="rx-n">{lines}</td><td>{state}</td><td>{_facts(result)}</td></tr>'
    )


def _facts(result: SectionResult | None) -> str:
    """Return how much of a finished section was found wrong, and how much of that code mended."""
    if result is None:
        return ""
    mended = f" {result.repairs} repaired" if result.repairs else ""
    again = " written twice" if result.is_redrafted else ""
    wrong = tag(f"{result.findings} wrong", "wrong") if result.findings else tag("all true", "right")
    return f"{wrong}{mended}{again}"
