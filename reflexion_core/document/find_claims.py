"""Markdown → the claims in it.

The finder reads a document block by block, keeps in mind which symbol each place is about, and knows nothing
of the source but its names. What is not clearly a claim is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.claim_bases import find_tabled_bases
from reflexion_core.document.claim_bold_titles import split_bold_titles
from reflexion_core.document.claim_constants import find_tabled_constants
from reflexion_core.document.claim_fences import FenceReader
from reflexion_core.document.claim_headings import HeadingReader
from reflexion_core.document.claim_html import read_definitions, read_html_table
from reflexion_core.document.claim_invented import find_invented, find_required_package
from reflexion_core.document.claim_leftovers import find_leftovers, find_placeholders
from reflexion_core.document.claim_lists import is_bare_list, is_parameter_list, item_owner, read_list
from reflexion_core.document.claim_members import find_listed_members, find_tabled_members
from reflexion_core.document.claim_operations import find_listed_operations, find_tabled_operations
from reflexion_core.document.claim_options import find_listed_options, find_tabled_options
from reflexion_core.document.claim_roles import ENTRY_ROLES, read_label
from reflexion_core.document.claim_tables import read_table
from reflexion_core.document.claim_variables import find_listed_variables, find_tabled_variables
from reflexion_core.document.claims import Claim, Claims, DefaultClaim, PartClaim, Role, SymbolClaim
from reflexion_core.document.layout import (
    Fence,
    Heading,
    Html,
    Item,
    ItemList,
    Leave,
    Node,
    Paragraph,
    Table,
    read_layout,
)


def find_claims(
    document: str, names: Collection[str] = (), parameters: Mapping[str, Collection[str]] | None = None
) -> Claims:
    """Return every claim of a document.

    Args:
        document: Markdown; no text is too odd for it.
        names: Qualified names of the source's symbols (`grow`, `Sheet`, `Sheet.arc`), by which a heading's
            symbol is told from plain words. There may be none.
        parameters: What functions and classes take, by qualified name, by which an untitled list of
            parameters is told from one of something else.
    """
    return _Finder(document, names, parameters).find()


class _Finder(HeadingReader, FenceReader):
    def find(self) -> Claims:
        nodes = read_layout(self.document)
        self._read(nodes)
        self.claims += find_leftovers(nodes, self.document)
        self._end_parts(max(len(split_lines(self.document)), 1))
        return _sort(self.claims)

    def _read(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            match node:
                case Heading():
                    self._heading(node)
                case Leave():
                    self._leave(node)
                case Paragraph():
                    self._paragraphs(node)
                    continue
                case ItemList():
                    self._list(node)
                case Table():
                    self._whole_table(node)
                case Html():
                    self._html(node)
                case Fence():
                    self._fence(node)
                    continue
            self.example = None

    def _paragraphs(self, paragraph: Paragraph) -> None:
        """Read a paragraph, or the parts that bold titles open in it."""
        if paragraph.words.text.find("**") < 0 and paragraph.words.text.find("__") < 0:
            self._paragraph(paragraph)
            return
        for piece in split_bold_titles(self.document, paragraph, self.context):
            if isinstance(piece, Heading):
                self._heading(piece)
                self.example = None
            else:
                self._paragraph(piece)

    def _list(self, items: ItemList) -> None:
        role = self.lead or self.context.role
        is_ordered = self.is_ordered and bool(self.lead)
        is_dict, self.is_dict = self.is_dict, False
        self.lead, self.is_ordered = "", False
        member_lead, self.member_lead = self.member_lead, None
        labels = [read_label(item.words) if item.words is not None else None for item in items.items]
        if any(label is not None and label.role not in ("other",) for label in labels):
            self._list_of_labels(items)
            return
        if role in ("", "other", "examples", "output") and is_parameter_list(self, items):
            role = "parameters"
        elif role == "parameters" and self.has_parameters and is_bare_list(items):
            role = "other"
        nearby = self.context.nearby
        self.claims += find_listed_options(items)
        self.claims += find_listed_operations(items, self.context)
        self.claims += find_listed_variables(items, self.title)
        self.claims += find_listed_members(items, member_lead, role, self.context)
        read_list(self, items, role, is_ordered=is_ordered, is_dict=is_dict)
        for item in items.items:
            if item.words is not None:
                self.claims += find_invented(item.words, self.context.owner)
                self.claims += find_required_package(item.words, self.context.owner, self.title)
                self.claims += find_placeholders(item.words)
            self.context.nearby = (item_owner(self, item) if role not in ENTRY_ROLES else "") or nearby
            self._children(item, role)
            self.context.nearby = nearby

    def _children(self, item: Item, role: Role) -> None:
        """Read what stands in an entry: of its lists only the words, as they describe that entry."""
        for child in item.children:
            if isinstance(child, ItemList) and role in ENTRY_ROLES:
                if role not in ("returns", "yields"):
                    read_list(self, child, "other", is_ordered=False, is_dict=False)
                for inner in child.items:
                    self._children(inner, role)
            else:
                self._read([child])

    def _list_of_labels(self, items: ItemList) -> None:
        """Read "- **Parameters**:" with a list in it, and "- **Returns**: `int`"."""
        before = self.context.label_role
        for item in items.items:
            label = read_label(item.words) if item.words is not None else None
            if item.words is None or label is None:
                read_list(self, replace(items, items=(item,)), before, is_ordered=False, is_dict=False)
                self._read(item.children)
                continue
            self.context.label_role = label.role
            rest = item.words.cut(label.end)
            self._add_part(item.words.cut(0, label.end), label.role)
            if rest.text:
                self._words_of(rest, label.role)
            self._note_lead(rest if rest.text else item.words, label.role)
            self.lead = ""
            self._read(item.children)
        self.context.label_role = before

    def _whole_table(self, table: Table) -> None:
        role = self.lead or self.context.role
        is_dict, self.is_dict = self.is_dict, False
        self.lead = ""
        member_lead, self.member_lead = self.member_lead, None
        self.claims += find_tabled_members(table, member_lead, role, self.context)
        self.claims += find_tabled_options(table)
        self.claims += find_tabled_operations(table, self.context)
        self.claims += find_tabled_variables(table, self.title)
        self.claims += find_tabled_bases(table, self.context)
        self.claims += find_tabled_constants(table, self.context.owner, self.context)
        read_table(self, table, role, is_dict=is_dict)
        for row in table.rows:
            for cell in row:
                self.claims += find_invented(cell, self.context.owner)
                self.claims += find_placeholders(cell)

    def _html(self, html: Html) -> None:
        table = read_html_table(html)
        if table is not None:
            self._whole_table(table)
        else:
            read_definitions(self, html, self.lead or self.context.role)

    def _end_parts(self, line_count: int) -> None:
        """Fill in where parts and symbols end: at the next heading of their level, a label at the next part."""
        ends = _ends(self.levels, line_count)
        parts = sorted(
            {claim.line for claim in self.claims if isinstance(claim, PartClaim)} | {line for line, _ in self.levels}
        )
        following = dict(zip(parts, [*(line - 1 for line in parts[1:]), line_count], strict=False))
        for index, claim in enumerate(self.claims):
            if isinstance(claim, SymbolClaim) and claim.form == "heading":
                self.claims[index] = replace(claim, part_end_line=ends.get(claim.line, line_count))
            elif isinstance(claim, PartClaim):
                end = max(following.get(claim.line, line_count), claim.end_line)
                self.claims[index] = replace(claim, part_end_line=end)


def _ends(levels: Sequence[tuple[int, int]], line_count: int) -> dict[int, int]:
    """Return for each heading's line the last line before the next heading that is not below it."""
    ends: dict[int, int] = {}
    open_headings: list[tuple[int, int]] = []
    for line, level in levels:
        while open_headings and open_headings[-1][1] >= level:
            ends[open_headings.pop()[0]] = line - 1
        open_headings.append((line, level))
    return ends | {line: line_count for line, _ in open_headings}


