import pytest
from markdown_it import MarkdownIt

from reflexion_core.dashboard.safe_markdown import escape_label
from tests.hostile import ATTACKS


@pytest.mark.parametrize("name", ["latency.py", "file_name_2.py", "a-b c.py", "größe.py", "Round 2 (best), 71.0"])
def test_an_ordinary_name_is_its_own_label(name: str):
    assert escape_label(name) == name


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("![x](y)", r"!\[x\](y)"),
        (":red-badge[no]", r"\:red-badge\[no\]"),
        ("$5 and $6", r"\$5 and \$6"),
        ("**a** `b` ~c~", r"\*\*a\*\* \`b\` \~c\~"),
        ("_a_", r"\_a\_"),
        ("<b> &lt;", r"\<b> \&lt;"),
        ("# a", r"\# a"),
        ("> a", r"\> a"),
        ("1. a", r"1\. a"),
        ("back\\slash", "back\\\\slash"),
        ("two\nlines", "two lines"),
        (":smile:", "\\:\u2060smile\\:"),
        (":material/home:", "\\:\u2060material/home\\:"),
        ("a -> b", "a \u2060-> b"),
        ("www.evil.example", "www\u2060.evil.example"),
        ("http://a.example", "http\\:\u2060//a.example"),
        ("a@b.example", "a\u2060@b.example"),
    ],
)
def test_a_label_is_escaped_where_streamlit_would_read_more_than_text(text: str, label: str):
    assert escape_label(text) == label


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_an_attack_in_a_label_is_nothing_but_its_words(attack: str):
    (line,) = MarkdownIt("commonmark", {"linkify": False}).parse(escape_label(attack))[1].children or [None]
    assert line is not None
    assert line.type == "text"
    assert line.content.replace("\u2060", "") == " ".join(attack.split())
