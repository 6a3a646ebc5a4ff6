"""A run learns, a later one is told: whole runs on scripted models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from reflexion_core.events import RunContinued
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import Source
from reflexion_core.runs import ProviderPool, Referee, RunRequest, execute, open_referee
from reflexion_core.settings import Settings
from reflexion_core.stopping import Stop
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id
from tests.running import PROMPTS, TRUE_PAGE, run_options, source, verdict

WRONG = TRUE_PAGE.replace("default `2.0`", "default `1.0`")
NO_RAISES = TRUE_PAGE.replace(
    "**Raises** `ValueError`: `width must not be negative, got {width}` when `width` is negative.\n\n", ""
)
REFEREE = open_referee(Settings(run_examples=False))
LIKE_IT = '''\
"""Tanks."""


def fill(litres: float, speed: float = 5.0) -> float:
    """Return how long it takes."""
    return litres / speed
'''
TANKS = source(LIKE_IT, "tanks.py")
TANKS_PAGE = """\
# tanks

## `fill(litres: float, speed: float = 5.0) -> float`

Return how long it takes.

- `litres` (`float`): how much.
- `speed` (`float`, default `5.0`): how fast.
"""


def play(
    store: RunStore, drafts: list[str], *, of: Source | None = None, person: str = "", **changes: Any
) -> tuple[Progress, list[ChatRequest]]:
    """Run the loop on drafts given call by call, store it, and return it with what the generator was asked."""
    asked: list[ChatRequest] = []

    def reply(request: ChatRequest) -> str:
        if request.role != "generator":
            return verdict(100)
        asked.append(request)
        return drafts[min(len(asked), len(drafts)) - 1]

    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=reply))
    options = run_options(**({"policy": "grounded", "lessons": True, "revise": "whole"} | changes))
    request = RunRequest(of or source(), options, person=person)
    recorder = Recorder(store, new_run_id())
    recorder(request.queued)
    progress = execute(request, pool, PROMPTS, recorder, Stop(), _referee(options.policy), lessons=store.lessons)
    assert progress.failure is None
    assert recorder.problem is None
    return Progress.of(store.events(recorder.run_id)), asked


def _referee(policy: str) -> Referee | None:
    return REFEREE if policy == "grounded" else None


def prompt_of(request: ChatRequest) -> str:
    return request.messages[-1].content


def test_what_the_first_run_had_to_mend_the_second_is_told(store: RunStore) -> None:
    first, _ = play(store, [WRONG])
    assert first.lessons == ()
    assert len(first.rounds[0].repairs) == 1
    second, asked = play(store, [TANKS_PAGE], of=TANKS)
    assert second.lessons is not None
    (given,) = second.lessons
    assert given.reason == "`fill` has defaults, as what it was learnt from"
    assert given.times == 1
    assert f"- {given.text}\n" in prompt_of(asked[0])
    assert "Copy every default exactly" in given.text


def test_the_lesson_stands_between_what_stays_the_same_and_the_task(store: RunStore) -> None:
    _, before = play(store, [WRONG])
    _, after = play(store, [TRUE_PAGE])
    plain, told = prompt_of(before[0]), prompt_of(after[0])
    task = plain[plain.index("Write the documentation of the module") :]
    assert told.startswith(plain.removesuffix(task))
    assert told.endswith(task)
    assert "Earlier documents had to be corrected in one point." in told


def test_what_a_revision_mended_is_told_too(store: RunStore) -> None:
    first, _ = play(store, [NO_RAISES, TRUE_PAGE])
    assert first.is_approved
    (lesson,) = store.lessons.lessons()
    assert (lesson.check, lesson.form, lesson.revised) == ("exceptions", "left_out", 1)
    second, _ = play(store, [TRUE_PAGE])
    assert second.lessons is not None
    assert [given.id for given in second.lessons] == [lesson.id]


def test_only_the_first_draft_is_told(store: RunStore) -> None:
    play(store, [WRONG])
    _, asked = play(store, [NO_RAISES, TRUE_PAGE])
    assert ["Earlier documents" in prompt_of(request) for request in asked] == [True, False]


def test_without_the_setting_prompts_are_as_they_were_and_nothing_is_said(store: RunStore) -> None:
    _, before = play(store, [WRONG], lessons=False)
    play(store, [WRONG])
    progress, after = play(store, [WRONG], lessons=False)
    assert progress.lessons is None
    assert [request.messages for request in after] == [request.messages for request in before]


def test_a_run_with_no_lesson_that_fits_has_the_same_prompt_as_one_without(store: RunStore) -> None:
    _, without = play(store, [TRUE_PAGE], lessons=False)
    progress, asked = play(store, [TRUE_PAGE])
    assert progress.lessons == ()
    assert asked[0].messages == without[0].messages


def test_a_run_that_goes_on_keeps_what_it_was_told_and_is_told_nothing_new(store: RunStore) -> None:
    play(store, [WRONG])
    before, _ = play(store, [NO_RAISES], max_attempts=1)
    assert before.options is not None
    options = before.options.model_copy(update={"max_attempts": 2})
    before.apply(RunContinued(options=options))
    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=lambda request: TRUE_PAGE if request.role == "generator" else verdict(100)))
    kinds: list[str] = []
    request = RunRequest(source(), options, rounds_before=1)
    after = execute(
        request, pool, PROMPTS, lambda event: kinds.append(event.kind), Stop(), REFEREE, before, store.lessons
    )
    assert after.is_approved
    assert len(after.lessons or ()) == 1
    assert "lessons_given" not in kinds


def test_under_the_policy_model_there_are_no_lessons(store: RunStore) -> None:
    play(store, [WRONG])
    progress, asked = play(store, [TRUE_PAGE], policy="model")
    assert progress.lessons is None
    assert "Earlier documents" not in prompt_of(asked[0])


def test_another_project_and_another_person_are_told_nothing(store: RunStore) -> None:
    play(store, [WRONG], project="shop", person="ada")
    assert play(store, [TRUE_PAGE], project="bank", person="ada")[0].lessons == ()
    assert play(store, [TRUE_PAGE], project="shop", person="bob")[0].lessons == ()
    assert len(play(store, [TRUE_PAGE], project="shop", person="ada")[0].lessons or ()) == 1


def test_a_store_that_cannot_be_read_costs_the_run_only_its_lessons(store: RunStore, tmp_path: Path) -> None:
    other = RunStore(f"sqlite:///{tmp_path / 'other.db'}", tmp_path / "owners")
    with create_engine(f"sqlite:///{tmp_path / 'other.db'}").begin() as connection:
        connection.execute(text("DROP TABLE lesson_runs"))
        connection.execute(text("DROP TABLE lessons"))
    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=lambda request: TRUE_PAGE if request.role == "generator" else verdict(100)))
    request = RunRequest(source(), run_options(policy="grounded", lessons=True))
    progress = execute(request, pool, PROMPTS, lambda _: None, Stop(), REFEREE, lessons=other.lessons)
    other.close()
    assert progress.is_approved
    assert progress.lessons == ()
    assert "no such table" in progress.lessons_problem


def test_the_setting_without_a_book_is_refused(store: RunStore) -> None:
    request = RunRequest(source(), run_options(policy="grounded", lessons=True))
    progress = execute(request, ProviderPool({}), PROMPTS, lambda _: None, Stop(), REFEREE)
    assert progress.failure is not None


@pytest.mark.parametrize("project", ["a\nb", "x" * 81, "\x7f"])
def test_a_project_is_one_short_line(project: str) -> None:
    with pytest.raises(ValueError, match="project"):
        run_options(project=project)
