"""How quick finding is among many stored runs, from the database to the page."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import forget_server_state
from reflexion_core.settings import shipped_folder
from reflexion_core.storage.queries import PromptName, RunQuery, Standing
from reflexion_core.storage.store import RunStore
from tests.bench.rows import Row
from tests.many_runs import fill_with_runs

_RUNS = 10_000
_QUERY = RunQuery(
    name_part="a",
    standings=(Standing.APPROVED, Standing.BELOW_BAR),
    lowest_score=50,
    model="ollama:qwen3.5:9b",
    prompt=PromptName("critic/review", 2),
)
_FOLDER_VARIABLE = "REFLEXION_STORAGE__FOLDER"


def measure_history() -> Iterator[Row]:
    """Fill a store, ask it, and show it."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/runs.db"
        fill_with_runs(url, _RUNS)
        store = RunStore(url, Path(folder) / "owners")
        yield Row(f"finding 25 of {_RUNS} runs by everything", _median(lambda: _find(store)), "ms")
        yield Row(f"looking for interrupted ones of {_RUNS} runs", _median(store.mark_interrupted), "ms")
        store.close()
        with _data_in(folder):
            yield from _measure_page()


def _find(store: RunStore) -> None:
    store.count(_QUERY)
    store.summaries(_QUERY, limit=25)


def _measure_page() -> Iterator[Row]:
    page = AppTest.from_file(shipped_folder() / "reflexion_core" / "dashboard" / "main.py", default_timeout=60)
    page.run()
    page.switch_page(str(shipped_folder() / "pages" / "history.py")).run()
    assert not page.exception
    yield Row(f"History page of {_RUNS} runs", _median(page.run), "ms")
    search = page.text_input(key="find")
    words = iter(["shapes", "latency"] * 20)
    yield Row(f"searching History of {_RUNS} runs", _median(lambda: search.set_value(next(words)).run()), "ms")
    page.query_params["file"] = "latency.py"
    search.set_value("").run()
    assert page.get("vega_lite_chart")
    yield Row(f"trend of a file with {_RUNS} runs stored", _median(page.run), "ms")
    forget_server_state()


@contextmanager
def _data_in(folder: str) -> Iterator[None]:
    """Let the dashboard of this process use another data folder."""
    before = os.environ.get(_FOLDER_VARIABLE)
    forget_server_state()
    os.environ[_FOLDER_VARIABLE] = folder
    try:
        yield
    finally:
        os.environ.pop(_FOLDER_VARIABLE)
        if before is not None:
            os.environ[_FOLDER_VARIABLE] = before


def _median(action: Callable[[], object]) -> float:
    times = []
    for _ in range(9):
        started = time.monotonic()
        action()
        times.append(time.monotonic() - started)
    return 1000 * statistics.median(times)
