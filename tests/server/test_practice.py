"""A finished game tried again from one of its positions: at another table, with other dice, and it does not count."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from niten.core.record import read, replay
from niten.games import find_game
from niten.terminal.verifying import verify
from testkit.servers import Client, Server
from testkit.tables import play_on, play_out

Come = Callable[..., Client]
THREE: dict[str, Any] = {
    "setup": {"players": ["black", "red", "blue"], "board": "short", "powers": "any", "random_stones": 2},
    "seats": ["me", "random", "me"],
    "begin": True,
}


def finished(client: Client, game: str = "samurai", **more: Any) -> str:
    table = str(client.table(game, **more)["table"]["id"])
    play_out(client, table)
    return table


def tries(client: Client, table: str, step: int, **more: Any) -> Any:
    answer = client.post(f"/tables/{table}/practice", json={"step": step, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def positions(client: Client, table: str) -> list[Any]:
    """The states of a finished game, as its record tells them."""
    record = read(client.get(f"/tables/{table}/record").text)
    return replay(record, find_game(record.game)).match.states


@pytest.mark.parametrize(("game", "more"), [("samurai", {}), ("dragon", THREE)])
def test_every_position_of_a_game_can_be_tried_again(
    one_server: Server, come: Come, game: str, more: dict[str, Any]
) -> None:
    ada = come(one_server)
    table = finished(ada, game, **more)
    view, states = ada.look(table), positions(ada, table)
    for step in {*range(0, len(states) - 1, 1 + len(states) // 25), len(states) - 2}:
        new = tries(ada, table, step)
        assert new["start"] == json.loads(json.dumps(states[step]._asdict()))
        assert (new["practice"], new["daily"], new["dice"], new["setup"]) == (True, None, "fair", view["setup"])
        assert new["commitment"] != view["commitment"], "dice of its own"
        assert ada.delete(f"/tables/{new['id']}").status_code == 204


@pytest.mark.parametrize(("game", "more"), [("samurai", {}), ("dragon", THREE)])
def test_it_is_played_out_and_its_record_verifies(
    one_server: Server, come: Come, tmp_path: Path, game: str, more: dict[str, Any]
) -> None:
    ada = come(one_server)
    table = finished(ada, game, **more)
    new = tries(ada, table, len(positions(ada, table)) // 2)
    assert new["legal"] or new["to_move"] == 1, "it has begun"
    play_out(ada, new["id"])
    record = tmp_path / "game.niten"
    record.write_text(ada.get(f"/tables/{new['id']}/record").text)
    assert "\nstart: " in record.read_text()
    assert verify(record).is_fine
    again = ada.post(f"/tables/{new['id']}/again").json()["table"]
    assert (again["practice"], again["start"]) == (True, new["start"]), "once more the same"


def test_it_does_not_count(server: Server, come: Come) -> None:
    ada = come(server)
    table = finished(ada)
    results, progress = ada.get("/profile/results").json(), ada.get("/profile/progress").json()
    new = tries(ada, table, 0)
    play_out(ada, new["id"])
    assert ada.get("/profile/results").json() == results
    assert ada.get("/profile/progress").json() == progress
    rows = {row["id"]: row["practice"] for row in ada.get("/profile/tables").json()}
    assert rows == {table: False, new["id"]: True}


def test_who_sits_where(one_server: Server, come: Come) -> None:
    ada, bo, cy = come(one_server), come(one_server), come(one_server)
    opened = ada.table("dragon", setup=THREE["setup"] | {"board": "short"}, seats=["me", "open", "random"])
    table = opened["table"]["id"]
    for who, right in ((bo, "join"), (cy, "watch")):
        assert who.post(f"/tables/{table}/enter", json={"secret": opened["links"][right]}).status_code == 200
    assert bo.post(f"/tables/{table}/seats/1", json={}).status_code == 200
    assert ada.post(f"/tables/{table}/begin").status_code == 200
    play_on(table, ada, bo)

    def seats(who: Client, **more: Any) -> list[str]:
        view = tries(who, table, 0, **more)
        assert [seat["yours"] for seat in view["seats"]] == [number in view["yours"] for number in range(3)]
        return ["me" if seat["yours"] else seat["bot"] for seat in view["seats"]]

    assert [place == "me" for place in seats(ada)] == [True, False, False]
    assert [place == "me" for place in seats(bo)] == [False, True, False]
    assert seats(bo)[2] == "random", "bots stay"
    assert None not in seats(bo), "nobody is waited for"
    assert [place == "me" for place in seats(cy)] == [True, False, False], "who looks on plays for the first person"
    assert seats(cy, seat=2)[2] == "me"
    assert ada.get("/profile/tables").json()[0]["practice"]


def test_what_is_refused(one_server: Server, come: Come) -> None:
    ada, bo = come(one_server), come(one_server)
    running = ada.table()["table"]["id"]
    table = finished(ada)
    last = len(positions(ada, table)) - 1

    def asked(who: Client, where: str, **more: Any) -> tuple[int, str, str | None]:
        body = who.post(f"/tables/{where}/practice", json=more)
        told = body.json()
        return body.status_code, told["code"], told["detail"].get("reason")

    assert asked(ada, running, step=0) == (409, "refused", "not-over"), "nobody looks ahead"
    assert asked(ada, table, step=last) == (409, "refused", "nothing-left")
    assert asked(ada, table, step=last + 1) == (409, "refused", "no-such-step")
    assert asked(ada, table, step=0, seat=1) == (409, "refused", "no-such-seat")
    assert asked(bo, table, step=0)[:2] == (404, "no-such-table")
    for wrong in (
        {},
        {"step": -1},
        {"step": "1"},
        {"step": 2**40},
        {"step": 0, "seat": "\0"},
        {"step": 0, "start": "x"},
    ):
        assert asked(ada, table, **wrong)[:2] == (422, "invalid"), wrong
    for language, word in (("de", "Partie"), ("en", "game"), ("es", "partida"), ("fr", "partie")):
        ada.patch("/profile", json={"language": language})
        assert word in ada.post(f"/tables/{table}/practice", json={"step": last}).json()["message"]
