"""Bytes that a user gave us → a `Source`, or a `SourceError` that says what is wrong with them.

The file is decoded and parsed, never imported and never run.
"""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from reflexion_core.errors import SourceError
from reflexion_core.records import Source
from reflexion_core.source.decoding import decode_source
from reflexion_core.source.naming import check_name, show_name
from reflexion_core.source.parsing import parse_module


class Uploads(NamedTuple):
    """What became of several files: each one is in exactly one of the two."""

    sources: tuple[Source, ...]
    """The files that can be documented, in the order given."""
    problems: tuple[SourceError, ...]
    """One error for each of the others, in the order given."""


def read_source(name: str, data: bytes, *, max_bytes: int) -> Source:
    """Read one uploaded file.

    Args:
        name: The name as uploaded; folders in front of it are dropped, whichever slash they use.
        data: The file's bytes.
        max_bytes: The largest file that is taken.

    Raises:
        SourceError: the file is not Python that this interpreter can parse, or holds nothing to document.
    """
    name = check_name(name)
    _check_size(name, len(data), max_bytes)
    decoded = decode_source(name, data)
    _check_content(name, decoded.text)
    return Source(
        name=name,
        text=decoded.text,
        encoding=decoded.encoding,
        sha256=hashlib.sha256(data).hexdigest(),
    )


def read_source_file(path: Path, *, max_bytes: int) -> Source:
    """Read one file from disk, at most `max_bytes` + 1 bytes of it.

    Raises:
        SourceError: as `read_source`, or the file cannot be opened.
    """
    name = check_name(path.name)
    try:
        if path.exists() and not path.is_file():
            raise SourceError(name, "is not a regular file", hint="give the path of one .py file")
        with path.open("rb") as file:
            _check_size(name, os.fstat(file.fileno()).st_size, max_bytes)
            data = file.read(max_bytes + 1)
    except (OSError, ValueError) as exc:
        reason = f"cannot be read: {getattr(exc, 'strerror', None) or exc}"
        raise SourceError(name, reason, hint=f"looked for it at {path}") from exc
    return read_source(name, data, max_bytes=max_bytes)


def read_uploads(items: Iterable[tuple[str, bytes]], *, max_bytes: int, max_files: int) -> Uploads:
    """Read several uploaded files; one that cannot be taken does not stop the others.

    Of two files with one name the first is taken. Files past `max_files` are not read.
    """
    sources: list[Source] = []
    problems: list[SourceError] = []
    places: dict[str, str] = {}
    for number, (given, data) in enumerate(items, start=1):
        try:
            _check_count(given, number, max_files)
            name = check_name(given)
            _check_unique(name, f"file {number} ({show_name(given)!r})", places)
            sources.append(read_source(name, data, max_bytes=max_bytes))
        except SourceError as problem:
            problems.append(problem)
    return Uploads(tuple(sources), tuple(problems))


def _check_size(name: str, size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise SourceError(
            name,
            f"is too large: {size:,} bytes, and the limit is {max_bytes:,}",
            hint="split the module, or raise the limit in the settings",
        )


def _check_count(given: str, number: int, max_files: int) -> None:
    if number > max_files:
        raise SourceError(
            show_name(given),
            f"is file number {number}, and at most {max_files} are taken at once",
            hint="upload the rest afterwards",
        )


def _check_unique(name: str, place: str, places: dict[str, str]) -> None:
    if name in places:
        raise SourceError(
            name,
            f"is there twice: {places[name]} and {place} have the same name; the first one is used",
            hint="rename one of the two, or upload them one after the other",
        )
    places[name] = place


def _check_content(name: str, text: str) -> None:
    if not text.strip():
        raise SourceError(name, "is empty" if not text else "holds only blank space")
    module = parse_module(name, text)
    if not module.body:
        raise SourceError(name, "holds only comments; there is nothing to document")
    if len(module.body) == 1 and ast.get_docstring(module, clean=False) is not None:
        raise SourceError(name, "holds only a docstring and no code; there is nothing to document")
