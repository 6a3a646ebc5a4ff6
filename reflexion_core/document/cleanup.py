"""The last hand on a document: out goes what is not of it, the rest stays byte for byte."""

from __future__ import annotations

from collections.abc import Collection

from reflexion_core.document.chatter import drop_closing, drop_opening
from reflexion_core.document.critic_words import drop_critic_words
from reflexion_core.document.fences import drop_stray_fence, unwrap_document
from reflexion_core.document.frame import drop_frame
from reflexion_core.document.thinking import strip_thinking

__all__ = ["clean_document", "strip_thinking"]


def clean_document(text: str, *, source_names: Collection[str] = ()) -> str:
    """Return a document without thinking, chatter, critic's words and fence lines that are not its own.

    A clean document comes back as it was, with exactly one line end at its end; cleaning twice is cleaning
    once. Text that holds no document, only chatter, gives an empty one.

    Args:
        text: The document as a model wrote it.
        source_names: Names that the documented source uses; a critic's key among them is no critic's word.
    """
    while True:
        cleaner = _clean_once(text, source_names)
        if cleaner == text:
            return text
        text = cleaner


def _clean_once(text: str, source_names: Collection[str]) -> str:
    def is_noise(part: str) -> bool:
        return not drop_critic_words(drop_closing(part), source_names).strip()

    text = strip_thinking(text)
    text = drop_frame(text)
    text = drop_opening(text)
    text = unwrap_document(text, is_noise)
    text = drop_stray_fence(text, is_noise)
    text = drop_critic_words(text, source_names)
    text = drop_closing(text)
    return _end_line(text)


def _end_line(text: str) -> str:
    """Return a text with one line end at its end, in the kind that it had."""
    if not text.strip():
        return ""
    body = text.rstrip("\r\n")
    ending = text[len(body) :] or ("\r\n" if "\r\n" in body else "\n")
    return body + ("\r\n" if ending.startswith("\r\n") else "\n")
