"""The few gestures there are: seen by everybody at a table, made by those who sit there, kept nowhere."""

import json
from collections.abc import Callable, Iterator
from typing import Any, get_args

from niten.server.gestures import Gesture
from testkit.servers import Client, Event, Server
from testkit.streams import watching

Come = Callable[..., Client]


def two_at_a_table(ada: Client, bo: Client, **more: Any) -> tuple[str, dict[str, str]]:
    opened = ada.table("dragon", seats=["me", "open"], **more)
    table, links = opened["table"]["id"], opened["links"]
    assert bo.post(f"/tables/{table}/enter", json={"secret": links["join"]}).status_code == 200
    assert bo.post(f"/tables/{table}/seats/1", json={}).status_code == 200
    return table, links


def gestures(events: Iterator[Event]) -> Iterator[dict[str, Any]]:
    for event in events:
        if event.kind == "gesture":
            assert event.id is None, "it is not repeated"
            yield json.loads(event.data)


def makes(client: Client, table: str, gesture: object) -> tuple[int, str]:
    answer = client.post(f"/tables/{table}/gestures", json={"gesture": gesture})
    return answer.status_code, "" if answer.status_code == 204 else answer.json()["code"]


def test_everybody_at_the_table_sees_it(one_server: Server, come: Come) -> None:
    ada, bo, eve = come(one_server), come(one_server), come(one_server)
    table, links = two_at_a_table(ada, bo)
    eve.post(f"/tables/{table}/enter", json={"secret": links["watch"]})
    number = ada.look(table)["number"]
    with watching(ada, table) as one, watching(bo, table) as other, watching(eve, table) as third:
        assert makes(ada, table, "bow") == (204, "")
        assert makes(bo, table, "laugh") == (204, "")
        for events in map(gestures, (one, other, third)):
            assert next(events) == {"seat": 0, "gesture": "bow"}
            assert next(events) == {"seat": 1, "gesture": "laugh"}
    assert ada.look(table)["number"] == number, "it is written down nowhere"


def test_only_those_who_sit_there(one_server: Server, come: Come) -> None:
    ada, bo, eve, nobody = come(one_server), come(one_server), come(one_server), come(one_server)
    table, links = two_at_a_table(ada, bo)
    eve.post(f"/tables/{table}/enter", json={"secret": links["watch"]})
    assert makes(eve, table, "bow") == (409, "refused")
    assert makes(nobody, table, "bow") == (404, "no-such-table")
    assert bo.delete(f"/tables/{table}/seats/1").status_code == 200
    assert makes(bo, table, "bow") == (409, "refused"), "who has left looks on"


def test_only_these(one_server: Server, come: Come) -> None:
    ada, bo = come(one_server), come(one_server)
    table, _ = two_at_a_table(ada, bo)
    for wrong in ("", "hello", "bow ", "BOW", "bow\0", 1, None, ["bow"], "x" * 10_000):
        assert makes(ada, table, wrong) == (422, "invalid"), wrong
    answer = ada.post(f"/tables/{table}/gestures", json={"gesture": "bow", "text": "hello"})
    assert answer.status_code == 422, "and no words"


def test_not_without_end(one_server: Server, come: Come) -> None:
    ada, bo = come(one_server), come(one_server)
    table, _ = two_at_a_table(ada, bo)
    assert [makes(ada, table, gesture) for gesture in get_args(Gesture)[:3]] == [(204, "")] * 3
    told = (makes(ada, table, "sigh") for _ in range(100))
    assert (429, "limited") in told
    assert makes(bo, table, "hurry") == (204, ""), "one does not silence the other"


def test_the_seat_that_is_to_move(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    setup = {"players": ["black", "red"], "starts": 1}
    table = ada.table("dragon", setup=setup, seats=["me", "me"], begin=True)["table"]["id"]
    with watching(ada, table) as events:
        assert makes(ada, table, "thinking") == (204, "")
        assert next(gestures(events)) == {"seat": 1, "gesture": "thinking"}
