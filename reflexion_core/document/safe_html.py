"""A document as HTML that is faithful to read and unable to do anything.

A document is a model's text. It goes through a CommonMark parser without HTML, without images, and with three kinds
of links or, where it must lead nowhere, with none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

MAX_CHARACTERS = 150_000
"""Longer texts are shown as they are, without formatting."""

_ALLOWED_LINK = re.compile(r"(?:https?:|mailto:)", re.IGNORECASE)
_LANGUAGE = re.compile(r"[A-Za-z0-9_+#-]+")


def render_markdown(text: str, *, is_linked: bool = True) -> str:
    """Return Markdown as HTML that loads nothing, runs nothing and imitates nothing.

    Args:
        text: A document.
        is_linked: Whether links to the web and to mail addresses stay links; else all are text.
    """
    text = as_unicode(text)
    if len(text) > MAX_CHARACTERS:
        body = f"<pre><code>{escapeHtml(text)}</code></pre>\n"
    else:
        body = _load_parser(_SafeRenderer if is_linked else _UnlinkedRenderer).render(text)
    return f'<div class="reflexion-document">\n{body}</div>'


def as_unicode(text: str) -> str:
    """Replace halves of surrogate pairs, which a model's JSON or a file's name can hold and no file can carry."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@cache
def _load_parser(renderer: type[RendererHTML]) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 100}, renderer_cls=renderer)
    # Every address is parsed and the renderer decides: refused here, a link would show as its source.
    parser.validateLink = _accept  # type: ignore[method-assign]
    return parser.enable(["table", "strikethrough"])


def _accept(url: str) -> bool:  # noqa: ARG001
    return True


class _SafeRenderer(RendererHTML):
    """Writes no element that fetches, and links only to where a reader may want to go."""

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        token = tokens[idx]
        label = self.renderInlineAsText(token.children, options, env)
        parts = [part for part in (label, _address(token, "src")) if part]
        return f'<span class="not-loaded">[image: {escapeHtml(" · ".join(parts))}]</span>'

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:  # noqa: ARG002
        address = _address(tokens[idx], "href")
        if not self._is_allowed(address):
            return f'<span class="not-linked" title="{escapeHtml(address)}">'
        return f'<a href="{escapeHtml(address)}" target="_blank" rel="noopener noreferrer nofollow">'

    def link_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:  # noqa: ARG002
        opening = next(token for token in reversed(tokens[:idx]) if token.type == "link_open")
        return "</a>" if self._is_allowed(_address(opening, "href")) else "</span>"

    def _is_allowed(self, address: str) -> bool:
        return _ALLOWED_LINK.match(address) is not None

    def fence(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:  # noqa: ARG002
        token = tokens[idx]
        language = _LANGUAGE.match(token.info.strip())
        mark = f' class="language-{language[0]}"' if language else ""
        return f"<pre><code{mark}>{escapeHtml(token.content)}</code></pre>\n"


class _UnlinkedRenderer(_SafeRenderer):
    """Shows every link as text with its address in the title."""

    def _is_allowed(self, address: str) -> bool:  # noqa: ARG002
        return False


def _address(token: Token, attribute: str) -> str:
    return str(token.attrs.get(attribute, ""))


DOCUMENT_CSS = """<style>
.reflexion-document { overflow-wrap: anywhere; line-height: 1.6; }
.reflexion-document > :first-child { margin-top: 0; padding-top: 0; }
.reflexion-document :is(h1, h2, h3, h4, h5, h6) {
  margin: 1.3em 0 0.4em; padding: 0; line-height: 1.3; letter-spacing: normal; font-weight: 650;
}
.reflexion-document h1 { font-size: 1.5em; }
.reflexion-document h2 {
  font-size: 1.25em; padding-bottom: 0.2em;
  border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent);
}
.reflexion-document h3 { font-size: 1.1em; }
.reflexion-document :is(h4, h5, h6) { font-size: 1em; }
.reflexion-document :is(p, ul, ol, dl, table, pre, blockquote) { margin: 0 0 0.8em; }
.reflexion-document :is(ul, ol) { padding-left: 1.6em; }
.reflexion-document li { margin: 0.15em 0; }
.reflexion-document li > :is(ul, ol) { margin-bottom: 0; }
.reflexion-document a { color: inherit; text-decoration: underline; text-decoration-color: #14857b; }
.reflexion-document code {
  font-family: "Source Code Pro", ui-monospace, monospace;
  padding: 0.1em 0.3em; border-radius: 4px; color: inherit; font-size: 0.88em;
  background: color-mix(in srgb, currentColor 8%, transparent);
}
.reflexion-document pre {
  padding: 0.75em 0.9em; border-radius: 8px; overflow-x: auto; line-height: 1.55; color: inherit;
  background: color-mix(in srgb, currentColor 5%, transparent);
  border: 1px solid color-mix(in srgb, currentColor 12%, transparent);
}
.reflexion-document pre code { padding: 0; background: none; white-space: pre; overflow-wrap: normal; }
.reflexion-document table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
.reflexion-document :is(th, td) {
  padding: 0.35em 0.8em; text-align: left; vertical-align: top; border: 0;
  border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent);
}
.reflexion-document th { font-weight: 600; border-bottom-width: 2px; }
.reflexion-document blockquote {
  padding: 0.1em 1em; border-left: 3px solid color-mix(in srgb, currentColor 25%, transparent);
}
.reflexion-document blockquote > :last-child { margin-bottom: 0; }
.reflexion-document hr {
  border: 0; margin: 1.4em 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent);
}
.reflexion-document .not-loaded { opacity: 0.75; font-style: italic; }
.reflexion-document .not-linked { text-decoration: underline dotted; text-underline-offset: 0.2em; }
</style>"""
"""How a rendered document looks, in the page's own text colour; give it to `st.html` once a page."""
