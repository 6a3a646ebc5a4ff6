from __future__ import annotations

import base64
import codecs
import hashlib
import marshal
import sys
import threading
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.errors import SourceError
from reflexion_core.records import Source
from reflexion_core.source.reading import read_source, read_source_file, read_uploads

LIMIT = 100_000


def read(data: bytes | str, name: str = "module.py") -> Source:
    return read_source(name, data if isinstance(data, bytes) else data.encode(), max_bytes=LIMIT)


def problem_of(data: bytes | str, name: str = "module.py") -> SourceError:
    with pytest.raises(SourceError) as caught:
        read(data, name)
    return caught.value


def test_a_file_becomes_a_source_with_its_name_text_encoding_and_hash() -> None:
    data = "def area(r):\n    return 3 * r  # é\n".encode()
    assert read(data, "circle.py") == Source(
        name="circle.py", text=data.decode(), encoding="utf-8", sha256=hashlib.sha256(data).hexdigest()
    )


@pytest.mark.parametrize(
    "given_name",
    ["circle.py", "src/circle.py", "C:\\work\\circle.py", "../../circle.py", "/etc\\x/circle.py"],
)
def test_folders_in_front_of_a_name_are_dropped(given_name: str) -> None:
    assert read("x = 1\n", given_name).name == "circle.py"


@pytest.mark.parametrize(
    ("given_name", "message"),
    [
        ("notes.txt", "notes.txt: is not a .py file"),
        ("module", "module: is not a .py file"),
        ("module.pyi", "module.pyi: is a stub file; upload the .py module that it describes"),
        ("a.ipynb", "a.ipynb: is a notebook; export it as a Python script first"),
        ("a.pyc", "a.pyc: is compiled Python; upload the .py file that it was made from"),
        ("MODULE.PY", "MODULE.PY: is not named like a Python module"),
        (".py", ".py: is not named like a Python module"),
        ("", "a file: has no file name"),
        ("folder/", "folder/: has no file name"),
        ("a\nb.py", "a\\nb.py: has control characters in its name"),
        ("a\x1b[31m.py", "a\\x1b[31m.py: has control characters in its name"),
        ("a\u202eyp.py", "a\\u202eyp.py: has control characters in its name"),
        ("a\udce9.py", "a\\udce9.py: has control characters in its name"),
        ("x" * 300 + ".py", "x" * 40 + "…: has a name of more than 255 bytes"),
    ],
)
def test_a_name_that_is_no_python_files_is_refused(given_name: str, message: str) -> None:
    assert problem_of("x = 1\n", given_name).message == message


def test_a_wrong_suffix_says_what_to_rename_the_file_to() -> None:
    assert problem_of("x = 1\n", "Module.PY").hint == "rename it to Module.py"


def test_a_name_in_another_script_is_taken() -> None:
    assert read("x = 1\n", "größe 計算.py").name == "größe 計算.py"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "module.py: is empty"),
        (codecs.BOM_UTF8, "module.py: is empty"),
        (b" \n\t\n\x0c\n", "module.py: holds only blank space"),
        (b"# a\n\n# b", "module.py: holds only comments; there is nothing to document"),
        (
            b'# a\n"""About\nnothing."""\n',
            "module.py: holds only a docstring and no code; there is nothing to document",
        ),
    ],
    ids=["empty", "mark-only", "blank", "comments", "docstring"],
)
def test_a_file_with_nothing_to_document_is_refused_with_its_own_reason(data: bytes, message: str) -> None:
    assert problem_of(data).message == message


