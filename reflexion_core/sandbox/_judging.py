"""Turns a worker's report on one chain into results, and two runs of the same blocks into one."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from reflexion_core.records import Record
from reflexion_core.sandbox.base import BlockResult, BlockStatus, RaisedException, StatementResult

MOST_WORDS = 400
SANDBOX_BROKEN = "sandbox: "
"""How the end of a chain begins that the sandbox itself did not survive."""

NOT_RUN = BlockResult(status="not run", detail="the process of the blocks before it had ended")


class Entry(Record):
    """One line that an example's process wrote; what does not fit was not written by our code."""

    kind: Literal["begin", "statement", "note", "end", "module", "done"]
    block: int = -1
    line: int = 0
    end_line: int = 0
    stdout: str = ""
    stderr: str = ""
    session: str | None = None
    value: str | None = None
    exception: RaisedException | None = None
    what: Literal["", "refused", "outside", "missing", "memory", "output limit", "input", "thread"] = ""
    words: str = ""
    is_writing: bool = False


class _Draft:
    """What is known of one block while its entries are read."""

    def __init__(self) -> None:
        self.has_begun = False
        self.has_ended = False
        self.entries: list[Entry] = []


def judge_chain(blocks: tuple[int, ...], report: dict[str, Any]) -> dict[int, BlockResult]:
    """Return the results of a chain's blocks.

    Args:
        blocks: The indices of the blocks, in the order that they ran.
        report: The worker's `records` and `end`, from a place that is not trusted.
    """
    drafts = {index: _Draft() for index in blocks}
    before, current = _Draft(), None
    for entry in _read_entries(report.get("records")):
        if entry.kind == "begin":
            current = drafts.get(entry.block)
            if current is not None:
                current.has_begun = True
        (current or before).entries.append(entry)
        if entry.kind == "end" and current is not None:
            current.has_ended = True
    end = str(report.get("end", ""))
    if not drafts[blocks[0]].has_begun:
        return dict.fromkeys(blocks, _judge_module(before, end))
    return {index: _judge_block(draft, end) if draft.has_begun else NOT_RUN for index, draft in drafts.items()}


def merge(first: BlockResult, second: BlockResult) -> BlockResult:
    """Return the first result, with what the second did otherwise marked."""
    theirs = second.statements + (None,) * (len(first.statements) - len(second.statements))
    statements = tuple(
        mine.model_copy(update={"is_deterministic": mine == other})
        for mine, other in zip(first.statements, theirs, strict=False)
    )
    is_same = first.status == second.status and first.stdout == second.stdout and first.statements == second.statements
    return first.model_copy(update={"statements": statements, "is_deterministic": is_same})


def _read_entries(records: object) -> list[Entry]:
    entries = []
    for record in records if isinstance(records, list) else []:
        with suppress(ValidationError):
            entries.append(Entry.model_validate(record))
    return entries


def _judge_block(draft: _Draft, end: str) -> BlockResult:
    statements = tuple(
        StatementResult.model_validate(entry.model_dump(include=set(StatementResult.model_fields)))
        for entry in draft.entries
        if entry.kind == "statement"
    )
    printed = "".join(entry.stdout for entry in draft.entries)
    raised = next((statement.exception for statement in statements if statement.exception), None)
    status, detail = _find_obstacle(draft.entries) or (None, "")
    if status is None and not draft.has_ended:
        status, detail = _explain_end(end)
    if status is None:
        status, detail = ("raised", raised.text) if raised else ("ok", _name_threads(draft.entries))
    return BlockResult(status=status, detail=detail[:MOST_WORDS], statements=statements, stdout=printed)


def _judge_module(before: _Draft, end: str) -> BlockResult:
    """Judge blocks that never began because the module could not be imported."""
    error = next((entry.exception for entry in before.entries if entry.kind == "module"), None)
    obstacle = _find_obstacle(before.entries) if error or end != "done" else None
    if obstacle is not None:
        status, detail = obstacle
    elif end.startswith(SANDBOX_BROKEN):
        status, detail = _explain_end(end)
    elif error is not None:
        status, detail = "module failed", error.text
    else:
        status, detail = "module failed", f"importing the module: {_explain_end(end)[1]}"
    return BlockResult(status=status, detail=detail[:MOST_WORDS])


def _find_obstacle(entries: list[Entry]) -> tuple[BlockStatus, str] | None:
    """Return what stood in the way, the plainest first; None where nothing did."""
    notes = {entry.what: entry.words for entry in reversed(entries) if entry.kind == "note"}
    outside = next((entry.words for entry in entries if entry.what == "outside" and _is_real(entry)), None)
    if "input" in notes:
        return "needs input", "it reads from the keyboard"
    if "refused" in notes or outside is not None:
        return "forbidden", f"file outside: {outside}" if outside else notes["refused"]
    if "missing" in notes:
        return "missing package", notes["missing"]
    if "memory" in notes:
        return "memory", "it needs more memory than an example may use"
    if "output limit" in notes:
        return "output limit", "it prints more than an example may"
    return None


def _is_real(entry: Entry) -> bool:
    """Whether a file outside would have been there for a user, so that the sandbox made a difference."""
    path = Path(entry.words)
    with suppress(OSError, ValueError):
        return os.path.lexists(path) or (entry.is_writing and path.parent.is_dir())
    return True


def _explain_end(end: str) -> tuple[BlockStatus, str]:
    """Explain how a process ended that ended too early."""
    kind, _, number = end.partition(" ")
    if end == "timeout":
        return "timeout", "it takes longer than an example may"
    if end == "disk":
        return "forbidden", "disk: more was written than an example may"
    if end == "output limit":
        return "output limit", "it prints more than an example may"
    if kind == "signal" and number.isdigit():
        return "crashed", f"its process was ended: {signal.strsignal(int(number)) or number}"
    if kind == "exit" and number.isdigit():
        return "crashed", f"its process ended with code {number}"
    is_sandbox_broken = end.startswith(SANDBOX_BROKEN)
    return "crashed", end.removeprefix(
        SANDBOX_BROKEN
    ) if is_sandbox_broken else "its process ended before the block did"


def _name_threads(entries: list[Entry]) -> str:
    count = sum(entry.what == "thread" for entry in entries)
    return f"{count} thread{'s' * (count > 1)} still running at the end" if count else ""
