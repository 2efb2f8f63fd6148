"""The stream of a table, and a log to compare it with."""

import json
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from testkit.servers import PLAIN, Client, Event, Server, events_of
from testkit.waiting import PATIENCE


def in_time(lines: Iterator[str]) -> Iterator[str]:
    """Lines that are not waited for without end; the time in which nobody waits for them does not count."""
    left, asked = PATIENCE, time.monotonic()
    for line in lines:
        left -= time.monotonic() - asked
        assert left > 0, "what was waited for did not come"
        yield line
        asked = time.monotonic()


@contextmanager
def watching(
    client: Client, table: str, *, last: int | None = None, after: int | None = None
) -> Generator[Iterator[Event]]:
    """The events of a table, from the beginning or as asked for."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    asked = {} if after is None else {"after": after}
    with client.stream("GET", f"/tables/{table}/events", headers=headers, params=asked) as response:
        assert response.status_code == 200
        yield events_of(in_time(response.iter_lines()))


def entries_to(number: int, events: Iterator[Event]) -> list[dict[str, Any]]:
    """Entries as they are streamed, up to a number."""
    found: list[dict[str, Any]] = []
    for event in events:
        if event.kind == "entry":
            entry = json.loads(event.data)
            assert entry["number"] == event.id
            found.append(entry)
            if entry["number"] >= number:
                break
    return found


def presence(events: Iterator[Event], holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first word on who is there that is as it should be."""
    told = (json.loads(event.data) for event in events if event.kind == "presence")
    return next(one for one in told if holds(one))


def counted(server: Server, name: str) -> float:
    """One of the figures that a server shows."""
    told = httpx.get(f"{server.url}/metrics", timeout=PATIENCE, verify=PLAIN).text
    return next((float(line.split()[1]) for line in told.splitlines() if line.startswith(f"{name} ")), 0.0)


def log_of(client: Client, table: str, after: int = 0) -> list[dict[str, Any]]:
    answer = client.get(f"/tables/{table}/entries", params={"after": after})
    assert answer.status_code == 200, answer.text
    return answer.json()["entries"]


def play(client: Client, table: str, moves: int = 1000, *, enough: int = 1000) -> int:
    """Make so many moves, or until there are enough entries; where the table is then."""
    view = client.look(table)
    for _ in range(moves):
        if view["number"] >= enough:
            break
        assert client.step(table, view["legal"][0], view["number"]).status_code == 200
        view = client.look(table)
    return view["number"]


def back_and_forth(client: Client, table: str, count: int) -> int:
    """Make the same move and take it back so many times: real dice, so nothing falls between. Where the table is."""
    view = client.look(table)
    number, move = view["number"], view["legal"][0]
    for _ in range(count):
        for answer in (
            client.step(table, move, number),
            client.post(f"/tables/{table}/undo", json={"based_on": number + 1}),
        ):
            assert answer.status_code == 200, answer.text
            number = answer.json()["number"]
    return number
