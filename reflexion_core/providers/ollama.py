"""Models on an Ollama server, asked so that nothing is cut in silence and nothing leaves for a cloud."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Callable
from typing import Any, ClassVar

import httpx
import ollama
from pydantic import Field, SecretStr, field_validator

from reflexion_core.errors import ProviderError, ProviderRefused, ProviderUnreachable
from reflexion_core.providers._event_loop import EventLoopThread
from reflexion_core.providers._memory import has_room
from reflexion_core.providers._ollama_chat import Reply, chat_body, load_body, not_local, well_formed
from reflexion_core.providers._ollama_errors import CLOUD, REPEAT_LIMIT, Asked, not_ollama
from reflexion_core.providers._ollama_models import (
    Installed,
    full_name,
    is_cloud_name,
    read_show,
    read_tags,
)
from reflexion_core.providers._ollama_wire import Limits, NoFirstByte, ask, stream
from reflexion_core.providers.base import (
    PROVIDERS,
    ChatRequest,
    Completion,
    OnText,
    Provider,
    ProviderStatus,
    PullProgress,
)
from reflexion_core.records import ModelInfo, Record
from reflexion_core.stopping import Stop

STATUS_SECONDS = 2.0
"""How long `status` waits: a screen waits with it."""

ANY_ADDRESS = "0.0.0.0"
"""Where a server listens on every address; not every system can connect to it."""

KNOWN_MODEL_SECONDS = 30.0
"""How long what was learnt about a model is taken as still true."""


class OllamaOptions(Record):
    """How to reach an Ollama server."""

    host: str = Field(default="http://127.0.0.1:11434", min_length=1)
    """The server's address; without a port 11434, with `http://` and none 80."""
    api_key: SecretStr = SecretStr("")
    """Sent as a bearer token, for a server behind a proxy that asks for one; empty sends none."""
    allow_cloud: bool = False
    """Whether a model may run on somebody else's machine, which then gets the source."""
    keep_alive: str = "10m"
    """How long the server keeps a model loaded after a call, in its own words: `10m`; `-1m` is for ever."""
    connect_seconds: float = Field(default=5.0, gt=0)
    """How long to wait for a connection, in seconds."""
    first_byte_seconds: float = Field(default=900.0, gt=0)
    """How long to wait for the first word, in seconds: it comes after the requests of others, after loading
    the model and after reading the prompt. Giving up while a model loads makes the server start again."""
    stall_seconds: float = Field(default=120.0, gt=0)
    """How long to wait from one piece of a reply to the next, in seconds."""
    stuck_seconds: float = Field(default=180.0, gt=0)
    """How long the first call after a stopped one waits for its first word, in seconds, before the model is
    unloaded and asked once more: a server may keep a stopped call's place for ever."""

    @field_validator("host")
    @classmethod
    def _can_be_read(cls, host: str) -> str:
        try:
            scheme = _url(host).scheme
        except httpx.InvalidURL as exc:
            raise ValueError(f"{host!r} is not an address such as http://127.0.0.1:11434") from exc
        if scheme not in ("http", "https"):
            raise ValueError(f"{host!r} must begin with http:// or https://")
        return host


