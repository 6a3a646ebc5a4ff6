"""What an example's comments, prompts and neighbours say that it prints, returns or raises."""

from __future__ import annotations

import ast
import doctest
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.document.claims import OutputKind, StatedOutput
from reflexion_core.document.passages import Line, make_passage
from reflexion_core.document.python_code import parse_expression

_MARKED = re.compile(
    r"#+\s*(?:(?P<printed>(?:expected |example )?outputs?(?: is)?\s*:|prints?\b(?! (?:the|a|an|all|each|every"
    r"|out)\b)\s*:?"
    r"|displays?\s*:|stdout\s*:)"
    r"|(?P<raises>(?:this )?(?:will )?(?:raises?|throws?)(?: an?)?\b\s*:?)"
    r"|(?P<returned>returns?\b(?! (?:the|a|an|all|each|every)\b)\s*:?|results?(?: is)?\s*:|->|=>|==>|→|⇒|==|>"
    r"|out(?:put)?\s*:))"
    r"\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_EXCEPTION = re.compile(
    r"[`*]*(?P<text>(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Warning|Fault|Exit|Interrupt|Iteration)?\b(?:[:(].*)?)",
    re.DOTALL,
)
_ANNOUNCED = re.compile(
    r"#+\s*(?:(?:this |it )?(?:will )?(?:fails?|raises?|throws?|error)(?: here)?(?: with)?(?: an?)?\s*[:–—-]?\s*"
    r"|(?:-+>|=+>|→|⇒|[!✗❌]+)\s*)?"
    r"(?P<text>[`*]*(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit|StopIteration)[`*]*(?:$|:\s.*|(?=[,(.;]|\s[-–—(])))"
    r".*",
    re.DOTALL,
)
"""A failure that a comment announces with the exception's name: "ValueError: no such row", "-> KeyError"."""
_TRACEBACK = re.compile(r"Traceback \(most recent call last\):.*?\n(?P<text>[^\s].*)", re.DOTALL)
_LINE_OF_OUTPUT = re.compile(r"#+\s?(?P<text>.*)")


