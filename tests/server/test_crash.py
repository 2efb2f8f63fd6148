"""What must survive: a full disk, a clock that steps back. Kills are in `test_kills`."""

import json
import secrets
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from testkit.crashes import (
    Asker,
    Memory,
    ServerWithMoments,
    check_record,
    entries_of,
    fill,
    is_away,
    is_sound,
    past_the_server,
    serving_with_moments,
    small_disk,
)
from testkit.jobs import wait_for_job
from testkit.servers import Client, events_of, serving
from testkit.tables import ENDLESS, after_bots
from testkit.waiting import pauses, wait_until

Come = Callable[..., Client]
View = dict[str, Any]
DAY = 24 * 3600


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

    def play_until(self, table: str, holds: Callable[[], bool]) -> View:
        """Moves, with a bot between, until something holds; returns where the table is then."""
        for _ in pauses():
            view = self.step_until_bot(table)
            if holds():
                return view
        raise AssertionError(f"it never holds: {self.client.look(table)}")

    def finish(self, table: str) -> None:
        """Play to the end; bots must do their part."""
        while (view := after_bots(self.client, table))["stage"] != "over":
            assert self.step(table, view).status_code == 200

    def check(self) -> None:
        """Everything told is there, and each table tells a game that holds."""
        ask = Asker(self.client, Memory())
        for table, told in self.told.items():
            after_bots(self.client, table)  # so that nothing is added between two looks
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
    with serving_with_moments(f"sqlite:///{disk}/niten.db", tmp_path, log_level="debug") as server:
        ada = Player(come(server))
        duels = [ada.open() for _ in range(20)]
        server.orders.give("claimed", stand=True)
        race = ada.open("dragon", setup=ENDLESS, seats=["me", "greedy"])
        view = ada.step_until_bot(race)
        wait_until(lambda: server.orders.is_reached)
        fill(disk / "filler")
        ada.step_until_full(*duels)
        server.orders.go_on()
        wait_until(lambda: '"put off"' in server.told(), "the bot does not even try")
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


# --- a clock that steps back ---


def test_the_clock_steps_back_between_two_steps(clocked: ServerWithMoments, come: Come) -> None:
    ada = Player(come(clocked))
    duel = ada.open()
    view = ada.client.look(duel)
    first = ada.step(duel, view)
    clocked.orders.set_clock(-3 * DAY)
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


def test_the_clock_steps_back_while_a_bot_is_to_move(clocked: ServerWithMoments, come: Come) -> None:
    ada = Player(come(clocked))
    race = ada.open("dragon", setup=ENDLESS, seats=["me", "greedy"])
    for days in (3, 6, 9):
        clocked.orders.give("claimed", stand=True)
        view = ada.play_until(race, lambda: clocked.orders.is_reached)
        clocked.orders.set_clock(-days * DAY)
        clocked.orders.go_on()
        wait_until(lambda view=view: ada.client.look(race)["number"] > view["number"])
    ada.check()
    assert ada.client.delete(f"/tables/{race}").status_code == 204, "so that no bot of it gets the next order"


def test_a_bot_claimed_before_the_clock_stepped_back_goes_on(clocked: ServerWithMoments, come: Come) -> None:
    ada = Player(come(clocked))
    clocked.orders.give("claimed", stand=True)
    race = ada.open("dragon", setup=ENDLESS, seats=["me", "greedy"])
    view = ada.play_until(race, lambda: clocked.orders.is_reached)
    assert changed(clocked.database, CLAIMED_AHEAD, table=race, until=far_ahead()) == 1
    clocked.kill()
    clocked.start()
    wait_until(lambda: ada.client.look(race)["number"] > view["number"])
    ada.check()
    assert ada.client.delete(f"/tables/{race}").status_code == 204


def test_a_running_server_takes_over_what_is_claimed_far_ahead(clocked: ServerWithMoments, come: Come) -> None:
    """One that cannot be done fails at once, which shows that somebody took it on."""
    ada = come(clocked)
    profile, job = ada.get("/profile").json()["id"], secrets.token_urlsafe(8)
    asked = json.dumps({"setup": {}, "goal": "victory", "language": "en"})
    assert changed(clocked.database, CLAIMED_JOB, id=job, profile=profile, asked=asked, until=far_ahead()) == 1
    wait_for_job(ada, job, "failed")


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
