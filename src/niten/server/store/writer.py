"""One thread that writes: what arrives together is committed together, which makes full synchronisation affordable."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from operator import itemgetter
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from niten.server.store.database import Database, StorageAway
from niten.server.store.schema import entries

T = TypeVar("T")
Write = Callable[[Connection], T]
Rows = Sequence[dict[str, Any]]
_ADD = insert(entries)
_PLACE = itemgetter("table_id", "number")
MOST = 256
"""Writes in one transaction."""
_GATHER = 0.003  # seconds from one transaction to the next, where many write


class _Asked(NamedTuple):
    write: Write[Any]
    future: asyncio.Future[Any]
    added: Rows


class _Done(NamedTuple):
    future: asyncio.Future[Any]
    result: Any
    error: Exception | None = None


class Writer:
    """Runs writes one after the other. A write that fails takes no other with it, and leaves nothing behind."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def __call__(self, write: Write[T], added: Rows = ()) -> T:
        """Add entries, then run a write; comes back when all is committed. Giving up waiting does not take it back."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.put(_Asked(write, future, added))
        return await future

    def close(self) -> None:
        """Finish what was asked for, and end."""
        self._asked.put(None)
        self._thread.join()

    def _run(self) -> None:
        pause = 0.0
        while (first := self._asked.get()) is not None:
            if pause > 0:
                time.sleep(pause)
            batch, ends, begun = [first], False, time.perf_counter()
            while len(batch) < MOST and not self._asked.empty():
                more = self._asked.get()
                if more is None:
                    ends = True
                    break
                batch.append(more)
            _tell(self._commit([asked for asked in batch if not asked.future.cancelled()]))
            # Where several came, more are on their way: they are waited for, as long as a slow disk would take anyway.
            pause = _GATHER - (time.perf_counter() - begun) if len(batch) > 1 else 0.0
            if ends:
                return

    def _commit(self, batch: list[_Asked]) -> list[_Done]:
        if not batch:
            return []
        # All at once takes half as long as one by one. In order: so no two nodes wait for each other.
        rows = sorted((row for asked in batch for row in asked.added), key=_PLACE)
        try:
            with self._database.writing() as connection:
                if rows:
                    connection.execute(_ADD, rows)
                results = [asked.write(connection) for asked in batch]
        except Exception as error:  # it goes to whoever asked
            if len(batch) == 1 or isinstance(error, StorageAway):
                return [_Done(asked.future, None, error) for asked in batch]
            # nothing was committed: each for itself, so that only the one at fault fails
            return [done for asked in batch for done in self._commit([asked])]
        return [_Done(asked.future, result) for asked, result in zip(batch, results, strict=True)]


def _tell(done: list[_Done]) -> None:
    """Everybody at once: waking the event loop takes longer than telling one."""
    if done:
        with suppress(RuntimeError):  # it is closed: nobody waits any longer
            done[0].future.get_loop().call_soon_threadsafe(_tell_all, done)


def _tell_all(done: list[_Done]) -> None:
    for future, result, error in done:
        if future.done():
            continue  # given up
        if error:
            future.set_exception(error)
        else:
            future.set_result(result)


Conflict = IntegrityError
"""Somebody else was faster: the number, or the key, is taken."""
