"""Examples: what they print, return and raise when they are run, against what the document says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reflexion_core.checks._announced import is_announced
from reflexion_core.checks._fragments import why_fragment
from reflexion_core.checks._lost_names import LostNames
from reflexion_core.checks._missing_imports import missing_import, unknown_name
from reflexion_core.checks._outputs import Comparison, compare_output, is_same_text
from reflexion_core.checks._right_use import right_use
from reflexion_core.checks._unknown_names import unknown_names
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import ExampleClaim, Place, StatedOutput
from reflexion_core.records import Verdict
from reflexion_core.sandbox.base import BlockResult, RaisedException, StatementResult

_LONGEST_SHOWN = 120
_AFTER_FAILURE = "a statement before it failed, or was not to be run, and it uses what that would have set"
_IMPORT_FAILURES = frozenset({"ImportError", "ModuleNotFoundError"})
"""What the check `names` reports, with the name that is right."""


@CHECKS.register("examples")
class ExamplesCheck(Check):
    """Compares what examples do with what is said of them."""

    name = "examples"
    summary = "An example that fails, or that prints, returns or raises something else than stated."
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        lost_names = LostNames()
        for number, example in enumerate(paper.claims.examples, start=1):
            subject = f"example {number}"
            if example.is_skipped:
                lost_names.skip(example)
                continue
            result = paper.results.get(example)
            if paper.is_quote(example):
                yield self.unsure(example.place, subject, "it shows the source, and no use of it")
                continue
            unknown = list(self._unknown(paper, number, result, subject))
            yield from unknown
            if result is None:
                reason = paper.not_run or f"it cannot be run ({example.reason or 'no code to run'})"
                yield self.unsure(example.place, subject, reason)
            elif not result.is_telling:
                yield self.unsure(example.place, subject, f"{result.status}: {result.detail}".rstrip(": "))
            else:
                lost = lost_names.follow(example, result)
                verdicts = list(self._judge(paper, example, result, subject, lost))
                if unknown:
                    verdicts = [one for one in verdicts if one.outcome != "right" or one.start != example.place.start]
                yield from self._doubted(paper, example, result, verdicts)

    def _unknown(self, paper: Paper, number: int, result: BlockResult | None, subject: str) -> Iterator[Verdict]:
        """Yield that an example lacks names which running it did not come by."""
        raised = [one.exception for one in result.statements if one.exception] if result is not None else []
        example = paper.claims.examples[number - 1]
        for one in unknown_names(paper, number - 1, frozenset(unknown_name(exception) for exception in raised)):
            yield self.wrong(one.place, f"{subject}: {one.name}", one.mistake, owner=example.owner, fact=one.fact)

    def _doubted(
        self, paper: Paper, example: ExampleClaim, result: BlockResult, verdicts: list[Verdict]
    ) -> Iterator[Verdict]:
        """Yield the verdicts; what is wrong with a piece of another program cannot be told."""
        raised = next((statement.exception for statement in result.statements if statement.exception), None)
        is_wrong = any(verdict.outcome == "wrong" for verdict in verdicts)
        reason = ""
        if raised is not None and is_wrong:
            reason = why_fragment(paper, example, raised)
        if reason and not _has_own_mistake(example, result, verdicts):
            yield self.unsure(example.place, verdicts[0].subject, reason)
        else:
            yield from verdicts

    def _judge(
        self, paper: Paper, example: ExampleClaim, result: BlockResult, subject: str, lost: frozenset[int]
    ) -> Iterator[Verdict]:
        """Yield a verdict for every stated output, and for the example as a whole where nothing else is wrong.

        Args:
            paper: The document and its source.
            example: The example.
            result: What running it did.
            subject: What a reader calls it.
            lost: The first lines of statements that fail only because one before them did.
        """
        verdicts = [self._judge_output(paper, example, output, result, subject, lost) for output in example.outputs]
        yield from verdicts
        judged = [statement for output in example.outputs for statement in _statements_of(output, result)]
        failed = [s for s in result.statements if s.exception is not None and s.line not in lost]
        failure = next((statement for statement in failed if statement not in judged), None)
        if failure is not None and failure.exception is not None:
            if is_announced(paper, example, failure, failure.exception):
                yield self.right(_line_place(example, failure.line), subject)
            else:
                yield self._failed(paper, example, failure, failure.exception, subject)
        elif not verdicts and lost:
            yield self.unsure(example.place, subject, _AFTER_FAILURE)
        elif not verdicts:
            yield self.right(example.place, subject)

    def _failed(
        self, paper: Paper, example: ExampleClaim, failure: StatementResult, raised: RaisedException, subject: str
    ) -> Verdict:
        place = _line_place(example, failure.line)
        if raised.type in _IMPORT_FAILURES:
            return self.unsure(place, subject, f"an import fails ({_short(raised.text)}); see the names")
        if not failure.is_deterministic:
            return self.unsure(place, subject, "it does not always fail in the same way")
        message = f"Line {place.line}: running the example fails here with `{_short(raised.text)}`"
        message += _hint(paper, example, raised)
        mistake = Mistake(message, expected=raised.text, replacement=missing_import(paper, example, raised))
        return self.wrong(place, subject, mistake, owner=example.owner)

    def _judge_output(
        self,
        paper: Paper,
        example: ExampleClaim,
        output: StatedOutput,
        result: BlockResult,
        subject: str,
        lost: frozenset[int],
    ) -> Verdict:
        subject = f"{subject}: output in line {output.statement_line or 'all'}"
        statements = _statements_of(output, result)
        if not statements and output.kind != "block":
            return self.unsure(output.place, subject, "the statement did not end")
        if not all(statement.is_deterministic for statement in statements):
            return self.unsure(output.place, subject, "it is not the same in every run")
        raised = next((s.exception for s in statements if s.exception is not None and s.line not in lost), None)
        if raised is None and any(statement.line in lost for statement in statements):
            return self.unsure(output.place, subject, _AFTER_FAILURE)
        is_named = raised is not None and _names_type(output.text, raised)
        if output.kind == "raises" or (raised is not None and (is_named or output.text.startswith("Traceback"))):
            return self._judge_raised(example, output, raised, subject)
        if raised is not None:
            message = f"Line {output.place.line} says the example gives `{_short(output.text)}`; running it raises"
            message += f" `{_short(raised.text)}`{_hint(paper, example, raised)}"
            mistake = Mistake(message, expected=raised.text, replacement=missing_import(paper, example, raised))
            return self._wrong_output(example, output, mistake, subject)
        return self._compare(example, output, statements, result, subject)

    def _compare(
        self,
        example: ExampleClaim,
        output: StatedOutput,
        statements: list[StatementResult],
        result: BlockResult,
        subject: str,
    ) -> Verdict:
        comparison = compare_output(output, statements, result)
        if comparison.is_same is None:
            return self.unsure(output.place, subject, comparison.reason)
        if comparison.is_same:
            return self.right(output.place, subject)
        verb = "returns" if comparison.is_value else "prints"
        shown = f"`{_short(comparison.actual)}`" if comparison.actual else "nothing"
        message = f"Line {output.place.line} says the example {verb} `{_short(output.text)}`; running it {verb} {shown}"
        mistake = Mistake(message, expected=comparison.actual, replacement=_replacement(output, comparison))
        return self._wrong_output(example, output, mistake, subject, printed_by=_first_wrong(output, statements))

    def _judge_raised(
        self, example: ExampleClaim, output: StatedOutput, raised: RaisedException | None, subject: str
    ) -> Verdict:
        stated = output.text.strip().splitlines()[-1].strip() if output.text.strip() else ""
        line = output.place.line
        if raised is None:
            message = f"Line {line} says the example raises `{_short(stated)}`; running it raises nothing"
            return self._wrong_output(example, output, Mistake(message), subject)
        name, colon, text = stated.partition(":")
        name = name.strip().rpartition(".")[2].split(" ")[0]
        is_type = not name or name == raised.type or name in raised.bases
        is_message = not colon or output.ignores_detail or _is_message(text.strip(), raised.message)
        if is_type and is_message:
            return self.right(output.place, subject)
        if name and not name.isidentifier():
            return self.unsure(output.place, subject, "what it should raise is not said plainly")
        message = f"Line {line} says the example raises `{_short(stated)}`; running it raises `{_short(raised.text)}`"
        replacement = (output.place, raised.text) if stated == output.place.text.strip() else None
        mistake = Mistake(message, expected=raised.text, replacement=replacement)
        return self._wrong_output(example, output, mistake, subject)

    def _wrong_output(
        self, example: ExampleClaim, output: StatedOutput, mistake: Mistake, subject: str, printed_by: int = 0
    ) -> Verdict:
        """Return the verdict with the lines from the statement to its output: either may be what is wrong."""
        statement = output.statement_line or printed_by
        first = _line_place(example, statement).line if statement else output.place.line
        lines = (min(first, output.place.line), output.place.end_line)
        return self.wrong(output.place, subject, replace(mistake, lines=lines), owner=example.owner)


def _hint(paper: Paper, example: ExampleClaim, raised: RaisedException) -> str:
    words = right_use(paper.facts, raised, example.code)
    return f"; {words}" if words else ""


def _names_type(stated: str, raised: RaisedException) -> bool:
    """Say whether a stated output is the exception's name: "-> TokenExpired"."""
    name = stated.partition(":")[0].strip().rpartition(".")[2]
    return name == raised.type or name in raised.bases


