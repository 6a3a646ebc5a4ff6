"""Paragraphs: labels with what stands behind them, signatures, running text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflexion_core.document.claim_alternatives import find_alternatives
from reflexion_core.document.claim_bold_titles import BOLD_LEVEL, is_own_entry
from reflexion_core.document.claim_collector import Collector
from reflexion_core.document.claim_constants import find_alone
from reflexion_core.document.claim_docstrings import read_block, read_fields
from reflexion_core.document.claim_entries import Style, read_entry
from reflexion_core.document.claim_invented import find_invented
from reflexion_core.document.claim_kinds import find_opening_kind
from reflexion_core.document.claim_leftovers import find_placeholders
from reflexion_core.document.claim_lists import SUBJECTS, add_type_line
from reflexion_core.document.claim_members import find_enumerated_members, read_member_lead
from reflexion_core.document.claim_raises import find_section_raises
from reflexion_core.document.claim_returns import find_section_returns
from reflexion_core.document.claim_roles import ENTRY_ROLES
from reflexion_core.document.claim_said_messages import find_said_messages
from reflexion_core.document.claim_titles import read_code_symbol
from reflexion_core.document.claims import PartClaim, Role, SymbolClaim
from reflexion_core.document.docstring_blocks import Chunk, has_fields, indent_of, split_chunks
from reflexion_core.document.docstring_blocks import read_fields as split_fields
from reflexion_core.document.layout import Paragraph
from reflexion_core.document.passages import Line, Passage, make_passage

_LEADS: tuple[tuple[Role, re.Pattern[str]], ...] = (
    ("options", re.compile(r"\boptions?\b", re.IGNORECASE)),
    ("parameters", re.compile(r"\b(?:parameters|arguments|args)\b", re.IGNORECASE)),
    ("attributes", re.compile(r"\b(?:attributes|fields|properties)\b|\benum\w*\b.*\bmembers\b", re.IGNORECASE)),
    ("raises", re.compile(r"\b(?:raises|exceptions|raised)\b", re.IGNORECASE)),
    (
        "returns",
        re.compile(r"\breturn(?:s|ed)?\b.*\b(?:keys?|dict(?:ionary)?|fields)\b|\bkeys\b", re.IGNORECASE | re.DOTALL),
    ),
    ("members", re.compile(r"\b(?:methods|functions|classes)\b", re.IGNORECASE)),
    (
        "output",
        re.compile(
            r"\b(?:outputs?|prints?|displays?|output (?:is|will be|should be|looks like)|printed)(?: this)?\s*:$",
            re.IGNORECASE,
        ),
    ),
)
_IN_ORDER = re.compile(r"\bin (?:the|this|that) (?:same )?order\b|\bin order\b", re.IGNORECASE)
_IS_DICT = re.compile(r"\bkeys?\b|\bdict(?:ionary)?s?\b|\bfields\b|\bof the form\b|\bmapping\b", re.IGNORECASE)
_SHOWS = re.compile(
    r"\breturns?\b[^.`]{0,80}\b(?:something like|like this|as follows|the following)\b(?: this)?\W*$", re.I
)


class ParagraphReader(Collector):
    """Reads paragraphs, and keeps what they say of the list, table or block that follows."""

    def _paragraph(self, paragraph: Paragraph) -> None:
        self.is_dict = False
        self.lead = ""
        self.member_lead = None
        if has_fields(paragraph.lines):
            self.example = None
            fields = list(split_fields(self.document, paragraph.lines))
            first = fields[0].whole.root.lines[0].number if fields else 0
            before = [line for line in paragraph.lines if line.number < first]
            if before:
                self._prose(make_passage(self.document, before))
            read_fields(self, fields)
            return
        chunks = split_chunks(self.document, paragraph.lines)
        for chunk in chunks:
            if chunk.label is None:
                self._unlabelled(chunk)
            else:
                self._labelled(chunk)
        for chunk in chunks:
            self.claims += find_invented(chunk.words, self.context.owner)
            self.claims += find_placeholders(chunk.words)

    def _labelled(self, chunk: Chunk) -> None:
        label = chunk.label
        if label is None:
            return
        if label.role != "output":
            self.example = None
        if label.role in ("members", "attributes", "constants"):
            self._leave_bold_title()
        self.context.label_role = label.role
        self.is_numpy = False
        self.entry_indent = -1
        rest = chunk.words.cut(label.end)
        self._add_part(chunk.words.cut(0, label.end), label.role)
        self.claims += find_enumerated_members(chunk.words, self.context)
        first_line = chunk.words.text.partition("\n")[0]
        if label.end >= len(first_line):
            if len(chunk.lines) > 1:
                self._block_or_words(chunk.lines[1:], rest, label.role, "google")
        elif rest.text:
            self._words_of(rest, label.role)
        self._note_lead(rest if rest.text else chunk.words, label.role)

    def _leave_bold_title(self) -> None:
        """Go back to the class whose members a label announces, from the bold title of one of them."""
        frame = self.context.frames[-1] if self.context.frames else None
        if frame is not None and frame.level >= BOLD_LEVEL and not frame.is_class:
            self.context.leave_to(frame.level)
            self.context.nearby = ""

    def _block_or_words(self, lines: Sequence[Line], words: Passage, role: Role, style: Style) -> None:
        self.entry_indent = indent_of(lines[0])
        if not read_block(self, self.document, lines, role, style):
            self._prose(words)
        else:
            self._names_and_notes(words, has_names=False)

    def _words_of(self, words: Passage, role: Role) -> None:
        """Read what stands behind a label in its own line, or alone in a part."""
        match role:
            case "raises":
                self.claims += find_section_raises(words, self.where("prose"))
                self.claims += find_said_messages(words, self.context.owner, "prose")
                self.read_names(words)
            case "returns" | "yields":
                subject = "yield" if role == "yields" else "return"
                self.claims += find_section_returns(words, self.context.owner, "prose", subject)  # type: ignore[arg-type]
                self.read_prose(words, has_raises=False)
            case "parameters" | "attributes" | "options":
                self._inline_parameters(words, role)
            case _:
                self.read_prose(words)

    def _inline_parameters(self, words: Passage, role: Role) -> None:
        """Read "**Parameters:** `x` (int): …" in one line; a list in one sentence is left alone."""
        entry = read_entry(words)
        if entry is not None and (entry.has_separator or entry.types) and entry.names[0].is_marked:
            self.add_entries([(words, entry)], SUBJECTS[role], "prose")
        self.read_prose(words)

    def _unlabelled(self, chunk: Chunk) -> None:
        role = self.context.role
        words = chunk.words
        if role in ENTRY_ROLES and (self.is_numpy or self._is_indented(chunk)):
            style: Style = "numpy" if self.is_numpy else "google"
            self.example = None
            self._block_or_words(chunk.lines, words, role, style)
            self._note_lead(words, role)
            return
        if role in SUBJECTS and read_block(self, self.document, chunk.lines, role, "google"):
            return
        if not role and self._own_entry(words):
            return
        if self.context.label_role and self.context.label_role != "output":
            self.context.label_role = ""
        if role in ("raises", "returns", "yields") and not self.context.label_role and self.context.title_role == role:
            self._words_of(words, role)
        else:
            self._prose(words)
        self._note_lead(words, role)

    def _own_entry(self, words: Passage) -> bool:
        """Read "**`timeout`** (int) – …" below a symbol's title; say whether it is that."""
        context = self.context
        entry = read_entry(words) if words.text.startswith(("**", "__")) else None
        if entry is None or not is_own_entry(entry, words, context):
            return False
        is_attribute = context.names.is_class(context.owner)
        is_attribute = is_attribute and entry.names[0].name not in context.stated.get(context.owner, ())
        self.add_entry(words, entry, "attribute" if is_attribute else "parameter", "prose")
        self.read_prose(words)
        return True

    def _is_indented(self, chunk: Chunk) -> bool:
        """Say whether a paragraph is laid out as a docstring's entries: heads with deeper lines below."""
        if len(chunk.lines) < 2:
            return False
        first, second = chunk.lines[0].text, chunk.lines[1].text
        return len(second) - len(second.lstrip()) > len(first) - len(first.lstrip()) + 1

    def _prose(self, words: Passage) -> None:
        self._note_lead(words, self.context.role)
        if self.example is not None and len(words.text) > 40:
            self.example = None
        owner, is_alone = self._own_signature(words)
        if self.is_passing:
            self.context.nearby = ""
        self.is_passing = bool(owner) and not is_alone
        if self.claims and not owner:
            self._opening_words(words)
        self.read_prose(words, owner=owner or None)
        self.context.nearby = owner or self.context.nearby

    def _opening_words(self, words: Passage) -> None:
        """Read the first words under a symbol's heading: its kind, a property's type."""
        last = next((claim for claim in reversed(self.claims) if isinstance(claim, SymbolClaim)), None)
        if last is None or last.form not in ("heading", "fence", "inline") or not words.text:
            return
        if words.line - last.end_line <= 4 and last.owner == self.context.owner:
            self.claims += find_opening_kind(words, self.context.owner)
            self.claims += find_alone(words, self.context.owner, "prose")
            self.claims += find_alternatives(words, self.context.owner)
            if last.kind in ("property", "attribute") or (last.form == "heading" and self._is_plain_member(last)):
                add_type_line(self, words)

    def _is_plain_member(self, symbol: SymbolClaim) -> bool:
        return (
            symbol.place.text.lstrip("#").strip(" *_").startswith("`")
            and "(" not in symbol.place.text
            and "." in symbol.owner
        )

    def _own_signature(self, words: Passage) -> tuple[str, bool]:
        """Add the signature that a paragraph starts with, and return its symbol and whether it is all there is."""
        code = words.code_at(len(words.text) - len(words.text.lstrip("*_")))
        symbol = read_code_symbol(code) if code is not None else None
        if code is None or symbol is None or symbol.signature is None:
            return "", False
        context = self.context
        is_alone = code.end >= len(words.text.rstrip(" .:*_"))
        is_known = context.names.knows(symbol.name, context.scope)
        is_owner = bool(context.owner) and context.owner.rpartition(".")[2] == symbol.name.rpartition(".")[2]
        if context.names and not is_known and not is_owner:
            return "", False
        if not context.names and not (
            is_alone or is_owner or not symbol.signature.is_plain or self._is_described(words)
        ):
            return "", False
        owner = context.owner if is_owner else context.resolve(symbol.name)
        self.add_symbol(words, symbol, "inline", owner)
        return owner, is_alone

    def _is_described(self, words: Passage) -> bool:
        """Say whether a paragraph goes on like a definition: "`read(path)` returns …"."""
        after = words.masked[words.codes[0].end :].lstrip("*_").split()
        return bool(after) and after[0].endswith("s") and after[0].isalpha()

    def _note_lead(self, words: Passage, role: Role) -> None:
        """Keep what a paragraph says of the list, table or block that follows it."""
        sentences = words.sentences
        last = words.masked[slice(*sentences[-1])] if sentences else ""
        stripped = last.rstrip()
        leads = stripped.endswith((":", "form")) or role in ("returns", "yields")
        self.is_dict = leads and bool(_IS_DICT.search(last))
        self.is_dict = self.is_dict or (words.has_any(("return",)) and bool(_SHOWS.search(last)))
        if stripped.rstrip("*_").endswith(":") and len(last) < 300:
            self.lead = next((lead for lead, pattern in _LEADS if pattern.search(last)), "")
            self.is_ordered = bool(_IN_ORDER.search(last))
            self.member_lead = read_member_lead(words.cut(*sentences[-1]), self.context)

    def _names_and_notes(self, words: Passage, *, has_names: bool = True) -> None:
        if has_names:
            self.read_names(words)

    def _add_part(self, words: Passage, role: Role) -> None:
        self.claims.append(PartClaim(place=words.place(), owner=self.context.owner, role=role, part_end_line=0))
