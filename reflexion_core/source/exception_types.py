"""How exceptions inherit from each other: Python's, those of its library that are well known, and the file's own."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

_BUILTIN: dict[str, tuple[str, ...]] = {
    name: tuple(base.__name__ for base in kind.__mro__[1:-1])
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
"""From each built-in exception to its bases; aliases such as IOError have their real name among the bases' own."""

_ALIASES = {
    "IOError": "OSError",
    "EnvironmentError": "OSError",
    "WindowsError": "OSError",
    "os.error": "OSError",
    "select.error": "OSError",
    "socket.error": "OSError",
    "socket.timeout": "TimeoutError",
    "asyncio.TimeoutError": "TimeoutError",
    "asyncio.exceptions.TimeoutError": "TimeoutError",
    "concurrent.futures.TimeoutError": "TimeoutError",
    "asyncio.exceptions.CancelledError": "asyncio.CancelledError",
    "json.decoder.JSONDecodeError": "json.JSONDecodeError",
    "urllib.request.HTTPError": "urllib.error.HTTPError",
    "urllib.request.URLError": "urllib.error.URLError",
    "binascii.Incomplete": "binascii.Incomplete",
    "sre_constants.error": "re.error",
    "re.PatternError": "re.error",
    "multiprocessing.TimeoutError": "multiprocessing.TimeoutError",
    "xml.etree.cElementTree.ParseError": "xml.etree.ElementTree.ParseError",
}

_LIBRARY: dict[str, tuple[str, ...]] = {
    "argparse.ArgumentError": ("Exception",),
    "argparse.ArgumentTypeError": ("Exception",),
    "asyncio.CancelledError": ("BaseException",),
    "asyncio.IncompleteReadError": ("EOFError",),
    "asyncio.InvalidStateError": ("Exception",),
    "asyncio.LimitOverrunError": ("Exception",),
    "asyncio.QueueEmpty": ("Exception",),
    "asyncio.QueueFull": ("Exception",),
    "binascii.Error": ("ValueError",),
    "bdb.BdbQuit": ("Exception",),
    "calendar.IllegalMonthError": ("ValueError",),
    "concurrent.futures.BrokenExecutor": ("RuntimeError",),
    "concurrent.futures.CancelledError": ("Exception",),
    "configparser.DuplicateOptionError": ("configparser.Error",),
    "configparser.DuplicateSectionError": ("configparser.Error",),
    "configparser.Error": ("Exception",),
    "configparser.InterpolationError": ("configparser.Error",),
    "configparser.MissingSectionHeaderError": ("configparser.ParsingError",),
    "configparser.NoOptionError": ("configparser.Error",),
    "configparser.NoSectionError": ("configparser.Error",),
    "configparser.ParsingError": ("configparser.Error",),
    "copy.Error": ("Exception",),
    "csv.Error": ("Exception",),
    "ctypes.ArgumentError": ("Exception",),
    "dataclasses.FrozenInstanceError": ("AttributeError",),
    "decimal.DivisionByZero": ("decimal.DecimalException", "ZeroDivisionError"),
    "decimal.DecimalException": ("ArithmeticError",),
    "decimal.InvalidOperation": ("decimal.DecimalException",),
    "decimal.Overflow": ("decimal.DecimalException",),
    "email.errors.MessageError": ("Exception",),
    "email.errors.MessageParseError": ("email.errors.MessageError",),
    "ftplib.Error": ("Exception",),
    "getopt.GetoptError": ("Exception",),
    "graphlib.CycleError": ("ValueError",),
    "gzip.BadGzipFile": ("OSError",),
    "http.client.HTTPException": ("Exception",),
    "http.client.IncompleteRead": ("http.client.HTTPException",),
    "http.client.InvalidURL": ("http.client.HTTPException",),
    "http.cookies.CookieError": ("Exception",),
    "imaplib.IMAP4.error": ("Exception",),
    "importlib.metadata.PackageNotFoundError": ("ModuleNotFoundError",),
    "inspect.ClassFoundException": ("Exception",),
    "io.BlockingIOError": ("BlockingIOError",),
    "io.UnsupportedOperation": ("OSError", "ValueError"),
    "ipaddress.AddressValueError": ("ValueError",),
    "ipaddress.NetmaskValueError": ("ValueError",),
    "json.JSONDecodeError": ("ValueError",),
    "locale.Error": ("Exception",),
    "lzma.LZMAError": ("Exception",),
    "mailbox.Error": ("Exception",),
    "marshal.error": ("ValueError",),
    "multiprocessing.ProcessError": ("Exception",),
    "multiprocessing.TimeoutError": ("multiprocessing.ProcessError",),
    "netrc.NetrcParseError": ("Exception",),
    "optparse.OptParseError": ("Exception",),
    "optparse.OptionValueError": ("optparse.OptParseError",),
    "pickle.PickleError": ("Exception",),
    "pickle.PicklingError": ("pickle.PickleError",),
    "pickle.UnpicklingError": ("pickle.PickleError",),
    "plistlib.InvalidFileException": ("ValueError",),
    "poplib.error_proto": ("Exception",),
    "pwd.error": ("Exception",),
    "queue.Empty": ("Exception",),
    "queue.Full": ("Exception",),
    "re.error": ("Exception",),
    "shutil.Error": ("OSError",),
    "shutil.ReadError": ("OSError",),
    "shutil.SameFileError": ("shutil.Error",),
    "shutil.SpecialFileError": ("OSError",),
    "smtplib.SMTPException": ("OSError",),
    "socket.gaierror": ("OSError",),
    "socket.herror": ("OSError",),
    "sqlite3.DatabaseError": ("sqlite3.Error",),
    "sqlite3.Error": ("Exception",),
    "sqlite3.IntegrityError": ("sqlite3.DatabaseError",),
    "sqlite3.OperationalError": ("sqlite3.DatabaseError",),
    "sqlite3.ProgrammingError": ("sqlite3.DatabaseError",),
    "ssl.CertificateError": ("ssl.SSLError", "ValueError"),
    "ssl.SSLCertVerificationError": ("ssl.SSLError", "ValueError"),
    "ssl.SSLError": ("OSError",),
    "statistics.StatisticsError": ("ValueError",),
    "string.Error": ("Exception",),
    "struct.error": ("Exception",),
    "subprocess.CalledProcessError": ("subprocess.SubprocessError",),
    "subprocess.SubprocessError": ("Exception",),
    "subprocess.TimeoutExpired": ("subprocess.SubprocessError",),
    "tarfile.ReadError": ("tarfile.TarError",),
    "tarfile.TarError": ("Exception",),
    "threading.BrokenBarrierError": ("RuntimeError",),
    "tokenize.TokenError": ("Exception",),
    "tomllib.TOMLDecodeError": ("ValueError",),
    "traceback.TracebackException": (),
    "unittest.SkipTest": ("Exception",),
    "urllib.error.ContentTooShortError": ("urllib.error.URLError",),
    "urllib.error.HTTPError": ("urllib.error.URLError",),
    "urllib.error.URLError": ("OSError",),
    "uu.Error": ("Exception",),
    "wave.Error": ("Exception",),
    "xml.dom.DOMException": ("Exception",),
    "xml.etree.ElementTree.ParseError": ("SyntaxError",),
    "xml.parsers.expat.ExpatError": ("Exception",),
    "xml.sax.SAXException": ("Exception",),
    "xmlrpc.client.Error": ("Exception",),
    "xmlrpc.client.Fault": ("xmlrpc.client.Error",),
    "zipfile.BadZipFile": ("Exception",),
    "zipfile.LargeZipFile": ("Exception",),
    "zipimport.ZipImportError": ("ImportError",),
    "zlib.error": ("Exception",),
    "zoneinfo.ZoneInfoNotFoundError": ("KeyError",),
}

