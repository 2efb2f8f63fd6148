"""What must survive: kills of the server and of PostgreSQL, a full disk, a clock that steps back."""

import json
import secrets
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from tests.server.crashing import (
    Asker,
    Memory,
    check_record,
    entries_of,
    fill,
    is_away,
    is_sound,
    kill_postgres,
    on_postgres_itself,
    on_postgresql,
    on_sqlite,
    past_the_server,
    serving_with_clock,
    small_disk,
)
from tests.server.running import PATIENCE, Client, events_of, postgres, serving

Come = Callable[..., Client]
View = dict[str, Any]
DAY = 24 * 3600
SHORT: dict[str, Any] = {"players": ["black", "red"], "board": "short", "max_turns": 3}


# --- kills; in parts, so that they can run side by side ---


@pytest.mark.parametrize("part", range(5))
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(part: int, tmp_path: Path) -> None:
    result = on_sqlite(10, tmp_path)
    assert (result.lost, result.doubled, result.away) == (0, 0, 0)
    assert result.repeated >= result.kills, "otherwise no kill came between anything"
    assert min(result.acknowledged, result.finished) > 0


@pytest.mark.parametrize("part", range(3))
def test_nothing_acknowledged_is_lost_when_a_server_on_postgresql_is_killed(part: int, tmp_path: Path) -> None:
    result = on_postgresql(9, tmp_path)
    assert (result.lost, result.doubled, result.away) == (0, 0, 0)
    assert result.repeated >= result.kills
    assert min(result.acknowledged, result.finished) > 0


@pytest.mark.parametrize("part", range(5))
def test_nothing_acknowledged_is_lost_when_postgresql_is_killed(part: int, tmp_path: Path) -> None:
    result = on_postgres_itself(10, tmp_path)
    assert (result.lost, result.doubled) == (0, 0)
    assert result.repeated == result.away, "the server answers everything"
    assert result.away >= result.kills
    assert min(result.acknowledged, result.finished) > 0


def test_while_postgresql_is_away_it_is_said_and_readers_stay(tmp_path: Path, come: Come) -> None:
    with postgres() as cluster, serving(cluster.new_database("niten"), tmp_path) as server:
        ada, reader = come(server), come(server)
        view, links = opened(ada)
        assert reader.post(f"/tables/{view['id']}/enter", json={"secret": links["watch"]}).status_code == 200
        with reader.stream("GET", f"/tables/{view['id']}/events") as stream:
            kill_postgres(cluster)
            for method, path, asked in requests_that_need_it(view):
                is_away(ada.request(method, path, json=asked))
            is_away(ada.get(f"{server.url}/readyz"))
            assert ada.get(f"{server.url}/healthz").status_code == 200
            cluster.start()
            server.wait()
            answer = ada.step(view["id"], view["legal"][0], view["number"], "first")
            assert answer.status_code == 200, answer.text
            last = answer.json()["number"]
            told: list[int] = []
            for event in events_of(stream.iter_lines()):
                told += [event.id] if event.id is not None else []
                if event.id == last:
                    break
        assert told == list(range(1, last + 1))


def opened(client: Client) -> tuple[View, dict[str, str]]:
    """A duel, and its links."""
    answer = client.table()
    return answer["table"], answer["links"]


def requests_that_need_it(view: View) -> list[tuple[str, str, object]]:
    """Requests that cannot be carried out without the database."""
    step = {"step": view["legal"][0], "based_on": view["number"], "key": "first"}
    return [
        ("POST", f"/tables/{view['id']}/steps", step),
        ("GET", f"/tables/{view['id']}", None),
        ("POST", "/tables", {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}),
        ("POST", "/profile/codes", None),
    ]


# --- a full disk ---


