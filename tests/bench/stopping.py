"""How soon a stop frees the caller, and the embedded model itself."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator

from reflexion_core.errors import Cancelled
from reflexion_core.providers.base import ChatRequest, Message
from reflexion_core.providers.embedded import EmbeddedOptions, EmbeddedProvider
from reflexion_core.stopping import Stop
from tests.bench.rows import Row

_TRIES = 3
_LONG_PROMPT = "\n".join(f"def function_{number}(value): return value * {number}" for number in range(150))


def measure_stopping() -> Iterator[Row]:
    """Stop a call while the model reads, and while it writes."""
    provider = EmbeddedProvider(EmbeddedOptions())
    provider.count_tokens(provider.default_model, "warm")
    prompts = {"reading": _LONG_PROMPT, "writing": "Write the numbers from 1 to 500, one a line."}
    for name, prompt in prompts.items():
        tries = [stop_after(provider, f"{number} {prompt}", 2.0) for number in range(_TRIES)]
        yield Row(f"caller free after a stop while {name}", statistics.median(tries_[0] for tries_ in tries), "s")
        yield Row(f"model free after a stop while {name}", statistics.median(tries_[1] for tries_ in tries), "s")
    provider.close()


def stop_after(provider: EmbeddedProvider, prompt: str, delay: float) -> tuple[float, float]:
    """Stop a call after a delay.

    Returns:
        Seconds from the stop until the caller was free, and until the model was.
    """
    stop = Stop()
    stopped_at: list[float] = []

    def give() -> None:
        stopped_at.append(time.monotonic())
        stop.set()

    request = ChatRequest(
        model=provider.default_model,
        messages=(Message(role="user", content=prompt),),
        temperature=0.0,
        seed=1,
        max_output_tokens=600,
        context_tokens=8192,
    )
    threading.Timer(delay, give).start()
    try:
        provider.complete(request, lambda _: None, stop)
    except Cancelled:
        caller = time.monotonic() - stopped_at[0]
    else:
        raise RuntimeError("the call ended before the stop")
    while provider.is_working(provider.default_model):
        time.sleep(0.01)
    return caller, time.monotonic() - stopped_at[0]