_NOT_EXCEPTIONS = frozenset(
    name for name, kind in vars(builtins).items() if isinstance(kind, type) and not issubclass(kind, BaseException)
)


def canonical(name: str) -> str:
    """Return the one name of a type that has several, such as OSError for IOError."""
    return _ALIASES.get(name, name)


def is_builtin_exception(name: str) -> bool:
    """Say whether a plain name is one of Python's own exceptions."""
    return name in _BUILTIN or (name in _ALIASES and "." not in name)


def is_library_exception(name: str) -> bool:
    """Say whether a dotted name is a well-known exception of the standard library."""
    return canonical(name) in _LIBRARY or canonical(name) in _BUILTIN


@dataclass(frozen=True)
class ExceptionTypes:
    """The inheritance of exceptions as one module sees it."""

    bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The classes of the file: from the name to its bases, all of them resolved."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What plain and dotted names of the file stand for: imports and aliases."""

    def resolve(self, name: str) -> str:
        """Return what a name in the file, or in a document about it, stands for.

        A document may write `JSONDecodeError` where the file has `json.JSONDecodeError`, and the other way round.
        """
        if name in self.bases:
            return name
        if name in self.names:
            return canonical(self.names[name])
        head, _, tail = name.partition(".")
        if tail and head in self.names:
            return canonical(f"{self.names[head]}.{tail}")
        if is_builtin_exception(name) or is_library_exception(name):
            return canonical(name)
        last = name.rpartition(".")[2]
        if last in self.bases or is_builtin_exception(last):
            return canonical(last)
        return self._find_by_last_name(name)

    def _find_by_last_name(self, name: str) -> str:
        if sum(full.rpartition(".")[2] == name for full in self.bases) > 1:
            return name  # several functions have a class of that name
        known = [full for full in (*self.names.values(), *self.bases, *_LIBRARY) if full.rpartition(".")[2] == name]
        return canonical(known[0]) if known else name

    def ancestors(self, name: str) -> tuple[tuple[str, ...], bool]:
        """Return all classes that a type inherits from, and whether that is the whole list."""
        known = self._ancestors.get(name)
        if known is None:
            known = self._ancestors[name] = self._find_ancestors(name)
        return known

    @cached_property
    def _ancestors(self) -> dict[str, tuple[tuple[str, ...], bool]]:
        return {}

    def _find_ancestors(self, name: str) -> tuple[tuple[str, ...], bool]:
        found: dict[str, None] = {}
        is_complete = True
        waiting = [canonical(name)]
        while waiting:
            current = waiting.pop()
            bases = self._bases_of(current)
            is_complete = is_complete and bases is not None
            for base in bases or ():
                if base not in found and base != name:
                    found[base] = None
                    waiting.append(base)
        return tuple(found), is_complete

    def is_subclass(self, name: str, base: str) -> bool | None:
        """Say whether a type is another one or inherits from it; None where that cannot be told."""
        name, base = canonical(name), canonical(base)
        if base in (name, "BaseException"):
            return True
        found, is_complete = self.ancestors(name)
        if base in found:
            return True
        if is_complete:
            return False
        # a type of this file, or below one of them, is no ancestor of what another module made
        return False if base in self.bases else None

    def is_known(self, name: str) -> bool:
        """Say whether it is an exception whose whole ancestry is known."""
        found, is_complete = self.ancestors(name)
        return is_complete and (name == "BaseException" or "BaseException" in found)

    def _bases_of(self, name: str) -> tuple[str, ...] | None:
        if name in self.bases:
            return self.bases[name]
        if name in _BUILTIN:
            return _BUILTIN[name]
        if name in _NOT_EXCEPTIONS:
            return ()
        return _LIBRARY.get(name)
