"""A run as one HTML file: what it tells, and that nothing in it can do anything."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin

import pytest

from reflexion_core.events import ForecastMade, RunContinued
from reflexion_core.progress import Progress
from reflexion_core.records import Acceptance, Failure, FinalDocument, Record, RequiredFix, RunState, StopReason
from reflexion_core.report.data import run_report
from reflexion_core.report.page import html_report
from reflexion_core.report.words import forecast_words
from tests.report.reading import ReportReader
from tests.report.sample import DOCUMENT, MADE_AT, ROUNDS, RUN_ID, finding, named, progress
from tests.running import run_options, source

ALLOWED_TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "header", "section", "footer"),
    *("div", "span", "a", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "pre", "code"),
    *("em", "strong", "s", "br", "hr", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "bdi", "del", "ins"),
    *("details", "summary", "svg", "line", "polyline", "circle", "path", "text"),
}
ATTACKS = {
    "script": "<script>alert(1)</script>",
    "end of a style": "</style><script>alert(1)</script>",
    "end of a title": "</title><script>alert(1)</script>",
    "end of a preformatted text": "</pre></details><iframe src='http://evil.example/'></iframe>",
    "end of a drawing": "</text></svg><image href='http://evil.example/a.png'/>",
    "end of an attribute": '"><img src=\'http://evil.example/a.png\' onerror="alert(1)">',
    "end of a comment": "--><base href='http://evil.example/'>",
    "handler": "' onmouseover='alert(1)' x=\"\" onclick=\"alert(1)",
    "template": "{{ 7 * 7 }}{% include 'report.css' %}",
    "markdown image": "![x](http://evil.example/a.png)",
    "markdown link": "[x](javascript:alert(1)) and [y](http://evil.example/?q=1) and <http://evil.example/>",
    "policy": '<meta http-equiv="Content-Security-Policy" content="default-src *">',
    "refresh": '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
    "form": "<form action='http://evil.example/'><input autofocus onfocus=alert(1)></form>",
    "code spans": "`<b onclick=alert(1)>` and `</code><script>alert(1)</script>`",
    "backwards": "evil\u202egpj.exe",
}


def read(run: Progress) -> ReportReader:
    return ReportReader(html_report(run, RUN_ID, MADE_AT))


def poisoned(value: Any, poison: str) -> Any:
    """Return a record with every text in it that somebody else chooses replaced."""
    if isinstance(value, Record):
        fields = type(value).model_fields
        changes = {
            name: poisoned(getattr(value, name), poison)
            for name in fields
            if not _is_choice(fields[name].annotation) and name not in ("sha256", "strategy")
        }
        return value.model_copy(update=changes)
    if isinstance(value, list | tuple):
        return type(value)(poisoned(item, poison) for item in value)
    return poison if type(value) is str else value


def _is_choice(annotation: Any) -> bool:
    return get_origin(annotation) is Literal or any(get_origin(part) is Literal for part in get_args(annotation))


def poisoned_run(poison: str) -> Progress:
    whole = progress(
        failure=Failure(kind="Oops", message="message", hint="hint"),
        former_documents=[DOCUMENT],
        acceptance=Acceptance(by="me", at=MADE_AT),
        continuation=RunContinued(options=run_options(), by="me"),
    )
    whole.rounds[1] = whole.rounds[1].model_copy(update={"author": "person", "by": "me"})
    names = ("source", "rounds", "document", "models", "prompts", "failure", "options")
    names += ("former_documents", "acceptance", "continuation", "lessons")
    return replace(whole, notice=poison, **{name: poisoned(getattr(whole, name), poison) for name in names})


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_hostile_text_in_any_place_yields_only_harmless_elements(attack: str):
    reader = read(poisoned_run(attack))
    clean = read(poisoned_run("harmless"))
    assert reader.unclosed == []
    for tag, attributes in reader.elements:
        assert tag in ALLOWED_TAGS
        assert not [
            name for name in attributes if name.startswith("on") or name in ("src", "srcset", "style", "action")
        ]
        assert (attributes.get("href") or "#").startswith("#")
    for tag in ("meta", "style", "title", "svg", "section", "details", "table"):
        assert reader.count(tag) == clean.count(tag)
    assert reader.style == clean.style


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_hostile_text_is_shown_as_it_is(attack: str):
    reader = read(named(attack))
    assert attack in reader.text


def test_the_policy_of_the_page_lets_nothing_run_and_nothing_load():
    policies = [
        attributes for tag, attributes in read(progress()).elements if tag == "meta" and "http-equiv" in attributes
    ]
    (policy,) = policies
    assert policy["http-equiv"] == "Content-Security-Policy"
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_the_style_sheet_fetches_nothing():
    assert not re.search(r"url\(|@import|https?:", read(progress()).style)


def test_half_a_surrogate_pair_can_be_written():
    html_report(poisoned_run("a \ud800 b"), RUN_ID, MADE_AT).encode("utf-8")


def test_the_head_tells_how_the_run_ended_and_its_figures():
    said = read(progress()).said
    assert "shapes.py run 0123456789abcdef · critic loop ✓ approved Approved: score 97.0 reaches the bar of 95." in said
    for figure in ("best score, in round 2 97.0", "quality bar 95", "rounds 2 of 4", "time 1:59", "tokens 2.2k"):
        assert figure in said
    assert "a small model played all roles" in said


def test_every_round_has_its_row_and_a_link_to_its_section():
    reader = read(progress())
    links = [attributes["href"] for tag, attributes in reader.elements if tag == "a"]
    targets = {attributes.get("id") for _, attributes in reader.elements}
    assert links == ["#round-1", "#round-2"]
    assert {link[1:] for link in links if link} <= targets
    assert "1 50.0 40 60 ✕ 1 Say that the default is 2.0 1,200 1:01 revise: below the bar" in reader.said


def test_a_finding_quotes_the_lines_that_prove_it():
    assert "line 4 4 def area(width: float, height: float = 2.0) -> float:" in read(progress()).said


def test_repairs_and_settled_statements_show_before_and_after():
    said = read(progress()).said
    assert "repaired the message was another negative! not negative" in said
    assert "settled it said 9 always 9.0 always 8.0" in said


def test_each_finding_of_the_critic_says_whether_it_counts():
    said = read(progress()).said
    assert "✕ grounded medium well grounded" in said
    assert "? not grounded, does not count medium not in it" in said
    assert "? refuted by the facts, does not count medium true after all" in said


def test_a_critique_without_findings_and_no_critique_at_all_are_told_apart():
    said = read(progress()).said
    assert "No verdict: it did not read this draft, or its reply could not be read." in said
    critique = ROUNDS[0].critique
    assert critique is not None
    silent = ROUNDS[0].model_copy(update={"critique": critique.model_copy(update={"issues": ()})})
    assert "The critic named no problem." in read(progress(rounds=[silent])).said


def test_models_prompts_and_settings_are_named():
    said = read(progress()).said
    assert "Generator test scripted d1g35td1g35t 8,192 0 2 2,250 80.0" in said
    assert f"generator/draft 3 {'a' * 64}" in said
    assert "Quality bar 95" in said
    assert "Budget, tokens no limit" in said


def test_a_model_that_is_a_file_is_named_without_its_folders():
    model = {"provider": "scripted", "name": "/home/somebody/secret/script.json"}
    options = run_options(generator={"model": model, "temperature": 0})
    html = html_report(progress(options=options), RUN_ID, MADE_AT)
    assert "script.json" in html
    assert "/home/somebody" not in html


def test_links_of_the_document_are_text_with_their_address():
    reader = read(progress())
    assert [attributes["title"] for _, attributes in reader.elements if attributes.get("class") == "not-linked"] == [
        "https://docs.example/a"
    ]


def test_of_the_source_only_proving_lines_are_in_the_report():
    html = html_report(progress(), RUN_ID, MADE_AT)
    assert "class Box" not in html
    assert "class Box" in html_report(
        progress(
            document=DOCUMENT.model_copy(
                update={"report": ROUNDS[0].report.model_copy(update={"findings": (finding(source_line=11),)})}
            )
        ),  # type: ignore[union-attr]
        RUN_ID,
        MADE_AT,
    )


def test_the_lessons_that_the_run_was_given_are_named_with_the_reason():
    said = read(progress()).said
    assert "The generator is told 1 lesson of earlier runs" in said
    assert "7 Copy every default. area has defaults 3" in said


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"lessons": ()}, "No lesson of earlier runs fits this source"),
        (
            {"lessons": (), "lessons_problem": "no such table"},
            "could not be read, and the run goes on without: no such",
        ),
    ],
)
def test_that_a_run_was_given_no_lesson_is_said_with_the_reason(changes: dict[str, Any], expected: str):
    assert expected in read(progress(**changes)).said


def test_a_run_without_the_setting_has_no_word_of_lessons():
    reader = read(progress(lessons=None))
    assert reader.count("h3") == read(progress()).count("h3") - 1
    assert "told" not in reader.said


def test_a_failed_run_says_why_and_what_to_do():
    failure = Failure(kind="ProviderUnreachable", message="nobody answers", hint="start the server")
    said = read(progress(state=RunState.FAILED, failure=failure, document=None, is_approved=False)).said
    assert "✕ failed Failed. Everything up to the failure is kept. nobody answers start the server" in said
    assert "Final document" not in said


def test_a_stopped_run_does_not_call_its_reader_who_stopped_it():
    said = read(progress(state=RunState.CANCELLED, reason=StopReason.CANCELLED, document=None)).said
    assert "Stopped by the reviewer." in said
    assert "by you" not in said


def test_a_run_that_has_not_begun_has_a_report():
    waiting = Progress(source=source(), options=run_options())
    said = read(waiting).said
    assert "● waiting This run has not ended; the report shows how far it was." in said
    assert "No draft was finished." in said


def test_what_a_person_did_is_marked_as_such():
    by_hand = ROUNDS[1].model_copy(update={"author": "person", "by": "Ada"})
    run = progress(
        rounds=[ROUNDS[0], by_hand],
        document=DOCUMENT.model_copy(update={"origin": "person"}),
        former_documents=[DOCUMENT],
        acceptance=Acceptance(by="Grace", at=MADE_AT),
        continuation=RunContinued(options=run_options(), by="Ada"),
        rounds_before=1,
    )
    said = read(run).said
    assert "✓ accepted by Grace on 2026-11-30 at 12:00 UTC" in said
    assert "went on after round 1, as asked by Ada." in said
    assert "Written by hand by Ada, not by a model." in said
    assert "Written or changed by hand, from round 2." in said
    assert "Former final document: the adjudicator's text, from round 2" in said


def test_a_critic_that_was_not_asked_is_not_called_silent():
    left_out = ROUNDS[1].model_copy(update={"is_critic_left_out": True})
    said = read(progress(rounds=[left_out])).said
    assert "It was not asked" in said
    assert "No verdict" not in said


@pytest.mark.parametrize("origin", get_args(RequiredFix.model_fields["origin"].annotation))
def test_every_origin_of_a_fix_can_be_told(origin: str):
    decision = ROUNDS[0].decision
    assert decision is not None
    fix = RequiredFix.model_validate({"text": "mend it", "origin": origin})
    assert (
        "mend it"
        in read(
            progress(rounds=[ROUNDS[0].model_copy(update={"decision": decision.model_copy(update={"fix": fix})})])
        ).said
    )


@pytest.mark.parametrize("origin", get_args(FinalDocument.model_fields["origin"].annotation))
def test_every_origin_of_a_document_can_be_told(origin: str):
    assert "from round 2" in read(progress(document=DOCUMENT.model_copy(update={"origin": origin}))).said


def test_the_drawing_has_its_words_as_text():
    html = html_report(progress(), RUN_ID, MADE_AT)
    drawing = html[html.index('<svg class="curve"') : html.index("</svg>")]
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
    assert words == ["0", "25", "50", "75", "100", "round 1", "2", "3", "4", "bar 95", "50.0", "97.0"]


def test_the_forecast_stands_beside_the_time_that_the_run_took() -> None:
    expected = ForecastMade(at_least=60.0, at_most=240.0, basis="from earlier runs with these models")
    assert "time by the forecast 1:00 to 4:00" in read(progress(forecast=expected)).said
    assert "time by the forecast" not in read(progress()).said
    assert forecast_words(progress(forecast=expected)) == "Forecast 1:00 to 4:00, took 1:59."
    assert forecast_words(progress(forecast=expected, ended_at=None)) == ""
    assert run_report(progress(forecast=expected), "run")["forecast"]["at_most"] == 240.0
    assert run_report(progress(), "run")["forecast"] is None
