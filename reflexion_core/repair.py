"""Mending by code: what a finding can replace exactly is replaced, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reflexion_core.records import SEVERITIES, Finding, Record, Repair
from reflexion_core.verification import Verification

_MOST_PASSES = 4
"""A mended word may show what is wrong behind it; more passes than these mend nothing that was seen."""


class Repaired(Record):
    """A document after repair."""

    text: str
    repairs: tuple[Repair, ...] = ()
    """What was mended, in the order in which it was done."""


def apply_replacements(document: str, findings: Sequence[Finding]) -> Repaired:
    """Replace what findings can replace exactly, once.

    Of two replacements that overlap the one of the worse finding is made, of equals the first.
    """
    mendable = [finding for finding in findings if finding.replacement is not None]
    mendable.sort(key=lambda finding: (SEVERITIES.index(finding.severity), finding.doc_line))
    chosen: list[Finding] = []
    for finding in mendable:
        if not any(_overlap(finding, other) for other in chosen):
            chosen.append(finding)
    text, repairs = document, []
    in_order = sorted(chosen, key=lambda item: item.replacement.start if item.replacement else 0)
    for finding in reversed(in_order):
        replacement = finding.replacement
        if replacement is None:
            continue
        before = text[replacement.start : replacement.end]
        text = text[: replacement.start] + replacement.text + text[replacement.end :]
        repairs.append(Repair(finding=finding, before=before, after=replacement.text))
    return Repaired(text=text, repairs=tuple(reversed(repairs)))


def _overlap(first: Finding, second: Finding) -> bool:
    one, other = first.replacement, second.replacement
    if one is None or other is None:
        return False
    if one.start == other.start:
        return one.end > one.start or other.end > other.start  # what is put in at one place stands one after the other
    return one.start < other.end and other.start < one.end


def repair(
    document: str, verification: Verification, verify: Callable[[str], Verification]
) -> tuple[Repaired, Verification]:
    """Mend a document until nothing is left that code can mend exactly.

    A pass that would leave more findings than before is not kept.

    Args:
        document: The text.
        verification: What the checks say of it.
        verify: Checks a text.

    Returns:
        The mended document, and what the checks say of that.
    """
    so_far = Repaired(text=document)
    for _ in range(_MOST_PASSES):
        mended = apply_replacements(so_far.text, verification.findings)
        if not mended.repairs or mended.text == so_far.text:
            break
        after = verify(mended.text)
        if len(after.findings) > len(verification.findings):
            break
        so_far = Repaired(text=mended.text, repairs=so_far.repairs + mended.repairs)
        verification = after
    return so_far, verification
