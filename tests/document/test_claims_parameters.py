from __future__ import annotations

import pytest

from reflexion_core.document.find_claims import find_claims

HEAD = "## `grow(principal, rate, years=1, *args, **kwargs)`\n\n"


def stated(body: str) -> dict[str, tuple[str, str | None]]:
    """Return each parameter's stated type and default under a function's heading."""
    claims = find_claims(HEAD + body)
    types = {claim.name: claim.type for claim in claims.types}
    defaults = {claim.name: claim.value for claim in claims.defaults}
    return {claim.name: (types.get(claim.name, ""), defaults.get(claim.name)) for claim in claims.parameters}


@pytest.mark.parametrize(
    "body",
    [
        "### Parameters\n\n- `years` (`int`): how long. Default: `3`.\n",
        "### Parameters\n\n* `years` (int, default `3`): how long.\n",
        "### Arguments\n\n+ `years` (`int`, optional, default=3) - how long.\n",
        "**Parameters**\n\n- **years** (`int`): how long. Defaults to 3.\n",
        "**Parameters:**\n- **years** (int, optional): how long. Defaults to `3`.\n",
        "**Args**:\n- `years` – `int`, default `3` – how long.\n",
        "Parameters:\n\n- `years: int = 3` – how long.\n",
        "Parameters:\n- `years` (`int` = `3`) — how long.\n",
        "Parameters:\n- **`years`** (*int*, default: 3): how long.\n",
        "Parameters:\n- **years (int):** how long (default: `3`)\n",
        "Parameters:\n- **years:** `int`, how long (default 3).\n",
        "Parameters:\n- `years` *(int)*: how long. (default = 3)\n",
        "Parameters:\n- years (int): how long. Default is `3`.\n",
        "Parameters:\n- years (int, 3 by default): how long.\n",
        "Parameters:\n- `years`: `int` - how long. `3` by default.\n",
        "Parameters:\n- `years` (`int`, optional, `3`): how long.\n",
        "Parameters:\n- __years__ (int): how long, default value is 3\n",
        "Parameters:\n- _years_ (int): how long. The default is 3.\n",
        "Parameters:\n1. `years` (`int`) — how long. Optional, `3`.\n",
        "- **Parameters**:\n  - `years` (`int`): how long. Defaults to `3`\n",
        "- Parameters:\n    * `years` (`int`, defaults to `3`): how long\n",
        "The parameters are:\n\n- `years` (`int`): how long; `3` is the default.\n",
        "Args:\n    years (int): How long. Defaults to 3.\n",
        "Args:\n    years (int, optional): How long.\n        It goes on here. Defaults to 3.\n",
        "**Args:**\n\n    years (int): How long. Defaults to 3.\n",
        "Parameters\n----------\nyears : int, default 3\n    How long.\n",
        "Parameters\n----------\nyears : int, optional (default: 3)\n    How long.\n",
        "Parameters\n----------\nyears : int, optional\n    How long. By default `years` is 3.\n",
        "Parameters\n----------\nyears: int, default=3\n    How long.\n",
        "Parameters\n----------\nyears\n    How long. It must be of type `int`. The default is\n    `3`.\n",
        ":param int years: How long. Defaults to 3.\n",
        ":param years: How long. Defaults to ``3``.\n:type years: int\n",
        ":param years: How long.\n:type years: int, default 3\n",
        "| Parameter | Type | Default | Description |\n|---|---|---|---|\n| `years` | `int` | `3` | How long |\n",
        "| Default | Description | Name | Type |\n|---|---|---|---|\n| 3 | How long | years | int |\n",
        "| Argument | Meaning | Type |\n|---|---|---|\n| `years` | How long (default: `3`) | int |\n",
        "| Arg | Type | Required | Default |\n|:--|:-:|:-:|--:|\n| **years** | `int` | No | 3 |\n",
        "| Param | Data type | Notes |\n|---|---|---|\n| `years` | int, default 3 | How long |\n",
        "### Parameters\n\n`years` (`int`): how long. Defaults to `3`.\n",
        "### Parameters\n\n**years** : `int`, default 3\n",
        "Parameters:\n- `years`: how long.\n  - **Type**: `int`\n  - **Default**: `3`\n",
        "- **Parameters**:\n  - `years`: How long.\n    - Type: int\n    - Default value: 3\n",
        "### Parameters\n\n* **years**: How long.\n    * *Type:* `int`, optional\n    * *Default:* `3`\n",
        "### Keyword arguments\n\n- `years` [int]: how long. Defaults to 3.\n",
        "### Parameters:\n- `years=3` (`int`): how long.\n",
    ],
)
def test_each_way_of_writing_a_parameter_states_its_type_and_default(body: str) -> None:
    assert stated(body) == {"years": ("int", "3")}


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("Parameters:\n- `principal`, `rate`: numbers\n", ("principal", "rate")),
        ("Parameters:\n- `principal` and `rate`: numbers\n", ("principal", "rate")),
        ("Parameters:\n- **principal** / **rate** – numbers\n", ("principal", "rate")),
        ("| Parameter | Meaning |\n|---|---|\n| `principal`, `rate` | numbers |\n", ("principal", "rate")),
        ("Parameters\n----------\nprincipal, rate : float\n    Numbers.\n", ("principal", "rate")),
        (
            "Args:\n    principal: a\n    rate: b\n    *args: c\n    **kwargs: d\n",
            ("principal", "rate", "args", "kwargs"),
        ),
        ("- `principal` – a\n- `rate` – b\n", ("principal", "rate")),
        ("Parameters:\n- `*args`: a\n- `**kwargs`: b\n", ("args", "kwargs")),
        ("Parameters:\n- \\*args: a\n- \\*\\*kwargs: b\n", ("args", "kwargs")),
        ("Parameters:\n- *args: a\n- **kwargs: b\n", ("args", "kwargs")),
        ("Parameters:\n- **\\*args**: a\n- **\\*\\*kwargs**: b\n", ("args", "kwargs")),
        ("Parameters\n----------\nprincipal : float\n    A.\nrate\n    B, in words.\n", ("principal", "rate")),
        ("Parameters\n----------\n`principal`\n    A (a sum).\n`rate`\n    (0 to 1) B.\n", ("principal", "rate")),
        (":param principal: a\n:param rate: b\n", ("principal", "rate")),
        ("It takes two arguments, in this order:\n\n1. `principal` – a\n2. `rate` – b\n", ("principal", "rate")),
    ],
)
def test_a_list_keeps_its_parameters_in_order(body: str, names: tuple[str, ...]) -> None:
    (found,) = find_claims(HEAD + body).parameter_lists
    assert (found.names, found.owner) == (names, "grow")


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("`rate` (`float`, keyword-only): x", "keyword-only"),
        ("`rate`: x, keyword only.", "keyword-only"),
        ("`rate`: x; keyword-only", "keyword-only"),
        ("`rate`: x. This is a keyword-only argument.", "keyword-only"),
        ("`rate`: x. Positional only.", "positional-only"),
        ("`*rate`: x", "var-positional"),
        ("`**rate`: x, as `y` and `z` are positional only, these may be used", "var-keyword"),
        ("`rate`: x", None),
    ],
)
def test_a_parameters_kind_is_only_what_is_said(entry: str, kind: str | None) -> None:
    found = find_claims(f"{HEAD}Parameters:\n- {entry}\n").parameters
    assert [claim.kind for claim in found if not claim.is_mention] == [kind]


