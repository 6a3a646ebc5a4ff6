import asyncio
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from reflexion_core.dashboard.access import LOOPBACK_HOSTS, Door
from reflexion_core.dashboard.people import COOKIE, is_cookie_value, new_cookie_value
from reflexion_core.dashboard.security import CONTENT_SECURITY_POLICY, SecurityHeaders


def answer(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("inside", headers={"referrer-policy": "unsafe-url"})


def get(*hosts: str, path: str = "/") -> httpx.Response:
    async def fetch() -> httpx.Response:
        app = SecurityHeaders(Starlette(routes=[Route("/", answer)]))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
            request = client.build_request("GET", f"http://server{path}")
            others = [(name, value) for name, value in request.headers.raw if name.lower() != b"host"]
            request.headers = httpx.Headers([*others, *((b"host", host.encode()) for host in hosts)])
            return await client.send(request)

    return asyncio.run(fetch())


def connect(host: str) -> list[str]:
    """Return the messages that a websocket from that host gets."""
    sent: list[str] = []

    async def accept(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [(b"host", host.encode())]}
    asyncio.run(SecurityHeaders(accept)(scope, receive, send))
    return sent


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8501", "LOCALHOST:8501", "127.0.0.1:80", "[::1]:8501", "[::1]"]
)
def test_names_of_this_machine_are_answered(host: str):
    assert get(host).text == "inside"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8501",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "0.0.0.0",
        "",
        "::1",
        "localhost:x",
    ],
)
def test_any_other_host_name_is_refused(host: str):
    response = get(host)
    assert response.status_code == 403
    assert "inside" not in response.text


@pytest.mark.parametrize("hosts", [(), ("localhost", "evil.example"), ("evil.example", "localhost")])
def test_no_host_name_or_more_than_one_is_refused(hosts: tuple[str, ...]):
    assert get(*hosts).status_code == 403


@pytest.mark.parametrize(("host", "path"), [("localhost", "/"), ("localhost", "/missing"), ("evil.example", "/")])
def test_every_answer_carries_the_security_headers(host: str, path: str):
    headers = get(host, path=path).headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_an_answer_cannot_soften_a_header():
    assert get("localhost").headers.get_list("referrer-policy") == ["no-referrer"]


@pytest.mark.parametrize("directive", ["default-src", "script-src", "img-src", "connect-src", "font-src", "style-src"])
def test_the_policy_lets_nothing_come_from_or_go_to_another_machine(directive: str):
    sources = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))[directive].split()
    assert all(source.startswith("'") or source in {"data:", "blob:"} for source in sources)


def test_the_policy_runs_no_script_that_stands_in_the_page():
    script_sources = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))["script-src"]
    assert "unsafe" not in script_sources


def test_a_websocket_from_another_host_name_is_closed_before_it_is_open():
    assert connect("evil.example") == ["websocket.close"]
    assert connect("127.0.0.1:8501") == ["websocket.accept"]


OPEN = Door("open")
PAGE = {"accept": "text/html,application/xhtml+xml"}


def visit(door: Door, client: str = "127.0.0.1", host: str = "localhost", **headers: str) -> httpx.Response:
    """Return what a browser on a machine gets."""

    async def fetch() -> httpx.Response:
        app = SecurityHeaders(Starlette(routes=[Route("/", answer)]), lambda: door)
        transport = httpx.ASGITransport(app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as browser:
            return await browser.get("/", headers=headers)

    return asyncio.run(fetch())


def test_another_machine_is_refused_whatever_name_it_uses():
    assert visit(Door(), client="192.168.1.7").status_code == 403
    assert visit(OPEN, client="192.168.1.7").text == "inside"


def test_an_open_server_is_reached_by_its_address_and_by_no_foreign_name():
    assert visit(OPEN, host="192.168.1.20:8501").text == "inside"
    assert visit(OPEN, host="evil.example").status_code == 403


def test_a_browser_that_opens_a_page_gets_a_cookie_that_no_script_and_no_other_site_reads():
    told = visit(OPEN, **PAGE).headers["set-cookie"]
    name, _, rest = told.partition("=")
    value, *attributes = rest.split("; ")
    assert name == COOKIE
    assert is_cookie_value(value)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} < set(attributes)


def test_two_browsers_get_different_cookies():
    assert visit(OPEN, **PAGE).headers["set-cookie"] != visit(OPEN, **PAGE).headers["set-cookie"]


def test_a_browser_keeps_the_cookie_that_it_has():
    cookie = f"theme=dark; {COOKIE}={new_cookie_value()}"
    assert "set-cookie" not in visit(OPEN, cookie=cookie, **PAGE).headers


def test_a_cookie_that_is_none_of_ours_is_replaced():
    assert COOKIE in visit(OPEN, cookie=f"{COOKIE}=admin", **PAGE).headers["set-cookie"]


def test_what_a_page_loads_brings_no_cookie():
    assert "set-cookie" not in visit(OPEN, accept="*/*").headers


@pytest.mark.parametrize("door", [Door(), Door("sign_in")], ids=["local", "sign_in"])
def test_no_cookie_is_set_where_people_are_not_told_apart_by_it(door: Door):
    assert "set-cookie" not in visit(door, **PAGE).headers


def test_the_start_and_the_end_of_the_server_pass_through():
    seen: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["type"])

    asyncio.run(SecurityHeaders(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["lifespan"]


def test_the_shipped_configuration_keeps_the_dashboard_on_this_machine():
    config = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text("utf-8"))
    assert config["server"]["address"] == "127.0.0.1"
    assert set(config["server"]["allowedHosts"]) <= LOOPBACK_HOSTS
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "type"
    assert "http" not in str(config["theme"])
