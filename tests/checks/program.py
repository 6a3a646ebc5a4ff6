"""A module with members, constants and base classes of every kind, for the checks of what documents say of them."""

SOURCE = '''"""A small store."""
from abc import ABC, abstractmethod
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, IntEnum

MAX_TRIES = 3
DEFAULT_TIMEOUT = 30.0
ENCODING = "utf-8"
SUFFIXES = (".txt", ".md", ".rst")
state = 0
CHANGED = 1


def bump():
    global CHANGED
    CHANGED = 2


class StoreError(Exception):
    pass


class KeyMissing(StoreError, KeyError):
    pass


class Closed(ValueError):
    pass


class Color(Enum):
    RED = "red"
    GREEN = "green"


class Level(IntEnum):
    LOW = 1
    HIGH = 5


@dataclass
class Config:
    host: str = "localhost"
    port: int = 8080


class Base(ABC):
    limit = 10

    @abstractmethod
    def read(self, key): ...

    def name_of(self, key):
        return str(key)


class Store(Base):
    def __init__(self, path, *, mode="r"):
        self.path = path
        self._data = {}

    def read(self, key):
        return self._data[key]

    def put(self, key, value, *, overwrite=True):
        self._data[key] = value

    def delete(self, key):
        del self._data[key]

    def keys(self):
        for key in self._data:
            yield key

    async def flush(self):
        return None

    def close(self):
        self._data.clear()

    @property
    def elapsed(self) -> float:
        return 1.0

    @property
    def size(self) -> int:
        return len(self._data)

    @size.setter
    def size(self, value):
        pass

    @classmethod
    def from_env(cls, name="STORE"):
        return cls(name)

    @staticmethod
    def normalise(key):
        return key.strip()

    @contextmanager
    def locked(self, wait=1.0):
        yield self


class Loose:
    def __getattr__(self, name):
        return name

    def put(self, key):
        return key


def copy_all(source, target, /, limit=None, *, verify=False, **options):
    return 0


def connect(host, port=8080, *, timeout, retries=3):
    return host, port, timeout, retries
'''
