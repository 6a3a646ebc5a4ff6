"""Bytes → text, by Python's own rules for the encoding of a source file (PEP 263)."""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from typing import NamedTuple

from reflexion_core.errors import SourceError

_LINE_END = re.compile(rb"\r\n?|\n")

_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive (or a wheel, a .docx, a .jar)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\x7fELF", "an ELF program or library"),
    (b"MZ", "a Windows program or library"),
    (b"\xcf\xfa\xed\xfe", "a macOS program or library"),
    (b"\xca\xfe\xba\xbe", "a macOS program or a Java class"),
    (b"%PDF-", "a PDF document"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x00asm", "a WebAssembly module"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
)


class Decoded(NamedTuple):
    text: str
    """Line ends as `\\n`, without a byte order mark."""
    encoding: str


def decode_source(name: str, data: bytes) -> Decoded:
    """Decode a Python file.

    Raises:
        SourceError: the bytes are no text, or not in the encoding that they claim.
    """
    _refuse_wide_text(name, data)
    _refuse_nul_bytes(name, data)
    encoding = _detect_encoding(name, data)
    text = _decode(name, data, encoding)
    if "\0" in text:
        raise SourceError(name, f"holds NUL characters when read as {encoding}", hint="save it as UTF-8")
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), encoding)


def describe_binary(data: bytes) -> str:
    """Return what bytes look like by how they begin ("a PNG image"), or nothing."""
    # Every interpreter's magic number ends in "\r\n", so that a text-mode copy breaks it visibly.
    if data[2:4] == b"\r\n" and len(data) >= 16 and b"\0" in data[:16]:
        return "compiled Python (.pyc)"
    return next((kind for magic, kind in _MAGIC if data.startswith(magic)), "")


def _refuse_wide_text(name: str, data: bytes) -> None:
    for mark, kind in _WIDE_MARKS:
        if data.startswith(mark):
            reason = f"is {kind} text (it starts with a {kind} byte order mark), which Python cannot read"
            raise SourceError(name, reason, hint="save it as UTF-8")


def _refuse_nul_bytes(name: str, data: bytes) -> None:
    offset = data.find(b"\0")
    if offset < 0:
        return
    _refuse_binary(name, data)
    if _is_half_nul(data):
        raise SourceError(name, "looks like UTF-16 text, which Python cannot read", hint="save it as UTF-8")
    raise SourceError(
        name,
        f"holds a NUL byte at byte offset {offset:,}",
        line=_line_at(data, offset),
        hint="it may be damaged or not be text; open it in an editor and save it again",
    )


def _refuse_binary(name: str, data: bytes) -> None:
    kind = describe_binary(data)
    if kind:
        hint = "upload the Python source itself"
        raise SourceError(name, f"is not text: it looks like {kind} that was renamed", hint=hint)


def _is_half_nul(data: bytes) -> bool:
    """Say whether nearly every second byte is NUL, as in Western text saved as UTF-16."""
    sample = data[:2000]
    halves = (sample[0::2], sample[1::2])
    return len(sample) >= 8 and any(half.count(0) > 0.8 * len(half) for half in halves)


def _detect_encoding(name: str, data: bytes) -> str:
    """Return the encoding that the byte order mark or the cookie names, UTF-8 without either."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(_two_plain_lines(data)).readline)
    except SyntaxError as exc:
        _, _, unknown = (exc.msg or "").partition("unknown encoding: ")
        if unknown:
            reason = f"declares the encoding {unknown!r}, which Python does not know"
            hint = "correct the coding comment in its first two lines, or save it as UTF-8 without one"
        else:
            reason = "has a UTF-8 byte order mark and a coding comment that says otherwise"
            hint = "remove the coding comment"
        raise SourceError(name, reason, hint=hint) from exc
    return encoding


def _two_plain_lines(data: bytes) -> bytes:
    """Return the first two lines with what is not ASCII blotted out.

    The tokenizer wants these lines to be UTF-8 before it has read the cookie that says what they are;
    the interpreter does not. It also knows no line ends of old Macs.
    """
    body = data.removeprefix(codecs.BOM_UTF8)
    lines = _LINE_END.split(body, maxsplit=2)[:2]
    plain = b"\n".join(lines).decode("ascii", "replace").replace("\ufffd", "?").encode("ascii")
    return data[: len(data) - len(body)] + plain + b"\n"


def _decode(name: str, data: bytes, encoding: str) -> str:
    body = data.removeprefix(codecs.BOM_UTF8) if encoding == "utf-8-sig" else data
    try:
        return body.decode("utf-8" if encoding == "utf-8-sig" else encoding)
    except UnicodeDecodeError as exc:
        _refuse_binary(name, data)
        offset = len(data) - len(body) + exc.start
        raise SourceError(
            name,
            f"is not valid {encoding}: byte 0x{data[offset]:02x} at byte offset {offset:,}",
            line=_line_at(data, offset),
            hint="save it as UTF-8, or name its encoding in the first line: # -*- coding: latin-1 -*-",
        ) from exc
    except (LookupError, ValueError) as exc:
        reason = f"declares the encoding {encoding!r}, which is not one for text"
        raise SourceError(name, reason, hint="save it as UTF-8 and remove the coding comment") from exc


def _line_at(data: bytes, offset: int) -> int:
    return len(_LINE_END.findall(data[:offset])) + 1
