"""A source with something of everything, its page, and papers made of it."""

from __future__ import annotations

import random

import pytest

from reflexion_core.exam.papers import ExamPaper, PlantedFault
from reflexion_core.faults.base import FAULTS, Fault, Sheet
from reflexion_core.records import Source
from reflexion_core.sandbox.base import Sandbox, choose_sandbox
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source
from reflexion_core.stopping import Stop
from reflexion_core.true_page.executing import executed_examples
from reflexion_core.true_page.page import Page, ShownCall
from reflexion_core.true_page.writing import write_page

MODULE = '''\
"""Parcels and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


class ParcelError(Exception):
    """Something is wrong with a parcel."""


def postage(weight: float, zone: int, rate: float = 1.5, *, insured: bool = False, express: bool = True) -> float:
    """Return the price of a parcel."""
    if weight <= 0:
        raise ValueError("weight must be positive")
    if zone < 1:
        raise ParcelError(f"zone must be at least 1, not {zone}")
    return weight * zone * rate


def label(name: str, **details: str) -> dict[str, object]:
    return {"name": name, "size": len(name)}


def batches(items: Iterable[int], size: int = 2) -> Iterator[list[int]]:
    held: list[int] = []
    for item in items:
        held.append(item)
        if len(held) == size:
            yield held
            held = []


async def track(number: str, retries: int = 3) -> str:
    if not number:
        raise ValueError("number must not be empty")
    return number


@dataclass
class Parcel:
    weight: float
    zone: int = 1

    @property
    def price(self) -> float:
        return postage(self.weight, self.zone)

    def heavier(self, by: float) -> float:
        return self.weight + by
'''


def source(text: str = MODULE, name: str = "parcels.py") -> Source:
    return read_source(name, text.encode(), max_bytes=1_000_000)


def call(target: str, *arguments: str, value: str) -> ShownCall:
    name = target.partition(".")[0]
    return ShownCall((f"from parcels import {name}",), (), target, arguments, value=value, printed=value)


EXAMPLES = {"postage": [call("postage", "2.0", "3", value="9.0")]}


def sheet(seed: int = 0, text: str = MODULE) -> Sheet:
    facts = read_facts(source(text))
    return Sheet(write_page(facts, EXAMPLES), facts, random.Random(seed))


def planted(kind: str, seed: int = 0, text: str = MODULE) -> list[Fault]:
    return list(FAULTS[kind]().plant(sheet(seed, text)))


def planted_often(kind: str, text: str = MODULE) -> list[Fault]:
    """Return faults of many seeds, so that what chance chooses is seen."""
    return [fault for seed in range(12) for fault in planted(kind, seed, text)]


def any_sandbox() -> Sandbox:
    sandbox, reasons = choose_sandbox(is_limited_allowed=False)
    if sandbox is None:
        pytest.skip(f"NO SANDBOX: {'; '.join(reasons)}")
    return sandbox


def page_with_examples(facts: ModuleFacts, origin: Source) -> Page:
    return write_page(facts, executed_examples(origin, facts, any_sandbox(), random.Random(1), Stop()))


def paper(document: str = "# parcels\n\nText.\n", fault: PlantedFault | None = None) -> ExamPaper:
    return ExamPaper(source(), "bullets", document, fault)


def fault(*lines: int, owner: str = "postage", words: str = "rate", is_missing: bool = False) -> PlantedFault:
    return PlantedFault("wrong_default", owner, "planted", words, is_missing, frozenset(lines))
