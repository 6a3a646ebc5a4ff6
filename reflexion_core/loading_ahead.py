"""The models of the other roles, loaded while the first one writes, so that nobody waits for them later.

It begins with the first word of a run: until then the first model is being loaded itself, and a server loads one at a
time. Roles that share a model share it loaded, and a round needs each model once in a row, so none is loaded twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from reflexion_core.errors import Cancelled, ProviderError
from reflexion_core.providers.base import Provider
from reflexion_core.records import ModelRef
from reflexion_core.run_options import RunOptions
from reflexion_core.stopping import Stop


def later_models(options: RunOptions) -> tuple[ModelRef, ...]:
    """Return the models that a run needs after the generator's, in the order in which it does.

    Nothing under the strategy `auto`: which it needs is known when that has chosen.
    """
    if options.strategy == "auto":
        return ()
    has_last_word = options.strategy != "single_pass" and options.adjudicate != "never"
    models = dict.fromkeys((*options.critics, *((options.adjudicator.model,) if has_last_word else ())))
    return tuple(model for model in models if model != options.generator.model)


class LoadingAhead:
    """Loads models one after the other in a thread of its own.

    Args:
        provider_of: Returns a provider by its name.
        stop: Ends it at once.
    """

    def __init__(self, provider_of: Callable[[str], Provider], stop: Stop) -> None:
        self._models: tuple[ModelRef, ...] = ()
        self._windows: Mapping[ModelRef, int] = {}
        self._provider_of = provider_of
        self._run_stop = stop
        self._stop = Stop()
        self._thread: threading.Thread | None = None

    def expect(self, models: Iterable[ModelRef], windows: Mapping[ModelRef, int]) -> None:
        """Say what is to be loaded; needed before it begins.

        Args:
            models: Which, in order. One without a window cannot be asked and is left out.
            windows: The window that the run asks each of them for; another one would have it loaded again.
        """
        self._models, self._windows = tuple(model for model in models if model in windows), windows

    def begin(self) -> None:
        """Begin, where that has not been done and there is something to load."""
        if self._thread is None and self._models:
            self._thread = threading.Thread(target=self._load_all, name="loading ahead", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Leave off; nothing of it is at work afterwards."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _load_all(self) -> None:
        with self._run_stop.calling(self._stop.set), suppress(Cancelled):
            for model in self._models:
                self._stop.raise_if_set()
                with suppress(ProviderError):  # the call that needs the model says what is wrong with it
                    self._provider_of(model.provider).load(model.name, self._windows[model], self._stop)
