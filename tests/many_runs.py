"""A database with more runs than anyone makes in a test: written row by row, without a run behind them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert

from reflexion_core.events import RunCancelled
from reflexion_core.records import RunState, StopReason
from reflexion_core.storage.database import open_database
from reflexion_core.storage.tables import EventRow, RunPromptRow, RunRow
from tests.running import QUEUED, STARTED

_FILES = ("billing.py", "calendar_dates.py", "latency.py", "shapes.py", "stock.py", "text_layout.py")
_MODELS = ("ollama:qwen3.5:9b", "ollama:deepseek-coder:6.7b", "ollama:llama3:8b", "embedded:qwen2.5-coder-1.5b")
_PROMPTS = ("adjudicator/finish", "critic/review", "critic/system", "generator/draft", "generator/revise")
_ENDS = (
    (RunState.FINISHED, StopReason.APPROVED),
    (RunState.FINISHED, StopReason.ATTEMPTS),
    (RunState.FINISHED, StopReason.PLATEAU),
    (RunState.CANCELLED, ""),
    (RunState.FAILED, ""),
    (RunState.INTERRUPTED, ""),
)


def fill_with_runs(url: str, count: int, *, newest: datetime | None = None) -> list[str]:
    """Write runs that have ended, one every half hour up to `newest`, and return their names, the newest first."""
    chance = random.Random(7)
    end = newest or datetime.now(UTC)
    runs = [_run(number, end - timedelta(minutes=30 * number), chance) for number in range(count)]
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(insert(RunRow), runs)
        connection.execute(insert(RunPromptRow), list(_prompts(runs)))
        connection.execute(insert(EventRow), list(_events(runs)))
    engine.dispose()
    return [run["id"] for run in runs]


def _run(number: int, queued_at: datetime, chance: random.Random) -> dict[str, Any]:
    state, reason = chance.choice(_ENDS)
    is_approved = reason == StopReason.APPROVED
    score = chance.uniform(95, 100) if is_approved else chance.uniform(20, 95)
    started_at = queued_at + timedelta(seconds=2)
    return {
        "id": f"{number:016x}",
        "owner": "elsewhere/0",
        "source_name": chance.choice(_FILES) if number % 3 else f"module_{number % 400}.py",
        "source_sha256": f"{number // 900}" * 64,
        "strategy": "critic_loop",
        "quality_score_bar": 95.0,
        "max_attempts": 4,
        "generator": chance.choice(_MODELS),
        "critic": chance.choice(_MODELS),
        "adjudicator": _MODELS[2],
        "state": state.value,
        "reason": str(reason),
        "problem": "the server is gone" if state is RunState.FAILED else "",
        "rounds": chance.randint(1, 4),
        "score": score if state is RunState.FINISHED else None,
        "is_approved": is_approved,
        "tokens": chance.randint(900, 30_000),
        "queued_at": queued_at,
        "started_at": started_at,
        "ended_at": started_at + timedelta(seconds=chance.uniform(20, 900)),
    }


def _prompts(runs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for number, run in enumerate(runs):
        for name in _PROMPTS:
            yield {"run_id": run["id"], "prompt_id": name, "version": 3 - number * 3 // len(runs), "sha256": "0" * 64}


def _events(runs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    payloads = [(event.kind, event.model_dump_json()) for event in (QUEUED, STARTED, RunCancelled())]
    for run in runs:
        for number, (kind, payload) in enumerate(payloads, 1):
            yield {"run_id": run["id"], "number": number, "kind": kind, "payload": payload}
