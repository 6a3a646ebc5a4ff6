"""The table of plug-ins."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.registry import Registry

PLUG_IN = "from tests_plug_ins_{0}.base import ALL\n\n\n@ALL.register({1!r})\nclass Found:\n    pass\n"


def package(folder: Path, name: str, **modules: str) -> str:
    dotted = f"tests_plug_ins_{name}"
    (folder / dotted).mkdir()
    base = f"from reflexion_core.registry import Registry\n\nALL = Registry('toy', {dotted!r})\n"
    for module, text in {"__init__": "", "base": base, **modules}.items():
        (folder / dotted / f"{module}.py").write_text(text, encoding="utf-8")
    return dotted


def loaded(folder: Path, dotted: str, monkeypatch: pytest.MonkeyPatch) -> Registry[type]:
    monkeypatch.syspath_prepend(folder)
    registry: Registry[type] = __import__(f"{dotted}.base", fromlist=["ALL"]).ALL
    return registry


def test_every_module_of_the_folder_is_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dotted = package(tmp_path, "all", b=PLUG_IN.format("all", "b"), a=PLUG_IN.format("all", "a"))
    registry = loaded(tmp_path, dotted, monkeypatch)
    assert list(registry) == ["a", "b"]
    assert "a" in registry
    assert registry["b"].__name__ == "Found"


def test_a_module_that_starts_with_an_underscore_is_no_plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dotted = package(tmp_path, "shared", _shared="raise AssertionError", a=PLUG_IN.format("shared", "a"))
    assert list(loaded(tmp_path, dotted, monkeypatch)) == ["a"]


def test_an_unknown_name_is_a_key_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = loaded(tmp_path, package(tmp_path, "none"), monkeypatch)
    assert "x" not in registry
    with pytest.raises(KeyError):
        registry["x"]


def test_two_plug_ins_of_one_name_are_refused() -> None:
    registry: Registry[object] = Registry("toy", "nowhere")
    registry.register("a")(object())
    with pytest.raises(ValueError, match="two toys are called 'a'"):
        registry.register("a")(object())
