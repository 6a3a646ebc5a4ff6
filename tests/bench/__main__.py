"""Run every benchmark and print one table; figures are medians where a thing is measured more than once."""

from __future__ import annotations

import json
import sys

from rich.console import Console
from rich.table import Table

from tests.bench.checking_speed import measure_checking
from tests.bench.history_speed import measure_history
from tests.bench.loop_overhead import measure_overhead
from tests.bench.stopping import measure_stopping
from tests.bench.storage_speed import measure_storage

_MEASURES = (measure_storage, measure_history, measure_checking, measure_stopping, measure_overhead)


def main() -> None:
    """Measure and print."""
    rows = [row for measure in _MEASURES for row in measure()]
    table = Table("measure", "value", "unit", title="reflexion bench")
    for row in rows:
        table.add_row(row.name, f"{row.value:,.3g}", row.unit)
    Console(file=sys.stderr).print(table)
    print(json.dumps([vars(row) for row in rows], indent=2))


if __name__ == "__main__":
    main()
