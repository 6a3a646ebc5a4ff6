"""Signing in through a provider, from the page that asks for it to the page that knows who is here, and out again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import Visitor, new_context
from tests.browser.scripts import GOOD_SOURCE, write_script
from tests.browser.server import DashboardServer
from tests.browser.test_people import SLOWEST

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.sign_in_server import SignInServer

for _package in ("authlib", "joserfc"):
    pytest.importorskip(_package, reason="SIGNING IN WAS NOT TESTED: Authlib is not installed")
pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SECRETS = """
[auth]
redirect_uri = "{address}/oauth2callback"
cookie_secret = "a long random text that nobody knows but this test"
client_id = "reflexion"
client_secret = "secret"
server_metadata_url = "{issuer}/.well-known/openid-configuration"
"""


@pytest.fixture
def provider() -> Iterator[SignInServer]:
    from tests.browser.sign_in_server import run_sign_in_server

    with run_sign_in_server() as running:
        yield running


@pytest.fixture
def server(
    browser: Browser, provider: SignInServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[DashboardServer]:
    """A server whose secrets are in a home folder of its own."""
    script = tmp_path / "script.json"
    write_script(script)
    roles = {f"MODEL_REGISTRY__{role}": f"scripted:{script}" for role in ("GENERATOR", "CRITIC", "ADJUDICATOR")}
    made = DashboardServer(tmp_path, ACCESS="sign_in", **roles)
    (tmp_path / ".streamlit").mkdir()
    secrets = SECRETS.format(address=made.address, issuer=provider.issuer)
    (tmp_path / ".streamlit" / "secrets.toml").write_text(secrets, "utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    made.start()
    yield made
    made.kill()
    assert "Traceback" not in made.log


def test_who_signs_in_has_runs_of_their_own_and_whoever_signs_in_next_has_others(
    browser: Browser, provider: SignInServer, server: DashboardServer
):
    context = new_context(browser)
    context.set_default_timeout(SLOWEST * 1000)
    visitor = Visitor(context, server.address, "sign_in")
    screen = visitor.open()
    screen.see("Several people use this server.", seconds=SLOWEST)
    assert screen.page.get_by_role("link", name="History").count() == 0
    screen.shot("asked")

    screen.press("Sign in")
    screen.page.get_by_text("Ada Lovelace").wait_for()
    run_id = screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("✓ approved", seconds=SLOWEST)
    screen.shot("signed-in")

    provider.user = {"sub": "18", "name": "Bob", "email": "bob@example.org"}
    screen.press("Sign out")
    screen.press("Sign in")
    screen.page.get_by_text("Bob", exact=True).wait_for()
    screen.page.goto(f"{server.address}/?run={run_id}")
    screen.see("this run is not known here", seconds=SLOWEST)
    visitor.leave()
    context.close()
    assert {address.split("?")[0] for address in visitor.foreign} <= {f"{provider.issuer}/authorize"}
