"""Where shared games are kept: an SQLite file in the folder of games, or any database that a URL names."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    RowMapping,
    create_engine,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.shared import schema
from napwidgets.table.autosave import data_folder

#: The channel on which a PostgreSQL database says which game has changed.
CHANNEL = "napwidgets"
#: How long a write waits for others that write, in seconds.
PATIENCE = 20


class StoreError(NapwidgetsError):
    """The database of shared games can't be used; the sentence says why and what to do."""


class TooLate(NapwidgetsError):
    """Somebody else did something in the game first, so that this was not done."""


class Entry(Struct, frozen=True):
    """One line of a game's log. ``kind`` says what ``body`` holds (`napwidgets.shared.course`)."""

    n: int
    kind: str
    seat: str
    body: str
    dice: str
    hash: str
    at: float


class Head(Struct, frozen=True):
    """What is known of a game beside its log."""

    id: str
    title: str
    scenario: str
    rules: str
    fingerprint: str
    options: dict[str, Any]
    tables: dict[str, Any]
    setup: tuple[tuple[int, ...], ...]
    seed: str | None
    settings: dict[str, Any]
    made: float
    status: str
    turn: str
    moved: float
    room: str | None = None
    follows: str | None = None
    public: bool = False


#: Raises unless something may be done now.
Check = Callable[[Connection], None]
#: Columns of ``games`` that hold JSON.
_JSON = ("options", "tables", "setup", "settings")


def address(wanted: str | None = None) -> URL:
    """The database: ``wanted``, or what ``NAPWIDGETS_DATABASE`` says, or a file in the folder of games.

    >>> address("postgresql://me@db/club").drivername
    'postgresql+psycopg'
    """
    wanted = wanted or os.environ.get("NAPWIDGETS_DATABASE") or f"sqlite:///{data_folder() / 'shared.db'}"
    try:
        url = make_url(wanted)
    except SQLAlchemyError:
        raise StoreError(
            "That is no address of a database; write sqlite:///FILE or postgresql://NAME:PASSWORD@HOST/DATABASE."
        ) from None
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgresql", "postgres") else url


