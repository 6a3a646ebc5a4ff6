"""What tests of checks share that run examples."""

from __future__ import annotations

import pytest

from reflexion_core.sandbox.base import Sandbox, choose_sandbox


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    """The strongest sandbox of this machine; without one the test is skipped."""
    found, reasons = choose_sandbox(is_limited_allowed=False)
    if found is None:
        pytest.skip(f"NO SANDBOX: {'; '.join(reasons)}")
    return found
