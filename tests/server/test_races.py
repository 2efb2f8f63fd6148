"""Many at one table at once: each entry is added by one of them, and everybody is told the truth about it."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import pytest

from testkit.effort import examples
from testkit.servers import Client, Server
from testkit.tables import ENDLESS, match_of
from testkit.waiting import PATIENCE, pauses

Come = Callable[..., Client]
MANY = 50
VERSIONS = examples(8, soak=200)
RACE: dict[str, Any] = {"setup": ENDLESS, "seats": ["me", "me"], "begin": True}


@pytest.fixture(scope="module", params=["sqlite", "postgresql", "two nodes"])
def nodes(request: pytest.FixtureRequest, usual: Callable[[str], Server]) -> list[Server]:
    """One server at either kind of database, or two at one."""
    return list(request.getfixturevalue("pair")) if request.param == "two nodes" else [usual(request.param)]


@pytest.fixture
def crowd(nodes: list[Server], come: Come) -> list[Client]:
    """Fifty clients of one profile, spread over all nodes: each of them may move."""
    first = come(nodes[0])
    others = [come(nodes[i % len(nodes)], cookie=first.cookie) for i in range(1, MANY)]
    return [first, *others]


def at_once(asks: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Ask all of it at the same moment."""
    barrier = Barrier(len(asks))

    def ask(one: Callable[[], httpx.Response]) -> httpx.Response:
        barrier.wait(PATIENCE)
        return one()

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(ask, asks))


def log_of(client: Client, table: str, number: int = 0) -> list[dict[str, Any]]:
    """The log, once it is as long as that: another node may hear of it a moment later."""
    answer = client.get(f"/tables/{table}/entries").json()
    for _ in pauses():
        if answer["number"] >= number:
            break
        answer = client.get(f"/tables/{table}/entries").json()
    assert answer["number"] >= number
    assert [entry["number"] for entry in answer["entries"]] == list(range(1, answer["number"] + 1))
    return answer["entries"]


def is_stale_at(number: int, answer: httpx.Response) -> bool:
    told = answer.json()
    return answer.status_code == 409 and (told["code"], told["detail"]) == ("stale", {"number": number})


def stepping(client: Client, view: dict[str, Any], step: str, key: str | None = None) -> Callable[[], httpx.Response]:
    return lambda: client.step(view["id"], step, view["number"], key)


def undoing(view: dict[str, Any]) -> Callable[[Client], Callable[[], httpx.Response]]:
    asked = {"based_on": view["number"]}
    return lambda client: lambda: client.post(f"/tables/{view['id']}/undo", json=asked)


def test_of_fifty_one_wins_each_version(crowd: list[Client]) -> None:
    first = crowd[0]
    table = first.table("dragon", **RACE)["table"]["id"]
    choices, acknowledged = random.Random(1), list[dict[str, Any]]()
    start = number = first.look(table)["number"]
    for _ in range(VERSIONS):
        log_of(first, table, number)
        view = first.look(table)
        answers = at_once([stepping(client, view, choices.choice(view["legal"])) for client in crowd])
        won = [answer.json() for answer in answers if answer.status_code == 200]
        assert len(won) == 1, [answer.text for answer in answers]
        number = won[0]["number"]
        assert sum(is_stale_at(number, answer) for answer in answers) == MANY - 1, [answer.text for answer in answers]
        acknowledged += won[0]["entries"]
    assert log_of(first, table, number)[start:] == acknowledged, "what was acknowledged is the log, nothing else is"


def test_each_goes_on_by_himself(crowd: list[Client]) -> None:
    """Nobody waits for anybody: look, move, look again; what was acknowledged is the game."""
    first = crowd[0]
    opened = first.table("dragon", **RACE)["table"]
    table, start, enough = opened["id"], opened["number"], 120
    together = Barrier(8)

    def play(client: Client) -> list[dict[str, Any]]:
        mine: list[dict[str, Any]] = []
        together.wait(PATIENCE)
        for _ in range(1000):
            view = client.look(table)
            if view["number"] > enough:
                return mine
            answer = client.step(table, view["legal"][0], view["number"])
            assert answer.status_code in (200, 409), answer.text
            mine += answer.json()["entries"] if answer.status_code == 200 else []
        raise AssertionError("the game does not go on")

    with ThreadPoolExecutor(8) as pool:
        parts = list(pool.map(play, crowd[:8]))
    log = log_of(first, table)
    assert sorted((one for part in parts for one in part), key=lambda entry: entry["number"]) == log[start:]
    assert sum(bool(part) for part in parts) > 1, "not one of them alone"
    match = match_of(log, opened)
    assert match.game.position(match.state) == first.look(table)["position"]


