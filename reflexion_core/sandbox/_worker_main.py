"""The process inside the sandbox: it imports what all examples need once, and forks for each chain of blocks.

A forked process reports to the server through a pipe of its own; the server alone writes to the outside. An example
that breaks its pipe, or writes rubbish into it, loses its own report and nobody else's.
"""

from __future__ import annotations

import ast
import json
import os
import secrets
import shutil
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from reflexion_core.sandbox import _worker_confine as confine
from reflexion_core.sandbox._worker_block import BlockRunner
from reflexion_core.sandbox._worker_guard import Guard
from reflexion_core.sandbox._worker_module import UploadedModule, find_imports, warm_imports
from reflexion_core.sandbox._worker_order import Order
from reflexion_core.sandbox._worker_output import NoInput, Output
from reflexion_core.sandbox._worker_watch import Watch, end_children
from reflexion_core.sandbox._worker_world import set_clock, set_seed

THREAD_STACK_BYTES = 1024 * 1024


class Server:
    """Runs the chains one after the other and writes a report on each.

    Args:
        order: What to do.
        lifeline: A file that ends when whoever asked is gone.
        results: Where the reports go.
    """

    def __init__(self, order: Order, lifeline: int, results: int) -> None:
        self._order = order
        self._lifeline = lifeline
        self._results = results
        self._uploaded = UploadedModule(
            order.module_name, order.module_text, f"{order.work_folder}/{order.module_name}.py"
        )

    def serve(self) -> None:
        self._warm()
        self._write({"ready": True})
        for number, chain in enumerate(self._order.chains):
            report = self._run_chain(number, chain)
            self._write(report)

    def _warm(self) -> None:
        set_clock(self._order.clock_start)
        names = set(self._uploaded.imports)
        for chain in self._order.chains:
            for _, code in chain:
                with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                    names.update(find_imports(ast.parse(code)))
                if "await" in code:
                    names.add("asyncio")
        warm_imports(names, self._uploaded.name)

    def _run_chain(self, number: int, chain: tuple[tuple[int, str], ...]) -> dict[str, Any]:
        folder = Path(self._order.work_folder, str(number))
        folder.mkdir()
        token = secrets.token_hex(8)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            for file in (reading, self._lifeline, self._results):
                os.close(file)
            _run_example(self._order, self._uploaded, chain, folder, Channel(writing, token))
        os.close(writing)
        watch = Watch(self._order, pid, reading, self._lifeline, token, folder)
        records, end = watch.follow()
        os.close(reading)
        end_children(pid)
        shutil.rmtree(folder, ignore_errors=True)
        return {"chain": number, "records": records, "end": end}

    def _write(self, value: dict[str, Any]) -> None:
        data = json.dumps(value).encode() + b"\n"
        while data:
            data = data[os.write(self._results, data) :]


class Channel:
    """A forked process's way to the server."""

    def __init__(self, file: int, token: str) -> None:
        self._file = file
        self._token = token
        self._write = os.write
        self._dumps = json.dumps

    def report(self, kind: str, **values: Any) -> None:
        line = self._dumps({"kind": kind, "token": self._token, **values})
        data = b"\n" + line.encode() + b"\n"
        with suppress(OSError):  # the example closed what is not its own; its report ends here
            while data:
                data = data[self._write(self._file, data) :]

    def note(self, what: str, words: str, is_writing: bool = False) -> None:
        self.report("note", what=what, words=words, is_writing=is_writing)


def _run_example(
    order: Order, uploaded: UploadedModule, chain: tuple[tuple[int, str], ...], folder: Path, channel: Channel
) -> NoReturn:
    """Run one chain in the forked process, and end it without what Python does at its end."""
    try:
        os.setsid()
        confine.tie_to_parent()
        os.chdir(folder)
        output = Output(order.output_bytes)
        guard = Guard(order, channel.note)
        sys.stdin = sys.__stdin__ = NoInput(lambda: channel.note("input", ""))  # type: ignore[assignment,misc]
        sys.argv = ["example.py"]
        threading.stack_size(THREAD_STACK_BYTES)
        uploaded.install()
        set_seed(order.seed)
        confine.limit_example(order)
        guard.install()
        runner = BlockRunner(uploaded, output, guard, channel.report, text_limit=order.output_bytes)
        if runner.prepare():
            for index, code in chain:
                runner.run(index, code, is_session=index in order.sessions)
        channel.report("done")
    finally:
        os._exit(0)


def main() -> None:
    line = b""
    while not line.endswith(b"\n"):
        piece = os.read(0, 1 << 16)
        if not piece:
            return
        line += piece
    order = Order.from_line(line)
    try:
        if order.confinement == "namespaces":
            confine.enter_namespaces(order)
        else:
            confine.drop_privileges(order)
    except (confine.ConfinementFailed, OSError) as exc:
        os.write(1, json.dumps({"failed": str(exc)}).encode() + b"\n")
        return
    lifeline, results = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.environ.pop("PYTHONHASHSEED", None)
    own_code = os.environ.pop("PYTHONPATH", None)
    sys.path[:] = [path for path in sys.path if path != own_code] + list(order.packages)
    for name in [name for name in sys.modules if name.partition(".")[0] == "reflexion_core"]:
        del sys.modules[name]  # an example that imports us must not get these few files
    Server(order, lifeline, results).serve()


if __name__ == "__main__":
    main()
