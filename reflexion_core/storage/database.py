"""Opening the database: its folder, its settings, its tables at the newest version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from filelock import FileLock
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from reflexion_core.errors import StorageError

_MIGRATIONS = Path(__file__).parent / "migrations"
_BUSY_SECONDS = 30


def open_database(url: str) -> Engine:
    """Connect to a database and bring its tables up to date.

    Args:
        url: A SQLAlchemy URL; for `sqlite:///FILE` the file's folder is made where it is missing.

    Raises:
        StorageError: the URL is wrong, or the database cannot be opened or brought up to date.
    """
    hint = "for example sqlite:////home/me/runs.db"
    try:
        parsed = make_url(url)
    except ArgumentError as exc:
        raise StorageError(f"storage url {url!r}: {exc}", hint=hint) from exc
    place = str(parsed)  # without the password
    file = Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None
    try:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed)
    except (ArgumentError, NoSuchModuleError, ImportError) as exc:
        raise StorageError(f"storage url {place!r}: {exc}", hint=hint) from exc
    except OSError as exc:
        raise StorageError(f"{place}: the folder cannot be made: {exc.strerror}") from exc
    if file is not None:
        event.listen(engine, "connect", _prepare_sqlite)
    with translated(place), FileLock(f"{file}.lock") if file is not None else nullcontext():
        _upgrade(engine)
    return engine


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Translate what a database raises inside the block.

    Raises:
        StorageError: with the database's own words and the place.
    """
    try:
        yield
    except DBAPIError as exc:
        raise StorageError(f"{place}: {exc.orig}", hint="nothing that was stored before is lost") from exc
    except (SQLAlchemyError, CommandError, OSError) as exc:
        raise StorageError(f"{place}: {exc}", hint="nothing that was stored before is lost") from exc


def _prepare_sqlite(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        f"busy_timeout={_BUSY_SECONDS * 1000}",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upgrade(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
