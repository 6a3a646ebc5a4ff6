"""What axe, a program that looks at pages for those who cannot see them well, finds on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

_GRAVE = {"serious", "critical"}
_MAX_SHOWN = 400


def grave_faults(page: Page) -> list[str]:
    """Return the faults of a page that keep somebody from using it, each with the element that has it.

    Args:
        page: The page, which has to stand still: what fades in has other colours.
    """
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{fault['id']} ({fault['impact']}): {' '.join(node['html'].split())[:_MAX_SHOWN]}"
        f" — {' '.join(node['failureSummary'].split())[:_MAX_SHOWN]}"
        for fault in found
        if fault["impact"] in _GRAVE
        for node in fault["nodes"]
    ]
