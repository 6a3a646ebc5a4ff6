"""How large a window each model needs, computed once for a run, so that nothing is ever cut in silence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reflexion_core.errors import ContextTooSmall
from reflexion_core.prompts import PromptSet
from reflexion_core.records import ModelInfo, ModelRef, RoleName, Source
from reflexion_core.roles.base import TEMPLATE_TOKENS
from reflexion_core.roles.critic import ANSWER_TOKENS
from reflexion_core.roles.critic_modes import MODES
from reflexion_core.run_options import RunOptions
from reflexion_core.source.excerpts import SectionRoom
from reflexion_core.source.symbols import public_symbols

MIN_DOCUMENT_TOKENS = 768
"""A shorter limit would cut every document worth having."""
_USUAL_DOCUMENT_TOKENS = 2048
"""Longest document of a source with few public symbols, where the user sets no limit."""
_TOKENS_A_SYMBOL = 100
"""What each public symbol may take of a longer document, where the user sets no limit."""
_STEP_TOKENS = 1024
"""Windows are rounded up to this, so that sources of about one size share a loaded model."""
_REMARKS_TOKENS = 900
"""Room for the critic's remarks in the adjudicator's prompt, and for the fix in the generator's."""

_ANSWER_PART = 5
"""An answer is this part of the window: a prompt may hold a section once more, beside its part of the source."""
_OUTLINE_PART = 4
"""This part of what is left then is for the signatures of the rest."""
_MOST_OUTLINE_TOKENS = 1500
_LEAST_ANSWER_TOKENS = 256
_LEAST_SOURCE_TOKENS = 512
"""Less of a source than this is not worth reading."""

CountTokens = Callable[[ModelRef, str], int]

