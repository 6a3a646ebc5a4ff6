"""Deciding whether one more call is allowed."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

Clock = Callable[[], float]


class LimitExceeded(RuntimeError):
    def __init__(self, retry_after: float) -> None:
        super().__init__(f"limit exceeded, retry in {retry_after:.1f} s")
        self.retry_after = retry_after


class RateLimiter(ABC):
    """The base of all limiters: `limit` calls in `period` seconds."""

    def __init__(self, limit: int, period: float = 1.0, *, clock: Clock = time.monotonic) -> None:
        if limit < 1:
            raise ValueError("limit must be at least 1")
        if period <= 0:
            raise ValueError("period must be positive")
        self.limit = limit
        self.period = period
        self._clock = clock

    @abstractmethod
    def wait_time(self) -> float:
        """Seconds until a call is allowed; 0.0 when it is allowed now."""

    @abstractmethod
    def _record(self) -> None: ...

    def try_acquire(self) -> bool:
        if self.wait_time() > 0:
            return False
        self._record()
        return True

    def acquire(self) -> None:
        wait = self.wait_time()
        if wait > 0:
            raise LimitExceeded(wait)
        self._record()


class SlidingWindowLimiter(RateLimiter):
    """Counts the calls of the last period."""

    def __init__(self, limit: int, period: float = 1.0, *, clock: Clock = time.monotonic) -> None:
        super().__init__(limit, period, clock=clock)
        self._calls: deque[float] = deque()

    @property
    def remaining(self) -> int:
        self._forget_old()
        return self.limit - len(self._calls)

    def wait_time(self) -> float:
        if self.remaining > 0:
            return 0.0
        return self._calls[0] + self.period - self._clock()

    def _record(self) -> None:
        self._calls.append(self._clock())

    def _forget_old(self) -> None:
        now = self._clock()
        while self._calls and self._calls[0] + self.period <= now:
            self._calls.popleft()


class TokenBucketLimiter(RateLimiter):
    """Fills evenly and allows bursts up to `burst` calls."""

    def __init__(
        self,
        limit: int,
        period: float = 1.0,
        burst: int | None = None,
        *,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(limit, period, clock=clock)
        self.burst = limit if burst is None else burst
        self._tokens = float(self.burst)
        self._filled_at = clock()

    @property
    def tokens(self) -> float:
        now = self._clock()
        gained = (now - self._filled_at) * self.limit / self.period
        self._tokens = min(self.burst, self._tokens + gained)
        self._filled_at = now
        return self._tokens

    def wait_time(self) -> float:
        missing = 1 - self.tokens
        return max(0.0, missing * self.period / self.limit)

    def _record(self) -> None:
        self._tokens -= 1
