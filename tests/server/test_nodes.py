"""Several servers on one PostgreSQL: any of them takes any step, and what one of them loses none of them loses."""

import json
import random
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import psycopg
import pytest

from niten.terminal.verifying import verify
from testkit.servers import Client, Pair, Postgres, Server, serving, two_nodes
from testkit.streams import back_and_forth, counted, entries_to, log_of, play, presence, watching
from testkit.tables import ENDLESS, after_bots, match_of
from testkit.waiting import pauses, wait_until

Come = Callable[..., Client]
BEAT = 0.5
RACE: dict[str, Any] = {"setup": ENDLESS, "seats": ["me", "me"], "begin": True}
THREE = {"players": ["black", "red", "white"], "board": "short", "max_turns": 4}
ENDLESS_BOTS: dict[str, Any] = {"seats": ["random"] * 2, "setup": ENDLESS, "begin": True, "pace": 100}
BOTS: dict[str, Any] = {"seats": ["random"] * 3, "setup": THREE, "begin": True}


@pytest.fixture
def nodes(pair: Pair) -> Pair:
    """Two servers at one PostgreSQL, for all tests."""
    return pair


@pytest.fixture
def twice(nodes: Pair, come: Come) -> tuple[Client, Client]:
    """The same person at both nodes."""
    ann = come(nodes[0])
    return ann, come(nodes[1], cookie=ann.cookie)


def until_at(client: Client, table: str, number: int) -> dict[str, Any]:
    """A table once this node has heard that it has gone on."""
    view = client.look(table)
    for _ in pauses():
        if view["number"] >= number:
            return view
        view = client.look(table)
    raise AssertionError(f"it has not heard of {number}: {view}")


def until_over(client: Client, table: str) -> dict[str, Any]:
    wait_until(lambda: client.look(table)["stage"] == "over")
    return client.look(table)


def is_a_fair_game(client: Client, table: str, folder: Path) -> bool:
    """From its log and from its record: whose turn it was, what was legal, how the dice fell."""
    log, view = log_of(client, table), client.look(table)
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    match_of(log, view)  # or the rules refuse it
    record = folder / f"{table}.niten"
    record.write_text(client.get(f"/tables/{table}/record").text)
    verdict = verify(record)
    return verdict.is_fine if view["stage"] == "over" else verdict.error is None


def deaf(server: Server) -> None:
    """Cut the connection by which a node hears of the others, as soon as there is one."""
    with psycopg.connect(server.database, autocommit=True) as connection:

        def listening() -> list[int]:
            found = connection.execute(
                "SELECT pid, client_port FROM pg_stat_activity WHERE query = 'LISTEN niten' AND state = 'idle'"
            ).fetchall()
            return [pid for pid, port in found if port in ports_of(server)]

        wait_until(lambda: len(listening()) == 1)
        connection.execute("SELECT pg_terminate_backend(%s)", listening())


def ports_of(server: Server) -> set[int]:
    """The local ports of a server's connections."""
    assert server.process
    lines = Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]
    folder = Path(f"/proc/{server.process.pid}/fd")
    inodes = {link.readlink().name for link in folder.iterdir() if link.is_symlink()}
    return {int(line.split()[1].partition(":")[2], 16) for line in lines if f"socket:[{line.split()[9]}]" in inodes}


# --- a step at one node, seen at the other ---


def test_any_node_takes_any_step(twice: tuple[Client, Client], tmp_path: Path) -> None:
    choices = random.Random(5)
    table = twice[0].table(stand_in="random")["table"]["id"]
    number = 3
    for _ in range(500):
        client = choices.choice(twice)
        view = until_at(client, table, number)
        if view["stage"] == "over":
            break
        answer = client.step(table, view["legal"][0], number)
        assert answer.status_code == 200, answer.text
        number = answer.json()["number"]
    views = [until_at(client, table, number) for client in twice]
    assert views[0] == views[1]
    assert views[0]["stage"] == "over"
    assert is_a_fair_game(twice[1], table, tmp_path)


def test_a_step_based_on_what_this_node_has_not_heard_of_yet(twice: tuple[Client, Client]) -> None:
    """Who has an answer of one node may go on at the other at once."""
    here, there = twice
    table = here.table(dice="own")["table"]["id"]
    there.look(table)
    number = 3
    for _ in range(50):
        number = here.step(table, "dice 1", number).json()["number"]
        answer = there.post(f"/tables/{table}/undo", json={"based_on": number})
        assert answer.status_code == 200, answer.text
        number = answer.json()["number"]
    assert number == 103


