"""Packages that a document names as required, against what the source imports."""

from __future__ import annotations

import ast
import re
import sys

from reflexion_core.checks._parts import has_word
from reflexion_core.document.python_code import parse_code

_IMPORTED_AS = {
    "attrs": ("attr", "attrs"),
    "beautifulsoup4": ("bs4",),
    "gitpython": ("git",),
    "grpcio": ("grpc",),
    "markdown-it-py": ("markdown_it",),
    "opencv-python": ("cv2",),
    "pillow": ("PIL",),
    "protobuf": ("google",),
    "pycryptodome": ("Crypto",),
    "pyjwt": ("jwt",),
    "pyserial": ("serial",),
    "python-dateutil": ("dateutil",),
    "python-dotenv": ("dotenv",),
    "pyyaml": ("yaml",),
    "scikit-image": ("skimage",),
    "scikit-learn": ("sklearn",),
    "setuptools": ("setuptools", "pkg_resources"),
}
"""Packages that are imported under another name."""
_DYNAMIC = re.compile(r"\b(?:import_module|__import__|find_spec|entry_points)\b")
_EXTRA = re.compile(r"\[.*\]")


def is_imported(package: str, source_text: str) -> bool | None:
    """Say whether a source imports a package; None where that cannot be told.

    What the source imports and is neither a module of Python nor the package by name may be it all the same.
    """
    tree = parse_code(source_text)
    if tree is None:
        return None
    roots = set(_roots(tree))
    name = _EXTRA.sub("", package).lower()
    if name in _IMPORTED_AS and roots & set(_IMPORTED_AS[name]):
        return True
    if _plain(name) in map(_plain, roots):
        return True
    strangers = {root for root in roots if root not in sys.stdlib_module_names}
    is_unclear = bool(strangers) and name not in _IMPORTED_AS and name not in sys.stdlib_module_names
    if is_unclear or _DYNAMIC.search(source_text) or has_word(source_text.lower(), name):
        return None
    return False


def _roots(tree: ast.Module) -> list[str]:
    """Return the first parts of all modules that are imported, those inside functions included."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append("." if node.level else (node.module or "").partition(".")[0])
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]", "", name.lower().removeprefix("python-"))
