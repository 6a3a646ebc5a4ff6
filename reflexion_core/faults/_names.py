"""Names that somebody could have meant: misspelt, from next door, or in use elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reflexion_core.faults.base import Sheet

USUAL_PARAMETERS = ("verbose", "strict", "encoding", "timeout", "max_items", "callback", "precision", "options")
_SYNONYMS = {
    "text": "string",
    "size": "length",
    "width": "columns",
    "path": "filename",
    "items": "values",
    "value": "number",
    "limit": "max_calls",
    "key": "name",
    "name": "title",
    "rate": "interest_rate",
    "body": "payload",
    "header": "headers",
    "quantity": "amount",
    "sku": "item_id",
    "note": "comment",
}


def misspelt(name: str) -> list[str]:
    """Return names that are close to a name."""
    found = [_SYNONYMS[name]] if name in _SYNONYMS else []
    found.append(name[:-1] if name.endswith("s") and len(name) > 3 else f"{name}s")
    if "_" in name.strip("_"):
        parts = name.split("_")
        found += [parts[-1], parts[0], "_".join(reversed(parts))]
    found.append(f"{name}_value" if not name.endswith("_value") else name.removesuffix("_value"))
    return [word for word in dict.fromkeys(found) if word.isidentifier()]


def parameter_names(sheet: Sheet) -> list[str]:
    """Return the names of all parameters of the page, and then some that are usual."""
    names = [parameter.name for entry in sheet.page.entries for parameter in sheet.parameters(entry)]
    return list(dict.fromkeys([*names, *USUAL_PARAMETERS]))


def without(names: Iterable[str], taken: Iterable[str]) -> Sequence[str]:
    """Return the names that are not taken."""
    known = set(taken)
    return [name for name in names if name not in known]
