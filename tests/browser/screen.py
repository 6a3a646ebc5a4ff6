"""A tab of the browser, as a user looks at it and works with it.

Everything waits for what it needs to see; nothing sleeps for a fixed time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reflexion_core.settings import shipped_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

SECONDS = 40.0
"""How long a test waits for what should come within about a second on a machine that does nothing else."""

FREE_SECONDS = 3.0
"""How soon after the click on Stop the page must show it, on a machine that does much else."""

_SHOTS = shipped_folder() / ".artifacts" / "screenshots"
_STREAMLIT_PROBE = re.compile(r"/[a-z]+/_stcore/(?:health|host-config)$")
"""Streamlit looks for itself below the address of a page, before it finds itself at the root."""


def new_context(browser: Browser, *, is_dark: bool = False) -> BrowserContext:
    """Return a user's browser.

    Args:
        browser: The running browser.
        is_dark: Whether the user's system prefers dark.
    """
    context = browser.new_context(
        viewport={"width": 1280, "height": 900},
        color_scheme="dark" if is_dark else "light",
        accept_downloads=True,
    )
    context.set_default_timeout(SECONDS * 1000)
    return context


class Visitor:
    """A user, with what the browser asked the network for and what it complained about.

    Args:
        context: The user's browser.
        address: The server; any request to another one is noted as foreign.
        shots: Name of the folder for this visitor's screenshots.
    """

    def __init__(self, context: BrowserContext, address: str, shots: str) -> None:
        self.address = address
        self.foreign: list[str] = []
        self.complaints: list[str] = []
        self._context = context
        self._pages: list[Page] = []
        self._shots = _SHOTS / shots
        self._shot_count = 0

    def open(self, path: str = "/") -> Screen:
        """Open a path of the server in a new tab."""
        page = self._context.new_page()
        self._pages.append(page)
        page.on("request", lambda request: self._note_request(request.url))
        page.on("console", self._note_message)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        page.goto(self.address + path)
        return Screen(page, self)

    def leave(self) -> None:
        """Close all tabs."""
        for page in self._pages:
            page.close()

    def shot_path(self, name: str) -> Path:
        self._shot_count += 1
        return self._shots / f"{self._shot_count:02}-{name}.png"

    def check(self) -> None:
        """Fail where the browser went elsewhere or complained."""
        assert self.foreign == [], "requests left the server"
        assert self.complaints == [], f"the browser complained: {self.complaints}"

    def _note_request(self, url: str) -> None:
        if not url.startswith((f"{self.address}/", f"ws{self.address.removeprefix('http')}/", "data:", "blob:")):
            self.foreign.append(url)

    def _note_message(self, message: ConsoleMessage) -> None:
        is_probe = "404" in message.text and _STREAMLIT_PROBE.search(message.location.get("url", ""))
        if message.type == "error" and not is_probe:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")


class Screen:
    """One tab."""

    def __init__(self, page: Page, visitor: Visitor) -> None:
        self.page = page
        self._visitor = visitor

    def see(self, text: str | re.Pattern[str], *, seconds: float = SECONDS) -> Locator:
        """Wait until a text is on the screen."""
        found = self.page.get_by_text(text).locator("visible=true").first
        found.wait_for(timeout=seconds * 1000)
        return found

    def until(self, is_so: Callable[[], object], seconds: float = SECONDS) -> None:
        """Wait until something is so, or fail."""
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, f"it did not come to be so; the page says:\n{self.text}"
            self.page.wait_for_timeout(50)

    def shot(self, name: str, *, is_whole: bool = True) -> None:
        """Keep a picture of the page."""
        height = self._whole_height() if is_whole else 900
        self.page.set_viewport_size({"width": 1280, "height": height})
        self.page.screenshot(path=self._visitor.shot_path(name))
        self.page.set_viewport_size({"width": 1280, "height": 900})

    def _whole_height(self) -> int:
        # Streamlit scrolls an element of its own, so that a full-page screenshot shows the window alone.
        block = self.page.locator("[data-testid=stMainBlockContainer]")
        tall: float = block.evaluate("element => element.scrollHeight")
        return min(max(900, int(tall) + 40), 4000)

    @property
    def text(self) -> str:
        return self.page.locator("[data-testid=stMain]").inner_text()

    @property
    def run_id(self) -> str:
        found = re.search(r"[?&]run=([0-9a-f]{16})", self.page.url)
        assert found is not None, f"{self.page.url} names no run"
        return found[1]

    @property
    def badge(self) -> str:
        """The label beside the title of a run."""
        return self.page.locator(".rx-head .rx-tag").inner_text()

    @property
    def live_text(self) -> str:
        box = self.page.locator(".rx-text")
        return box.inner_text() if box.count() else ""

    def upload(self, *files: tuple[str, bytes]) -> None:
        """Choose files for the upload, all at once."""
        items = [{"name": name, "mimeType": "text/x-python", "buffer": data} for name, data in files]
        self.page.locator("[data-testid=stFileUploaderDropzoneInput]").set_input_files(items)

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name, exact=isinstance(name, str)).click()

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("link", name=name).first.click()

    def choose(self, label: str, option: str) -> None:
        """Choose from a list."""
        self.page.get_by_role("combobox", name=re.compile(re.escape(label))).click()
        self.page.get_by_role("option", name=option, exact=True).click()

    def value(self, label: str) -> str:
        """Return what a list or a slider stands at."""
        return self.page.locator(f'input[aria-label="{label}"]').input_value()

    def start(self, *files: tuple[str, bytes]) -> str:
        """Upload files where there are any, start, and return the first run's name once its page is there."""
        if files:
            self.upload(*files)
        self.press("Start" if len(files) <= 1 else f"Start {len(files)} runs")
        self.page.wait_for_url(re.compile(r"[?&]run="))
        self.page.locator(".rx-head").wait_for()
        return self.run_id

    def rounds(self) -> Sequence[str]:
        """Return the rows of the table of rounds."""
        return self.page.locator(".rx-table tbody tr").all_inner_texts()
