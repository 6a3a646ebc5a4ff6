"""Whether two documents say the same."""

from __future__ import annotations

import pytest

from reflexion_core.document.same_content import content_key

PAGE = """\
# shapes

Shapes – “plain” ones.

## `area(width)`

The **area**.

- `width` (`float`): the width.

| Name | Default |
|------|---------|
| `width` | `2.0` |

```python
if True:
    print(area(3.0))
```

## `Box`

A box.
"""
AREA, BOX = PAGE[PAGE.index("## `area") : PAGE.index("## `Box`")], PAGE[PAGE.index("## `Box`") :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- `width`", "* `width`"),
        ("**area**", "area"),
        ("“plain”", '"plain"'),
        ("Shapes –", "Shapes -"),
        ("## `Box`", "### `Box`:"),
        ("| `width` | `2.0` |", "|`width`   |  `2.0`|"),
        ("|------|---------|", "|:-|-:|"),
        ("the width.\n", "the\nwidth.\n\n\n"),
        ("```python", "```py"),
        (AREA + BOX, f"{BOX}\n{AREA}"),
    ],
)
def test_marks_white_space_and_order_make_no_other_document(before: str, after: str) -> None:
    assert before in PAGE
    assert content_key(PAGE.replace(before, after)) == content_key(PAGE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("`2.0`", "`3.0`"),
        ("A box.", "Some box."),
        ("`Box`", "`box`"),
        ("    print(", "print("),
        ("3.0", "-3.0"),
        (BOX, ""),
    ],
)
def test_another_word_value_or_indentation_of_code_makes_another_document(before: str, after: str) -> None:
    assert before in PAGE
    assert content_key(PAGE.replace(before, after)) != content_key(PAGE)
