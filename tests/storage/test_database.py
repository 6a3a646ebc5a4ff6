"""Opening a database: its tables, and what cannot be opened."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from reflexion_core.errors import StorageError
from reflexion_core.storage.database import open_database
from reflexion_core.storage.owners import Owner
from reflexion_core.storage.store import RunStore
from reflexion_core.storage.tables import Base


def refusal(url: str) -> StorageError:
    with pytest.raises(StorageError) as caught:
        open_database(url)
    return caught.value


def test_a_new_database_has_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'new' / 'deep' / 'runs.db'}")
    assert set(Base.metadata.tables) < set(inspect(engine).get_table_names())
    engine.dispose()


def test_the_migrations_end_where_the_code_is(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'runs.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_opening_again_keeps_what_is_there(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE mine (x)"))
    engine.dispose()
    engine = open_database(url)
    assert "mine" in inspect(engine).get_table_names()
    engine.dispose()


def test_several_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    problems: list[Exception] = []

    def open_it() -> None:
        try:
            open_database(f"sqlite:///{tmp_path / 'runs.db'}").dispose()
        except StorageError as problem:
            problems.append(problem)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


@pytest.mark.parametrize("url", ["", "nonsense", "runs.db", "foo://x", "sqlite+nothing:///x.db"])
def test_a_wrong_url_is_refused_with_an_example(url: str) -> None:
    error = refusal(url)
    assert error.message.startswith(f"storage url {url!r}")
    assert "sqlite:////home/me/runs.db" in error.hint


def test_a_password_in_a_url_is_not_shown() -> None:
    error = refusal("mysql+nothing://me:secret@host/runs")
    assert "secret" not in error.message
    assert "me:***@host" in error.message


def test_a_file_that_is_no_database_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    path.write_bytes(b"these are my notes, and no database at all" * 50)
    assert refusal(f"sqlite:///{path}").message == f"sqlite:///{path}: file is not a database"
    assert path.read_bytes().startswith(b"these are my notes")


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert str(tmp_path) in refusal(f"sqlite:///{tmp_path}").message


def test_a_place_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "the folder cannot be made" in refusal(f"sqlite:///{tmp_path / 'file' / 'deep' / 'runs.db'}").message


def test_a_database_of_a_newer_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    open_database(f"sqlite:///{path}").dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "9999" in refusal(f"sqlite:///{path}").message


def test_a_percent_sign_in_the_path_does_no_harm(tmp_path: Path) -> None:
    open_database(f"sqlite:///{tmp_path / '100%s' / 'runs.db'}").dispose()
    assert (tmp_path / "100%s" / "runs.db").is_file()


def test_a_folder_for_the_locks_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="cannot be written"):
        RunStore(f"sqlite:///{tmp_path / 'runs.db'}", tmp_path / "file" / "owners")


def test_an_owner_leaves_no_lock_behind_when_it_ends_well(tmp_path: Path) -> None:
    owner = Owner(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    owner.release()
    assert list(tmp_path.iterdir()) == []


def test_an_owner_is_gone_only_after_it_has_let_go(tmp_path: Path) -> None:
    first, second = Owner(tmp_path), Owner(tmp_path)
    assert not second.is_gone(str(first))
    assert not second.is_gone(str(second))
    first.release()
    assert second.is_gone(str(first))
    second.release()
