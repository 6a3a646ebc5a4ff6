from __future__ import annotations

from reflexion_core.report.proof import quote_proof
from tests.report.sample import finding
from tests.running import source

SOURCE = source("class A:\n    def f(self):\n        if True:\n            raise ValueError('no')\n")


def test_one_line_is_quoted_with_its_number_and_without_its_margin():
    quote = quote_proof(finding(source_line=4, source_end_line=4), SOURCE)
    assert quote is not None
    assert (quote.place, quote.text) == ("line 4", "4  raise ValueError('no')")


def test_several_lines_keep_what_they_are_indented_by_among_each_other():
    quote = quote_proof(finding(source_line=3, source_end_line=4), SOURCE)
    assert quote is not None
    assert (quote.place, quote.text) == ("lines 3 to 4", "3  if True:\n4      raise ValueError('no')")


def test_a_long_stretch_is_cut_and_says_by_how_much():
    quote = quote_proof(finding(source_line=1, source_end_line=30), source("x = 1\n" * 40))
    assert quote is not None
    assert quote.place == "lines 1 to 30"
    assert quote.text.splitlines()[-2:] == ["12  x = 1", "… 18 more"]


def test_without_a_line_or_without_the_source_nothing_is_quoted():
    assert quote_proof(finding(source_line=None), SOURCE) is None
    assert quote_proof(finding(), None) is None
    assert quote_proof(finding(source_line=900, source_end_line=900), SOURCE) is None