def test_a_file_at_the_limit_is_taken_and_one_byte_more_is_not() -> None:
    data = b"x = 1\n"
    assert read_source("a.py", data, max_bytes=6).text == "x = 1\n"
    with pytest.raises(SourceError) as caught:
        read_source("a.py", data * 1000, max_bytes=5999)
    assert caught.value.message == "a.py: is too large: 6,000 bytes, and the limit is 5,999"


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        ("é = 1\n".encode(), "utf-8", "é = 1\n"),
        (codecs.BOM_UTF8 + "é = 1\n".encode(), "utf-8-sig", "é = 1\n"),
        ("# coding: latin-1\né = 1\n".encode("latin-1"), "iso-8859-1", "# coding: latin-1\né = 1\n"),
        (
            "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '€'\n".encode("cp1252"),
            "cp1252",
            "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '€'\n",
        ),
        (
            "# café, coding: latin-1\nx = 1\n".encode("latin-1"),
            "iso-8859-1",
            "# café, coding: latin-1\nx = 1\n",
        ),
        (
            "# a\r# coding: latin-1\ré = 1\r".encode("latin-1"),
            "iso-8859-1",
            "# a\n# coding: latin-1\né = 1\n",
        ),
        (
            "# coding: shift_jis\nx = '表'\n".encode("shift_jis"),
            "shift_jis",
            "# coding: shift_jis\nx = '表'\n",
        ),
        ("x = 1\n\n# coding: latin-1 é\n".encode(), "utf-8", "x = 1\n\n# coding: latin-1 é\n"),
    ],
    ids=["utf-8", "mark", "latin-1", "second-line", "cookie-after-accent", "old-mac", "sjis", "third-line"],
)
def test_the_encoding_is_what_python_would_use(data: bytes, encoding: str, text: str) -> None:
    source = read(data)
    assert (source.encoding, source.text) == (encoding, text)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            "x = 1\ny = 'é'\n".encode("latin-1"),
            "module.py, line 2: is not valid utf-8: byte 0xe9 at byte offset 11",
        ),
        (
            codecs.BOM_UTF8 + b"x = 1\r\ny = '\xff'\n",
            "module.py, line 2: is not valid utf-8-sig: byte 0xff at byte offset 15",
        ),
        (b"# caf\xe9\nx = 1\n", "module.py, line 1: is not valid utf-8: byte 0xe9 at byte offset 5"),
        (
            b"# coding: ascii\rx = '\xe9'\r",
            "module.py, line 2: is not valid ascii: byte 0xe9 at byte offset 21",
        ),
        (
            b"# coding: klingon\nx = 1\n",
            "module.py: declares the encoding 'klingon', which Python does not know",
        ),
        (
            b"# coding: klingon\nx = '\xe9'\n",
            "module.py: declares the encoding 'klingon', which Python does not know",
        ),
        (b"# coding: hex\nx = 1\n", "module.py: declares the encoding 'hex', which is not one for text"),
        (
            codecs.BOM_UTF8 + b"# coding: latin-1\nx = 1\n",
            "module.py: has a UTF-8 byte order mark and a coding comment that says otherwise",
        ),
        (
            "x = 1\n".encode("utf-16"),
            "module.py: is UTF-16 text (it starts with a UTF-16 byte order mark), which Python cannot read",
        ),
        (
            "x = 1\n".encode("utf-32"),
            "module.py: is UTF-32 text (it starts with a UTF-32 byte order mark), which Python cannot read",
        ),
        ("x = 1\n".encode("utf-16-le"), "module.py: looks like UTF-16 text, which Python cannot read"),
        (b"x = 1\ny = '\0'\n", "module.py, line 2: holds a NUL byte at byte offset 11"),
        (
            b"# coding: utf-7\nx = '+AAA-'\n",
            "module.py: holds NUL characters when read as utf-7",
        ),
    ],
    ids=[
        "latin-1-without-cookie",
        "after-mark",
        "first-line",
        "old-mac-line",
        "unknown-cookie",
        "unknown-cookie-first",
        "not-text",
        "mark-and-cookie",
        "utf-16",
        "utf-32",
        "utf-16-without-mark",
        "nul",
        "nul-by-codec",
    ],
)
def test_a_file_that_cannot_be_decoded_says_where_and_why(data: bytes, message: str) -> None:
    problem = problem_of(data)
    assert problem.message == message
    assert problem.hint


PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def make_zip(folder: Path) -> bytes:
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("a.txt", "hello")
    return (folder / "a.zip").read_bytes()


def make_pyc() -> bytes:
    return b"\xa7\x0d\x0d\x0a" + bytes(12) + marshal.dumps(compile("x = 1", "a.py", "exec"))


