"""`niten admin` beside a running server: those who play notice what they should, and nothing else."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import httpx

from niten.server import admin
from niten.server.store import open_database
from testkit.databases import rows
from testkit.servers import Client, Server, niten_here
from testkit.tables import ENDLESS, play_out
from testkit.waiting import pauses

Come = Callable[..., Client]
SHORT: dict[str, Any] = {"players": ["black", "red"], "board": "short", "max_turns": 3}


def soon(ask: Callable[[], httpx.Response], is_so: Callable[[httpx.Response], bool]) -> httpx.Response:
    """The server is told of it a moment later."""
    answer = ask()
    for _ in pauses():
        if is_so(answer):
            return answer
        answer = ask()
    raise AssertionError(answer.text)


def joined(host: Client, guest: Client, **more: Any) -> str:
    opened = host.table("dragon", **more)
    table = opened["table"]["id"]
    guest.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    assert guest.post(f"/tables/{table}/seats/1", json={}).status_code == 200
    assert host.post(f"/tables/{table}/begin").status_code == 200
    return table


def test_others_play_on_when_somebody_is_deleted(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    waits, taken = joined(ada, bo), joined(ada, bo, stand_in="random")
    niten_here("admin", "delete", ada.get("/profile").json()["id"], "--database", server.database)
    left = soon(lambda: bo.get(f"/tables/{waits}"), lambda answer: not answer.json()["seats"][0]["taken"]).json()
    assert left["stage"] == "playing"
    assert bo.post(f"/tables/{waits}/seats/0", json={"bot": "random"}).status_code == 200
    for table in (waits, taken):
        soon(
            lambda table=table: bo.get(f"/tables/{table}"), lambda answer: answer.json()["seats"][0]["bot"] == "random"
        )
        assert play_out(bo, table)["stage"] == "over"


def test_who_is_deleted_leaves_nothing(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    opened = ada.table()
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["watch"]})
    view = ada.look(table)
    niten_here("admin", "delete", ada.get("/profile").json()["id"], "--database", server.database)
    assert ada.step(table, view["legal"][0], view["number"]).status_code in (401, 404)
    assert rows(server.database, f"SELECT count(*) FROM entries WHERE table_id = '{table}'") == [(0,)]
    soon(lambda: bo.get(f"/tables/{table}"), lambda answer: answer.status_code == 404)
    for way, asked in (("/tables", {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}), ("/daily/samurai", None)):
        assert ada.post(way, json=asked).status_code == 401, "at once, whatever the server still knows of him"


def test_all_that_is_kept_is_exported(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    mine, left = ada.table()["table"]["id"], joined(bo, ada)
    assert ada.delete(f"/tables/{left}/seats/1").status_code == 200
    job = ada.post("/solutions", json={"setup": {"duel": "nobody-at-all"}})
    assert job.status_code == 422
    job = ada.post("/solutions", json={"setup": {"duel": "oda-nobunaga"}}).json()["id"]
    ada.delete(f"/jobs/{job}")
    told = json.loads(niten_here("admin", "export", ada.get("/profile").json()["id"], "--database", server.database))
    assert told == ada.get("/profile/export").json()
    assert {table["table_id"] for table in told["tables"]} == {mine}
    assert {right["table_id"] for right in told["rights"]} == {mine, left}
    assert [(one["id"], one["kind"], one["state"]) for one in told["jobs"]] == [(job, "solve", "cancelled")]
    assert bo.get("/profile").json()["id"] not in str(told)


def test_lists_are_made_anew_while_people_play(server: Server, come: Come) -> None:
    """What they do meanwhile is in the lists."""
    people = [come(server) for _ in range(3)]
    done = Event()

    def play(who: Client) -> list[str]:
        games: list[str] = []
        while not (games and done.is_set()):
            games.append(who.table("samurai")["table"]["id"])
            games.append(who.table("dragon", setup=SHORT, seats=["me", "random"], begin=True)["table"]["id"])
            for table in games[-2:]:
                play_out(who, table)
        return games

    with ThreadPoolExecutor(len(people)) as pool:
        playing = [pool.submit(play, who) for who in people]
        try:
            for _ in range(3):
                assert "made anew" in niten_here("admin", "rebuild", "--database", server.database)
        finally:
            done.set()
        played = [one.result() for one in playing]
    for who, games in zip(people, played, strict=True):
        assert {row["id"] for row in who.get("/profile/results").json()} == set(games)
    bots = {table for (table,) in rows(server.database, "SELECT table_id FROM jobs WHERE kind = 'bot'")}
    assert not bots & {table for games in played for table in games}, "no bot is asked for in vain"


def test_a_rebuild_keeps_nobody_waiting(server: Server, come: Come) -> None:
    """Between two tables there is room for others: never is the whole database held."""
    ada = come(server)
    table = ada.table("dragon", setup=ENDLESS, seats=["me", "me"], begin=True)["table"]["id"]
    answers: list[int] = []

    def step(_: float) -> None:
        if len(answers) < 5:
            view = ada.look(table)
            answers.append(ada.step(table, view["legal"][0], view["number"]).status_code)

    for _ in range(2):
        ada.table()
    database = open_database(server.database)
    assert admin.rebuild(database, step).tables >= 3
    database.close()
    assert answers[:3] == [200] * 3
