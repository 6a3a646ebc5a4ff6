"""Calls → examples with what running them gave."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from reflexion_core.records import Source
from reflexion_core.sandbox.base import BlockResult, ExampleBlock, ExampleLimits, ExampleRequest, Sandbox
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.stopping import Stop
from reflexion_core.true_page.page import ShownCall
from reflexion_core.true_page.samples import sample_calls

_MOST_TRIED = 24
_MOST_SHOWN = 10
"""Examples on a page."""
_MOST_EACH = 2
"""Examples of one symbol."""
_LONGEST = 70
"""Characters of an output that a reader would still look at."""
_LIMITS = ExampleLimits(seconds=2.0)


def executed_examples(
    source: Source, facts: ModuleFacts, sandbox: Sandbox, rng: random.Random, stop: Stop
) -> dict[str, list[ShownCall]]:
    """Return examples by symbol: calls that were tried, and gave something that can be shown.

    Raises:
        Cancelled: the stop was given while they ran.
    """
    tried = sample_calls(facts, rng, _MOST_TRIED)
    blocks = tuple(
        ExampleBlock(code="\n".join([*call.imports, *call.setup, line]))
        for _, call in tried
        for line in (call.expression, f"print({call.expression})")
    )
    request = ExampleRequest(module_name=facts.name, module_text=source.text, blocks=blocks, limits=_LIMITS)
    results = sandbox.run(request, stop) if blocks else ()
    found: defaultdict[str, list[ShownCall]] = defaultdict(list)
    for place, (owner, call) in enumerate(tried):
        shown = _shown(owner, call, results[2 * place : 2 * place + 2], facts)
        is_room = sum(map(len, found.values())) < _MOST_SHOWN and len(found[owner]) < _MOST_EACH
        if shown is not None and is_room:
            found[owner].append(shown)
    return dict(found)


def _shown(owner: str, call: ShownCall, results: Sequence[BlockResult], facts: ModuleFacts) -> ShownCall | None:
    asked, printed = results
    if not (asked.is_telling and asked.is_deterministic and asked.statements):
        return None
    last = asked.statements[-1]
    if last.exception is not None:
        names = [fact.name for fact in facts.escapes(owner)]
        text = f"{last.exception.type}: {last.exception.message}"
        is_stated = last.exception.type in names and last.exception.message and _is_short(text)
        is_builtin = facts.class_(last.exception.type) is None  # its name would have to be imported
        return replace(call, error=text) if is_stated and is_builtin else None
    output = printed.stdout.removesuffix("\n")
    if asked.status != "ok" or last.value is None or not (_is_short(last.value) and _is_short(output)):
        return None
    return replace(call, value=last.value, printed=output)


def _is_short(text: str) -> bool:
    return bool(text.strip()) and "\n" not in text and len(text) <= _LONGEST and " at 0x" not in text
