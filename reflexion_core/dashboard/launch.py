"""Starts the dashboard's server in this process."""

from __future__ import annotations

import os
import sys

from streamlit.web import cli as streamlit_cli

from reflexion_core.settings import shipped_folder


def launch(port: int) -> None:
    """Serve the dashboard until the process is stopped.

    Streamlit reads its configuration from the working directory, so that is changed to the folder that
    ships one; without it the server would listen to the whole network and report its use.
    """
    os.chdir(shipped_folder())
    sys.argv = ["streamlit", "run", "app.py", f"--server.port={port}"]
    sys.exit(streamlit_cli.main())