class Store:
    """A database of shared games. Every method is one transaction; a store may be used by many threads."""

    def __init__(self, url: str | None = None) -> None:
        self.url = address(url)
        self.lite = self.url.get_backend_name() == "sqlite"
        if self.lite and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.engine = self._engine()
        try:
            _migrate(self)
        except DBAPIError as trouble:
            raise StoreError(f"The database {self.url!r} can't be used: {_why(trouble)}") from trouble
        if self.lite and self.url.database:
            os.chmod(self.url.database, 0o600)

    def _engine(self) -> Engine:
        try:
            if not self.lite:
                return create_engine(self.url, pool_size=8, max_overflow=24, pool_pre_ping=True, pool_recycle=1800)
            made = create_engine(self.url, pool_size=4, max_overflow=60, connect_args={"timeout": PATIENCE})
        except (ImportError, SQLAlchemyError) as missing:
            raise StoreError(
                f"Databases of the kind {self.url.drivername} can't be used here ({missing}); for PostgreSQL install "
                "napwidgets[postgres]."
            ) from missing
        event.listen(made, "connect", _durable)
        event.listen(made, "begin", _immediately)
        return made

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with."""
        with self._told(), self.engine.connect().execution_options(reads=True) as connection:
            yield connection

    @contextmanager
    def writing(self, game: str | None = None) -> Iterator[Connection]:
        """A transaction; if it changes a ``game``, whoever watches that is told when it has been made."""
        with self._told(), self.engine.begin() as connection:
            yield connection
            if game is not None:
                self.touch(connection, game)

    def touch(self, connection: Connection, game: str) -> None:
        """Let everybody who watches a game look at it, once the transaction has been made."""
        changed = update(schema.games).where(schema.games.c.id == game)
        connection.execute(changed.values(version=schema.games.c.version + 1))
        if not self.lite:
            connection.execute(text("SELECT pg_notify(:channel, :game)"), {"channel": CHANNEL, "game": game})

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as trouble:
            raise StoreError(f"The database of shared games does not answer: {_why(trouble)}") from trouble

    def add(self, head: Head) -> None:
        """Begin a game."""
        values = {k: _json(v) if k in _JSON else v for k, v in msgspec.structs.asdict(head).items()}
        with self.writing() as connection:
            connection.execute(insert(schema.games).values(**values, version=0))

    def head(self, game: str) -> Head:
        """What is known of a game; raises `StoreError` if there is none of that id."""
        with self.reading() as connection:
            row = connection.execute(select(schema.games).where(schema.games.c.id == game)).mappings().first()
        if row is None:
            raise StoreError("That game is not kept here any more.")
        return _head(row)

    def heads(self, **where: Any) -> list[Head]:
        """The games whose columns have such values, those moved last first."""
        wanted = select(schema.games).filter_by(**where).order_by(schema.games.c.moved.desc(), schema.games.c.id)
        with self.reading() as connection:
            return [_head(row) for row in connection.execute(wanted).mappings()]

    def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The log of a game after entry ``after``, in its order."""
        t = schema.log.c
        columns = select(t.n, t.kind, t.seat, t.body, t.dice, t.hash, t.at)
        wanted = columns.where(t.game == game, t.n > after).order_by(t.n)
        with self.reading() as connection:
            return [Entry(*row) for row in connection.execute(wanted)]

    def append(self, game: str, entry: Entry, check: Check | None = None, **games: Any) -> None:
        """Add an entry, and change columns of the game with it. Raises `TooLate` if there is one of that number, and
        whatever ``check`` raises in the same transaction; then nothing has changed.
        """
        try:
            with self.writing(game) as connection:
                if check is not None:
                    check(connection)
                connection.execute(insert(schema.log).values(game=game, **msgspec.structs.asdict(entry)))
                changed = {"moved": entry.at} | games
                connection.execute(update(schema.games).where(schema.games.c.id == game).values(**changed))
        except IntegrityError as taken:
            raise TooLate("Somebody else was quicker: look at what has happened, and choose anew.") from taken

    def versions(self, games: Sequence[str]) -> dict[str, int]:
        """How often each of some games has changed; those that are gone are left out."""
        t = schema.games.c
        with self.reading() as connection:
            return dict(connection.execute(select(t.id, t.version).where(t.id.in_(games))).tuples().all())

    def delete(self, game: str) -> None:
        """Take a game away with all that belongs to it."""
        with self.writing() as connection:
            connection.execute(schema.games.delete().where(schema.games.c.id == game))

    def count(self) -> int:
        """How many games are kept."""
        with self.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(schema.games)).scalar_one())

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def _head(row: RowMapping) -> Head:
    values = {k: msgspec.json.decode(row[k]) if k in _JSON else row[k] for k in Head.__struct_fields__}
    return msgspec.convert(values, Head)


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _why(trouble: DBAPIError) -> str:
    return " ".join(str(trouble.orig).split())[:300]


def _durable(connection: Any, _: object) -> None:
    """What was acknowledged outlives a power cut; who reads does not wait for who writes."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def _immediately(connection: Connection) -> None:
    """A transaction that will write takes its turn before it reads, so that it never has to be given up half way."""
    reads = connection.get_execution_options().get("reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _migrate(store: Store) -> None:
    """Bring the tables up to the last step."""
    from napwidgets.shared.migrations import STEPS

    if store.url.database == ":memory:":
        raise StoreError("A database in memory can't be shared; name a file.")
    with store.engine.connect() as connection:
        if store.engine.dialect.has_table(connection, "alembic_version"):
            known = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            if known == STEPS[-1]:
                return
            if known not in STEPS:
                raise StoreError(
                    "The database of shared games was made by a newer napwidgets; install the newest one here, too."
                )
    _upgrade(store.engine)


def _upgrade(engine: Engine) -> None:
    # Only a database that lags behind needs what makes the steps.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "napwidgets.shared:migrations")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(1815)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


_STORES: dict[str, Store] = {}
_MAKING = threading.Lock()


def store_at(url: str | None = None) -> Store:
    """The store of this process for a database, made once."""
    name = address(url).render_as_string(hide_password=False)
    with _MAKING:
        if name not in _STORES:
            _STORES[name] = Store(name)
        return _STORES[name]


def used() -> bool:
    """Whether there are shared games to look for: a database is named, or its file is there."""
    url = address()
    return url.get_backend_name() != "sqlite" or Path(url.database or "").is_file()


def now() -> float:
    """Seconds since 1970, as entries are stamped."""
    return time.time()
