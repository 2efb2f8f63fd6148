"""Tables from the first to the last entry, as people use them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from niten.core.record import read
from niten.terminal.verifying import verify
from testkit.servers import Client, Server
from testkit.tables import ENDLESS, follow, match_of, play_on, play_out

Come = Callable[..., Client]


def entries(client: Client, table: str, after: int = 0) -> list[dict[str, Any]]:
    return client.get(f"/tables/{table}/entries", params={"after": after}).json()["entries"]


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_duel_from_first_to_last(server: Server, come: Come, tmp_path: Path) -> None:
    ada = come(server)
    opened = ada.table(entropy="ada-rolls")["table"]
    assert (opened["stage"], opened["to_move"], opened["dice"]) == ("playing", 0, "fair")
    assert opened["secret"] is None
    over = play_out(ada, opened["id"])
    log = entries(ada, opened["id"])
    assert [entry["number"] for entry in log] == list(range(1, over["number"] + 1))
    assert log[-1]["kind"] == "ended"
    assert log[-1]["secret"] == over["secret"]
    match = match_of(log, over)
    assert match.game.position(match.state) == over["position"]
    assert str(match.game.outcome(match.state)) == f"{over['result']['result']} {over['result']['reason']}"
    record = ada.get(f"/tables/{opened['id']}/record").text
    (tmp_path / "duel.niten").write_text(record)
    verdict = verify(tmp_path / "duel.niten")
    assert verdict.is_fine
    pledge = read(record).pledge
    assert pledge
    assert pledge.commitment == opened["commitment"], "what was promised before"
    assert pledge.entropy == ("ada-rolls",)


def test_a_step_tells_what_changed(server: Server, come: Come) -> None:
    ada = come(server)
    view = ada.table("dragon", setup=ENDLESS, seats=["me", "me"], begin=True)["table"]
    game = follow(view)
    for _ in range(40):
        before = game.read_position(view["position"])
        added = ada.step(view["id"], view["legal"][-1], view["number"]).json()["entries"]
        view = ada.look(view["id"])
        state = json.loads(json.dumps(before._asdict()))
        for entry in added:
            if entry["kind"] == "step":
                assert entry["events"], "something to tell"
                state |= entry["changed"]
        assert state == view["state"]


def test_friends_join_by_link_and_others_see_nothing(server: Server, come: Come) -> None:
    ada, bo, cy = come(server), come(server), come(server)
    bo.patch("/profile", json={"name": "Bo"})
    opened = ada.table("dragon")
    table = opened["table"]["id"]
    assert code(bo.get(f"/tables/{table}")) == (404, "no-such-table")
    assert code(bo.post(f"/tables/{table}/enter", json={"secret": "wrong"})) == (404, "no-such-table")
    assert bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]}).status_code == 200
    assert cy.post(f"/tables/{table}/enter", json={"secret": opened["links"]["watch"]}).status_code == 200
    assert code(cy.post(f"/tables/{table}/seats/1", json={})) == (403, "forbidden")
    assert code(ada.post(f"/tables/{table}/begin")) == (409, "refused")
    assert bo.post(f"/tables/{table}/seats/1", json={"entropy": "bo"}).status_code == 200
    assert bo.post(f"/tables/{table}/begin").status_code == 200
    view = cy.look(table)
    assert [seat["name"] for seat in view["seats"]] == [None, "Bo"]
    assert [seat["entropy"] for seat in view["seats"]] == ["", "bo"]
    assert (view["yours"], view["legal"], view["stage"]) == ([], [], "playing")
    mover, other = (ada, bo) if view["to_move"] == 0 else (bo, ada)
    step = mover.look(table)["legal"][-1]
    assert code(other.step(table, step, view["number"])) == (409, "refused")
    assert code(cy.step(table, step, view["number"])) == (409, "refused")
    assert mover.step(table, step, view["number"]).status_code == 200


def test_a_stale_step_is_refused_and_a_repeated_one_answered_as_before(server: Server, come: Come) -> None:
    ada = come(server)
    view = ada.table()["table"]
    first = ada.step(view["id"], "dice 2", view["number"], "k1")
    again = ada.step(view["id"], "dice 2", view["number"], "k1")
    assert again.json() == first.json()
    moved = ada.look(view["id"])
    assert ada.step(view["id"], moved["legal"][0], moved["number"]).status_code == 200
    assert ada.step(view["id"], "dice 2", view["number"], "k1").json() == first.json(), "also when it has gone on"
    now = ada.look(view["id"])["number"]
    stale = ada.step(view["id"], "dice 2", view["number"], "k2")
    assert code(stale) == (409, "stale")
    assert stale.json()["detail"] == {"number": now}
    ahead = ada.step(view["id"], "dice 2", 999)
    assert code(ahead) == (409, "stale")
    assert len(entries(ada, view["id"])) == now


@pytest.mark.parametrize(("step", "expected"), [("dice 9", "step-illegal"), ("fly away", "step-unreadable")])
def test_what_is_not_a_step_here(server: Server, come: Come, step: str, expected: str) -> None:
    ada = come(server)
    view = ada.table()["table"]
    assert code(ada.step(view["id"], step, view["number"])) == (422, expected)


def test_undo_reaches_to_the_last_roll(server: Server, come: Come) -> None:
    ada = come(server)
    waits = ada.table(begin=False)["table"]
    assert (waits["undo"]["possible"], waits["undo"]["reason"]) == (False, "not-playing")
    assert waits["undo"]["message"], "why not is always said"
    view = ada.table()["table"]
    table = view["id"]
    assert view["undo"] == {"possible": False, "reason": "start", "message": "There is nothing to take back."}
    ada.step(table, "dice 3", view["number"])
    view = ada.look(table)
    assert view["undo"]["reason"] == "roll"
    refused = ada.post(f"/tables/{table}/undo", json={"based_on": view["number"]}, headers={"Accept-Language": "de"})
    assert code(refused) == (409, "cannot-undo")
    assert "Würfel" in refused.json()["message"]
    place = next(step for step in view["legal"] if step.startswith("place"))
    ada.step(table, place, view["number"])
    placed = ada.look(table)
    assert placed["undo"]["possible"]
    undone = ada.post(f"/tables/{table}/undo", json={"based_on": placed["number"], "key": "u"}).json()
    assert undone["entries"][0]["kind"] == "undone"
    assert ada.look(table)["state"] == view["state"]
    assert ada.post(f"/tables/{table}/undo", json={"based_on": placed["number"], "key": "u"}).json() == undone


def test_real_dice(server: Server, come: Come) -> None:
    ada = come(server)
    view = ada.table(dice="own")["table"]
    assert (view["dice"], view["commitment"]) == ("own", None)
    ada.step(view["id"], "dice 2", view["number"])
    view = ada.look(view["id"])
    assert view["to_move"] is None
    assert "roll 3 5" in view["legal"]
    assert ada.step(view["id"], "roll 3 5", view["number"]).status_code == 200
    record = read(ada.get(f"/tables/{view['id']}/record").text)
    assert (record.dice, record.steps) == ("own", ("dice 2", "roll 3 5"))


def test_bots_play_and_take_over(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    opened = ada.table(
        "dragon", setup={"players": ["black", "red", "blue"]}, seats=["me", "open", "random"], stand_in="greedy"
    )
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    bo.post(f"/tables/{table}/seats/1", json={})
    ada.post(f"/tables/{table}/begin")
    assert bo.delete(f"/tables/{table}/seats/1").status_code == 200
    view = play_out(ada, table)
    assert [seat["bot"] for seat in view["seats"]] == [None, "greedy", "random"]
    movers = {entry["seat"] for entry in entries(ada, table) if entry["kind"] == "step"}
    assert movers == {None, 0, 1, 2}


def test_a_seat_waits_where_nobody_takes_over(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    opened = ada.table("dragon")
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    bo.post(f"/tables/{table}/seats/1", json={})
    ada.post(f"/tables/{table}/begin")
    assert bo.delete(f"/tables/{table}/seats/1").status_code == 200
    assert not ada.look(table)["seats"][1]["taken"]
    assert code(bo.delete(f"/tables/{table}/seats/1")) == (409, "refused")
    assert bo.post(f"/tables/{table}/seats/1", json={}).status_code == 200, "he comes back"


def test_a_rematch(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    opened = ada.table("dragon", setup={"players": ["black", "red"], "board": "short"})
    table = opened["table"]["id"]
    assert code(ada.post(f"/tables/{table}/again")) == (409, "refused")
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    bo.post(f"/tables/{table}/seats/1", json={})
    ada.post(f"/tables/{table}/begin")
    play_on(table, ada, bo)
    again = bo.post(f"/tables/{table}/again")
    assert again.status_code == 201
    new = again.json()["table"]
    assert [seat["taken"] for seat in new["seats"]] == [True, True]
    assert entries(ada, table)[-1] | {"at": 0} == {
        "number": ada.look(table)["number"],
        "kind": "again",
        "at": 0,
        "table": new["id"],
        "stage": "over",
        "to_move": None,
    }
    assert code(ada.post(f"/tables/{table}/again")) == (409, "refused")
    shares = ada.look(table)["result"]["shares"]
    if shares[0] != shares[1]:
        assert new["setup"]["starts"] == shares.index(min(shares)), "the loser begins (D6)"
    assert ada.post(f"/tables/{new['id']}/begin").status_code == 200


def test_a_race_for_four_with_everything(server: Server, come: Come, tmp_path: Path) -> None:
    ada = come(server)
    setup = {
        "players": ["black", "red", "blue", "white"],
        "board": "short",
        "powers": "any",
        "immunity": True,
        "random_stones": 3,
    }
    view = ada.table("dragon", setup=setup, seats=["me", "greedy", "me", "random"], begin=True)["table"]
    assert view["yours"] == [0, 2]
    play_out(ada, view["id"])
    (tmp_path / "race.niten").write_text(ada.get(f"/tables/{view['id']}/record").text)
    assert verify(tmp_path / "race.niten").is_fine


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"game": "dragon", "setup": {"players": ["black"]}}, (422, "bad-setup")),
        ({"game": "dragon", "setup": {"players": ["black", "red"], "board": "round"}}, (422, "bad-setup")),
        ({"game": "samurai", "setup": {"duel": "nobody"}}, (422, "unknown-duel")),
        ({"game": "chess", "setup": {}}, (422, "invalid")),
        ({"game": "samurai", "setup": {"duel": "oda-nobunaga"}, "seats": ["me", "me"]}, (409, "refused")),
        ({"game": "samurai", "setup": {"duel": "oda-nobunaga"}, "seats": ["greedy"]}, (422, "unknown-bot")),
        ({"game": "dragon", "setup": {"players": ["black", "red"]}, "begin": True}, (409, "refused")),
    ],
)
def test_tables_that_cannot_be(server: Server, come: Come, asked: dict[str, Any], expected: tuple[int, str]) -> None:
    assert code(come(server).post("/tables", json=asked)) == expected


def test_what_his_roll_may_bring(server: Server, come: Come) -> None:
    ann = come(server)
    table = ann.table(dice="own")["table"]["id"]
    path = f"/tables/{table}/outlook"
    assert ann.get(path).json()["code"] == "refused", "nothing is placed yet"
    for step in ("dice 3", "roll 3 4 5"):
        ann.step(table, step, ann.look(table)["number"])
    told = ann.get(path, params={"step": "place 7 5 0"}).json()
    assert sum(line["chance"] for line in told["lines"]) == pytest.approx(1)
    assert {line["line"]: (line["damage"], line["strikes"]) for line in told["lines"]}[6] == (1, False)
    assert told["damage"] == pytest.approx(sum(line["chance"] * line["damage"] for line in told["lines"]))
    assert ann.get(path, params={"step": "place 9 9 9"}).json()["code"] == "step-illegal"
    race = ann.table("dragon", seats=["me", "me"], begin=True)["table"]["id"]
    assert ann.get(f"/tables/{race}/outlook").json()["code"] == "refused"
