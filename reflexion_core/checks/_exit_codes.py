"""The exit codes that a document states, against the `sys.exit(…)` and `SystemExit(…)` of the source."""

from __future__ import annotations

import re

from reflexion_core.checks._raisers import find_raiser
from reflexion_core.checks.base import Mistake, Paper
from reflexion_core.document.claims import ExitClaim
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import FunctionFact

_FRAMEWORK = re.compile(
    r"\b(?:argparse|click|typer|fire|docopt|unittest|pytest)\b|(?<!sys)\.exit\(|\b(?:os\._exit|os\.abort)\b"
)
_WHOLE = re.compile(r"-?\d+")


def wrong_exit(paper: Paper, claim: ExitClaim) -> tuple[Mistake | None, ExceptionFact] | None:
    """Judge an exit code: the mistake, if any, with the exit of the source; None where it cannot be told."""
    function = _function(paper, claim)
    if function is None:
        return None
    exits = [fact for fact in function.raises if fact.type == "SystemExit"]
    codes = {str(fact.message): fact for fact in exits if fact.message is not None}
    if str(claim.code) in codes:
        return None, codes[str(claim.code)]
    is_clear = bool(exits) and all(fact.message is not None for fact in exits) and all(map(_WHOLE.fullmatch, codes))
    if not is_clear or _may_end_otherwise(paper, function, claim.code):
        return None
    stated = {str(one.code) for one in paper.claims.exits if one.owner == claim.owner}
    free = [code for code in codes if code not in stated] or list(codes)
    fact = codes[free[0]]
    mistake = Mistake(
        f"Line {claim.line} says that `{function.qualname}` ends with the exit code {claim.code};"
        f" the source has {' or '.join(codes)} (line {fact.line})",
        expected=free[0] if len(free) == 1 else "",
        replacement=(claim.code_place, free[0]) if len(free) == 1 else None,
    )
    return mistake, fact


def _function(paper: Paper, claim: ExitClaim) -> FunctionFact | None:
    """Return the function that a claim is about: its owner, or else the only one that ends the program."""
    raiser = find_raiser(paper, claim.owner) if claim.owner else None
    if raiser is not None:
        return raiser.symbol if isinstance(raiser.symbol, FunctionFact) else None
    ending = [one for one in paper.facts.all_functions() if any(fact.type == "SystemExit" for fact in one.raises)]
    return ending[0] if len(ending) == 1 else None


def _may_end_otherwise(paper: Paper, function: FunctionFact, code: int) -> bool:
    """Say whether a code may come from what is returned, from a library, or from a run that ends as it should."""
    returns = function.returns
    values = [shape.value.value if shape.value is not None else code for shape in returns.returns]
    ends_well = not returns.every_path_returns or bool(values)
    return code in values or (code == 0 and ends_well) or _FRAMEWORK.search(paper.source_text) is not None
