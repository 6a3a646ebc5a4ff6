"""Every attack that we know, in every text that somebody else chooses, on every page that shows one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reflexion_core.settings import shipped_folder
from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import Screen
from tests.browser.scripts import draft, write_script
from tests.hostile import ATTACKS, NAME, SHORT, came_alive
from tests.running import issue, verdict

pytestmark = pytest.mark.browser

PATIENCE = 120.0
ALL = "\n\n".join(ATTACKS.values())
DRAFT = f"{draft(1)}\n`evil` is `<b data-evil>`, a class.\n\n{ALL}\n"
SOURCE = f'''"""Shapes."""


def area(width: float, height: float = 2.0) -> float:
    r"""Return the area.

    {ALL.replace(chr(92), "/").replace('"""', "")}
    """
    return width * height


EVIL = {ATTACKS["handler"]!r}
'''.encode()


@pytest.fixture
def prompts_folder(tmp_path: Path) -> Path:
    """The prompts that ship, one of them with every attack in its text."""
    folder = tmp_path / "prompts"
    shutil.copytree(shipped_folder() / "config" / "prompts", folder)
    poisoned = folder / "critic" / "system.md"
    poisoned.write_text(f"{poisoned.read_text('utf-8')}\n{{% raw %}}\n{ALL}\n{{% endraw %}}\n", "utf-8")
    return folder


@pytest.fixture
def screen(start_server: StartServer, visit: Visit, prompts_folder: Path, tmp_path: Path) -> Iterator[Screen]:
    server = start_server(POLICY="grounded", REVISE="whole", ASK_CRITIC="always", PROMPTS_FOLDER=str(prompts_folder))
    issues = [issue(SHORT, problem=ALL, suggestion=ALL), issue(SHORT[:20], severity="high", problem=ALL)]
    low = verdict(10, fix=ALL, issues=issues)
    write_script(tmp_path / "script.json", drafts=[DRAFT, f"{DRAFT}\nMore.\n"], verdicts=[low], final=DRAFT)
    opened = visit(server).open()
    dialogs: list[str] = []
    opened.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    opened.page.on("popup", lambda popup: dialogs.append(popup.url))
    yield opened
    assert dialogs == [], "a text has opened something"


def look(screen: Screen, name: str) -> None:
    """Check that what is on the screen is nothing but text, and keep a picture."""
    screen.page.wait_for_timeout(300)
    assert came_alive(screen.page) == [], name
    main = screen.page.locator("[data-testid=stMain]")
    assert main.evaluate("it => it.scrollWidth <= it.clientWidth"), f"{name}: a line is wider than the page"
    assert screen.page.title() == "Reflexion"
    screen.shot(name)


def refuse_preset(screen: Screen) -> None:
    """Try to save settings under a hostile name."""
    screen.press("Save or share")
    name = screen.page.get_by_role("textbox", name="Save these settings as")
    name.fill(SHORT[:60])
    name.press("Enter")
    screen.press("Save")
    screen.page.locator("[data-testid=stAlert]").first.wait_for()
    look(screen, "preset-refused")
    screen.page.keyboard.press("Escape")


def visit_tabs(screen: Screen) -> None:
    """Look at everything that a run's page shows."""
    shown = {
        "Facts": ".rx-table",
        "Against the source": ".verify .line[data-sign]",
        "Compare drafts": "tr.changed, .diff",
        "What if": "[role=status]",
        "Go on": "textarea",
    }
    screen.page.locator(".reflexion-document").first.wait_for()
    assert "[image: evil · http://evil.example/d.png]" in screen.page.locator(".reflexion-document").last.inner_text()
    look(screen, "document")
    screen.page.get_by_text("Text", exact=True).click()
    screen.page.locator("[data-testid=stCode]").first.wait_for()
    look(screen, "as-text")
    for name, what in shown.items():
        screen.page.get_by_role("tab", name=name).click()
        screen.page.locator(what).locator("visible=true").first.wait_for()
        look(screen, name.split()[0].lower())


@pytest.mark.timeout(900)
def test_no_text_becomes_more_than_text_on_any_page(screen: Screen):
    screen.see("Adjudicator model", seconds=PATIENCE)
    refuse_preset(screen)
    screen.choose("Strategy", "critic loop")
    screen.upload((NAME, SOURCE))
    screen.see(NAME)
    screen.page.locator("[data-testid=stExpander]", has_text="lines").first.click()
    look(screen, "form")
    screen.start()
    screen.page.locator(".reflexion-document").first.wait_for(timeout=PATIENCE * 1000)
    assert screen.page.locator(".rx-head h1").inner_text() == NAME
    address = screen.page.url
    visit_tabs(screen)

    screen.page.get_by_role("textbox", name="What must be corrected next").fill(ALL[:1900])
    screen.page.get_by_role("textbox", name="Your name").last.fill(SHORT[:80])
    screen.page.keyboard.press("Enter")
    screen.press("Go on")
    screen.page.get_by_role("radio", name="Round 2").wait_for(timeout=PATIENCE * 1000)
    screen.page.locator(".st-key-ended").wait_for(timeout=PATIENCE * 1000)
    screen.page.get_by_role("tab", name="Document").click(timeout=PATIENCE * 1000)
    screen.page.locator(".reflexion-document").first.wait_for()
    screen.press("Accept")
    screen.page.get_by_role("textbox", name="Your name").locator("visible=true").fill(SHORT[:79])
    screen.page.keyboard.press("Enter")
    screen.page.get_by_role("button", name="Accept this document").click()
    screen.until(lambda: "Accepted by" in screen.text, PATIENCE / 4)
    assert SHORT[:40] in screen.page.locator("[data-testid=stMain]").inner_text().replace("\u2060", "")
    look(screen, "accepted")
    screen.page.goto(f"{address}&round=1")
    screen.page.locator(".st-key-opened_draft .reflexion-document").wait_for()
    look(screen, "round")

    screen.page.get_by_role("tab", name="Against the source").click()
    screen.press("Edit by hand")
    screen.page.locator(".verify mark").first.wait_for()
    screen.page.locator(".verify .chip").first.click()
    look(screen, "by-hand")
    screen.follow("History")
    screen.page.locator("[data-testid=stDataFrame] canvas").first.wait_for()
    look(screen, "history")
    screen.follow("Models")
    screen.see("Providers")
    look(screen, "models")
    screen.follow("Settings")
    screen.see("Prompts in use")
    screen.choose("Prompt", "critic/system")
    screen.page.locator("[data-testid=stCode]", has_text="evil.example").first.wait_for()
    look(screen, "prompt")
    screen.page.get_by_role("tab", name="Differences").click()
    screen.page.locator("ins, tr.added, tr.changed").locator("visible=true").first.wait_for()
    look(screen, "prompt-differences")
