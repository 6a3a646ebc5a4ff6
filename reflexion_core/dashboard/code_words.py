"""Sentences that code says: with code between backquotes, and begun as a sentence is."""

from __future__ import annotations

from html import escape


def with_code(sentence: str) -> str:
    """Return a sentence as HTML in which what stands between two backquotes is code, and all else is text.

    A sentence may quote a document, with a backquote of its own; what cannot be told apart is shown as it is.
    """
    parts = escape(sentence).split("`")
    if len(parts) % 2 == 0:
        return escape(sentence)
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))


def begin_sentence(text: str) -> str:
    """Return a text, written to follow a colon, as it stands alone."""
    return text[:1].upper() + text[1:]
