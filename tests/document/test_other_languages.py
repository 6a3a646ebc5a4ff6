"""A document in another language: what stands in it as code is checked, and nothing is called wrong for its words."""

from __future__ import annotations

from reflexion_core.records import Finding
from reflexion_core.verification import Verifier
from tests.running import source

GERMAN = """\
# shapes

Formen.

## `area(width: float, height: float = 2.0) -> float`

Gibt die Fläche eines Rechtecks zurück.

**Parameter**

| Name | Typ | Standardwert | Bedeutung |
|---|---|---|---|
| `width` | `float` | | die Breite |
| `height` | `float` | `2.0` | die Höhe |

**Rückgabewert**: `float`, die Fläche.

**Ausnahmen**: `ValueError`: `width must not be negative, got {width}`, wenn `width` negativ ist.

## `Box`

Eine Kiste.

### `volume() -> float`

Gibt das Volumen zurück.
"""


def findings(text: str) -> tuple[Finding, ...]:
    return Verifier(source(), None, "not here").verify(text).report.findings


def test_a_true_document_in_german_has_no_finding() -> None:
    assert findings(GERMAN) == ()


def test_a_wrong_signature_is_found_in_german() -> None:
    found = findings(GERMAN.replace("height: float = 2.0", "height: float = 3.0"))
    assert {finding.check for finding in found} & {"signature", "defaults"}


def test_an_exception_that_is_left_out_is_found_in_german() -> None:
    assert [finding.check for finding in findings(GERMAN.replace("`ValueError`", "`TypeError`"))] == ["exceptions"]


def test_a_function_that_is_left_out_is_found_in_german() -> None:
    assert {finding.owner for finding in findings(GERMAN.partition("## `Box`")[0])} >= {"Box"}
