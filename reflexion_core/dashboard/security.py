"""What the server says no to, before Streamlit sees a request.

A web page elsewhere must not reach the dashboard by letting its own name point here, and the text of a model must not
make the browser load or send anything. Where everybody may come, a cookie tells one browser from another.
"""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reflexion_core.dashboard.access import Door
from reflexion_core.dashboard.people import COOKIE, COOKIE_SECONDS, is_cookie_value, new_cookie_value

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        # Components come as blobs; the hash is that of the one inline script in Streamlit's page.
        "script-src 'self' blob: 'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='",
        "style-src 'self' 'unsafe-inline'",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

REFUSAL = "This dashboard does not answer to that host name, or not to that machine.\n"
_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


class SecurityHeaders:
    """Refuses foreign host names and machines, and adds security headers to every answer; a pure ASGI middleware.

    Args:
        app: What answers the requests that are let through.
        find_door: Returns who is let in.
    """

    def __init__(self, app: ASGIApp, find_door: Callable[[], Door] = Door) -> None:
        self._app = app
        self._find_door = find_door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or websocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        door, headers = self._find_door(), Headers(scope=scope)
        if is_allowed_host(headers, door) and door.admits(scope["client"][0] if scope.get("client") else None):
            cookie = _cookie_for(scope, headers) if door.access == "open" else ""
            await self._app(scope, receive, _adding_headers(send, cookie))
        elif scope["type"] == "websocket":
            # Closed before it was accepted, which the server turns into a refusal with status 403.
            await send({"type": "websocket.close", "code": 1008, "reason": "unknown host name"})
        else:
            refusal = PlainTextResponse(REFUSAL, status_code=403)
            await refusal(scope, receive, _adding_headers(send))


def is_allowed_host(headers: Headers, door: Door) -> bool:
    """Whether a request names a host, and one alone, under which this server may be reached."""
    hosts = headers.getlist("host")
    return len(hosts) == 1 and door.answers_to(_strip_port(hosts[0]))


def _strip_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _cookie_for(scope: Scope, headers: Headers) -> str:
    """Return the cookie of a browser that has none of ours; empty for one that has.

    It comes along when somebody follows a link from another site, and with nothing else that another site causes: with
    `Strict` such a visitor would come without it and be taken for somebody new.
    """
    try:
        held = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        held = None
    # Only with a page: what the page then asks for at once would each bring another one.
    is_page = scope["type"] == "http" and "text/html" in headers.get("accept", "")
    if not is_page or (held is not None and is_cookie_value(held.value)):
        return ""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{COOKIE}={new_cookie_value()}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"


def _adding_headers(send: Send, cookie: str = "") -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if cookie:
                headers.append("set-cookie", cookie)
                headers["cache-control"] = "no-store"
            headers.update(_HEADERS)
        await send(message)

    return send_with_headers
