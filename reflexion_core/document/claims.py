"""What a document says that can be checked against its source without judgement.

A claim knows where it stands. `Place.start` and `Place.end` are offsets into the document that was given, so
that `document[place.start:place.end] == place.text` and code can replace exactly the words that are wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

SymbolKind = Literal["function", "method", "class", "property", "attribute", "constant", "exception"]
Trait = Literal[
    "async",
    "generator",
    "async generator",
    "coroutine",
    "iterator",
    "property",
    "context manager",
    "static method",
    "class method",
    "abstract",
    "read-only",
    "class attribute",
    "instance attribute",
    "dataclass",
    "enum",
    "named tuple",
    "protocol",
    "abstract class",
    "settable",
    "synchronous",
]
ParameterKind = Literal["positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword"]
Form = Literal["heading", "fence", "inline", "list", "detail", "table", "docstring", "prose"]
"""How a claim is written: `docstring` is a Google, NumPy or Sphinx block, `inline` a code span of its own, `detail` a
line under the entry that it belongs to, with nothing else in it."""
Role = Literal[
    "",
    "parameters",
    "attributes",
    "options",
    "returns",
    "yields",
    "raises",
    "examples",
    "output",
    "members",
    "constants",
    "other",
]
"""What a part of a document is for; empty for a symbol's own words."""
Subject = Literal["parameter", "attribute", "option", "constant", "return", "yield"]
Manner = Literal["", "self", "number", "truth", "one by one"]
"""What a result is said to be without a type: the object itself, how many, whether, several in turn."""
OutputKind = Literal["printed", "value", "raises", "doctest", "block"]


class Place(NamedTuple):
    """Some words of the document."""

    line: int
    """Their first line, counted from 1."""
    end_line: int
    """Their last line."""
    start: int
    """Offset of the first character in the document."""
    end: int
    """Offset after the last character."""
    text: str
    """The words exactly as they stand there, line ends and list marks between them included."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement with its place and the symbol that it is about."""

    place: Place
    owner: str = ""
    """Qualified name of the function or class that the place is about; empty where that is not clear."""

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def end_line(self) -> int:
        return self.place.end_line

    @property
    def text(self) -> str:
        return self.place.text


@dataclass(frozen=True, kw_only=True)
class SymbolClaim(Claim):
    """There is such a function, class, method, property or constant. The owner is the symbol itself."""

    name: str
    """As written, without arguments."""
    kind: SymbolKind | None = None
    """What the document calls it, if it does."""
    traits: frozenset[Trait] = frozenset()
    """What else it is said to be."""
    form: Form = "heading"
    name_place: Place
    part_end_line: int = 0
    """Last line of the symbol's part of the document; 0 where the form is not a heading."""


@dataclass(frozen=True)
class StatedParameter:
    """One parameter of a stated signature."""

    name: str
    """Without stars."""
    kind: ParameterKind
    annotation: str | None = None
    default: str | None = None
    place: Place | None = None
    """The whole parameter; None where the signature holds escapes and has no exact place for it."""


@dataclass(frozen=True, kw_only=True)
class SignatureClaim(Claim):
    """The symbol is called like this. The place is the signature from `async`, `def` or its name to its end."""

    name: str
    """As written; dotted if the document dots it."""
    parameters: tuple[StatedParameter, ...] = ()
    """In the order stated, without a leading `self` or `cls`."""
    returns: str | None = None
    is_async: bool = False
    is_partial: bool = False
    """Whether it has `...` in place of some parameters: what is left out is not denied."""
    has_receiver: bool = False
    """Whether a leading `self` or `cls` was left out of the parameters."""
    form: Form = "heading"


@dataclass(frozen=True, kw_only=True)
class ParameterClaim(Claim):
    """The owner has such a parameter (attribute, forwarded option)."""

    name: str
    """Without stars."""
    subject: Subject = "parameter"
    """`option` is a key that the document tells apart from the owner's own parameters."""
    stars: str = ""
    kind: ParameterKind | None = None
    """Only if it is said in words or by stars."""
    is_optional: bool | None = None
    """What is said: optional, required, or nothing."""
    is_mention: bool = False
    """Whether running text says it of a name, which may be something else than a parameter."""
    name_place: Place
    """The name alone, without marks and stars."""
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class ParameterListClaim(Claim):
    """A list of parameters as a whole: who reads it takes it for complete and in order."""

    names: tuple[str, ...]
    """In the order stated, without stars."""
    subject: Subject = "parameter"
    is_ordered: bool = False
    """Whether the document numbers them or says that this is their order."""
    is_partial: bool = False
    """Whether the document says that there are more."""
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class ParameterCountClaim(Claim):
    """The owner takes so many arguments."""

    count: int
    is_required: bool = False
    """Whether it is said of the required ones alone."""


