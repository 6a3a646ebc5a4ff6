"""Headings: which symbol, or which part of its description, they open."""

from __future__ import annotations

import re

from reflexion_core.document.claim_bases import find_bases
from reflexion_core.document.claim_defaults import DefaultPhrase, read_value
from reflexion_core.document.claim_entry_details import Entry
from reflexion_core.document.claim_entry_names import EntryName
from reflexion_core.document.claim_invented import find_invented_title
from reflexion_core.document.claim_leftovers import find_placeholders
from reflexion_core.document.claim_paragraphs import ParagraphReader
from reflexion_core.document.claim_roles import ENTRY_ROLES, is_last_line_title, role_of_title
from reflexion_core.document.claim_titles import TitleSymbol, read_described, read_title
from reflexion_core.document.claims import Role, Subject
from reflexion_core.document.layout import Heading, Leave
from reflexion_core.document.passages import Passage

_PART_LEVEL = 30
"""Below every heading: a part that belongs to a symbol does not end it, whatever its own level."""


_MODULE_TITLE = re.compile(
    r"\W*(?:the\s+)?(?:module|package|library)\s*:?\s+[`*_]*[\w.]+[`*_]*\W*"
    r"|\W*(?:the\s+)?[`*_]*[\w.]+[`*_]*\s+(?:module|package|library)\W*",
    re.IGNORECASE,
)
"""A title that names the module, which may have a function of the same name."""