def _is_message(stated: str, message: str) -> bool:
    """Whether a stated message is the real one, with or without quotes of its own around it."""
    is_quoted = len(stated) > 1 and stated[0] == stated[-1] and stated[0] in "\"'`"
    return is_same_text(stated, message) or (is_quoted and is_same_text(stated[1:-1], message))


def _statements_of(output: StatedOutput, result: BlockResult) -> list[StatementResult]:
    """Return the statements whose output is stated: one, or for a block of output all of them."""
    if output.kind == "block":
        return list(result.statements)
    first, last = output.statement_line, output.statement_end_line or output.statement_line
    return [s for s in result.statements if s.line <= last and s.end_line >= first]


def _has_own_mistake(example: ExampleClaim, result: BlockResult, verdicts: list[Verdict]) -> bool:
    """Say whether a stated output is wrong for another reason than that a name is not there."""
    judged = zip(example.outputs, verdicts, strict=False)
    wrong = (_statements_of(output, result) for output, verdict in judged if verdict.outcome == "wrong")
    raised = ([statement.exception for statement in statements if statement.exception] for statements in wrong)
    return any(not any(unknown_name(one) for one in exceptions) for exceptions in raised)


def _first_wrong(output: StatedOutput, statements: list[StatementResult]) -> int:
    """Return the line of the statement that printed the first line which is stated otherwise; 0 where none did."""
    stated = output.text.split("\n")
    printed = [(statement.line, line) for statement in statements for line in statement.stdout.splitlines()]
    for number, (line, text) in enumerate(printed):
        if number >= len(stated) or not is_same_text(stated[number], text):
            return line
    return 0


def _line_place(example: ExampleClaim, line: int) -> Place:
    """Return the place of a line of the code, which the document may show with prompts."""
    lines = example.place.text.splitlines(keepends=True)
    index = min(max(line, 1), max(len(lines), 1)) - 1
    start = example.place.start + sum(len(text) for text in lines[:index])
    text = lines[index].rstrip("\r\n") if lines else ""
    number = example.place.line + index
    return Place(line=number, end_line=number, start=start, end=start + len(text), text=text)


def _replacement(output: StatedOutput, comparison: Comparison) -> tuple[Place, str] | None:
    """Return what mends a stated output: only where it is one run of words that stands as it is."""
    if output.is_elided or not comparison.actual or output.place.text.strip() != output.text.strip():
        return None
    if "\n" in comparison.actual and output.kind != "block":
        return None
    return output.place, comparison.actual


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _LONGEST_SHOWN else f"{one_line[: _LONGEST_SHOWN - 1]}…"