def test_a_request_that_is_sent_twenty_times_at_once_is_carried_out_once(crowd: list[Client]) -> None:
    first = crowd[0]
    table = first.table("dragon", **RACE)["table"]["id"]
    for number in range(5):
        view = first.look(table)
        answers = at_once([stepping(client, view, view["legal"][0], f"key-{number}") for client in crowd[:20]])
        assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
        told = [answer.json()["entries"] for answer in answers]
        assert told == told[:1] * 20
        assert log_of(first, table, view["number"] + 1)[view["number"] :] == told[0]


def test_a_key_is_answered_as_the_first_time_whatever_it_is_based_on(crowd: list[Client]) -> None:
    """One who missed the answer may have seen the table since: the same request is still not carried out twice."""
    first, second = crowd[:2]
    opened = first.table("dragon", **RACE)["table"]
    view = first.look(opened["id"])
    made = first.step(view["id"], view["legal"][0], view["number"], "once")
    for client in (first, second):
        now = client.look(view["id"])
        for based_on in (view["number"], made.json()["number"], made.json()["number"] + 1):
            again = client.step(view["id"], now["legal"][0], based_on, "once")
            assert (again.status_code, again.json()["entries"]) == (200, made.json()["entries"]), again.text


def test_a_key_of_one_is_not_the_key_of_another(nodes: list[Server], come: Come) -> None:
    ann, bo = come(nodes[0]), come(nodes[-1])
    opened = ann.table("dragon", dice="own")
    table = opened["table"]["id"]
    bo.post(f"/tables/{table}/enter", json={"secret": opened["links"]["join"]})
    bo.post(f"/tables/{table}/seats/1", json={})
    assert bo.post(f"/tables/{table}/begin").status_code == 200
    view = bo.look(table)
    answers = at_once([stepping(one, view, view["legal"][0], "same") for one in (ann, bo)])
    assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.text for answer in answers]


def test_a_move_is_taken_back_or_its_dice_have_fallen(crowd: list[Client]) -> None:
    """Real dice: a move can be taken back until somebody tells what they show."""
    first = crowd[0]
    for _ in range(5):
        table = first.table(dice="own")["table"]["id"]
        number = first.step(table, "dice 1", 3).json()["number"]
        log_of(crowd[1], table, number)
        view = first.look(table)
        answers = at_once([*map(undoing(view), crowd[:5]), *(stepping(one, view, "roll 4") for one in crowd[5:10])])
        assert sum(answer.status_code == 200 for answer in answers) == 1, [answer.text for answer in answers]
        assert sum(is_stale_at(number + 1, answer) for answer in answers) == 9, [answer.text for answer in answers]
        won = next(answer.json() for answer in answers if answer.status_code == 200)
        assert log_of(first, table, number + 1)[number:] == won["entries"]


def guests(nodes: list[Server], come: Come, opened: dict[str, Any], count: int) -> list[Client]:
    """People with the link of a table, each at another node."""
    found = [come(nodes[i % len(nodes)]) for i in range(count)]
    for guest in found:
        shown = guest.post(f"/tables/{opened['table']['id']}/enter", json={"secret": opened["links"]["join"]})
        assert shown.status_code == 200, shown.text
    return found