@dataclass(frozen=True, kw_only=True)
class DefaultClaim(Claim):
    """A parameter has this default, or this is a constant's value."""

    name: str
    subject: Subject = "parameter"
    value: str
    """As written, without quotes of Markdown; empty if the parameter is said to have none."""
    value_place: Place
    """The value without backticks; the words that say "none" where there is no value."""
    is_code: bool = False
    """Whether the value is in backticks, a signature or a docstring's `default=`."""
    says_required: bool = False
    is_ambiguous: bool = False
    """Whether "None" in a table may as well mean that there is no default."""
    is_implied: bool = False
    """Whether a sentence tells it by what happens without the parameter, and does not call it a default."""
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class CountClaim(Claim):
    """A constant holds so many items, or an enum has so many members."""

    name: str
    count: int


@dataclass(frozen=True, kw_only=True)
class TypeClaim(Claim):
    """A parameter, attribute or result is of this type."""

    name: str = ""
    """Empty for a result."""
    subject: Subject = "parameter"
    type: str
    """As written, without backticks; may be words ("list of str")."""
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class RaisesClaim(Claim):
    """The owner raises this, or is said not to."""

    type: str = ""
    """As written, perhaps dotted; empty where it is said that nothing is raised."""
    type_place: Place | None = None
    message: str | None = None
    """As written, with its placeholders; None if no message is stated."""
    message_place: Place | None = None
    """The message without its quotes."""
    condition: str = ""
    """The words that tell when."""
    is_negative: bool = False
    is_only: bool = False
    """Whether this is said to be the only exception."""
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class MessageClaim(Claim):
    """An error has this message; which exception it is, the words do not say. The place is the message."""

    message: str
    is_sure: bool = True
    """Whether the words call it a message."""
    form: Form = "prose"


@dataclass(frozen=True, kw_only=True)
class ExitClaim(Claim):
    """The program ends with this code."""

    code: int
    code_place: Place


@dataclass(frozen=True)
class StatedKey:
    """A key of a returned dict."""

    name: str
    place: Place
    type: str = ""


@dataclass(frozen=True, kw_only=True)
class ReturnClaim(Claim):
    """What the owner returns or yields."""

    subject: Subject = "return"
    type: str = ""
    """As written, may be words; empty if none is stated."""
    type_place: Place | None = None
    constant: str | None = None
    """A value that it returns in some case, as written: `None`, `-1`, `"x"`."""
    constant_place: Place | None = None
    condition: str = ""
    keys: tuple[StatedKey, ...] = ()
    elements: tuple[str, ...] = ()
    """Names of a returned tuple's members, in order."""
    elements_place: Place | None = None
    """Where the names stand that only commas separate; None where they stand otherwise."""
    length: int | None = None
    """Number of a returned tuple's members, if stated."""
    is_negative: bool = False
    """Whether it is said that nothing is returned."""
    manner: Manner = ""
    form: Form = "prose"


@dataclass(frozen=True)
class StatedOutput:
    """What an example is said to print, return or raise."""

    kind: OutputKind
    """`block` is all that the example prints, in a fence of its own; `doctest` what follows a `>>>` statement."""
    text: str
    """The output alone, without comment marks and words such as "prints"."""
    place: Place
    statement_line: int = 0
    """First line of the statement that it belongs to, in the example's code, counted from 1; 0 for a block."""
    statement_end_line: int = 0
    ignores_detail: bool = False
    """Whether a doctest directive says that a message need not be the same."""
    is_elided: bool = False
    """Whether `...` in it stands for anything."""


@dataclass(frozen=True, kw_only=True)
class ExampleClaim(Claim):
    """Code that a reader will run. The place is the code without its fence."""

    code: str
    """What is to be run. A session's prompts are left out and the lines that it shows are blank, so that the
    lines count as in the document."""
    language: str
    """What stands behind the fence's marks, lower case; `inline` for code in a sentence."""
    form: Literal["script", "doctest", "inline"] = "script"
    outputs: tuple[StatedOutput, ...] = ()
    is_runnable: bool = True
    reason: str = ""
    """Why it cannot be run, if it cannot: "syntax", "fragment"."""
    is_fresh: bool = False
    """Whether it imports for itself; else it may go on from the examples before it."""
    is_skipped: bool = False
    """Whether the document says that it is not to be run or fails on purpose."""
    skipped_lines: frozenset[int] = frozenset()
    """The lines of statements in the code, counted from 1, of which the document says that they are not to be run."""

    @property
    def run_code(self) -> str:
        """The code with blank lines in place of the statements that are not to be run."""
        if not self.skipped_lines:
            return self.code
        lines = self.code.split("\n")
        return "\n".join("" if number in self.skipped_lines else line for number, line in enumerate(lines, start=1))


@dataclass(frozen=True, kw_only=True)
class ImportClaim(Claim):
    """This can be imported."""

    module: str
    """With leading dots if it is relative."""
    name: str | None = None
    """What is imported from it; None for the module itself."""
    form: Form = "fence"


@dataclass(frozen=True, kw_only=True)
class NameClaim(Claim):
    """A dotted name or a call in a code span. Whether it is the source's, the claim does not know."""

    name: str
    """Dotted, without arguments."""
    is_call: bool = False
    arguments: str = ""
    """What stands between the parentheses of a call."""


