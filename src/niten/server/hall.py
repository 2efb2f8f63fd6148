"""The tables of this node: kept ready in memory, one request at a time at each, every change first in the log.

Whoever works with a table holds it (`Live.lock`). A table folds what is asked for before it is committed; if the
commit fails it is not known what the log has, so the table is read anew before anybody sees it.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection

from niten.core import NitenError
from niten.server import log
from niten.server.actions import Entries
from niten.server.log import Kept, Stored
from niten.server.store import Conflict, StorageAway, Store
from niten.server.stream import Reader
from niten.server.table import DamagedLog, Table
from niten.server.views import Told, fold_and_tell

RECENT = 256
"""Entries told last that are kept for readers who come back."""
_TRIES = 5
_LOOKED_THROUGH = 16
"""Tables looked at for one that may be left, each time another comes."""
_log = logging.getLogger("niten.hall")

Action = Callable[[Table], Entries]
Moved = Callable[["Live"], None]


class NoSuchTable(NitenError):
    """There is no such table, or it is not for this profile to see."""

    code = "no-such-table"


class Stale(NitenError):
    """The request was based on an earlier state of the table; `number` is where it is now."""

    code = "stale"


class Answer(NamedTuple):
    """What a request added, and where the table was then."""

    told: list[Told]
    number: int


class Live:
    """A table kept ready, and who is looking at it."""

    def __init__(self, table: Table, kept: Kept, rights: dict[str, bool]) -> None:
        self.id = table.id
        self.table = table
        self.kept = kept
        self.rights = rights
        self.told = table.number
        """The last entry that was told."""
        self.in_doubt = False
        """A commit failed: what `table` holds may not be what the log has."""
        self.recent: deque[Told] = deque(maxlen=RECENT)
        self.readers: set[Reader] = set()
        self.lock = asyncio.Lock()

    def tell(self, told: Iterable[Told]) -> None:
        """Hand entries on to everybody who is looking."""
        for one in told:
            if one.number <= self.told:
                continue
            self.told = one.number
            self.recent.append(one)
            if self.readers:
                event = one.as_event()
                for reader in tuple(self.readers):
                    reader.give(event)

    def may_see(self, profile: str) -> bool:
        return profile in self.rights or bool(self.table.seats_of(profile))

    def may_join(self, profile: str) -> bool:
        return self.rights.get(profile, False) or bool(self.table.seats_of(profile))


class _Holding:
    """A table that is held to the end of a block. Every step passes here: a generator would take longer."""

    __slots__ = ("_hold", "_live")

    def __init__(self, hold: Coroutine[Any, Any, Live]) -> None:
        self._hold = hold

    async def __aenter__(self) -> Live:
        self._live = await self._hold
        return self._live

    async def __aexit__(self, *_: object) -> None:
        self._live.lock.release()


class Hall:
    """All tables that somebody at this node works with."""

    def __init__(self, store: Store, *, node: str, most: int, moved: Moved = lambda _: None) -> None:
        self.store = store
        self.node = node
        self.moved = moved
        """Called after each change: perhaps a bot is to move now."""
        self._most = most
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._version = -1
        """Which state of the database was last looked at for what others did."""

    def holding(self, table: str) -> _Holding:
        """A table as the log has it; nobody else changes it meanwhile."""
        return _Holding(self._hold(table))

    def seen_by(self, table: str, profile: str) -> _Holding:
        """The same for somebody who may see it; for anybody else there is no such table."""
        return _Holding(self._hold_for(table, profile))

    async def _hold(self, table: str, viewer: str | None = None) -> Live:
        live = await self._find(table)
        await live.lock.acquire()
        while self._lives.get(table) is not live:  # left while we waited: nobody must be told anything there
            live.lock.release()
            live = await self._find(table)
            await live.lock.acquire()
        try:
            if live.in_doubt:
                await self._read_anew(live)
            if viewer is not None and not live.may_see(viewer):
                await self.read_rights(live)
                if not live.may_see(viewer):
                    raise NoSuchTable
        except BaseException:
            live.lock.release()
            raise
        return live

    async def _hold_for(self, table: str, viewer: str) -> Live:
        try:
            return await self._hold(table, viewer)
        except DamagedLog as error:
            _log.error("a damaged log", extra={"table": table, "number": error.details["number"]})
            if viewer not in await self.store.read(log.rights_of, table):
                raise NoSuchTable from error
            raise

    async def read_rights(self, live: Live) -> None:
        """Perhaps a link was shown at another node."""
        live.rights = await self.store.read(log.rights_of, live.id)

    async def act(
        self, live: Live, action: Action, *, based_on: int | None = None, key: str | None = None
    ) -> Answer:  # fmt: skip
        """Do something at a table that is held; comes back when it is in the log.

        With `based_on` it is done only if the table is there; a request whose key is in the log is answered as before.
        """
        for _ in range(_TRIES):
            if based_on is not None and based_on != live.table.number:
                if based_on > live.table.number:
                    await self.catch_up(live)
                before = await self._answered(live, key)
                if before:
                    return before
                if based_on != live.table.number:
                    raise Stale(number=live.table.number)
            try:
                return await self._add(live, action(live.table), key)
            except NitenError:  # not possible, perhaps because it was done before
                before = None if live.in_doubt else await self._answered(live, key)
                if before is None:
                    raise
                return before
            except (Conflict, log.Gone):  # another node was faster, or the key was used before
                await self._read_anew(live)
                before = await self._answered(live, key)
                if before:
                    return before
        raise StorageAway

    async def open(self, table: Table, kept: Kept, entries: Entries, *also: Callable[[Connection], object]) -> Live:
        """A new table, with all that is in its log so far."""
        at = log.now()
        told = list(fold_and_tell(table, (Stored(entry, at) for entry in entries)))

        def write(connection: Connection) -> None:
            log.keep(connection, table.id, kept, at)
            log.add(connection, log.rows(table, entries, at))
            for more in also:
                more(connection)
            log.follow(connection, table, entries, at, node=self.node)

        await self.store.write(write)
        live = self._lives[table.id] = Live(table, kept, await self.store.read(log.rights_of, table.id))
        live.recent.extend(told)
        self._make_room(table.id)
        self.moved(live)
        return live

    async def catch_up(self, live: Live) -> None:
        """Read on: another node may have added something."""
        if live.in_doubt:
            await self._read_anew(live)
            return
        more = await self.store.read(log.entries_after, live.id, live.table.number)
        live.tell(fold_and_tell(live.table, more))

    async def heard(self, table: str, number: int) -> None:
        """Another node has added something. If the table is gone or damaged, whoever asks for it is told."""
        with suppress(NoSuchTable, DamagedLog):
            loading = self._loading.get(table)
            live = self._lives.get(table) or (loading and await asyncio.shield(loading))
            if live is None or number <= live.table.number:
                return
            async with live.lock:
                await self.catch_up(live)

    async def heard_nothing(self) -> None:
        """It is not known what other nodes have added meanwhile."""
        for live in list(self._lives.values()):
            async with live.lock:
                with suppress(NoSuchTable, DamagedLog):
                    await self.catch_up(live)

    async def look_around(self) -> None:
        """What was done beside this server, by one who tells nobody: `niten admin` on SQLite."""
        version = await self.store.write(log.changed_elsewhere)
        if version == self._version:
            return
        self._version = version
        there = await self.store.read(log.last_numbers, tuple(self._lives))
        for table, number in there.items():
            if number is None:
                self.forget(table)
            else:
                await self.heard(table, number)

    async def told_after(self, live: Live, number: int) -> list[Told]:
        """What was told after an entry, to one who comes back to a table that is held."""
        if number > live.table.number:  # he has been at another node
            await self.catch_up(live)
        if number >= live.table.number:
            return []
        if live.recent and live.recent[0].number <= number + 1:
            return [told for told in live.recent if told.number > number]
        told = await self.store.read(_tell_again, live.id, live.kept.secret, number)
        return [one for one in told if one.number <= live.table.number]  # what is heard later is told later

    def here(self, table: str) -> Live | None:
        """A table, if it is kept ready."""
        return self._lives.get(table)

    def __len__(self) -> int:
        return len(self._lives)

    def present(self) -> list[Live]:
        """Tables at which somebody at this node is looking."""
        return [live for live in self._lives.values() if live.readers]

    def forget(self, table: str) -> None:
        """A table that is no more."""
        live = self._lives.pop(table, None)
        for reader in live.readers if live else ():
            reader.close()

    async def _find(self, table: str) -> Live:
        live = self._lives.get(table)
        if live is not None:
            self._lives.move_to_end(table)
            return live
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Live:
        live = await self.store.read(_load, table)
        if live is None:
            raise NoSuchTable
        self._lives[table] = live
        self._make_room(table)
        return live

    def _make_room(self, new: str) -> None:
        """Leave the tables at which nothing has happened for longest; what somebody looks at or works with stays."""
        for _ in range(min(_LOOKED_THROUGH, len(self._lives))):
            if len(self._lives) <= self._most:
                return
            table, live = next(iter(self._lives.items()))
            if table == new or live.readers or live.lock.locked():
                self._lives.move_to_end(table)
            else:
                del self._lives[table]

    async def _answered(self, live: Live, key: str | None) -> Answer | None:
        found = await self.store.read(log.answered, live.id, key) if key else None
        if found is None:
            return None
        first, last = found
        told = await self.told_after(live, first - 1)
        return Answer([one for one in told if one.number <= last], last)

    async def _add(self, live: Live, added: Entries, key: str | None) -> Answer:
        at = log.now()
        live.in_doubt = True
        told = list(fold_and_tell(live.table, (Stored(entry, at) for entry in added)))
        follow = partial(log.follow, table=live.table, added=added, at=at, node=self.node)
        await self.store.write(follow, log.rows(live.table, added, at, key))
        live.in_doubt = False
        live.tell(told)
        self.moved(live)
        return Answer(told, live.table.number)

    async def _read_anew(self, live: Live) -> None:
        """The whole table from the log; what was not told yet is told now."""
        found = await self.store.read(_load_and_tell, live.id, live.told)
        if found is None:
            self.forget(live.id)
            raise NoSuchTable
        live.table, told = found
        live.in_doubt = False
        live.tell(told)
        self.moved(live)


def _load(connection: Connection, table: str) -> Live | None:
    kept = log.kept(connection, table)
    stored = log.entries_after(connection, table)
    if kept is None or not stored:
        return None
    folded = Table((entry for entry, _ in stored), kept.secret)
    return Live(folded, kept, log.rights_of(connection, table))


def _load_and_tell(connection: Connection, table: str, after: int) -> tuple[Table, list[Told]] | None:
    kept = log.kept(connection, table)
    if kept is None:
        return None
    folded = Table((), kept.secret)
    told = list(fold_and_tell(folded, log.entries_after(connection, table)))
    return folded, [one for one in told if one.number > after]


def _tell_again(connection: Connection, table: str, secret: str | None, after: int) -> list[Told]:
    folded = Table((), secret)
    return [one for one in fold_and_tell(folded, log.entries_after(connection, table)) if one.number > after]
