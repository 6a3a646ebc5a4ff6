"""Model text on the screen: short texts as they are, and whole documents as harmless HTML.

Streamlit's own Markdown loads remote images, draws badges that look like ours, and turns dollar signs into
maths. So a document goes through `reflexion_core.document.safe_html`, and short texts are escaped for the Markdown
that Streamlit makes of every label.
"""

from __future__ import annotations

import re

from reflexion_core.document.safe_html import DOCUMENT_CSS, MAX_CHARACTERS, render_markdown

__all__ = ["DOCUMENT_CSS", "MAX_CHARACTERS", "escape_label", "render_markdown"]

_ESCAPED = re.compile(
    r"""
    [\\`*\[\]<&$:~]                              # code, emphasis, links, HTML, maths, directives
    | (?<![^\W_])_ | _(?![^\W_])                  # emphasis; not inside a word, as in a file's name
    | ^[#>+-] | (?<=^\d)[.)] | (?<=^\d\d)[.)]     # headings, quotes, lists
    """,
    re.VERBOSE,
)
_REPLACED_LATER = re.compile(
    r"""
    (?<!\S)(?=(?:<->|->|<-|--|>=|<=|~=)(?!\S))     # arrows and the like
    | (?<=:)(?=[\w+-]+(?:/\w+)?:)                   # emoji and icons
    | (?<=:)(?=//) | (?<=www)(?=\.) | (?=@)         # addresses
    """,
    re.VERBOSE | re.IGNORECASE,
)
_JOINER = "\u2060"


def escape_label(text: str) -> str:
    """Return a text that Streamlit's labels, captions and messages show as it is, in one line.

    Streamlit replaces arrows and turns addresses into links after it has read the Markdown, where no escape
    helps. An invisible character inside them prevents it.
    """
    text = _REPLACED_LATER.sub(_JOINER, " ".join(text.split()))
    return _ESCAPED.sub(r"\\\g<0>", text)
