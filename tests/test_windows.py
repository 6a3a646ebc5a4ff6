"""How large a window each model gets, and what is refused."""

from __future__ import annotations

import pytest

from reflexion_core.errors import ContextTooSmall
from reflexion_core.records import ModelInfo, ModelRef, RoleName, Source
from reflexion_core.roles.critic import ANSWER_TOKENS
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.windows import MIN_DOCUMENT_TOKENS, SectionWindows, Windows, plan_section_windows, plan_windows
from tests.running import PROMPTS, run_options, source

BIG = ModelRef(provider="scripted", name="big")
SMALL = ModelRef(provider="scripted", name="small")
SOURCE = source()


def count_words(_ref: ModelRef, text: str) -> int:
    return len(text.split())


def role(model: ModelRef) -> RoleOptions:
    return RoleOptions(model=model, temperature=0)


def options(**changes: object) -> RunOptions:
    roles = {name.value: role(BIG) for name in RoleName}
    return run_options(**(roles | changes))


def plan(how: RunOptions, of: Source = SOURCE, **limits: int | None) -> Windows:
    infos = {ref: ModelInfo(ref=ref, context_tokens=limits.get(ref.name, 100_000)) for ref in how.models}
    return plan_windows(of, how, PROMPTS, infos, count_words)


def refusal(of: RunOptions, **limits: int) -> ContextTooSmall:
    with pytest.raises(ContextTooSmall) as caught:
        plan(of, **limits)
    return caught.value


def test_one_model_gets_one_window_that_holds_source_and_two_documents() -> None:
    windows = plan(options(max_output_tokens=2048))
    assert windows.document_tokens == 2048
    assert windows.context_tokens[BIG] >= 2 * 2048 + count_words(BIG, SOURCE.text)


def test_a_source_with_many_public_symbols_gets_room_for_a_longer_document() -> None:
    many = SOURCE.model_copy(update={"text": "\n".join(f"def f{number}(): ..." for number in range(43))})
    assert plan(options(max_output_tokens=None), of=many).document_tokens == 4300


def test_a_source_with_few_public_symbols_gets_the_usual_room() -> None:
    assert plan(options(max_output_tokens=None)).document_tokens == 2048


def test_a_window_is_rounded_up_so_that_alike_sources_share_a_loaded_model() -> None:
    assert plan(options()).context_tokens[BIG] % 1024 == 0


def test_a_window_never_exceeds_what_the_model_can_have() -> None:
    assert plan(options(), big=5000).context_tokens[BIG] == 5000


def test_a_window_never_exceeds_what_the_user_allows() -> None:
    windows = plan(options(max_context_tokens=5000))
    assert windows.context_tokens[BIG] == 5000
    assert windows.document_tokens < 2048


def test_a_model_that_does_not_say_its_limit_is_held_to_the_users() -> None:
    assert plan(options(max_context_tokens=5000), big=None).context_tokens[BIG] == 5000


def test_documents_get_less_room_on_a_small_model() -> None:
    of = options(adjudicator=role(SMALL))
    windows = plan(of, small=4000)
    assert MIN_DOCUMENT_TOKENS <= windows.document_tokens < 2048
    assert windows.answer_tokens(RoleName.GENERATOR) == windows.answer_tokens(RoleName.ADJUDICATOR)
    assert windows.context_tokens[SMALL] == 4000


def test_the_critic_has_room_for_its_answer_whatever_a_document_gets() -> None:
    assert plan(options(max_output_tokens=100)).answer_tokens(RoleName.CRITIC) == ANSWER_TOKENS


def test_a_critic_alone_on_its_model_needs_room_for_one_document_only() -> None:
    windows = plan(options(critic=role(SMALL)))
    assert windows.context_tokens[SMALL] < windows.context_tokens[BIG]


@pytest.mark.parametrize("name", list(RoleName))
def test_prompt_and_answer_fit_the_window_for_every_role(name: RoleName) -> None:
    windows = plan(options(critic=role(SMALL)), small=3500, big=5000)
    window = windows.context_tokens[SMALL if name is RoleName.CRITIC else BIG]
    prompts = _prompt_texts(name.value)
    prompt = sum(count_words(BIG, text) for text in prompts) + count_words(BIG, SOURCE.text)
    assert prompt + windows.document_tokens + windows.answer_tokens(name) <= window


def test_what_cannot_fit_is_refused_with_the_numbers() -> None:
    error = refusal(options(generator=role(SMALL)), small=2000)
    assert error.window_tokens == 2000
    assert error.answer_tokens == MIN_DOCUMENT_TOKENS
    assert error.prompt_tokens + error.answer_tokens > error.window_tokens
    assert error.message.startswith("'scripted:small' holds 2,000 tokens; the prompt has ")
    assert error.hint == (
        "take a model with a larger window for the generator, raise max_context_tokens, or split shapes.py"
    )


def test_the_critics_answer_is_counted_once_in_a_refusal() -> None:
    of = options(critic=role(SMALL))
    error = refusal(of, small=1500)
    assert error.answer_tokens == ANSWER_TOKENS
    prompts = _prompt_texts("critic")
    words = sum(count_words(SMALL, text) for text in prompts) + count_words(SMALL, SOURCE.text)
    assert words + MIN_DOCUMENT_TOKENS < error.prompt_tokens < words + MIN_DOCUMENT_TOKENS + 200


def test_a_user_who_wants_short_documents_is_not_refused_for_long_ones() -> None:
    assert plan(options(max_output_tokens=64), big=3000).document_tokens == 64


def plan_parts(how: RunOptions, **limits: int) -> SectionWindows:
    infos = {ref: ModelInfo(ref=ref, context_tokens=limits.get(ref.name, 100_000)) for ref in how.models}
    many = SOURCE.model_copy(update={"text": SOURCE.text * 300})
    return plan_section_windows(many, how, PROMPTS, infos, count_words)


def test_a_part_the_rest_and_two_sections_fit_the_window() -> None:
    planned = plan_parts(options(), big=6000)
    room = planned.room
    prompts = sum(count_words(BIG, PROMPTS[name].text) for name in ("generator/system", "generator/section"))
    assert prompts + room.source + room.outline + 2 * room.answer <= 6000
    assert planned.windows.context_tokens[BIG] == 6000


def test_the_smallest_window_of_those_who_write_decides_how_much_is_read() -> None:
    wide = plan_parts(options()).room
    assert plan_parts(options(adjudicator=role(SMALL)), small=6000).room.source < wide.source
    assert plan_parts(options(critic=role(SMALL)), small=2000).room == wide


def test_a_window_that_holds_no_part_is_refused_with_the_numbers() -> None:
    with pytest.raises(ContextTooSmall) as caught:
        plan_parts(options(), big=1500)
    assert caught.value.window_tokens == 1500
    assert caught.value.hint.endswith("not even a section of shapes.py fits")


def _prompt_texts(role: str) -> list[str]:
    """Return the texts of a role's prompts, those of the other critic mode left out."""
    others = {"critic/fault_finding", "generator/section"}
    ids = [item.id for item in PROMPTS.versions if item.id.startswith(role) and item.id not in others]
    return [PROMPTS[name].text for name in ids]