@pytest.mark.parametrize(
    ("entry", "is_optional"),
    [
        ("`rate` (`float`, optional): x", True),
        ("`rate` (required): x", False),
        ("`rate` (`float`): x", None),
        ("`rate`: Optional. x", True),
        ("`rate`: an optional mapping of x", None),
    ],
)
def test_optional_and_required_are_kept(entry: str, is_optional: bool | None) -> None:
    (claim,) = find_claims(f"{HEAD}Parameters:\n- {entry}\n").parameters
    assert claim.is_optional is is_optional


@pytest.mark.parametrize(
    ("header", "cell", "is_optional"),
    [("Required", "Yes", False), ("Required", "no", True), ("Optional", "yes", True), ("Required", "optional", True)],
)
def test_a_column_tells_whether_a_parameter_is_required(header: str, cell: str, is_optional: bool) -> None:
    table = f"| Name | {header} |\n|---|---|\n| `rate` | {cell} |\n"
    (claim,) = find_claims(f"{HEAD}### Parameters\n\n{table}").parameters
    assert claim.is_optional is is_optional


@pytest.mark.parametrize(
    "body",
    [
        "Some steps:\n\n- Open the file\n- `path`: where it is\n",
        "### Notes\n\n- Rates: they change.\n- Years: they pass.\n",
        "### See also\n\n- `shrink` – the reverse\n",
        "### Parameters\n\nNone.\n",
        "### Parameters\n\nThis function takes no parameters.\n",
        "Parameters:\n- None\n",
        "| Year | Sum |\n|---|---|\n| 1 | 5 |\n",
    ],
)
def test_what_is_no_list_of_parameters_claims_none(body: str) -> None:
    assert find_claims(HEAD + body).parameters == ()


