"""The README says nothing of our own code that our own checks know to be false."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reflexion_core.setting_fields import setting_field
from reflexion_core.settings import Settings, shipped_folder
from reflexion_core.source.reading import read_source_file
from reflexion_core.verification import Verifier

README = (shipped_folder() / "README.md").read_text("utf-8")
_PLAIN_ROW = re.compile(r"^\| `(\w+)` \| (?:`(\w+)`|(\d+|true|false)) \|", re.MULTILINE)


def section(title: str) -> str:
    """Return one section of the README."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def stated_defaults() -> dict[str, object]:
    """Return the defaults of the table of settings that are one plain value."""
    rows = _PLAIN_ROW.findall(section("Configuration"))
    return {key: word or json.loads(literal) for key, word, literal in rows}


def test_what_it_says_of_providers_is_true():
    path = Path("reflexion_core") / "providers" / "base.py"
    verifier = Verifier(read_source_file(shipped_folder() / path, max_bytes=1_000_000))
    verification = verifier.verify(f"# providers\n{section('Adding a provider')}")
    # It is a guide and leaves most of the module out.
    wrong = [finding.message for finding in verification.findings if finding.check != "coverage"]
    assert wrong == []
    assert verification.count("right") >= 5


@pytest.mark.parametrize(("key", "default"), stated_defaults().items(), ids=list(stated_defaults()))
def test_the_default_of_a_setting_is_what_it_says(key: str, default: object):
    assert Settings.model_fields[key].get_default(call_default_factory=True) == default


@pytest.mark.parametrize("key", Settings.model_fields)
def test_a_setting_is_described_in_it_as_on_the_screen(key: str):
    row = re.search(rf"^\| `{key}` \| .*? ?\| (.*) \|$", section("Configuration"), re.MULTILINE)
    assert row is not None
    assert row[1] == setting_field(key).sentence


def test_most_settings_have_a_plain_default_in_it():
    assert len(stated_defaults()) >= 8
