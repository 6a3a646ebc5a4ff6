"""Examples that fail for want of the program around them."""

from __future__ import annotations

import pytest

from reflexion_core.sandbox.base import Sandbox
from reflexion_core.source.reading import read_source
from reflexion_core.verification import Verification, Verifier

SOURCE = """\
def share(part, whole):
    return part / whole


class Box:
    def describe(self) -> str:
        return "box"
"""


def verify(sandbox: Sandbox, body: str) -> Verification:
    return Verifier(read_source("shares.py", SOURCE.encode(), max_bytes=10_000), sandbox).verify(
        f"# shares\n\n{body}\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        '```python\n@app.get("/x")\ndef handler():\n    return 1\n```',
        '```python\nfrom shares import share\n\n@app.get("/x")\ndef handler():\n    return share(1, 2)\n```',
        "```python\nurlpatterns = [path('x', views.index)]\n```",
        "```python\nlogger.info('started')  # prints started\n```",
        "- `describe()` → `str`, for log files.",
        "- `describe()` → `dict[str, int]`",
        "`describe()` returns `'box'`.",
        "```python\nprint(share(total, 2))\n```",
        "```python\nfor part in parts:\n    print(share(part, 2))\n```",
        "```python\nprint(kit.describe())\n```",
        "```python\nbox.describe()\n```",
        "```python\nfor box in boxes:\n    print(box.describe())\n```",
        "```python\nprint(share(total, 2))  # prints 0.5\n```",
    ],
)
def test_a_piece_of_another_program_is_not_wrong(sandbox: Sandbox, body: str) -> None:
    assert [finding for finding in verify(sandbox, body).findings if finding.check == "examples"] == []


@pytest.mark.parametrize(
    "body",
    [
        "```python\nfrom shares import share\nprint(shares(1, 2))\n```",
        "```python\nfrom shares import share\nprint(share(total, 2))\n```",
        "```python\nimport math\nprint(share(total, 2))\n```",
        "```python\n>>> share(total, 2)\n0.5\n```",
        "```python\nprint(share(shares, 2))\n```",
        "```python\nprint(share(Treu, 2))\n```",
        "```python\nprint(share(math.pi, 2))\n```",
        "```python\nprint(share_all(share(1, 2)))\n```",
        "```python\nprint(share(total, 2))\n```\n\n```python\ntotal = 1\nprint(share(total, 2))\n```",
        "```python\nprint(share(half, 2))\n```\n\n```python\nfrom shares import share as half\n```",
        "```python\n>>> box.describe()\n'box'\n```",
        "```python\nprint(Boxx.describe)\n```",
        "`share(1, 2)` → `0.25`",
        "`share(1, 2)` → `None`",
    ],
)
def test_an_example_of_the_source_that_fails_stays_wrong(sandbox: Sandbox, body: str) -> None:
    assert [finding.check for finding in verify(sandbox, body).findings if finding.check == "examples"] == ["examples"]


def test_what_a_fragment_says_wrongly_of_the_source_is_found_all_the_same(sandbox: Sandbox) -> None:
    code = "```python\nprint(share(total, 2))\nprint(share(1, 2))  # prints {}\n```"
    assert [finding for finding in verify(sandbox, code.format("0.5")).findings if finding.check == "examples"] == []
    assert 5 in [finding.doc_line for finding in verify(sandbox, code.format("0.7")).findings]


def test_a_type_behind_an_arrow_is_what_is_returned(sandbox: Sandbox) -> None:
    for arrow in ("→", "->"):
        right, wrong = (f"## class `Box`\n\n- `describe()` {arrow} `{kind}`, in words." for kind in ("str", "bytes"))
        assert not [one for one in verify(sandbox, right).findings if one.check == "returns"]
        assert [one.check for one in verify(sandbox, wrong).findings if one.check == "returns"] == ["returns"]


def test_a_document_without_any_claim_says_so(sandbox: Sandbox) -> None:
    assert not verify(sandbox, "It is nice.").has_read_claims
    assert verify(sandbox, "## `share(part, whole)`\n\nDivides.").has_read_claims
