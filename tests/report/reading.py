"""What a reader's browser would make of a report."""

from __future__ import annotations

from html.parser import HTMLParser

_EMPTY = frozenset({"meta", "br", "hr"})


class ReportReader(HTMLParser):
    """Reads an HTML file: its elements, its text, and the text of each kind of element."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.style = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.unclosed = self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.text += " "
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.text += " "
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "style":
            self.style += data
        else:
            self.text += data

    @property
    def said(self) -> str:
        """All that can be read, in one line."""
        return " ".join(self.text.split())

    def count(self, tag: str) -> int:
        return sum(1 for name, _ in self.elements if name == tag)
