"""The ways that the loop is measured in."""

from __future__ import annotations

from typing import Any

import pytest

from reflexion_core.run_options import RunOptions, Savings
from reflexion_core.settings import load_settings
from tests.bench.loop_ways import SAVINGS, WAYS


def flat(way: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a way, those of the savings one by one."""
    options: RunOptions = load_settings(flags=way).settings.run_options()
    values = options.model_dump()
    return values | {f"savings.{name}": value for name, value in values.pop("savings").items()}


@pytest.mark.parametrize("name", SAVINGS)
def test_a_way_without_a_saving_differs_in_that_one_alone(name: str) -> None:
    ours, other = flat(WAYS["ours"]), flat(SAVINGS[name])
    assert len([key for key in ours if ours[key] != other[key]]) == 1


def test_each_saving_that_can_be_switched_off_has_a_way_without_it() -> None:
    ways = [flat(way) for way in SAVINGS.values()]
    off = {name for name in Savings.model_fields if any(not way[f"savings.{name}"] for way in ways)}
    assert off == set(Savings.model_fields)
