"""What happens after a round: the required fix, and whether the rounds go on.

All of it is code. The exact mean is compared with the bar, and a fix that says nothing is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from reflexion_core.document.same_content import content_key
from reflexion_core.document.sections import shortest_section
from reflexion_core.progress import best_round, rank
from reflexion_core.records import SEVERITIES, CriticIssue, Decision, Finding, RequiredFix, Round, StopReason
from reflexion_core.run_options import Budget, RunOptions
from reflexion_core.tried_fixes import MOST_TRIES, fix_key, given_up

_AIMED_DIMENSIONS = 3
"""With this many dimensions a fix is aimed at the weakest. With the classic two it is the worst problem in either, as
in the classic loop, with which runs are compared."""
_MIN_DISTINCT_CHARACTERS = 6
_MIN_WORDS = 2
_MAX_REPETITION = 3
"""A text that uses each of its words this often says nothing."""
_NOTHING_WRONG = re.compile(
    r"""^\W*(
        (there\ (is|are)\ )?(no|not\ any)(\ [\w-]+){0,3}?
            \ (fix(es)?|issues?|changes?|errors?|problems?|corrections?|improvements?|mistakes?)
            (\ (is|are|was|were|have|has|been|to\ be))*
            (\W*$|\s*[.,;:]|\ (needed|required|necessary|found|made|identified|detected|in|with|at|to|that)\b)
        |(nothing|none)(\ (is|was|seems|appears|needs|to|be|else|more|further))*
            \ (wrong|needed|required|necessary|missing|fix(ed)?|changed?|correct(ed)?|add(ed)?|report(ed)?)\b
        |(the\ )?(documentation|document|draft|everything|it|all)\b.{0,40}?\b(is|are|looks?|seems?)\s
            (\w+\ ){0,2}(correct|accurate|complete|good|fine|perfect|well[\ -]written|excellent)\b
        |(no(ne|thing)?|n/?a|yes|ok(ay)?|good|perfect|correct|approved?)\W*$
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_TURN = re.compile(
    r"""\b(but|except|however|although|though|apart\ from|aside\ from|other\ than|only|yet|instead)\b
        |\bnot\b(?!\ (need|require))
        |\b(should|must|needs?\ to|lacks?|omits?)\b
        |(?<!nothing\ )(?<!nothing\ is\ )(?<!no\ )\bmissing\b
        |(^|[.;:,]\s*|\band\ )(add|change|replace|state|fix|remove|mention|document|use|give|check|correct\ (the|its))\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Words with which a text that begins with praise comes to what is wrong after all."""


def is_degenerate(fix: str) -> bool:
    """Whether a critic's fix gives a writer nothing to do.

    True for an empty one, one of a single word or a repeated one, one of a few distinct characters, and one that
    restates that nothing is wrong and does not come to something that is.
    """
    words = re.findall(r"\w+", fix.casefold())
    return (
        len(set(words)) < _MIN_WORDS
        or len(set("".join(words))) < _MIN_DISTINCT_CHARACTERS
        or len(words) >= _MAX_REPETITION * len(set(words))
        or _says_nothing_is_wrong(" ".join(fix.split()))
    )


def _says_nothing_is_wrong(text: str) -> bool:
    opening = _NOTHING_WRONG.match(text)
    return opening is not None and _TURN.search(text, opening.end()) is None


def choose_fix(item: Round) -> RequiredFix:
    """Choose the one correction for the next round.

    The worst verified finding that repair could not mend, in code's own words; else the public symbols that are only
    named; else the worst issue of the critic that counts, under a rubric of several dimensions one of the weakest that
    has any; else the critic's own choice unless it is degenerate; else a standing request for the section that says
    least.
    """
    return next(_fixes(item), None) or RequiredFix(text=_standing_request(item), origin="fixed_request")


def next_fix(item: Round, keys: Set[str]) -> RequiredFix | None:
    """Choose the one correction for the next round, without those that were given up.

    Args:
        item: The round whose draft is revised.
        keys: What was asked for in vain; see `tried_fixes`.

    Returns:
        None where everything that could be asked for was given up.
    """
    if not keys:
        return choose_fix(item)
    fixes = list(_fixes(item))
    left = next((fix for fix in fixes if fix_key(fix.text) not in keys), None)
    return left if fixes else choose_fix(item)


def leave_out(item: Round, keys: Set[str]) -> Round:
    """Return a round without the findings that were given up, so that no revision is asked for them again."""
    report = item.report
    if report is None or not keys:
        return item
    findings = tuple(one for one in report.findings if fix_key(finding_text(one)) not in keys)
    is_named = bool(report.unexplained) and fix_key(_unexplained_text(report.unexplained)) in keys
    unexplained = () if is_named else report.unexplained
    changes = {"findings": findings, "unexplained": unexplained}
    return item.model_copy(update={"report": report.model_copy(update=changes)})


def _fixes(item: Round) -> Iterator[RequiredFix]:
    """Yield what a round gives to mend, the worst first."""
    if item.report is not None:
        for finding in sorted(item.report.findings, key=lambda one: SEVERITIES.index(one.severity)):
            yield RequiredFix(text=finding_text(finding), origin="finding")
        if item.report.unexplained:
            yield RequiredFix(text=_unexplained_text(item.report.unexplained), origin="finding")
    if item.critique is not None:
        grounded = [issue for issue in item.critique.issues if issue.counts]
        aims = _aims(item)
        for issue in sorted(grounded, key=lambda one: (aims.get(one.dimension, 0), SEVERITIES.index(one.severity))):
            yield RequiredFix(text=issue_text(issue), origin="critic_issue")
        if not is_degenerate(item.critique.single_critical_fix):
            yield RequiredFix(text=item.critique.single_critical_fix.strip(), origin="critic_fix")


def _aims(item: Round) -> dict[str, int]:
    """Return the place of each dimension, the weakest first; nothing where a fix is not aimed."""
    if item.scores is None or len(item.scores.dimensions) < _AIMED_DIMENSIONS:
        return {}
    return {name: place for place, name in enumerate(item.scores.by_shortfall)}


def _unexplained_text(symbols: Sequence[str]) -> str:
    names = ", ".join(f"`{name}`" for name in symbols[:_MOST_REQUESTS])
    more = f" and {len(symbols) - _MOST_REQUESTS} more" if len(symbols) > _MOST_REQUESTS else ""
    return f"The document names {names}{more} and says nothing of it; write a part for each."


_MOST_REQUESTS = 6
"""More corrections at once than these make a small model forget the first."""


def revision_requests(fix: RequiredFix, base: Round, dropped: Sequence[str] = ()) -> list[str]:
    """Return what a revision of a draft must mend: the fix first, then the other verified findings.

    Args:
        fix: The required fix.
        base: The round whose draft is revised.
        dropped: What the last version dropped, as requests; they come last and are never left out.
    """
    requests = [fix.text]
    if base.report is not None:
        ordered = sorted(base.report.findings, key=lambda finding: SEVERITIES.index(finding.severity))
        requests += [finding_text(finding) for finding in ordered]
    return [*list(dict.fromkeys(requests))[: _MOST_REQUESTS - len(dropped)], *dropped]


def finding_text(finding: Finding) -> str:
    """Return a finding as a request, with the line of the source that proves it."""
    text = f"{finding.message.rstrip('.')}."
    if finding.source_line is not None and f"line {finding.source_line}" not in text:
        text += f" See line {finding.source_line} of the source."
    return text


def issue_text(issue: CriticIssue) -> str:
    """Return a critic's issue as a request."""
    text = f"Where the draft says “{' '.join(issue.quote.split())}”: {_sentence(issue.problem)}"
    if issue.suggestion.strip():
        text += f" Suggested: {_sentence(issue.suggestion)}"
    return text


def _sentence(text: str) -> str:
    stripped = " ".join(text.split())
    return stripped if stripped.endswith((".", "!", "?", "`", "|")) else f"{stripped}."


def remarks_of(item: Round) -> list[str]:
    """Return what the adjudicator should know of a round's critique: grounded issues, else the one fix."""
    if item.critique is None:
        return []
    remarks = [issue_text(issue) for issue in item.critique.issues if issue.counts]
    fix = item.critique.single_critical_fix.strip()
    return remarks if remarks or is_degenerate(fix) else [fix]


def _standing_request(item: Round) -> str:
    if not item.draft.strip():
        return "Write the document: the draft is empty."
    section = shortest_section(item.draft)
    place = f"the section “{section.title}”" if section is not None else "the document"
    weakest = item.scores.weakest if item.scores is not None else ""
    subject = "every name, type, default, exception message and stated output"
    if weakest == "completeness":
        subject = "that every parameter, return value and exception is there, with type, default and message,"
    elif weakest and weakest != "technical_accuracy":
        return f"Go through {place} once more for {weakest.replace('_', ' ')}, which scores lowest, and improve that."
    return f"Check {place} against the source once more: {subject}. Correct what differs."


def decide(
    rounds: Sequence[Round],
    options: RunOptions,
    *,
    tokens: int,
    seconds: float,
    has_critique: bool,
    rounds_before: int = 0,
    calls: int = 0,
) -> Decision:
    """Decide what follows the last round.

    Args:
        rounds: All rounds so far with their scores, at least one.
        options: The bar, the attempts, the patience and the budget.
        tokens: What the run has used so far.
        seconds: How long the run has taken so far.
        has_critique: Whether the critic's reply of the last round could be read.
        rounds_before: How many of the rounds were there when a run that had ended went on.
        calls: How often a model has been asked so far.
    """
    last, base = rounds[-1], pick_base(rounds)
    worst, fix = choose_fix(base), next_fix(base, given_up(rounds[rounds_before:]))
    spent = budget_problem(options.budget, tokens=tokens, seconds=seconds, calls=calls)
    reason, explanation = _stop_reason(rounds, options, spent, has_critique, rounds_before)
    if reason is StopReason.APPROVED:
        return Decision(action="stop", reason=reason, explanation=explanation)
    if reason is None and fix is None:
        reason = StopReason.FIXES_FAILED
        explanation = f"{_score_text(last)}; everything was asked for {MOST_TRIES} times in a row and is still wrong"
    if reason is not None:
        return Decision(action="stop", reason=reason, explanation=explanation, fix=worst)
    explanation = f"{_shortfall(last, options)}; {_count(options.max_attempts - last.number, 'attempt')} left"
    if fix != worst:
        explanation += f"; given up after {MOST_TRIES} tries: “{worst.text}”"
    return Decision(action="revise", reason="below_bar", explanation=explanation, fix=fix)


def resume(rounds: Sequence[Round], options: RunOptions, fix: str) -> Decision:
    """Decide how a run that had ended goes on, under options that may be others than before.

    Args:
        rounds: All rounds so far, at least one.
        options: The bar and the attempts.
        fix: What a person wants mended next; empty leaves the choice to the router.
    """
    best = pick_base(rounds)
    required = RequiredFix(text=fix, origin="person") if fix.strip() else choose_fix(best)
    if is_approved(best, options) and not fix.strip():
        explanation = f"{_score_text(best)} of round {best.number} reaches the bar of {options.quality_score_bar:g}"
        return Decision(action="stop", reason=StopReason.APPROVED, explanation=explanation)
    if len(rounds) >= options.max_attempts:
        explanation = f"all {_count(options.max_attempts, 'attempt')} are used"
        return Decision(action="stop", reason=StopReason.ATTEMPTS, explanation=explanation, fix=required)
    left = _count(options.max_attempts - len(rounds), "attempt")
    return Decision(action="revise", reason="below_bar", explanation=f"the run goes on; {left} left", fix=required)


def is_approved(item: Round, options: RunOptions) -> bool:
    """Whether a round reaches the bar, by its exact score, and nothing forbids it.

    That does a verified finding of severity high, and a public symbol that the draft says nothing of.
    """
    report = item.report
    is_barred = report is not None and (report.count("high") > 0 or bool(report.unexplained))
    return item.score is not None and item.score >= options.quality_score_bar and not is_barred


def _shortfall(last: Round, options: RunOptions) -> str:
    if not last.draft.strip():
        return "the draft is empty"
    if last.score is not None and last.score >= options.quality_score_bar:
        left = "a fact was lost that an earlier draft states rightly"
        if last.report is not None and last.report.unexplained:
            left = "symbols are only named"
        if last.report is not None and last.report.count("high"):
            left = "what is verified as wrong is left"
        return f"{_score_text(last)} reaches the bar, and {left}"
    weakest = f", weakest in {last.scores.weakest.replace('_', ' ')}" if last.scores is not None and _aims(last) else ""
    return f"{_score_text(last)} is below the bar of {options.quality_score_bar:g}{weakest}"


def _stop_reason(
    rounds: Sequence[Round], options: RunOptions, spent: str, has_critique: bool, rounds_before: int
) -> tuple[StopReason | None, str]:
    last = rounds[-1]
    twin = find_same(rounds[:-1], last.draft)
    if is_approved(last, options) and pick_base(rounds) is last:
        return StopReason.APPROVED, f"{_score_text(last)} reaches the bar of {options.quality_score_bar:g}"
    if spent:  # before what follows from it: a draft that could not be revised, a critic that was not asked
        return StopReason.BUDGET, spent
    if twin is not None:
        return StopReason.UNCHANGED, _circle(twin, last)
    has_work = last.report is not None and (last.report.findings or last.report.unexplained)
    if not has_critique and last.draft.strip() and not has_work:
        return StopReason.CRITIC_FAILED, "the critic's answer could not be read, twice"
    return _limit_reached(rounds, options, rounds_before)


def _limit_reached(rounds: Sequence[Round], options: RunOptions, rounds_before: int) -> tuple[StopReason | None, str]:
    last = rounds[-1]
    if last.number >= options.max_attempts:
        attempts = _count(options.max_attempts, "attempt")
        return (
            StopReason.ATTEMPTS,
            f"{_score_text(last)} after {attempts}; the bar is {options.quality_score_bar:g}",
        )
    # A run that goes on is given its patience anew; where it stands before is no round without gain.
    if rounds_without_gain(rounds[max(rounds_before - 1, 0) :]) >= options.patience:
        return StopReason.PLATEAU, f"no better score for {_count(options.patience, 'round')}"
    return None, ""


def budget_problem(budget: Budget, *, tokens: int, seconds: float, calls: int) -> str:
    """Say what of a budget is used up; empty while nothing is."""
    if budget.tokens is not None and tokens >= budget.tokens:
        return f"{tokens:,} tokens used of {budget.tokens:,}"
    if budget.seconds is not None and seconds >= budget.seconds:
        return f"{seconds:.0f} s used of {budget.seconds:g}"
    if budget.calls is not None and calls >= budget.calls:
        return f"{_count(calls, 'call')} made of {budget.calls}"
    return ""


def find_twin(rounds: Sequence[Round], draft: str) -> Round | None:
    """Return the first round that has this draft, white space aside."""
    words = draft.split()
    return next((item for item in rounds if item.draft.split() == words), None)


def find_same(rounds: Sequence[Round], draft: str) -> Round | None:
    """Return the first round whose draft says the same, whatever its marks and the order of its parts."""
    key = content_key(draft)
    return find_twin(rounds, draft) or next((item for item in rounds if content_key(item.draft) == key), None)


def _circle(twin: Round, last: Round) -> str:
    """Say that a draft has been there before: at once again, or after others."""
    again = f"the draft is the one of round {twin.number} again"
    return again if twin.number == last.number - 1 else f"{again}, so the rounds go in a circle"


def rounds_without_gain(rounds: Sequence[Round]) -> int:
    """Return for how many rounds, up to the last, nothing has become better: findings, then score."""
    ranks = [rank(item) for item in rounds]
    return len(ranks) - 1 - ranks.index(max(ranks))


def pick_base(rounds: Sequence[Round]) -> Round:
    """Return the round that a revision, and the adjudicator, starts from: the best so far."""
    best = best_round(rounds)
    if best is None:
        raise ValueError("there is no round yet")
    return best


def _score_text(item: Round) -> str:
    return "no score" if item.score is None else f"score {item.score:.1f}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
