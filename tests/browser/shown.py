"""Runs that look as real ones do, for whoever looks at the pages and for the README's pictures.

The drafts are about `examples/rate_limiting.py` and get better from one to the next: the first leaves a class out,
makes a method up and has a wrong default, message and output; the second makes a parameter up and says too little.
"""

from __future__ import annotations

from pathlib import Path

from reflexion_core.settings import shipped_folder
from tests.browser.scripts import write_script
from tests.running import issue, verdict

SHOWN = "rate_limiting.py"

_HEAD = """\
# rate_limiting

Decides whether one more call is allowed. A limiter lets `limit` calls through in `period` seconds.

## `LimitExceeded(retry_after: float)`

Raised by `acquire` when no call is allowed. Inherits from `RuntimeError`; `retry_after` is the wait in seconds, and the
message is `limit exceeded, retry in {retry_after:.1f} s`.

## `RateLimiter(limit: int, period: float = 1.0, *, clock: Clock = time.monotonic)`

The abstract base of all limiters.

| Parameter | Type | Default | Meaning |
|---|---|---|---|
| `limit` | `int` | required | calls in one period |
| `period` | `float` | `1.0` | length of a period in seconds |
| `clock` | `Clock` | `time.monotonic` | where the time comes from |

**Raises**

- `ValueError`: `limit must be at least 1` when `limit` is below 1.
- `ValueError`: `period must be positive` when `period` is zero or below.

### `wait_time() -> float`

Abstract. Seconds until a call is allowed; `0.0` when it is allowed now.

### `try_acquire() -> bool`

Returns `False` when a call has to wait; else counts it and returns `True`.

### `acquire() -> None`

Counts a call. Raises `LimitExceeded` when it has to wait.

## `SlidingWindowLimiter(limit: int, period: float = 1.0, *, clock: Clock = time.monotonic)`

Counts the calls of the last period. It is a `RateLimiter`.

### `remaining`

A property: how many calls are left in this period.

### `wait_time() -> float`

Returns `0.0` while calls are left, else the seconds until the oldest call leaves the window.

```python
from rate_limiting import SlidingWindowLimiter

limiter = SlidingWindowLimiter(2, period=60.0)
print(limiter.try_acquire(), limiter.try_acquire(), limiter.try_acquire())
# Output: True True False
print(limiter.remaining)
# Output: 0
```
"""

_BUCKET = """
## `TokenBucketLimiter(limit: int, period: float = 1.0, burst: int | None = None, *, clock: Clock = time.monotonic)`

Fills evenly and allows bursts up to `burst` calls. It is a `RateLimiter`.

| Parameter | Type | Default | Meaning |
|---|---|---|---|
| `limit` | `int` | required | calls in one period |
| `period` | `float` | `1.0` | length of a period in seconds |
| `burst` | `int \\| None` | `None` | most calls at once; `None` stands for `limit` |
| `clock` | `Clock` | `time.monotonic` | where the time comes from |

### `tokens`

A property: how many calls the bucket holds now.

### `wait_time() -> float`

Seconds until the bucket holds a whole token again.
"""

_RESET = """
### `reset() -> None`

Forgets all calls. Raises `KeyError` when nothing was counted.
"""

FINAL = _HEAD + _BUCKET
SECOND = FINAL.replace("Seconds until the bucket holds a whole token again.", "Returns a number.").replace(
    "| `burst` | `int \\| None` |",
    "| `jitter` | `float` | `0.1` | spread of the waits in seconds |\n| `burst` | `int \\| None` |",
)
FIRST = (
    _HEAD.replace("| `period` | `float` | `1.0` |", "| `period` | `float` | `60.0` |")
    .replace("`limit must be at least 1`", "`limit must be positive`")
    .replace("# Output: 0\n", "# Output: 1\n")
) + _RESET

_VAGUE = issue(
    "Returns a number.",
    dimension="completeness",
    problem="It does not say what the number is, so a caller cannot use it.",
    suggestion="Seconds until the bucket holds a whole token again.",
)
_THIN = issue(
    "Counts the calls of the last period.",
    severity="low",
    dimension="completeness",
    problem="It does not say when an old call stops counting.",
    suggestion="Counts the calls of the last period; a call leaves the window when the period is over.",
)


DRAFTS = (FIRST, SECOND, FINAL)
VERDICTS = (verdict(62, 55, issues=[_THIN]), verdict(97, 84, issues=[_VAGUE]), verdict(98, 97))


def source() -> tuple[str, bytes]:
    """Return the file that the drafts are about, as an upload."""
    return SHOWN, (shipped_folder() / "examples" / SHOWN).read_bytes()


def write_shown(path: Path, *, writing: float = 0.0, judging: float = 0.0) -> None:
    """Write the script of a run of three rounds.

    Args:
        path: The script file that plays all roles.
        writing: Seconds between two words.
        judging: Seconds before the critic's first word.
    """
    write_script(path, drafts=DRAFTS, verdicts=VERDICTS, final=FINAL, writing=writing, judging=judging)
