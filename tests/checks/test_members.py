import pytest

from reflexion_core.checks.names import NamesCheck
from tests.checks.papers import findings, mended, verdicts
from tests.checks.program import SOURCE

HEAD = "# Store\n\n## `Store`\n\nKeeps values by key.\n\n"
TABLE = HEAD + "| Member | Meaning |\n|---|---|\n| `put(key, value)` | Sets it. |\n"


def found(document: str) -> list[str]:
    return [finding.message for finding in findings(NamesCheck, document, SOURCE, "stores.py")]


@pytest.mark.parametrize(
    "document",
    [
        TABLE + "| `{}(key)` | Removes it. |\n",
        HEAD + "It has these methods:\n\n- `put` – sets a value\n- `{}` – removes it\n",
        HEAD + "**Methods**: `put`, `read`, `{}`\n",
        HEAD + "Methods: `put()`, `read()` and `{}()`.\n",
        HEAD + "- **`put(key, value)`** — sets it.\n- **`{}(key)`** — removes it.\n",
        HEAD + "- **put(key, value)** – sets it.\n- **{}(key)** – removes it.\n",
        HEAD + "**Methods**\n\nput(key, value)\n: Sets it.\n\n{}(key)\n: Removes it.\n",
        HEAD + "Methods:\n\n- put(key, value): sets it.\n- {}(key): removes it.\n",
        HEAD + "- `put`: sets one\n- `read`: reads one\n- `{}`: removes one\n- `close`: ends\n",
        HEAD + "### Methods\n\n| Method | Description |\n|---|---|\n| `read` | reads |\n| `{}` | removes |\n",
        "The class `Store` offers the following methods:\n\n* `put(key, value)`: sets it\n* `{}(key)`: removes it\n",
        "A `Store` has the methods `put`, `read` and `{}`.\n",
        "The methods `put` and `{}` of `Store` change it.\n",
    ],
)
def test_a_listed_member_that_the_class_lacks_is_found_however_it_is_listed(document: str) -> None:
    assert found(document.format("delete")) == []
    (message,) = found(document.format("purge"))
    assert message.endswith("names `Store.purge`; class `Store` (line 58) has no `purge`")


@pytest.mark.parametrize(
    "document",
    [
        "`Color` has the members `RED` and `{}`.\n",
        '## `Color`\n\n- `RED` = `"red"`\n- `{}` = `"green"`\n',
        "## `Color`\n\n| Member | Value |\n|---|---|\n| `RED` | `red` |\n| `{}` | `green` |\n",
    ],
)
def test_a_member_that_an_enum_lacks_is_found(document: str) -> None:
    assert found(document.format("GREEN")) == []
    assert len(found(document.format("BLUE"))) == 1


def test_a_function_that_the_module_lacks_is_found_beside_those_that_it_has() -> None:
    assert found("**Functions**: `copy_all`, `connect`\n") == []
    assert len(found("**Functions**: `copy_all`, `disconnect_all`\n")) == 1


@pytest.mark.parametrize(
    "document",
    [
        "`Loose` has the methods `put` and `get_all`.\n",
        HEAD + "Unlike a `dict`, which has the methods `get`, `pop` and `update`, it is small.\n",
        HEAD + "Objects passed in need the methods `read` and `seek`.\n",
        HEAD + "The `Table` class of `sqlstore` offers these methods:\n\n- `put(key)`\n- `fetch(key)`\n",
        HEAD + "- `put(key, value)` - sets it\n- `len(store)` - the number of entries\n",
        HEAD + "Used functions:\n\n- `os.remove`\n- `os.replace`\n",
        HEAD + "- `path` – where it is kept\n- `mode` – how it is opened\n",
    ],
)
def test_what_may_be_a_member_of_something_else_is_left_alone(document: str) -> None:
    assert found(document) == []