_FIELDS = {
    "SymbolClaim": "symbols",
    "SignatureClaim": "signatures",
    "ParameterClaim": "parameters",
    "ParameterListClaim": "parameter_lists",
    "ParameterCountClaim": "parameter_counts",
    "DefaultClaim": "defaults",
    "CountClaim": "counts",
    "TypeClaim": "types",
    "RaisesClaim": "raises",
    "MessageClaim": "messages",
    "ExitClaim": "exits",
    "ReturnClaim": "returns",
    "ExampleClaim": "examples",
    "ImportClaim": "imports",
    "NameClaim": "names",
    "MemberClaim": "members",
    "BaseClaim": "bases",
    "OptionClaim": "options",
    "VariableClaim": "variables",
    "ProseClaim": "prose",
    "InventedClaim": "invented",
    "LeftoverClaim": "leftovers",
    "PartClaim": "parts",
}


def _sort(claims: Sequence[Claim]) -> Claims:
    """Return claims by kind, in document order, each once."""
    found: dict[str, list[Claim]] = {name: [] for name in _FIELDS.values()}
    for claim in _without_twins(dict.fromkeys(claims)):
        found[_FIELDS[type(claim).__name__]].append(claim)
    ordered = {
        name: tuple(sorted(group, key=lambda claim: (claim.place.start, claim.place.end)))
        for name, group in found.items()
    }
    return Claims(**ordered)  # type: ignore[arg-type]


def _without_twins(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Return claims without values of constants that were read as values of attributes too, where they stand."""
    claims = tuple(claims)
    values = [claim for claim in claims if isinstance(claim, DefaultClaim)]
    others = {(claim.name, claim.value_place.start) for claim in values if claim.subject != "constant"}
    twins = {id(claim) for claim in values if claim.subject == "constant"}
    twins -= {id(claim) for claim in values if (claim.name, claim.value_place.start) not in others}
    return (claim for claim in claims if id(claim) not in twins)
