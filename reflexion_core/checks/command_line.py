"""Options of the command line that a document names, against those that the source has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._near import near_names
from reflexion_core.checks._outside_defaults import judge_default, once
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import OptionClaim
from reflexion_core.records import Verdict
from reflexion_core.source.command_line import CommandLine, OptionFact, read_command_line

_SINGLE_DASH = re.compile(r"-[A-Za-z][\w-]+")
_TITLE = re.compile(r"^#\s+`?(?P<name>[a-z][\w-]*)`?\s*$", re.MULTILINE)


@CHECKS.register("command_line")
class CommandLineCheck(Check):
    """An option that the source does not spell out is wrong only where the source spells out all that it has."""

    name = "command_line"
    summary = "an option of the command line that does not exist, or has another default, choice or short form"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        if not paper.claims.options:
            return
        line = read_command_line(paper.source_text, paper.facts.name)
        programs = line.programs | set(_TITLE.findall(paper.document))
        for option in once(paper.claims.options) if line.options else ():
            yield from self._option(paper, line, programs, option)

    def _option(
        self, paper: Paper, line: CommandLine, programs: frozenset[str], claim: OptionClaim
    ) -> Iterator[Verdict]:
        subject = f"{claim.name}: option"
        if claim.form == "fence" and claim.program not in programs:
            return
        fact = line.option(claim.name)
        if fact is not None:
            yield from self._known(line, claim, fact)
        elif _SINGLE_DASH.fullmatch(claim.name):
            yield from self._single_dash(paper, line, claim)
        elif line.knows(claim.name) or not _is_of_program(line, claim):
            return
        elif not line.is_complete or claim.name in paper.source_text:
            yield self.unsure(claim.place, subject, "the source may have options that it does not spell out")
        else:
            yield self._missing_option(line, claim)

    def _single_dash(self, paper: Paper, line: CommandLine, claim: OptionClaim) -> Iterator[Verdict]:
        """Judge `-depth`, which the library takes for `-d` with the value `epth`, where there is a `--depth`."""
        name = f"-{claim.name}"
        meant = next((option for option in line.options if name in option.names), None)
        are_letters = all(line.option(f"-{letter}") is not None for letter in claim.name[1:])
        if meant is None or are_letters or "prefix_chars" in paper.source_text:
            return
        mistake = Mistake(
            f"Line {claim.place.line} gives `{claim.name}`; the source has the option `{name}` (line {meant.line})",
            expected=name,
            replacement=(claim.place, name),
        )
        yield self.wrong(claim.place, f"{claim.name}: option", mistake, fact=meant)

    def _missing_option(self, line: CommandLine, claim: OptionClaim) -> Verdict:
        """Return the verdict that there is no such option; its other name, or its look, may tell which one is meant."""
        message = f"Line {claim.place.line} names the option `{claim.name}`; the source has no such option"
        meant = _meant(line, claim)
        if meant is None:
            return self.wrong(claim.place, f"{claim.name}: option", Mistake(message))
        name, fact = meant
        mistake = Mistake(f"{message}, but `{name}` (line {fact.line})", expected=name, replacement=(claim.place, name))
        return self.wrong(claim.place, f"{claim.name}: option", mistake, fact=fact)

    def _known(self, line: CommandLine, claim: OptionClaim, fact: OptionFact) -> Iterator[Verdict]:
        subject = f"{claim.name}: option"
        mistakes = [_wrong_alias(line, claim, fact), _wrong_choice(claim, fact), _wrong_need(claim, fact)]
        found = [mistake for mistake in mistakes if mistake is not None]
        for mistake in found:
            yield self.wrong(claim.place, subject, mistake, fact=fact)
        if not found:
            yield self.right(claim.place, subject, fact)
        if claim.default_place is not None:
            yield judge_default(self, claim, fact)


def _is_of_program(line: CommandLine, claim: OptionClaim) -> bool:
    """Say whether an option that the source lacks is said of the source's program, and not of another."""
    if claim.form == "fence":
        return True
    if any(line.option(name) is not None for name in claim.aliases):
        return True
    known = [name for name in claim.siblings if line.knows(name)]
    if claim.form == "prose":
        return claim.is_said
    return bool(known) and 2 * len(known) >= len(claim.siblings)


def _meant(line: CommandLine, claim: OptionClaim) -> tuple[str, OptionFact] | None:
    """Return the one option of the same length of name that is most likely meant."""
    is_long = claim.name.startswith("--")
    for alias in claim.aliases:
        fact = line.option(alias)
        names = [name for name in fact.names if name.startswith("--") == is_long] if fact is not None else []
        if fact is not None and len(names) == 1:
            return names[0], fact
    free = [(name, option) for option in line.options for name in option.names if name.startswith("--") == is_long]
    free = [pair for pair in free if pair[0] not in claim.siblings and pair[1].end_line > 1]
    near = near_names(claim.name.lstrip("-"), (name.lstrip("-") for name, _ in free)) if is_long else ()
    return next((pair for pair in free if pair[0].lstrip("-") == near[0]), None) if len(near) == 1 else None


def _wrong_alias(line: CommandLine, claim: OptionClaim, fact: OptionFact) -> Mistake | None:
    other = next((found for name in claim.aliases if (found := line.option(name)) and found is not fact), None)
    if other is None or claim.name.startswith("--") or set(other.names) & set(fact.names):
        return None
    shown, actual = ", ".join(f"`{name}`" for name in claim.aliases), ", ".join(f"`{name}`" for name in fact.names)
    message = (
        f"Line {claim.place.line} gives `{claim.name}` as another name of {shown}; in the source it is one of {actual}"
    )
    return Mistake(f"{message} (line {fact.line})", expected=actual)


def _wrong_choice(claim: OptionClaim, fact: OptionFact) -> Mistake | None:
    if fact.choices is None:
        return None
    stated = claim.choices or ((claim.given,) if claim.given else ())
    strange = [choice for choice in stated if choice not in fact.choices]
    is_short = claim.has_all_choices and bool(claim.choices) and set(claim.choices) < set(fact.choices)
    if not strange and not is_short:
        return None
    shown = ", ".join(f"`{choice}`" for choice in (strange or claim.choices))
    actual = ", ".join(f"`{choice}`" for choice in fact.choices)
    message = (
        f"Line {claim.place.line} gives `{claim.name}` the choice {shown}; the source has {actual} (line {fact.line})"
    )
    return Mistake(message, expected=actual)


def _wrong_need(claim: OptionClaim, fact: OptionFact) -> Mistake | None:
    if claim.is_required is None or fact.is_required is None or claim.is_required == fact.is_required:
        return None
    stated, actual = ("required", "optional") if claim.is_required else ("optional", "required")
    message = f"Line {claim.place.line} calls `{claim.name}` {stated}; in the source it is {actual} (line {fact.line})"
    return Mistake(message, expected=actual, severity="medium")
