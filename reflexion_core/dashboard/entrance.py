"""The settings of access, as the server that Streamlit starts goes by them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import streamlit as st
from streamlit import config

from reflexion_core.dashboard.access import Door, check_address, check_sign_in, make_door
from reflexion_core.errors import SettingsError
from reflexion_core.settings import Settings, load_settings


class Entrance:
    """Who is let in by this server; read once, since what a running server listens to does not change."""

    def __init__(self) -> None:
        self._door: Door | None = None

    def find_door(self) -> Door:
        """Return who is let in; while the settings cannot be read that is this machine alone."""
        if self._door is None:
            try:
                settings = load_settings().settings
            except SettingsError:  # every page says what is wrong with them
                return Door()
            self._door = make_door(settings.access, settings.hosts, read_auth())
        return self._door


def check_start() -> None:
    """Make sure that the server may start as it was told to, however that was done.

    Raises:
        SettingsError: other machines would reach it and must not, or people could not sign in who have to.
    """
    try:
        settings = load_settings().settings
    except SettingsError:  # every page says what is wrong with them; until then nobody else is let in
        settings = Settings()
    check_address(settings.access, st.get_option("server.address"))
    check_sign_in(settings.access, read_auth(), is_library_there=find_spec("authlib") is not None)
    if settings.access != "local":
        # Streamlit's own list knows this machine's names alone; `SecurityHeaders` goes by the settings.
        config.set_option("server.allowedHosts", [])


def read_auth() -> Mapping[str, Any]:
    """Return the table `[auth]` of Streamlit's secrets; empty where there is none."""
    if not st.secrets.load_if_toml_exists():
        return {}
    found = st.secrets.get("auth", {})
    return found if isinstance(found, Mapping) else {}