@PROVIDERS.register("ollama")
class OllamaProvider(Provider):
    """An Ollama server: the local one, or one that the user names."""

    name: ClassVar[str] = "ollama"
    Options: ClassVar[type[Record]] = OllamaOptions

    def __init__(self, options: OllamaOptions) -> None:
        self._options = options
        self._place = options.host
        self._thread = EventLoopThread("ollama", self._close_client)
        # From here on: used in the loop's thread alone.
        self._client: httpx.AsyncClient | None = None
        self._known: dict[str, tuple[float, Installed]] = {}
        self._maybe_stuck: set[str] = set()

    def complete(self, request: ChatRequest, on_text: OnText, stop: Stop) -> Completion:
        return self._thread.run(lambda put: self._chat(request, put), on_text, stop)

    def status(self) -> ProviderStatus:
        try:
            version = self._thread.run(lambda _: self._version(), _ignore, Stop())
        except ProviderError as error:
            return ProviderStatus(is_ready=False, place=self._place, problem=error.message, hint=error.hint)
        hint = "" if is_loopback(self._place) else "this address is another machine: sources go there"
        return ProviderStatus(is_ready=True, place=self._place, version=version, hint=hint)

    def list_models(self) -> tuple[ModelInfo, ...]:
        """List what is installed, by name; cloud entries only where they are allowed."""
        tags = self._thread.run(lambda _: self._tags(), _ignore, Stop())
        return tuple(tag.info for name, tag in sorted(tags.items()) if not self._cloud_of(name, tag))

    def describe(self, model: str) -> ModelInfo:
        asked = Asked(self._place, model)
        return self._thread.run(lambda _: self._find(model, asked), _ignore, Stop()).info

    def load(self, model: str, context_tokens: int, stop: Stop) -> None:
        """Load a model on a server of this machine; of another one it is not known what fits into its memory."""
        if is_loopback(self._place):
            self._thread.run(lambda _: self._load(model, context_tokens), _ignore, stop)

    def pull(self, model: str, on_progress: Callable[[PullProgress], None], stop: Stop) -> None:
        self._thread.run(lambda put: self._pull(model, put), on_progress, stop)

    def close(self) -> None:
        """Let go of connections; the server unloads its models by itself. A later call starts anew."""
        self._thread.close()

    async def _chat(self, request: ChatRequest, put: OnText) -> Completion:
        asked = self._asked(request)
        model = await self._find(request.model, asked)
        reply = Reply(asked, put, self._options.allow_cloud)
        body = chat_body(request, think=model.think, keep_alive=self._options.keep_alive)
        try:
            await self._stream(body, asked, reply)
        except ProviderRefused as error:
            if REPEAT_LIMIT not in error.message:
                raise
        except ProviderUnreachable:
            if reply.last is None:
                raise
        window = min(request.context_tokens, model.info.context_tokens or request.context_tokens)
        return reply.completion(window)

    async def _stream(self, body: dict[str, Any], asked: Asked, reply: Reply) -> None:
        """Send a chat; after a stopped call be ready for a server that keeps the stopped one's place."""
        options = self._options
        is_suspect = asked.model in self._maybe_stuck
        patience = options.stuck_seconds if is_suspect else options.first_byte_seconds
        try:
            await self._stream_once(body, asked, reply, patience)
        except NoFirstByte:
            if not is_suspect:
                raise
            unload = {"model": asked.model, "messages": [], "keep_alive": 0}
            await ask(self._http(), "POST", "/api/chat", asked, body=unload)
            await self._stream_once(body, asked, reply, options.first_byte_seconds)
        self._maybe_stuck.discard(asked.model)

    async def _stream_once(self, body: dict[str, Any], asked: Asked, reply: Reply, first_byte_seconds: float) -> None:
        limits = Limits(first_byte_seconds, self._options.stall_seconds)
        try:
            await stream(self._http(), "/api/chat", body, asked, limits=limits, on_part=reply.add)
        except asyncio.CancelledError:
            self._maybe_stuck.add(asked.model)
            raise

    async def _load(self, model: str, context_tokens: int) -> None:
        asked = Asked(self._place, model)
        found = await self._find(model, asked)
        if has_room(found.info.size_bytes):
            body = load_body(model, context_tokens, keep_alive=self._options.keep_alive)
            await ask(self._http(), "POST", "/api/chat", asked, body=body, seconds=self._options.first_byte_seconds)

    async def _version(self) -> str:
        answer = await ask(self._http(), "GET", "/api/version", Asked(self._place), seconds=STATUS_SECONDS)
        if "version" not in answer:
            raise not_ollama(self._place, str(answer))
        return str(answer["version"])

    async def _tags(self) -> dict[str, Installed]:
        asked = Asked(self._place)
        answer = await ask(self._http(), "GET", "/api/tags", asked)
        with well_formed(self._place):
            return read_tags(answer)

    async def _find(self, model: str, asked: Asked) -> Installed:
        """Return what is known of a model that may be used.

        Raises:
            ModelNotLocal: it would run on another machine.
        """
        if cloud := self._cloud_of(model):
            raise not_local(model, cloud)
        found = await self._look_up(full_name(model), asked)
        if cloud := self._cloud_of(model, found):
            raise not_local(model, cloud)
        return found

    async def _look_up(self, name: str, asked: Asked) -> Installed:
        until, found = self._known.get(name, (0.0, None))
        if found is not None and time.monotonic() < until:
            return found
        answer = await ask(self._http(), "POST", "/api/show", asked, body={"model": name})
        tags = await self._tags()
        with well_formed(self._place):
            found = read_show(name, answer, tags.get(name))
        self._known[name] = (time.monotonic() + KNOWN_MODEL_SECONDS, found)
        return found

    async def _pull(self, model: str, put: Callable[[PullProgress], None]) -> None:
        if cloud := self._cloud_of(model):
            raise not_local(model, cloud)
        asked = Asked(self._place)
        seconds = self._options.first_byte_seconds  # also between pieces: a large file is hashed in silence
        statuses: list[str] = []

        def add(part: dict[str, Any]) -> None:
            with well_formed(self._place):
                progress = ollama.ProgressResponse(**part)
            statuses.append(progress.status or "")
            put(PullProgress(statuses[-1], progress.completed, progress.total))

        body = {"model": model, "stream": True}
        limits = Limits(seconds, seconds)
        await stream(self._http(), "/api/pull", body, asked, limits=limits, on_part=add)
        self._known.clear()
        if statuses[-1:] != ["success"]:
            raise ProviderUnreachable(f"{self._place} ended the download of {model!r} too early")

    def _asked(self, request: ChatRequest) -> Asked:
        text = "".join(message.content for message in request.messages)
        return Asked(
            self._place,
            request.model,
            prompt_tokens=self.count_tokens(request.model, text),
            prompt_characters=len(text),
            answer_tokens=request.max_output_tokens,
            window_tokens=request.context_tokens,
        )

    def _cloud_of(self, model: str, found: Installed | None = None) -> str:
        """Return the machine that would get the source against the user's wish; empty where none would."""
        if self._options.allow_cloud:
            return ""
        server = _url(self._place).host
        if server == CLOUD or server.endswith(f".{CLOUD}"):
            return server
        if is_cloud_name(model):
            return CLOUD
        return found.remote_place if found else ""

    def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = open_client(self._options)
        return self._client

    async def _close_client(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()


def open_client(options: OllamaOptions) -> httpx.AsyncClient:
    """Return the HTTP client of an official client that does nothing unasked.

    The official client's own methods are not used (`_ollama_wire` says why). No redirect is followed, which
    could carry a source elsewhere, and no key taken from the environment, which would go to any host.
    """
    key = options.api_key.get_secret_value()
    host = options.host
    if _url(host).host == ANY_ADDRESS:
        host = host.replace(ANY_ADDRESS, "127.0.0.1")
    official = ollama.AsyncClient(
        host,
        headers={"Authorization": f"Bearer {key}"} if key else None,
        timeout=httpx.Timeout(connect=options.connect_seconds, read=None, write=60.0, pool=5.0),
        trust_env=not is_loopback(options.host),
        follow_redirects=False,
    )
    http: httpx.AsyncClient = official._client
    if not key:
        http.headers.pop("Authorization", None)
    return http


def is_loopback(host: str) -> bool:
    """Tell whether an address is this machine."""
    name = _url(host).host
    if name in ("", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _url(host: str) -> httpx.URL:
    return httpx.URL(host if "://" in host else f"http://{host}")


def _ignore(_: object) -> None:
    """Take an item that no caller waits for."""
