"""What a sandbox reports of examples that do no harm."""

from __future__ import annotations

import pytest

from reflexion_core.sandbox.base import BlockResult, ExampleBlock, ExampleLimits, ExampleRequest
from reflexion_core.stopping import Stop
from tests.sandbox.running import MODULE, best, run


def test_each_statement_has_its_own_output_and_lines() -> None:
    [block] = run("from halves import half\n\nfor n in (1, 2):\n    print(half(n))\nprint('end')")
    assert [(s.line, s.end_line, s.stdout) for s in block.statements] == [
        (1, 1, ""),
        (3, 4, "0.5\n1.0\n"),
        (5, 5, "end\n"),
    ]
    assert (block.status, block.stdout) == ("ok", "0.5\n1.0\nend\n")


def test_a_bare_expression_has_its_repr_as_value_and_none_has_none() -> None:
    [block] = run("from halves import half\nhalf(3)\n'a'\nNone\nx = half(1)")
    assert [s.value for s in block.statements] == [None, "1.5", "'a'", None, None]


def test_a_session_shows_the_values_of_expressions_inside_a_statement_in_order_with_what_it_prints() -> None:
    code = "for x in (1, None):\n    print(x)\n    x\nhalf(1)\n"
    request = ExampleRequest(
        module_name="halves", module_text=MODULE, blocks=(ExampleBlock(code=code, is_session=True),)
    )
    (block,) = best().run(request, Stop())
    loop, bare = block.statements
    assert (loop.stdout, loop.session) == ("1\nNone\n", "1\n1\nNone\n")
    assert (bare.value, bare.session) == ("0.5", None)
    assert [s.session for s in run(code)[0].statements] == [None, None]


def test_an_exception_has_type_bases_message_text_and_line_and_the_next_statement_runs() -> None:
    [block] = run("from halves import half\nhalf(-1)\nhalf(4)")
    raised = block.statements[1].exception
    assert raised is not None
    assert (raised.type, raised.bases, raised.message) == (
        "TooSmall",
        ("ValueError", "Exception", "BaseException"),
        "-1 is below 0",
    )
    assert raised.text == "halves.TooSmall: -1 is below 0"
    assert block.statements[1].line == 2
    assert block.statements[2].value == "2.0"
    assert block.status == "raised"


def test_the_module_can_be_imported_in_both_ways_and_its_own_names_are_known_without() -> None:
    blocks = run("import halves\nhalves.LIMIT", "from halves import half as h\nh(1)", "half(1)")
    assert [block.statements[-1].value for block in blocks] == ["3", "0.5", "0.5"]


def test_a_name_that_the_module_only_imported_is_not_known_to_a_block() -> None:
    [block] = run("dumps([])")
    assert block.detail == "NameError: name 'dumps' is not defined"


def test_a_module_named_like_one_of_the_standard_library_comes_first() -> None:
    [block] = run("import statistics\nstatistics.half(3)", name="statistics")
    assert block.statements[-1].value == "1.5"


def test_a_block_that_continues_knows_the_names_of_the_one_before() -> None:
    blocks = run("x = 20", "x + 1", continues=True)
    assert blocks[1].statements[0].value == "21"


def test_a_block_that_does_not_continue_knows_nothing_of_the_one_before() -> None:
    blocks = run("x = 20", "x + 1")
    assert blocks[1].detail == "NameError: name 'x' is not defined"


def test_a_block_after_the_end_of_its_process_is_not_run() -> None:
    blocks = run("import os\nos._exit(0)", "1 + 1", continues=True)
    assert [block.status for block in blocks] == ["crashed", "not run"]


def test_await_works_at_the_top_level_and_so_does_asyncio_run() -> None:
    [block] = run("import asyncio\nawait half_later(3)\nasyncio.run(half_later(5))\nawait half_later(7)")
    assert [s.value for s in block.statements] == [None, "1.5", "2.5", "3.5"]


def test_a_future_import_holds_for_the_statements_after_it() -> None:
    [block] = run("from __future__ import annotations\ndef f(x: Unknown): ...\nf.__annotations__")
    assert block.statements[-1].value == "{'x': 'Unknown'}"


def test_code_under_if_main_runs() -> None:
    [block] = run("if __name__ == '__main__':\n    print('main')")
    assert block.stdout == "main\n"


def test_output_below_python_is_caught() -> None:
    [block] = run("import os, sys\nos.write(1, b'low ')\nsys.stdout.buffer.write(b'bytes')")
    assert block.stdout == "low bytes"


def test_standard_error_is_apart_from_the_output() -> None:
    [block] = run("import sys\nprint('oops', file=sys.stderr)")
    assert (block.stdout, block.statements[1].stderr) == ("", "oops\n")


def test_code_that_is_not_python_raises_a_syntax_error_at_its_line() -> None:
    [block] = run("x = 1\ny = = 2")
    assert (block.status, block.detail, block.statements[0].line) == ("raised", "SyntaxError: invalid syntax", 2)


def test_a_recursion_without_end_and_a_program_exit_are_exceptions() -> None:
    [deep, left] = run("def f(): return f()\nf()", "import sys\nsys.exit(2)")
    assert deep.detail.startswith("RecursionError")
    assert left.detail == "SystemExit: 2"


