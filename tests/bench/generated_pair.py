"""A module of any length with its document, as people write them and the document true: what speed is measured on.

Each topic is a constant, an exception, two functions, some helpers and a class; each topic calls the one before it, so
that exceptions come through several functions as they do in real modules.
"""

from __future__ import annotations

import math
from string import Template
from typing import NamedTuple


class Pair(NamedTuple):
    """A source and the document about it."""

    source: str
    document: str


_HEAD = '''"""Keeps stock: bins, prices and orders of a warehouse."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

'''
_TITLE = "# stock\n\nKeeps stock: bins, prices and orders of a warehouse.\n\n"

_SOURCE = Template(r'''
LIMIT_${n} = ${limit}
"""The most that a $noun holds."""


class ${Noun}Error(ValueError):
    """A $noun that cannot be used."""

    def __init__(self, $noun: str, reason: str = "unknown") -> None:
        self.$noun = $noun
        super().__init__(f"$noun {$noun!r} cannot be used: {reason}")


def _check_${noun}(value: float, least: float = 0.0) -> float:
    if math.isnan(value):
        raise ValueError("$noun must be a number")
    if value < least:
        raise ${Noun}Error(str(value), f"below {least}")
    return value


def _parts_of_${noun}(text: str, separator: str) -> list[str]:
    parts = [part.strip() for part in text.split(separator)]
    if not all(parts):
        raise ${Noun}Error(text, "it has an empty part")
    return parts


def measure_${noun}(
    values: Iterable[float], *, scale: float = ${scale}, digits: int = 2, unit: str = "$unit"
) -> dict[str, object]:
    """Measure a $noun and sum it up.

    Args:
        values: What was measured.
        scale: What each value is multiplied by.
        digits: How many digits are kept.
        unit: The unit of the result.

    Returns:
        The figures by name.

    Raises:
        ValueError: if a value is not a number, or `digits` is negative.
        ${Noun}Error: if a value is below zero.
    """
    if digits < 0:
        raise ValueError(f"digits must not be negative, got {digits}")
    scaled = [_check_${noun}(value) * scale for value in values]
    if not scaled:
        return {"total": 0.0, "count": 0, "unit": unit}
    total = 0.0
    # rounding each value would add up to another sum
    for value in scaled:
        if value > LIMIT_${n}:
            # what does not fit is not counted
            continue
        total += value
    return {"total": round(total, digits), "count": len(scaled), "unit": unit}


def load_${noun}(path: Path, separator: str = ",", encoding: str | None = None) -> list[str]:
    """Load the parts of a $noun from a file.

    Args:
        path: The file.
        separator: What stands between parts.
        encoding: Of the file; the platform's if None.
    """
    try:
        text = path.read_text(encoding=encoding)
    except FileNotFoundError as exc:
        raise ${Noun}Error(path.name, "there is no such file") from exc
    if text.startswith("{"):
        found = json.loads(text)
        if not isinstance(found, dict):
            raise TypeError(f"expected a dict, got {type(found).__name__}")
        return sorted(found)
    return _parts_of_${noun}(text, separator)


def _merge_${noun}(left: dict[str, float], right: dict[str, float], text: str) -> dict[str, float]:
    merged = dict(left)
    for key, amount in right.items():
        if key in merged and merged[key] != amount:
            raise ${Noun}Error(key, "the two sides differ")
        merged[key] = amount
    for part in _parts_of_${before}(text, "|"):
        name, _, number = part.partition(":")
        try:
            merged[name] = float(number)
        except ValueError:
            merged[name] = math.nan
    return {key: amount for key, amount in sorted(merged.items()) if not math.isnan(amount)}


def _show_${noun}(items: dict[str, float], width: int) -> str:
    lines = []
    for key, amount in items.items():
        name = key if len(key) <= width else key[: width - 1] + "…"
        lines.append(f"{name:<{width}} {amount:>10.2f}")
    rule = "-" * (width + 11)
    return "\n".join([rule, *lines, rule])


def _round_${noun}(amount: float, mode: str = "half") -> float:
    if mode == "half":
        return round(amount, 2)
    if mode == "up":
        return math.ceil(amount * 100) / 100
    if mode == "down":
        return math.floor(amount * 100) / 100
    raise ValueError(f"unknown mode {mode!r}; there are half, up and down")


@dataclass
class ${Noun}Store:
    """Keeps every $noun by its name.

    Attributes:
        name: The store's name.
        capacity: The most that it holds.
        items: What it holds.
    """

    name: str
    capacity: int = LIMIT_${n}
    items: dict[str, float] = field(default_factory=dict)

    def add(self, key: str, amount: float = 1.0, *, replace: bool = False) -> float:
        """Add an amount and return what is there now."""
        amount = _check_${noun}(amount)
        if key in self.items and not replace:
            raise KeyError(f"{key} is there already")
        if len(self.items) >= self.capacity:
            raise ${Noun}Error(key, "the store is full")
        self.items[key] = amount
        return amount

    def take(self, key: str, amount: float) -> float:
        """Take an amount out and return what is left."""
        left = self.items.get(key, 0.0) - _check_${noun}(amount)
        if left < 0:
            raise ${Noun}Error(key, f"only {left + amount} left")
        self.items[key] = left
        return left

    def largest(self, count: int = 3) -> Iterator[tuple[str, float]]:
        """Yield the largest amounts with their names."""
        if count < 1:
            raise ValueError("count must be at least 1")
        yield from sorted(self.items.items(), key=lambda item: -item[1])[:count]

    @property
    def is_full(self) -> bool:
        """Whether nothing more can be added."""
        return len(self.items) >= self.capacity

    @classmethod
    def from_text(cls, text: str, separator: str = ";") -> ${Noun}Store:
        """Make a store from `name=amount` parts."""
        store = cls("text")
        for part in _parts_of_${noun}(text, separator):
            name, _, amount = part.partition("=")
            store.add(name, float(amount))
        return store
''')

