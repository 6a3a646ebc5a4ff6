"""What has to be in memory before the first page, and what must not happen on the way."""

import subprocess
import sys


def test_what_charts_look_for_is_loaded_before_the_first_chart():
    """Altair uses numpy where another thread has begun to load it, and fails when that is not done."""
    code = "import sys, reflexion_core.dashboard.curve; print('numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "True"
