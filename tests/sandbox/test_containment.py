"""Real attempts, each of them contained, each reported as what it was."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reflexion_core.errors import Cancelled
from reflexion_core.sandbox.base import BlockResult, ExampleBlock, ExampleLimits, ExampleRequest
from reflexion_core.stopping import Stop
from tests.sandbox.running import ALL, ISOLATED, LIMITS, MODULE, available, processes_of, run

SECRET = "the secret of the house"

ATTEMPTS: dict[str, tuple[str, str, str]] = {
    "connect a socket": ("import socket\nsocket.create_connection(('127.0.0.1', 80))", "forbidden", "network"),
    "look up a name": ("import socket\nsocket.gethostbyname('example.org')", "forbidden", "network"),
    "open an address": ("import urllib.request\nurllib.request.urlopen('http://127.0.0.1')", "forbidden", "network"),
    "read the home folder": ("print(open('{home}/secret.txt').read())", "forbidden", "file outside: {home}/secret.txt"),
    "list the home folder": ("import os\nprint(os.listdir('{home}'))", "forbidden", "file outside: {home}"),
    "read the users": ("print(open('/etc/passwd').read())", "forbidden", "file outside: /etc/passwd"),
    "write outside": ("open('{home}/new.txt', 'w').write('x')", "forbidden", "file outside: {home}/new.txt"),
    "delete outside": ("import os\nos.remove('{home}/secret.txt')", "forbidden", "file outside: {home}/secret.txt"),
    "change a mode outside": (
        "import os\nos.chmod('{home}/secret.txt', 0o777)",
        "forbidden",
        "file outside: {home}/secret.txt",
    ),
    "fork without end": ("import os\nwhile True: os.fork()", "forbidden", "process: starting another one"),
    "start a program": ("import subprocess\nsubprocess.run(['true'])", "forbidden", "process: starting another one"),
    "start a pool of processes": (
        "import multiprocessing\nmultiprocessing.Pool(2)",
        "forbidden",
        "",  # some sandboxes refuse the shared lock that comes first
    ),
    "allocate 4 GB": ("x = bytearray(4 << 30)", "memory", "memory"),
    "fill the memory": ("x = []\nwhile True: x.append(bytes(1 << 20))", "memory", "memory"),
    "print without end": ("while True: print('x' * 100)", "output limit", "prints more"),
    "write to the output without end": ("import os\nwhile True: os.write(1, b'x' * 10_000)", "forbidden", "disk"),
    "loop without end": ("while True: pass", "timeout", "longer"),
    "loop without end and catch all": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "timeout",
        "longer",
    ),
    "kill the parent": ("import os\nos.kill(os.getppid(), 9)", "forbidden", "process: sending SIGKILL to another one"),
    "kill everything": ("import os\nos.kill(-1, 9)", "forbidden", "process: sending SIGKILL to another one"),
    "import a missing package": ("import no_such_package_here", "missing package", "no_such_package_here"),
    "start a thread and exit": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\nprint('done')",
        "ok",
        "1 thread still running",
    ),
    "wait for input": ("input('Name: ')", "needs input", "keyboard"),
    "read the standard input": ("import sys\nsys.stdin.read()", "needs input", "keyboard"),
    "write 1 GB to one file": (
        "with open('big', 'wb') as f:\n    for _ in range(1024): f.write(bytes(1 << 20))",
        "forbidden",
        "disk",
    ),
    "write 1 GB to many files": (
        "for n in range(1024):\n    with open(f'part{n}', 'wb') as f: f.write(bytes(1 << 20))",
        "forbidden",
        "disk",
    ),
    "change the clock": ("import time\ntime.clock_settime(time.CLOCK_REALTIME, 0.0)", "forbidden", "the clock"),
    "end the process": ("import os\nos._exit(7)", "crashed", "ended with code 7"),
    "kill itself": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "crashed", "Killed"),
    "read the environment": ("import os\nprint(sorted(os.environ))", "ok", ""),
}

Attempts = dict[str, BlockResult]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder outside every sandbox, with a file in it."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "secret.txt").write_text(SECRET)
    return folder


@pytest.fixture(scope="module", params=ALL)
def attempts(request: pytest.FixtureRequest, home: Path) -> Iterator[Attempts]:
    """The results of all attempts in one document, by their names."""
    sandbox = available(request.param)
    os.environ["REFLEXION_TEST_TOKEN"] = "not for examples"
    codes = [code.replace("{home}", str(home)) for code, _, _ in ATTEMPTS.values()]
    limits = LIMITS.model_copy(update={"seconds": 1.0})
    try:
        yield dict(zip(ATTEMPTS, run(*codes, sandbox=sandbox, limits=limits), strict=True))
    finally:
        del os.environ["REFLEXION_TEST_TOKEN"]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_each_attempt_is_reported_as_what_it_was(attempt: str, attempts: Attempts, home: Path) -> None:
    _, status, detail = ATTEMPTS[attempt]
    result = attempts[attempt]
    assert result.status == status, result.detail
    assert detail.replace("{home}", str(home)) in result.detail


def test_nothing_of_the_home_folder_was_seen_or_changed(attempts: Attempts, home: Path) -> None:
    assert not any(SECRET in result.model_dump_json() for result in attempts.values())
    assert [path.name for path in home.iterdir()] == ["secret.txt"]
    assert (home / "secret.txt").read_text() == SECRET
    assert (home / "secret.txt").stat().st_mode & 0o777 != 0o777


def test_nothing_of_our_environment_is_there(attempts: Attempts) -> None:
    names = attempts["read the environment"].stdout
    assert "HOME" in names
    assert "REFLEXION" not in names
    assert "PYTHON" not in names


def test_what_was_printed_before_a_thread_outlived_the_block_is_kept(attempts: Attempts) -> None:
    assert attempts["start a thread and exit"].stdout == "done\n"


PAST_THE_HOOKS = """
import ctypes, os, time
libc = ctypes.CDLL(None, use_errno=True)
def fails(result): return 'refused' if result < 0 else f'worked: {result}'
"""


@pytest.mark.parametrize("name", ISOLATED)
def test_the_kernel_refuses_what_gets_past_the_interpreter(name: str, home: Path) -> None:
    [block] = run(
        PAST_THE_HOOKS
        + f"fails(libc.open(b'{home}/secret.txt', os.O_RDONLY))\n"
        + f"fails(libc.open(b'{home}/new.txt', os.O_WRONLY | os.O_CREAT, 0o600))\n"
        + f"fails(libc.unlink(b'{home}/secret.txt'))\n"
        + f"fails(libc.chmod(b'{home}/secret.txt', 0o777))\n"
        + f"fails(libc.rename(b'{home}/secret.txt', b'mine'))\n"
        + f"fails(libc.open(b'/proc/{os.getpid()}/environ', os.O_RDONLY))\n"
        + f"fails(libc.kill({os.getpid()}, 9))\n"
        + f"fails(libc.ptrace(16, {os.getpid()}, 0, 0))\n"
        + "fails(libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0))\n"
        + "fails(libc.clock_settime(0, (ctypes.c_long * 2)(1, 0)))\n"
        + "fails(libc.sethostname(b'x', 1))\n"
        + "fails(libc.setuid(0) if os.getuid() else -1)\n",
        sandbox=available(name),
    )
    assert block.status == "ok"
    assert [s.value for s in block.statements if s.value] == ["'refused'"] * 12
    assert (home / "secret.txt").read_text() == SECRET


@pytest.mark.parametrize("name", ISOLATED)
def test_the_kernel_lets_no_connection_out_of_the_sandbox(name: str) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        port = server.getsockname()[1]
        [block] = run(
            PAST_THE_HOOKS
            + "s = libc.socket(2, 1, 0)\n"
            + f"address = (2).to_bytes(2, 'little') + ({port}).to_bytes(2, 'big') + bytes([127, 0, 0, 1]) + bytes(8)\n"
            + "fails(libc.connect(s, address, 16))\n",
            sandbox=available(name),
        )
        with pytest.raises(TimeoutError):
            server.accept()
    assert block.statements[-1].value == "'refused'"


@pytest.mark.parametrize("name", ISOLATED)
def test_processes_past_the_hooks_are_limited_and_end_with_the_example(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bomb = (
        PAST_THE_HOOKS
        + "for n in range(200):\n    if libc.fork() == 0:\n        libc.setsid()\n        time.sleep(30)\n"
    )
    [block, after] = run(bomb, "half(3)", sandbox=available(name), limits=LIMITS.model_copy(update={"seconds": 3.0}))
    assert block.status in ("ok", "timeout", "crashed")
    assert after.statements[-1].value == "1.5"
    wait_until(lambda: not processes_of(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ALL)
def test_no_process_and_no_folder_is_left(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = "import os\nos.mkdir('a')\nopen('a/b', 'w').close()\nos.chmod('a/b', 0)\nos.chmod('a', 0)"
    run(code, "half(3)", sandbox=available(name))
    wait_until(lambda: not processes_of(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ALL)
def test_a_stop_ends_a_running_example_at_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sandbox, stop = available(name), Stop()
    request = ExampleRequest(
        module_name="halves",
        module_text=MODULE,
        blocks=(ExampleBlock(code="while True: pass"),) * 3,
        limits=ExampleLimits(seconds=60),
    )
    threading.Timer(0.7, stop.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        sandbox.run(request, stop)
    assert time.monotonic() - started < 0.7 + 1.5
    wait_until(lambda: not processes_of(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_stop_that_came_before_runs_nothing() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Cancelled):
        available("limited").run(ExampleRequest(module_name="a", module_text="", blocks=()), stop)


def wait_until(is_true: Callable[[], bool]) -> None:
    """Wait for what happens a moment later; fail where it does not happen."""
    deadline = time.monotonic() + 5
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)
