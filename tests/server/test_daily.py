"""The games of the day: the same dice for everyone, and nobody knows them before."""

import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from niten.booklet import duels
from niten.core import Pledge
from niten.core.fair import committed
from niten.core.record import read
from niten.server.dailies import setup_of
from niten.terminal.verifying import verify
from testkit.crashes import ServerWithMoments
from testkit.servers import Client
from testkit.tables import play_out

Come = Callable[..., Client]
DAY = 24 * 3600


def rolls(client: Client, table: str) -> list[str]:
    log = client.get(f"/tables/{table}/entries").json()["entries"]
    return [entry["step"] for entry in log if entry["kind"] == "step" and entry["seat"] is None]


def noon(server: ServerWithMoments, days: int) -> None:
    """So many days ahead, and far from midnight. Each test has a day of its own, on which nobody has played yet."""
    server.orders.set_clock(days * DAY + DAY // 2 - int(time.time()) % DAY)


def test_the_same_dice_for_everyone(clocked: ServerWithMoments, come: Come) -> None:
    noon(clocked, 10)
    people = [come(clocked) for _ in range(3)]
    views = [one.post("/daily/samurai").json() for one in people]
    assert len({view["commitment"] for view in views}) == 1
    assert len({view["id"] for view in views}) == 3
    seen = [play_out(one, view["id"]) for one, view in zip(people, views, strict=True)]
    assert len({tuple(rolls(one, view["id"])) for one, view in zip(people, views, strict=True)}) == 1
    daily = people[0].get("/daily/samurai").json()
    assert (daily["played"], daily["secret"], daily["yours"]) == (3, None, views[0]["id"])
    assert daily["won"] == sum(view["result"]["shares"][0] for view in seen)
    assert all(view["secret"] is None for view in seen), "others are still playing"
    assert people[0].post("/daily/samurai").json()["id"] == views[0]["id"], "nobody has two"
    again = people[0].post(f"/tables/{views[0]['id']}/again")
    assert (again.status_code, again.json()["code"]) == (409, "refused")


def test_every_duel_of_the_booklet_has_its_day() -> None:
    days = [date(2026, 11, 1) + timedelta(days=number) for number in range(len(duels()))]
    met = [setup_of("samurai", day)["duel"] for day in days]
    assert {duel["id"] for duel in met} == set(duels())
    assert all({duel["stars"] for duel in met[week : week + 7]} >= {1, 3} for week in range(0, 35, 7)), "hard and easy"


def test_the_race_of_the_day_is_against_a_bot(clocked: ServerWithMoments, come: Come) -> None:
    noon(clocked, 20)
    one, other = come(clocked), come(clocked)
    first, second = one.post("/daily/dragon").json(), other.post("/daily/dragon").json()
    assert first["seats"][0]["yours"]
    assert first["seats"][1]["bot"]
    assert first["commitment"] == second["commitment"]
    assert rolls(one, first["id"])[:1] == rolls(other, second["id"])[:1]


def test_the_secret_is_told_when_the_day_is_over(clocked: ServerWithMoments, tmp_path: Path, come: Come) -> None:
    file = tmp_path / "daily.niten"
    noon(clocked, 30)
    ada = come(clocked)
    table = ada.post("/daily/samurai").json()["id"]
    play_out(ada, table)
    today = ada.get("/daily/samurai").json()
    file.write_text(ada.get(f"/tables/{table}/record").text)
    assert read(file.read_bytes()).pledge == Pledge(today["id"], today["commitment"])
    noon(clocked, 31)
    past = ada.get("/daily/samurai", params={"day": today["date"]}).json()
    assert committed(bytes.fromhex(past["secret"])) == today["commitment"]
    assert ada.look(table)["secret"] == past["secret"]
    file.write_text(ada.get(f"/tables/{table}/record").text)
    assert verify(file).is_fine
    assert ada.get("/daily/samurai", params={"day": "2020-01-01"}).status_code == 404
    assert ada.post("/daily/samurai").json()["id"] != table, "a new day, a new game"


def test_who_comes_too_late_is_not_counted(clocked: ServerWithMoments, come: Come) -> None:
    noon(clocked, 40)
    ada = come(clocked)
    view = ada.post("/daily/samurai").json()
    noon(clocked, 41)
    assert play_out(ada, view["id"])["stage"] == "over"
    day = view["daily"].removeprefix("daily-")[:10]
    past = ada.get("/daily/samurai", params={"day": day}).json()
    assert (past["played"], past["won"]) == (0, 0.0)


def test_a_daily_game_is_tried_again_once_it_is_over(clocked: ServerWithMoments, come: Come) -> None:
    noon(clocked, 50)
    ada = come(clocked)
    daily = ada.post("/daily/samurai").json()
    refused = ada.post(f"/tables/{daily['id']}/practice", json={"step": 0})
    assert refused.json()["detail"]["reason"] == "not-over"
    play_out(ada, daily["id"])
    new = ada.post(f"/tables/{daily['id']}/practice", json={"step": 0}).json()["table"]
    assert (new["daily"], new["practice"]) == (None, True)
    assert new["commitment"] != daily["commitment"]
    play_out(ada, new["id"])
    assert ada.get("/daily/samurai").json()["yours"] == daily["id"]
    assert ada.get("/daily/samurai").json()["played"] == 1
