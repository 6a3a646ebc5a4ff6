"""What a test reads from a page that has no browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from reflexion_core.dashboard.holder import server_state
from reflexion_core.progress import Progress


def wait_until(is_so: Callable[[], object], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.01)


def words(page: AppTest) -> str:
    """Return everything that the page and its sidebar say, markup included."""
    kinds = ("title", "subheader", "markdown", "error", "warning", "info", "success", "caption", "code")
    said = [element.value for kind in kinds for element in getattr(page, kind)]
    said += [element.proto.body for element in page.get("html")]
    said += [link.proto.label for link in page.get("page_link")]
    return plain("\n".join(said))


def plain(text: str) -> str:
    """Undo what keeps a text from being read as Markdown."""
    return text.replace("\\", "").replace("\u2060", "")


def run_parameter(page: AppTest) -> str:
    """Return the run that the address names; Streamlit's answer was a list before 1.67."""
    value = page.query_params["run"]
    return value if isinstance(value, str) else value[0]


def start(page: AppTest, *files: tuple[str, bytes]) -> str:
    """Upload files, start, and return the first run's name."""
    for name, data in files:
        page.file_uploader[0].upload(name, data)
    page.run()
    start_button(page).click().run()
    assert not page.exception
    return run_parameter(page)


def start_button(page: AppTest) -> Button:
    return next(each for each in page.button if each.label.startswith("Start"))


def progress_of(run_id: str) -> Progress:
    view = server_state().runs.view(run_id)
    assert view is not None
    return view.progress


def wait_for_end(run_id: str) -> Progress:
    wait_until(lambda: not progress_of(run_id).state.is_live)
    return progress_of(run_id)


def drawn(page: AppTest) -> dict[str, Any]:
    """Return what the browser draws a checked document from."""
    data: dict[str, Any] = json.loads(page.get("bidi_component")[0].proto.json)
    return data
