"""What would have happened: the rounds of a run that has ended, decided again with another bar or other attempts.

No model is asked. Neither drafts nor fixes depend on the bar, so the stored rounds say where another one would have
stopped the run. Where they do not, that is the answer: the run ended before, a person had it go on, or another bar
would have asked the critic where it was left out, or the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.records import Decision, Round, StopReason
from reflexion_core.routing import decide, is_approved, pick_base
from reflexion_core.run_options import Budget, RunOptions


@dataclass(frozen=True)
class Replay:
    """Where a run would have stopped."""

    round: int | None
    """The last round; None where the run was over before it could stop."""
    reason: StopReason | None
    explanation: str
    """The reason in a sentence, with its numbers; or what the run cannot say."""
    best_round: int
    """The best of the rounds until then."""
    score: float | None
    """Its score."""
    is_approved: bool

    @property
    def is_known(self) -> bool:
        """Whether the run can say it."""
        return self.round is not None


@dataclass(frozen=True)
class Band:
    """A stretch of bars with which the same would have happened."""

    above: float | None
    """Every bar of it is higher than this; None where it begins at 0."""
    up_to: float
    replay: Replay


def decided_rounds(rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds that the run had decided about before it ended."""
    return [item for item in rounds if item.decision is not None]


def replay(rounds: Sequence[Round], options: RunOptions, *, bar: float, attempts: int) -> Replay:
    """Decide the rounds of a run again.

    Args:
        rounds: What the run has stored, at least one round with a decision.
        options: How the run went; what it may use counts as it did then.
        bar: The quality bar, 0 to 100.
        attempts: Most rounds.
    """
    changes = {"quality_score_bar": bar, "max_attempts": attempts, "budget": Budget()}
    changed = RunOptions.model_validate(options.model_dump() | changes)
    played = _own_rounds(rounds)
    for count, item in enumerate(played, start=1):
        so_far = played[:count]
        decision = _decide_again(so_far, item, changed)
        if decision.action == "stop" and item.is_critic_left_out and decision.reason is StopReason.APPROVED:
            return _outcome(so_far, changed, None, _unknown_without_critic(item))
        if decision.action == "stop":
            left_out = " (by the facts alone; the critic would have been asked)" if item.is_critic_left_out else ""
            return _outcome(so_far, changed, decision, decision.explanation + left_out)
        if count < len(played) and bar > options.quality_score_bar and _critic_may_be_left_out(item, options):
            return _outcome(so_far, changed, None, _unknown_with_critic(item))
    return _outcome(played, changed, None, _unknown_end(played[-1], len(decided_rounds(rounds)) > len(played)))


def replay_bands(rounds: Sequence[Round], options: RunOptions, *, attempts: int) -> tuple[Band, ...]:
    """Return what would have happened with every bar from 0 to 100, the lowest first."""
    scores = {item.score for item in decided_rounds(rounds) if item.score is not None}
    bands: list[Band] = []
    above: float | None = None
    for up_to in sorted(scores | {100.0}):
        found = replay(rounds, options, bar=up_to, attempts=attempts)
        if bands and _ends_alike(bands[-1].replay, found):
            bands[-1] = Band(bands[-1].above, up_to, found)
        else:
            bands.append(Band(above, up_to, found))
        above = up_to
    return tuple(bands)


def _own_rounds(rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds up to the first stop; a person had the run go on to those after it."""
    played: list[Round] = []
    for item in decided_rounds(rounds):
        played.append(item)
        if item.decision is not None and item.decision.action == "stop":
            break
    return played


def _decide_again(rounds: Sequence[Round], item: Round, options: RunOptions) -> Decision:
    """Decide a round again; what depends neither on the bar nor on the attempts stays as it was."""
    before = item.decision
    if before is not None and before.reason is StopReason.SINGLE_PASS:
        return before
    if before is not None and before.reason is StopReason.BUDGET and not is_approved(item, options):
        return before
    has_critique = item.critique is not None or item.is_critic_left_out
    return decide(rounds, options, tokens=0, seconds=0, has_critique=has_critique)


def _critic_may_be_left_out(item: Round, options: RunOptions) -> bool:
    """Whether a higher bar may leave the critic out of a round that had it; its score would then be another."""
    has_findings = item.report is not None and bool(item.report.findings)
    return options.ask_critic == "when_needed" and has_findings and item.critique is not None


def _ends_alike(one: Replay, other: Replay) -> bool:
    return (one.round, one.reason, one.is_approved) == (other.round, other.reason, other.is_approved)


def _outcome(rounds: Sequence[Round], options: RunOptions, decision: Decision | None, explanation: str) -> Replay:
    best = pick_base(rounds)
    number = rounds[-1].number if decision is not None else None
    reason = StopReason(decision.reason) if decision is not None else None
    is_sure = decision is not None or not best.is_critic_left_out
    return Replay(number, reason, explanation, best.number, best.score, is_sure and is_approved(best, options))


def _unknown_end(last: Round, is_continued: bool) -> str:
    if is_continued:
        return f"the run stopped after round {last.number}, and a person had it go on from there"
    return f"it would have gone on to round {last.number + 1}, which this run never wrote"


def _unknown_without_critic(item: Round) -> str:
    return (
        f"the facts alone reach it in round {item.number}, and the critic, who was left out there, would have been "
        "asked and may have lowered the score"
    )


def _unknown_with_critic(item: Round) -> str:
    return (
        f"the critic, who was asked in round {item.number}, may have been left out there, and the rounds after it may "
        "have gone another way"
    )
