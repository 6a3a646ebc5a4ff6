"""The loop as a graph: which station is lit, what stands at each, and the figures."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from reflexion_core import events
from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.loop_graph import loop_html
from reflexion_core.forecast import Forecast
from reflexion_core.records import CheckReport, ModelRef, RoleName
from reflexion_core.run_options import RoleOptions
from tests.running import draft, issue, run, source, verdict
from tests.showing import HOSTILE, Reader, call, critic_says, ended, finished, started

DRAFT = events.DraftReady(round=1, draft=draft())
REPORT = events.FindingsReady(round=1, report=CheckReport(right=("a", "b")), seconds=0.31)


def lit(view: RunView) -> list[str]:
    """Return the titles of the stations that are marked as at work."""
    return re.findall(r'rx-on" aria-current="step"><b>● \S+ ([\w, ]+)</b>', loop_html(view))


def text(view: RunView, left: Forecast | None = None) -> str:
    return Reader(loop_html(view, left)).text


def test_hostile_text_stays_text():
    role = RoleOptions(model=ModelRef(provider="scripted", name=HOSTILE), temperature=0)
    issues = [issue(problem=HOSTILE, suggestion=HOSTILE)]
    hostile = run(critic_says(verdict(10, issues=issues), verdict(99)), generator=role, critic=role, adjudicator=role)
    hostile.progress.source = source().model_copy(update={"name": HOSTILE})
    read = Reader(loop_html(RunView("0123456789abcdef", hostile.progress)))
    assert read.tags <= {"div", "ol", "li", "span", "b", "code"}
    assert read.depth == 0
    assert HOSTILE in read.text


def test_the_station_at_work_alone_is_lit():
    assert lit(started(call(RoleName.GENERATOR))) == ["Generator"]
    assert lit(started(finished(RoleName.GENERATOR), DRAFT, policy="grounded")) == ["Checks"]
    assert lit(started(finished(RoleName.GENERATOR), DRAFT, REPORT, policy="grounded")) == ["Repair"]
    assert lit(started(finished(RoleName.GENERATOR), DRAFT, call(RoleName.CRITIC))) == ["Critic"]


def test_nothing_is_lit_when_the_run_has_ended():
    assert lit(ended(critic_says(verdict(99)))) == []


def test_a_station_that_has_worked_is_told_from_one_that_has_not():
    html = loop_html(started(finished(RoleName.GENERATOR), DRAFT, call(RoleName.CRITIC)))
    assert 'rx-done"><b>✎ Generator' in html
    assert 'rx-idle"><b>⚖ Adjudicator' in html


def test_the_stations_stand_in_the_order_of_the_work():
    titles = re.findall(r"<b>(?:● )?\S+ ([\w, ]+)</b>", loop_html(started(policy="grounded")).split("rx-figures")[0])
    assert titles == ["Generator", "Checks", "Repair", "Critic", "Score, router", "Adjudicator"]


def test_drafts_that_are_not_checked_have_no_checks_and_no_repair():
    assert "Checks" not in loop_html(started(policy="model"))


def test_bar_attempt_and_models_are_shown():
    shown = text(started(quality_score_bar=87.5, max_attempts=3))
    assert "attempt 1 of 3bar 87.5" in shown
    assert shown.count("test") == 3


def test_the_last_score_stands_beside_the_bar():
    assert "attempt 1 of 498.0 · bar 95" in text(ended(critic_says(verdict(98))))


def test_a_single_pass_has_no_adjudicator_and_no_way_back():
    html = loop_html(started(strategy="single_pass"))
    assert "Adjudicator" not in html
    assert "rx-back" not in html


def test_each_role_shows_its_time_and_its_tokens():
    usage = {"prompt_tokens": 1500, "output_tokens": 400}
    assert "24 s · 1.9k tokens" in text(started(finished(RoleName.GENERATOR, 24.0, **usage)))


def test_the_seconds_of_a_call_that_runs_are_counted_on():
    long_ago = call(RoleName.GENERATOR).model_copy(update={"at": datetime.now(UTC) - timedelta(seconds=70)})
    assert "72 s…" in text(started(finished(RoleName.GENERATOR, 2.0), long_ago))


def test_the_checks_show_what_they_found_and_how_long_it_took():
    assert "2 right, 0 wrong0.3 s" in text(started(finished(RoleName.GENERATOR), DRAFT, REPORT, policy="grounded"))


def test_the_way_back_says_what_it_is_for_and_later_what_is_mended():
    assert "back to the generator with one fix, at most 4 attempts" in text(started())
    view = ended(critic_says(verdict(60, issues=[issue("height=1.0")]), verdict(98)))
    assert "↩ round 2 mends: " in text(view)
    assert "height=2.0" in text(view).split("mends")[1]


def test_an_adjudicator_that_was_not_asked_is_said_to_be_not_needed():
    assert "not needed" in text(ended(critic_says(verdict(99)), adjudicate="never"))


def test_the_figures_are_score_time_and_tokens():
    usage = {"prompt_tokens": 3000, "output_tokens": 140, "cached_tokens": 1200}
    shown = text(started(finished(RoleName.GENERATOR, **usage)))
    assert "no score yet" in shown
    assert "3.1ktokens, 1.2k from cache" in shown
    assert "99.0best (round 1)" in text(ended(critic_says(verdict(99))))


def test_the_time_left_is_one_of_the_figures_while_somebody_asks():
    assert "0:40 to 4:05left, up to 3 more attempts" in text(started(), Forecast(40.0, 245.0, 3, ""))
    assert "left" not in text(started())
