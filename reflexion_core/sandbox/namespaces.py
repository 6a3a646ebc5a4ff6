"""The strongest sandbox: a world of its own, by namespaces of the Linux kernel; needs no program and no right."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import ClassVar, Literal

from reflexion_core.sandbox._process import child_worker
from reflexion_core.sandbox._session import Launch, Worker, WorkerSandbox
from reflexion_core.sandbox.base import SANDBOXES, Strength


@SANDBOXES.register("namespaces")
class NamespacesSandbox(WorkerSandbox):
    """No file but Python's own, no network, no other process; what is written is in memory and vanishes."""

    name: ClassVar[str] = "namespaces"
    strength: ClassVar[Strength] = "isolated"
    confinement: ClassVar[Literal["namespaces", "none"]] = "namespaces"

    def start(self, launch: Launch) -> AbstractContextManager[Worker]:
        return child_worker(launch)
