"""The weak sandbox, for machines without a better one, and only where the user turns it on.

It holds back mistakes, not malice: limits of the system, an empty environment, a folder of its own, and hooks of the
interpreter that refuse files outside, the network and other processes. Code that means harm gets past such hooks.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from typing import ClassVar

from reflexion_core.sandbox._process import child_worker
from reflexion_core.sandbox._session import Launch, Worker, WorkerSandbox
from reflexion_core.sandbox.base import SANDBOXES, Strength


@SANDBOXES.register("limited")
class LimitedSandbox(WorkerSandbox):
    """A separate process with limits and hooks."""

    name: ClassVar[str] = "limited"
    strength: ClassVar[Strength] = "limited"

    def find_obstacle(self) -> str:
        return "" if hasattr(os, "fork") else "this system cannot fork a process"

    def start(self, launch: Launch) -> AbstractContextManager[Worker]:
        return child_worker(launch)