class Player:
    """Somebody who remembers what he was told at his tables."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.told: dict[str, dict[int, View]] = {}

    def open(self, game: str = "samurai", **more: Any) -> str:
        return str(self.client.table(game, begin=True, **more)["table"]["id"])

    def step(self, table: str, view: View | None = None) -> httpx.Response:
        """The first move there is, or that was seen before, with a key that stands for it."""
        view = view or self.client.look(table)
        answer = self.client.step(table, view["legal"][0], view["number"], f"after-{view['number']}")
        if answer.status_code == 200:
            entries: list[View] = answer.json()["entries"]
            self.told.setdefault(table, {}).update({entry["number"]: entry for entry in entries})
        return answer

    def step_until_full(self, *tables: str) -> View:
        """Moves until there is no room for one; returns where the table was then."""
        for table in tables:
            while (view := self.client.look(table))["legal"]:
                answer = self.step(table, view)
                if answer.status_code != 200:
                    is_away(answer, "storage-full")
                    return view
        raise AssertionError("the disk is never full")

    def step_until_bot(self, table: str) -> View:
        """Moves until a bot is to move, or the game is over; returns where the table is then."""
        while (view := self.client.look(table))["legal"]:
            assert self.step(table, view).status_code == 200
        return view

    def finish(self, table: str) -> None:
        """Play to the end; bots must do their part."""
        end = time.monotonic() + 2 * PATIENCE
        while (view := self.client.look(table))["stage"] != "over":
            assert time.monotonic() < end, f"nothing happens: {view}"
            if view["legal"]:
                assert self.step(table, view).status_code == 200
            else:
                time.sleep(0.05)

    def check(self) -> None:
        """Everything told is there, and each table tells a game that holds."""
        ask = Asker(self.client, Memory())
        for table, told in self.told.items():
            entries = entries_of(ask, table)
            assert {entry["number"]: entry for entry in entries} | told == {e["number"]: e for e in entries}
            check_record(ask, table, entries)


@pytest.fixture
def disk(tmp_path: Path) -> Generator[Path]:
    with small_disk(tmp_path / "disk") as mounted:
        yield mounted


def test_a_full_disk_is_told_and_damages_nothing(disk: Path, tmp_path: Path, come: Come) -> None:
    with serving(f"sqlite:///{disk}/niten.db", tmp_path) as server:
        ada = Player(come(server))
        tables = [ada.open() for _ in range(20)]
        for table in tables:
            assert ada.step(table).status_code == 200
        fill(disk / "filler")
        view = ada.step_until_full(*tables)
        for path, asked in CHANGES.items():
            is_refused_in_the_end(ada.client, path, asked)
        ada.check()
        is_sound(disk / "niten.db")
        assert ada.client.look(view["id"]) == view, "nothing was added"
        (disk / "filler").unlink()
        assert ada.step(view["id"], view).status_code == 200, "the same request at the same server"
        ada.finish(view["id"])
        ada.check()
        server.stop()
        server.start()
        ada.check()
    is_sound(disk / "niten.db")


def test_a_bot_goes_on_when_there_is_room_again(disk: Path, tmp_path: Path, come: Come) -> None:
    with serving(f"sqlite:///{disk}/niten.db", tmp_path) as server:
        ada = Player(come(server))
        race = ada.open("dragon", setup=SHORT, seats=["me", "greedy"], pace=6000)
        duels = [ada.open() for _ in range(20)]
        view = ada.step_until_bot(race)
        fill(disk / "filler")
        ada.step_until_full(*duels)
        time.sleep(8)  # the bot wants to move meanwhile
        assert ada.client.look(race)["number"] == view["number"]
        (disk / "filler").unlink()
        wait_until(lambda: ada.client.look(race)["number"] > view["number"])
        ada.check()


CHANGES = {"/tables": {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}, "/profile/codes": None}


def is_refused_in_the_end(client: Client, path: str, asked: object) -> None:
    """What was written in vain may leave some room for what needs less."""
    answer = client.post(path, json=asked)
    for _ in range(200):
        if answer.status_code == 503:
            break
        answer = client.post(path, json=asked)
    is_away(answer, "storage-full")


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


# --- a clock that steps back ---


def test_the_clock_steps_back_between_two_steps(database: str, tmp_path: Path, come: Come) -> None:
    with serving_with_clock(database, tmp_path) as server:
        ada = Player(come(server))
        duel = ada.open()
        view = ada.client.look(duel)
        first = ada.step(duel, view)
        server.set_clock(-3 * DAY)
        second = ada.step(duel)
        assert second.status_code == 200, second.text
        assert second.json()["entries"][0]["at"] < first.json()["entries"][0]["at"] - 2 * DAY * 1000
        assert ada.step(duel, view).json()["entries"] == first.json()["entries"], "repeated"
        assert ada.client.get("/profile").status_code == 200
        ada.finish(duel)
        ada.check()
        with ada.client.stream("GET", f"/tables/{duel}/events", headers={"Last-Event-ID": "2"}) as stream:
            ids = (event.id for event in events_of(stream.iter_lines()) if event.id is not None)
            last = ada.client.look(duel)["number"]
            assert [next(ids) for _ in range(3, last + 1)] == list(range(3, last + 1))


def test_the_clock_steps_back_while_a_bot_is_to_move(database: str, tmp_path: Path, come: Come) -> None:
    with serving_with_clock(database, tmp_path) as server:
        ada = Player(come(server))
        race = ada.open("dragon", setup=SHORT, seats=["me", "greedy"], pace=2000)
        days = 0
        while (view := ada.step_until_bot(race))["stage"] != "over":
            days += 3
            server.set_clock(-days * DAY)
            wait_until(lambda view=view: ada.client.look(race)["number"] > view["number"])
        assert days >= 6, "it stepped back more than once"
        ada.check()


def test_a_bot_claimed_before_the_clock_stepped_back_goes_on(database: str, tmp_path: Path, come: Come) -> None:
    with serving(database, tmp_path) as server:
        ada = Player(come(server))
        race = ada.open("dragon", setup=SHORT, seats=["me", "greedy"], pace=10_000)
        view = ada.step_until_bot(race)
        wait_until(lambda: changed(database, CLAIMED_AHEAD, table=race, until=far_ahead()) == 1)
        server.kill()
        server.start()
        wait_until(lambda: ada.client.look(race)["number"] > view["number"])
        ada.check()


def test_a_running_server_takes_over_what_is_claimed_far_ahead(database: str, tmp_path: Path, come: Come) -> None:
    """One that cannot be done fails at once, which shows that somebody took it on."""
    with serving(database, tmp_path) as server:
        ada = come(server)
        profile, job = ada.get("/profile").json()["id"], secrets.token_urlsafe(8)
        asked = json.dumps({"setup": {}, "goal": "victory", "language": "en"})
        assert changed(database, CLAIMED_JOB, id=job, profile=profile, asked=asked, until=far_ahead()) == 1
        wait_until(lambda: ada.get(f"/jobs/{job}").json()["state"] == "failed")


CLAIMED_AHEAD = "UPDATE jobs SET until = :until WHERE table_id = :table AND state = 'running'"
CLAIMED_JOB = """
INSERT INTO jobs (id, kind, profile, asked, state, owner, until, tries, progress, at)
VALUES (:id, 'solve', :profile, :asked, 'running', 'gone', :until, 1, 0, :until)
"""


def far_ahead() -> int:
    return int(time.time() + 10 * DAY) * 1000


def changed(database: str, statement: str, **values: object) -> int:
    """Change something; returns the number of rows."""
    with past_the_server(database) as connection:
        return connection.execute(text(statement), values).rowcount
