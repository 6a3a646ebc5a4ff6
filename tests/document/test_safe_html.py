import re
from html.parser import HTMLParser

import pytest

from reflexion_core.document.safe_html import DOCUMENT_CSS, MAX_CHARACTERS, as_unicode, render_markdown

ATTACKS = {
    "image": "![x](http://evil.example/a.png)",
    "image with a title": '![x](http://evil.example/a.png "t")',
    "image by reference": "![x][r]\n\n[r]: http://evil.example/a.png",
    "image in a link": "[![x](http://evil.example/a.png)](http://evil.example/go)",
    "image in a table": "| a |\n|---|\n| ![x](http://evil.example/a.png) |",
    "image of data": "![x](data:image/svg+xml,<svg/onload=alert(1)>)",
    "html image": '<img src="http://evil.example/a.png" onerror="alert(1)">',
    "script": "<script>alert(1)</script>",
    "form": '<form action="http://evil.example/"><input name="p"></form>',
    "overlay": '<div style="position:fixed;background:url(http://evil.example/a.png)">x</div>',
    "frame": "<iframe src='http://evil.example/'></iframe>",
    "style": "<style>@import 'http://evil.example/a.css';</style>",
    "javascript link": "[x](javascript:alert(1))",
    "javascript link in capitals": "[x](JaVaScRiPt:alert(1))",
    "javascript link as entities": "[x](&#106;avascript:alert(1))",
    "javascript link with a tab": "[x](<java\tscript:alert(1)>)",
    "javascript autolink": "<javascript:alert(1)>",
    "javascript by reference": "[x][r]\n\n[r]: javascript:alert(1)",
    "vbscript link": "[x](vbscript:x)",
    "data link": "[x](data:text/html,<script>alert(1)</script>)",
    "file link": "[x](file:///etc/passwd)",
    "link that closes its attribute": '[x](http://evil.example/"onmouseover="alert(1))',
    "title that closes its attribute": "[x](http://evil.example 'a\" onclick=\"alert(1)')",
    "fence that closes its attribute": '```py" onload="x\n<script>alert(1)</script>\n```',
    "code": "`<script>alert(1)</script>`",
    "alt text": '![<img src=x onerror="alert(1)">](http://evil.example/a.png)',
}
ALLOWED_TAGS = {
    *("div", "span", "a", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "pre", "code"),
    *("em", "strong", "s", "br", "hr", "blockquote", "table", "thead", "tbody", "tr", "th", "td"),
}


class _Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_hostile_markdown_yields_only_harmless_elements(attack: str):
    for tag, attributes in _Reader(render_markdown(attack)).elements:
        assert tag in ALLOWED_TAGS
        assert set(attributes) <= {"class", "href", "rel", "target", "title", "style", "start"}
        assert re.fullmatch(r"text-align:(left|right|center)", attributes.get("style") or "text-align:left")
        assert re.match(r"https?:|mailto:", attributes.get("href") or "https:")


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_hostile_markdown_stays_inside_its_box(attack: str):
    html = render_markdown(attack)
    assert html.startswith('<div class="reflexion-document">')
    assert html.count("<div") == html.count("</div>") == 1


def test_an_image_becomes_its_description_and_address_as_text():
    assert "[image: plot · http://evil.example/a.png]" in render_markdown("![plot](http://evil.example/a.png)")


@pytest.mark.parametrize("address", ["https://a.example/?b=1&c=2", "http://a.example", "mailto:a@b.example"])
def test_a_web_or_mail_link_is_kept_and_gives_nothing_away(address: str):
    ((_, attributes),) = [item for item in _Reader(render_markdown(f"[x]({address})")).elements if item[0] == "a"]
    assert attributes["href"] == address
    assert attributes["rel"] == "noopener noreferrer nofollow"


@pytest.mark.parametrize("address", ["javascript:alert(1)", "#parameters", "../other.md", "//evil.example"])
def test_any_other_link_is_its_text_alone(address: str):
    reader = _Reader(render_markdown(f"before [the label]({address}) after"))
    assert "before the label after" in reader.text
    assert "a" not in [tag for tag, _ in reader.elements]


def test_badges_maths_emoji_and_arrows_are_shown_as_written():
    text = ":green-badge[passed] costs $5 and $6 -> :smile: :material/home:"
    assert text in _Reader(render_markdown(text)).text


def test_html_in_the_text_is_shown_as_written():
    assert "<b>bold</b> & more" in _Reader(render_markdown("<b>bold</b> & more")).text


def test_a_fence_keeps_its_code_and_names_its_language():
    html = render_markdown("```python\nif a < b:\n    c()\n```")
    assert '<pre><code class="language-python">if a &lt; b:\n    c()\n</code></pre>' in html


def test_a_table_is_a_table():
    tags = [tag for tag, _ in _Reader(render_markdown("| a | b |\n|:--|--:|\n| 1 | 2 |")).elements]
    assert tags.count("th") == tags.count("td") == 2


def test_a_deeply_nested_list_keeps_its_last_item():
    nested = "".join("  " * depth + f"- item {depth}\n" for depth in range(30))
    assert "item 29" in render_markdown(nested)


def test_a_very_long_text_is_shown_without_formatting():
    html = render_markdown("# <b>" + "x" * MAX_CHARACTERS)
    assert html.startswith('<div class="reflexion-document">\n<pre><code># &lt;b&gt;x')


def test_half_a_surrogate_pair_can_be_sent():
    render_markdown("a \ud800 b").encode("utf-8")


def test_the_style_sheet_fetches_nothing():
    assert DOCUMENT_CSS.startswith("<style>")
    assert not re.search(r"url\(|@import|https?:", DOCUMENT_CSS)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_without_links_no_text_becomes_one(attack: str):
    assert "a" not in [tag for tag, _ in _Reader(render_markdown(attack, is_linked=False)).elements]


def test_without_links_the_address_stays_to_be_read():
    html = render_markdown("[x](https://a.example/b)", is_linked=False)
    assert '<span class="not-linked" title="https://a.example/b">x</span>' in html


def test_half_a_surrogate_pair_is_replaced_and_all_else_stays():
    assert as_unicode("a \ud800 b \U0001f600") == "a \ufffd b \U0001f600"
