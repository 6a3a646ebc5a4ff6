"""`reflexion dashboard`: where it listens."""

from __future__ import annotations

import pytest

from reflexion_core.dashboard.launch import streamlit_arguments
from tests.commands import Reflexion


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.20", "docs.example.org"])
def test_an_address_that_others_reach_is_refused_and_the_setting_is_named(reflexion: Reflexion, host: str):
    done = reflexion("dashboard", "--host", host)
    assert done.code == 2
    assert host in done.err
    assert "set access to sign_in" in " ".join(done.err.split())


def test_without_a_host_the_address_of_the_shipped_configuration_counts():
    assert streamlit_arguments(8501, None) == ["run", "app.py", "--server.port=8501"]


@pytest.mark.parametrize(("host", "name"), [("0.0.0.0", "localhost"), ("::", "localhost"), ("[::1]", "::1")])
def test_a_server_with_a_host_knows_what_to_call_itself(host: str, name: str):
    arguments = streamlit_arguments(8501, host)
    assert f"--server.address={host.strip('[]')}" in arguments
    assert f"--browser.serverAddress={name}" in arguments
