"""Fences → examples, with what they are said to print; signatures and data are told apart from them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from reflexion_core.document.claim_outputs import place_lines, read_comment_outputs, read_doctest
from reflexion_core.document.claim_signatures import Signature, read_signature
from reflexion_core.document.claims import ExampleClaim, ImportClaim, OutputKind, Place, StatedOutput
from reflexion_core.document.layout import Fence
from reflexion_core.document.passages import Line, Passage, make_passage
from reflexion_core.document.python_code import dotted_name, parse_code, parse_expression
from reflexion_core.document.type_words import is_type_word

PYTHON = {"python", "py", "python3", "py3", "pycon", "doctest", "python-repl", "ipython", "pyi", "python-console"}
OUTPUT = {"", "text", "txt", "output", "console", "plaintext", "plain", "none", "stdout", "out"}
_PROMPT = re.compile(r"^[ \t]*>>> ?", re.MULTILINE)
_DECORATOR = re.compile(r"@[\w.]+(?:\(.*\))?")
_NO_EXAMPLE = re.compile(r"#\s*(?:noqa: example|pseudo-?code)", re.IGNORECASE)
_SKIP = re.compile(rf"#\s*doctest:\s*\+SKIP|{_NO_EXAMPLE.pattern}", re.IGNORECASE)
_INLINE_RESULT = re.compile(
    r"\s+(?P<verb>returns|gives|yields|evaluates to|prints|produces|==|→|=>|->)\s+", re.IGNORECASE
)


@dataclass(frozen=True)
class StatedSignature:
    """A signature in a fence."""

    signature: Signature
    words: Passage
    """The code, in which the signature's offsets count."""
    offset: int
    """Where the text that was read starts in it."""
    decorators: tuple[str, ...] = ()


def language_of(fence: Fence) -> str:
    """Return the first word behind a fence's marks, lower case."""
    match = re.match(r"\{?\.?([\w+-]+)", fence.info)
    return match[1].lower() if match else ""


def read_signatures(fence: Fence) -> tuple[StatedSignature, ...]:
    """Return the signatures that a fence holds; none if there is anything else in it than signatures and comments."""
    if language_of(fence) not in PYTHON | {"", "text", "txt"} or ">>>" in fence.code or "(" not in fence.code:
        return ()
    words = make_passage(fence.document, place_lines(fence.lines))
    found: list[StatedSignature] = []
    position = 0
    decorators: list[str] = []
    while position < len(words.text):
        blank = re.compile(r"[\s]+|#[^\n]*|\"\"\"(?:(?!\"\"\").)*\"\"\"|(?:\.\.\.|pass)(?=\s|$)", re.DOTALL).match(
            words.text, position
        )
        if blank:
            position = blank.end()
        elif decorator := _DECORATOR.match(words.text, position):
            decorators.append(decorator[0][1:])
            position = decorator.end()
        else:
            signature = read_signature(words.text[position : position + 5000])
            if signature is None or not _ends_line(words.text, position + signature.end):
                return ()
            found.append(StatedSignature(signature, words, position, tuple(decorators)))
            decorators = []
            position = _after_body(words.text, position + signature.end)
    is_plain = all(item.signature.is_plain and not item.words.text[item.offset :].startswith("def") for item in found)
    return () if is_plain and _looks_like_calls(found, fence) else tuple(found)


def read_example(fence: Fence, owner: str) -> ExampleClaim | None:
    """Return the example that a fence is, or None if it is something else: data, output, another language.

    Args:
        fence: A fence that holds no signatures alone.
        owner: The symbol that the place is about.
    """
    language = language_of(fence)
    if not fence.lines or language not in PYTHON | {""} or not fence.code.strip():
        return None
    if fence.is_indented and not _PROMPT.search(fence.code):
        return None
    words = make_passage(fence.document, place_lines(fence.lines))
    claim = ExampleClaim(place=words.place(), owner=owner, code=fence.code, language=language)
    if _PROMPT.search(fence.code):
        return _session(claim, fence)
    tree = parse_code(fence.code)
    if tree is None:
        return replace(claim, is_runnable=False, reason="syntax") if language else None
    if not language and not _looks_like_code(tree):
        return None
    return _script(claim, tree, fence)


def read_output(fence: Fence) -> StatedOutput | None:
    """Return what a fence shows as an example's output, or None if its language says that it is code or data."""
    if language_of(fence) not in OUTPUT or fence.is_indented or not fence.code.strip():
        return None
    words = make_passage(fence.document, place_lines(fence.lines))
    code = fence.code.removesuffix("\n")
    trace = re.match(r"Traceback \(most recent call last\):.*\n(?P<text>\S[^\n]*)\s*$", code, re.DOTALL)
    if trace is not None:
        return StatedOutput("raises", trace["text"], words.place(max(words.text.rfind(trace["text"].strip()), 0)))
    return StatedOutput("block", code, words.place())


def read_inline_examples(words: Passage, owner: str) -> Iterator[ExampleClaim]:
    """Yield the calls in a sentence with what they give: "`f(1)` returns `2`"."""
    for code, following in pairwise(words.codes):
        verb = _INLINE_RESULT.fullmatch(words.text, code.end, following.start)
        if verb is None or not _is_call_with_values(code.text) or parse_expression(following.text) is None:
            continue
        if is_result_type(following.text):
            continue
        place = words.place(following.inner_start, following.inner_end)
        kind: OutputKind = "printed" if verb["verb"].lower() == "prints" else "value"
        output = StatedOutput(kind, following.text, place, 1, 1)
        yield ExampleClaim(
            place=words.place(code.inner_start, code.inner_end),
            owner=owner,
            code=code.text,
            language="inline",
            form="inline",
            outputs=(output,),
        )


