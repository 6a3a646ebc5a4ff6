"""Measured figures, and the table of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass
class Row:
    name: str
    value: float
    unit: str


def print_rows(rows: Sequence[Row], title: str) -> None:
    """Print a table for readers, and the same as JSON for programs."""
    table = Table("measure", "value", "unit", title=title)
    for row in rows:
        table.add_row(row.name, f"{row.value:,.3g}", row.unit)
    Console(file=sys.stderr).print(table)
    print(json.dumps([vars(row) for row in rows], indent=2))
