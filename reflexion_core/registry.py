"""A table of plug-ins by name, filled by the modules of one folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Generic, TypeVar

T = TypeVar("T")


class Registry(Generic[T]):
    """Named plug-ins of one kind.

    Args:
        kind: What the plug-ins are, for messages ("provider").
        package: Dotted name of the folder that holds one module a plug-in; its modules are imported at
            the first look-up, except `base` and those that start with an underscore.
    """

    def __init__(self, kind: str, package: str) -> None:
        self.kind = kind
        self._package = package
        self._entries: dict[str, T] = {}
        self._is_loaded = False

    def register(self, name: str) -> Callable[[T], T]:
        """Return a decorator that enters its object under `name`."""

        def enter(entry: T) -> T:
            if name in self._entries:
                raise ValueError(f"two {self.kind}s are called {name!r}")
            self._entries[name] = entry
            return entry

        return enter

    def __getitem__(self, name: str) -> T:
        self._load()
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        self._load()
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(sorted(self._entries))

    def _load(self) -> None:
        if self._is_loaded:
            return
        package: ModuleType = importlib.import_module(self._package)
        for module in pkgutil.iter_modules(package.__path__):
            if module.name != "base" and not module.name.startswith("_"):
                importlib.import_module(f"{self._package}.{module.name}")
        self._is_loaded = True
