"""A small model in our own process, through llama.cpp: for machines without a model server.

`xllamacpp` serves the model on a loopback port of its own, guarded by a key that only this process knows.
Asking it there, rather than by a function call, lets a stop close the connection while the model still
reads its prompt.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import httpx
from platformdirs import user_cache_path
from pydantic import Field

from reflexion_core.errors import ModelNotInstalled, ProviderError, ProviderUnreachable
from reflexion_core.providers._embedded_model import (
    INSTALL_HINT,
    MODEL_NAME,
    SHA256,
    SIZE_BYTES,
    are_parts_installed,
    ensure_model,
    is_joined,
)
from reflexion_core.providers._event_loop import EventLoopThread
from reflexion_core.providers._openai_chat import stream_chat
from reflexion_core.providers.base import (
    PROVIDERS,
    ChatRequest,
    Completion,
    OnText,
    Provider,
    ProviderStatus,
)
from reflexion_core.records import ModelInfo, ModelRef, Record, Usage
from reflexion_core.stopping import Stop

if TYPE_CHECKING:
    import xllamacpp

_BATCH_TOKENS = 48
"""Tokens read between two looks at the connection. On 2 cores reading is as fast as with llama.cpp's own
512 (measured: 58 to 61 tokens a second), and a stop is seen within a second instead of within nine."""
_EXTRAS = {"return_progress": True, "cache_prompt": True}
"""Progress is asked for because llama.cpp sees a closed connection only when it has something to write:
without it a stop during the prompt took 34 s to be seen, with it one batch."""
_PROMPT_CACHE_MIB = 512
_QUESTION_SECONDS = 60.0
_GGUF_MAGIC = b"GGUF"


class EmbeddedOptions(Record):
    """How the embedded model is loaded."""

    model_folder: str = Field(default_factory=lambda: str(user_cache_path("reflexion") / "models"))
    """Where the default model is kept once joined."""
    context_tokens: int = Field(default=16_384, ge=512)
    """The window; memory grows with it (0.5 GB for 16,384 tokens of the default model)."""
    threads: int = Field(default=0, ge=0)
    """Threads that compute; 0 is one for each core to read, and one less to write.

    Writing waits for its slowest thread at every token: on 2 cores of which a browser used one, two threads
    wrote 7 tokens a second and one wrote 17; with both free it was 23 and 18.
    """


class _LoadedModel:
    """A model in memory with the address and the key that reach it."""

    def __init__(self, path: Path, options: EmbeddedOptions) -> None:
        started = time.monotonic()
        self.key = secrets.token_hex(16)
        self.server = _load(path, options, self.key)
        self.address = f"{self.server.listening_address}/v1/"
        self._load_seconds: float | None = time.monotonic() - started

    def take_load_seconds(self) -> float:
        """Return what loading took, to the first call that asks; 0 to all later ones."""
        seconds, self._load_seconds = self._load_seconds or 0.0, None
        return seconds

    def client(self) -> httpx.AsyncClient:
        # Reading a long prompt on a slow machine takes minutes, waiting behind another run takes longer.
        limits = httpx.Timeout(10, read=None)
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.AsyncClient(base_url=self.address, headers=headers, timeout=limits, trust_env=False)


def _load(path: Path, options: EmbeddedOptions, key: str) -> xllamacpp.Server:
    import xllamacpp  # noqa: PLC0415 - an optional dependency, and loading it takes memory

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx = options.context_tokens
    parameters.n_parallel = 1
    parameters.n_batch = parameters.n_ubatch = _BATCH_TOKENS
    cores = os.cpu_count() or 1
    parameters.cpuparams.n_threads = options.threads or max(1, cores - 1)
    parameters.cpuparams_batch.n_threads = options.threads or cores
    parameters.cache_ram_mib = _PROMPT_CACHE_MIB
    parameters.ctx_shift = False
    parameters.warmup = False
    parameters.use_jinja = True
    parameters.verbosity = -1
    parameters.api_keys = [key]
    try:
        return xllamacpp.Server(parameters)
    except RuntimeError as exc:
        raise ProviderError(f"{path}: llama.cpp cannot load this model: {exc}") from exc


@PROVIDERS.register("embedded")
class EmbeddedProvider(Provider):
    """Runs the default model, or any GGUF file named by its path."""

    name: ClassVar[str] = "embedded"
    default_model: ClassVar[str] = MODEL_NAME
    Options = EmbeddedOptions

    def __init__(self, options: EmbeddedOptions) -> None:
        self._options = options
        self._thread = EventLoopThread("embedded", _nothing_to_close)
        self._lock = threading.Lock()
        self._loaded: dict[str, _LoadedModel] = {}

    def complete(self, request: ChatRequest, on_text: OnText, stop: Stop) -> Completion:
        stop.raise_if_set()
        model = self._model(request.model)
        stop.raise_if_set()
        load_seconds = model.take_load_seconds()

        async def call(push: Callable[[str], None]) -> Completion:
            async with model.client() as client:
                return await stream_chat(client, request, push, extras=_EXTRAS)

        completion = self._thread.run(call, on_text, stop)
        return completion.model_copy(update={"usage": completion.usage + Usage(load_seconds=load_seconds)})

    def status(self) -> ProviderStatus:
        place = "this process"
        if find_spec("xllamacpp") is None:
            return ProviderStatus(is_ready=False, place=place, problem="xllamacpp is not installed", hint=INSTALL_HINT)
        is_there = is_joined(self._folder) or are_parts_installed()
        return ProviderStatus(
            is_ready=is_there,
            place=place,
            version=_version(),
            problem="" if is_there else "the default model is not installed",
            hint="" if is_there else INSTALL_HINT,
        )

    def list_models(self) -> tuple[ModelInfo, ...]:
        return (self.describe(MODEL_NAME),) if self.status().is_ready else ()

    def describe(self, model: str) -> ModelInfo:
        if model == MODEL_NAME:
            status = self.status()
            if not status.is_ready:
                raise ModelNotInstalled(model, f"this machine ({status.problem})", hint=status.hint)
            size, digest, parameters, quantization = SIZE_BYTES, SHA256, "1.5B", "Q4_K_M"
        else:
            size, digest, parameters, quantization = _check_gguf(model).stat().st_size, "", "", ""
        return ModelInfo(
            ref=ModelRef(provider=self.name, name=model),
            digest=digest,
            size_bytes=size,
            context_tokens=self._options.context_tokens,
            parameters=parameters,
            quantization=quantization,
            capabilities=("completion",),
        )

    def count_tokens(self, model: str, text: str) -> int:
        """Return how many tokens the model's own tokenizer makes of a text; loads the model."""
        loaded = self._model(model)
        return len(self._ask(loaded, "POST", "tokenize", content=text)["tokens"])

    def is_working(self, model: str) -> bool:
        """Whether a loaded model reads or writes at this moment."""
        loaded = self._model(model)
        return any(slot["is_processing"] for slot in self._ask(loaded, "GET", "slots"))

    def close(self) -> None:
        self._thread.close()
        with self._lock:
            self._loaded.clear()

    def _ask(self, loaded: _LoadedModel, method: str, path: str, **body: str) -> Any:
        address = loaded.address.removesuffix("v1/") + path
        headers = {"Authorization": f"Bearer {loaded.key}"}
        try:
            with httpx.Client(headers=headers, timeout=_QUESTION_SECONDS, trust_env=False) as client:
                return client.request(method, address, json=body or None).raise_for_status().json()
        except (httpx.HTTPError, ValueError) as exc:
            raise ProviderUnreachable(f"the embedded model does not answer: {exc or type(exc).__name__}") from exc

    @property
    def _folder(self) -> Path:
        return Path(self._options.model_folder)

    def _model(self, name: str) -> _LoadedModel:
        """Return a model, loading it first where that has not been done."""
        with self._lock:
            if name not in self._loaded:
                self.describe(name)
                path = ensure_model(self._folder) if name == MODEL_NAME else _check_gguf(name)
                self._loaded[name] = _LoadedModel(path, self._options)
            return self._loaded[name]


async def _nothing_to_close() -> None:
    """Every call closes its own client."""


def _check_gguf(name: str) -> Path:
    """Return the path of a GGUF file.

    Raises:
        ModelNotInstalled: there is no such file.
        ProviderError: the file is something else.
    """
    path = Path(name)
    if not path.is_file():
        raise ModelNotInstalled(name, "this machine", hint=f"name {MODEL_NAME!r} or the path of a GGUF file")
    try:
        with path.open("rb") as file:
            is_gguf = file.read(len(_GGUF_MAGIC)) == _GGUF_MAGIC
    except OSError as exc:
        raise ProviderError(f"{path}: cannot be read: {exc.strerror}") from exc
    if not is_gguf:
        raise ProviderError(f"{path}: not a GGUF file")
    return path


def _version() -> str:
    try:
        return f"xllamacpp {version('xllamacpp')}"
    except PackageNotFoundError:
        return ""
