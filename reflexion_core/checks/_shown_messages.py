"""Messages in the tracebacks that an example shows although it asks doctest not to compare them.

The directive is there for messages that Python words anew in each version; those that the source words itself are the
same everywhere, and a reader takes them for what will be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import ExampleClaim, Place, StatedOutput
from reflexion_core.sandbox.base import BlockResult, RaisedException
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.messages import Hole

_LAST = re.compile(r"(?P<type>[\w.]+):\s*(?P<message>\S.*)")


@dataclass(frozen=True)
class ShownMessage:
    """The message of a shown traceback, and the exception that running it raised."""

    example: ExampleClaim
    place: Place
    """The message alone."""
    stated: str
    raised: RaisedException
    fact: ExceptionFact
    """The statement that raises it, with fixed words in its message."""

    @property
    def is_right(self) -> bool:
        return self.stated.split() == self.raised.message.split() or "..." in self.stated


def find_shown_messages(paper: Paper) -> Iterator[ShownMessage]:
    """Yield the messages that the source words itself, where running the example raised the exception."""
    for example, result in paper.results.items():
        for output in example.outputs:
            if not output.ignores_detail:
                continue
            raised = _raised(output, result)
            fact = _source_of(paper, raised) if raised is not None else None
            shown = _shown(output)
            if raised is not None and fact is not None and shown is not None:
                yield ShownMessage(example, shown, shown.text, raised, fact)


def _raised(output: StatedOutput, result: BlockResult) -> RaisedException | None:
    for statement in result.statements:
        if output.statement_line <= statement.line <= output.statement_end_line:
            return statement.exception if statement.is_deterministic else None
    return None


def _source_of(paper: Paper, raised: RaisedException) -> ExceptionFact | None:
    for function in paper.facts.all_functions():
        for fact in function.raises:
            message = fact.message
            if fact.name != raised.type or message is None or not message.matches(raised.message):
                continue
            if any(not isinstance(part, Hole) and re.search(r"\w", part) for part in message.parts):
                return fact
    return None


def _shown(output: StatedOutput) -> Place | None:
    """Return the message on the last line of a shown traceback."""
    text = output.place.text.rstrip()
    start = text.rfind("\n") + 1
    match = _LAST.search(text, start)
    if match is None:
        return None
    line = output.place.line + text.count("\n", 0, start)
    first = output.place.start + match.start("message")
    return Place(line, line, first, output.place.start + match.end("message"), match["message"])