def is_result_type(text: str) -> bool:
    """Say whether what stands behind an arrow is a type and no value: `str`, `dict[str, int]`, not `None`."""
    is_name = isinstance(parse_expression(text), ast.Name | ast.Subscript | ast.BinOp | ast.Attribute)
    return is_name and is_type_word(text)


def find_imports(claim: ExampleClaim, lines: tuple[Line, ...], document: str) -> Iterator[ImportClaim]:
    """Yield what an example imports, each with the place of its own words."""
    for line in lines:
        words = make_passage(document, [line])
        text = re.sub(r"^(\s*(?:>>>|\.\.\.) ?)", lambda prompt: " " * len(prompt[0]), line.text)
        match = re.match(r"\s*(?:from\s+[\w.]+\s+import\s+|import\s+[\w.])", text)
        if match:
            yield from read_imports(words, text, claim.owner)


def read_imports(words: Passage, text: str, owner: str, offset: int = 0) -> Iterator[ImportClaim]:
    """Yield the imports of one line of code; an open parenthesis is closed here, the lines after it are not read."""
    start = len(text) - len(text.lstrip())
    code = text.split("#", maxsplit=1)[0].strip()
    tree = parse_code(code) or parse_code(
        code.rstrip(" \\,(") + (")" if "(" in code and not code.endswith("(") else "")
    )
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            for alias in node.names:
                at = text.find(alias.name, start)
                yield ImportClaim(place=_at(words, offset + at, alias.name), owner=owner, module=alias.name)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            module_place = _at(words, offset + text.find(module, start), module)
            yield ImportClaim(place=module_place, owner=owner, module=module)
            after = text.find("import", start)
            for alias in node.names:
                found = re.compile(rf"\b{re.escape(alias.name)}\b").search(text, after + 6)
                if found:
                    place = _at(words, offset + found.start(), alias.name)
                    yield ImportClaim(place=place, owner=owner, module=module, name=alias.name)


def _at(words: Passage, start: int, text: str) -> Place:
    return words.place(start, start + len(text))


def _session(claim: ExampleClaim, fence: Fence) -> ExampleClaim:
    session = read_doctest(fence.code, fence.document, fence.lines)
    if session is None:
        return replace(claim, form="doctest", is_runnable=False, reason="syntax")
    claim = replace(
        claim, code=session.code, form="doctest", outputs=session.outputs, skipped_lines=session.skipped_lines
    )
    tree = parse_code(claim.run_code)
    return replace(
        claim,
        is_runnable=tree is not None,
        reason="" if tree is not None else "syntax",
        is_fresh=tree is not None and _imports(tree),
        is_skipped=session.is_skipped or bool(_NO_EXAMPLE.search(fence.code)),
    )


def _script(claim: ExampleClaim, tree: ast.Module, fence: Fence) -> ExampleClaim:
    is_fragment = _is_fragment(tree)
    return replace(
        claim,
        outputs=read_comment_outputs(fence.code, tree, fence.document, fence.lines),
        is_runnable=not is_fragment,
        reason="fragment" if is_fragment else "",
        is_fresh=_imports(tree),
        is_skipped=bool(_SKIP.search(fence.code)),
    )


def _imports(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body)


def _is_fragment(tree: ast.Module) -> bool:
    """Say whether code leaves something out: `...` as a statement outside of definitions, or as an argument."""
    for statement in tree.body:
        value = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(value, ast.Constant) and value.value is Ellipsis:
            return True
    for node in ast.walk(tree):
        arguments = [*node.args, *(item.value for item in node.keywords)] if isinstance(node, ast.Call) else []
        arguments += [node.value] if isinstance(node, ast.Assign) else []
        if any(isinstance(item, ast.Constant) and item.value is Ellipsis for item in arguments):
            return True
    return all(isinstance(found, ast.Expr) and isinstance(found.value, ast.Name) for found in tree.body)


def _looks_like_code(tree: ast.Module) -> bool:
    """Say whether an untagged fence is code: something is imported, or called and not just named."""
    for node in tree.body:
        if isinstance(
            node, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.With | ast.For | ast.Try
        ):
            return True
        if isinstance(node, ast.Assign) and any(isinstance(child, ast.Call) for child in ast.walk(node.value)):
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and dotted_name(node.value.func) == "print":
            return True
    return False


def _is_call_with_values(text: str) -> bool:
    """Say whether some code is a call that can be run as it stands: its arguments hold no unknown names."""
    node = parse_expression(text)
    if not isinstance(node, ast.Call):
        return False
    arguments = [*node.args, *(item.value for item in node.keywords)]
    return all(not isinstance(child, ast.Name) for item in arguments for child in ast.walk(item))


def _ends_line(text: str, position: int) -> bool:
    return bool(re.compile(r"\s*:?\s*(?:\.\.\.|pass)?[ \t]*(?:#[^\n]*)?(?:\n|$)").match(text, position))


def _after_body(text: str, position: int) -> int:
    match = re.compile(r"[ \t]*:?[ \t]*(?:\.\.\.|pass)?").match(text, position)
    return match.end() if match else position


def _looks_like_calls(found: list[StatedSignature], fence: Fence) -> bool:
    """Say whether plain `f(a)` lines are calls of an example: there is more than one, or none has arguments."""
    return language_of(fence) in PYTHON and (len(found) > 1 or not any(item.signature.parameters for item in found))