def test_a_class_with_computed_members_cannot_be_told() -> None:
    judged = verdicts(NamesCheck, "`Loose` has the methods `put` and `get_all`.\n", SOURCE, "stores.py")
    assert [verdict.outcome for verdict in judged] == ["right", "cannot_tell"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The method `close` ends it.", "The property `close` ends it."),
        ("The property `elapsed` tells seconds.", "The method `elapsed` tells seconds."),
        ("`from_env` is a class method.", "`from_env` is a static method."),
        ("- `normalise(key)` (static method): strips", "- `normalise(key)` (class method): strips"),
        ("The class `Config` holds settings.", "The function `Config` holds settings."),
    ],
)
def test_a_wrong_kind_of_one_word_is_mended(right: str, wrong: str) -> None:
    assert found(HEAD + right) == []
    document = HEAD + wrong
    assert mended(document, findings(NamesCheck, document, SOURCE, "stores.py")) == HEAD + right


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("- `flush()` *(async)* – writes", "- `close()` *(async)* – ends"),
        ("The coroutine `flush` writes.", "The coroutine `close` writes."),
        ("Use `await store.flush()`.", "Use `await store.close()`."),
        ("`elapsed` is a read-only property.", "`size` is a read-only property."),
        ("- `elapsed` (read-only): seconds", "- `size` (read-only): entries"),
        ("The generator `keys()` gives all.", "The generator `close()` gives all."),
        ("The abstract method `Base.read` is written.", "The abstract method `Base.name_of` is written."),
        ("`limit` is a class attribute.", "`path` is a class attribute."),
        ("`Config` is a dataclass.", "`Color` is a dataclass."),
        ("`Color` is an enum.", "`Config` is an enum."),
        ("The abstract base class `Base` is small.", "The abstract base class `Config` is small."),
        ("**Properties**: `elapsed`, `size`", "**Properties**: `elapsed`, `close`"),
        ("Properties:\n\n- `elapsed`: seconds\n- `size`: all", "Properties:\n\n- `elapsed`: seconds\n- `close`: all"),
        (
            "| Name | Kind |\n|---|---|\n| `elapsed` | property |\n| `flush` | coroutine |",
            "| Name | Kind |\n|---|---|\n| `elapsed` | property |\n| `close` | coroutine |",
        ),
    ],
)
def test_a_wrong_kind_is_found_in_any_wording(right: str, wrong: str) -> None:
    assert found(HEAD + right) == []
    assert len(found(HEAD + wrong)) == 1


@pytest.mark.parametrize(
    "words",
    [
        "`path` is None if it is an enum.",
        "The method `size` of the file is used.",
        "`await other.close()` ends another.",
        "`Store` is a context manager only through `locked`.",
    ],
)
def test_words_on_something_else_are_no_wrong_kind(words: str) -> None:
    assert found(HEAD + words) == []


@pytest.mark.parametrize(
    "document",
    [
        TABLE + "| `{}` | Seconds. |\n",
        HEAD + "- `put(key, value)` – sets it\n- `{}` – seconds\n",
        HEAD + "### `{}`\n\nSeconds.\n",
    ],
)
def test_a_property_shown_as_a_call_is_found_and_mended(document: str) -> None:
    wrong = document.format("elapsed()")
    reported = findings(NamesCheck, wrong, SOURCE, "stores.py")
    assert len(reported) == 1
    assert mended(wrong, reported) == document.format("elapsed")


def test_a_name_that_the_module_shares_with_an_instance_is_read_as_the_instance() -> None:
    document = HEAD + "Call `store.put(key, value)` to set one.\n"
    assert findings(NamesCheck, document, SOURCE, "store.py") == []


@pytest.mark.parametrize(
    "document",
    [
        HEAD + "| Property | Kind |\n|---|---|\n| `size` | property |\n| `put` | method |\n",
        HEAD + "| Attribute | Meaning |\n|---|---|\n| `path` | where it is |\n| `close()` | ends it |\n",
        HEAD + "| Attribute | Meaning |\n|---|---|\n| `path` | where it is |\n| `close` | a method that ends it |\n",
        HEAD + "Attributes and methods:\n\n- `path` – where it is\n- `close` – ends it\n",
        HEAD + "It has these properties:\n\n- `size` – how many\n- `close` (method) – ends it\n",
    ],
)
def test_a_title_over_members_of_several_kinds_says_nothing_of_one_that_tells_its_own(document: str) -> None:
    assert found(document) == []


def test_a_title_over_members_says_what_they_are_where_they_do_not_tell_it_themselves() -> None:
    assert len(found(HEAD + "| Attribute | Meaning |\n|---|---|\n| `path` | where |\n| `close` | ends it |\n")) == 1


def test_a_method_that_no_container_of_python_has_is_found_beside_inherited_ones() -> None:
    source = (
        "from collections.abc import MutableMapping\n\n\nclass Drawer(MutableMapping):\n"
        "    def sort(self):\n        return sorted(self)\n"
    )
    document = "# `Drawer`\n\nA drawer.\n\nInherited methods: `pop()`, `{}()` and `setdefault()`.\n"
    assert findings(NamesCheck, document.format("update"), source) == []
    assert len(findings(NamesCheck, document.format("union"), source)) == 1


def test_what_an_unknown_base_may_bring_is_not_missed() -> None:
    source = "from shelves import Shelf\n\n\nclass Drawer(Shelf, dict):\n    def sort(self):\n        return 1\n"
    document = "# `Drawer`\n\nA drawer.\n\nInherited methods: `pop()`, `union()` and `setdefault()`.\n"
    assert findings(NamesCheck, document, source) == []