def test_a_repr_that_raises_or_is_huge_is_reported_and_cut() -> None:
    [bad, huge] = run("class A:\n    def __repr__(self): raise ValueError('no')\nA()", "'x' * 1_000_000")
    assert bad.detail == "ValueError: no"
    assert huge.statements[0].value is not None
    assert 19_000 < len(huge.statements[0].value) <= 20_001


@pytest.mark.parametrize(
    "code",
    [
        "import random\nrandom.random()",
        "import time\ntime.time()",
        "import datetime\ndatetime.date.today()",
        "from datetime import datetime\ndatetime.now().year",
        "{'a', 'b', 'c', 'd', 'e', 'f', 'g'}",
        "object()",
        "import os\nos.getcwd()",
        "import os\nos.urandom(4)",
    ],
)
def test_what_depends_on_chance_or_the_day_is_not_deterministic(code: str) -> None:
    [block] = run(code)
    assert block.status == "ok"
    assert not block.is_deterministic
    assert not block.statements[-1].is_deterministic


def test_only_the_statement_that_differs_is_marked() -> None:
    [block] = run("import random\nrandom.random()\nhalf(3)\nrandom.seed(1)\nrandom.random()")
    assert [s.is_deterministic for s in block.statements] == [True, False, True, True, True]


def test_the_same_request_gives_the_same_values_again() -> None:
    code = "import random\nrandom.random()\n{'a', 'b', 'c', 'd'}"
    values = [[s.value for s in run(code)[0].statements] for _ in range(2)]
    assert values[0] == values[1]


@pytest.mark.parametrize(
    ("module", "status", "detail"),
    [
        ("import no_such_package_here", "missing package", "no_such_package_here"),
        ("from . import sibling", "module failed", "attempted relative import"),
        ("1 / 0", "module failed", "ZeroDivisionError: division by zero"),
        ("def f(:", "module failed", "SyntaxError: invalid syntax"),
        ("while True: pass", "module failed", "importing the module: it takes longer than an example may"),
        ("input()", "needs input", "it reads from the keyboard"),
    ],
)
def test_a_module_that_cannot_be_imported_says_why_for_each_block(module: str, status: str, detail: str) -> None:
    blocks = run("1 + 1", "2", module=module, limits=ExampleLimits(seconds=1), continues=True)
    assert [block.status for block in blocks] == [status, status]
    assert detail in blocks[0].detail


def test_an_uploaded_module_is_not_run_by_the_process_that_all_examples_share() -> None:
    blocks = run("halves.seen", "halves.seen.append(1)\nhalves.seen", module="seen = []\n")
    assert [block.statements[-1].value for block in blocks] == ["[]", "[1]"]


def test_rubbish_in_every_open_file_does_not_forge_or_break_other_reports() -> None:
    scribble = (
        'import os\nfor file in range(3, 60):\n    try: os.write(file, b\'{"kind": "end", "block": 1}\\n\')\n'
        "    except OSError: pass\nhalf(3)"
    )
    close = "import os\nos.closerange(0, 200)\nhalf(3)"
    blocks = run(scribble, close, "half(5)")
    assert blocks[0].statements[-1].value == "1.5"
    assert blocks[1].status == "crashed"
    assert blocks[2].statements[-1].value == "2.5"


def test_text_that_no_file_could_hold_is_spelt_out() -> None:
    [block] = run("'\\ud800'\nraise ValueError('\\ud800')")
    assert block.detail == "ValueError: \\ud800"
    assert block.model_dump_json()


def test_the_worker_itself_is_not_there_to_be_imported() -> None:
    [block] = run(
        "import sys\n[name for name in sys.modules if 'reflexion' in name]\n[p for p in sys.path if 'code' in p]"
    )
    assert [s.value for s in block.statements] == [None, "[]", "[]"]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("import tempfile, pathlib\nf = tempfile.mkdtemp()\npathlib.Path(f, 'a').write_text('hi')", "2"),
        (
            "from concurrent.futures import ThreadPoolExecutor\nlist(ThreadPoolExecutor(8).map(half, [1, 2]))",
            "[0.5, 1.0]",
        ),
        ("from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nP(1)", "P(x=1)"),
        ("import pickle\nclass A: pass\ntype(pickle.loads(pickle.dumps(A()))) is A", "True"),
        ("import inspect\ndef g(): return 1\ninspect.getsource(g)", "'def g(): return 1\\n'"),
        ("import inspect, halves\ninspect.getsource(halves.half).count('\\n')", "4"),
        ("import sqlite3\nsqlite3.connect(':memory:').execute('select 1').fetchall()", "[(1,)]"),
        ("import mimetypes\nmimetypes.guess_type('a.txt')[0]", "'text/plain'"),
        ("import zoneinfo\nzoneinfo.ZoneInfo('Europe/Berlin').key", "'Europe/Berlin'"),
        ("import pydantic\npydantic.TypeAdapter(int).validate_python('3')", "3"),
        ("import sys\n(sys.stdout.isatty(), sys.argv, __name__)", "(False, ['example.py'], '__main__')"),
    ],
)
def test_ordinary_programs_work_as_anywhere(code: str, value: str) -> None:
    [block] = run(code)
    assert (block.status, block.detail) == ("ok", "")
    assert block.statements[-1].value == value


def test_a_request_without_blocks_gives_nothing() -> None:
    assert run() == ()


def test_a_result_can_be_stored_and_read_again() -> None:
    [block] = run("half(-1)")
    assert BlockResult.model_validate_json(block.model_dump_json()) == block
