"""Asynchronous work for synchronous callers: one event loop in one thread of its own.

Only a task in an event loop can be ended at once while it waits for the network. The caller stays in
its own thread: what the work hands on travels through a queue, and the finished task closes that queue.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

from reflexion_core.errors import ProviderError
from reflexion_core.stopping import Stop

Item = TypeVar("Item")
T = TypeVar("T")

Work = Callable[[Callable[[Item], None]], Coroutine[Any, Any, T]]
"""Takes what hands an item to the caller; runs in the loop's thread."""


class EventLoopThread:
    """An event loop in a daemon thread, started with the first call and again after a `close`.

    Args:
        name: The thread's name.
        clean_up: Awaited in the loop at its end, after every call was cancelled.
    """

    def __init__(self, name: str, clean_up: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._clean_up = clean_up
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Event | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Work[Item, T], on_item: Callable[[Item], None], stop: Stop) -> T:
        """Run `work` in the loop, pass its items to `on_item` in this thread, and return its result.

        Raises:
            Cancelled: the stop was given; the work has ended by then.
            ProviderError: the loop was closed meanwhile.
        """
        stop.raise_if_set()
        queue: SimpleQueue[Item | asyncio.Task[T]] = SimpleQueue()
        cancel = self._start(work, queue)
        with stop.calling(cancel):
            try:
                while not isinstance(item := queue.get(), asyncio.Task):
                    if not stop.is_set:
                        on_item(item)
            except BaseException:
                cancel()
                raise
        task: asyncio.Task[T] = item
        return _result(task, stop)

    def close(self) -> None:
        """Cancel every call, clean up and end the thread."""
        with self._lock:
            loop, ending, thread = self._loop, self._ending, self._thread
            self._loop = self._ending = self._thread = None
        if loop is None or ending is None or thread is None:
            return
        _call_soon(loop, ending.set)
        thread.join()

    def _start(self, work: Work[Item, T], queue: SimpleQueue[Item | asyncio.Task[T]]) -> Callable[[], None]:
        """Start `work` as a task that ends up in the queue; return what cancels it from any thread."""
        tasks: list[asyncio.Task[T]] = []

        async def call() -> T:
            return await work(queue.put)  # inside the task, so that no error of `work` is lost

        def begin() -> None:
            task = asyncio.get_running_loop().create_task(call())
            tasks.append(task)
            task.add_done_callback(queue.put)

        def cancel() -> None:
            # Called after `begin`: a loop runs what it is given in the order given.
            tasks[0].cancel()

        with self._lock:
            loop = self._running_loop()
            loop.call_soon_threadsafe(begin)
        return lambda: _call_soon(loop, cancel)

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            started: SimpleQueue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = SimpleQueue()
            self._thread = threading.Thread(
                target=lambda: asyncio.run(self._serve(started.put)), name=self._name, daemon=True
            )
            self._thread.start()
            self._loop, self._ending = started.get()
        return self._loop

    async def _serve(self, tell: Callable[[tuple[asyncio.AbstractEventLoop, asyncio.Event]], None]) -> None:
        ending = asyncio.Event()
        tell((asyncio.get_running_loop(), ending))
        await ending.wait()
        calls = asyncio.all_tasks() - {asyncio.current_task()}
        for call in calls:
            call.cancel()
        if calls:
            await asyncio.wait(calls)
        await self._clean_up()


def _call_soon(loop: asyncio.AbstractEventLoop, action: Callable[[], object]) -> None:
    with suppress(RuntimeError):  # a closed loop has nothing left to end
        loop.call_soon_threadsafe(action)


def _result(task: asyncio.Task[T], stop: Stop) -> T:
    if stop.is_set:
        if not task.cancelled():
            task.exception()  # asyncio complains of an error that nobody looked at
        stop.raise_if_set()
    if task.cancelled():
        raise ProviderError("the provider was closed during a call")
    return task.result()
