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
    sys.argv = ["streamlit", *streamlit_arguments(port, host)]
    sys.exit(streamlit_cli.main())


def streamlit_arguments(port: int, host: str | None) -> list[str]:
    """Return how Streamlit is told what to serve, where to listen, and what to call itself.

    Without a name it would ask a machine outside for the address under which the internet knows this one.
    """
    arguments = ["run", "app.py", f"--server.port={port}"]
    if host is None:
        return arguments
    address = host.strip("[]")
    name = "localhost" if address in ("0.0.0.0", "::") else address
    return [*arguments, f"--server.address={address}", f"--browser.serverAddress={name}"]
