"""Servers for all tests here, started once for each process of tests and each kind of database.

What needs settings of its own, or counts what is in the whole database, starts its own.
"""

import secrets
from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from testkit.crashes import ServerWithMoments, serving_with_moments
from testkit.servers import Client, Pair, Postgres, Server, postgres, serving, two_nodes

BEAT = 0.5  # seconds between signs of life: no wait for an event is without end
KINDS = ["sqlite", "postgresql"]
Find = Callable[[str], Server]


@pytest.fixture(scope="session")
def cluster() -> Generator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The address of an empty database of a kind."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('database')}/niten.db"
        cluster: Postgres = request.getfixturevalue("cluster")
        return cluster.new_database(secrets.token_hex(4))

    return make


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """The address of an empty database, of either kind."""
    return new_database(request.param)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/niten.db"


@pytest.fixture(scope="session")
def usual(new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Generator[Find]:
    """The server at a kind of database; one that a test has brought down is started again."""
    with ExitStack() as stack:

        @cache
        def begin(kind: str) -> Server:
            settings = {"heartbeat": BEAT, "tables_each": 1_000_000}
            return stack.enter_context(serving(new_database(kind), tmp_path_factory.mktemp("server"), **settings))

        def find(kind: str) -> Server:
            server = begin(kind)
            assert server.process
            return server if server.process.poll() is None else server.start()

        yield find


@pytest.fixture(scope="module", params=KINDS)
def server(request: pytest.FixtureRequest, usual: Find) -> Server:
    """A server at either kind of database."""
    return usual(request.param)


@pytest.fixture(scope="module")
def one_server(usual: Find) -> Server:
    """A server, where it does not matter what keeps its tables: nothing is kept, or as at every other table."""
    return usual("sqlite")


@pytest.fixture(autouse=True)
def logs_no_errors(request: pytest.FixtureRequest) -> Generator[None]:
    """Whatever a server logs as an error fails the test."""
    names = {"server", "one_server"} & set(request.fixturenames)
    servers: list[Server] = [request.getfixturevalue(name) for name in names]
    before = [len(server.told()) for server in servers]
    yield
    for server, length in zip(servers, before, strict=True):
        assert '"level": "error"' not in server.told()[length:], server.told()[length:][-5000:]


@pytest.fixture(scope="session")
def find_clocked(
    new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Generator[Callable[[str], ServerWithMoments]]:
    with ExitStack() as stack:

        @cache
        def begin(kind: str) -> ServerWithMoments:
            return stack.enter_context(serving_with_moments(new_database(kind), tmp_path_factory.mktemp("clocked")))

        yield begin


@pytest.fixture(params=KINDS)
def clocked(
    request: pytest.FixtureRequest, find_clocked: Callable[[str], ServerWithMoments]
) -> Generator[ServerWithMoments]:
    """A server at either kind of database whose clock can be set, and that can be made to stand still."""
    server = find_clocked(request.param)
    server.orders.set_clock(0)
    yield server
    server.orders.cancel()


@pytest.fixture
def come() -> Generator[Callable[..., Client]]:
    """Somebody comes to a server, and leaves it when the test is over."""
    with ExitStack() as stack:

        def make(server: Server, **more: Any) -> Client:
            client = Client(server.url, **more)
            stack.callback(client.close)
            return client

        yield make


@pytest.fixture(scope="session")
def pair(cluster: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Generator[Pair]:
    """Two servers at one PostgreSQL."""
    with two_nodes(cluster, tmp_path_factory.mktemp("nodes")) as pair:
        yield pair