def test_events_cross(twice: tuple[Client, Client]) -> None:
    here, there = twice
    table = here.table("dragon", **RACE)["table"]["id"]
    with watching(there, table) as events, watching(here, table) as others:
        for client in (here, there, here):
            number = play(client, table, 3)
            wait_until(lambda: there.look(table)["number"] == here.look(table)["number"])
        log = log_of(here, table)
        assert entries_to(number, events) == entries_to(number, others) == log


def test_readers_wander_between_nodes(twice: tuple[Client, Client], come: Come) -> None:
    """Each comes back at any node with the number he had last, while steps are made at both."""
    table = twice[0].table("dragon", **RACE)["table"]["id"]
    enough = 150

    def read(choices: random.Random) -> list[dict[str, Any]]:
        seen: list[dict[str, Any]] = []
        while len(seen) < enough:
            with watching(choices.choice(twice), table, last=len(seen)) as events:
                seen += entries_to(min(enough, len(seen) + choices.choice([1, 2, 5, 30])), events)
                assert [entry["number"] for entry in seen] == list(range(1, len(seen) + 1))
        return seen

    with ThreadPoolExecutor() as pool:
        reading = [pool.submit(read, random.Random(number)) for number in range(3)]
        number = twice[0].look(table)["number"]
        for turn in range(1000):
            if number >= enough:
                break
            view = until_at(twice[turn % 2], table, number)
            number = twice[turn % 2].step(table, view["legal"][0], number).json()["number"]
        seen = [one.result() for one in reading]
    log = log_of(twice[0], table)
    assert all(one == log[: len(one)] for one in seen)


def test_who_comes_just_when_something_happens_elsewhere_gets_it(nodes: Pair, come: Come, tmp_path: Path) -> None:
    """A third node keeps one table only: it reads a long log anew each time, while another one adds to it."""
    with serving(nodes[0].database, tmp_path, heartbeat=BEAT, tables_kept=1) as third:
        ann = come(nodes[0])
        there = come(third, cookie=ann.cookie)
        other, table = (ann.table(dice="own")["table"]["id"] for _ in range(2))
        number = back_and_forth(ann, table, 100)
        with ThreadPoolExecutor() as pool:
            for turn in range(20):
                there.look(other)
                step = pool.submit(wait_and_move, ann, table, number, turn / 400)
                last = number - turn % 2 * 5
                with watching(there, table, last=last) as events:
                    told = [entry["number"] for entry in entries_to(number + 1, events)]
                assert told == list(range(last + 1, number + 2))
                number = ann.post(f"/tables/{table}/undo", json={"based_on": step.result()}).json()["number"]


def wait_and_move(client: Client, table: str, number: int, seconds: float) -> int:
    time.sleep(seconds)
    return client.step(table, "dice 1", number).json()["number"]


def test_a_table_deleted_at_one_node_is_gone_at_the_other(twice: tuple[Client, Client]) -> None:
    here, there = twice
    table = here.table(dice="own")["table"]["id"]
    there.look(table)
    assert here.delete(f"/tables/{table}").status_code == 204
    assert there.step(table, "dice 1", 3).status_code == 404, "nothing is added to what is no more"
    wait_until(lambda: there.get(f"/tables/{table}").status_code == 404)


def test_a_right_shown_at_one_node_is_known_at_the_other(nodes: Pair, come: Come) -> None:
    ann, bo = come(nodes[0]), come(nodes[0])
    bo_there = come(nodes[1], cookie=bo.cookie)
    opened = ann.table("dragon")
    table = opened["table"]["id"]
    come(nodes[1], cookie=ann.cookie).look(table)
    assert bo_there.get(f"/tables/{table}").status_code == 404
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["watch"]})
    assert bo_there.look(table)["yours"] == []
    assert bo_there.post(f"/tables/{table}/seats/1", json={}).status_code == 403
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    assert bo_there.post(f"/tables/{table}/seats/1", json={}).status_code == 200
    old = opened["links"]["join"]
    assert ann.post(f"/tables/{table}/links").status_code == 200
    late = come(nodes[1]).post(f"/tables/{table}/enter", json={"secret": old})
    assert late.status_code == 404, "a link that was renewed elsewhere is good for nothing here"


def test_who_is_there_is_known_at_all_nodes(nodes: Pair, come: Come) -> None:
    ann, bo = come(nodes[0]), come(nodes[1])
    opened = ann.table("dragon", seats=["me", "open"])
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})

    def here(told: dict[str, Any]) -> tuple[list[bool], int]:
        return [seat["here"] for seat in told["seats"]], told["watching"]

    with watching(ann, table) as events:
        presence(events, lambda told: here(told) == ([True, False], 0))
        with watching(bo, table) as others:
            presence(events, lambda told: here(told) == ([True, False], 1))
            presence(others, lambda told: here(told) == ([True, False], 1))
            bo.post(f"/tables/{table}/seats/1", json={})
            presence(events, lambda told: here(told) == ([True, True], 0))
            presence(others, lambda told: here(told) == ([True, True], 0))
        presence(events, lambda told: here(told) == ([True, False], 0))


