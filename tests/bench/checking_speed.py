"""How long a document takes to be checked against its source as `reflexion verify --no-run-examples` does it.

All of it runs in one thread, so the processor's time is what the clock shows on an idle machine; it is measured because
other processes do not change it much.
"""

from __future__ import annotations

import gc
import hashlib
import importlib
import statistics
import time
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, cache, partial
from pathlib import Path

from reflexion_core.cli_findings import FORMATS, Report, SourcedFinding
from reflexion_core.joint_verification import JointVerifier
from reflexion_core.records import Source
from reflexion_core.skeleton import write_skeleton
from reflexion_core.source.reading import read_source
from reflexion_core.verification import Verifier
from tests.bench.generated_pair import write_pair
from tests.bench.rows import Row

_TIMES = {1000: 21, 2000: 9, 5000: 5, 10_000: 3, 20_000: 3}
"""From lines of the source to how often it is measured."""
_MODULES = ("argparse", "configparser", "shutil", "statistics")
_MAX_BYTES = 10_000_000


def measure_checking() -> Iterator[Row]:
    """Check generated modules of growing length, then modules of the standard library against their skeletons."""
    a_line: dict[int, float] = {}
    for wanted, times in _TIMES.items():
        pair = write_pair(wanted)
        source_lines, document_lines = pair.source.count("\n"), pair.document.count("\n")
        seconds = _median(partial(check, pair.source, pair.document), times)
        a_line[wanted] = seconds / source_lines
        lines = f"{document_lines:,} lines against {source_lines:,}"
        yield Row(f"checking {lines}, from the files to the report", 1000 * seconds, "ms")
        verifier = Verifier(_source(pair.source))
        again = _median(partial(check_again, verifier, pair.document), times)
        yield Row(f"checking {lines}, the source's facts known", 1000 * again, "ms")
    shortest, longest = min(a_line), max(a_line)
    ratio = a_line[longest] / a_line[shortest]
    yield Row(f"time a line with {longest:,} lines to that with {shortest:,}", ratio, "times")
    for name in _MODULES:
        text = Path(str(importlib.import_module(name).__file__)).read_text(encoding="utf-8")
        document = write_skeleton(Verifier(_source(text)))
        lines = f"{document.count(chr(10)):,} lines against {text.count(chr(10)):,}"
        seconds = _median(partial(check, text, document), 9)
        yield Row(f"checking {name}'s skeleton, {lines}", 1000 * seconds, "ms")


def check(text: str, document: str) -> str:
    """Check a document from the source's bytes to the printed report, as a process of its own does."""
    source = read_source("stock.py", text.encode(), max_bytes=_MAX_BYTES)
    verification = JointVerifier([Verifier(source)]).verify(document)
    findings = tuple(SourcedFinding(finding, source.name) for finding in verification.findings)
    report = Report(document="stock.md", text=document, findings=findings, verification=verification)
    return FORMATS["json"](report)


def _forget() -> None:
    for kept in _caches():
        kept.cache_clear()


@cache
def _caches() -> list[_lru_cache_wrapper[object]]:
    """Return the caches that hold what the product has read; those without a limit hold what never changes."""
    found = [item for item in gc.get_objects() if isinstance(item, _lru_cache_wrapper)]
    own = [item for item in found if item.__module__.startswith("reflexion_core.")]
    return [item for item in own if item.cache_parameters()["maxsize"] is not None]


def _source(text: str) -> Source:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Source(name="stock.py", text=text, encoding="utf-8", sha256=digest)


def check_again(verifier: Verifier, document: str) -> None:
    """Check one more document against a source that has been read, as every round and every pause in typing does."""
    verifier.verify(document)


def _median(action: Callable[[], object], times: int) -> float:
    """Return the seconds that something takes; once before, so that nothing is loaded for the first time."""
    action()
    found: list[float] = []
    for _ in range(times):
        _forget()
        gc.collect()
        started = time.process_time()
        action()
        found.append(time.process_time() - started)
    return statistics.median(found)
