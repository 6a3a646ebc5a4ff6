"""Takes the README's pictures anew: `python -m tests.browser.pictures [tabs] [elsewhere] [history]`.

The models are two of a server that answers what stands in `shown`, so that the pictures are the same each time; the
checks, scores and decisions in them are made as in any run.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from reflexion_core.settings import shipped_folder
from tests.browser import shown
from tests.browser.server import DashboardServer
from tests.many_runs import fill_with_runs
from tests.providers.ollama_answers import Answer, Body, Model, writes
from tests.providers.ollama_server import OllamaServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = shipped_folder() / "examples" / "screens"
WRITER, JUDGE = "writer:9b", "judge:7b"
_WIDTH, _COLOURS, _HISTORY = 1280, 96, 240
_PATIENCE = 120_000
_WITHOUT_PATH = """([from, to]) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(from, to);
}"""
"""Whose machine it was is nobody's business."""


def answers() -> Callable[[Body], Answer]:
    """Return what plays the models: each draft and each verdict in turn, over and over."""
    drafts, verdicts = count(), count()

    def answer(body: Body) -> Answer:
        if body.get("format"):
            return writes(shown.VERDICTS[next(verdicts) % 3], first_delay=1.0)(body)
        text = shown.DRAFTS[next(drafts) % 3]
        return writes(*re.findall(r"\s*\S+\s*", text), delay=0.04)(body)

    return answer


@contextmanager
def opened() -> Iterator[tuple[Page, Path]]:
    """Open the dashboard of a new user, whose database is named too."""
    folder = Path(tempfile.mkdtemp())
    program = shutil.which("chromium")
    with OllamaServer(
        answers(), models=[Model(WRITER, parameter_size="9B"), Model(JUDGE, parameter_size="7B")]
    ) as ollama:
        roles = {"GENERATOR": WRITER, "CRITIC": JUDGE, "ADJUDICATOR": WRITER}
        variables = {f"MODEL_REGISTRY__{role}": f"ollama:{name}" for role, name in roles.items()}
        variables |= {"POLICY": "grounded", "REVISE": "whole", "ASK_CRITIC": "always"}
        server = DashboardServer(folder, **variables, PROVIDERS__OLLAMA__HOST=ollama.address)
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
                page = browser.new_page(viewport={"width": _WIDTH, "height": 900})
                page.set_default_timeout(_PATIENCE)
                page.goto(server.address)
                yield page, folder / "data" / "runs.db"
                browser.close()
        finally:
            server.kill()
            shutil.rmtree(folder, ignore_errors=True)


def keep(page: Page, name: str, *, top: str = "", height: int = 900) -> None:
    """Keep what is on the screen as a small file.

    Args:
        page: The page.
        name: The file's name without its ending.
        top: What the picture begins with; empty is the page's own top.
        height: Pixels.
    """
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.set_viewport_size({"width": _WIDTH, "height": height})
    start = page.locator(top or "[data-testid=stMainBlockContainer]").locator("visible=true").first
    start.evaluate("it => it.scrollIntoView({block: 'start'})")
    page.mouse.move(_WIDTH - 1, height - 1)
    page.wait_for_timeout(1500)  # what fades in
    page.wait_for_function("() => !document.querySelector('[data-stale=true]')")
    save(page, name)
    page.set_viewport_size({"width": _WIDTH, "height": 900})


def save(page: Page, name: str) -> None:
    """Keep what is on the screen just now."""
    page.evaluate(_WITHOUT_PATH, [str(shipped_folder()), "/home/me/reflexion"])
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    print(f"{name}: {(FOLDER / f'{name}.png').stat().st_size // 1024} kB", flush=True)


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=re.compile(re.escape(label))).click()
    page.get_by_role("option", name=option, exact=True).click()


def follow(page: Page, name: str, until: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()
    page.get_by_text(until).locator("visible=true").first.wait_for()


def take_review(page: Page) -> None:
    page.get_by_text("Adjudicator model").first.wait_for()
    keep(page, "start", height=800)
    choose(page, "Or an example", shown.SHOWN)
    page.get_by_role("button", name="Start", exact=True, disabled=False).click()
    page.get_by_text("Round 2 · Generator · writing").first.wait_for()
    page.locator(".rx-table", has_text="Decision").get_by_text("69.0").wait_for()
    page.wait_for_timeout(3000)
    save(page, "review")
    page.locator(".reflexion-document h1").wait_for()
    keep(page, "document", height=1125)


def take_tabs(page: Page) -> None:
    for tab, until, name, height in (
        ("Compare drafts", "tr.changed", "compare", 860),
        ("What if", "text=With every bar", "what-if", 620),
        ("Go on", "textarea", "go-on", 480),
    ):
        page.get_by_role("tab", name=tab).click()
        page.locator(until).locator("visible=true").first.wait_for()
        keep(page, name, top="[data-testid=stTabs]", height=height)


def take_elsewhere(page: Page) -> None:
    follow(page, "Verify", "Check a Markdown document")
    page.get_by_role("button", name="Try it with an example").click()
    page.get_by_role("button", name="Show", exact=True).nth(2).click()
    keep(page, "verify", height=880)
    follow(page, "Exam", "Who sits the exam")
    for label, surplus in (("Examples", 8), ("Styles of the documents", 3)):
        box = page.get_by_role("combobox", name=re.compile(label))
        for _ in range(surplus):
            box.press("Backspace")
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Start", exact=True, disabled=False).click()
    page.get_by_text("Missed faults").first.wait_for(timeout=3 * _PATIENCE)
    keep(page, "exam", height=1000)
    follow(page, "Models", "Providers")
    keep(page, "models", height=760)
    follow(page, "Settings", "Prompts in use")
    keep(page, "settings", height=1000)


def take_history(page: Page, database: Path) -> None:
    fill_with_runs(f"sqlite:///{database}", _HISTORY)
    follow(page, "History", "Sort by")
    page.goto(f"{page.url}?file=latency.py")
    page.locator("[data-testid=stVegaLiteChart] :is(svg, canvas)").first.wait_for()
    page.locator("[data-testid=stDataFrame] canvas").first.wait_for()
    keep(page, "history", height=960)


def main(parts: list[str]) -> None:
    """Take the pictures of some parts, or of all."""
    FOLDER.mkdir(exist_ok=True)
    with opened() as (page, database):
        take_review(page)
        if not parts or "tabs" in parts:
            take_tabs(page)
        if not parts or "elsewhere" in parts:
            take_elsewhere(page)
        if not parts or "history" in parts:
            take_history(page, database)


if __name__ == "__main__":
    main(sys.argv[1:])
