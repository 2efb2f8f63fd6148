"""What other nodes tell on the same PostgreSQL: that a table has gone on, and who is looking.

A message that is lost costs time, never an entry: a table read on from its log has all of them.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from niten.server.log import CHANNEL
from niten.server.store import Database

if TYPE_CHECKING:
    import psycopg

_log = logging.getLogger("niten.relay")
_PAUSE = 1.0
_TELL = text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
Heard = Callable[[str], None]


class Relay:
    """Listens in a thread of its own; `heard` and `lost` are called in the event loop."""

    def __init__(self, database: Database, heard: Heard, lost: Callable[[], None]) -> None:
        self._address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard, self._lost = heard, lost
        self._loop = asyncio.get_running_loop()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg  # noqa: PLC0415 — not needed where there is no PostgreSQL

        while not self._ends.is_set():
            try:
                self._listen(partial(psycopg.connect, self._address, autocommit=True, connect_timeout=5))
            except psycopg.Error as error:
                _log.warning("not listening to other nodes", extra={"error": str(error).partition("\n")[0]})
                self._ends.wait(_PAUSE)

    def _listen(self, connect: "Callable[[], psycopg.Connection]") -> None:
        with connect() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._call(self._lost)  # whatever was said before is not known
            while not self._ends.is_set():
                for notice in connection.notifies(timeout=0.5):
                    self._call(self._heard, notice.payload)

    def _call(self, what: Callable[..., None], *args: str) -> None:
        if not self._ends.is_set():
            self._loop.call_soon_threadsafe(what, *args)


def tell(connection: Connection, messages: list[str]) -> None:
    """Something for all nodes."""
    connection.execute(_TELL, {"channel": CHANNEL, "messages": messages})