class HeadingReader(ParagraphReader):
    """Reads headings, and keeps in mind whom the words below them are about."""

    def _heading(self, heading: Heading) -> None:
        words = heading.words
        if heading.is_underlined and is_last_line_title(words):
            before = words.text.rfind("\n")
            self._prose(words.cut(0, before))
            words = words.cut(before)
        self.title = words.text
        self.lead = ""
        self.member_lead = None
        self.is_dict = False
        self.is_numpy = False
        self.entry_indent = -1
        if self.is_passing:
            self.context.nearby = ""
            self.is_passing = False
        self.claims += find_invented_title(words, self.context.owner)
        self.claims += find_placeholders(words)
        role = role_of_title(words.text) if not words.codes else ""
        if role and not self._is_named(words, heading.level, role):
            owner = self.context.owner
            self._part(heading, words, role)
            is_below = bool(owner) and owner == self.context.owner
            self.levels.append((words.line, max(heading.level, _PART_LEVEL) if is_below else heading.level))
            return
        self.levels.append((words.line, heading.level))
        if heading.said:
            symbols = read_described(words, heading.said)
        else:
            symbols = () if _MODULE_TITLE.fullmatch(words.text) else read_title(words)
        if not symbols or not self._name_symbol(heading, words, symbols):
            self._plain_title(heading, words)
        else:
            self.claims += find_bases(words, "", self.context)

    def _is_named(self, words: Passage, level: int, role: Role) -> bool:
        """Say whether a title's word is a name of the source, letter for letter: a class may be called `Api`."""
        is_name = words.text.isidentifier() and self.context.names.knows(words.text)
        return is_name and (words.text[:1].islower() or level < 3 or role not in ENTRY_ROLES)

    def _part(self, heading: Heading, words: Passage, role: Role) -> None:
        """Go on in a part such as "Raises", which belongs to the symbol above it."""
        context = self.context
        self.is_numpy = heading.is_underlined
        if not heading.is_underlined:
            self._leave_for_part(heading.level, words.text, role)
        context.title_role, context.label_role = role, ""
        self._add_part(words, role)

    def _leave_for_part(self, level: int, title: str, role: Role) -> None:
        context = self.context
        count = len(context.frames)
        is_of_module = bool(re.search(r"function|class|api|content|reference|module", title, re.IGNORECASE))
        while context.frames and context.frames[-1].level > level:
            context.frames.pop()
        frame = context.frames[-1] if context.frames else None
        if frame is not None and frame.level == level:
            is_members = role in ("members", "attributes", "constants") and frame.is_class and not is_of_module
            is_only = role not in ("members", "constants") and self.symbol_levels.get(level, 0) == 1
            if not is_members and not is_only:
                context.frames.pop()
        if len(context.frames) != count or is_of_module:
            context.nearby = ""

    def _name_symbol(self, heading: Heading, words: Passage, symbols: tuple[TitleSymbol, ...]) -> bool:
        """Go on under a heading that names symbols; say whether it does."""
        context = self.context
        above = [frame for frame in context.frames if frame.level < heading.level]
        scope = next((frame.qualname for frame in reversed(above) if frame.is_class), "")
        first = symbols[0]
        is_known = context.names.knows(first.name, scope)
        is_named = first.is_marked or is_known or self._is_signed(words, first)
        if not is_named and not self._is_name_by_look(first, heading, scope):
            return False
        if heading.level == 1 and first.is_bare and not self._is_symbol_page(first, is_known):
            return False
        owners = [context.names.resolve(symbol.name, scope) for symbol in symbols]
        is_class = len(symbols) == 1 and self._is_class(first, owners[0])
        context.enter_symbol(heading.level, owners[0] if len(symbols) == 1 else "", first.kind, is_class=is_class)
        self.symbol_levels[heading.level] = self.symbol_levels.get(heading.level, 0) + 1
        for symbol, owner in zip(symbols, owners, strict=True):
            self.add_symbol(words, symbol, "heading", owner)
            self._described(heading, owner)
        return True

    def _described(self, heading: Heading, owner: str) -> None:
        """Add the type and the value that a directive gives."""
        holder, _, name = owner.rpartition(".")
        subject: Subject = "attribute" if holder else "constant"
        entry = Entry([EntryName(name, "", 0, 0, is_marked=True)], rest=0)
        if heading.type is not None:
            self.add_type(heading.type, name, 0, len(heading.type.text), subject, "docstring", owner=holder)
        if heading.value is not None:
            value, start, end, _ = read_value(heading.value, 0, len(heading.value.text))
            phrase = DefaultPhrase(0, end, value, start, end, is_code=True)
            entry.defaults.append(phrase)
            self.add_defaults(heading.value, entry, subject, "docstring", owner=holder)

    def _leave(self, leave: Leave) -> None:
        """Go on behind what belonged to a directive."""
        self.context.leave_to(leave.level)
        self.context.title_role = self.context.label_role = ""
        self.context.nearby = ""
        self.levels.append((leave.line, leave.level))

    def _is_class(self, symbol: TitleSymbol, owner: str) -> bool:
        return symbol.kind in ("class", "exception") or (symbol.kind is None and self.context.names.is_class(owner))

    def _is_signed(self, words: Passage, symbol: TitleSymbol) -> bool:
        """Say whether a plain word is a symbol's name because its signature is the next thing below."""
        name = re.escape(symbol.name.rpartition(".")[2])
        below = re.compile(rf"[^\n]*\s*(?:```\w*\s+|`)(?:async\s+)?(?:def\s+)?(?:\w+\.)*{name}\(")
        return symbol.is_bare and below.match(self.document, words.place().end) is not None

    def _is_name_by_look(self, symbol: TitleSymbol, heading: Heading, scope: str) -> bool:
        """Say whether an unknown plain word can only be a name: with no names known, a lower-case one below a title."""
        if self.context.names:
            return "_" in symbol.name and heading.level > 1
        return "_" in symbol.name or (symbol.name.islower() and (heading.level > 1 or bool(scope)))

    def _is_symbol_page(self, symbol: TitleSymbol, is_known: bool) -> bool:
        """Say whether a bare title is the page's symbol, and not the module whose function has the same name."""
        if not is_known and not symbol.is_marked:
            return False
        again = re.compile(rf"^#{{2,6}}\s.*(?<![\w.]){re.escape(symbol.name)}(?!\w)", re.MULTILINE)
        return not again.search(self.document)

    def _plain_title(self, heading: Heading, words: Passage) -> None:
        """Go on under a title in English: below a symbol it is part of it, beside one it is about nothing known."""
        context = self.context
        context.leave_to(heading.level)
        context.title_role = context.label_role = ""
        context.nearby = ""
        looks_like_name = bool(words.codes) or bool(re.fullmatch(r"[a-z_]\w*", words.text))
        if looks_like_name and context.frames and not context.frames[-1].is_class:
            context.enter_symbol(heading.level, "", None, is_class=False)
        self._names_and_notes(words)
