"""Servers for all tests here. SQLite in a folder of the test, PostgreSQL once for each process of tests."""

import secrets
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Client, Postgres, Server, postgres, serving


@pytest.fixture(scope="session")
def cluster() -> Generator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('database')}/niten.db"
    cluster: Postgres = request.getfixturevalue("cluster")
    return cluster.new_database(secrets.token_hex(4))


@pytest.fixture(scope="module")
def server(database: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server at it, for all tests of a module."""
    with serving(database, tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/niten.db"


@pytest.fixture
def come() -> Generator[Callable[..., Client]]:
    """Somebody comes to a server, and leaves it when the test is over."""
    with ExitStack() as stack:

        def make(server: Server, **more: Any) -> Client:
            client = Client(server.url, **more)
            stack.callback(client.close)
            return client

        yield make