def test_forwarded_options_are_told_apart_from_parameters() -> None:
    table = "| Option | Default |\n|---|---|\n| `width` | `12` |\n"
    (claim,) = find_claims(f"{HEAD}### Options\n\n{table}").parameters
    assert claim.subject == "option"


def test_attributes_are_told_apart_from_parameters() -> None:
    claims = find_claims("# class Foo\n\nAttributes:\n\n- `a` (`int`): x\n", ["Foo"])
    assert [(claim.owner, claim.name, claim.subject) for claim in claims.parameters] == [("Foo", "a", "attribute")]


def test_the_name_alone_can_be_replaced() -> None:
    document = f"{HEAD}Parameters:\n\n- **\\*\\*kwargs** (`int`): x\n"
    (claim,) = find_claims(document).parameters
    assert document[claim.name_place.start : claim.name_place.end] == "kwargs"
    assert claim.name_place.line == 5


def test_constants_have_values() -> None:
    document = "## Constants\n\n| Constant | Value |\n|---|---|\n| `LIMIT` | `10` |\n"
    (claim,) = find_claims(document).defaults
    assert (claim.name, claim.value, claim.subject) == ("LIMIT", "10", "constant")


@pytest.mark.parametrize(
    "entry",
    ["- `note` (`str`): a remark.", "- **note** (str) – a remark.", "- `default`: what else.", "- `note`: a remark."],
)
def test_a_parameter_may_be_called_like_the_title_of_a_remark(entry):
    document = f"## `f`\n\n**Parameters**\n\n- `first`: one.\n{entry}\n"
    assert len(find_claims(document, ["f"]).parameters) == 2


def test_a_remark_among_parameters_is_no_parameter():
    document = "## `f`\n\n**Parameters**\n\n- `first`: one.\n- Note: it may be slow.\n"
    assert [one.name for one in find_claims(document, ["f"]).parameters] == ["first"]


def test_an_untitled_list_of_what_the_source_takes_is_a_list_of_parameters():
    document = "## `f()`\n\nDoes it.\n\n- `first`: one.\n- `secnd`: two.\n"
    lists = find_claims(document, ["f"], {"f": ("first", "second")}).parameter_lists
    assert [one.names for one in lists] == [("first", "secnd")]


def test_an_untitled_list_may_show_by_its_words_that_it_is_one_of_parameters():
    document = "## `f()`\n\nDoes it.\n\n- `other`: The size. It is of type `int` and defaults to `2`.\n"
    assert [one.name for one in find_claims(document, ["f"], {"f": ("size",)}).parameters] == ["other"]


def test_an_untitled_list_of_other_names_is_none_of_parameters():
    document = "## `f()`\n\nIt knows these:\n\n- `red`: as a rose.\n- `blue`: as the sea.\n"
    assert find_claims(document, ["f"], {"f": ("colour",)}).parameters == ()


def test_bare_names_below_a_list_of_parameters_are_no_second_list():
    document = "## `Box`\n\n**Parameters**\n\n- `width`: one.\n- `height`: two.\n\nIt has:\n\n- `width`\n- `area`\n"
    lists = find_claims(document, ["Box"], {"Box": ("width", "height")}).parameter_lists
    assert [one.names for one in lists] == [("width", "height")]


@pytest.mark.parametrize(
    "line", ["Required: yes", "**Required**: True", "Optional: no", "**Default**: N/A", "Default: no default"]
)
def test_a_line_under_an_entry_says_that_it_has_to_be_given(line: str) -> None:
    claims = find_claims(f"{HEAD}Parameters:\n- `years`: how long.\n  - {line}\n").defaults
    assert [(claim.name, claim.says_required, claim.line) for claim in claims] == [("years", True, 5)]
