import pytest

from reflexion_core.dashboard.code_words import begin_sentence, with_code


@pytest.mark.parametrize(
    ("sentence", "html"),
    [
        ("no code", "no code"),
        ("`a` is `b`", "<code>a</code> is <code>b</code>"),
        ("one ` alone", "one ` alone"),
        ("`a` and ` alone", "`a` and ` alone"),
        ("`<img src=x>` & <b>", "<code>&lt;img src=x&gt;</code> &amp; &lt;b&gt;"),
    ],
)
def test_what_stands_between_backquotes_is_code_and_all_else_is_text(sentence: str, html: str):
    assert with_code(sentence) == html


@pytest.mark.parametrize(("text", "sentence"), [("no server answers", "No server answers"), ("", ""), ("Ä", "Ä")])
def test_a_text_that_stands_alone_begins_as_a_sentence(text: str, sentence: str):
    assert begin_sentence(text) == sentence