_SHARED = ("shared/system", "shared/source")
_PROMPTS: Mapping[RoleName, tuple[str, ...]] = {
    RoleName.GENERATOR: (*_SHARED, "generator/system", "generator/revise"),
    RoleName.CRITIC: (*_SHARED, "critic/system", "critic/review", "critic/ask_again"),
    RoleName.ADJUDICATOR: (*_SHARED, "adjudicator/system", "adjudicator/finish"),
}
_SECTION_WRITERS = (RoleName.GENERATOR, RoleName.ADJUDICATOR)


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
    fixed = {
        place: _fixed_tokens(place, texts[place.role], options, prompts, count_tokens) for place in _places(options)
    }
    limits = {ref: _limit(info, options) for ref, info in infos.items()}
    room = min(_document_room(place.role, tokens, limits[place.model]) for place, tokens in fixed.items())
    longest = options.max_output_tokens or max(_USUAL_DOCUMENT_TOKENS, _TOKENS_A_SYMBOL * len(public_symbols(source)))
    document = min(longest, room)
    if document < min(MIN_DOCUMENT_TOKENS, longest):
        raise _too_small(source, fixed, limits)
    needs: dict[ModelRef, int] = {}
    for place, tokens in fixed.items():
        needs[place.model] = max(needs.get(place.model, 0), tokens + _drafts(place.role) * document)
    contexts = {ref: min(limits[ref], -(-need // _STEP_TOKENS) * _STEP_TOKENS) for ref, need in needs.items()}
    return Windows(contexts, document)


@dataclass(frozen=True)
class SectionWindows:
    """What a run asks its models for that is worked section by section."""

    windows: Windows
    room: SectionRoom


def plan_section_windows(
    source: Source,
    options: RunOptions,
    prompts: PromptSet,
    infos: Mapping[ModelRef, ModelInfo],
    count_tokens: CountTokens,
) -> SectionWindows:
    """Compute the windows for a source that is read in parts, and what fits of it.

    The largest prompt holds a part of the source, the signatures of the rest and a section; its answer is a section.

    Raises:
        ContextTooSmall: the window holds no part that is worth reading.
    """
    refs = {role: options.role(role).model for role in _SECTION_WRITERS}
    fixed = {role: _section_tokens(role, refs[role], prompts, count_tokens) for role in _SECTION_WRITERS}
    limits = {role: _limit(infos[refs[role]], options) for role in _SECTION_WRITERS}
    worst = min(_SECTION_WRITERS, key=lambda role: limits[role] - fixed[role])
    free = limits[worst] - fixed[worst]
    answer = min(options.max_output_tokens or _USUAL_DOCUMENT_TOKENS, free // _ANSWER_PART)
    left = free - 2 * answer
    outline = min(_MOST_OUTLINE_TOKENS, left // _OUTLINE_PART)
    if left - outline < _LEAST_SOURCE_TOKENS:
        raise ContextTooSmall(
            str(refs[worst]),
            prompt_tokens=fixed[worst] + _LEAST_SOURCE_TOKENS,
            answer_tokens=max(answer, _LEAST_ANSWER_TOKENS),
            window_tokens=limits[worst],
            hint=f"take a model with a larger window for the {worst.value}, or raise max_context_tokens:"
            f" not even a section of {source.name} fits",
        )
    # Twice the source is more than all of it with its facts.
    room = SectionRoom(min(left - outline, 2 * count_tokens(refs[worst], source.text)), outline, answer)
    need = fixed[worst] + room.source + room.outline + 2 * room.answer
    smallest = {ref: min(limits[role] for role in _SECTION_WRITERS if refs[role] == ref) for ref in refs.values()}
    contexts = {ref: _limit(info, options) for ref, info in infos.items()} | {
        ref: min(limit, -(-need // _STEP_TOKENS) * _STEP_TOKENS) for ref, limit in smallest.items()
    }
    return SectionWindows(Windows(contexts, answer), room)


def _limit(info: ModelInfo, options: RunOptions) -> int:
    return min(options.max_context_tokens, info.context_tokens or options.max_context_tokens)


def _section_tokens(role: RoleName, ref: ModelRef, prompts: PromptSet, count_tokens: CountTokens) -> int:
    names = (f"{role.value}/system", "shared/excerpt", "generator/section", "generator/part")
    text = "\n".join(prompts[name].text for name in names)
    return count_tokens(ref, text) + _REMARKS_TOKENS + TEMPLATE_TOKENS


@dataclass(frozen=True)
class _Place:
    """A model in a role; a committee has several in the critic's."""

    role: RoleName
    model: ModelRef


def _places(options: RunOptions) -> list[_Place]:
    places = [_Place(role, options.role(role).model) for role in RoleName]
    return places + [_Place(RoleName.CRITIC, ref) for ref in options.critics[1:]]


def shares_model(role: RoleName, options: RunOptions, model: ModelRef | None = None) -> bool:
    """Whether a role's model plays another role too, and is to read the source once for all.

    Args:
        role: The role.
        options: Which model plays which role.
        model: The model that is meant, where several play the role.
    """
    others = [place.model for place in _places(options) if place.role is not role]
    return options.share_prefix and (model or options.role(role).model) in others


def critic_tokens(source: Source, document: str, model: ModelRef, prompts: PromptSet, count_tokens: CountTokens) -> int:
    """Return the window that a critic needs for one document."""
    fixed = "\n".join(prompts[name].text for name in _PROMPTS[RoleName.CRITIC]) + source.text
    need = count_tokens(model, fixed) + count_tokens(model, document) + ANSWER_TOKENS + TEMPLATE_TOKENS
    return -(-need // _STEP_TOKENS) * _STEP_TOKENS


def _drafts(role: RoleName) -> int:
    """Return how many documents a role's window holds: one to read, and for a writer one to write."""
    return 1 if role is RoleName.CRITIC else 2


def _document_room(role: RoleName, fixed: int, limit: int) -> int:
    return (limit - fixed) // _drafts(role)


def _fixed_tokens(
    place: _Place, source_text: str, options: RunOptions, prompts: PromptSet, count_tokens: CountTokens
) -> int:
    system = MODES[options.critic_mode].prompt
    names = [system if name == MODES["deduction"].prompt else name for name in _PROMPTS[place.role]]
    text = "\n".join(prompts[name].text for name in names) + source_text
    extra = ANSWER_TOKENS if place.role is RoleName.CRITIC else _REMARKS_TOKENS
    return count_tokens(place.model, text) + extra + TEMPLATE_TOKENS


def _too_small(source: Source, fixed: Mapping[_Place, int], limits: Mapping[ModelRef, int]) -> ContextTooSmall:
    worst = min(fixed, key=lambda place: _document_room(place.role, fixed[place], limits[place.model]))
    ref = worst.model
    is_critic = worst.role is RoleName.CRITIC
    return ContextTooSmall(
        str(ref),
        prompt_tokens=fixed[worst] + MIN_DOCUMENT_TOKENS - (ANSWER_TOKENS if is_critic else 0),
        answer_tokens=ANSWER_TOKENS if is_critic else MIN_DOCUMENT_TOKENS,
        window_tokens=limits[ref],
        hint=f"take a model with a larger window for the {worst.role.value}, raise max_context_tokens,"
        f" or split {source.name}",
    )
