"""The final document: the adjudicator's text or the best draft, whichever is better, and true in the end."""

from __future__ import annotations

from dataclasses import dataclass

from reflexion_core.progress import lost_subjects
from reflexion_core.providers.base import Completion
from reflexion_core.records import SEVERITIES, CheckReport, FinalDocument, Repair, Round
from reflexion_core.repair import repair
from reflexion_core.routing import is_approved
from reflexion_core.run_options import RunOptions
from reflexion_core.scoring import mentions
from reflexion_core.settling import settle
from reflexion_core.strategies._sections import settle_by_section
from reflexion_core.strategies.base import Bench
from reflexion_core.verification import Verification

_MOST_NAMED = 4
"""A note that names more facts than these is not read."""


@dataclass(frozen=True)
class _Candidate:
    """The adjudicator's text after repair."""

    text: str
    repairs: tuple[Repair, ...] = ()
    verification: Verification | None = None


def finish(bench: Bench, best: Round, completion: Completion) -> FinalDocument:
    """Choose the final document and settle what is still wrong in it.

    Args:
        bench: The run so far.
        best: The round that the adjudicator worked from.
        completion: The adjudicator's reply, cleaned.

    Raises:
        Cancelled: the stop was given while examples ran.
    """
    candidate = _mend(bench, bench.without_private_parts(completion.text)[0])
    note = _loss(completion, best, bench.symbols) or _worse(candidate, best)
    if note:
        return close(bench, FinalDocument(text=best.draft, origin="draft", round_number=best.number, note=note))
    document = FinalDocument(
        text=candidate.text, origin="adjudicator", round_number=best.number, repairs=candidate.repairs
    )
    return close(bench, document)


def needs_final_word(best: Round, options: RunOptions) -> bool:
    """Whether the adjudicator is to be asked about the best draft."""
    if options.adjudicate == "when_needed":
        return not (is_approved(best, options) and best.report is not None and not best.report.findings)
    return options.adjudicate == "always"


def keep(bench: Bench, best: Round, reason: str = "") -> FinalDocument:
    """Take the best draft as the final document, without asking the adjudicator.

    Args:
        bench: The run so far.
        best: The round whose draft it is.
        reason: Why the adjudicator is not asked, where that is neither the settings nor that it need not be.
    """
    is_true = best.report is not None and not best.report.findings
    if not reason:
        reason = "the checks find nothing wrong in it" if is_true else "the settings or the strategy leave it out"
    note = f"the draft is final as it is, without the adjudicator: {reason}"
    return close(bench, FinalDocument(text=best.draft, origin="draft", round_number=best.number, note=note))


def close(bench: Bench, document: FinalDocument) -> FinalDocument:
    """Settle what the checks still find wrong in a document, and put the last report beside it."""
    if bench.verifier is None:
        return document
    text, settled = settle_by_section(bench, document.text)
    verification = bench.verify(text)
    if bench.options.repair and verification.findings:
        text, more = settle(text, verification, bench.verify, bench.verifier.facts)
        verification, settled = bench.verify(text), settled + more
    return document.model_copy(update={"text": text, "settled": settled, "report": verification.report})


def _mend(bench: Bench, text: str) -> _Candidate:
    if bench.verifier is None or not text.strip():
        return _Candidate(text)
    verification = bench.verify(text)
    if not bench.options.repair:
        return _Candidate(text, verification=verification)
    mended, verification = repair(text, verification, bench.verify)
    return _Candidate(mended.text, mended.repairs, verification)


def _loss(completion: Completion, best: Round, symbols: tuple[str, ...]) -> str:
    """Say what the adjudicator's text lacks that the best draft has; empty when nothing."""
    if not completion.text.strip():
        return "the adjudicator wrote nothing; the best draft is kept"
    if completion.finish_reason != "stop" and not best.is_cut:
        return "the adjudicator's text breaks off; the best draft is kept"
    lost = [name for name in symbols if mentions(best.draft, name) and not mentions(completion.text, name)]
    if lost:
        return f"the adjudicator's text lost {', '.join(lost)}; the best draft is kept"
    return ""


def _worse(candidate: _Candidate, best: Round) -> str:
    """Say by what the adjudicator's text is worse than the best draft; empty when it is not."""
    if candidate.verification is None or best.report is None:
        return ""
    report = candidate.verification.report
    return _more_findings(report, best.report) or _lost_facts(report, best.report)


def _more_findings(report: CheckReport, best: CheckReport) -> str:
    """Say of which findings there are more: of the worst that differ, or in all; empty where there are not."""
    kept = "that is kept"
    pairs = zip(SEVERITIES, report.weight, best.weight, strict=True)
    severity, after, before = next((each for each in pairs if each[1] != each[2]), (SEVERITIES[0], 0, 0))
    if after > before:
        return f"the adjudicator's text has {after} findings of severity {severity}, the best draft {before}; {kept}"
    if len(report.findings) > len(best.findings):
        return (
            f"the adjudicator's text has {len(report.findings)} findings, the best draft {len(best.findings)}; {kept}"
        )
    return ""


def _lost_facts(report: CheckReport, best: CheckReport) -> str:
    lost = lost_subjects(report, best)
    if not lost or report.weight[:2] < best.weight[:2]:
        return ""
    more = f" and {len(lost) - _MOST_NAMED} more" if len(lost) > _MOST_NAMED else ""
    named = ", ".join(lost[:_MOST_NAMED])
    return f"the adjudicator's text lost what the best draft says rightly ({named}{more}); that is kept"
