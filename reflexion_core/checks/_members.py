"""Whether a class, or the module, has the members that a document lists."""

from __future__ import annotations

from reflexion_core.checks._standing import Names, Standing
from reflexion_core.document.claims import MemberClaim
from reflexion_core.source.facts import ClassFact

_NOTHING = Standing("foreign")


def judge_member(names: Names, claim: MemberClaim) -> Standing:
    """Return what the source says of a listed member; `foreign` where nothing makes it one of the source's.

    That it would have to be one, the entries beside it show: of a list of members most are there.
    """
    kind = names.facts.class_(claim.owner)
    if kind is None and claim.owner:
        return _NOTHING
    standing = names.member(kind, claim.name) if kind is not None else _in_module(names, claim)
    if standing.state != "missing":
        return standing
    if not _is_of_members(names, claim, kind) or names.is_python(claim.name):
        return _NOTHING
    if doubt := _doubt(names, claim, kind):
        return Standing("unsure", holder=kind, reason=doubt)
    return standing


def _in_module(names: Names, claim: MemberClaim) -> Standing:
    has = names.facts.has_name(claim.name)
    if has is not False:
        return Standing("there" if has else "unsure", names.facts.symbol(claim.name))
    return Standing("missing", near=names.standing(claim.name).near)


def _is_of_members(names: Names, claim: MemberClaim, kind: ClassFact | None) -> bool:
    known = [name for name in claim.siblings if _has(names, kind, name)]
    if claim.is_said:
        return bool(known) and 2 * len(known) >= len(claim.siblings)
    is_telling = claim.is_call or (kind is not None and kind.kind == "enum" and claim.name.isupper())
    return len(known) >= (1 if is_telling else 2) and len(known) == len(claim.siblings)


def _has(names: Names, kind: ClassFact | None, name: str) -> bool:
    return bool(names.facts.has_name(name) if kind is None else kind.has_member(name))


def _doubt(names: Names, claim: MemberClaim, kind: ClassFact | None) -> str:
    """Return why what a class does not have may still be right; empty where it cannot."""
    if kind is not None and any(parameter.name == claim.name for parameter in kind.constructor or ()):
        return f"`{claim.name}` is a parameter, and may be kept in a way that is not seen"
    if not claim.is_holder_named and names.all_called(claim.name):
        return f"something else in the source is called `{claim.name}`"
    if not claim.is_call and not claim.is_said and names.is_word_of_source(claim.name):
        return f"`{claim.name}` stands in the source, though not as a symbol of its own"
    return ""
