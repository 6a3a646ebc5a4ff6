"""What the readers of a document's blocks share: where they are, and the claims found so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from reflexion_core.document.claim_arrows import find_arrow_results
from reflexion_core.document.claim_bases import find_bases
from reflexion_core.document.claim_constants import find_constants
from reflexion_core.document.claim_defaults import DefaultPhrase, find_defaults, find_values
from reflexion_core.document.claim_entry_details import Entry
from reflexion_core.document.claim_examples import read_inline_examples
from reflexion_core.document.claim_exceptions import Where
from reflexion_core.document.claim_exits import find_exits
from reflexion_core.document.claim_fallbacks import find_fallbacks
from reflexion_core.document.claim_kinds import find_access, find_kinds
from reflexion_core.document.claim_members import MemberLead, find_enumerated_members
from reflexion_core.document.claim_most_times import find_most_times
from reflexion_core.document.claim_names import find_names
from reflexion_core.document.claim_options import find_mentioned_options
from reflexion_core.document.claim_owners import Context, Names
from reflexion_core.document.claim_parameter_words import find_parameter_words
from reflexion_core.document.claim_raises import find_prose_raises
from reflexion_core.document.claim_returns import find_prose_returns
from reflexion_core.document.claim_said_messages import find_said_messages
from reflexion_core.document.claim_signatures import signature_places
from reflexion_core.document.claim_titles import TitleSymbol
from reflexion_core.document.claim_usual_values import find_usual_values
from reflexion_core.document.claim_variables import find_mentioned_variables
from reflexion_core.document.claims import (
    Claim,
    DefaultClaim,
    Form,
    ParameterClaim,
    ParameterKind,
    ParameterListClaim,
    ProseClaim,
    Role,
    SignatureClaim,
    Subject,
    SymbolClaim,
    TypeClaim,
)
from reflexion_core.document.passages import Passage

_STARRED: dict[str, ParameterKind] = {"*": "var-positional", "**": "var-keyword"}
_VALUES = ("None", "True", "False", "self", "cls")


class Collector:
    """The state of a reading; what reads the several kinds of blocks is built on it."""

    def __init__(
        self, document: str, names: Collection[str], parameters: Mapping[str, Collection[str]] | None = None
    ) -> None:
        self.document = document
        self._parameters = parameters or {}
        self._listed: set[str] = set()
        self.context = Context(Names(names))
        self.claims: list[Claim] = []
        self.levels: list[tuple[int, int]] = []
        """Line and level of each heading so far."""
        self.symbol_levels: dict[int, int] = {}
        """For each level, how many headings of it have named a symbol."""
        self.title = ""
        """The words of the nearest heading."""
        self.is_numpy = False
        """Whether the part's title is underlined as NumPy's are."""
        self.entry_indent = -1
        """How far the entries of the block above are indented; -1 where there is none."""
        self.lead: Role = ""
        """What the sentence right before says that the next list is for: "The arguments are:"."""
        self.member_lead: MemberLead | None = None
        """Whose members the sentence right before says that the next list or table holds."""
        self.is_ordered = False
        """Whether that sentence says that the list is in order."""
        self.is_dict = False
        """Whether the words right before speak of a dict and its keys."""
        self.is_passing = False
        """Whether the symbol of a signature nearby is only that of its paragraph and the list below."""
        self.example: int | None = None
        """Where the example stands among the claims to which an output may still follow."""

    @property
    def known_parameters(self) -> Collection[str]:
        """What the owner takes, as far as a signature of the document or the source says."""
        owner = self.context.owner
        return (*self.context.stated.get(owner, ()), *self._parameters.get(owner, ())) if owner else ()

    @property
    def is_known_owner(self) -> bool:
        """Whether the source says what the owner takes, be it nothing."""
        return self.context.owner in self._parameters

    @property
    def has_parameters(self) -> bool:
        """Whether the document has listed the owner's parameters already."""
        return self.context.owner in self._listed

    def where(self, form: Form, owner: str | None = None) -> Where:
        """Return what the readers of exceptions have to know of the place."""
        context = self.context
        whom = context.owner if owner is None else owner
        return Where(whom, context.names, context.scope, form, context.stated.get(whom, ()))

    def add_symbol(self, words: Passage, symbol: TitleSymbol, form: Form, owner: str) -> None:
        """Add that there is a symbol, and its signature if one is stated."""
        name_place = words.place(symbol.start, symbol.end)
        self.claims.append(
            SymbolClaim(
                place=words.place() if form == "heading" else name_place,
                owner=owner,
                name=symbol.name,
                kind=symbol.kind,
                traits=symbol.traits,
                form=form,
                name_place=name_place,
            )
        )
        if symbol.signature is not None:
            self.add_signature(words, symbol, form, owner)

    def add_signature(self, words: Passage, symbol: TitleSymbol, form: Form, owner: str) -> None:
        signature = symbol.signature
        if signature is None:
            return
        parameters = signature.parameters
        start = symbol.start
        if symbol.offset is not None:
            parameters = signature_places(signature, words, symbol.offset)
            start = max(symbol.offset + signature.start, 0)
        self.context.stated[owner] = tuple(parameter.name for parameter in parameters)
        self.claims.append(
            SignatureClaim(
                place=words.place(start, symbol.text_end),
                owner=owner,
                name=signature.name,
                parameters=parameters,
                returns=signature.returns,
                is_async=signature.is_async,
                is_partial=signature.is_partial,
                has_receiver=signature.has_receiver,
                form=form,
            )
        )

    def add_entries(
        self, entries: list[tuple[Passage, Entry]], subject: Subject, form: Form, *, is_ordered: bool = False
    ) -> None:
        """Add the parameters of a list and the list as a whole."""
        names: list[str] = []
        for words, entry in entries:
            names += [name.name for name in entry.names]
            self.add_entry(words, entry, subject, form)
        if entries:
            if subject == "parameter":
                self._listed.add(self.context.owner)
            first, last = entries[0][0].place(), entries[-1][0].place()
            text = entries[0][0].root.document[first.start : last.end]
            whole = first._replace(end=last.end, end_line=last.end_line, text=text)
            self.claims.append(
                ParameterListClaim(
                    place=whole,
                    owner=self.context.owner,
                    names=tuple(names),
                    subject=subject,
                    is_ordered=is_ordered,
                    form=form,
                )
            )

    def add_entry(self, words: Passage, entry: Entry, subject: Subject, form: Form) -> None:
        owner = self.context.owner
        for name in entry.names:
            self.claims.append(
                ParameterClaim(
                    place=words.place(),
                    owner=owner,
                    name=name.name,
                    subject=subject,
                    stars=name.stars,
                    kind=_STARRED.get(name.stars, entry.kind),
                    is_optional=entry.is_optional,
                    name_place=words.place(name.start, name.end),
                    form=form,
                )
            )
        self.add_details(words, entry, subject, form)

    def add_details(self, words: Passage, entry: Entry, subject: Subject, form: Form) -> None:
        """Add the types and the defaults that an entry states, or a line under it."""
        for name in entry.names:
            for start, end in entry.types:
                self.add_type(words, name.name, start, end, subject, form)
        self.add_defaults(words, entry, subject, form)

    def add_type(
        self, words: Passage, name: str, start: int, end: int, subject: Subject, form: Form, *, owner: str | None = None
    ) -> None:
        text = words.text[start:end]
        lead, trail = len(text) - len(text.lstrip("*_ ")), len(text) - len(text.rstrip("*_ "))
        start, end = start + lead, max(end - trail, start + lead)
        code = words.code_at(start)
        if code is not None and code.end == end:
            start, end = code.inner_start, code.inner_end
        text = words.text[start:end]
        self.claims.append(
            TypeClaim(
                place=words.place(start, end),
                owner=self.context.owner if owner is None else owner,
                name=name,
                subject=subject,
                type=" ".join(text.replace("`", "").replace("\\|", "|").split()),
                form=form,
            )
        )

    def add_defaults(
        self, words: Passage, entry: Entry, subject: Subject, form: Form, *, owner: str | None = None
    ) -> None:
        """Add the defaults of an entry's details, or else those that its description states."""
        stated = entry.defaults or list(find_defaults(words, entry.rest))
        if not stated and subject == "parameter":
            stated = list(find_fallbacks(words, entry.rest))
        if not stated and subject in ("attribute", "constant"):
            stated = list(find_values(words, entry.rest))
        for phrase in stated:
            for name in [phrase.name] if phrase.name else [name.name for name in entry.names]:
                self.claims.append(
                    DefaultClaim(
                        place=words.place(phrase.start, phrase.end),
                        owner=self.context.owner if owner is None else owner,
                        name=name,
                        subject=subject,
                        value=phrase.value.replace("\\|", "|") if words.is_cell else phrase.value,
                        value_place=words.place(phrase.value_start, phrase.value_end),
                        is_code=phrase.is_code,
                        says_required=not phrase.value,
                        form=form,
                    )
                )
        if entry.is_optional is False and not stated:
            self._add_required(words, entry, subject, form)

    def _add_required(self, words: Passage, entry: Entry, subject: Subject, form: Form) -> None:
        for name in entry.names:
            place = words.place(name.start, name.end)
            self.claims.append(
                DefaultClaim(
                    place=place,
                    owner=self.context.owner,
                    name=name.name,
                    subject=subject,
                    value="",
                    value_place=place,
                    says_required=True,
                    form=form,
                )
            )

    def read_prose(
        self, words: Passage, form: Form = "prose", owner: str | None = None, *, has_raises: bool = True
    ) -> None:
        """Add what running text states of exceptions, results, kinds, defaults and names."""
        owner = self.context.owner if owner is None else owner
        self.claims += find_said_messages(words, owner, form)
        self.claims += find_exits(words, owner)
        if has_raises:
            self.claims += find_prose_raises(words, self.where(form, owner))
            self.claims += find_prose_returns(words, owner, form)
        stated = [phrase for phrase in find_defaults(words) if phrase.name]
        for phrase in stated:
            if phrase.name not in _VALUES:
                self._add_default(words, phrase, owner, form)
        self.claims += find_constants(words, owner, self.context, form)
        self.claims += find_parameter_words(words, owner, self.context)
        self._add_implied(words, owner, form, stated)
        self.read_names(words, owner, form)

    def _add_implied(self, words: Passage, owner: str, form: Form, stated: Sequence[DefaultPhrase]) -> None:
        """Add the defaults that are told by what happens without a parameter, where no default is stated as such."""
        usual = find_usual_values(words, self.context.stated.get(owner, ()))
        for phrase in (*usual, *find_most_times(words, self._parameters.get(owner, ()))):
            if not any(phrase.value_start < one.value_end and one.value_start < phrase.value_end for one in stated):
                self._add_default(words, phrase, owner, form, is_implied=True)

    def _add_default(
        self, words: Passage, phrase: DefaultPhrase, owner: str, form: Form, *, is_implied: bool = False
    ) -> None:
        """Add a default that running text states of the parameter that it names."""
        self.claims.append(
            DefaultClaim(
                place=words.place(phrase.start, phrase.end),
                owner=owner,
                name=phrase.name,
                value=phrase.value,
                value_place=words.place(phrase.value_start, phrase.value_end),
                is_code=phrase.is_code,
                is_implied=is_implied,
                form=form,
            )
        )

    def read_names(self, words: Passage, owner: str | None = None, form: Form = "prose") -> None:
        """Add the names in code spans, the inline examples, and what kind a symbol is said to be."""
        owner = self.context.owner if owner is None else owner
        if owner:
            self.claims.append(ProseClaim(place=words.place(), owner=owner, form=form))
        self.claims += read_inline_examples(words, owner)
        self.claims += find_arrow_results(words, self.context)
        self.claims += find_names(words, owner)
        self.claims += find_mentioned_options(words)
        self.claims += find_mentioned_variables(words, self.title)
        self.claims += find_kinds(words, owner, self.context)
        self.claims += find_bases(words, owner, self.context)
        self.claims += find_enumerated_members(words, self.context)
        self.claims += find_access(words, owner)