def test_who_comes_back_is_told_who_is_there_now(nodes: Pair, come: Come) -> None:
    """While nobody at a node looks, others come and go elsewhere: what it knew of them is no longer true."""
    ann, bo = come(nodes[0]), come(nodes[1])
    opened = ann.table("dragon", seats=["me", "open"])
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["watch"]})
    with watching(bo, table) as others:
        with watching(ann, table) as events:
            presence(events, lambda told: told["watching"] == 1)
            presence(others, lambda told: told["seats"][0]["here"])
        presence(others, lambda told: not told["seats"][0]["here"])
    wait_until(lambda: counted(nodes[1], "niten_streams") == 0)  # bo has gone, of which the first need not take note
    with watching(ann, table) as events:
        told = presence(events, lambda told: told["seats"][0]["here"])
        assert told["watching"] == 0, "nobody looks on any longer"
        with watching(bo, table) as others:
            presence(events, lambda told: told["watching"] == 1)
            presence(others, lambda told: told["seats"][0]["here"])


def test_a_gesture_is_seen_at_all_nodes(nodes: Pair, come: Come) -> None:
    ann, bo = come(nodes[0]), come(nodes[1])
    opened = ann.table("dragon", seats=["me", "open"])
    table = opened["table"]["id"]
    assert bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]}).status_code == 200
    assert bo.post(f"/tables/{table}/seats/1", json={}).status_code == 200
    with watching(ann, table) as here, watching(bo, table) as there:
        for who, gesture in ((bo, "well-played"), (ann, "bow")):
            assert who.post(f"/tables/{table}/gestures", json={"gesture": gesture}).status_code == 204
        for events in (here, there):
            told = (json.loads(event.data)["gesture"] for event in events if event.kind == "gesture")
            assert {next(told), next(told)} == {"well-played", "bow"}, "each once"


# --- bots ---


def test_a_bots_move_is_made_once(nodes: Pair, twice: tuple[Client, Client], tmp_path: Path) -> None:
    """Races of bots, looked at and asked for at both nodes all the time."""
    tables = [twice[turn % 2].table("dragon", **BOTS)["table"]["id"] for turn in range(3)]
    with ExitStack() as stack:
        streams = [stack.enter_context(watching(client, table)) for table in tables for client in twice]
        for table in tables:
            for client in twice:
                until_over(client, table)
        logs = [log_of(twice[0], table) for table in tables for _ in twice]
        assert [entries_to(len(log), events) for log, events in zip(logs, streams, strict=True)] == logs
    assert all(is_a_fair_game(twice[1], table, tmp_path) for table in tables)


def test_bots_answer_a_person_at_any_node(twice: tuple[Client, Client], tmp_path: Path) -> None:
    """A person against bots, moving now here, now there: between two moves of his each bot has had its turn."""
    table = twice[0].table("dragon", **BOTS | {"seats": ["me", "random", "random"]})["table"]["id"]
    for turn in range(2000):
        client = twice[turn % 2]
        view = after_bots(client, table)
        if view["stage"] == "over":
            break
        step = next((step for step in view["legal"] if "reroll" not in step), view["legal"][0])
        assert client.step(table, step, view["number"]).status_code in (200, 409)
    number = max(client.look(table)["number"] for client in twice)
    assert until_at(twice[1], table, number)["stage"] == "over"
    assert is_a_fair_game(twice[1], table, tmp_path)


# --- a node that hears nothing, a node that is no more ---


@pytest.mark.parametrize("cut", range(2))
def test_a_node_that_hears_nothing_for_a_while_catches_up(nodes: Pair, twice: tuple[Client, Client], cut: int) -> None:
    here, there = twice
    table = here.table("dragon", **RACE)["table"]["id"]
    with watching(there, table) as events, watching(there, table, last=5) as others:
        play(here, table, 2)
        deaf(nodes[1])
        number = play(here, table, 4 + cut)
        log = log_of(here, table)
        assert entries_to(number, events) == log
        assert entries_to(number, others) == log[5:]
        number = play(there, table, 1)
        assert entries_to(number, events) == log_of(there, table, len(log)), "and hears again"


