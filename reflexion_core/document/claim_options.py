"""Options of a command line: in lists, tables, sentences and shell sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reflexion_core.document.claim_defaults import find_defaults, read_value
from reflexion_core.document.claims import Form, OptionClaim, Place
from reflexion_core.document.layout import Fence, ItemList, Table
from reflexion_core.document.passages import FILLER, Code, Line, Passage, make_passage

_CODE = rf"`{FILLER}+`"
_OPTION = re.compile(r"(?<![\w/-])(?:--[A-Za-z][\w-]*|-[A-Za-z](?![\w-]))")
_GIVEN_OPTION = re.compile(rf"{_OPTION.pattern}|(?<!\S)-[A-Za-z][A-Za-z][\w-]*")
"""On a command line a long option may have lost one of its dashes."""
_LEADING = re.compile(rf"^[*_]*{_CODE}[*_]*(?:\s*(?:,|/|\bor\b)\s*[*_]*{_CODE}[*_]*)*")
_PAIR = re.compile(rf"{_CODE}\s*(?:\((?:or\s+)?{_CODE}\)|(?:,|/|\bor\b)\s*{_CODE})")
_CHOICES = re.compile(r"\{(?P<choices>[\w.-]+(?:[,|][\w.-]+)+)\}")
_NEED = re.compile(r"(?:^\W*|[(,;–—]\s*)(?P<need>required|optional|mandatory)\b\s*(?=[).,;:]|$)", re.IGNORECASE)
_GIVEN = re.compile(
    r"\b(?:with|use|using|pass|passing|give|add|set|options?|flags?|switch)\s+(?:the\s+)?(?:option\s+|flag\s+)?$",
    re.IGNORECASE,
)
_DEFAULT_OF = re.compile(
    rf"(?P<name>{_CODE})\s+defaults?\s+to\s+(?P<value>{_CODE}|\d+)(?=[\s.,;)]*(?:[.,;)]|by default|$))", re.IGNORECASE
)
_TOOLS = re.compile(
    r"\b(?:pip|pipx|git|docker|pytest|npm|cargo|make|uv|poetry|conda|apt|brew|python|curl|ssh|tar)\b", re.IGNORECASE
)
_USAGE = re.compile(r"^\s*usage:\s+(?P<program>\S+)", re.IGNORECASE)
_PROMPT = re.compile(r"^\s*(?:\(\w+\)\s*)?(?:[$>%]\s+)?")
_PYTHON = re.compile(r"(?:python[\d.]*|py|uv run|poetry run)\s+(?:-m\s+)?")
_ASSIGNED = re.compile(r"[A-Z_]+=\S*\s+")
SHELLS = frozenset(
    ("", "bash", "sh", "shell", "console", "zsh", "text", "terminal", "shell-session", "powershell", "cmd", "bat")
)
_YES_OR_NO = re.compile(r"\W*(?:(?P<yes>yes|true|required)|no|false|optional)\W*", re.IGNORECASE)
_END = re.compile(r"\s(?:\||&&|\|\||;|>|<|#)(?:\s|$)|\s--(?:\s|$)")


@dataclass(frozen=True)
class _Named:
    name: str
    place: Place


def find_tabled_options(table: Table) -> Iterator[OptionClaim]:
    """Yield the options that a table's first column names."""
    titles = [cell.text.strip("*_` ?:").lower() for cell in table.header]
    rows = [row for row in table.rows if row]
    entries = [_options_in(row[0], row[0].codes) for row in rows]
    everything = tuple(named.name for entry in entries for named in entry)
    for row, entry in zip(rows, entries, strict=True):
        for claim in _entry_claims(row[0], entry, everything, "table"):
            yield _with_cells(claim, row, titles) if _is_main(claim) else claim


def find_listed_options(items: ItemList) -> Iterator[OptionClaim]:
    """Yield the options that the entries of a list start with."""
    words = [item.words for item in items.items if item.words is not None]
    leads = [(passage, _LEADING.match(passage.masked)) for passage in words]
    entries = [
        (passage, lead.end(), _options_in(passage, passage.codes_between(0, lead.end())))
        for passage, lead in leads
        if lead
    ]
    everything = tuple(named.name for _, _, entry in entries for named in entry)
    for passage, rest, entry in entries:
        for claim in _entry_claims(passage, entry, everything, "list"):
            yield _with_words(claim, passage, rest) if _is_main(claim) else claim


def find_mentioned_options(words: Passage) -> Iterator[OptionClaim]:
    """Yield the options that running text names."""
    if "-" not in words.text:
        return
    aliases = _paired(words)
    for code in words.codes:
        entry = _options_in(words, (code,))
        is_said = bool(_GIVEN.search(words.masked, max(code.start - 40, 0), code.start)) and not _is_foreign(
            words, code
        )
        names = aliases.get(code.start, entry)
        for claim in _entry_claims(words, entry, tuple(named.name for named in names), "prose"):
            others = tuple(named.name for named in names if named.name != claim.name)
            yield _with_mentioned_default(replace(claim, is_said=is_said, aliases=others), words, code)


def _paired(words: Passage) -> dict[int, tuple[_Named, ...]]:
    """Return for each code span in "`--depth` (`-d`)" the options of the pair."""
    found: dict[int, tuple[_Named, ...]] = {}
    for match in _PAIR.finditer(words.masked):
        codes = words.codes_between(*match.span())
        found |= dict.fromkeys((code.start for code in codes), _options_in(words, codes))
    return found


