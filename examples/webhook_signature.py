"""Check that a webhook call comes from who it says, by a keyed hash over its time and body."""

from __future__ import annotations

import hashlib
import hmac
import time

HEADER_PREFIX = "v1="
TOLERANCE_SECONDS = 300


class SignatureError(Exception):
    """The call must not be trusted."""


def sign(secret: str, body: bytes, timestamp: int) -> str:
    if not secret:
        raise ValueError("secret must not be empty")
    message = f"{timestamp}.".encode() + body
    digest = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return HEADER_PREFIX + digest


def verify(
    secret: str,
    body: bytes,
    header: str,
    timestamp: int,
    *,
    tolerance: int = TOLERANCE_SECONDS,
    now: float | None = None,
) -> None:
    """Return when the signature is right and recent, raise otherwise."""
    if not header.startswith(HEADER_PREFIX):
        raise SignatureError(f"header must start with {HEADER_PREFIX!r}")
    age = abs((time.time() if now is None else now) - timestamp)
    if age > tolerance:
        raise SignatureError(f"timestamp is {age:.0f} seconds off, at most {tolerance} are allowed")
    if not hmac.compare_digest(sign(secret, body, timestamp), header):
        raise SignatureError("signature does not match")


def is_authentic(secret: str, body: bytes, header: str, timestamp: int, *, now: float | None = None) -> bool:
    try:
        verify(secret, body, header, timestamp, now=now)
    except SignatureError:
        return False
    return True
