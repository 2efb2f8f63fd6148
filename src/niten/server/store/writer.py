"""One thread that writes: what arrives together is committed together, which makes full synchronisation affordable."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from niten.server.store.database import Database, StorageAway

T = TypeVar("T")
Write = Callable[[Connection], T]
MOST = 256
"""Writes in one transaction."""


class _Asked(NamedTuple):
    write: Write[Any]
    future: Future[Any]


class Writer:
    """Runs writes one after the other. A write that fails takes no other with it, and leaves nothing behind."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def __call__(self, write: Write[T]) -> T:
        """Run a write; comes back when it is committed. Giving up waiting does not take it back."""
        future: Future[T] = Future()
        self._asked.put(_Asked(write, future))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish what was asked for, and end."""
        self._asked.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._asked.get()) is not None:
            batch, ends = [first], False
            while len(batch) < MOST and not self._asked.empty():
                more = self._asked.get()
                if more is None:
                    ends = True
                    break
                batch.append(more)
            self._commit([asked for asked in batch if asked.future.set_running_or_notify_cancel()])
            if ends:
                return

    def _commit(self, batch: list[_Asked]) -> None:
        try:
            with self._database.writing() as connection:
                results = [asked.write(connection) for asked in batch]
        except Exception as error:  # it goes to whoever asked
            if len(batch) == 1 or isinstance(error, StorageAway):
                for asked in batch:
                    asked.future.set_exception(error)
            else:  # nothing was committed: each for itself, so that only the one at fault fails
                for asked in batch:
                    self._commit([asked])
            return
        for asked, result in zip(batch, results, strict=True):
            asked.future.set_result(result)


Conflict = IntegrityError
"""Somebody else was faster: the number, or the key, is taken."""
