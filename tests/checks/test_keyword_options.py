"""Options that are taken by `**kwargs`."""

from __future__ import annotations

import pytest

from reflexion_core.checks.defaults import DefaultsCheck
from reflexion_core.checks.parameters import ParametersCheck
from tests.checks.papers import findings, verdicts

READS = {
    "pop": '    sep = kwargs.pop("sep", ";")\n    if kwargs:\n        raise TypeError(sorted(kwargs))\n',
    "get": '    sep = kwargs.get("sep", ";")\n',
    "setdefault": '    sep = kwargs.setdefault("sep", ";")\n    return sep\n',
    "handed on": "    return _options(kwargs)\n",
    "passed": "    return _join(line, **kwargs)\n",
}
HELPERS = """
def _options(given):
    found = {"sep": given.pop("sep", ";")}
    if given:
        raise TypeError("unexpected")
    return found


def _join(line, *, sep=";"):
    return sep
"""


def source(read: str) -> str:
    return f"def join(line, **kwargs):\n{READS[read]}\n{HELPERS}\n\ndef split(line, **kwargs):\n{READS[read]}"


BODIES = [
    '## `join(line, **kwargs)`\n\n### Options\n\n- `sep`: between two cells. Default: `"{}"`.\n',
    '## `join(line, **kwargs)`\n\n**Parameters**\n\n- `line`: the line.\n- `sep` (str, default `"{}"`): a mark.\n',
    '## `join(line, **kwargs)`\n\n| Option | Default |\n|---|---|\n| `sep` | `"{}"` |\n',
    '## Options\n\nBoth functions take these keyword arguments:\n\n`sep`\n: A mark. Defaults to a sign (`"{}"`).\n',
    '## Options\n\nAll functions take these options:\n\n- `sep`: a mark (default: `"{}"`).\n',
]


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("body", BODIES)
def test_the_default_of_a_keyword_option_is_compared(read: str, body: str) -> None:
    assert not findings(DefaultsCheck, body.format(";"), source(read))
    (finding,) = findings(DefaultsCheck, body.format(","), source(read))
    assert "`;`" in finding.message or '";"' in finding.message


def listed(name: str) -> str:
    return f"## `join(line, **kwargs)`\n\n**Parameters**\n\n- `line`: the line.\n- `{name}`: a mark.\n"


@pytest.mark.parametrize("read", ["pop", "handed on", "passed"])
def test_an_option_that_is_refused_is_wrong(read: str) -> None:
    assert not findings(ParametersCheck, listed("sep"), source(read))
    (finding,) = findings(ParametersCheck, listed("colour"), source(read))
    assert "`colour`" in finding.message
    assert finding.expected == "sep"


@pytest.mark.parametrize(
    "read",
    [
        '    sep = kwargs.get("sep", ";")\n',
        '    sep = kwargs.pop("sep", ";")\n    return other(line, **kwargs)\n',
        '    sep = kwargs.pop("sep", ";")\n    more = dict(kwargs)\n    if kwargs:\n        raise TypeError\n',
    ],
)
def test_an_option_that_may_be_taken_elsewhere_cannot_be_told(read: str) -> None:
    text = f"def join(line, **kwargs):\n{read}"
    assert not findings(ParametersCheck, listed("colour"), text)
    assert "cannot_tell" in {verdict.outcome for verdict in verdicts(ParametersCheck, listed("colour"), text)}


def test_an_option_that_is_read_with_several_defaults_cannot_be_told() -> None:
    text = 'def join(line, **kwargs):\n    a = kwargs.get("sep", ";")\n    b = kwargs.get("sep", ":")\n'
    assert not findings(DefaultsCheck, BODIES[0].format(","), text)


def test_an_option_of_several_functions_is_right_if_one_of_them_has_that_default() -> None:
    text = 'def join(line, **kwargs):\n    kwargs.get("sep", ";")\n\n\n'
    text += 'def split(line, **kwargs):\n    kwargs.get("sep", ",")\n'
    assert not findings(DefaultsCheck, BODIES[3].format(","), text)


def test_an_option_of_several_functions_that_is_none_by_default_is_judged_by_what_takes_its_place() -> None:
    read = '    sep = kwargs.get("sep")\n    print(sep)\n'
    text = f"def join(line, **kwargs):\n{read}\n\ndef split(line, **kwargs):\n{read}"
    assert len(findings(DefaultsCheck, BODIES[3].format(","), text)) == 1
    assert not findings(DefaultsCheck, BODIES[3].format(","), text.replace("print(sep)", 'print(sep or ",")'))
