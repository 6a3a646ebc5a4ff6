"""Parsing in several threads at once."""

from __future__ import annotations

import ast
import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from reflexion_core.syntax_trees import parse_python, parse_value

DEEP = "(" * 60 + "1" + ")" * 60 + " + " + " + ".join(f"f({number})" for number in range(50))


def test_threads_that_parse_at_once_do_not_mix_up_their_trees() -> None:
    text = Path(ast.__file__).read_text(encoding="utf-8")
    before, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as pool:
            trees = list(pool.map(lambda number: parse_value(DEEP) if number % 2 else parse_python(text), range(24)))
    finally:
        sys.setswitchinterval(before)
        gc.set_threshold(*threshold)
    assert len(trees) == 24


def test_an_invalid_escape_in_somebody_elses_code_warns_nobody() -> None:
    assert isinstance(parse_value(r"'\d'"), ast.Constant)
