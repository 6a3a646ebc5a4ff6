from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings

SOURCE = """\
def parse(text, *, zero=True):
    position = 0
    while position < len(text):
        if text[position] not in "012":
            raise ValueError(f"cannot read {text[position:]}")
        position += 1
    if not position:
        raise ValueError("empty")
    return position
"""


def test_a_case_that_the_source_tests_on_a_name_of_its_own_is_not_called_left_out() -> None:
    document = "## `parse(text, *, zero=True)`\n\nRaises:\n  ValueError: if `text` is empty or cannot be read.\n"
    assert findings(ExceptionsCheck, document, SOURCE) == []
