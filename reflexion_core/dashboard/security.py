"""What the server says no to, before Streamlit sees a request.

The dashboard has no login: it is for the person at this machine. A web page elsewhere must not reach it by
letting its own name point here, and the text of a model must not make the browser load or send anything.
"""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names under which only this machine reaches itself, as they stand in a Host header."""

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

_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


class SecurityHeaders:
    """Refuses foreign host names and adds security headers to every answer; a pure ASGI middleware.

    Args:
        app: What answers the requests that are let through.
        allowed_hosts: Host names without a port, in lower case.
    """

    def __init__(self, app: ASGIApp, allowed_hosts: Collection[str] = LOOPBACK_HOSTS) -> None:
        self._app = app
        self._allowed_hosts = frozenset(allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or websocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif is_allowed_host(Headers(scope=scope), self._allowed_hosts):
            await self._app(scope, receive, _adding_headers(send))
        elif scope["type"] == "websocket":
            # Closed before it was accepted, which the server turns into a refusal with status 403.
            await send({"type": "websocket.close", "code": 1008, "reason": "unknown host name"})
        else:
            refusal = PlainTextResponse("This dashboard does not answer to that host name.\n", status_code=403)
            await refusal(scope, receive, _adding_headers(send))


def is_allowed_host(headers: Headers, allowed_hosts: Collection[str] = LOOPBACK_HOSTS) -> bool:
    """Whether a request names a host, and one alone, under which this server may be reached."""
    hosts = headers.getlist("host")
    return len(hosts) == 1 and _strip_port(hosts[0]) in allowed_hosts


def _strip_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _adding_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(_HEADERS)
        await send(message)

    return send_with_headers
