"""What lives as long as the server does.

Kept in a module without a file: Streamlit drops neither it when caches are cleared nor when a source file is
edited, so a run can never lose its holder.
"""

from __future__ import annotations

import sys
import threading
import types
from dataclasses import dataclass, field

from reflexion_core.dashboard.background import BackgroundRuns
from reflexion_core.dashboard.exam_background import ExamDesk
from reflexion_core.dashboard.passes import Passes
from reflexion_core.dashboard.verify_desk import Desks
from reflexion_core.dashboard.verify_examples import ExampleRuns
from reflexion_core.dashboard.waiting_line import LineRules
from reflexion_core.prompt_archive import PromptArchive
from reflexion_core.prompts import PromptSet
from reflexion_core.runs import open_providers, open_referee
from reflexion_core.settings import LoadedSettings, Settings, load_settings
from reflexion_core.storage.removal import Retention
from reflexion_core.storage.store import RunStore

_HOLDER = "_reflexion_server_state"


@dataclass(frozen=True)
class ServerState:
    """The settings of this server, its runs, its exam, and the documents that are being checked."""

    loaded: LoadedSettings
    runs: BackgroundRuns
    desks: Desks
    retention: Retention
    exam_desk: ExamDesk = field(default_factory=ExamDesk)
    passes: Passes | None = None
    """What a browser needs to read the text of a run; None where only this machine can ask for it."""


def server_state() -> ServerState:
    """Return the state, made at the first call.

    Raises:
        ReflexionError: the settings are wrong, or the database cannot be opened; the next call tries again.
    """
    holder = sys.modules.setdefault(_HOLDER, types.ModuleType(_HOLDER))
    with holder.__dict__.setdefault("lock", threading.Lock()):
        state = holder.__dict__.get("state")
        if state is None:
            state = holder.__dict__["state"] = _open()
        made: ServerState = state
        return made


def forget_server_state() -> None:
    """Let go of everything, so that the next call begins anew; for the server's end, and for tests."""
    holder = sys.modules.pop(_HOLDER, None)
    state: ServerState | None = holder.__dict__.get("state") if holder is not None else None
    if state is not None:
        state.desks.close()
        state.exam_desk.stop()
        state.runs.pool.close()
        state.runs.store.close()


def _open() -> ServerState:
    loaded = load_settings()
    settings = loaded.settings
    store = RunStore(settings.storage_url, settings.data_folder / "owners")
    store.mark_interrupted()
    retention = Retention(store, settings.storage.keep_days)
    retention.apply()
    referee = open_referee(settings)
    prompts = PromptSet(settings.prompts_path)
    PromptArchive(settings.data_folder / "prompts").keep(prompts)
    runs = BackgroundRuns(open_providers(settings), prompts, store, referee, _line_rules(settings))
    examples = ExampleRuns(referee.sandbox) if referee.sandbox is not None else None
    passes = None if settings.access == "local" else Passes()
    return ServerState(loaded, runs, Desks(examples, referee.not_run), retention, passes=passes)


def _line_rules(settings: Settings) -> LineRules:
    """Return the rules of the waiting line; somebody who is alone may start as many runs as there are models."""
    limits = settings.limits
    return LineRules(None if settings.access == "local" else limits.runs_each, limits.runs_at_once)
