"""Fixtures that tests of all parts share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reflexion_core.cli import main
from reflexion_core.prompts import PromptSet
from reflexion_core.sandbox.base import Sandbox, choose_sandbox
from reflexion_core.settings import shipped_folder
from reflexion_core.storage.store import RunStore
from tests.commands import Done, Reflexion

GOLDEN = Path(__file__).parent / "golden"

CheckGolden = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew instead of comparing")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let two processes share the tests by files: those with a browser or a model, one by one, keep one of them.

    Two browsers at once take longer than one after the other, and answer too late for what is waited for.
    """
    for item in items:
        is_heavy = any(map(item.get_closest_marker, ("browser", "model")))
        item.add_marker(pytest.mark.xdist_group("heavy" if is_heavy else item.nodeid.partition("::")[0]))


@pytest.fixture
def check_golden(request: pytest.FixtureRequest) -> CheckGolden:
    """Compares a text with the file of that name in tests/golden, or writes the file with --update-golden."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture(scope="session")
def prompts() -> PromptSet:
    """The prompts that ship."""
    return PromptSet(shipped_folder() / "config" / "prompts")


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder that the settings of this test name, and nothing else of the user's."""
    for name in os.environ:
        if name.startswith("REFLEXION_") or name == "OLLAMA_HOST":
            monkeypatch.delenv(name)
    folder = tmp_path / "data"
    monkeypatch.setenv("REFLEXION_STORAGE__FOLDER", str(folder))
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    opened = RunStore(f"sqlite:///{tmp_path / 'runs.db'}", tmp_path / "owners")
    yield opened
    opened.close()


@pytest.fixture
def reflexion(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Reflexion:
    """Runs a command in an empty folder, with a store of its own."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["reflexion", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        assert isinstance(caught.value.code, int)
        return Done(caught.value.code, printed.out, printed.err)

    return command


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    """The strongest sandbox of this machine; without one the test is skipped."""
    found, reasons = choose_sandbox(is_limited_allowed=False)
    if found is None:
        pytest.skip(f"NO SANDBOX: {'; '.join(reasons)}")
    return found
