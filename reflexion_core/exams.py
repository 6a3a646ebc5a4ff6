"""An exam from its sources to its report, for the command line and the dashboard alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reflexion_core.exam.examinees import ChecksExaminee, CriticExaminee, Examinee
from reflexion_core.exam.papers import ExamOptions, ExamPaper, write_papers
from reflexion_core.exam.report import ExamReport
from reflexion_core.exam.sitting import OnPaper, sit_exam
from reflexion_core.prompts import PromptSet
from reflexion_core.records import ModelRef, Source
from reflexion_core.roles.base import Seat
from reflexion_core.roles.critic import ANSWER_TOKENS, Critic
from reflexion_core.rubric_choice import choose_rubric
from reflexion_core.run_options import RoleOptions
from reflexion_core.runs import ProviderPool, Referee, open_referee
from reflexion_core.settings import Settings, shipped_folder
from reflexion_core.source.reading import read_source_file
from reflexion_core.stopping import Stop
from reflexion_core.windows import critic_tokens


@dataclass(frozen=True)
class ExamRequest:
    """An exam that has been asked for."""

    sources: tuple[Source, ...]
    options: ExamOptions
    critic: ModelRef | None = None
    """The model that sits it in the critic's role; None for the checks."""


@dataclass(frozen=True)
class ExamRoom:
    """What an exam needs beside its request."""

    settings: Settings
    pool: ProviderPool
    prompts: PromptSet
    referee: Referee


def open_exam_room(settings: Settings, pool: ProviderPool) -> ExamRoom:
    """Return the room of the settings.

    Raises:
        SettingsError: the rubric cannot be read.
        PromptError: the prompts cannot be read.
    """
    return ExamRoom(settings, pool, PromptSet(settings.prompts_path), open_referee(settings))


def shipped_sources(settings: Settings) -> tuple[Source, ...]:
    """Return the examples that ship, which are examined where nothing else is named."""
    paths = sorted((shipped_folder() / "examples").glob("*.py"))
    return tuple(read_source_file(path, max_bytes=settings.limits.source_bytes) for path in paths)


def hold_exam(request: ExamRequest, room: ExamRoom, on_paper: OnPaper, stop: Stop) -> ExamReport:
    """Write the papers and let them be judged; a stopped exam returns what it has shown until then.

    Args:
        request: What is examined, and who sits.
        room: The settings, providers and prompts.
        on_paper: Told after each paper.
        stop: Ends the exam.

    Raises:
        SourceError: a source does not parse.
        ProviderError: the critic's provider does not answer, or does not have the model.
        Cancelled: the stop came before the first paper.
    """
    papers = write_papers(request.sources, request.options, room.referee.sandbox, stop)
    notes = [f"no examples in the papers: {room.referee.not_run}"] if room.referee.sandbox is None else []
    examinee: Examinee = ChecksExaminee(room.referee.sandbox, room.referee.not_run, stop)
    if request.critic is not None:
        examinee, papers, left_out = _seat_critic(request.critic, papers, room, stop)
        notes += left_out
    return replace(sit_exam(papers, examinee, on_paper, stop), notes=tuple(notes))


def _seat_critic(
    model: ModelRef, papers: Sequence[ExamPaper], room: ExamRoom, stop: Stop
) -> tuple[CriticExaminee, tuple[ExamPaper, ...], list[str]]:
    """Return a model as a critic, the papers that it can hold, and what is to be said of the others."""
    settings = room.settings
    most = min(settings.max_context_tokens, room.pool.describe(model).context_tokens or settings.max_context_tokens)
    need = {
        place: critic_tokens(paper.source, paper.document, model, room.prompts, room.pool.count_tokens)
        for place, paper in enumerate(papers)
    }
    fitting = tuple(paper for place, paper in enumerate(papers) if need[place] <= most)
    seat = Seat(
        provider=room.pool[model.provider],
        options=RoleOptions(model=model, temperature=settings.temperatures.CRITIC),
        prompts=room.prompts,
        seed=settings.seed,
        max_output_tokens=ANSWER_TOKENS,
        context_tokens=max((tokens for tokens in need.values() if tokens <= most), default=most),
        emit=lambda _event: None,
        stop=stop,
        rubric=choose_rubric(settings.rubric, room.referee.rubrics),
    )
    too_long = Counter(paper.source.name for place, paper in enumerate(papers) if need[place] > most)
    notes = [
        f"{count} papers on {name} are left out: {model} holds {most:,} tokens" for name, count in too_long.items()
    ]
    return CriticExaminee(Critic(seat)), fitting, notes
