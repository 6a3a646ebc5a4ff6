"""The settings of access, as a server that is started goes by them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit import config

from reflexion_core.dashboard.entrance import Entrance, check_start
from reflexion_core.errors import SettingsError


@pytest.fixture(autouse=True)
def _configuration(data_folder: Path) -> Iterator[None]:
    before = {name: config.get_option(name) for name in ("server.address", "server.allowedHosts")}
    yield
    for name, value in before.items():
        config.set_option(name, value)


def test_a_bare_start_on_every_network_is_refused():
    config.set_option("server.address", "0.0.0.0")
    with pytest.raises(SettingsError, match=r"0\.0\.0\.0"):
        check_start()
    config.set_option("server.address", "127.0.0.1")
    check_start()


def test_a_start_without_any_address_is_refused():
    config.set_option("server.address", None)
    with pytest.raises(SettingsError, match="every network"):
        check_start()


def test_settings_that_cannot_be_read_let_nobody_else_in(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REFLEXION_ACCESS", "everybody")
    config.set_option("server.address", "0.0.0.0")
    with pytest.raises(SettingsError):
        check_start()
    assert not Entrance().find_door().is_open_to_others


def test_an_open_server_starts_anywhere_and_leaves_names_to_the_settings(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REFLEXION_ACCESS", "open")
    monkeypatch.setenv("REFLEXION_HOSTS", '["docs.example.org"]')
    config.set_option("server.address", "0.0.0.0")
    config.set_option("server.allowedHosts", ["localhost"])
    check_start()
    assert st.get_option("server.allowedHosts") == []
    assert Entrance().find_door().answers_to("docs.example.org")


def test_signing_in_without_its_secrets_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REFLEXION_ACCESS", "sign_in")
    config.set_option("server.address", "127.0.0.1")
    with pytest.raises(SettingsError, match="cookie_secret"):
        check_start()
