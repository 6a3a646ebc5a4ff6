"""How much of a run passes outside model calls, on the embedded model."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import PROVIDERS
from reflexion_core.records import RoleName
from reflexion_core.runs import RunRequest, execute, open_providers, open_referee
from reflexion_core.settings import load_settings, parse_model, shipped_folder
from reflexion_core.source.reading import read_source_file
from reflexion_core.stopping import Stop
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id
from tests.bench.rows import Row

_ATTEMPTS = 2


def measure_overhead() -> Iterator[Row]:
    """Run one example from file to document, storing it as the product does."""
    loaded = load_settings(flags={"max_attempts": _ATTEMPTS, "quality_score_bar": 100})
    settings = loaded.settings
    small = parse_model(f"embedded:{PROVIDERS['embedded'].default_model}")
    path = shipped_folder() / "examples" / "compound_interest.py"
    source = read_source_file(path, max_bytes=settings.limits.source_bytes)
    request = RunRequest(source, settings.run_options(dict.fromkeys(RoleName, small)))
    pool = open_providers(settings)
    with TemporaryDirectory() as folder:
        store = RunStore(f"sqlite:///{folder}/runs.db", Path(folder) / "owners")
        recorder = Recorder(store, new_run_id())
        recorder(request.queued)
        # The model is loaded before: loading is the provider's work, not the loop's.
        pool.count_tokens(small, "warm")
        progress = execute(request, pool, PromptSet(settings.prompts_path), recorder, Stop(), open_referee(settings))
        store.close()
    pool.close()
    seconds = progress.seconds or 0.0
    usage = progress.usage
    print(f"run: {progress.state}, {progress.reason}, {len(progress.rounds)} rounds", file=sys.stderr)
    yield Row("run on the embedded model", seconds, "s")
    yield Row("outside model calls", 100 * (seconds - progress.model_seconds) / seconds, "% of the run")
    yield Row("prompt tokens read", (usage.prompt_tokens or 0) - (usage.cached_tokens or 0), "tokens")
    yield Row("prompt reading", (usage.prompt_tokens or 0) / (usage.prompt_seconds or 1), "tokens/s, cached included")
    yield Row("writing", (usage.output_tokens or 0) / (usage.output_seconds or 1), "tokens/s")
    yield Row("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MiB")
