"""The database of a server, looked at past it."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import psycopg

from testkit.waiting import PATIENCE


@contextmanager
def connected(database: str) -> Generator[Any]:
    """The database itself, beside the server."""
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:///"), timeout=PATIENCE)
    else:
        connection = psycopg.connect(database)
    try:
        yield connection
        connection.commit()
    finally:
        connection.close()


def rows(database: str, query: str) -> list[tuple[Any, ...]]:
    with connected(database) as connection:
        return connection.execute(query).fetchall()
