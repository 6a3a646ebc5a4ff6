"""Who may reach the dashboard: where its server may listen, under which names it answers, what signing in needs.

Without signing in the server is for this machine alone. It refuses to listen elsewhere before it answers anything,
however it was started, unless the setting `access` says that others may come.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from reflexion_core.errors import ReflexionError, SettingsError
from reflexion_core.settings import Access

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names under which only this machine reaches itself, as they stand in a Host header."""

_COMMON_KEYS = ("redirect_uri", "cookie_secret")
_PROVIDER_KEYS = ("client_id", "client_secret", "server_metadata_url")
_SECRETS = ".streamlit/secrets.toml"


@dataclass(frozen=True)
class Door:
    """Who is let in."""

    access: Access = "local"
    hosts: frozenset[str] = LOOPBACK_HOSTS
    """Names that are answered, in lower case and without a port."""

    @property
    def is_open_to_others(self) -> bool:
        return self.access != "local"

    def admits(self, client: str | None) -> bool:
        """Whether requests from an address are answered; None is a local socket."""
        return self.is_open_to_others or client is None or is_loopback(client)

    def answers_to(self, host: str) -> bool:
        """Whether a Host header without its port is one of this server's.

        A foreign page can make its own name point here, but no address in figures; so those are answered.
        """
        return host in self.hosts or (self.is_open_to_others and _is_address(host))


def make_door(access: Access, hosts: tuple[str, ...], auth: Mapping[str, Any]) -> Door:
    """Return who is let in as the settings say it.

    Args:
        access: The setting.
        hosts: The setting.
        auth: What is set for signing in; its own address is a name of this server too.
    """
    if access == "local":
        return Door()
    names = {host.lower() for host in hosts}
    if access == "sign_in" and (own := urlsplit(str(auth.get("redirect_uri", ""))).hostname):
        names.add(own)
    return Door(access, LOOPBACK_HOSTS | names)


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address, as it stands after `--host` or comes with a connection."""
    try:
        return address.lower() == "localhost" or ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def check_address(access: Access, address: str | None) -> None:
    """Make sure that the server may listen where it is told to.

    Args:
        access: The setting.
        address: Where it is to listen; None and an empty one are every network of this machine.

    Raises:
        SettingsError: other machines would reach it, and the settings do not let them.
    """
    if access != "local" or (address and is_loopback(address)):
        return
    raise SettingsError(
        f"the dashboard is to listen on {address or 'every network'}, where other machines reach it, "
        "and the setting 'access' is 'local'",
        hint="set access to sign_in (people sign in by OpenID Connect) or to open (everybody who reaches the address "
        "can use it, without a password); or start it by: reflexion dashboard",
    )


def check_sign_in(access: Access, auth: Mapping[str, Any], *, is_library_there: bool) -> None:
    """Make sure that people can sign in where they have to.

    Args:
        access: The setting.
        auth: The table `[auth]` of Streamlit's secrets.
        is_library_there: Whether what Streamlit needs for it is installed.

    Raises:
        SettingsError: something is missing; names all of it.
    """
    if access != "sign_in":
        return
    missing = missing_keys(auth)
    problems = [f"[auth] in {_SECRETS} has no {', '.join(missing)}"] if missing else []
    if not is_library_there:
        problems.append("the package Authlib is not installed (pip install 'streamlit[auth]')")
    if problems:
        raise SettingsError(
            f"the setting 'access' is 'sign_in', but nobody could sign in: {'; '.join(problems)}",
            hint=f"{_SECRETS} is looked for beside app.py and in your home folder; the README says what stands in it",
        )


def missing_keys(auth: Mapping[str, Any]) -> list[str]:
    """Return what signing in needs and is not set; the provider's own keys may stand in a table of its name."""
    own = [value for value in auth.values() if isinstance(value, Mapping)]
    named = [key for key in _COMMON_KEYS if not auth.get(key)]
    return named + [key for key in _PROVIDER_KEYS if not any(table.get(key) for table in (auth, *own))]


def providers_of(auth: Mapping[str, Any]) -> list[str]:
    """Return the names of the providers that people can choose from; none where there is only the usual one."""
    if auth.get("client_id"):
        return []
    return [name for name, value in auth.items() if isinstance(value, Mapping) and value.get("client_id")]


class StartCheck:
    """Keeps a server from starting that must not; a pure ASGI middleware.

    Args:
        app: What is started otherwise.
        check: Raises why the server must not start.
    """

    def __init__(self, app: ASGIApp, check: Callable[[], None]) -> None:
        self._app = app
        self._check = check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but a start that is refused."""
        problem = self._refusal() if scope["type"] == "lifespan" else None
        if problem is None:
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "lifespan.startup.failed", "message": f"{problem.message}\n{problem.hint}".strip()})

    def _refusal(self) -> ReflexionError | None:
        try:
            self._check()
        except ReflexionError as exc:
            return exc
        return None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
