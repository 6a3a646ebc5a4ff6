"""In which cases Python itself raises an exception, in the words in which a document would tell of one.

Dividing is one reason for a `ZeroDivisionError`, but not "if the amount is odd". So where no statement raises a type,
and only Python or its library could, the case that is told must be one of theirs. The lists are wide: a word that may
speak of such a case is enough, and a type without a list fits any case.
"""

from __future__ import annotations

import re

from reflexion_core.source.exception_types import ExceptionTypes


def _stems(text: str) -> str:
    """Return a pattern for words that begin like one of these; a full stop ends a word that is meant as a whole."""
    return r"\b(?:" + "|".join(stem.replace(".", r"\b") for stem in text.split()) + ")"


_NOT = rf"n['’]t\b|{_stems('not. no. none. neither. nothing. without. null. cannot. un invalid incorrect')}"
_SIZE = _stems("larg big huge long short small few many more. less. great high low exceed beyond too.")
_ABSENT = _stems("miss lack absent exist found find present contain known has. have. there.")
_STORED = _stems("file path read writ open dir folder disk load sav stor creat delet remov")
_REMOTE = _stems(
    "connect network server service address host socket port. remote request respon reach url download upload peer"
    " clos pipe stream send receiv fail error device system os."
)
_TIME = _stems(
    "tim deadline wait late slow answer second expir within lock acquir finish complet ready before after until respon"
)
_CODING = rf"\w*encod|{_stems('decod utf unicode charact ascii byte text letter codec charset latin')}"
_KINDS = _stems(
    "typ instance numb numeric str. string text int. integer float bool byte list. lists. dict tupl set. sequence iter"
    " mapping call function compar order support mix hash argument parameter keyword given expect serial object class"
    " wrong convert other. unless something anything pass. passed. passing."
)
_KEYS = _stems("key. keys. name valid one regist list defin set. field column entr item empty id. code")
_PLACES = _stems(
    "index indic position offset range bound empty length enough number out. past. negative size column row item"
    " element group end"
)
_NOUGHT = r"(?<![\d.])0(?:\.0+)?(?![\d.]*[1-9])|" + _stems(
    "zero empty vanish sum total equal same identical constant divi denominat modul single only small tiny few miss"
)
_OVER = _stems("over range inf fit float number year date negative")
_MEMBERS = _stems("attr method frozen immutab read assign")
_ENDS = _stems("exhaust empty end more. left. over. match")
_RIGHTS = _stems("cannot permi allow access right den protect own privileg forbid")
_BROKEN = _stems("down. lost drop broken refus reset abort")
_FILES = _stems("cannot unable access permi name source target input. output long")
_DEEP = _stems("deep recurs nest cycl depth itself loop circular level")
_MODULES = _stems("import install packag modul avail depend librar extra")
_INPUT = _stems("end eof input empty clos more. trunc incomplete")
_CASES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("ZeroDivisionError", "FloatingPointError"), (_NOUGHT, _NOT)),
    (("OverflowError",), (_SIZE, _OVER)),
    (("ArithmeticError",), (_NOUGHT, _NOT, _SIZE, _OVER)),
    (("KeyError",), (_KEYS, _ABSENT, _NOT)),
    (("IndexError",), (_PLACES, _SIZE, _ABSENT, _NOT)),
    (("LookupError",), (_KEYS, _PLACES, _SIZE, _ABSENT, _NOT, _CODING)),
    (("TypeError",), (_KINDS, _NOT, _stems("miss"))),
    (("AttributeError",), (_MEMBERS, _KINDS, _ABSENT, _NOT)),
    (("StopIteration", "StopAsyncIteration"), (_ENDS, _ABSENT, _NOT)),
    (("UnicodeError",), (_CODING,)),
    (("PermissionError",), (_RIGHTS, _STORED)),
    (
        ("FileNotFoundError", "FileExistsError", "NotADirectoryError", "IsADirectoryError"),
        (_STORED, _ABSENT),
    ),
    (("TimeoutError",), (_TIME, _REMOTE, _stems("long unavailable"))),
    (("ConnectionError",), (_TIME, _REMOTE, _BROKEN)),
    (("OSError",), (_STORED, _REMOTE, _TIME, _FILES, _ABSENT)),
    (("NotImplementedError",), (_stems("implement support abstract overrid subclass deriv"),)),
    (("RecursionError",), (_DEEP, _SIZE)),
    (("MemoryError",), (_SIZE, _stems("memory fit alloc"))),
    (("ImportError",), (_MODULES, _ABSENT, _NOT)),
    (("EOFError",), (_INPUT, _NOT)),
)
_PATTERNS = tuple((names, re.compile("|".join(words), re.IGNORECASE)) for names, words in _CASES)
_LETTERS = re.compile(r"[^\W\d_]{2}")


def is_natural_case(types: ExceptionTypes, name: str, told: str) -> bool:
    """Say whether what a document tells may be a case in which Python itself raises a type.

    Args:
        types: How exceptions inherit.
        name: The type, as the source knows it.
        told: The document's condition and message; nothing fits any case.
    """
    if not _LETTERS.search(told):
        return True
    for names, pattern in _PATTERNS:
        if any(types.is_subclass(name, one) is True for one in names):
            return pattern.search(told) is not None
    return True
