"""How large a window each model needs, computed once for a run, so that nothing is ever cut in silence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reflexion_core.errors import ContextTooSmall
from reflexion_core.prompts import PromptSet
from reflexion_core.records import ModelInfo, ModelRef, RoleName, RunOptions, Source
from reflexion_core.roles.critic import ANSWER_TOKENS
from reflexion_core.roles.critic_modes import MODES
from reflexion_core.source.symbols import public_symbols

MIN_DOCUMENT_TOKENS = 768
"""A shorter limit would cut every document worth having."""
_USUAL_DOCUMENT_TOKENS = 2048
"""Longest document of a source with few public symbols, where the user sets no limit."""
_TOKENS_A_SYMBOL = 100
"""What each public symbol may take of a longer document, where the user sets no limit."""
_STEP_TOKENS = 1024
"""Windows are rounded up to this, so that sources of about one size share a loaded model."""
_TEMPLATE_TOKENS = 96
"""What chat templates add around two messages."""
_REMARKS_TOKENS = 900
"""Room for the critic's remarks in the adjudicator's prompt, and for the fix in the generator's."""

CountTokens = Callable[[ModelRef, str], int]

_SHARED = ("shared/system", "shared/source")
_PROMPTS: Mapping[RoleName, tuple[str, ...]] = {
    RoleName.GENERATOR: (*_SHARED, "generator/system", "generator/revise"),
    RoleName.CRITIC: (*_SHARED, "critic/system", "critic/review", "critic/ask_again"),
    RoleName.ADJUDICATOR: (*_SHARED, "adjudicator/system", "adjudicator/finish"),
}


@dataclass(frozen=True)
class Windows:
    """What a run asks its models for."""

    context_tokens: Mapping[ModelRef, int]
    """The window of each model: one for all its roles, so that it is loaded once."""
    document_tokens: int
    """The longest document that a role may write."""

    def answer_tokens(self, role: RoleName) -> int:
        return ANSWER_TOKENS if role is RoleName.CRITIC else self.document_tokens


def plan_windows(
    source: Source,
    options: RunOptions,
    prompts: PromptSet,
    infos: Mapping[ModelRef, ModelInfo],
    count_tokens: CountTokens,
    facts: str = "",
    criteria: str = "",
) -> Windows:
    """Compute the windows.

    The largest prompt of a role holds the source and a whole draft, and its answer may be another whole
    draft. Where that is too much for a model, documents get less room, down to `MIN_DOCUMENT_TOKENS`.

    Args:
        source: What the documents are about.
        options: The models, and what the user allows.
        prompts: What they are asked with.
        infos: What is known of each model.
        count_tokens: How long a text is for a model.
        facts: What code knows of the source.
        criteria: What the critic reads of the rubric.

    Raises:
        ContextTooSmall: source and answer do not fit; carries the numbers.
    """
    has_facts = {role: role is RoleName.GENERATOR or shares_model(role, options) for role in RoleName}
    texts = {role: source.text + (facts if has_facts[role] else "") for role in RoleName}
    texts[RoleName.CRITIC] += criteria
    fixed = {role: _fixed_tokens(role, texts[role], options, prompts, count_tokens) for role in RoleName}
    limits = {
        ref: min(options.max_context_tokens, info.context_tokens or options.max_context_tokens)
        for ref, info in infos.items()
    }
    room = min(_document_room(role, fixed[role], limits[options.role(role).model]) for role in RoleName)
    longest = options.max_output_tokens or max(_USUAL_DOCUMENT_TOKENS, _TOKENS_A_SYMBOL * len(public_symbols(source)))
    document = min(longest, room)
    if document < min(MIN_DOCUMENT_TOKENS, longest):
        raise _too_small(source, options, fixed, limits)
    needs: dict[ModelRef, int] = {}
    for role in RoleName:
        ref = options.role(role).model
        needs[ref] = max(needs.get(ref, 0), fixed[role] + _drafts(role) * document)
    contexts = {ref: min(limits[ref], -(-need // _STEP_TOKENS) * _STEP_TOKENS) for ref, need in needs.items()}
    return Windows(contexts, document)


def shares_model(role: RoleName, options: RunOptions) -> bool:
    """Whether a role's model plays another role too, and is to read the source once for all."""
    others = [options.role(other).model for other in RoleName if other is not role]
    return options.share_prefix and options.role(role).model in others


def critic_tokens(source: Source, document: str, model: ModelRef, prompts: PromptSet, count_tokens: CountTokens) -> int:
    """Return the window that a critic needs for one document."""
    fixed = "\n".join(prompts[name].text for name in _PROMPTS[RoleName.CRITIC]) + source.text
    need = count_tokens(model, fixed) + count_tokens(model, document) + ANSWER_TOKENS + _TEMPLATE_TOKENS
    return -(-need // _STEP_TOKENS) * _STEP_TOKENS


def _drafts(role: RoleName) -> int:
    """Return how many documents a role's window holds: one to read, and for a writer one to write."""
    return 1 if role is RoleName.CRITIC else 2


def _document_room(role: RoleName, fixed: int, limit: int) -> int:
    return (limit - fixed) // _drafts(role)


def _fixed_tokens(
    role: RoleName, source_text: str, options: RunOptions, prompts: PromptSet, count_tokens: CountTokens
) -> int:
    system = MODES[options.critic_mode].prompt
    names = [system if name == MODES["deduction"].prompt else name for name in _PROMPTS[role]]
    text = "\n".join(prompts[name].text for name in names) + source_text
    extra = ANSWER_TOKENS if role is RoleName.CRITIC else _REMARKS_TOKENS
    return count_tokens(options.role(role).model, text) + extra + _TEMPLATE_TOKENS


def _too_small(
    source: Source, options: RunOptions, fixed: Mapping[RoleName, int], limits: Mapping[ModelRef, int]
) -> ContextTooSmall:
    def room(role: RoleName) -> int:
        return _document_room(role, fixed[role], limits[options.role(role).model])

    worst = min(RoleName, key=room)
    ref = options.role(worst).model
    is_critic = worst is RoleName.CRITIC
    return ContextTooSmall(
        str(ref),
        prompt_tokens=fixed[worst] + MIN_DOCUMENT_TOKENS - (ANSWER_TOKENS if is_critic else 0),
        answer_tokens=ANSWER_TOKENS if is_critic else MIN_DOCUMENT_TOKENS,
        window_tokens=limits[ref],
        hint=f"take a model with a larger window for the {worst.value}, raise max_context_tokens,"
        f" or split {source.name}",
    )
