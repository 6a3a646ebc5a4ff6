"""Who sits the exam: the checks, or a model in the critic's role."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from reflexion_core.exam.papers import ExamPaper
from reflexion_core.exam.remembering import RememberingSandbox
from reflexion_core.records import CriticIssue, Finding
from reflexion_core.roles.critic import Critic
from reflexion_core.sandbox.base import Sandbox
from reflexion_core.scoring import ground_issues
from reflexion_core.source.symbols import public_symbols
from reflexion_core.stopping import Stop
from reflexion_core.verification import Verifier

_LINE_NUMBER = re.compile(r"\b[Ll]ines? \d+(?: to \d+)?")
_MARKUP = re.compile(r"[`*_\\]")


@dataclass(frozen=True)
class Remark:
    """Something that an examinee calls wrong."""

    message: str
    first: int
    """The first and the last line of the document that it is about, counted from 1; 0 where it is about none."""
    last: int
    owner: str = ""
    """Qualified name of the symbol that it is about, where that is known."""
    words: str = ""
    """What a model wrote, in which it may name what is wrong; empty for a finding, which has a place."""

    @property
    def identity(self) -> tuple[str, str]:
        """The same for the same remark on another version of the document, in which lines have moved."""
        return self.owner, _LINE_NUMBER.sub("line", self.message)


class Examinee(ABC):
    """Judges papers."""

    name: ClassVar[str]

    @abstractmethod
    def judge(self, paper: ExamPaper) -> tuple[Remark, ...] | None:
        """Return what is wrong with a document; None where there is no verdict.

        Raises:
            Cancelled: the stop was given.
            ProviderError: the model's provider does not answer.
        """


class ChecksExaminee(Examinee):
    """The checks, as `reflexion verify` runs them.

    Args:
        sandbox: Where examples run; what has run once is remembered.
        not_run: Why they are not run, in plain words.
        stop: Ends the work early.
    """

    name = "checks"

    def __init__(self, sandbox: Sandbox | None, not_run: str, stop: Stop) -> None:
        self._sandbox = RememberingSandbox(sandbox) if sandbox is not None else None
        self._not_run = not_run
        self._stop = stop

    def judge(self, paper: ExamPaper) -> tuple[Remark, ...]:
        verifier = Verifier(paper.source, self._sandbox, self._not_run)
        return tuple(map(_from_finding, verifier.verify(paper.document, self._stop).findings))


def _from_finding(finding: Finding) -> Remark:
    return Remark(finding.message, finding.doc_line, finding.doc_end_line, finding.owner)


class CriticExaminee(Examinee):
    """A model in the critic's role; of its issues those count that point at something.

    Args:
        critic: The model at its seat.
    """

    name = "critic"

    def __init__(self, critic: Critic) -> None:
        self._critic = critic

    def judge(self, paper: ExamPaper) -> tuple[Remark, ...] | None:
        critique = self._critic.review(paper.source, paper.document, round_number=1).critique
        if critique is None:
            return None
        grounded = ground_issues(critique, paper.document, public_symbols(paper.source))
        return tuple(_from_issue(issue, paper.document) for issue in grounded.issues if issue.is_grounded)


def _from_issue(issue: CriticIssue, document: str) -> Remark:
    first, last = _lines_of(issue.quote, document)
    words = f"{issue.quote}\n{issue.problem}\n{issue.suggestion}"
    return Remark(f"{issue.problem} ({issue.quote})", first, last, words=words)


def _lines_of(quote: str, document: str) -> tuple[int, int]:
    """Return the lines in which a quote stands, whatever its marks and white space; zeros where it does not."""
    wanted = _plain(quote)
    joined, ends = "", []
    for line in document.split("\n"):
        words = _plain(line)
        joined += f" {words}" if words else ""
        ends.append(len(joined))
    start = joined.find(wanted) if wanted else -1
    if start < 0:
        return 0, 0
    end = start + len(wanted)
    return 1 + sum(line_end <= start for line_end in ends), 1 + sum(line_end < end for line_end in ends)


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split()).casefold()
