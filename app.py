"""The dashboard's server: `streamlit run app.py`, or better `reflexion dashboard`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

import reflexion_core
from reflexion_core.dashboard.access import StartCheck
from reflexion_core.dashboard.entrance import Entrance, check_start
from reflexion_core.dashboard.holder import forget_server_state, server_state
from reflexion_core.dashboard.live_stream import LiveStreams
from reflexion_core.dashboard.security import SecurityHeaders

entrance = Entrance()
streams = LiveStreams(lambda: server_state().runs, lambda: server_state().passes, entrance.find_door)


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Let go of models and database when the server ends; runs cut off then show as interrupted."""
    with streams.end_with_server():
        yield
    forget_server_state()


app = st.App(
    Path(reflexion_core.__file__).parent / "dashboard" / "main.py",
    routes=[streams.route],
    middleware=[Middleware(StartCheck, check_start), Middleware(SecurityHeaders, entrance.find_door)],
    lifespan=lifespan,
)
