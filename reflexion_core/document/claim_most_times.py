"""How often something is done at most without options: "By default it is called at most three times"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from reflexion_core.document.claim_defaults import DefaultPhrase
from reflexion_core.document.passages import Passage

_WORDS = "two|three|four|five|six|seven|eight|nine|ten|twelve|twenty"
_MOST = re.compile(
    r"(?:[Ww]ithout\s+(?:any\s+)?(?:options|arguments|parameters)|[Bb]y\s+default|[Uu]nless\s+told\s+otherwise)\b"
    rf"[^.;:()]*?\b(?:at\s+most|up\s+to|(?:no|not)\s+more\s+than)\s+(?P<value>{_WORDS}|\d+)\s+"
    r"(?:times|attempts|tries|calls)\b(?!\s+(?:a|an|per|each|in)\b)"
)
_COUNTS = re.compile(r"(?:max_|maximum_|num_|number_of_|n_)?(?:attempts|tries|times|calls)")


def find_most_times(words: Passage, parameters: Collection[str]) -> Iterator[DefaultPhrase]:
    """Yield the default that a sentence tells of the one parameter that counts attempts.

    Args:
        words: The sentences.
        parameters: What the symbol takes in the source.
    """
    counts = [name for name in parameters if _COUNTS.fullmatch(name)]
    if len(counts) != 1 or not words.has_any(("most", "up to", "more than")):
        return
    for match in _MOST.finditer(words.masked):
        yield DefaultPhrase(match.start(), match.end(), match["value"], *match.span("value"), counts[0])
