from reflexion_core.dashboard.facts_html import changes_html, counts_html, findings_html
from reflexion_core.records import CheckReport, Repair, Settlement
from tests.findings import finding
from tests.running import source


def test_the_counts_name_what_is_right_wrong_and_cannot_be_told() -> None:
    report = CheckReport(findings=(finding(),), right=("a", "b"), cannot_tell=3, examples_run=2)
    html = counts_html(report)
    for words in ("2 right", "1 wrong", "3 cannot tell", "2 examples run"):
        assert words in html


def test_one_example_is_counted_in_the_singular() -> None:
    assert "1 example run" in counts_html(CheckReport(findings=(), right=(), cannot_tell=0, examples_run=1))


def test_a_finding_shows_the_line_of_the_source_that_proves_it() -> None:
    html = findings_html([finding(source_line=4)], source())
    assert "line 4" in html
    assert "<code>def area(width: float, height: float = 2.0) -&gt; float:</code>" in html


def test_a_line_that_the_source_does_not_have_shows_no_proof() -> None:
    assert "line 400" not in findings_html([finding(source_line=400)], source())


def test_hostile_words_stay_text() -> None:
    hostile = finding(message="<img src=x onerror=alert(1)>")
    shown = findings_html([hostile], None) + changes_html([Repair(finding=hostile, before="<b>", after="<i>")])
    assert "<img" not in shown
    assert "<b>" not in shown
    assert "<i>" not in shown


def test_what_was_taken_out_at_the_end_is_shown_as_such() -> None:
    html = changes_html([], [Settlement(message="it fails", scope="example", before="print(1)", after="")])
    assert "settled" in html
    assert "<ins>taken out</ins>" in html


def test_nothing_is_shown_where_code_changed_nothing() -> None:
    assert changes_html([]) == ""
