"""What would have happened: the rounds of a run that has ended, decided again with another bar or other attempts.

No model is asked. Until it stops, a run goes the same way whatever its bar: neither the drafts nor the fixes depend on
it. So the stored rounds say exactly where another bar would have stopped the run, up to the last one that was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.records import Budget, Decision, Round, RunOptions, StopReason
from reflexion_core.routing import decide, is_approved, pick_base


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
    played = decided_rounds(rounds)
    for count, item in enumerate(played, start=1):
        decision = _decide_again(played[:count], item, changed)
        if decision.action == "stop":
            return _outcome(played[:count], changed, item.number, decision)
    return _outcome(played, changed, None, None)


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


def _decide_again(rounds: Sequence[Round], item: Round, options: RunOptions) -> Decision:
    """Decide a round again; what depends neither on the bar nor on the attempts stays as it was."""
    before = item.decision
    if before is not None and before.reason is StopReason.SINGLE_PASS:
        return before
    if before is not None and before.reason is StopReason.BUDGET and not is_approved(item, options):
        return before
    return decide(rounds, options, tokens=0, seconds=0, has_critique=item.critique is not None)


def _ends_alike(one: Replay, other: Replay) -> bool:
    return (one.round, one.reason, one.is_approved) == (other.round, other.reason, other.is_approved)


def _outcome(rounds: Sequence[Round], options: RunOptions, number: int | None, decision: Decision | None) -> Replay:
    best = pick_base(rounds)
    explanation = decision.explanation if decision is not None else _unknown(rounds[-1].number)
    reason = StopReason(decision.reason) if decision is not None else None
    return Replay(number, reason, explanation, best.number, best.score, is_approved(best, options))


def _unknown(last: int) -> str:
    return f"it would have gone on to round {last + 1}, which this run never wrote"
