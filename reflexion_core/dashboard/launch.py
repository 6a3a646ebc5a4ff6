"""Starts the dashboard's server in this process."""

from __future__ import annotations

import os
import sys

from streamlit.web import cli as streamlit_cli

from reflexion_core.settings import shipped_folder


def launch(port: int, host: str | None = None) -> None:
    """Serve the dashboard until the process is stopped.

    Args:
        port: Where it listens.
        host: The address of this machine that it listens to; None is the one of Streamlit's configuration.

    Streamlit reads its configuration from the working directory, so that is changed to the folder that
    ships one; without it the server would listen to the whole network and report its use.
    """
    os.chdir(shipped_folder())
    where = [f"--server.address={host}"] if host else []
    sys.argv = ["streamlit", "run", "app.py", f"--server.port={port}", *where]
    sys.exit(streamlit_cli.main())
