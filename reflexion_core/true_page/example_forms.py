"""The forms in which an example is written with what it gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reflexion_core.true_page.page import Block, Entry, Line, Mark, ShownCall


def session_examples(entry: Entry) -> list[Block]:
    """A session with prompts."""
    return [block for number, call in enumerate(entry.examples) for block in _session(call, _mark(entry, number))]


def _session(call: ShownCall, mark: Mark) -> list[Block]:
    lines = [f">>> {line}" for line in (*call.imports, *call.setup, call.expression)]
    lines += ["Traceback (most recent call last):", "    ...", call.error] if call.error else [call.value]
    return _titled(_fence(lines, "python", mark))


def printed_examples(entry: Entry) -> list[Block]:
    """A script, and its output in a block of its own."""
    blocks: list[Block] = []
    for number, call in enumerate(entry.examples):
        mark = _mark(entry, number)
        blocks += _titled(_fence([*_start(call), *_print(call)], "python", mark))
        blocks += [[Line("Output:")], _fence(_printed(call).split("\n"), "text", mark)]
    return blocks


def commented_examples(entry: Entry) -> list[Block]:
    """A script whose lines say behind `# Output:` what they print."""
    return _scripts(entry, lambda call: _behind(_print(call), f"  # Output: {_printed(call)}"))


def arrow_examples(entry: Entry) -> list[Block]:
    """A script whose lines say behind `# =>` what they give."""
    return _scripts(
        entry,
        lambda call: _behind(_print(call), f"  # prints: {_printed(call)}") if call.error else [_arrow(call)],
    )


def _arrow(call: ShownCall) -> str:
    return f"{call.expression}  # => {call.value}"


def _scripts(entry: Entry, last: Callable[[ShownCall], list[str]]) -> list[Block]:
    blocks: list[Block] = []
    for number, call in enumerate(entry.examples):
        blocks += _titled(_fence([*_start(call), *last(call)], "python", _mark(entry, number)))
    return blocks


def _start(call: ShownCall) -> list[str]:
    return [*call.imports, "", *call.setup]


def _print(call: ShownCall) -> list[str]:
    if not call.error:
        return [f"print({call.expression})"]
    name = call.error.partition(":")[0]
    return ["try:", f"    {call.expression}", f"except {name} as error:", "    print(error)"]


def _printed(call: ShownCall) -> str:
    return call.error.partition(": ")[2] if call.error else call.printed


def _behind(lines: list[str], words: str) -> list[str]:
    return [*lines[:-1], lines[-1] + words]


def _titled(fence: Block) -> list[Block]:
    return [[Line("**Example**")], fence]


def _fence(lines: Sequence[str], language: str, mark: Mark) -> Block:
    return [Line(f"```{language}"), *(Line(line, mark) for line in lines), Line("```")]


def _mark(entry: Entry, number: int) -> Mark:
    return Mark(entry.qualname, "example", str(number))
