"""Players without accounts."""

from collections.abc import Callable

import httpx
from sqlalchemy import insert

from niten.booklet import duels
from niten.samurai import duel_data
from niten.server import admin
from niten.server.store import open_database
from niten.server.store.schema import seats, summaries
from testkit.servers import API, PLAIN, Client, Server
from testkit.tables import play_out, won_with_own_dice
from testkit.waiting import PATIENCE

Come = Callable[..., Client]


def test_a_profile_is_its_cookie(server: Server, come: Come) -> None:
    ada = come(server)
    me = ada.get("/profile").json()
    assert (me["name"], me["language"]) == (None, None)
    assert ada.patch("/profile", json={"name": " Ada  Lovelace ", "language": "fr"}).json()["name"] == "Ada  Lovelace"
    assert ada.patch("/profile", json={"name": None}).json() == {"id": me["id"], "name": None, "language": "fr"}
    assert "lien" in ada.get("/tables/nowhere").json()["message"], "in the language of the profile"
    for cookie in ("", "x", "x.y", ada.cookie + "x", ada.cookie.split(".")[0] + ".", "é"):
        headers = [(b"Cookie", f"niten={cookie}".encode())]
        answer = httpx.get(f"{server.url}{API}/profile", headers=headers, verify=PLAIN, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (401, "no-profile")


def test_another_device(server: Server, come: Come) -> None:
    ada, phone = come(server), come(server)
    code = ada.post("/profile/codes").json()["code"]
    typed = code.replace("-", " ").lower()
    assert phone.post("/profile/claim", json={"code": typed}).json()["id"] == ada.get("/profile").json()["id"]
    assert phone.get("/profile").json()["id"] == ada.get("/profile").json()["id"]
    again = phone.post("/profile/claim", json={"code": code})
    assert (again.status_code, again.json()["code"]) == (404, "bad-code"), "good for once"
    old, new = ada.post("/profile/codes").json()["code"], ada.post("/profile/codes").json()["code"]
    assert phone.post("/profile/claim", json={"code": old}).status_code == 404, "a new code makes the old one void"
    assert phone.post("/profile/claim", json={"code": new}).status_code == 200


def test_tables_results_and_progress(server: Server, come: Come) -> None:
    ada = come(server)
    assert ada.get("/profile/tables").json() == ada.get("/profile/results").json() == []
    duel = ada.table()["table"]["id"]
    race = ada.table("dragon", seats=["me", "me"], begin=True)["table"]["id"]
    rows = {row["id"]: row for row in ada.get("/profile/tables").json()}
    assert rows[duel]["your_turn"]
    assert (rows[race]["seats"], rows[race]["your_turn"], rows[race]["stage"]) == ([0, 1], True, "playing")
    assert ada.get("/profile/progress").json() == []
    over = play_out(ada, duel)
    share = over["result"]["shares"][0]
    (row,) = ada.get("/profile/results").json()
    assert (row["id"], row["share"], row["your_turn"]) == (duel, share, False)
    assert [(row["duel"], row["won"], row["played"]) for row in ada.get("/profile/progress").json()] == [
        ("oda-nobunaga", int(share), 1)
    ]
    play_out(ada, race)
    assert {row["id"]: row["share"] for row in ada.get("/profile/results").json()} == {duel: share, race: 1.0}


def test_honours_of_the_booklet_and_of_nothing_else(server: Server, come: Come) -> None:
    ada = come(server)
    mine = duel_data(duels()["oda-nobunaga"])
    easier = {"duel": mine | {"health": 9}}
    for setup in (easier, {"duel": "oda-nobunaga"}, {"duel": "oda-nobunaga"}):
        table = ada.table(dice="own", setup=setup)["table"]["id"]
        won_with_own_dice(ada, table)
    (row,) = ada.get("/profile/progress").json()
    best = {"rounds": 5, "health": 10, "honours": ["unhurt", "calm", "swift", "blade"]}
    assert row == {"duel": "oda-nobunaga", "won": 2, "played": 2} | best, "the easier one does not count"
    opened = open_database(server.database)
    admin.rebuild(opened)
    opened.close()
    assert ada.get("/profile/progress").json() == [row], "it follows from the logs"


def test_progress_is_never_forgotten(server: Server, come: Come) -> None:
    """However much was played since."""
    ada = come(server)
    duel = ada.table()["table"]["id"]
    share = play_out(ada, duel)["result"]["shares"][0]
    me = ada.get("/profile").json()["id"]
    opened = open_database(server.database)
    with opened.writing() as connection:
        later = {"game": "dragon", "title": "standard", "stage": "gathering", "dice": "fair", "at": 2**50}
        connection.execute(insert(summaries), [{"table_id": f"{me}-{n}", **later} for n in range(600)])
        connection.execute(insert(seats), [{"table_id": f"{me}-{n}", "seat": 0, "profile": me} for n in range(600)])
    opened.close()
    assert [row["won"] for row in ada.get("/profile/progress").json()] == [int(share)]
    assert [row["id"] for row in ada.get("/profile/results").json()] == [duel]


def test_export_and_deletion(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    ada.patch("/profile", json={"name": "Ada"})
    alone, opened = ada.table()["table"]["id"], ada.table("dragon")
    shared = opened["table"]["id"]
    bo.post(f"/tables/{shared}/enter", json={"secret": opened["links"]["join"]})
    bo.post(f"/tables/{shared}/seats/1", json={})
    told = ada.get("/profile/export").json()
    assert told["profile"]["name"] == "Ada"
    assert {table["table_id"] for table in told["tables"]} == {alone, shared}
    assert bo.get("/profile").json()["id"] not in str(told)
    assert ada.delete("/profile").status_code == 204
    assert ada.get("/profile").status_code == 401
    view = bo.look(shared)
    assert [seat["name"] for seat in view["seats"]] == [None, None]
    assert bo.get(f"/tables/{alone}").status_code == 404
    assert bo.delete(f"/tables/{shared}/seats/1").status_code == 200, "the table is there for others"


def test_a_table_that_is_deleted(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    table = ada.table()["table"]["id"]
    assert bo.delete(f"/tables/{table}").status_code == 404
    assert ada.delete(f"/tables/{table}").status_code == 204
    assert ada.get(f"/tables/{table}").status_code == 404
    assert ada.get("/profile/tables").json() == []
    opened = ada.table("dragon")
    shared = opened["table"]["id"]
    bo.post(f"/tables/{shared}/enter", json={"secret": opened["links"]["join"]})
    bo.post(f"/tables/{shared}/seats/1", json={})
    bo.delete(f"/tables/{shared}/seats/1")
    refused = ada.delete(f"/tables/{shared}")
    assert (refused.status_code, refused.json()["code"]) == (409, "refused"), "somebody else sat there once"
    assert bo.delete(f"/tables/{shared}").status_code == 403
