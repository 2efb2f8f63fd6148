"""The log in the database: adding to it, reading it, and what is kept beside it of each table."""

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, literal, select, text, update

from niten.core import NitenError
from niten.samurai.honours import Feat
from niten.server import campaign
from niten.server.actions import new_id
from niten.server.entries import Entry, Kind, to_json
from niten.server.store.schema import DERIVED, entries, jobs, profiles, rights, seats, summaries, tables
from niten.server.table import DamagedLog, Stage, Table

CHANNEL = "niten"
BOT = "bot"
_AT_ONCE = 1000
_AFTER = (
    select(entries.c.number, entries.c.kind, entries.c.data, entries.c.at)
    .where(entries.c.table_id == bindparam("table"), entries.c.number > bindparam("number"))
    .order_by(entries.c.number)
)
_NOTIFY = text("SELECT pg_notify(:channel, :message)")
_NOTIFY_IF_THERE = text("SELECT pg_notify(:channel, :message) FROM tables WHERE id = :table FOR KEY SHARE")
_GIVE = text(
    "INSERT INTO rights (table_id, profile, may_join) VALUES (:table, :profile, :may_join)"
    " ON CONFLICT (table_id, profile) DO UPDATE SET may_join = rights.may_join OR excluded.may_join"
)
GONE = "gone"


class Stored(NamedTuple):
    """An entry, and when it was added."""

    entry: Entry
    at: int


class Kept(NamedTuple):
    """What is kept of a table beside its log."""

    secret: str | None
    join_hash: bytes
    watch_hash: bytes
    owner: str | None


class Gone(Exception):
    """The table was deleted at another node."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def rows(table: Table, added: Sequence[Entry], at: int, key: str | None = None) -> list[dict[str, Any]]:
    """Entries as they are added to the log of a table. A number, or a key, that is there already raises Conflict."""
    first = added[0].number
    return [
        {
            "table_id": table.id,
            "number": entry.number,
            "kind": entry.kind,
            "data": to_json(entry.data),
            "key": key if entry.number == first else None,
            "first": first,
            "at": at,
        }
        for entry in added
    ]


def add(connection: Connection, added: Sequence[dict[str, Any]]) -> None:
    """Add such rows to the log."""
    connection.execute(insert(entries), added)


def follow(connection: Connection, table: Table, added: Sequence[Entry], at: int, *, node: str = "") -> None:
    """Bring up to date what follows from entries that were added to the log of a table, which has folded them.

    A bot that is to move now is noted in the same transaction, so that no crash makes it forget.
    """
    if connection.dialect.name == "postgresql":  # first of all: whoever deletes a table waits, or has been waited for
        message = f"{node} {table.id} {table.number}"
        told = connection.execute(_NOTIFY_IF_THERE, {"channel": CHANNEL, "message": message, "table": table.id})
        if told.first() is None:
            raise Gone
    if any(entry.kind not in (Kind.STEP, Kind.UNDONE, Kind.AGAIN) for entry in added):
        summarise(connection, table, at)
    if table.bots:  # a move that was awaited is made, or no longer wanted
        connection.execute(delete(jobs).where(jobs.c.table_id == table.id, jobs.c.kind == BOT))
    if table.awaits_bot:
        connection.execute(insert(jobs), bot_job(table, at))


def bot_job(table: Table, at: int) -> dict[str, object]:
    """The row of a bot's move that is due: anybody may take it on at once."""
    return {
        "id": new_id(),
        "kind": BOT,
        "table_id": table.id,
        "number": table.number,
        "asked": "{}",
        "state": "open",
        "until": 0,
        "tries": 0,
        "progress": 0.0,
        "at": at,
    }


def summarise(connection: Connection, table: Table, at: int) -> None:
    """What is listed of a table, made anew."""
    for derived in DERIVED:
        connection.execute(delete(derived).where(derived.c.table_id == table.id))
    outcome = table.game.outcome(table.match.state) if table.stage is Stage.OVER else None
    summary = {
        "table_id": table.id,
        "game": table.game.name,
        "title": table.part.title(table.game),
        "stage": table.stage,
        "dice": table.dice_kind,
        "daily": table.daily,
        "practice": table.practice,
        "result": str(outcome) if outcome else None,
        "feat": campaign.feat_of(table),
        "at": at,
    }
    connection.execute(insert(summaries), summary)
    rows = [
        {
            "table_id": table.id,
            "seat": number,
            "profile": seat.profile,
            "bot": seat.bot,
            "share": float(outcome.shares[number]) if outcome else None,
        }
        for number, seat in enumerate(table.seats)
    ]
    connection.execute(insert(seats), rows)


def entries_after(connection: Connection, table: str, number: int = 0) -> list[Stored]:
    """The entries of a table that follow a number."""
    # All of them at once: a cursor that is left in the middle keeps the connection at the moment it began.
    return [_stored(row) for row in connection.execute(_AFTER, {"table": table, "number": number}).all()]


def _stored(row: Any) -> Stored:
    try:
        return Stored(Entry(row.number, Kind(row.kind), json.loads(row.data)), row.at)
    except ValueError as error:
        raise DamagedLog(number=row.number) from error


def changed_elsewhere(connection: Connection) -> int:
    """A number that is another one when somebody besides this connection has written; on SQLite."""
    return connection.exec_driver_sql("PRAGMA data_version").scalar_one()


def last_numbers(connection: Connection, among: Sequence[str]) -> dict[str, int | None]:
    """The last entry of each of some tables; none where a table is no more."""
    found: dict[str, int | None] = dict.fromkeys(among)
    last = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery()
    for first in range(0, len(among), _AT_ONCE):
        some = tables.c.id.in_(among[first : first + _AT_ONCE])
        found |= {row[0]: row[1] for row in connection.execute(select(tables.c.id, last).where(some))}
    return found


