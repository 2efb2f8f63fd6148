"""A database by its address: connections as this server wants them, and its tables brought up to date."""

from collections.abc import Generator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError

from niten.core import NitenError

_PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 15_000}  # a machine that vanished is not waited for
_MIGRATIONS = 0x4E6974656E  # the advisory lock under which tables are changed
_MIGRATED_BY = resources.files("niten.server.store") / "migrations"


class StorageAway(NitenError):
    """The database does not answer; nothing was added, or it is not known whether it was."""

    code = "storage-away"


class StorageFull(StorageAway):
    """There is no room left; nothing was added."""

    code = "storage-full"


class BadDatabase(NitenError):
    """The address of a database that cannot be used."""

    code = "bad-database"


class InUse(NitenError):
    """Another server works with this file."""

    code = "database-in-use"


class Database:
    """An open database: one connection that writes, several that read."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            self._writing = _sqlite(url, "BEGIN IMMEDIATE")
            self._reading = self._looking = _sqlite(url, "BEGIN")
        else:
            engine = create_engine(url, pool_pre_ping=True, pool_size=8, hide_parameters=True, connect_args=_PATIENCE)
            self._writing = self._reading = engine
            self._looking = engine.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A transaction that is committed at the end."""
        with _named(), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A transaction that reads, however long."""
        with self._used(self._reading) as connection:
            yield connection

    @contextmanager
    def looking(self) -> Generator[Connection]:
        """The same for a quick look: on PostgreSQL without the way there and back to begin, and that to end."""
        with self._used(self._looking) as connection:
            yield connection

    @contextmanager
    def _used(self, engine: Engine) -> Generator[Connection]:
        with _named(), engine.connect() as connection:
            try:
                yield connection
            except BaseException:
                # What was not read to its end would hold the connection at the moment it began.
                connection.invalidate()
                raise

    def close(self) -> None:
        """Give all connections back."""
        self._writing.dispose()
        self._reading.dispose()

    def migrate(self) -> None:
        """Bring the tables up to date, one server at a time."""
        with self.reading() as connection:
            if _version(connection) == newest_version():
                return
        # Loading it takes longer than what it does, and is seldom needed.
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(_MIGRATED_BY))
        with self.writing() as connection:
            if not self.is_sqlite:  # there BEGIN IMMEDIATE is lock enough
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATIONS})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def newest_version() -> str:
    """What the tables of a database are brought to: the files are numbered."""
    files = (file.name for file in (_MIGRATED_BY / "versions").iterdir() if file.name.endswith(".py"))
    return max(files).partition("_")[0]


def _version(connection: Connection) -> str | None:
    """What the tables of a database were brought to; nothing where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def open_database(address: str) -> Database:
    """The database at an address, `sqlite:///file` or `postgresql://…`, up to date."""
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise BadDatabase(address=address.rpartition("@")[2][:80]) from error
    backend = url.get_backend_name()
    if backend == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    elif backend != "sqlite" or not url.database or url.database == ":memory:":
        raise BadDatabase(address=url.render_as_string()[:80])
    else:
        _make_folder(Path(url.database))
    database = Database(url)
    database.migrate()
    return database


@contextmanager
def only_server(url: URL) -> Generator[None]:
    """Nobody else serves this file meanwhile: what a server keeps in memory would no longer be true."""
    if url.get_backend_name() != "sqlite":
        yield
        return
    lock = FileLock(f"{url.database}.lock")
    try:
        lock.acquire(timeout=5)
    except Timeout:
        raise InUse(file=url.database) from None
    try:
        yield
    finally:
        lock.release()


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)  # secrets of dice are in it
    except OSError as error:
        raise BadDatabase(address=f"{file}: {error.strerror}") from error


def _sqlite(url: URL, begin: str) -> Engine:
    """The driver would begin transactions late; here they begin where they should, and are on disk when they end."""
    arguments = {"timeout": 10, "isolation_level": None, "check_same_thread": False}
    engine = create_engine(url, connect_args=arguments, hide_parameters=True)  # secrets are among them

    @event.listens_for(engine, "connect")
    def _(connection: Any, _: object) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@contextmanager
def _named() -> Generator[None]:
    """What the database says, as an error of ours; what is our own mistake stays what it is."""
    try:
        yield
    except DBAPIError as error:
        away = _away(error)
        if away:
            raise away from error
        raise


def _away(error: DBAPIError) -> StorageAway | None:
    reason = str(error.orig).partition("\n")[0]
    code = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorname", None) or ""
    if code in {"SQLITE_FULL", "53100"} or "No space left" in reason:
        return StorageFull()
    if error.connection_invalidated or code.startswith(_AWAY) or type(error.orig).__name__ == "OperationalError":
        return StorageAway()
    return None


_AWAY = ("08", "53", "57", "58", "SQLITE_BUSY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY", "25006")
