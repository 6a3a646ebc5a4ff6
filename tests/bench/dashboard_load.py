"""Ten readers at once, five of whom watch a run of their own: how soon a page answers, and what each reader costs.

The other five look at a finished run of ten rounds and open one round after the other. Times are from the click to the
change on the screen, in a real browser on the same machine, so what the ten pages take is in them.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.rows import Row, print_rows
from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.browser.screen import Screen, Visitor, new_context
from tests.browser.scripts import GOOD_SOURCE, LONG, LOW, draft, write_script
from tests.browser.server import DashboardServer

ROUNDS = 10
READERS, WATCHERS = 5, 5
CHOICES = 20
_PACE = 0.05
_SECONDS = 120
_ROLES = ("GENERATOR", "CRITIC", "ADJUDICATOR")
_OPEN_ROUND = """
async ([number]) => {
  const buttons = [...document.querySelectorAll('button')];
  const started = performance.now();
  buttons.find((button) => button.innerText.trim() === `Round ${number}`).click();
  const shown = () => document.querySelector('.st-key-opened_draft')?.innerText.includes(`take ${number}.`);
  while (!shown()) {
    if (performance.now() - started > 60000) throw new Error(`round ${number} does not open`);
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - started;
}
"""


def measure(folder: Path, browser: Browser) -> list[Row]:
    """Start a server, let ten sessions at it, and return the figures."""
    script = folder / "script.json"
    settings = {f"MODEL_REGISTRY__{role}": f"scripted:{script}" for role in _ROLES}
    server = DashboardServer(folder, PATIENCE=str(ROUNDS), MAX_ATTEMPTS=str(ROUNDS), **settings)
    write_script(script, drafts=[draft(number) for number in range(1, ROUNDS + 1)], verdicts=[LOW])
    _write_presets(folder)
    server.start()
    try:
        return _measure(server, browser)
    finally:
        server.kill()


def _measure(server: DashboardServer, browser: Browser) -> list[Row]:
    first = _open(server, browser, "/")
    run_id = first.start(("shapes.py", GOOD_SOURCE))
    first.until(lambda: len(first.rounds()) == ROUNDS, seconds=_SECONDS)
    alone = server.memory_bytes
    readers = [first, *(_open(server, browser, f"/?run={run_id}") for _ in range(READERS - 1))]
    watchers = [_watch_own_run(server, browser, number) for number in range(1, WATCHERS + 1)]
    milliseconds: list[float] = []
    for turn in range(CHOICES):
        for reader in readers:
            milliseconds.append(reader.page.evaluate(_OPEN_ROUND, [1 + turn % ROUNDS]))
    further = len(readers) + len(watchers) - 1
    grown = (server.memory_bytes - alone) / further
    is_live = sum("writing" in watcher.text or watcher.live_text != "" for watcher in watchers)
    return [
        Row("sessions at once", further + 1, ""),
        Row("of these with a run in progress", is_live, ""),
        Row("opening a round of a finished run of ten: median", statistics.median(milliseconds), "ms"),
        Row("opening a round: 95th percentile", statistics.quantiles(milliseconds, n=20)[-1], "ms"),
        Row("memory of the server with one session", alone / 2**20, "MiB"),
        Row("memory for each further session", grown / 2**20, "MiB"),
    ]


def _open(server: DashboardServer, browser: Browser, path: str) -> Screen:
    context = new_context(browser)
    context.set_default_timeout(_SECONDS * 1000)
    screen = Visitor(context, server.address, "load").open(path)
    _wait_for_page(screen.page)
    return screen


def _wait_for_page(page: Page) -> None:
    page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]").wait_for()
    page.locator("[data-testid=stMain] h1, .rx-head h1").first.wait_for()


def _watch_own_run(server: DashboardServer, browser: Browser, number: int) -> Screen:
    screen = _open(server, browser, "/")
    screen.choose("Preset", f"slow{number}")
    screen.page.get_by_text("Filled in from").wait_for()  # what is uploaded while it is filled in would be lost
    screen.start((f"shapes{number}.py", GOOD_SOURCE))
    screen.until(lambda: len(screen.live_text) > 0, seconds=_SECONDS)
    return screen


def _write_presets(folder: Path) -> None:
    """Write a preset for each watcher: models of one's own do not wait for each other."""
    presets = folder / "data" / "presets"
    presets.mkdir(parents=True)
    for number in range(1, WATCHERS + 1):
        script = folder / f"slow{number}.json"
        write_script(script, drafts=[LONG], writing=_PACE)
        values = {"model_registry": dict.fromkeys(_ROLES, f"scripted:{script}")}
        (presets / f"slow{number}.json").write_text(json.dumps(values), encoding="utf-8")


def main() -> None:
    """Measure and print."""
    program = find_chromium()
    if program is None:
        sys.exit("no Chromium was found; on Debian: apt-get install chromium")
    started = time.monotonic()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        rows = measure(Path(folder), browser)
        browser.close()
    print_rows(rows, f"reflexion bench-dashboard, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
