"""Run every benchmark and print one table; figures are medians where a thing is measured more than once."""

from __future__ import annotations

from tests.bench.checking_speed import measure_checking
from tests.bench.history_speed import measure_history
from tests.bench.loop_overhead import measure_overhead
from tests.bench.rows import print_rows
from tests.bench.stopping import measure_stopping
from tests.bench.storage_speed import measure_storage

_MEASURES = (measure_storage, measure_history, measure_checking, measure_stopping, measure_overhead)


def main() -> None:
    """Measure and print."""
    rows = [row for measure in _MEASURES for row in measure()]
    print_rows(rows, "reflexion bench")


if __name__ == "__main__":
    main()
