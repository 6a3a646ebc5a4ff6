"""The form that puts a document and its sources on a desk."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error, show_title
from reflexion_core.dashboard.navigation import page
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.verify_desk import Desk, read_document
from reflexion_core.errors import ReflexionError
from reflexion_core.records import Source
from reflexion_core.settings import shipped_folder
from reflexion_core.skeleton import write_skeleton
from reflexion_core.source.reading import Uploads, read_source_file, read_uploads
from reflexion_core.verification import Verifier

_EXAMPLE = "compound_interest"
_AREA_HEIGHT = 180
_UPLOAD_MEGABYTES = 1
_NO_EXAMPLE = "none"


def show_verify_form(state: ServerState) -> None:
    """Ask for a document and its sources, and go to the desk with them."""
    st.title("Verify")
    st.write(
        "Check a Markdown document against the Python files that it is about. Code compares each statement with the "
        "source and runs the examples; no model is needed. The files are read, never imported."
    )
    if st.button("Try it with an example", icon=":material/play_circle:", key="try", type="primary"):
        _go(open_example(state))
    left, right = st.columns(2, gap="large")
    with left:
        name, document = _ask_document()
    with right:
        uploads = _ask_sources(state)
        for problem in uploads.problems:
            show_error(problem)
    with st.container(horizontal=True, vertical_alignment="center"):
        _show_buttons(state, name, document, uploads.sources)


def _show_buttons(state: ServerState, name: str, document: str | None, sources: Sequence[Source]) -> None:
    is_checked = st.button(
        "Check",
        type="primary",
        icon=":material/fact_check:",
        key="check",
        disabled=not sources or document is None,
        help=None if sources else "Choose the Python file that the document is about.",
    )
    is_written = st.button(
        "Write a document from the source alone",
        key="write",
        disabled=not sources or bool(document),
        help="Signatures, parameters, exceptions and docstrings, without a model; needs a source and no document.",
    )
    if is_checked and document is not None:
        _go(state.desks.open(name, document, sources))
    if is_written:
        _go(open_skeleton(state, sources))


def _ask_document() -> tuple[str, str | None]:
    """Return the name and the text of the document; no text where what was given is none."""
    show_title("Document")
    file = st.file_uploader(
        "Markdown file", type=["md", "markdown", "txt"], max_upload_size=_UPLOAD_MEGABYTES, key="document"
    )
    pasted = st.text_area("Or paste it", key="pasted_document", height=_AREA_HEIGHT, placeholder="# module …")
    if file is None:
        return "document.md", pasted
    try:
        return file.name, read_document(file.name, file.getvalue())
    except ReflexionError as exc:
        show_error(exc)
        return file.name, None


def _ask_sources(state: ServerState) -> Uploads:
    show_title("Source")
    limits = state.loaded.settings.limits
    files = st.file_uploader(
        "Python files",
        accept_multiple_files=True,
        max_upload_size=_UPLOAD_MEGABYTES,
        key="verify_sources",
        help=f"Up to {limits.files} files of at most {limits.source_bytes // 1024} KiB each.",
    )
    pasted = st.text_area("Or paste one", key="pasted_source", height=_AREA_HEIGHT, placeholder="def …")
    items = [(file.name, file.getvalue()) for file in files]
    if pasted.strip():
        given = st.text_input("Its file name", "module.py", key="source_name", help="Examples import it by this name.")
        items.append((given if given.endswith(".py") else f"{given}.py", pasted.encode("utf-8", "replace")))
    examples = sorted((shipped_folder() / "examples").glob("*.py"))
    picked = st.selectbox("Or an example", [_NO_EXAMPLE, *(path.name for path in examples)], key="verify_example")
    items += [(path.name, path.read_bytes()) for path in examples if path.name == picked]
    return read_uploads(items, max_bytes=limits.source_bytes, max_files=limits.files)


def open_example(state: ServerState) -> Desk:
    """Put a document with some faults on a desk.

    Raises:
        ReflexionError: the files are not there.
    """
    folder = shipped_folder() / "examples"
    source = read_source_file(folder / f"{_EXAMPLE}.py", max_bytes=state.loaded.settings.limits.source_bytes)
    path = folder / "faulty" / f"{_EXAMPLE}.md"
    note = "An example with some faults in it. Click a marked place, change the text, or repair it."
    return state.desks.open(path.name, path.read_text("utf-8"), [source], note)


def open_skeleton(state: ServerState, sources: Sequence[Source]) -> Desk:
    """Write a document from sources alone and put it on a desk.

    Raises:
        SourceError: a source does not parse.
    """
    sandbox = state.runs.referee.sandbox if state.runs.referee is not None else None
    parts = [write_skeleton(Verifier(source, sandbox)) for source in sources]
    name = f"{sources[0].name.removesuffix('.py')}.md" if len(sources) == 1 else "document.md"
    note = "Written from the source alone, without a model: it says what the code shows, and docstrings as they stand."
    return state.desks.open(name, "\n".join(parts), sources, note)


def desk_parameters(desk: Desk, together: Sequence[Desk]) -> dict[str, str]:
    """Return what an address says to open a desk beside which others were made."""
    others = {"with": ",".join(item.id for item in together)} if len(together) > 1 else {}
    return {"desk": desk.id} | others


def show_together(state: ServerState, desk: Desk) -> None:
    """Show the documents that were written together with this one."""
    ids = st.query_params.get("with", "").split(",")
    desks = [found for desk_id in ids if (found := state.desks.get(desk_id)) is not None]
    if len(desks) < 2:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="together"):
        for item in desks:
            if item.id == desk.id:
                st.html(f'<span class="rx-open" aria-current="page">{escape(item.name)}</span>', width="content")
            else:
                parameters = desk_parameters(item, desks)
                st.page_link(page("verify"), label=escape_label(item.name), query_params=parameters)


def show_desk_head(desk: Desk) -> None:
    """Show what is checked against what, and the way to another document."""
    names = ", ".join(source.name for source in desk.checker.sources)
    about = f"{desk.name} against {names} · no model needed"
    title, way = st.columns([5, 1], vertical_alignment="center")
    note = f'<div class="rx-mute">{escape(desk.note)}</div>' if desk.note else ""
    title.html(f'<div class="rx-head rx-wide"><h1>Verify</h1><span class="rx-mute">{escape(about)}</span></div>{note}')
    with way.container(horizontal=True, horizontal_alignment="right", key="actions"):
        st.page_link(page("verify"), label="Other files", icon=":material/folder_open:")


def _go(desk: Desk) -> None:
    st.query_params["desk"] = desk.id
    st.rerun()