def answered(connection: Connection, table: str, key: str) -> tuple[int, int] | None:
    """The first and the last entry that a request with this key added, if there was one."""
    first = select(entries.c.first).where(entries.c.table_id == table, entries.c.key == key).scalar_subquery()
    where = (entries.c.table_id == table, entries.c.first == first)
    found = connection.execute(select(func.min(entries.c.number), func.max(entries.c.number)).where(*where)).one()
    return None if found[0] is None else (found[0], found[1])


def kept(connection: Connection, table: str) -> Kept | None:
    """What is kept of a table beside its log."""
    columns = (tables.c.secret, tables.c.join_hash, tables.c.watch_hash, tables.c.owner)
    row = connection.execute(select(*columns).where(tables.c.id == table)).one_or_none()
    return Kept(*row) if row else None


def keep(connection: Connection, table: str, what: Kept, at: int) -> None:
    """Note what is kept of a new table."""
    connection.execute(insert(tables), {"id": table, **what._asdict(), "at": at})


def new_links(connection: Connection, table: str, join_hash: bytes, watch_hash: bytes) -> None:
    """Other links from now on."""
    changed = update(tables).where(tables.c.id == table).values(join_hash=join_hash, watch_hash=watch_hash)
    connection.execute(changed)


def rights_of(connection: Connection, table: str) -> dict[str, bool]:
    """Who may look at a table, and whether they may also take a seat."""
    rows = connection.execute(select(rights.c.profile, rights.c.may_join).where(rights.c.table_id == table))
    return {row.profile: row.may_join for row in rows}


def give_right(connection: Connection, table: str, profile: str, *, may_join: bool) -> None:
    """Somebody may look at a table from now on, or also join it; nobody's right is made smaller."""
    connection.execute(_GIVE, {"table": table, "profile": profile, "may_join": may_join})


class NoProfile(NitenError):
    """Whoever asks has no profile, or its secret is not known here."""

    code = "no-profile"


class Quota(NitenError):
    """There are as many as there may be."""

    code = "quota"


def one_at_a_time(connection: Connection, profile: str) -> None:
    """What somebody asks for at other nodes waits until this transaction ends. SQLite has one writer anyway.

    NoProfile if he was deleted meanwhile.
    """
    him = select(profiles.c.id).where(profiles.c.id == profile).with_for_update(key_share=True)
    if connection.execute(him).first() is None:
        raise NoProfile


def check_quota(connection: Connection, profile: str, most: int) -> None:
    """Refuse one table too many; asked in the transaction that adds it, before the new one is listed.

    Games that are over do not count: whoever plays a lot is not to be locked out.
    """
    one_at_a_time(connection, profile)
    joined = select(func.count()).select_from(tables).join(summaries, summaries.c.table_id == tables.c.id)
    under_way = joined.where(tables.c.owner == profile, summaries.c.stage != Stage.OVER)
    if connection.execute(under_way).scalar_one() >= most:
        raise Quota(count=most)


def tables_of(connection: Connection, profile: str, *, limit: int, only_over: bool = False) -> list[RowMapping]:
    """The tables at which somebody sits, the latest first, with a seat of his in each row."""
    columns = (summaries, seats.c.seat, seats.c.share)
    joined = select(*columns).join(seats, seats.c.table_id == summaries.c.table_id).where(seats.c.profile == profile)
    if only_over:
        joined = joined.where(summaries.c.stage == Stage.OVER)
    return list(connection.execute(joined.order_by(summaries.c.at.desc(), seats.c.seat).limit(limit)).mappings())


def feats_of(connection: Connection, profile: str) -> list[tuple[str, Feat]]:
    """How each duel of the booklet went that somebody fought to its end: its id, and the feat."""
    joined = select(summaries.c.title, summaries.c.feat).join(seats, seats.c.table_id == summaries.c.table_id)
    where = (seats.c.profile == profile, summaries.c.feat.is_not(None))
    return [(row.title, campaign.read_feat(row.feat)) for row in connection.execute(joined.where(*where))]


def seats_kept(connection: Connection, profile: str) -> list[str]:
    """The tables at which somebody sits whose game is not over."""
    joined = select(seats.c.table_id).join(summaries, seats.c.table_id == summaries.c.table_id)
    where = (seats.c.profile == profile, summaries.c.stage != Stage.OVER)
    return list(connection.scalars(joined.where(*where).distinct()))


def delete_table(connection: Connection, table: str) -> None:
    """A table and all that belongs to it. The table first: nothing is added to it from then on."""
    connection.execute(delete(tables).where(tables.c.id == table))
    for other in (entries, rights, jobs, *DERIVED):
        connection.execute(delete(other).where(other.c.table_id == table))
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": f"- {table} {GONE}"})


def has_others(connection: Connection, table: str, profile: str) -> bool:
    """Whether anybody else sits at a table, or ever did."""
    added = select(entries.c.data).where(entries.c.table_id == table, entries.c.kind == Kind.SEATED)
    return any(json.loads(data).get("profile") not in (None, profile) for data in connection.scalars(added))


def hold(connection: Connection, table: str) -> None:
    """Nobody adds to a table until this transaction ends. SQLite has one writer anyway."""
    connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update()).all()


def all_tables(connection: Connection) -> Iterable[str]:
    """The ids of all tables, in order."""
    return connection.scalars(select(tables.c.id).order_by(tables.c.id)).all()


def exists(connection: Connection, table: str) -> bool:
    """Whether there is such a table."""
    return connection.execute(select(literal(1)).where(tables.c.id == table)).first() is not None
