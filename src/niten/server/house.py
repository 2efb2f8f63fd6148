"""A running server: the store, the tables, the players, the jobs, and those who are looking."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from niten.core import Record
from niten.core.game import JsonObject
from niten.server import log, relay
from niten.server.actions import new_id
from niten.server.dailies import find_daily
from niten.server.gestures import BURST, RATE, Made
from niten.server.hall import Hall, Live
from niten.server.jobs import Jobs, release_all
from niten.server.limits import Limiter
from niten.server.metrics import Metrics
from niten.server.press import Press
from niten.server.profiles import Profiles
from niten.server.relay import Relay
from niten.server.settings import Settings
from niten.server.store import Database, StorageAway, Store
from niten.server.stream import Reader, event
from niten.server.table import Stage, Table
from niten.server.views import seat_view

_log = logging.getLogger("niten.house")
_LOOK = 2.0  # seconds between two looks at what was done beside this server
_SOON = 0.2  # seconds in which changes of presence are gathered
_AGAIN = 20.0  # seconds between two messages to other nodes about who is looking
_LONGEST = 7000  # bytes of one message: PostgreSQL takes 8000
_GONE = 60.0  # seconds after which another node's word is forgotten
_HERE, _STILL = "here", "still"  # who is looking has changed, or has not
_GESTURE = "gesture"


class House:
    """Everything a request needs."""

    def __init__(self, database: Database, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self.node = new_id()
        self.store = Store(database)
        self.hall = Hall(self.store, node=self.node, most=settings.tables_kept)
        self.profiles = Profiles(self.store)
        self.jobs = Jobs(self.hall, settings)
        self.press = Press()
        self.gestures = Limiter(RATE, BURST)
        self.is_stopping = False
        self._streams: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, tuple[float, frozenset[str]]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._soon: set[str] = set()
        self._relay: Relay | None = None

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["House"]:
        """Begin to work, and end in good order."""
        if self.store.database.is_sqlite:
            await self.store.write(release_all)
            self._spawn(self._look_around())
        else:
            self._relay = Relay(self.store.database, self._heard, self._heard_nothing)
            self._spawn(self._repeat_presence())
        self.jobs.start()
        _log.info("open", extra={"node": self.node, "database": self.store.database.url.get_backend_name()})
        try:
            yield self
        finally:
            self.stop()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.jobs.stop()
            self.press.close()
            if self._relay:
                await asyncio.to_thread(self._relay.close)
            await asyncio.to_thread(self.store.close)
            _log.info("closed", extra={"node": self.node})

    def stop(self) -> None:
        """Nobody looks any longer: they come back to another node, or when there is one again."""
        self.is_stopping = True
        self.stop_readers()

    def stop_readers(self, profile: str | None = None) -> None:
        """End the streams of somebody, or of all."""
        for live in self.hall.present():
            for reader in tuple(live.readers):
                if profile in (None, reader.profile):
                    reader.close()

    # --- what is told when the time has come ---

    async def secret_of(self, table: Table) -> str | None:
        """The secret of a table's dice, if it may be told: that of a daily game when its day is over."""
        if table.stage is not Stage.OVER or not table.daily:
            return table.secret if table.stage is Stage.OVER else None
        daily = await self.store.read(find_daily, table.daily)
        return daily.secret if daily and daily.is_over else None

    async def record_of(self, table: Table) -> Record:
        """The game so far, with the secret of its dice if it may be told."""
        record, secret = table.record(), await self.secret_of(table)
        if record.pledge is None:
            return record
        return replace(record, pledge=record.pledge._replace(secret=secret))

    # --- who is looking ---

    def streams_of(self, profile: str) -> int:
        """How many streams somebody has open."""
        return self._streams[profile]

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self._streams.total()

    def count_stream(self, reader: Reader) -> None:
        """One more stream."""
        self._streams[reader.profile] += 1
        self.metrics.streams.inc()

    def uncount_stream(self, reader: Reader) -> None:
        """One less."""
        self._streams[reader.profile] -= 1
        if not self._streams[reader.profile]:
            del self._streams[reader.profile]
        self.metrics.streams.dec()

    def begin_stream(self, live: Live, reader: Reader) -> None:
        """Somebody begins to look at a table that is held."""
        live.readers.add(reader)
        self.count_stream(reader)
        self.presence_changed(live)

    def end_stream(self, live: Live, reader: Reader) -> None:
        """Somebody looks no longer."""
        if reader not in live.readers:
            return
        live.readers.discard(reader)
        self.uncount_stream(reader)
        if reader.was_slow:
            self.metrics.dropped.inc()
        if not live.readers:
            self._elsewhere.pop(live.id, None)  # nobody here listens to who comes and goes there
        self.presence_changed(live)

    def presence_changed(self, live: Live) -> None:
        """Tell those at a table who is there: soon, so that many changes are told once."""
        if live.id not in self._soon and not self.is_stopping:
            self._soon.add(live.id)
            self._spawn(self._tell_presence(live))

    async def _tell_presence(self, live: Live) -> None:
        await asyncio.sleep(_SOON)
        self._soon.discard(live.id)
        with suppress(StorageAway):
            if self._relay:
                await self.store.write(partial(relay.tell, messages=[self._presence_message(live, _HERE)]))
            await self._show_presence(live)

    async def _show_presence(self, live: Live) -> None:
        if not live.readers:
            return
        told = event("presence", await self.presence(live))
        for reader in tuple(live.readers):
            reader.give(told)

    async def presence(self, live: Live) -> JsonObject:
        """Who sits at a table, who of them is there, and how many look on."""
        here = {reader.profile for reader in live.readers}
        now = asyncio.get_running_loop().time()
        for at, profiles in self._elsewhere.get(live.id, {}).values():
            here |= profiles if now - at < _GONE else frozenset()
        seats = live.table.seats
        names = await self.profiles.names({seat.profile for seat in seats if seat.profile})
        sitting = {seat.profile for seat in seats}
        rows = [seat_view(seat, names, None) | {"here": bool(seat.bot) or seat.profile in here} for seat in seats]
        for row in rows:
            del row["yours"], row["entropy"]
        return {"seats": rows, "watching": len(here - sitting)}

    def _presence_message(self, live: Live, what: str) -> str:
        return f"{self.node} {live.id} {what} {_those_at(live)}"

    async def _repeat_presence(self) -> None:
        while True:
            await asyncio.sleep(_AGAIN)
            with suppress(StorageAway):
                messages = _packed(f"{self.node} * {_STILL}", self.hall.present())
                if messages:
                    await self.store.write(partial(relay.tell, messages=messages))

    async def show_gesture(self, live: Live, made: Made) -> None:
        """Let all who are looking see a gesture, here and at other nodes."""
        self._hand_on(live, made)
        if self._relay:
            message = f"{self.node} {live.id} {_GESTURE} {made}"
            with suppress(StorageAway):
                await self.store.write(partial(relay.tell, messages=[message]))

    def _hand_on(self, live: Live, made: Made) -> None:
        told = made.as_event()
        for reader in tuple(live.readers):
            reader.give(told)

    # --- other nodes, and whoever else works with the database ---

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            with suppress(StorageAway):
                await self.hall.look_around()

    def _heard(self, message: str) -> None:
        node, table, what, *more = message.split(" ")
        if node == self.node:
            return
        if what == log.GONE:
            self.hall.forget(table)
            return
        live = self.hall.here(table)
        if what == _GESTURE:
            if live:
                self._hand_on(live, Made.read(more[0]))
            return
        if what not in (_HERE, _STILL):
            self._spawn(self.hall.heard(table, int(what)))
            return
        if what == _HERE:
            self._heard_who(node, table, more[0] if more else "", is_new=True)
        for one in more if what == _STILL else ():
            self._heard_who(node, *one.split(":"), is_new=False)

    def _heard_who(self, node: str, table: str, who: str, *, is_new: bool) -> None:
        live = self.hall.here(table)
        if live and live.readers:
            now = asyncio.get_running_loop().time()
            profiles = frozenset(filter(None, who.split(",")))
            known = self._elsewhere.setdefault(table, {})
            before = known.get(node)
            known[node] = (now, profiles)
            if before is None:  # it does not know of us either
                self.presence_changed(live)
            if is_new or before is None or before[1] != profiles:
                self._spawn(self._show_presence(live))

    def _heard_nothing(self) -> None:
        self._spawn(self.hall.heard_nothing())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _those_at(live: Live) -> str:
    return ",".join(sorted({reader.profile for reader in live.readers})[:200])


def _packed(head: str, present: Iterable[Live]) -> list[str]:
    """Many tables in a message: a thousand messages at once would keep every node busy, and people waiting."""
    messages: list[str] = []
    for live in present:
        one = f" {live.id}:{_those_at(live)}"
        if not messages or len(messages[-1]) + len(one) > _LONGEST:
            messages.append(head)
        messages[-1] += one
    return messages


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except StorageAway:
        pass  # asked again when it is back
    except Exception:
        _log.exception("unexpected")
