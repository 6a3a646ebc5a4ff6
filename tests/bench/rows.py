"""One measured figure."""

from dataclasses import dataclass


@dataclass
class Row:
    name: str
    value: float
    unit: str
