"""Who is here, and the server as that person may use it.

A person's name in runs and in the database is a hash: of what their sign-in provider calls them, or of the cookie
that their browser keeps. Nobody can take their place by reading it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from reflexion_core.dashboard.holder import ServerState, server_state
from reflexion_core.settings import Access

COOKIE = "reflexion_person"
COOKIE_SECONDS = 365 * 24 * 3600
_COOKIE_VALUE = re.compile(r"[0-9A-Za-z_-]{43}")
_ID_CHARACTERS = 32


@dataclass(frozen=True)
class Person:
    """Somebody who uses the dashboard."""

    id: str
    name: str = ""
    """What they are called, where they signed in."""


def new_cookie_value() -> str:
    """Return a random value that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_cookie_value(text: str) -> bool:
    """Whether a text, from a browser perhaps, could be a value of ours."""
    return _COOKIE_VALUE.fullmatch(text) is not None


def person_of_cookie(cookies: Mapping[str, str]) -> Person | None:
    """Return whose browser it is; None for one that has no cookie of ours."""
    value = cookies.get(COOKIE, "")
    return Person(_hash("cookie", value)) if is_cookie_value(value) else None


def person_of_sign_in(user: Mapping[str, Any]) -> Person | None:
    """Return who signed in; None where nobody has.

    Args:
        user: What the provider says of them: `sub` is unique with it, `email` and `name` can change.
    """
    known = user.get("sub") or user.get("email")
    if not user.get("is_logged_in") or not known:
        return None
    name = str(user.get("name") or user.get("email") or "")
    return Person(_hash("sign_in", str(user.get("iss", "")), str(known)), name)


def who_is_here(access: Access) -> Person | None:
    """Return the person whose page this is; None where they are not known, or need not be."""
    if access == "sign_in":
        return person_of_sign_in(read_sign_in())
    return person_of_cookie(read_cookies()) if access == "open" else None


def state_here() -> ServerState:
    """Return the server as the person may use it whose page this is; one who is not known gets no page.

    Raises:
        ReflexionError: the settings are wrong, or the database cannot be opened.
    """
    state = server_state()
    access = state.loaded.settings.access
    if access == "local":
        return state
    person = who_is_here(access)
    if person is None:
        st.stop()
    return own_state(state, person)


def own_state(state: ServerState, person: Person) -> ServerState:
    """Return the server with nothing of other people in it.

    The documents on the Verify page need no owner: each has a random name, which is nowhere but in its address.
    """
    return replace(state, runs=state.runs.for_person(person.id), exam_desk=state.exam_desk.for_person(person.id))


def stream_pass(run_id: str) -> str:
    """Return the pass with which the browser of this page reads the text of a run; empty where it needs none."""
    state = server_state()
    person = who_is_here(state.loaded.settings.access)
    return state.passes.issue(run_id, person.id) if person is not None and state.passes is not None else ""


def name_here() -> str:
    """Return what the person is called who signed in; empty where nobody has."""
    person = person_of_sign_in(read_sign_in())
    return person.name if person is not None else ""


def read_cookies() -> Mapping[str, str]:
    """Return the cookies of the browser whose page this is."""
    return st.context.cookies.to_dict()


def read_sign_in() -> Mapping[str, Any]:
    """Return what is known of the user whose page this is."""
    return st.user.to_dict()


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_ID_CHARACTERS]
