"""Document a module of 3,000 lines on a window of 8k tokens: what comes of it, and what it takes.

Run as `python -m tests.bench.large_source [FILE.py]`; without a file a module is generated.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from reflexion_core.cli_output import RunView
from reflexion_core.document.parts import split_parts
from reflexion_core.errors import ReflexionError
from reflexion_core.progress import Progress
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import PROVIDERS
from reflexion_core.records import RoleName, Source
from reflexion_core.run_options import Budget
from reflexion_core.runs import ProviderPool, RunRequest, execute, open_providers, open_referee
from reflexion_core.settings import load_settings, parse_model
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source, read_source_file
from reflexion_core.source.symbols import public_symbols
from reflexion_core.stopping import Stop
from reflexion_core.verification import Verifier
from tests.bench.generated_pair import write_pair
from tests.bench.rows import Row, print_rows

_MAX_BYTES = 10_000_000


def main() -> None:
    """Run, print where it is on the way, and one table in the end."""
    asked = _options()
    source = _source(asked)
    pool = open_providers(load_settings().settings)
    try:
        progress = _run(pool, source, asked)
    finally:
        pool.close()
    if progress.failure is not None:
        sys.exit(f"{progress.failure.kind}: {progress.failure.message}\n{progress.failure.hint}")
    if asked.keep is not None and progress.document is not None:
        asked.keep.parent.mkdir(parents=True, exist_ok=True)
        asked.keep.write_text(progress.document.text, encoding="utf-8")
    print_rows(list(measure(source, progress)), f"bench-large: {source.name}, {source.line_count:,} lines")


def measure(source: Source, progress: Progress) -> list[Row]:
    """Return what came of a run and what it took."""
    text = progress.document.text if progress.document is not None else ""
    names = public_symbols(source)
    has_part = {part.owner for part in split_parts(text, read_facts(source).symbol_names)}
    report = Verifier(source).verify(text).report if progress.document is None else progress.document.report
    plan, usage = progress.plan, progress.usage
    results = plan.results if plan is not None else ()
    rows = [
        ("sections", len(plan.sections) if plan is not None else 1, ""),
        ("sections written by a model", sum(result.origin == "model" for result in results), ""),
        ("sections written twice", sum(result.is_redrafted for result in results), ""),
        ("public symbols", len(names), ""),
        ("public symbols covered", sum(name in has_part for name in names), ""),
        *((f"findings left, {severity}", _count(report, severity), "") for severity in ("high", "medium", "low")),
        ("statements repaired", sum(result.repairs for result in results), ""),
        ("statements settled", len(progress.document.settled) if progress.document is not None else 0, ""),
        ("words", len(text.split()), ""),
        ("calls", sum(totals.calls for totals in progress.totals.values()), ""),
        ("prompt tokens", usage.prompt_tokens or 0, ""),
        ("prompt tokens from cache", usage.cached_tokens or 0, ""),
        ("output tokens", usage.output_tokens or 0, ""),
        ("seconds", progress.seconds or 0.0, "s"),
    ]
    return [Row(name, float(value), unit) for name, value, unit in rows]


def _count(report: object, severity: str) -> int:
    return sum(finding.severity == severity for finding in getattr(report, "findings", ()))


def _run(pool: ProviderPool, source: Source, asked: argparse.Namespace) -> Progress:
    flags = {"strategy": asked.strategy, "max_context_tokens": asked.window}
    settings = load_settings(None, flags).settings
    model = parse_model(asked.model or f"embedded:{PROVIDERS['embedded'].default_model}")
    options = settings.run_options(dict.fromkeys(RoleName, model))
    options = options.model_copy(update={"budget": Budget(seconds=asked.seconds)})
    request = RunRequest(source, options)
    with RunView(Console(file=sys.stderr, width=160), source.name) as view:
        view(request.queued)
        return execute(request, pool, PromptSet(settings.prompts_path), view, Stop(), open_referee(settings))


def _source(asked: argparse.Namespace) -> Source:
    if asked.source is None:
        return read_source("stock.py", write_pair(asked.lines).source.encode(), max_bytes=_MAX_BYTES)
    try:
        return read_source_file(asked.source, max_bytes=_MAX_BYTES)
    except ReflexionError as exc:
        sys.exit(exc.message)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.large_source", description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, help="a Python file; without one, a module is generated")
    parser.add_argument("--lines", type=int, default=3000, help="of the generated module")
    parser.add_argument("--window", type=int, default=8192, help="the largest window, in tokens")
    parser.add_argument("--model", help="one model for all roles; without one, the embedded model")
    parser.add_argument("--strategy", default="critic_loop", help="what is asked for; the run says what worked instead")
    parser.add_argument("--seconds", type=float, help="seconds after which code writes what is left")
    parser.add_argument("--keep", type=Path, help="file for the document")
    return parser.parse_args()


if __name__ == "__main__":
    main()