_GUARDS = (ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Comment:
    text: str
    row: int
    """Line in the code, counted from 1."""
    column: int
    is_alone: bool
    """Whether nothing else stands in its line."""


@dataclass(frozen=True)
class Session:
    """What stands behind the prompts of a session, and what it shows."""

    code: str
    """The statements without prompts, each in its own line."""
    outputs: tuple[StatedOutput, ...]
    """What it shows behind each of those that are to be run."""
    skipped_lines: frozenset[int]
    """The lines of the statements that are not to be run, counted from 1."""
    is_skipped: bool
    """Whether no statement is to be run."""


@dataclass(frozen=True)
class _Statement:
    first: int
    last: int
    kind: OutputKind
    """What a comment without a word such as "prints" is about."""
    is_shown: bool
    """Whether it is a bare expression or a `print`, behind which a value alone is an output."""
    is_guarded: bool
    """Whether a `try` or `with` around it may stop what it raises."""


def read_comment_outputs(code: str, tree: ast.Module, document: str, lines: Sequence[Line]) -> tuple[StatedOutput, ...]:
    """Return the outputs that an example's comments state.

    Args:
        code: The example.
        tree: Its syntax tree.
        document: The document it stands in.
        lines: The document's lines of the code.
    """
    if "#" not in code:
        return ()
    comments = list(_comments(code))
    statements = list(_statements(tree))
    ending = {statement.last: statement for statement in statements}
    starting = {statement.first: statement for statement in reversed(statements)}
    outputs: list[StatedOutput] = []
    used: set[int] = set()
    for index, comment in enumerate(comments):
        if comment.row in used or comment.row > len(lines):
            continue
        statement = _statement_of(comment, ending, starting)
        if statement is None:
            continue
        found = _read(comment, statement, comments[index + 1 :], document, lines)
        if found is not None:
            outputs.append(found[0])
            used.update(found[1])
    return tuple(outputs)


def read_doctest(code: str, document: str, lines: Sequence[Line]) -> Session | None:
    """Return what a session holds; None if it is malformed."""
    try:
        examples = doctest.DocTestParser().get_examples(code)
    except ValueError:
        return None
    rows = [""] * len(lines)
    for example in examples:
        source = example.source.split("\n")[:-1]
        rows[example.lineno : example.lineno + len(source)] = source
    run = [example for example in examples if not example.options.get(doctest.SKIP)]
    outputs = tuple(output for example in run for output in _doctest_output(example, document, lines))
    skipped = frozenset(row for example in examples if example not in run for row in _rows_of(example))
    return Session("\n".join(rows).rstrip("\n") + "\n", outputs, skipped, is_skipped=not run)


def _rows_of(example: doctest.Example) -> range:
    """Return the lines of a statement, counted from 1."""
    return range(example.lineno + 1, example.lineno + 1 + example.source.count("\n"))


def place_lines(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines without blanks around, for what is written over several of them."""
    stripped = []
    for line in lines:
        lead = len(line.text) - len(line.text.lstrip())
        stripped.append(Line(line.number, line.start + lead, line.text.strip()))
    return tuple(stripped)


def _doctest_output(example: doctest.Example, document: str, lines: Sequence[Line]) -> Iterator[StatedOutput]:
    first = example.lineno + example.source.count("\n")
    count = example.want.count("\n")
    shown = lines[first : first + count]
    if not example.want or not shown:
        return
    words = make_passage(document, place_lines(shown))
    text, place = example.want.removesuffix("\n"), words.place()
    trace = _TRACEBACK.match(example.want)
    if trace is not None:
        text = trace["text"].removesuffix("\n")
        last = words.text.rfind(text.split("\n")[0].strip())
        place = words.place(max(last, 0))
    yield StatedOutput(
        kind="raises" if trace is not None else "doctest",
        text=text,
        place=place,
        statement_line=example.lineno + 1,
        statement_end_line=first,
        ignores_detail=bool(example.options.get(doctest.IGNORE_EXCEPTION_DETAIL)),
        is_elided=bool(example.options.get(doctest.ELLIPSIS)),
    )


def _comments(code: str) -> Iterator[Comment]:
    if "#" not in code:
        return
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                yield Comment(token.string, row, column, not token.line[:column].strip())
    except (tokenize.TokenError, SyntaxError):
        return


def _statements(tree: ast.Module) -> Iterator[_Statement]:
    """Yield every statement, an outer one before those in it."""
    guarded = {id(inner) for node in ast.walk(tree) if isinstance(node, _GUARDS) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            is_expression = isinstance(node, ast.Expr)
            is_print = is_expression and _is_print(node.value)  # type: ignore[attr-defined]
            kind: OutputKind = "printed" if is_print else "value"
            yield _Statement(node.lineno, node.end_lineno or node.lineno, kind, is_expression, id(node) in guarded)


def _is_print(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "pprint")


def _statement_of(
    comment: Comment, ending: dict[int, _Statement], starting: dict[int, _Statement]
) -> _Statement | None:
    """Return what a comment is about: the statement in its line, else the one right above, else one below."""
    if not comment.is_alone:
        return ending.get(comment.row) or next(
            (found for found in ending.values() if found.first <= comment.row <= found.last), None
        )
    above = ending.get(comment.row - 1)
    if above is not None:
        return above
    match = _MARKED.fullmatch(comment.text)
    is_raised = (match and match["raises"]) or _ANNOUNCED.fullmatch(comment.text)
    return starting.get(comment.row + 1) if is_raised else None


def _read(
    comment: Comment, statement: _Statement, following: Sequence[Comment], document: str, lines: Sequence[Line]
) -> tuple[StatedOutput, set[int]] | None:
    """Return the output that a comment states, with the rows of the comments that it takes up."""
    marked = _MARKED.fullmatch(comment.text)
    if (marked is not None and marked["raises"]) or _ANNOUNCED.fullmatch(comment.text):
        raised = None if statement.is_guarded else _raised(comment.text)
        return (_output(comment, "raises", raised, statement, document, lines), {comment.row}) if raised else None
    if marked is None:
        text = comment.text.lstrip("#").strip()
        if not statement.is_shown or not _is_value(text) or (comment.is_alone and not _is_value(text)):
            return None
        return _output(comment, statement.kind, text, statement, document, lines), {comment.row}
    text = marked["text"].strip()
    kind: OutputKind = "printed" if marked["printed"] else statement.kind
    if statement.kind == "value" and marked["printed"] and statement.is_shown and not _calls(comment, lines):
        kind = "value"
    if text and (kind == "printed" or _is_value(text) or not marked["returned"] or _is_arrow(comment.text)):
        return _output(comment, kind, text, statement, document, lines), {comment.row}
    return _block_of_comments(comment, kind, statement, following, document, lines) if not text else None


def _raised(comment: str) -> str:
    """Return the exception, with its message if one is given, that a comment announces; empty where it is unclear."""
    announced, marked = _ANNOUNCED.fullmatch(comment), _MARKED.fullmatch(comment)
    named = _EXCEPTION.match(marked["text"].strip()) if announced is None and marked is not None else None
    found = announced or named
    return found["text"].strip("`* ") if found is not None else ""


def _is_arrow(text: str) -> bool:
    return bool(re.match(r"#+\s*(?:->|=>|==>|→|⇒|>)", text))


def _calls(comment: Comment, lines: Sequence[Line]) -> bool:
    """Say whether the statement may print by itself: a bare call does, an arithmetic expression does not."""
    row = comment.row - 2 if comment.is_alone else comment.row - 1
    return 0 <= row < len(lines) and "(" in lines[row].text.partition("#")[0]


def _block_of_comments(
    comment: Comment,
    kind: OutputKind,
    statement: _Statement,
    following: Sequence[Comment],
    document: str,
    lines: Sequence[Line],
) -> tuple[StatedOutput, set[int]] | None:
    """Return an output that stands on comment lines of its own below "# Output:"."""
    rows: list[Line] = []
    taken = {comment.row}
    for other in following:
        match = _LINE_OF_OUTPUT.fullmatch(other.text)
        if other.row != max(taken) + 1 or not other.is_alone or match is None or other.row > len(lines):
            break
        taken.add(other.row)
        line = lines[other.row - 1]
        offset = line.text.find(other.text)
        if offset < 0:
            break
        rows.append(Line(line.number, line.start + offset + match.start("text"), match["text"].rstrip()))
    if not rows:
        return None
    words = make_passage(document, rows)
    return StatedOutput(kind, words.text, words.place(), statement.first, statement.last), taken


def _output(
    comment: Comment, kind: OutputKind, text: str, statement: _Statement, document: str, lines: Sequence[Line]
) -> StatedOutput:
    line = lines[comment.row - 1]
    start = line.text.rfind(comment.text)
    offset = line.text.find(text, max(start, 0)) if text else len(line.text)
    words = make_passage(document, [line])
    place = words.place(max(offset, 0), max(offset, 0) + len(text)) if offset >= 0 else words.place()
    return StatedOutput(kind, text, place, statement.first, statement.last)


def _is_value(text: str) -> bool:
    """Say whether a comment is a value alone: a literal, not a remark."""
    node = parse_expression(text) if text else None
    if node is None:
        return False
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id[:1].isupper()
    return True