@pytest.mark.parametrize(
    ("kind", "looks_like"),
    [
        ("png", "a PNG image"),
        ("zip", "a ZIP archive (or a wheel, a .docx, a .jar)"),
        ("elf", "an ELF program or library"),
        ("pyc", "compiled Python (.pyc)"),
        ("gzip", "a gzip archive"),
        ("exe", "a Windows program or library"),
        ("pdf", "a PDF document"),
    ],
)
def test_a_renamed_binary_is_named_for_what_it_looks_like(kind: str, looks_like: str, tmp_path: Path) -> None:
    data = {
        "png": PNG,
        "zip": make_zip(tmp_path),
        "elf": Path(sys.executable).read_bytes()[:500] if sys.platform == "linux" else b"\x7fELF\0",
        "pyc": make_pyc(),
        "gzip": b"\x1f\x8b\x08\x08abc",
        "exe": b"MZ\x90\0\x03\0",
        "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    }[kind]
    assert problem_of(data).message == f"module.py: is not text: it looks like {looks_like} that was renamed"


@pytest.mark.parametrize("text", ["MZ = 1\n", "GIF89a = 1\n", "BZh = 1\n"])
def test_python_that_begins_like_a_binary_is_taken(text: str) -> None:
    assert read(text).text == text


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("x = 1\ny = = 2\n", 2, 5),
        ("é = 'ééé' +* 2\n", 1, 12),
        ("x = '😀' $\n", 1, 9),
        ("def f():\n    return (1,\n", 2, 12),
        ("é = 'é'; return 1\n", 1, 10),
        ("def f(a, a): pass\n", 1, 10),
        ("x = 1\r\ny = = 2\r\n", 2, 5),
        ("x = " + "9" * 5000 + "\n", 1, 1),
    ],
    ids=["plain", "accents", "emoji", "unclosed", "compile-only", "twice", "crlf", "huge-number"],
)
def test_a_syntax_error_says_line_and_character_from_1(text: str, line: int, column: int) -> None:
    problem = problem_of(text)
    assert (problem.line, problem.column) == (line, column)
    assert problem.message.startswith(f"module.py, line {line}, column {column}: is not valid Python: ")


def test_a_syntax_error_tells_which_python_is_running() -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"Python {version} is running" in problem_of("x = = 1\n").hint


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        ("print 'a'", "a print statement"),
        ("print 'a' % b,", "a print statement"),
        ("print x if y else z", "a print statement"),
        ("exec 'a' in scope", "an exec statement"),
        ("raise ValueError, 'x'", "`raise E, message`"),
        ("raise errors.Wrong, 'x' % 3", "`raise E, message`"),
        ("x = `y`", "backticks for repr()"),
        ("if x <> y: pass", "the operator `<>`"),
        ("mode = 0777", "an octal number without 0o"),
        ("x = 10L", "a number with L"),
        ("x = 0xFFL", "a number with L"),
        ("x = ur'a'", 'a ur"" string'),
        ("def f((a, b)): pass", "a tuple as a parameter"),
        ("f = lambda (a, b): a", "a tuple as a parameter"),
    ],
)
def test_python_2_is_recognised_with_its_line(line: str, sign: str) -> None:
    problem = problem_of(f"import os\n{line}\n")
    assert problem.reason == f"looks like Python 2 ({sign})"
    assert problem.line == 2


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python 3.14 reads it, with another meaning")
def test_an_old_except_clause_is_recognised() -> None:
    problem = problem_of("try:\n    pass\nexcept ValueError, e:\n    pass\n")
    assert (problem.reason, problem.line) == ("looks like Python 2 (`except X, e`)", 3)


@pytest.mark.parametrize(
    "text",
    ["x = = 'print `a` <> b'\n", "x = = 1  # raise E, 'x'\n", "x = 08.5 $\n", "print = = 1\n"],
)
def test_a_plain_slip_is_not_taken_for_python_2(text: str) -> None:
    assert problem_of(text).reason.startswith("is not valid Python: ")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads it")
@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("type Pair = tuple[int, int]", "3.12 (a type statement)"),
        ("def first[T](items: list[T]) -> T: ...", "3.12 (type parameters)"),
        ("class Box[T]: ...", "3.12 (type parameters)"),
        ("x = f'{d['a']}'", "3.12 (the same quotes inside an f-string)"),
        ("x = t'{y}'", "3.14 (a template string)"),
    ],
)
def test_syntax_of_a_newer_python_is_told_as_such(line: str, meaning: str) -> None:
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert problem_of(f"{line}\n").reason == f"uses syntax of Python {meaning}, and Python {running} is running"


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python reads it")
def test_several_exception_types_without_parentheses_are_newer_not_older() -> None:
    problem = problem_of("try:\n    pass\nexcept ValueError, TypeError:\n    pass\n")
    assert problem.reason.startswith("uses syntax of Python 3.14")


@pytest.mark.parametrize(
    "text",
    ["x = " + "-" * 90_000 + "1", "x = a" + ".b" * 40_000, "x = " + "lambda: " * 9_000 + "1"],
    ids=["minus", "attributes", "lambdas"],
)
def test_nesting_too_deep_for_the_parser_is_a_source_error(text: str) -> None:
    assert problem_of(text).message == "module.py: is nested too deeply for Python to parse"


def test_lone_surrogates_from_a_strange_codec_are_a_source_error() -> None:
    assert "cannot be parsed" in problem_of(b"# coding: utf-7\nx = '+2AA-'\n").message