def test_a_seat_is_taken_once(nodes: list[Server], come: Come) -> None:
    host = come(nodes[0])
    opened = host.table("dragon")
    table = opened["table"]["id"]
    people = guests(nodes, come, opened, 8)
    for _ in range(5):
        answers = at_once([lambda guest=guest: guest.post(f"/tables/{table}/seats/1", json={}) for guest in people])
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        refused = [answer.json() for answer in answers if answer.status_code == 409]
        assert {(one["code"], one["detail"]["reason"]) for one in refused} == {("refused", "seat-taken")}
        winner = next(guest for guest, answer in zip(people, answers, strict=True) if answer.status_code == 200)
        assert winner.look(table)["yours"] == [1]
        assert winner.delete(f"/tables/{table}/seats/1").status_code == 200
    assert [entry["kind"] for entry in log_of(host, table, 12)[2:]] == ["seated", "left"] * 5


def test_all_seats_are_taken_at_once(nodes: list[Server], come: Come) -> None:
    """They are not in each other's way: everybody gets the seat he asks for."""
    host = come(nodes[0])
    setup = {"players": ["black", "red", "white", "yellow", "blue"]}
    opened = host.table("dragon", setup=setup)
    table = opened["table"]["id"]
    people = guests(nodes, come, opened, 4)
    answers = at_once(
        [
            lambda at=at, guest=guest: guest.post(f"/tables/{table}/seats/{at}", json={})
            for at, guest in enumerate(people, 1)
        ]
    )
    assert [answer.status_code for answer in answers] == [200] * 4, [answer.text for answer in answers]
    assert sorted(entry["seat"] for entry in log_of(host, table, 6)[2:]) == [1, 2, 3, 4]
    answers = at_once([lambda one=one: one.post(f"/tables/{table}/begin") for one in (host, *people)])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 4
    assert [entry["kind"] for entry in log_of(host, table, 7)].count("began") == 1


def test_two_rematches_are_one(crowd: list[Client]) -> None:
    first = crowd[0]
    opened = first.table(setup={"duel": "oda-nobunaga"})["table"]
    view = first.look(opened["id"])
    while view["stage"] != "over":
        assert first.step(view["id"], view["legal"][0], view["number"]).status_code == 200
        view = first.look(view["id"])
    answers = at_once([lambda client=client: client.post(f"/tables/{view['id']}/again") for client in crowd[:6]])
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5, [answer.text for answer in answers]
    new = next(answer.json()["table"]["id"] for answer in answers if answer.status_code == 201)
    log = log_of(first, view["id"], view["number"] + 1)
    assert [entry["kind"] for entry in log].count("again") == 1
    assert log[-1]["table"] == new
    for client in crowd[:2]:
        assert client.look(new)["stage"] == "gathering"
    mine = [row["id"] for row in first.get("/profile/tables").json()]
    assert sorted(mine) == sorted([view["id"], new]), "those who came too late have left nothing behind"


@pytest.mark.parametrize("game", ["samurai", "dragon"])
def test_nobody_has_two_tables_of_a_day(crowd: list[Client], game: str) -> None:
    """With a second one he would know the dice."""
    answers = at_once([lambda client=client: client.post(f"/daily/{game}") for client in crowd[:12]])
    assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
    assert len({answer.json()["id"] for answer in answers}) == 1
    rows = crowd[0].get("/profile/tables").json()
    assert [row["id"] for row in rows if row["daily"] and row["game"] == game] == [answers[0].json()["id"]]


def test_a_code_is_good_for_one_device(nodes: list[Server], come: Come) -> None:
    devices = [come(nodes[i % len(nodes)]) for i in range(8)]  # so many are let try at once
    code = come(nodes[0]).post("/profile/codes").json()["code"]
    answers = at_once([lambda one=one: one.post("/profile/claim", json={"code": code}) for one in devices])
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 7, [answer.text for answer in answers]


def test_a_link_is_shown_by_many_windows_at_once(nodes: list[Server], come: Come) -> None:
    host, guest = come(nodes[0]), come(nodes[0])
    windows = [guest, *(come(nodes[i % len(nodes)], cookie=guest.cookie) for i in range(1, 12))]
    for _ in range(5):
        opened = host.table("dragon")
        shown = {"secret": opened["links"]["join"]}
        way = f"/tables/{opened['table']['id']}/enter"
        answers = at_once([lambda one=one, way=way, shown=shown: one.post(way, json=shown) for one in windows])
        assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
