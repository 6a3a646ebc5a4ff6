"""Where the server may listen, under which names it answers, and what signing in needs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from reflexion_core.dashboard.access import (
    Door,
    StartCheck,
    check_address,
    check_sign_in,
    make_door,
    missing_keys,
    providers_of,
)
from reflexion_core.errors import SettingsError
from reflexion_core.settings import Access

AUTH = {
    "redirect_uri": "https://docs.example.org/oauth2callback",
    "cookie_secret": "s",
    "client_id": "c",
    "client_secret": "x",
    "server_metadata_url": "https://login.example.org/.well-known/openid-configuration",
}


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2", "localhost", "LOCALHOST", "::1", "[::1]"])
def test_the_server_may_listen_to_this_machine(address: str):
    check_address("local", address)


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.20", "docs.example.org", "", None])
def test_the_server_refuses_to_listen_where_others_reach_it_and_says_what_to_set(address: str | None):
    with pytest.raises(SettingsError, match="'access' is 'local'") as caught:
        check_address("local", address)
    assert "sign_in" in caught.value.hint
    assert "without a password" in caught.value.hint


@pytest.mark.parametrize("access", ["sign_in", "open"])
def test_the_server_listens_anywhere_once_the_settings_let_others_in(access: Access):
    check_address(access, "0.0.0.0")


def test_signing_in_needs_all_that_the_secrets_must_hold_and_the_library():
    with pytest.raises(SettingsError) as caught:
        check_sign_in("sign_in", {"client_id": "c"}, is_library_there=False)
    for word in ("redirect_uri", "cookie_secret", "client_secret", "server_metadata_url", "Authlib"):
        assert word in caught.value.message
    assert "client_id" not in caught.value.message


def test_signing_in_works_once_all_is_there():
    check_sign_in("sign_in", AUTH, is_library_there=True)


@pytest.mark.parametrize("access", ["local", "open"])
def test_where_nobody_signs_in_nothing_is_needed_for_it(access: Access):
    check_sign_in(access, {}, is_library_there=False)


def test_a_provider_may_have_a_table_of_its_own():
    own = {key: AUTH[key] for key in ("client_id", "client_secret", "server_metadata_url")}
    auth = {"redirect_uri": AUTH["redirect_uri"], "cookie_secret": "s", "company": own}
    assert missing_keys(auth) == []
    assert providers_of(auth) == ["company"]
    assert providers_of(AUTH) == []


def test_a_door_for_this_machine_answers_to_its_own_names_and_to_itself_alone():
    door = make_door("local", ("docs.example.org",), {})
    assert door == Door()
    assert [door.answers_to(host) for host in ("localhost", "docs.example.org", "192.168.1.20")] == [True, False, False]
    assert [door.admits(client) for client in (None, "127.0.0.1", "::1", "192.168.1.7")] == [True, True, True, False]


def test_an_open_door_answers_to_the_names_that_were_given_and_to_addresses_in_figures():
    door = make_door("open", ("Docs.example.org",), {})
    hosts = ("localhost", "docs.example.org", "192.168.1.20", "[fe80::1]", "evil.example", "")
    assert [door.answers_to(host) for host in hosts] == [True, True, True, True, False, False]
    assert door.admits("192.168.1.7")


def test_a_door_with_signing_in_answers_to_the_name_that_people_are_sent_back_to():
    assert make_door("sign_in", (), AUTH).answers_to("docs.example.org")


def start(check: Any) -> tuple[list[Any], list[str]]:
    """Return what a server is told that starts an application, and what the application saw."""
    sent: list[Any] = []
    seen: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["type"])

    async def receive() -> dict[str, str]:
        return {"type": "lifespan.startup"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(StartCheck(app, check)({"type": "lifespan"}, receive, send))
    return sent, seen


def test_a_server_that_must_not_start_is_told_why_and_the_application_is_not():
    sent, seen = start(lambda: check_address("local", "0.0.0.0"))
    assert [message["type"] for message in sent] == ["lifespan.startup.failed"]
    assert "to listen on 0.0.0.0" in sent[0]["message"]
    assert "set access to" in sent[0]["message"]
    assert seen == []


def test_a_server_that_may_start_does():
    assert start(lambda: check_address("local", "127.0.0.1")) == ([], ["lifespan"])
