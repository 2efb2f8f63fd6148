"""`niten admin` beside a running server: those who play notice what they should, and nothing else."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from tests.server.playing import play_out
from tests.server.running import PATIENCE, Client, Server, serving
from tests.server.test_admin import niten
from tests.server.test_security import rows

Come = Callable[..., Client]
SHORT: dict[str, Any] = {"players": ["black", "red"], "board": "short", "max_turns": 3}


def soon(ask: Callable[[], httpx.Response], is_so: Callable[[httpx.Response], bool]) -> httpx.Response:
    """The server is told of it a moment later."""
    end = time.monotonic() + PATIENCE
    while not is_so(answer := ask()):
        assert time.monotonic() < end, answer.text
        time.sleep(0.05)
    return answer


def joined(host: Client, guest: Client, **more: Any) -> str:
    opened = host.table("dragon", **more)
    table = opened["table"]["id"]
    guest.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    assert guest.post(f"/tables/{table}/seats/1", json={}).status_code == 200
    assert host.post(f"/tables/{table}/begin").status_code == 200
    return table


def test_others_play_on_when_somebody_is_deleted(server: Server, database: str, come: Come) -> None:
    ada, bo = come(server), come(server)
    waits, taken = joined(ada, bo), joined(ada, bo, stand_in="random")
    niten("admin", "delete", ada.get("/profile").json()["id"], "--database", database)
    left = soon(lambda: bo.get(f"/tables/{waits}"), lambda answer: not answer.json()["seats"][0]["taken"]).json()
    assert left["stage"] == "playing"
    assert bo.post(f"/tables/{waits}/seats/0", json={"bot": "random"}).status_code == 200
    for table in (waits, taken):
        soon(
            lambda table=table: bo.get(f"/tables/{table}"), lambda answer: answer.json()["seats"][0]["bot"] == "random"
        )
        assert play_out(bo, table)["stage"] == "over"


def test_who_is_deleted_leaves_nothing(server: Server, database: str, come: Come) -> None:
    ada, bo = come(server), come(server)
    opened = ada.table()
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["watch"]})
    view = ada.look(table)
    niten("admin", "delete", ada.get("/profile").json()["id"], "--database", database)
    assert ada.step(table, view["legal"][0], view["number"]).status_code in (401, 404)
    assert rows(database, f"SELECT count(*) FROM entries WHERE table_id = '{table}'") == [(0,)]
    soon(lambda: bo.get(f"/tables/{table}"), lambda answer: answer.status_code == 404)
    for way, asked in (("/tables", {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}), ("/daily/samurai", None)):
        assert ada.post(way, json=asked).status_code == 401, "at once, whatever the server still knows of him"


def test_all_that_is_kept_is_exported(server: Server, database: str, come: Come) -> None:
    ada, bo = come(server), come(server)
    mine, left = ada.table()["table"]["id"], joined(bo, ada)
    assert ada.delete(f"/tables/{left}/seats/1").status_code == 200
    job = ada.post("/solutions", json={"setup": {"duel": "nobody-at-all"}})
    assert job.status_code == 422
    job = ada.post("/solutions", json={"setup": {"duel": "oda-nobunaga"}}).json()["id"]
    ada.delete(f"/jobs/{job}")
    told = json.loads(niten("admin", "export", ada.get("/profile").json()["id"], "--database", database))
    assert told == ada.get("/profile/export").json()
    assert {table["table_id"] for table in told["tables"]} == {mine}
    assert {right["table_id"] for right in told["rights"]} == {mine, left}
    assert [(one["id"], one["kind"], one["state"]) for one in told["jobs"]] == [(job, "solve", "cancelled")]
    assert bo.get("/profile").json()["id"] not in str(told)


def test_lists_are_made_anew_while_people_play(server: Server, database: str, come: Come) -> None:
    """Nobody is kept waiting, and what they do meanwhile is in the lists."""
    people = [come(server) for _ in range(3)]
    ends = time.monotonic() + 4

    def play(who: Client) -> int:
        games = 0
        while time.monotonic() < ends:
            play_out(who, who.table("samurai")["table"]["id"])
            play_out(who, who.table("dragon", setup=SHORT, seats=["me", "random"], begin=True)["table"]["id"])
            games += 2
        return games

    with ThreadPoolExecutor(len(people)) as pool:
        played = [pool.submit(play, who) for who in people]
        for _ in range(3):
            assert "made anew" in niten("admin", "rebuild", "--database", database)
        for who, one in zip(people, played, strict=True):
            count = one.result()
            assert len(who.get("/profile/results").json()) == count
    assert rows(database, "SELECT count(*) FROM jobs WHERE kind = 'bot'") == [(0,)], "no bot is asked for in vain"


def test_a_long_rebuild_keeps_nobody_waiting(sqlite: str, tmp_path: Path, come: Come) -> None:
    """Between two tables there is room for others: never is the whole database held."""
    with serving(sqlite, tmp_path, tables_each=1000) as server:
        ada = come(server)
        for _ in range(15):
            play_out(ada, ada.table()["table"]["id"])
        table = ada.table("dragon", seats=["me", "me"], begin=True)["table"]
        with ThreadPoolExecutor(1) as pool:
            rebuilt = pool.submit(niten, "admin", "rebuild", "--database", sqlite)
            while not rebuilt.done():
                view = ada.look(table["id"])
                if view["stage"] == "over":
                    break
                assert ada.step(table["id"], view["legal"][0], view["number"]).status_code == 200
            assert "16 tables made anew" in rebuilt.result()
