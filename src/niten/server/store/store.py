"""The database as the event loop uses it: one writer, a few readers, nothing that blocks."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from niten.server.store.database import Database
from niten.server.store.writer import Rows, Write, Writer

T = TypeVar("T")
P = ParamSpec("P")
READERS = 4


class Store:
    """Reads and writes, each as a function of a connection."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._writer = Writer(database)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def write(self, write: Write[T], added: Rows = ()) -> T:
        """Add entries to the log, then run a write; comes back when all is committed."""
        return await self._writer(write, added)

    async def read(self, read: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run something that only reads, with what is in the database now."""

        def run() -> T:
            with self.database.looking() as connection:
                return read(connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def close(self) -> None:
        """Finish what was asked for, and close the database."""
        self._writer.close()
        self._readers.shutdown()
        self.database.close()
