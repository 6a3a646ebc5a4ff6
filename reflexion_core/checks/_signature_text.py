"""The source's signature, written the way in which a document writes signatures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reflexion_core.checks._owners import Call
from reflexion_core.checks._signature_faults import RECEIVERS
from reflexion_core.document.claims import SignatureClaim
from reflexion_core.source.facts import ParameterFact

_WIDTH = 120
"""Characters of a signature's line in a fence."""


@dataclass(frozen=True)
class _Style:
    """What a document's signature shows."""

    has_annotations: bool
    has_defaults: bool
    has_returns: bool


def write_signature(claim: SignatureClaim, call: Call) -> str:
    """Return a call on one line, with annotations and defaults where the claim has them, without Markdown's escapes."""
    head = _head(claim, call)
    return f"{head}({', '.join(_parameters(claim, call))}){_tail(claim, call)}"


def write_replacement(claim: SignatureClaim, call: Call, document: str) -> str:
    """Return what stands in the document in place of the claim's words once they are mended."""
    text = write_signature(claim, call)
    if claim.form == "fence":
        is_long = "\n" in claim.text or len(text) > _WIDTH
        return _on_lines(claim, call) if is_long and call.parameters else text
    if _is_in_code(document, claim.place.start):
        return text.replace("|", "\\|") if claim.form == "table" else text
    if "*" in claim.text and "\\" not in claim.text:
        return text
    text = text.replace("*", "\\*")
    return text.replace("_", "\\_") if "\\_" in claim.text else text


def shown(claim: SignatureClaim) -> str:
    """Return a claim's words on one line, without Markdown's escapes."""
    return re.sub(r"\\([\\`*_{}\[\]()#+\-.!|<>~])", r"\1", " ".join(claim.text.split()))


def _on_lines(claim: SignatureClaim, call: Call) -> str:
    indent = re.search(r"\(\n([ \t]+)", claim.text)
    lead = indent[1] if indent else "    "
    base = lead[: max(len(lead) - 4, 0)]
    lines = [f"{lead}{parameter}," for parameter in _parameters(claim, call)]
    return "\n".join([f"{_head(claim, call)}(", *lines, f"{base}){_tail(claim, call)}"])


def _head(claim: SignatureClaim, call: Call) -> str:
    words = " ".join(claim.text.partition("(")[0].split())
    if words.startswith("def ") and call.is_async:
        return f"async {words}"
    return words.removeprefix("async ") if words.startswith("async ") and not call.is_async else words


def _tail(claim: SignatureClaim, call: Call) -> str:
    return f" -> {call.returns}" if _style(claim, call).has_returns and call.returns else ""


def _style(claim: SignatureClaim, call: Call) -> _Style:
    stated = claim.parameters
    return _Style(
        has_annotations=any(parameter.annotation for parameter in stated) or (not stated and claim.returns is not None),
        has_defaults=any(parameter.default for parameter in stated) or not _is_plain(claim, call),
        has_returns=claim.returns is not None,
    )


def _is_plain(claim: SignatureClaim, call: Call) -> bool:
    """Say whether the claim leaves defaults out on purpose: it names a parameter that has one."""
    optional = {parameter.name for parameter in call.parameters if parameter.has_default}
    return any(parameter.name in optional for parameter in claim.parameters)


def _parameters(claim: SignatureClaim, call: Call) -> Iterator[str]:
    style = _style(claim, call)
    if claim.has_receiver and not any(parameter.name in RECEIVERS for parameter in call.parameters):
        first = re.search(r"\(\s*(self|cls)\b", claim.text)
        yield first[1] if first else "self"
    yield from _with_marks([_styled(parameter, style) for parameter in call.parameters])


def _styled(parameter: ParameterFact, style: _Style) -> ParameterFact:
    return replace(
        parameter,
        annotation=parameter.annotation if style.has_annotations else None,
        default=parameter.default if style.has_defaults else None,
    )


def _with_marks(parameters: Sequence[ParameterFact]) -> Iterator[str]:
    """Yield parameters with `/` and `*` where they belong."""
    before = None
    for parameter in parameters:
        if before == "positional_only" and parameter.kind != "positional_only":
            yield "/"
        if parameter.kind == "keyword_only" and before not in ("keyword_only", "var_positional"):
            yield "*"
        yield str(parameter)
        before = parameter.kind
    if before == "positional_only":
        yield "/"


def _is_in_code(document: str, position: int) -> bool:
    line = document[document.rfind("\n", 0, position) + 1 : position]
    return line.count("`") % 2 == 1
