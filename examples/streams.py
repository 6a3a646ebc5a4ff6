"""Generators for long streams of values: nothing is read before it is asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def chunked(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield lists of `size` items; the last one may be shorter."""
    if size < 1:
        raise ValueError(f"size must be at least 1, not {size}")
    chunk: list[T] = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def windowed(items: Iterable[T], size: int = 2) -> Iterator[tuple[T, ...]]:
    window: deque[T] = deque(maxlen=size)
    for item in items:
        window.append(item)
        if len(window) == size:
            yield tuple(window)


def running_mean() -> Generator[float, float, int]:
    """Take values by `send()`, yield their mean so far, and return how many there were.

    Prime it with `next()`; send NaN to end it.
    """
    total, count = 0.0, 0
    while True:
        value = yield (total / count if count else 0.0)
        if value != value:
            return count
        total += value
        count += 1


def interleave(*streams: Iterable[T]) -> Iterator[T]:
    """Take one item of each stream in turn until all have ended."""
    waiting = deque(iter(stream) for stream in streams)
    while waiting:
        stream = waiting.popleft()
        try:
            yield next(stream)
        except StopIteration:
            continue
        waiting.append(stream)


def flatten(items: Iterable[object], depth: int = -1) -> Iterator[object]:
    for item in items:
        if isinstance(item, (list, tuple)) and depth != 0:
            yield from flatten(item, depth - 1)
        else:
            yield item
