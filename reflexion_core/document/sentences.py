"""Sentences of a paragraph, and the phrases by which a model talks about its own text.

The patterns are matched from the start of a sentence in lower case, without emphasis and curly quotes. Each
asks for more than a polite word: the writer in the first person, or documentation as its own subject. What
an API document may say of the code itself must not match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE = re.compile(
    r"\s*(?:`[^`]*`|[^`])*?"
    r"(?:(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bnote)[.!?:…][*_\"')\]]*(?=\s|\Z)|\Z)\s*",
    re.IGNORECASE,
)
_DECORATION = re.compile(r"[*]+|(?<!\w)_+|_+(?!\w)")

_DOCS = r"(?:api )?(?:documentation|docs|readme|api reference)"
_NEW = r"(?:revised|updated|corrected|improved|final|new|fixed|rewritten|refined|enhanced|completed?)"
_DID = (
    r"(?:fixed|corrected|updated|added|removed|revised|changed|improved|made|ensured|addressed|applied|included|"
    r"clarified|rewritten|rewrote|kept|followed|replaced|incorporated|created|written|wrote|generated|"
    r"prepared|drafted|documented|reviewed|analy[sz]ed|produced|provided|restructured|adjusted|modified|expanded|verified)"
)
_I_DID = rf"i(?:'ve| have)?(?: (?:also|now|just|then|carefully))* {_DID}\b"
_I_WILL = (
    r"(?:i(?:'ll| will|'d| would| can)|let me|let's|we(?:'ll| will)"
    r"|i(?:'m| am) (?:going|happy|glad|ready))\b"
)

_POLITE_WORD = (
    r"(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|great|got it|no problem|understood|"
    r"all ?right|gladly|you're welcome|thanks|thank you|perfect|i understand)"
)
_WHAT_WAS_SAID = (
    r"(?:the |your )?(?:critic|feedback|review|required fix|requirements?|instructions?|guidelines|request|"
    r"(?:provided |given |python |source )*(?:code|file|source))\b"
)
_LEAD_IN = re.compile(
    rf"(?:{_POLITE_WORD}|as requested|as you (?:asked|requested)"
    rf"|(?:based on|as per|per|following|given|according to|in response to|after) {_WHAT_WAS_SAID}[^,:]*)"
    r"[,!:] ?"
)
_POLITE = re.compile(
    rf"{_POLITE_WORD}[!.,…]+$"
    r"|(?:thank you|thanks)(?: so much| very much)? for (?:the|your|providing|sharing|pointing)\b"
)

_TEXT = rf"(?:(?:{_NEW} )+(?:\w+ ){{0,2}}(?:{_DOCS}|document|version|draft|revision|text)|{_DOCS})"
_AFTER_TEXT = (
    r"(?=\W*$|[,.:;!()]| (?:for|of|with|that|which|in|based|after|following|as|to|where|including|using|"
    r"written|formatted|incorporating|addressing|according|reflecting|you|i|we)\b)"
)
_OTHER_THING = r"(?:examples?|lists?|tables?|how|what|where|which|overview|summary|structure|steps)\b"
_BETWEEN = rf"(?:(?!{_OTHER_THING})[\w`'./()-]+ ){{0,6}}?"
_HERE = (
    r"(?:here(?:'s| is| are)|(?:below|following) (?:is|are|you(?:'ll| will) find)|please find(?: below)?|"
    r"the following is|here you(?:'ll| will) find|i present)"
)
_HANDING_OVER = re.compile(
    rf"{_HERE} {_BETWEEN}{_TEXT}{_AFTER_TEXT}"
    rf"|{_HERE} (?:the |your )?markdown(?: file| text| output| version)?\W*$"
    r"|here you (?:go|are)\b\W*$"
    rf"|this is (?:the|your|an?|my) {_NEW} (?:\w+ ){{0,2}}(?:{_DOCS}|document|version|draft){_AFTER_TEXT}"
    rf"|{_I_DID}.*\b(?:{_DOCS}|document|draft|feedback|fix|example|section|code)\b"
    rf"|{_I_WILL}.*\b(?:{_DOCS}|document(?:ing)?|draft|feedback|critic|required fix)\b"
    rf"|(?:the )?(?:{_NEW} )+{_DOCS}\W*$"
    rf"|the {_TEXT} (?:is as follows|follows|is below)\W*$"
    rf"|markdown:?$|{_DOCS}:$"
    r"|as an? (?:ai|language model|large language model|ai language model|assistant)\b"
)
_FOLLOW_UP = re.compile(
    r"(?:it|this|i|these)(?:'ve)? (?:now|also|has|have|is|was|should|will|addresses|includes|covers|"
    r"reflects|follows|ensures|incorporates)\b"
    rf"|the (?:{_NEW}|changes|required fix|{_DOCS})\b"
)

_OFFER = re.compile(
    r"(?:please )?(?:(?:but |and |also )*)(?:"
    r"(?:do )?let me know\b|don't hesitate to (?:ask|reach|contact|let)"
    r"|feel free to (?:ask|reach|contact|let me)"
    rf"|feel free to \w+ .*\b(?:{_DOCS}|this (?:document|draft|template))\b"
    r"|feel free to (?:adjust|modify|customi[sz]e|edit|change|tweak|adapt)(?: (?:it|this|them))?"
    r"(?: further)?(?: (?:if|as) (?:needed|necessary))?\W*$"
    r"|i hope\b|hope (?:this|that|it) helps|would you like me to\b|is there anything else\b"
    r"|(?:if you|should you) .*\b(?:let me know|feel free to (?:ask|reach)|just ask|please ask|reach out|"
    r"i can|i'll|i'd|happy to|don't hesitate|i'm here)\b"
    r"|i(?:'m| am) (?:happy|glad|here) to|i(?:'d| would) be (?:happy|glad)|happy (?:coding|documenting)\b"
    r"|(?:thank you|thanks) for (?:your|the|using|reading|providing)\b"
    rf"|end of (?:the )?(?:{_DOCS}|document)\W*$"
    r")"
)
_ITSELF = (
    rf"(?:(?:this|the|my)(?: above)? (?:{_NEW} )?{_DOCS}|(?:this|the|my) {_NEW} draft"
    rf"|(?:this|my) {_NEW} (?:document|version|text))(?: above)?"
)
_REVISION = re.compile(
    r"(?:(?:please )?note(?: that)?[:,]? |n\.?b\.?:? |disclaimer: )?(?:that )?(?:"
    rf"{_I_DID}"
    rf"|this is (?:the|an?|my) {_NEW} .*\b{_DOCS}\b"
    rf"|{_ITSELF} (?:(?:is |are |should )?now\b|(?:has|have) been {_DID}|was {_DID}|"
    r"addresses (?:the|all|your)|reflects the (?:change|fix|feedback|required|correct)|incorporates)"
    r"|(?:the )?(?:required fix|critic's [\w ]+|feedback|(?:requested|suggested) (?:changes?|fix))"
    r" (?:has|have|is|was|were)(?: now)?(?: been)? (?:applied|addressed|incorporated|fixed|made)\b"
    rf"|(?:these|the above|all) (?:changes|corrections|revisions|updates|edits|improvements) .*\b{_DOCS}\b"
    r")"
)
_CORRECTED = re.compile(
    r"(?:the |this )?(?:part|section|document|documentation|draft)\b.* now "
    r"(?:correctly|properly|accurately|clearly) "
    r"(?:states|says|shows|describes|documents|lists|includes|reflects|mentions)\b"
)
_ADVISED = re.compile(
    r"(?:(?:as )?per|following|based on|according to|in response to|as suggested (?:by|in)|addressing) (?:the |your )?"
    rf"(?:critic|critique|feedback|required fix)\b.*\b{_DID}\b"
)
_PRAISE = re.compile(
    rf"(?:overall, )?{_ITSELF} (?:provides|offers|gives|serves|aims|should|is designed|covers|ensures)\b.*"
    r"\b(?:clear|comprehensive|complete|detailed|concise|thorough|accurate|understanding)\b"
)


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a paragraph; joined they are the text. A colon ends one too."""
    position = 0
    while position < len(text):
        match = _SENTENCE.match(text, position)
        if match is None or match.end() == position:
            yield text[position:]
            return
        yield match.group()
        position = match.end()


