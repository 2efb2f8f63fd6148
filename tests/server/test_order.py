"""First it is written, then it is answered and told: whoever hears of a step can rely on it."""

from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

from testkit.databases import connected
from testkit.servers import Client, Server, events_of

Come = Callable[..., Client]
_LONG = 1.0  # seconds: a step takes some milliseconds


@contextmanager
def nobody_writes(database: str) -> Generator[None]:
    """The log is held by somebody else: whoever wants to add to it waits."""
    with connected(database) as connection:
        connection.execute(
            "BEGIN IMMEDIATE" if database.startswith("sqlite") else "LOCK TABLE entries IN EXCLUSIVE MODE"
        )
        yield


def test_a_step_is_neither_answered_nor_told_before_it_is_written(server: Server, come: Come) -> None:
    ada, reader = come(server), come(server)
    opened = ada.table()
    view, here = opened["table"], f"/tables/{opened['table']['id']}"
    assert reader.post(f"{here}/enter", json={"secret": opened["links"]["watch"]}).status_code == 200
    with (
        ThreadPoolExecutor(2) as pool,
        reader.stream("GET", f"{here}/events", params={"after": view["number"]}) as stream,
    ):
        entries = (event.id for event in events_of(stream.iter_lines()) if event.id is not None)
        with nobody_writes(server.database):
            heard = pool.submit(next, entries)
            answered = pool.submit(ada.step, view["id"], view["legal"][0], view["number"])
            asked: list[Future[Any]] = [heard, answered]
            too_early, _ = wait(asked, _LONG, FIRST_COMPLETED)
            assert not too_early
        assert answered.result().status_code == 200
        assert heard.result() == view["number"] + 1
