"""A game from a folder of its own, without a change in Niten: played at a real server, saved, resumed and verified."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from niten.core.record import read
from testkit import ROOT
from testkit.servers import Client, Server, niten, serving
from testkit.waiting import pauses

FOLDER = ROOT / "docs" / "examples"


@pytest.fixture(autouse=True)
def with_pig(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the processes that are started here."""
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    monkeypatch.setenv("NITEN_GAMES", "pig_kind:PIG")


def my_turn(player: Client, table: str) -> dict[str, Any]:
    """The table once the bot has moved."""
    for _ in pauses():
        view = player.look(table)
        if view["to_move"] == 0 or view["stage"] == "over":
            return view
    raise AssertionError("the bot does not move")


def play(player: Client, table: str, steps: int) -> dict[str, Any]:
    """So many steps of mine: roll, and hold at fifteen."""
    for _ in range(steps):
        view = my_turn(player, table)
        if view["stage"] == "over":
            break
        assert view["legal"] == ["roll", "hold"]
        step = "hold" if view["state"]["turn"] >= 15 else "roll"
        assert player.step(table, step, view["number"]).status_code == 200
    return my_turn(player, table)


def again(server: Server) -> None:
    server.kill()
    server.start()


def test_it_is_played_over_http_against_a_bot_saved_resumed_replayed_and_verified(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'niten.db'}", tmp_path) as server, closing(Client(server.url)) as player:
        assert player.get("/games").json()["bots"]["pig"] == ["random", "hold"]
        asked: dict[str, Any] = {"game": "pig", "setup": {}, "seats": ["me", "hold"], "pace": 0, "begin": True}
        table = player.post("/tables", json=asked).json()["table"]
        assert (table["title"], table["setup"]) == ("pig", {"goal": 100})
        before = play(player, table["id"], 5)
        again(server)
        assert player.look(table["id"])["position"] == before["position"]
        view = play(player, table["id"], 10_000)
        assert view["result"]["reason"] in ("seat-0", "seat-1")
        (row,) = player.get("/profile/tables").json()
        assert (row["game"], row["stage"]) == ("pig", "over")
        told = player.get(f"/tables/{table['id']}/entries").json()["entries"]
        assert any(event["kind"] == "lost" for entry in told for event in entry.get("events", ()))
        refused = player.post(f"/tables/{table['id']}/review")
        assert (refused.status_code, refused.json()["detail"]["reason"]) == (409, "no-review")
        assert player.get("/daily/pig").status_code == 422
        text = player.get(f"/tables/{table['id']}/record").text
    record = read(text)
    assert (record.game, record.seats) == ("pig", ("human", "hold"))
    file = tmp_path / "game.niten"
    file.write_text(text, encoding="utf-8")
    assert json.loads(niten("verify", file, "--json"))["checked"]
    assert json.loads(niten("replay", file, "--json"))["result"] == record.result


def test_a_server_without_it_lists_and_plays_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path / 'niten.db'}"
    with serving(database, tmp_path) as server, closing(Client(server.url)) as player:
        asked: dict[str, Any] = {"game": "pig", "setup": {}, "seats": ["me", "me"], "begin": True}
        assert player.post("/tables", json=asked).status_code == 201
        player.table()
        cookie = player.cookie
    monkeypatch.delenv("NITEN_GAMES")
    with serving(database, tmp_path) as server, closing(Client(server.url, cookie=cookie)) as player:
        assert [row["game"] for row in player.get("/profile/tables").json()] == ["samurai"]
        assert player.post("/tables", json=asked).json()["code"] == "invalid"


def test_what_is_no_kind_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.niten"
    file.write_text(
        "niten record 1\ngame: pig\nrules: 1\ndice: own\nsetup: {}\n---\n--- unfinished\n", encoding="utf-8"
    )
    for wrong in ("pig:Pig", "pig_kind:NOTHING", "nowhere:PIG", "nothing"):
        monkeypatch.setenv("NITEN_GAMES", wrong)
        assert wrong in niten("verify", file, code=2)
