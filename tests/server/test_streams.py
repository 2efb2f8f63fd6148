"""The stream of a table: everything in the log once and in order, whoever comes, goes, sleeps or is cut off."""

import random
import socket
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from testkit.servers import API, Client, Server, serving
from testkit.streams import back_and_forth, counted, entries_to, in_time, log_of, play, presence, watching
from testkit.tables import ENDLESS
from testkit.waiting import wait_until

Come = Callable[..., Client]
BEAT = 0.5
RACE: dict[str, Any] = {"setup": ENDLESS, "seats": ["me", "me"], "begin": True}


# --- the log, then live ---


def test_a_reader_gets_what_was_and_then_what_comes(server: Server, come: Come) -> None:
    ann = come(server)
    table = ann.table("dragon", **RACE)["table"]["id"]
    before = play(ann, table, 5)
    with watching(ann, table) as events:
        assert entries_to(before, events) == log_of(ann, table)
        after = play(ann, table, 5)
        assert entries_to(after, events) == log_of(ann, table, before)


def test_a_reader_begins_where_he_asks_to(server: Server, come: Come) -> None:
    ann = come(server)
    table = ann.table("dragon", **RACE)["table"]["id"]
    number = play(ann, table, 10)
    log = log_of(ann, table)
    for after in (0, 1, number // 2, number - 1):
        with watching(ann, table, after=after) as events:
            assert entries_to(number, events) == log[after:]
        with watching(ann, table, last=after) as events:
            assert entries_to(number, events) == log[after:]
    with watching(ann, table, last=number - 1, after=1) as events:
        assert entries_to(number, events) == log[-1:], "the header of one who comes back counts more"
    with watching(ann, table, last=number) as events:
        number = play(ann, table, 1)
        assert entries_to(number, events) == log_of(ann, table, len(log))


def test_coming_back_misses_nothing_and_doubles_nothing(server: Server, come: Come) -> None:
    """Readers hang up at any moment while the game goes on, and come back with the number they had last."""
    ann = come(server)
    table = ann.table("dragon", **RACE)["table"]["id"]
    readers = [come(server, cookie=ann.cookie) for _ in range(3)]
    enough = 150

    def read(reader: Client, choices: random.Random) -> list[dict[str, Any]]:
        seen: list[dict[str, Any]] = []
        while len(seen) < enough:
            with watching(reader, table, last=len(seen)) as events:
                seen += entries_to(min(enough, len(seen) + choices.choice([1, 2, 5, 30])), events)
        return seen

    with ThreadPoolExecutor() as pool:
        reading = [pool.submit(read, reader, random.Random(number)) for number, reader in enumerate(readers)]
        play(ann, table, enough=enough)
        seen = [one.result() for one in reading]
    log = log_of(ann, table)
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    for one in seen:
        assert one == log[: len(one)]


def test_a_long_log_is_told_from_any_number(server: Server, come: Come) -> None:
    """Also what is kept ready no longer."""
    ann = come(server)
    opened = ann.table(dice="own")["table"]
    number = back_and_forth(ann, opened["id"], 150)
    log = log_of(ann, opened["id"])
    assert len(log) == number == opened["number"] + 300
    for last in (0, 1, number - 257, number - 256, number - 255, number - 1):
        with watching(ann, opened["id"], last=last) as events:
            assert entries_to(number, events) == log[last:]


def test_a_stranger_gets_no_stream(server: Server, come: Come) -> None:
    ann, bo = come(server), come(server)
    opened = ann.table()
    path = f"/tables/{opened['table']['id']}/events"
    assert bo.get(path).json()["code"] == "no-such-table"
    assert bo.get("/tables/nowhere/events").json()["code"] == "no-such-table"
    bo.post(f"/tables/{opened['table']['id']}/enter", json={"secret": opened["links"]["watch"]})
    with watching(bo, opened["table"]["id"]) as events:
        assert entries_to(3, events) == log_of(ann, opened["table"]["id"])


def test_a_number_that_is_none_is_refused(server: Server, come: Come) -> None:
    ann = come(server)
    table = ann.table()["table"]["id"]
    for wrong in ("-1", "x", "1.5", str(2**31)):
        answer = ann.get(f"/tables/{table}/events", headers={"Last-Event-ID": wrong})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
        assert ann.get(f"/tables/{table}/events", params={"after": wrong}).status_code == 422


def test_the_stream_of_a_table_that_is_deleted_ends(server: Server, come: Come) -> None:
    ann = come(server)
    table = ann.table()["table"]["id"]
    with watching(ann, table) as events:
        entries_to(3, events)
        assert ann.delete(f"/tables/{table}").status_code == 204
        assert all(event.kind == "presence" for event in events)
    assert ann.get(f"/tables/{table}/events").status_code == 404


# --- signs of life, who is there ---


def test_signs_of_life_while_nothing_happens(server: Server, come: Come) -> None:
    ann = come(server)
    table = ann.table()["table"]["id"]
    begun = time.monotonic()
    with ann.stream("GET", f"/tables/{table}/events", headers={"Last-Event-ID": "3"}) as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert response.headers["cache-control"] == "no-store"
        lines = in_time(response.iter_lines())
        assert next(lines).startswith("retry: ")
        for _ in range(4):
            assert next(line for line in lines if line.startswith(":"))
    assert time.monotonic() - begun > BEAT * 3, "no more of them than asked for"


def test_who_is_there_is_told_as_they_come_and_go(server: Server, come: Come) -> None:
    ann, bo, cy = come(server), come(server), come(server)
    bo.patch("/profile", json={"name": "Bo"})
    opened = ann.table("dragon", seats=["me", "open"])
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    cy.post(f"/tables/{table}/enter", json={"secret": opened["links"]["watch"]})

    def here(told: dict[str, Any]) -> tuple[list[bool], int]:
        return [seat["here"] for seat in told["seats"]], told["watching"]

    with watching(ann, table) as events:
        presence(events, lambda told: here(told) == ([True, False], 0))
        with watching(bo, table), watching(cy, table), watching(cy, table):
            presence(events, lambda told: here(told) == ([True, False], 2))
            assert bo.post(f"/tables/{table}/seats/1", json={}).status_code == 200
            told = presence(events, lambda told: here(told) == ([True, True], 1))
            assert (told["seats"][1]["name"], told["seats"][1]["taken"]) == ("Bo", True)
            assert set(told["seats"][1]) == {"taken", "bot", "name", "here"}, "and nothing more of anybody"
        presence(events, lambda told: here(told) == ([True, False], 0))
        bo.delete(f"/tables/{table}/seats/1")
        ann.post(f"/tables/{table}/seats/1", json={"bot": "random"})
        told = presence(events, lambda told: here(told) == ([True, True], 0))
        assert told["seats"][1]["bot"] == "random", "a bot is always there"


# --- those who do not keep up ---


def stalled(server: Server, client: Client, table: str) -> socket.socket:
    """One who asks for a stream and never reads it: with as little room in between as the system allows."""
    sleeper = socket.socket()
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    sleeper.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    sleeper.connect(("127.0.0.1", server.port))
    cookie = f"Cookie: niten={client.cookie}"
    sleeper.sendall(f"GET {API}/tables/{table}/events HTTP/1.1\r\nHost: there\r\n{cookie}\r\n\r\n".encode())
    return sleeper


def memory(server: Server) -> int:
    """In KiB."""
    assert server.process
    told = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("VmRSS:"))


