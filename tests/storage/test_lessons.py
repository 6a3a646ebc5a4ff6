"""Lessons in the database: learnt with the end of a run, merged, kept apart, changed by people."""

from __future__ import annotations

import pytest

from reflexion_core.errors import StorageError
from reflexion_core.events import RunContinued
from reflexion_core.lesson_records import MOST_CHARACTERS, Lesson
from reflexion_core.progress import Progress
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore
from tests.learning.runs import AT, LEFT_OUT, WRONG_DEFAULT, mended_run, save_run
from tests.running import source


def only(store: RunStore) -> Lesson:
    (found,) = store.lessons.lessons()
    return found


def test_the_end_of_a_run_enters_its_lessons(store: RunStore) -> None:
    run_id = save_run(store, mended_run(LEFT_OUT, repaired=[WRONG_DEFAULT]))
    defaults, exceptions = store.lessons.lessons()
    assert (defaults.check, defaults.form, defaults.traits) == ("defaults", "wrong", ("defaults",))
    assert (defaults.times, defaults.repaired, defaults.revised, defaults.learnt_at) == (1, 1, 0, AT)
    assert (exceptions.check, exceptions.revised) == ("exceptions", 1)
    assert (exceptions.is_on, exceptions.is_edited, exceptions.project) == (True, False, "default")
    assert store.lessons.runs_of(defaults.id) == [run_id]


def test_a_run_without_the_setting_leaves_none(store: RunStore) -> None:
    save_run(store, mended_run(WRONG_DEFAULT, lessons=False))
    assert store.lessons.lessons() == []


def test_equal_lessons_are_one_that_counts_its_runs(store: RunStore) -> None:
    first = save_run(store, mended_run(repaired=[WRONG_DEFAULT]))
    second = save_run(store, mended_run(WRONG_DEFAULT))
    found = only(store)
    assert (found.times, found.repaired, found.revised) == (2, 1, 1)
    assert set(store.lessons.runs_of(found.id)) == {first, second}


def test_a_run_that_goes_on_teaches_the_same_lesson_once(store: RunStore) -> None:
    made = mended_run(WRONG_DEFAULT)
    run_id = save_run(store, made)
    recorder = Recorder(store, run_id, store.events(run_id))
    recorder(RunContinued(options=Progress.of(made).options or pytest.fail("no options")))
    recorder(made[-1])
    assert recorder.problem is None
    assert only(store).times == 1


def test_lessons_outlive_the_runs_that_taught_them(store: RunStore) -> None:
    run_id = save_run(store, mended_run(WRONG_DEFAULT))
    store.delete([run_id])
    found = only(store)
    assert found.times == 1
    assert store.lessons.runs_of(found.id) == []


def test_projects_and_people_have_lessons_of_their_own(store: RunStore) -> None:
    save_run(store, mended_run(WRONG_DEFAULT, project="shop"))
    save_run(store, mended_run(WRONG_DEFAULT, project="bank", person="ada"))
    assert [lesson.project for lesson in store.lessons.offered("", "shop")] == ["shop"]
    assert [lesson.project for lesson in store.lessons.offered("ada", "bank")] == ["bank"]
    assert store.lessons.offered("", "bank") == store.lessons.offered("", "") == []
    assert [lesson.project for lesson in store.lessons.lessons()] == ["bank", "shop"]
    assert [lesson.project for lesson in store.lessons.lessons("shop")] == ["shop"]


def test_one_person_cannot_read_or_change_anothers_lessons(store: RunStore) -> None:
    save_run(store, mended_run(WRONG_DEFAULT, person="ada"))
    number = only(store).id
    others = store.for_person("bob").lessons
    assert others.lessons() == []
    assert others.runs_of(number) == []
    for change in (
        lambda: others.edit(number, "mine"),
        lambda: others.switch(number, is_on=False),
        lambda: others.delete(number),
    ):
        with pytest.raises(StorageError, match=f"there is no lesson {number}"):
            change()
    assert only(store.for_person("ada")).is_on


def test_what_a_file_alone_has_taught_can_be_left_out(store: RunStore) -> None:
    save_run(store, mended_run(WRONG_DEFAULT))
    assert store.lessons.without("shapes.py").offered("", "") == []
    save_run(store, mended_run(WRONG_DEFAULT, of=source(name="other.py")))
    assert len(store.lessons.without("shapes.py").offered("", "")) == 1


def test_a_lesson_that_is_switched_off_is_not_offered_and_still_learnt(store: RunStore) -> None:
    save_run(store, mended_run(WRONG_DEFAULT))
    store.lessons.switch(only(store).id, is_on=False)
    save_run(store, mended_run(WRONG_DEFAULT))
    assert (only(store).is_on, only(store).times) == (False, 2)
    assert store.lessons.offered("", "") == []
    store.lessons.switch(only(store).id, is_on=True)
    assert store.lessons.offered("", "") == [only(store)]


def test_a_text_that_was_changed_stays_when_the_lesson_is_learnt_again(store: RunStore) -> None:
    save_run(store, mended_run(WRONG_DEFAULT))
    store.lessons.edit(only(store).id, " Look at\nthe defaults. ")
    save_run(store, mended_run(WRONG_DEFAULT))
    assert (only(store).text, only(store).is_edited, only(store).times) == ("Look at the defaults.", True, 2)


@pytest.mark.parametrize(
    ("text", "said"), [(" \n", "needs a text"), ("x" * (MOST_CHARACTERS + 1), "the text has 401 characters")]
)
def test_a_text_that_cannot_be_a_lesson_is_refused(store: RunStore, text: str, said: str) -> None:
    save_run(store, mended_run(WRONG_DEFAULT))
    before = only(store)
    with pytest.raises(StorageError, match=said):
        store.lessons.edit(before.id, text)
    assert only(store) == before


def test_a_deleted_lesson_comes_back_under_another_number_when_it_is_learnt_again(store: RunStore) -> None:
    save_run(store, mended_run(WRONG_DEFAULT))
    gone = only(store).id
    store.lessons.delete(gone)
    assert store.lessons.lessons() == []
    save_run(store, mended_run(WRONG_DEFAULT))
    assert only(store).id > gone
    assert only(store).times == 1


def test_a_run_can_be_learnt_from_whatever_its_settings_say(store: RunStore) -> None:
    made = mended_run(WRONG_DEFAULT, lessons=False)
    run_id = save_run(store, made)
    store.lessons.learn(run_id, Progress.of(made))
    assert only(store).times == 1


def test_lessons_are_written_with_the_end_of_the_run_or_not_at_all(store: RunStore) -> None:
    made = mended_run(WRONG_DEFAULT)
    progress = Progress.of(made)
    with pytest.raises(StorageError):
        store.append("0" * 16, 2, made[1:], progress)
    assert store.lessons.lessons() == []