def is_polite(sentence: str) -> bool:
    """Say whether a sentence at the start of a reply only greets ("Certainly!")."""
    return bool(_POLITE.match(_normalise(sentence)))


def is_handing_over(sentence: str) -> bool:
    """Say whether a sentence at the start of a reply presents the document, or what was done to it."""
    return any(_HANDING_OVER.match(words) or _REVISION.match(words) for words in _readings(sentence))


def is_follow_up(sentence: str) -> bool:
    """Say whether a sentence goes on about the document that the one before it presented."""
    return bool(_FOLLOW_UP.match(_normalise(sentence)))


def is_offer(sentence: str) -> bool:
    """Say whether a sentence at the end of a reply speaks to its reader as in a chat."""
    return bool(_OFFER.match(_normalise(sentence)))


def is_about_revision(sentence: str) -> bool:
    """Say whether a sentence tells what was done to the document."""
    return any(_REVISION.match(words) for words in _readings(sentence))


def is_about_critic(sentence: str) -> bool:
    """Say whether a sentence tells what was done to the text on somebody's advice, wherever it stands."""
    words = _normalise(sentence)
    return bool(_ADVISED.match(words) or _CORRECTED.match(words))


def is_praise(sentence: str) -> bool:
    """Say whether a sentence tells how good the document is."""
    return bool(_PRAISE.match(_normalise(sentence)))


def _readings(sentence: str) -> list[str]:
    """Return a sentence in plain words, then without each opening phrase that it may have."""
    words = _normalise(sentence)
    readings = [words]
    while lead_in := _LEAD_IN.match(words):
        words = words[lead_in.end() :]
        readings.append(words)
    return readings


def _normalise(sentence: str) -> str:
    plain = _DECORATION.sub("", sentence.replace("’", "'"))
    return " ".join(plain.split()).lower().lstrip("\"'([>- ")