def open_lines(server: Server) -> int:
    assert server.process
    found = 0
    for file in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it closes while we look
            found += str(file.readlink()).startswith("socket:")
    return found


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server that may be stopped, and keeps two tables only: nobody else works with it."""
    folder = tmp_path_factory.mktemp("own")
    with serving(f"sqlite:///{folder}/niten.db", folder, heartbeat=BEAT, tables_kept=2) as running:
        yield running


def test_who_does_not_keep_up_is_hung_up_on_and_others_go_on(own: Server, come: Come) -> None:
    sleepers = 20
    with ExitStack() as stack:
        ann = come(own)
        table = ann.table(dice="own")["table"]["id"]
        number = play(ann, table, 2)
        with watching(ann, table) as events:
            lines, room = open_lines(own), memory(own)
            dropped = counted(own, "niten_readers_dropped_total")
            for _ in range(sleepers):
                stack.callback(stalled(own, ann, table).close)
            wait_until(lambda: counted(own, "niten_streams") == sleepers + 1)
            for _ in range(60):
                number = back_and_forth(ann, table, 25)
                if counted(own, "niten_readers_dropped_total") - dropped == sleepers:
                    break
            assert counted(own, "niten_readers_dropped_total") - dropped == sleepers
            assert counted(own, "niten_streams") == 1
            assert entries_to(number, events) == log_of(ann, table), "who reads gets everything"
        wait_until(lambda: open_lines(own) <= lines)
        assert memory(own) - room < 40 * 1024


# --- the server stops, and is there again ---


@pytest.mark.parametrize("sleeping", [False, True], ids=["all read", "one sleeps"])
def test_streams_end_when_the_server_stops_and_go_on_where_they_were(own: Server, come: Come, sleeping: bool) -> None:
    with ExitStack() as stack:
        ann = come(own)
        table = ann.table(dice="own")["table"]["id"]
        number = back_and_forth(ann, table, 400 if sleeping else 5)
        with watching(ann, table) as events, watching(come(own, cookie=ann.cookie), table) as others:
            assert len(entries_to(number, events)) == len(entries_to(number, others)) == number
            if sleeping:
                stack.callback(stalled(own, ann, table).close)
                wait_until(lambda: counted(own, "niten_streams") == 3)
            assert own.stop() == 0
            assert all(event.kind == "presence" for event in events), "and then it ends, in good order"
            assert all(event.kind == "presence" for event in others)
        own.start()
        with watching(ann, table, last=number) as events:
            after = back_and_forth(ann, table, 3)
            assert [entry["number"] for entry in entries_to(after, events)] == list(range(number + 1, after + 1))


def test_a_reader_of_a_server_that_is_killed_goes_on_where_he_was(own: Server, come: Come) -> None:
    ann = come(own)
    table = ann.table(dice="own")["table"]["id"]
    number = back_and_forth(ann, table, 5)
    with watching(ann, table) as events:
        seen = entries_to(number, events)
        own.kill()
        with pytest.raises(httpx.TransportError):
            list(events)
    own.start()
    with watching(ann, table, last=number) as events:
        seen += entries_to(back_and_forth(ann, table, 3), events)
    assert seen == log_of(ann, table)


# --- limits ---


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    folder = tmp_path_factory.mktemp("tight")
    settings = {"streams_each": 2, "tables_kept": 1, "heartbeat": BEAT}
    with serving(f"sqlite:///{folder}/niten.db", folder, **settings) as running:
        yield running


def test_a_profile_has_so_many_streams_and_others_have_theirs(tight: Server, come: Come) -> None:
    ann, bo = come(tight), come(tight)
    table, other = ann.table()["table"]["id"], bo.table()["table"]["id"]
    path = f"/tables/{table}/events"
    with watching(ann, table):
        with watching(ann, table):
            refused = ann.get(path)
            assert (refused.status_code, refused.json()["code"]) == (429, "limited")
            assert int(refused.headers["retry-after"]) > 0
            with watching(bo, other) as events:
                entries_to(3, events)
        wait_until(lambda: counted(tight, "niten_streams") == 1)
        with watching(ann, table) as events:
            entries_to(3, events)


def test_those_who_come_at_once_are_not_more_than_may_be(tight: Server, come: Come) -> None:
    refused = 'niten_requests_total{method="GET",route="/tables/{table}/events",status="429"}'
    wait_until(lambda: counted(tight, "niten_streams") == 0)
    before = counted(tight, refused)
    with ExitStack() as stack:
        ann = come(tight)
        tables = [ann.table()["table"]["id"] for _ in range(20)]
        for table in tables:
            stack.callback(stalled(tight, ann, table).close)
        wait_until(lambda: counted(tight, refused) - before == 18)
        assert counted(tight, "niten_streams") == 2


def test_more_tables_are_looked_at_than_are_kept(own: Server, come: Come) -> None:
    """A table somebody looks at is never left, however many there are: he would wait for ever."""
    with ExitStack() as stack:
        ann, bo = come(own), come(own)
        opened = [ann.table() for _ in range(6)]
        tables = [one["table"]["id"] for one in opened]
        for one in opened:
            bo.post(f"/tables/{one['table']['id']}/enter", json={"secret": one["links"]["watch"]})
        streams = [stack.enter_context(watching(bo, table)) for table in tables]
        for events in streams:
            assert len(entries_to(3, events)) == 3
        for table, events in zip(tables, streams, strict=True):
            number = play(ann, table, 2)
            assert entries_to(number, events) == log_of(ann, table, 3)
