"""Laying out text in columns, with the parameter kinds that Python offers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_UNSET = object()


def truncate(text: str, /, width: int = 2**5, *, marker: str = ELLIPSIS) -> str:
    """Cut a text that is wider than `width`; the marker counts as part of it."""
    if width < len(marker):
        raise ValueError(f"width {width} is too small for the marker {marker!r}")
    if len(text) <= width:
        return text
    return text[: width - len(marker)] + marker


def pad(text: str, width: int, /, fill: str = " ", *, side: str = "right") -> str:
    if len(fill) != 1:
        raise ValueError("fill must be one character")
    match side:
        case "right":
            return text.ljust(width, fill)
        case "left":
            return text.rjust(width, fill)
        case _:
            raise ValueError(f"side must be 'left' or 'right', not {side!r}")


def format_number(
    value: float,
    /,
    digits: int = 2,
    *,
    thousands: str = "\N{NARROW NO-BREAK SPACE}",
    missing: str = "n/a",
    signs: Mapping[bool, str] = {True: "", False: "\N{MINUS SIGN}"},
) -> str:
    if math.isnan(value):
        return missing
    text = f"{abs(value):,.{digits}f}".replace(",", thousands)
    return signs[value >= 0] + text


def table(
    rows: Sequence[Sequence[object]],
    *,
    headers: Sequence[str] | None = None,
    separator: str = "\t".expandtabs(2),
    widths: tuple[int, ...] = (),
) -> str:
    """Return rows as lines of aligned columns."""
    lines = [[str(cell) for cell in row] for row in ([headers] if headers else []) + list(rows)]
    if not lines:
        return ""
    if len({len(line) for line in lines}) > 1:
        raise ValueError("all rows must have the same number of cells")
    widths = widths or tuple(max(map(len, column)) for column in zip(*lines))
    return "\n".join(
        separator.join(pad(cell, width) for cell, width in zip(line, widths)).rstrip() for line in lines
    )


def pick(mapping: Mapping[str, object], /, *keys: str, default: object = _UNSET, **renamed: str) -> dict[str, object]:
    """Return some entries of a mapping, those in `renamed` under a new name.

    Without a default, a missing key is an error.
    """
    wanted = {key: key for key in keys} | renamed
    picked = {}
    for name, key in wanted.items():
        if key in mapping:
            picked[name] = mapping[key]
        elif default is _UNSET:
            raise KeyError(key)
        else:
            picked[name] = default
    return picked