def find_shell_options(fence: Fence) -> Iterator[OptionClaim]:
    """Yield the options that a shell session or a usage text gives to programs."""
    if fence.info.partition(" ")[0].lower() not in SHELLS:
        return
    program, is_usage = "", False
    for line in fence.lines:
        if usage := _USAGE.match(line.text):
            program, is_usage = usage["program"], True
        elif is_usage and (not line.text.strip() or not line.text.startswith((" ", "\t"))):
            program, is_usage = "", False
        if not is_usage:
            start, program = _program(line.text, program)
            yield from _line_options(fence, line, start, program)
            program = program if line.text.rstrip().endswith("\\") else ""
        else:
            yield from _line_options(fence, line, 0, program)


def _program(text: str, before: str) -> tuple[int, str]:
    """Return where a command's arguments start and what is called; the line before may go on."""
    if before:
        return 0, before
    start = _PROMPT.match(text).end()  # type: ignore[union-attr]
    while assigned := _ASSIGNED.match(text, start):
        start = assigned.end()
    if python := _PYTHON.match(text, start):
        start = python.end()
    word = re.compile(r"[\w./\\-]+").match(text, start)
    if word is None:
        return len(text), ""
    name = re.split(r"[/\\]", word[0])[-1].removesuffix(".py")
    return word.end(), name.rpartition(".")[2] if python else name


def _line_options(fence: Fence, line: Line, start: int, program: str) -> Iterator[OptionClaim]:
    if not program:
        return
    words = make_passage(fence.document, [line])
    end = _END.search(words.text, start)
    stop = end.start() if end else len(words.text)
    found = list(_GIVEN_OPTION.finditer(words.text, start, stop))
    for match in found:
        value = re.compile(r"(?:=|\s+)(?P<value>[\w.-]+)").match(words.text, match.end(), stop)
        given = value is not None and not value["value"].startswith("-")
        yield OptionClaim(
            place=words.place(match.start(), match.end()),
            name=match[0],
            program=program,
            siblings=tuple(other[0] for other in found if other is not match),
            given=value["value"] if given and value else "",
            form="fence",
        )


def _options_in(words: Passage, codes: Sequence[Code]) -> tuple[_Named, ...]:
    """Return the options that code spans show, with their places."""
    found = []
    for code in codes:
        if not code.text.lstrip().startswith("-"):
            continue
        inner = words.text[code.inner_start : code.inner_end]
        for match in _OPTION.finditer(inner):
            if "=" not in inner[: match.start()]:
                place = words.place(code.inner_start + match.start(), code.inner_start + match.end())
                found.append(_Named(match[0], place))
    return tuple(found)


def _entry_claims(
    words: Passage, entry: Sequence[_Named], everything: Sequence[str], form: Form
) -> Iterator[OptionClaim]:
    choices = _CHOICES.search(" ".join(code.text for code in words.codes))
    longest = max((len(named.name) for named in entry), default=0)
    for named in entry:
        is_main = len(named.name) == longest
        yield OptionClaim(
            place=named.place,
            name=named.name,
            aliases=tuple(other.name for other in entry if other.name != named.name),
            siblings=tuple(name for name in everything if name != named.name),
            choices=tuple(re.split(r"[,|]", choices["choices"])) if choices and form != "prose" and is_main else (),
            has_all_choices=choices is not None,
            form=form,
        )


def _is_main(claim: OptionClaim) -> bool:
    """Say whether it is the name of an entry that stands for it, of which all that it says is said once."""
    return all(len(claim.name) > len(name) for name in claim.aliases)


def _with_cells(claim: OptionClaim, row: tuple[Passage, ...], titles: Sequence[str]) -> OptionClaim:
    found = claim
    for title, cell in list(zip(titles, row, strict=False))[1:]:
        if title in ("default", "defaults", "default value") and cell.text.strip("—–- "):
            value, start, end, is_code = read_value(cell, 0, len(cell.text))
            found = replace(found, default=value, default_place=cell.place(start, end), is_default_code=is_code)
        elif title in ("choices", "values", "allowed values", "one of"):
            choices = tuple(code.text.strip("\"'") for code in cell.codes)
            found = replace(found, choices=choices, has_all_choices=True)
        elif title == "required" and (said := _YES_OR_NO.fullmatch(cell.text)):
            found = replace(found, is_required=bool(said["yes"]))
        else:
            found = _with_need(found, cell, 0)
    return found


def _with_words(claim: OptionClaim, words: Passage, rest: int) -> OptionClaim:
    phrase = next(iter(find_defaults(words, rest)), None)
    if phrase is not None and phrase.value and not phrase.name:
        place = words.place(phrase.value_start, phrase.value_end)
        claim = replace(claim, default=phrase.value, default_place=place, is_default_code=phrase.is_code)
    return _with_need(claim, words, rest)


def _with_need(claim: OptionClaim, words: Passage, rest: int) -> OptionClaim:
    need = _NEED.search(words.masked[rest:])
    return claim if need is None else replace(claim, is_required=need["need"].lower() != "optional")


def _with_mentioned_default(claim: OptionClaim, words: Passage, code: Code) -> OptionClaim:
    match = _DEFAULT_OF.match(words.masked, code.start)
    if match is None:
        return claim
    value, start, end, is_code = read_value(words, *match.span("value"))
    return replace(claim, default=value, default_place=words.place(start, end), is_default_code=is_code)


def _is_foreign(words: Passage, code: Code) -> bool:
    """Say whether the sentence of an option speaks of another program."""
    start, end = next((pair for pair in words.sentences if pair[0] <= code.start < pair[1]), (0, len(words.text)))
    sentence = words.masked[start:end]
    others = [one for one in words.codes_between(start, end) if not one.text.lstrip().startswith("-")]
    return bool(_TOOLS.search(sentence)) or any(re.search(r"[a-z]\w+\s+-|^[a-z][\w-]+$", one.text) for one in others)