def test_who_comes_to_a_node_that_hears_nothing_is_told_nothing_twice(
    nodes: Pair, twice: tuple[Client, Client]
) -> None:
    here, there = twice
    table = here.table(dice="own")["table"]["id"]
    there.look(table)
    for _ in range(2):
        deaf(nodes[1])
        number = here.step(table, "dice 1", here.look(table)["number"]).json()["number"]
        with ExitStack() as stack:
            asked = [0, 2, number - 1, number]
            streams = [stack.enter_context(watching(there, table, last=last)) for last in asked]
            answer = there.get(f"/tables/{table}/entries").json()
            assert answer["number"] == len(answer["entries"]), "an answer agrees with itself"
            until_at(there, table, number)  # it listens again, and has heard of it
            after = here.post(f"/tables/{table}/undo", json={"based_on": number}).json()["number"]
            told = [[entry["number"] for entry in entries_to(after, events)] for events in streams]
            assert told == [list(range(last + 1, after + 1)) for last in asked]


class Person:
    """Somebody who asks the same again at the second node when the first one does not answer."""

    def __init__(self, *clients: Client) -> None:
        self._clients = list(clients)

    def ask(self, what: Callable[[Client], Any]) -> Any:
        try:
            return what(self._clients[0])
        except httpx.TransportError:
            del self._clients[0]
            return what(self._clients[0])

    def play(self, table: str, enough: Event) -> list[dict[str, Any]]:
        """Play until it is enough; the entries that were acknowledged."""
        acknowledged: list[dict[str, Any]] = []
        while not enough.wait(0.02):  # a person takes a moment
            view = self.ask(lambda client: after_bots(client, table))
            asked = (table, view["legal"][0], view["number"], f"key-{view['number']}")
            answer = self.ask(lambda client, asked=asked: client.step(*asked))
            acknowledged += answer.json()["entries"] if answer.status_code == 200 else []
        return acknowledged


@pytest.fixture(scope="module")
def breakable(cluster: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Generator[Pair]:
    """Two nodes of which the first may be brought down; nobody else works with them."""
    with two_nodes(cluster, tmp_path_factory.mktemp("breakable")) as own:
        yield own


def test_a_node_is_killed_and_everybody_goes_on_elsewhere(breakable: Pair, tmp_path: Path, come: Come) -> None:
    here, there = breakable
    with ThreadPoolExecutor() as pool:
        people = [come(here) for _ in range(3)]
        again = [come(there, cookie=person.cookie) for person in people]
        seats = {"setup": ENDLESS, "seats": ["me", "random"], "begin": True}
        tables = [person.table("dragon", **seats)["table"]["id"] for person in people]
        bots = people[0].table("dragon", **ENDLESS_BOTS)["table"]["id"]
        streams = [watching(one, table) for one, table in zip(again, tables, strict=True)]

        def numbers() -> list[int]:
            return [one.look(table)["number"] for one, table in zip([*again, again[0]], [*tables, bots], strict=True)]

        def all_go_on(before: list[int], entries: int) -> bool:
            return all(now > then + entries for now, then in zip(numbers(), before, strict=True))

        with ExitStack() as stack:
            looking = [stack.enter_context(stream) for stream in streams]
            enough = Event()
            stack.callback(enough.set)
            playing = [
                pool.submit(Person(person, later).play, table, enough)
                for person, later, table in zip(people, again, tables, strict=True)
            ]
            wait_until(lambda: all_go_on([0] * 4, 30))
            here.kill()
            reached = numbers()
            wait_until(lambda: all_go_on(reached, 10))
            enough.set()
            acknowledged = [one.result() for one in playing]
            for one, table in zip(again, tables, strict=True):
                after_bots(one, table)
            logs = [log_of(one, table) for one, table in zip(again, tables, strict=True)]
            for log, events in zip(logs, looking, strict=True):
                assert entries_to(len(log), events) == log
        for told, log in zip(acknowledged, logs, strict=True):
            assert [log[entry["number"] - 1] for entry in told] == told, "what was acknowledged is there"
        assert all(is_a_fair_game(one, table, tmp_path) for one, table in zip(again, tables, strict=True))
        assert is_a_fair_game(again[0], bots, tmp_path)
    assert again[0].delete(f"/tables/{bots}").status_code == 204
    here.start()


def test_a_node_that_stops_hands_its_work_over(breakable: Pair, tmp_path: Path, come: Come) -> None:
    here, there = breakable
    ann = come(here)
    tables = [ann.table("dragon", **ENDLESS_BOTS)["table"]["id"] for _ in range(3)]
    later = come(there, cookie=ann.cookie)
    wait_until(lambda: all(later.look(table)["number"] > 15 for table in tables))
    assert here.stop() == 0
    reached = [later.look(table)["number"] for table in tables]
    wait_until(lambda: all(later.look(table)["number"] > at + 6 for table, at in zip(tables, reached, strict=True)))
    assert all(is_a_fair_game(later, table, tmp_path) for table in tables)
    for table in tables:
        assert later.delete(f"/tables/{table}").status_code == 204
    here.start()
