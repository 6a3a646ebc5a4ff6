"""Whole styles: which form each part of a document has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from reflexion_core.skeleton.markdown import code, escaped
from reflexion_core.true_page import example_forms, forms
from reflexion_core.true_page.page import Block, Entry, Line, Mark, Page

PartForm = Callable[[Entry], list[Block]]


@dataclass(frozen=True)
class Style:
    """A way of writing a document."""

    name: str
    heading: Callable[[Entry], Line]
    signature: Callable[[Entry], Block]
    parameters: PartForm
    returns: PartForm
    raises: PartForm
    examples: PartForm

    def render(self, page: Page) -> list[Line]:
        """Return the page's lines, each with what it is about."""
        blocks = [block for block in chain(self._start(page), self._entries(page)) if block]
        blocks += [_added(paragraph, "") for paragraph in page.closing]
        lines: list[Line] = []
        for block in blocks:
            lines += [Line(""), *block] if lines else block
        return lines

    def _start(self, page: Page) -> list[Block]:
        blocks: list[Block] = [_added(paragraph, "") for paragraph in page.opening]
        blocks += [[Line(f"# {escaped(page.title)}")], [Line(page.intro)] if page.intro else []]
        mark = Mark("", "import")
        blocks.append([Line("```python"), *(Line(line, mark) for line in page.imports), Line("```")])
        if page.constants:
            rows = [Line(f"- {code(n)} = {code(v)}", Mark("", "constant", n)) for n, v in page.constants]
            blocks += [[Line("## Constants")], rows]
        return blocks

    def _entries(self, page: Page) -> list[Block]:
        return [block for entry in page.entries for block in self._entry(entry)]

    def _entry(self, entry: Entry) -> list[Block]:
        nature = [Line(sentence, Mark(entry.qualname, "nature", str(n))) for n, sentence in enumerate(entry.nature)]
        blocks = [[self.heading(entry)], self.signature(entry), nature]
        blocks += [[Line(entry.summary)]] if entry.summary else []
        blocks += self.parameters(entry)
        if entry.values:
            title = "**Members**" if "An enumeration." in entry.nature else "**Attributes**"
            blocks += [[Line(title)], [Line(f"- {value}") for value in entry.values]]
        for form in (self.returns, self.raises, self.examples):
            blocks += form(entry)
        return blocks + [_added(note, entry.qualname) for note in entry.notes]


def _added(paragraph: str, owner: str) -> Block:
    return [Line(line, Mark(owner, "added")) for line in paragraph.split("\n")]


_STYLES = (
    Style(
        "bullets",
        forms.signature_heading,
        forms.no_signature,
        forms.listed_parameters,
        forms.titled_returns,
        forms.listed_raises,
        example_forms.session_examples,
    ),
    Style(
        "tables",
        forms.named_heading,
        forms.fenced_signature,
        forms.tabled_parameters,
        forms.titled_returns,
        forms.tabled_raises,
        example_forms.printed_examples,
    ),
    Style(
        "google",
        forms.code_heading,
        forms.fenced_signature,
        forms.google_parameters,
        forms.google_returns,
        forms.google_raises,
        example_forms.commented_examples,
    ),
    Style(
        "dashes",
        forms.named_heading,
        forms.inline_signature,
        forms.dashed_parameters,
        forms.titled_returns,
        forms.told_raises,
        example_forms.session_examples,
    ),
    Style(
        "prose",
        forms.called_heading,
        forms.no_signature,
        forms.told_parameters,
        forms.told_returns,
        forms.passive_raises,
        example_forms.arrow_examples,
    ),
)
STYLES: dict[str, Style] = {style.name: style for style in _STYLES}
"""By name, in the order in which they are listed."""
