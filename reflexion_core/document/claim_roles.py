"""Which words are the title of a part: "Parameters", "Raises", "Return value"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reflexion_core.document.claims import Role
from reflexion_core.document.passages import Passage

ENTRY_ROLES: tuple[Role, ...] = ("parameters", "attributes", "options", "constants", "raises", "returns", "yields")
"""What holds entries, one after the other."""

_TITLES: dict[Role, str] = {
    "parameters": (
        r"(?:(?:input|function|method|constructor|keyword|required|optional|other|the|key) )?"
        r"(?:parameters?|params?|arguments?|args)|kwargs|inputs?|keyword args|parameters? (?:list|details"
        r"|description)s?|"
        r"arguments? (?:list|details)|parameters / arguments"
    ),
    "attributes": r"(?:(?:public|instance|class|data) )?attributes?|fields|instance variables|properties|members",
    "options": r"(?:\w+ )?(?:options|settings)",
    "returns": r"returns?(?: (?:values?|types?))?|returned values?|return value details",
    "yields": r"yields?",
    "raises": (
        r"raises?|(?:possible |raised )?exceptions?(?: raised)?|errors?(?: raised)?|throws|errors? (?:and"
        r"|&) exceptions|"
        r"exceptions? (?:and|&) errors|error conditions|raises / exceptions"
    ),
    "examples": (
        r"(?:(?:usage|code|basic|quick|simple|more|another) )?examples?(?: usage)?|usage(?: examples?)?|example of use|"
        r"quick ?start|sample usage"
    ),
    "output": r"(?:expected |example |sample |printed )?(?:outputs?|results?)|prints?|which prints|this prints|stdout",
    "members": (
        r"(?:(?:public|private|internal|class|static|instance|special|magic|async|asynchronous) )?methods|"
        r"(?:(?:public|private|internal|helper|module) )?functions|(?:(?:public|private) )?classes|"
        r"api(?: reference)?|module contents|contents|reference|internals|helpers"
    ),
    "constants": r"(?:module(?:-level)? )?(?:constants|variables)|module attributes|constants and defaults",
    "other": (
        r"(?:see also|notes?|warnings?|description|overview|details|summary|introduction|references?"
        r"|behaviou?r|remarks?|"
        r"tips?|important|related(?: functions)?|todo|signature|syntax|usage notes?|caveats?|side effects?|complexity)"
    ),
}
_TITLE = {role: re.compile(rf"(?:{pattern})\s*", re.IGNORECASE) for role, pattern in _TITLES.items()}
_NUMBERING = re.compile(r"(?:\d+(?:\.\d+)*[.)]?\s+)|[^\w`*_(\[:<]+\s*")
_WORDS = "|".join(f"(?P<{role}>{pattern})" for role, pattern in _TITLES.items())
_LABEL = re.compile(
    rf"(?P<open>[*_]{{1,3}})?(?:{_WORDS})(?P<colon>\s*:(?=[\s*_]|$))?(?:\.(?=[*_]))?(?P<close>[*_]{{1,3}})?(?P<after>\s*:(?=\s"
    rf"|$))?\s*(?P<dash>[—–-]+\s+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Label:
    """A title that opens a paragraph or a list item."""

    role: Role
    end: int
    """Offset after it, where its own words start."""


def role_of_title(title: str) -> Role:
    """Return what a heading's words say that its part is for; empty if they say nothing known."""
    title = title.strip().strip("*_").strip()
    title = title[_NUMBERING.match(title).end() :] if _NUMBERING.match(title) else title  # type: ignore[union-attr]
    title = title.rstrip(":").strip().strip("*_")
    return next((role for role, pattern in _TITLE.items() if pattern.fullmatch(title)), "")


def read_label(words: Passage) -> Label | None:
    """Return the title that a passage starts with: it is emphasised or has a colon behind it."""
    match = _LABEL.match(words.text)
    if match is None:
        return None
    role = next(role for role in _TITLES if match[role] is not None)
    is_emphasised = bool(match["open"]) and bool(match["close"])
    if bool(match["open"]) != bool(match["close"]):
        return None
    if not is_emphasised and not match["colon"]:
        return None
    if role in ("options", "other") and not match["colon"] and words.text.startswith("(", match.end()):
        return None  # a parameter called like a title, with its type
    return Label(role, match.end())


def is_last_line_title(words: Passage) -> bool:
    """Say whether the last of an underlined heading's lines alone is a title; the others are a paragraph."""
    before, newline, last = words.text.rpartition("\n")
    return bool(newline) and bool(before.strip()) and role_of_title(last) != ""
