"""Fences: signatures, examples and what they print, dicts that are returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile

from reflexion_core.document.claim_collector import Collector
from reflexion_core.document.claim_constants import find_fenced_constants
from reflexion_core.document.claim_docstrings import read_block
from reflexion_core.document.claim_examples import (
    StatedSignature,
    find_imports,
    read_example,
    read_output,
    read_signatures,
)
from reflexion_core.document.claim_lists import read_dict
from reflexion_core.document.claim_options import find_shell_options
from reflexion_core.document.claim_result_keys import read_key_lines
from reflexion_core.document.claim_roles import ENTRY_ROLES
from reflexion_core.document.claim_titles import TitleSymbol
from reflexion_core.document.claim_variables import find_shell_variables
from reflexion_core.document.claims import ExampleClaim, ReturnClaim, Role
from reflexion_core.document.docstring_blocks import indent_of
from reflexion_core.document.layout import Fence


class FenceReader(Collector):
    """Reads fences by what stands in them and around them."""

    def _fence(self, fence: Fence) -> None:
        role = self.context.role
        self.claims += find_shell_options(fence)
        self.claims += find_shell_variables(fence)
        is_output = "output" in (role, self.lead)
        if self.context.label_role == "output":
            self.context.label_role = ""
        if is_output and self._output(fence, is_said=True):
            return
        if fence.is_indented and role in ENTRY_ROLES and ">>>" not in fence.code:
            if not (role == "returns" and self.is_dict and self._key_lines(fence)):
                self._entries(fence, role)
            return
        if role in ("returns", "yields") or self.is_dict:
            read_dict(self, self.document, fence.lines)
            if "{" in fence.code[:3]:
                return
        signatures = self._accepted(read_signatures(fence)) if role != "examples" else ()
        if signatures:
            self._signatures(signatures)
            return
        if self._output(fence):
            return
        if role == "constants" or self.context.owner.isupper():
            self.claims += find_fenced_constants(fence, self.context.owner, self.context)
        claim = read_example(fence, self.context.owner)
        self.example = None
        if claim is not None:
            self.claims.append(claim)
            self.claims += find_imports(claim, fence.lines, self.document)
            self.example = len(self.claims) - 1
            while not isinstance(self.claims[self.example], ExampleClaim):
                self.example -= 1

    def _key_lines(self, fence: Fence) -> bool:
        """Read the keys in lines that stand so deep below "Returns:" that Markdown takes them for code."""
        keys = read_key_lines(self.document, fence.lines, has_lead=True)
        self.is_dict = False
        if keys:
            place = keys[0].place
            self.claims.append(ReturnClaim(place=place, owner=self.context.owner, keys=keys, form="docstring"))
        return bool(keys)

    def _entries(self, fence: Fence, role: Role) -> None:
        """Read the entries that go on behind a blank line; what is deeper than they are belongs to the one above."""
        lines = list(fence.lines)
        if self.entry_indent >= 0:
            lines = list(dropwhile(lambda line: not line.text.strip() or indent_of(line) > self.entry_indent, lines))
        read_block(self, self.document, lines, role, "google")

    def _accepted(self, signatures: tuple[StatedSignature, ...]) -> tuple[StatedSignature, ...]:
        """Return signatures if they are; plain ones may be calls, unless their names are known or the heading's."""
        context = self.context
        tail = context.owner.rpartition(".")[2]
        for item in signatures:
            name = item.signature.name.rpartition(".")[2]
            is_known = context.names.knows(item.signature.name, context.scope) or name == tail
            if (
                item.signature.is_plain
                and not item.words.text.startswith("def", item.offset)
                and not is_known
                and context.names
            ):
                return ()
        return signatures

    def _signatures(self, signatures: tuple[StatedSignature, ...]) -> None:
        self.example = None
        context = self.context
        for item in signatures:
            owner = self._owner_of(item)
            signature = item.signature
            start = item.offset + item.words.text[item.offset :].find(signature.name, signature.start)
            traits = _decorated(item.decorators, is_async=signature.is_async)
            symbol = TitleSymbol(
                signature.name,
                start,
                start + len(signature.name),
                "class" if signature.is_class else ("property" if "property" in traits else None),
                traits,  # type: ignore[arg-type]
                None if signature.has_bases else signature,
                item.offset,
                item.offset + signature.end,
            )
            self.add_symbol(item.words, symbol, "fence", owner)
            context.nearby = owner
            self.is_passing = False
        if len(signatures) > 1 and len({self._owner_of(item) for item in signatures}) > 1:
            context.nearby = ""

    def _owner_of(self, item: StatedSignature) -> str:
        context = self.context
        frame = context.frames[-1] if context.frames else None
        owner = frame.qualname if frame else ""
        name = item.signature.name
        if owner and owner.rpartition(".")[2] == name.rpartition(".")[2]:
            return owner
        if owner and frame is not None and not frame.is_class and not context.names.knows(name, context.scope):
            return owner
        return context.resolve(name)

    def _output(self, fence: Fence, *, is_said: bool = False) -> bool:
        """Add what a fence shows to the example before it; say whether it does.

        Args:
            fence: The fence.
            is_said: Whether the words above say that it is the output, so that what looks like code is none.
        """
        output = read_output(fence)
        index = self.example
        if output is None or index is None:
            return False
        claim = self.claims[index]
        again = read_example(fence, "") if fence.info == "" and not is_said else None
        if not isinstance(claim, ExampleClaim) or again is not None or claim.form == "doctest":
            return False
        self.claims[index] = replace(claim, outputs=(*claim.outputs, output))
        self.example = None
        return True


def _decorated(decorators: Sequence[str], *, is_async: bool) -> frozenset[str]:
    known = {
        "property": "property",
        "cached_property": "property",
        "functools.cached_property": "property",
        "staticmethod": "static method",
        "classmethod": "class method",
        "abstractmethod": "abstract",
        "contextmanager": "context manager",
        "contextlib.contextmanager": "context manager",
    }
    traits = {known[name] for name in decorators if name in known}
    return frozenset(traits | ({"async"} if is_async else set()))
