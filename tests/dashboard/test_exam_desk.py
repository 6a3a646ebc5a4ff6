"""The exam of a server that several people use."""

from __future__ import annotations

from reflexion_core.dashboard.exam_background import ExamDesk
from reflexion_core.exam.papers import ExamOptions
from reflexion_core.exams import ExamRequest, open_exam_room
from reflexion_core.runs import ProviderPool
from reflexion_core.settings import Settings
from tests.dashboard.test_background import wait_until
from tests.exam.classroom import MODULE
from tests.running import source


def test_an_exam_is_seen_and_stopped_by_whoever_began_it_alone():
    ada, bob = (shared.for_person(name) for shared in [ExamDesk()] for name in ("ada", "bob"))
    request = ExamRequest((source(MODULE, "parcels.py"),), ExamOptions(styles=("tables",), per_kind=20), None)
    room = open_exam_room(Settings(run_examples=False), ProviderPool({}))
    ada.start(request, room)
    exam = ada.exam
    assert exam is not None
    bob.stop()
    bob.start(request, room)
    assert bob.is_taken
    assert bob.exam is None
    assert not ada.is_taken
    ada.stop()
    wait_until(lambda: not exam.view.is_live, seconds=60)
    assert not bob.is_taken
