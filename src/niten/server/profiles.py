"""Players without accounts: a profile is made on the first visit; whoever has its secret is that player."""

from collections import OrderedDict
from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from niten.core import NitenError
from niten.server import log
from niten.server.actions import new_id
from niten.server.store import Store
from niten.server.store.schema import codes, devices, jobs, profiles, rights, seats, summaries, tables
from niten.server.tokens import hashed, is_secret, new_code, new_secret, read_code

CODE_MINUTES = 15
_KEPT = 10_000
_STALE = 60_000  # milliseconds after which it is asked anew whether a device is still known: other nodes exist


class BadCode(NitenError):
    """The code is wrong, used or too old."""

    code = "bad-code"


class Profile(NamedTuple):
    """Somebody who came here before."""

    id: str
    name: str | None = None
    language: str | None = None


class _Known(NamedTuple):
    profile: Profile
    hash: bytes
    at: int


class Profiles:
    """All profiles; those who came last are kept ready."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def make(self) -> tuple[Profile, str]:
        """A new profile, and what its cookie holds."""
        profile = Profile(new_id())

        def write(connection: Connection) -> str:
            connection.execute(insert(profiles), {"id": profile.id, "at": log.now()})
            return _add_device(connection, profile.id)

        return profile, await self._store.write(write)

    async def find(self, cookie: str) -> Profile | None:
        """Whose cookie it is."""
        device, _, secret = cookie.partition(".")
        known = self._known.get(device)
        if known is None or not 0 <= log.now() - known.at < _STALE:
            found = await self._store.read(_find, device)
            if found is None:
                self._known.pop(device, None)
                return None
            known = self._known[device] = found
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return known.profile if is_secret(secret, known.hash) else None

    async def change(self, profile: Profile, name: str | None, language: str | None) -> Profile:
        """Another name or language."""
        changed = update(profiles).where(profiles.c.id == profile.id).values(name=name, language=language)
        await self._store.write(lambda connection: connection.execute(changed) and None)
        self._forget(profile.id)
        return Profile(profile.id, name, language)

    async def new_code(self, profile: Profile) -> tuple[str, int]:
        """A code that carries the profile to another device, once, and until when it does."""
        code, until = new_code(), log.now() + CODE_MINUTES * 60_000

        def write(connection: Connection) -> None:
            connection.execute(delete(codes).where(codes.c.until < log.now()))
            connection.execute(delete(codes).where(codes.c.profile == profile.id))
            connection.execute(insert(codes), {"hash": hashed(code), "profile": profile.id, "until": until})

        await self._store.write(write)
        return code, until

    async def claim(self, code: str) -> str:
        """What the cookie of another device holds, for a code; BadCode if it is none, or no longer."""

        def write(connection: Connection) -> str | None:
            where = codes.c.hash == hashed(read_code(code))
            row = connection.execute(select(codes.c.profile, codes.c.until).where(where)).one_or_none()
            is_first = connection.execute(delete(codes).where(where)).rowcount == 1  # not so at another node meanwhile
            return _add_device(connection, row.profile) if row and is_first and row.until >= log.now() else None

        cookie = await self._store.write(write)
        if cookie is None:
            raise BadCode
        return cookie

    async def names(self, ids: Collection[str]) -> dict[str, str | None]:
        """The names of some."""
        return await self._store.read(_names, ids) if ids else {}

    async def delete(self, profile: Profile) -> list[str]:
        """Delete somebody, and the tables at which nobody else ever sat; those are told."""
        gone = await self._store.write(partial(delete_profile, profile=profile.id))
        self._forget(profile.id)
        return gone

    def _forget(self, profile: str) -> None:
        for device in [device for device, known in self._known.items() if known.profile.id == profile]:
            del self._known[device]


def _add_device(connection: Connection, profile: str) -> str:
    device, secret = new_id(), new_secret()
    row = {"id": device, "profile": profile, "hash": hashed(secret), "at": log.now()}
    connection.execute(insert(devices), row)
    return f"{device}.{secret}"


def _find(connection: Connection, device: str) -> _Known | None:
    columns = (profiles.c.id, profiles.c.name, profiles.c.language, devices.c.hash)
    joined = select(*columns).join(profiles, profiles.c.id == devices.c.profile)
    row = connection.execute(joined.where(devices.c.id == device)).one_or_none()
    return _Known(Profile(row.id, row.name, row.language), row.hash, log.now()) if row else None


def _names(connection: Connection, ids: Collection[str]) -> dict[str, str | None]:
    rows = connection.execute(select(profiles.c.id, profiles.c.name).where(profiles.c.id.in_(ids)))
    return {row.id: row.name for row in rows}


def delete_profile(connection: Connection, profile: str) -> list[str]:
    """Delete a profile. In the log of tables with others an id remains that belongs to nobody any more."""
    own = connection.scalars(select(seats.c.table_id).where(seats.c.profile == profile).distinct()).all()
    owned = connection.scalars(select(tables.c.id).where(tables.c.owner == profile)).all()
    gone = [table for table in {*own, *owned} if not log.has_others(connection, table, profile)]
    for table in gone:
        log.delete_table(connection, table)
    connection.execute(update(seats).where(seats.c.profile == profile).values(profile=None))
    connection.execute(update(tables).where(tables.c.owner == profile).values(owner=None))
    connection.execute(delete(rights).where(rights.c.profile == profile))
    connection.execute(delete(codes).where(codes.c.profile == profile))
    connection.execute(delete(jobs).where(jobs.c.profile == profile))
    connection.execute(delete(devices).where(devices.c.profile == profile))
    connection.execute(delete(profiles).where(profiles.c.id == profile))
    return gone


def export_profile(connection: Connection, profile: str) -> dict[str, object] | None:
    """All that is kept about somebody, with the records of his games as their logs."""
    row = connection.execute(select(profiles).where(profiles.c.id == profile)).mappings().one_or_none()
    if row is None:
        return None
    known = connection.execute(select(devices.c.at).where(devices.c.profile == profile)).scalars().all()
    joined = select(summaries, seats.c.seat, seats.c.share).join(seats, seats.c.table_id == summaries.c.table_id)
    played = connection.execute(joined.where(seats.c.profile == profile)).mappings().all()
    seen = select(rights.c.table_id, rights.c.may_join).where(rights.c.profile == profile).order_by(rights.c.table_id)
    asked = select(jobs.c.id, jobs.c.kind, jobs.c.asked, jobs.c.state, jobs.c.result, jobs.c.at)
    return {
        "profile": dict(row),
        "devices": [{"since": at} for at in known],
        "tables": [
            dict(table) | {"entries": _public_entries(connection, table["table_id"], profile)} for table in played
        ],
        "rights": [dict(row) for row in connection.execute(seen).mappings()],
        "jobs": [
            dict(row)
            for row in connection.execute(asked.where(jobs.c.profile == profile).order_by(jobs.c.at)).mappings()
        ],
    }


def _public_entries(connection: Connection, table: str, profile: str) -> list[dict[str, object]]:
    """The log of a table with nobody named but the one who asks."""
    return [
        {
            "number": entry.number,
            "kind": entry.kind,
            "at": at,
            **{key: value for key, value in entry.data.items() if key != "profile" or value == profile},
        }
        for entry, at in log.entries_after(connection, table)
    ]
