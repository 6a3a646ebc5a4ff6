"""A small OpenID Connect provider on this machine: whoever comes is the user that the test says, without a password."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "reflexion"


class SignInServer(ThreadingHTTPServer):
    """Answers the four requests of a sign-in by code."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.issuer = f"http://127.0.0.1:{self.server_address[1]}"
        self.key = RSAKey.generate_key(2048, {"kid": "test"})
        self.user = {"sub": "17", "name": "Ada Lovelace", "email": "ada@example.org"}
        self.codes: dict[str, dict[str, str]] = {}

    @property
    def metadata(self) -> dict[str, object]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def admit(self, query: dict[str, str]) -> str:
        """Return where somebody is sent back to who wants to sign in."""
        code = secrets.token_urlsafe()
        self.codes[code] = {"nonce": query.get("nonce", ""), **self.user}
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, code: str) -> dict[str, object]:
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 600, **self.codes.pop(code)}
        signed = jwt.encode({"alg": "RS256", "kid": "test"}, claims, self.key)
        return {"access_token": "none", "token_type": "Bearer", "expires_in": 600, "id_token": signed}


class _Handler(BaseHTTPRequestHandler):
    server: SignInServer

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/authorize":
            self.send_response(302)
            self.send_header("location", self.server.admit(dict(parse_qsl(parts.query))))
            self.end_headers()
        elif parts.path == "/keys":
            self._send({"keys": [self.server.key.as_dict(private=False)]})
        else:
            self._send(self.server.metadata)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self._send(self.server.token(parse_qs(body)["code"][0]))

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _send(self, payload: object) -> None:
        data = json.dumps(payload).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def run_sign_in_server() -> Iterator[SignInServer]:
    server = SignInServer()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
