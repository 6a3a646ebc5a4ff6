"""Quality figures for a binary classifier, from its predictions and the truth."""

from __future__ import annotations

from collections.abc import Sequence


def confusion_counts(truth: Sequence[bool], predicted: Sequence[bool]) -> dict[str, int]:
    if not truth:
        raise ValueError("truth must not be empty")
    if len(truth) != len(predicted):
        raise ValueError(f"got {len(truth)} labels but {len(predicted)} predictions")
    counts = {"tp": 0, "fp": 0, "fn": 0, "tn": 0}
    for is_positive, is_claimed in zip(truth, predicted):
        key = ("t" if is_positive == is_claimed else "f") + ("p" if is_claimed else "n")
        counts[key] += 1
    return counts


def precision(truth: Sequence[bool], predicted: Sequence[bool], zero_division: float | None = None) -> float:
    """Share of the positive predictions that are right."""
    counts = confusion_counts(truth, predicted)
    claimed = counts["tp"] + counts["fp"]
    if claimed == 0:
        if zero_division is None:
            raise ZeroDivisionError("precision is undefined without positive predictions")
        return zero_division
    return counts["tp"] / claimed


def recall(truth: Sequence[bool], predicted: Sequence[bool], zero_division: float | None = None) -> float:
    counts = confusion_counts(truth, predicted)
    positive = counts["tp"] + counts["fn"]
    if positive == 0:
        if zero_division is None:
            raise ZeroDivisionError("recall is undefined without positive labels")
        return zero_division
    return counts["tp"] / positive


def f_score(truth: Sequence[bool], predicted: Sequence[bool], beta: float = 1.0) -> float:
    """Weighted harmonic mean; a beta above 1 favours recall."""
    if beta <= 0:
        raise ValueError("beta must be positive")
    share_right = precision(truth, predicted, zero_division=0.0)
    share_found = recall(truth, predicted, zero_division=0.0)
    if share_right == share_found == 0:
        return 0.0
    weight = beta**2
    return (1 + weight) * share_right * share_found / (weight * share_right + share_found)