@pytest.mark.parametrize("line_end", [b"\r\n", b"\r"], ids=["windows", "old-mac"])
def test_other_line_ends_give_the_same_text_as_the_unix_twin(line_end: bytes) -> None:
    unix = b'"""A\nB"""\n\nx = 1\n\x0c\ny = """2\n"""\n'
    assert read(unix.replace(b"\n", line_end)).text == read(unix).text


def test_form_feeds_and_other_separators_stay() -> None:
    text = "x = 1\n\x0c\ny = 'a\u2028\x1cb\x85'\n"
    assert read(text).text == text


def test_an_invalid_escape_is_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read('x = "\\d"\ny = 1 is 1\nassert (x, "always")\n').text


def test_reading_in_several_threads_leaves_the_warning_filters_alone() -> None:
    before = list(warnings.filters)
    threads = [threading.Thread(target=lambda: [read('x = "\\d"\n') for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert warnings.filters == before


def test_the_source_is_not_run(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    read(f"open({str(marker)!r}, 'w').close()\n")
    assert not marker.exists()


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="an error in this Python")
def test_future_imports_of_this_package_do_not_leak_into_the_source() -> None:
    assert read("def f():\n    def g(x: (yield)): ...\n").text


def message_or_name(name: str, data: bytes) -> str:
    try:
        return read(data, name).name
    except SourceError as problem:
        return problem.message


@given(st.binary(max_size=300))
def test_any_bytes_give_a_source_or_a_source_error(data: bytes) -> None:
    assert message_or_name("module.py", data).startswith("module.py")


@given(st.text(max_size=60))
def test_any_name_gives_a_source_or_a_source_error_on_one_line(name: str) -> None:
    assert len(message_or_name(name, b"x = 1\n").splitlines()) == 1


@given(st.text(max_size=60))
def test_any_name_that_ends_in_py_gives_a_name_without_folders(name: str) -> None:
    assert not set("/\\") & set(message_or_name(f"{name}/a.py", b"x = 1\n"))


def test_a_file_on_disk_is_read_under_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "circle.py"
    path.write_bytes(b"x = 1\r\n")
    source = read_source_file(path, max_bytes=LIMIT)
    assert (source.name, source.text) == ("circle.py", "x = 1\n")


def test_a_large_file_on_disk_is_refused_with_its_size(tmp_path: Path) -> None:
    path = tmp_path / "large.py"
    with path.open("wb") as file:
        file.truncate(5_000_000_000)
    with pytest.raises(SourceError, match=r"large\.py: is too large: 5,000,000,000 bytes, .* 1,000"):
        read_source_file(path, max_bytes=1000)


def test_a_missing_file_is_a_source_error_with_the_place_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read_source_file(tmp_path / "none.py", max_bytes=LIMIT)
    assert caught.value.message == "none.py: cannot be read: No such file or directory"
    assert str(tmp_path) in caught.value.hint


def test_a_folder_named_like_a_module_is_a_source_error(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(SourceError, match=r"folder\.py: is not a regular file"):
        read_source_file(tmp_path / "folder.py", max_bytes=LIMIT)


def test_one_bad_upload_does_not_stop_the_others() -> None:
    sources, problems = read_uploads(
        [("a.py", b"x = 1\n"), ("b.py", b"x = = 1\n"), ("c.txt", b""), ("d.py", b"y = 1\n")],
        max_bytes=LIMIT,
        max_files=10,
    )
    assert [source.name for source in sources] == ["a.py", "d.py"]
    assert [problem.name for problem in problems] == ["b.py", "c.txt"]


def test_two_uploads_with_one_name_are_both_named_and_the_first_is_used() -> None:
    sources, problems = read_uploads(
        [("one/a.py", b"x = 1\n"), ("b.py", b"x = 2\n"), ("two\\a.py", b"x = 3\n")],
        max_bytes=LIMIT,
        max_files=10,
    )
    assert [source.text for source in sources] == ["x = 1\n", "x = 2\n"]
    assert [problem.message for problem in problems] == [
        "a.py: is there twice: file 1 ('one/a.py') and file 3 ('two\\\\a.py') have the same name; the first one is used"
    ]


def test_uploads_past_the_number_allowed_are_refused_one_by_one() -> None:
    sources, problems = read_uploads(
        [(f"m{number}.py", b"x = 1\n") for number in range(4)], max_bytes=LIMIT, max_files=2
    )
    assert [source.name for source in sources] == ["m0.py", "m1.py"]
    assert [problem.message for problem in problems] == [
        "m2.py: is file number 3, and at most 2 are taken at once",
        "m3.py: is file number 4, and at most 2 are taken at once",
    ]
