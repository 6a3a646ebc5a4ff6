"""The dashboard's server as users start it: a process of its own, with its own data."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

from reflexion_core.settings import shipped_folder
from reflexion_core.storage.store import RunStore

_START_SECONDS = 30.0


class DashboardServer:
    """`reflexion dashboard` on a port of its own.

    Args:
        folder: Working directory, data folder and log are made in it.
        variables: Settings as `REFLEXION_*` variables without the prefix, such as `MAX_ATTEMPTS`.
    """

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        # Scripted critics give the scores, whatever code would say.
        self._variables = {"STORAGE__FOLDER": str(folder / "data"), "POLICY": "model", **variables}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and wait until the server answers."""
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "reflexion_core", "dashboard", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=elsewhere, env=self._environment(), stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + _START_SECONDS
        while not self._answers():
            assert self._process.poll() is None, f"the server ended: {self.log}"
            assert time.monotonic() < end, f"the server does not answer: {self.log}"
            time.sleep(0.05)

    def kill(self) -> None:
        """End the process as a crash or a power cut does: nothing in it runs any more."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the process as a user does; kill it where that takes too long."""
        self._end(signal.SIGINT)

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8", "replace")

    @contextmanager
    def open_store(self) -> Iterator[RunStore]:
        """Read what the server has stored."""
        folder = self.folder / "data"
        store = RunStore(f"sqlite:///{folder / 'runs.db'}", folder / "owners")
        try:
            yield store
        finally:
            store.close()

    @property
    def memory_bytes(self) -> int:
        """What the process holds in memory; Linux only."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text("utf-8")
        return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * 1024

    @property
    def has_live_runs(self) -> bool:
        with self.open_store() as store:
            return any(run.state.is_live for run in store.summaries())

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        process.send_signal(how)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)

    def _environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("REFLEXION_", "STREAMLIT_", "OLLAMA_")) and not name.lower().endswith("_proxy")
        }
        path = os.pathsep.join(filter(None, [str(shipped_folder()), kept.get("PYTHONPATH", "")]))
        settings = {f"REFLEXION_{name}": value for name, value in self._variables.items()}
        return {**kept, "PYTHONPATH": path, **settings}

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=1) as answer:
                return answer.status == 200
        except (URLError, OSError):
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
