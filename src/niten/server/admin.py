"""What is done beside a running server: make anew what follows from the log, copy everything, look somebody up."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, select, text

from niten.core import NitenError
from niten.server import log
from niten.server.actions import Refused, leave
from niten.server.entries import Kind
from niten.server.jobs import release_all
from niten.server.profiles import delete_profile, export_profile
from niten.server.store import Conflict, Database, StorageAway, open_database
from niten.server.store.schema import DERIVED, entries, jobs, metadata, tables
from niten.server.table import DamagedLog, Table

_AT_ONCE = 1000  # rows
_TRIES = 20
Progress = Callable[[float], None]


class BackupExists(NitenError):
    """A backup never overwrites anything."""

    code = "backup-exists"


class NotEmpty(NitenError):
    """A backup is only ever brought back into an empty database."""

    code = "database-not-empty"


class NoSuchProfile(NitenError):
    """Nobody has this id."""

    code = "no-such-profile"


class Rebuilt(NamedTuple):
    """How many tables were made anew, and which logs are damaged."""

    tables: int
    damaged: list[tuple[str, int]]


def rebuild(database: Database, progress: Progress = lambda _: None) -> Rebuilt:
    """Make anew what follows from the logs: the lists of tables, seats and results, and the bots that are to move."""
    with database.reading() as connection:
        ids = list(log.all_tables(connection))
    damaged: list[tuple[str, int]] = []
    with database.writing() as connection:
        for derived in DERIVED:  # of tables that are no more
            connection.execute(delete(derived).where(derived.c.table_id.not_in(select(tables.c.id))))
    for number, name in enumerate(ids, 1):
        with database.writing() as connection:  # one for each: nobody who plays waits for all of them
            try:
                _rebuild(connection, name)
            except DamagedLog as error:
                damaged.append((name, int(str(error.details["number"]))))
        progress(number / len(ids))
    return Rebuilt(len(ids), damaged)


def _rebuild(connection: Connection, name: str) -> None:
    log.hold(connection, name)
    for derived in DERIVED:
        connection.execute(delete(derived).where(derived.c.table_id == name))
    stored, kept = log.entries_after(connection, name), log.kept(connection, name)
    if not stored or not kept:  # deleted meanwhile
        return
    moves = select(jobs.c.number).where(jobs.c.table_id == name, jobs.c.kind == log.BOT)
    noted = set(connection.scalars(moves))
    table = Table((entry for entry, _ in stored), kept.secret)
    at = next(at for entry, at in reversed(stored) if entry.kind not in (Kind.STEP, Kind.UNDONE, Kind.AGAIN))
    log.summarise(connection, table, at)
    due = {table.number} if table.awaits_bot else set[int]()
    if noted - due:
        wrong = jobs.c.number.in_(noted - due)
        connection.execute(delete(jobs).where(jobs.c.table_id == name, jobs.c.kind == log.BOT, wrong))
    if due - noted:  # one that is noted already may be under way
        connection.execute(insert(jobs), log.bot_job(table, at))


def backup(database: Database, file: Path, progress: Progress = lambda _: None) -> int:
    """Copy everything, as it is at one moment, into a new SQLite file; returns how many rows.

    `niten serve --database sqlite:///FILE` runs from it. It is complete when it is there: it gets its name last.
    """
    if file.exists():
        raise BackupExists(file=file)
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    try:
        copy = open_database(f"sqlite:///{part}")
        try:
            rows = _copy(database, copy, progress)
            with copy.writing() as connection:
                release_all(connection)
        finally:
            copy.close()  # a file that is open cannot be taken away on Windows
        os.link(part, file)  # fails if somebody else has made it meanwhile
    finally:
        for name in ("", "-wal", "-shm"):
            Path(f"{part}{name}").unlink(missing_ok=True)
    return rows


def restore(file: Path, database: Database, progress: Progress = lambda _: None) -> int:
    """Bring a backup back into an empty database of either kind; returns how many rows."""
    with database.reading() as connection:
        if any(_counts(connection)):
            raise NotEmpty
    if not file.is_file():
        raise FileNotFoundError(2, os.strerror(2), str(file))
    source = open_database(f"sqlite:///{file}")
    try:
        return _copy(source, database, progress)
    finally:
        source.close()


def _copy(source: Database, target: Database, progress: Progress) -> int:
    copied = 0
    with source.reading() as reading, target.writing() as writing:
        if not source.is_sqlite:  # in SQLite a transaction sees one moment anyway
            reading.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        total = max(1, sum(_counts(reading)))
        for table in sorted(metadata.sorted_tables, key=lambda table: table is entries):  # which are those of tables
            for rows in _batches(reading, select(table)):
                writing.execute(insert(table), rows)
                copied += len(rows)
                progress(copied / total)
    return copied


def _counts(connection: Connection) -> list[int]:
    return [
        connection.execute(select(func.count()).select_from(table)).scalar_one() for table in metadata.sorted_tables
    ]


def _batches(connection: Connection, query: Select[Any]) -> Iterator[list[dict[str, Any]]]:
    found = connection.execution_options(stream_results=True).execute(query)
    for rows in found.mappings().partitions(_AT_ONCE):
        yield [{str(name): value for name, value in row.items()} for row in rows]


def export(database: Database, profile: str) -> dict[str, object]:
    """All that is kept about somebody."""
    with database.reading() as connection:
        found = export_profile(connection, profile)
    if found is None:
        raise NoSuchProfile(profile=profile[:40])
    return found


def remove(database: Database, profile: str) -> int:
    """Delete somebody; returns how many tables went with him."""
    export(database, profile)  # somebody must be there
    for _ in range(_TRIES):
        with suppress(Conflict), database.writing() as connection:  # at one of his tables somebody was faster
            for table in log.seats_kept(connection, profile):
                _leave(connection, table, profile)
            return len(delete_profile(connection, profile))
    raise StorageAway


def _leave(connection: Connection, name: str, profile: str) -> None:
    """He gets up, so that others can play on."""
    kept, at = log.kept(connection, name), log.now()
    with suppress(DamagedLog, Refused):
        table = Table((entry for entry, _ in log.entries_after(connection, name)), kept.secret if kept else None)
        for seat in sorted(table.seats_of(profile)):
            added = leave(table, seat, profile)
            for entry in added:
                table.fold(entry)
            log.add(connection, log.rows(table, added, at))
            log.follow(connection, table, added, at, node="-")