@dataclass(frozen=True, kw_only=True)
class MemberClaim(Claim):
    """The owner, a class, has such a member; the module where there is no owner."""

    name: str
    is_call: bool = False
    """Whether it is written with parentheses."""
    is_said: bool = False
    """Whether a title or sentence says that these are members, and not their place alone."""
    is_holder_named: bool = False
    """Whether that sentence names the class."""
    siblings: tuple[str, ...] = ()
    """What else is listed with it."""
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class BaseClaim(Claim):
    """The owner, a class, inherits from this. The place is the base's name; where `is_turned`, the owner's."""

    base: str
    """As written, perhaps dotted."""
    is_loose: bool = False
    """Whether it is only said to be one: "a `KeyError`"."""
    is_turned: bool = False
    """Whether it is said of the base: "`StoreError` is the base class of `Closed`"."""
    is_alone: bool = False
    """Whether no other base is named with it."""


@dataclass(frozen=True, kw_only=True)
class OptionClaim(Claim):
    """The program has such an option of the command line."""

    name: str
    """With its dashes."""
    aliases: tuple[str, ...] = ()
    """Other names that are given to the same option."""
    siblings: tuple[str, ...] = ()
    """Options that are listed or given beside it."""
    program: str = ""
    """What is called with it, in a shell session."""
    given: str = ""
    """The word behind it in a shell session, which may be its value."""
    is_said: bool = False
    """Whether running text tells to use it, and speaks of no other program."""
    default: str = ""
    default_place: Place | None = None
    is_default_code: bool = False
    choices: tuple[str, ...] = ()
    has_all_choices: bool = False
    """Whether the choices are given as all that there are."""
    is_required: bool | None = None
    """What is said: required, optional, or nothing."""
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class VariableClaim(Claim):
    """The program reads such a variable of the environment."""

    name: str
    siblings: tuple[str, ...] = ()
    is_said: bool = False
    """Whether it is called a variable of the environment."""
    default: str = ""
    default_place: Place | None = None
    is_default_code: bool = False
    form: Form = "list"


@dataclass(frozen=True, kw_only=True)
class ProseClaim(Claim):
    """Running text: a paragraph, an entry, a cell. What it states, a check looks for itself."""

    form: Form = "prose"


@dataclass(frozen=True, kw_only=True)
class InventedClaim(Claim):
    """Words of a kind that a source seldom bears out."""

    kind: Literal[
        "version", "history", "author", "licence", "date", "requirement", "package", "installation", "performance"
    ]
    value: str
    """The figure, name or version itself."""


@dataclass(frozen=True, kw_only=True)
class LeftoverClaim(Claim):
    """Words that are no documentation."""

    kind: Literal["preamble", "sign-off", "placeholder", "empty section", "fence", "thinking"]


@dataclass(frozen=True, kw_only=True)
class PartClaim(Claim):
    """A heading or label such as "Raises" with what stands under it."""

    role: Role
    part_end_line: int
    """The last line under it that is its own."""


@dataclass(frozen=True)
class Claims:
    """All claims of a document, by kind, each kind in document order."""

    symbols: tuple[SymbolClaim, ...] = ()
    signatures: tuple[SignatureClaim, ...] = ()
    parameters: tuple[ParameterClaim, ...] = ()
    parameter_lists: tuple[ParameterListClaim, ...] = ()
    parameter_counts: tuple[ParameterCountClaim, ...] = ()
    defaults: tuple[DefaultClaim, ...] = ()
    counts: tuple[CountClaim, ...] = ()
    types: tuple[TypeClaim, ...] = ()
    raises: tuple[RaisesClaim, ...] = ()
    messages: tuple[MessageClaim, ...] = ()
    exits: tuple[ExitClaim, ...] = ()
    returns: tuple[ReturnClaim, ...] = ()
    examples: tuple[ExampleClaim, ...] = ()
    imports: tuple[ImportClaim, ...] = ()
    names: tuple[NameClaim, ...] = ()
    members: tuple[MemberClaim, ...] = ()
    bases: tuple[BaseClaim, ...] = ()
    options: tuple[OptionClaim, ...] = ()
    variables: tuple[VariableClaim, ...] = ()
    prose: tuple[ProseClaim, ...] = ()
    invented: tuple[InventedClaim, ...] = ()
    leftovers: tuple[LeftoverClaim, ...] = ()
    parts: tuple[PartClaim, ...] = ()

    def __iter__(self) -> Iterator[Claim]:
        """Yield every claim, kind after kind."""
        return chain(
            self.symbols,
            self.signatures,
            self.parameters,
            self.parameter_lists,
            self.parameter_counts,
            self.defaults,
            self.counts,
            self.types,
            self.raises,
            self.messages,
            self.exits,
            self.returns,
            self.examples,
            self.imports,
            self.names,
            self.members,
            self.bases,
            self.options,
            self.variables,
            self.prose,
            self.invented,
            self.leftovers,
            self.parts,
        )