_DOCUMENT = Template("""
## `measure_${noun}(values, *, scale=${scale}, digits=2, unit="$unit")`

```python
def measure_${noun}(
    values: Iterable[float], *, scale: float = ${scale}, digits: int = 2, unit: str = "$unit"
) -> dict[str, object]
```

Measure a $noun and sum it up. Values above `LIMIT_${n}` are left out of the total.

| Parameter | Type | Default | Description |
|---|---|---|---|
| `values` | `Iterable[float]` | *required* | What was measured. |
| `scale` | `float` | `${scale}` | What each value is multiplied by. |
| `digits` | `int` | `2` | How many digits are kept. |
| `unit` | `str` | `"$unit"` | The unit of the result. |

**Returns:** `dict[str, object]` with the keys `total`, `count` and `unit`.

**Raises:**

- `ValueError`: `digits must not be negative, got {digits}`, if `digits` is below zero.
- `ValueError`: `$noun must be a number`, if a value is not a number.
- `${Noun}Error`: if a value is below zero.

```python
from stock import measure_${noun}

measure_${noun}([1.0, 2.0], scale=2.0)["count"]  # => 2
```

## load_${noun}

Load the parts of a $noun from a file.

### Parameters

- **path** (`Path`): The file.
- **separator** (`str`, default `","`): What stands between parts.
- **encoding** (`str | None`, optional): Of the file; the platform's if it is `None`. Defaults to `None`.

### Raises

| Exception | When |
|---|---|
| `${Noun}Error` | There is no such file, or a part is empty. |
| `TypeError` | The file holds JSON that is not a dict. |

## class ${Noun}Store

Keeps every $noun by its name. Use `add` to put something in and `take` to get it out.

| Attribute | Type | Default |
|---|---|---|
| `name` | `str` | |
| `capacity` | `int` | `LIMIT_${n}` |
| `items` | `dict[str, float]` | an empty dict |

### `add(key, amount=1.0, *, replace=False)`

Add an amount and return what is there now. Raises `ValueError` if the amount is not a number.

- `key` (str): the name.
- `amount` (float): how much; defaults to `1.0`.
- `replace` (bool): whether what is there may be replaced; defaults to `False`.

Raises `KeyError` with the message `{key} is there already` unless `replace` is true, and `${Noun}Error` if the store
is full.

### `take(key, amount)`

Take an amount out and return what is left. Raises `${Noun}Error` if there is too little and `ValueError` if the
amount is not a number.

### `largest(count=3)`

Yield the largest amounts with their names. Raises `ValueError` ("count must be at least 1") if `count` is below one.

### `is_full`

Whether nothing more can be added (`bool`).

### `from_text(text, separator=";")`

Class method. Make a `${Noun}Store` from `name=amount` parts. Raises `${Noun}Error` if a part is empty, `KeyError` if a
name comes twice and `ValueError` if an amount is not a number.
""")

_NOUNS = ("bin", "crate", "pallet", "order", "price", "parcel", "shelf", "label", "route", "basket", "batch", "lot")
_UNITS = ("kg", "litre", "piece", "metre")


def write_pair(source_lines: int) -> Pair:
    """Write a module of at least so many lines, and a document about half as long."""
    topics = math.ceil((source_lines - _HEAD.count("\n")) / _SOURCE.template.count("\n"))
    words = [_words(number) for number in range(topics)]
    return Pair(
        _HEAD + "".join(_SOURCE.substitute(topic) for topic in words),
        _TITLE + "".join(_DOCUMENT.substitute(topic) for topic in words),
    )


def _words(number: int) -> dict[str, object]:
    noun = _noun(number)
    return {
        "n": number,
        "noun": noun,
        "Noun": noun.title().replace("_", ""),
        "before": _noun(max(number - 1, 0)),
        "unit": _UNITS[number % len(_UNITS)],
        "limit": 10 * (number + 1),
        "scale": 1 + number / 4,
    }


def _noun(number: int) -> str:
    turn, place = divmod(number, len(_NOUNS))
    return f"{_NOUNS[place]}_{turn}" if turn else _NOUNS[place]
