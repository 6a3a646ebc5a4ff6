"""Fixes what differs from day to day: the clock, chance.

Two runs of an example are given two different worlds. What comes out the same in both depends on neither, and only
that can be compared with what a document says.
"""

from __future__ import annotations

import contextlib
import ctypes
import datetime
import gc
import random
import sys
import time
from collections.abc import Callable
from typing import Any

REAL_TIME_NS = time.time_ns


def set_clock(start: float) -> None:
    """Let the wall clock begin anew at `start`, in seconds since 1970; it goes on at its own pace.

    A clock that stands still would make every measured duration a plain 0.0.
    """
    shift = int(start * 1e9) - REAL_TIME_NS()

    def now_ns() -> int:
        return REAL_TIME_NS() + shift

    def now() -> float:
        return now_ns() / 1e9

    _set_module_clock(now, now_ns)
    _set_datetime_clock(now)


def set_seed(seed: int) -> None:
    random.seed(seed)
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed(seed % 2**32)


def _set_module_clock(now: Callable[[], float], now_ns: Callable[[], int]) -> None:
    values: dict[str, Any] = {"time": now, "time_ns": now_ns}
    for name in ("gmtime", "localtime", "ctime"):
        values[name] = _with_default(getattr(time, name), now)
    strftime, asctime, local = time.strftime, time.asctime, values["localtime"]
    values["strftime"] = lambda format, t=None: strftime(format, local() if t is None else t)
    values["asctime"] = lambda t=None: asctime(local() if t is None else t)
    clock_gettime, clock_gettime_ns = time.clock_gettime, time.clock_gettime_ns
    values["clock_gettime"] = lambda clock: now() if clock == time.CLOCK_REALTIME else clock_gettime(clock)
    values["clock_gettime_ns"] = lambda clock: now_ns() if clock == time.CLOCK_REALTIME else clock_gettime_ns(clock)
    for name, value in values.items():
        value.__name__ = value.__qualname__ = name
        setattr(time, name, value)


def _with_default(original: Callable[[float], Any], now: Callable[[], float]) -> Callable[..., Any]:
    def function(seconds: float | None = None) -> Any:
        return original(now() if seconds is None else seconds)

    return function


def _set_datetime_clock(now: Callable[[], float]) -> None:
    """Replace the two methods that ask the system; `today` asks `time.time`.

    The class stays the same object, so `isinstance`, pickles and subclasses work as ever.
    """

    def now_method(cls: type[datetime.datetime], tz: datetime.tzinfo | None = None) -> datetime.datetime:
        return cls.fromtimestamp(now(), tz)

    def utcnow(cls: type[datetime.datetime]) -> datetime.datetime:
        return cls.fromtimestamp(now(), datetime.UTC).replace(tzinfo=None)

    now_method.__name__ = "now"
    with contextlib.suppress(Exception):  # another implementation of Python keeps its clock
        attributes = gc.get_referents(datetime.datetime.__dict__)[0]
        attributes["now"], attributes["utcnow"] = classmethod(now_method), classmethod(utcnow)
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime.datetime))
