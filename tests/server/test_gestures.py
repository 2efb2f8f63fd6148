"""The few gestures there are: seen by everybody at a table, made by those who sit there, kept nowhere."""

import json
from collections.abc import Callable, Generator, Iterator
from typing import Any, get_args

import pytest

from niten.server.gestures import Gesture
from tests.server.running import Client, Event, Server, serving
from tests.server.test_nodes import nodes as nodes  # noqa: PLC0414
from tests.server.test_streams import watching

Come = Callable[..., Client]


@pytest.fixture(scope="module")
def server(database: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """With signs of life so often that no wait for an event is without end."""
    with serving(database, tmp_path_factory.mktemp("server"), heartbeat=0.5) as running:
        yield running


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


def test_everybody_at_the_table_sees_it(server: Server, come: Come) -> None:
    ada, bo, eve = come(server), come(server), come(server)
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


def test_only_those_who_sit_there(server: Server, come: Come) -> None:
    ada, bo, eve, nobody = come(server), come(server), come(server), come(server)
    table, links = two_at_a_table(ada, bo)
    eve.post(f"/tables/{table}/enter", json={"secret": links["watch"]})
    assert makes(eve, table, "bow") == (409, "refused")
    assert makes(nobody, table, "bow") == (404, "no-such-table")
    assert bo.delete(f"/tables/{table}/seats/1").status_code == 200
    assert makes(bo, table, "bow") == (409, "refused"), "who has left looks on"


def test_only_these(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    table, _ = two_at_a_table(ada, bo)
    for wrong in ("", "hello", "bow ", "BOW", "bow\0", 1, None, ["bow"], "x" * 10_000):
        assert makes(ada, table, wrong) == (422, "invalid"), wrong
    answer = ada.post(f"/tables/{table}/gestures", json={"gesture": "bow", "text": "hello"})
    assert answer.status_code == 422, "and no words"


def test_not_without_end(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    table, _ = two_at_a_table(ada, bo)
    told = [makes(ada, table, gesture) for gesture in get_args(Gesture)]
    assert told[:3] == [(204, "")] * 3
    assert (429, "limited") in told[3:]
    assert makes(bo, table, "hurry") == (204, ""), "one does not silence the other"


def test_the_seat_that_is_to_move(server: Server, come: Come) -> None:
    ada = come(server)
    setup = {"players": ["black", "red"], "starts": 1}
    table = ada.table("dragon", setup=setup, seats=["me", "me"], begin=True)["table"]["id"]
    with watching(ada, table) as events:
        assert makes(ada, table, "thinking") == (204, "")
        assert next(gestures(events)) == {"seat": 1, "gesture": "thinking"}


def test_at_another_node(nodes: tuple[Server, Server], come: Come) -> None:
    ada, bo = come(nodes[0]), come(nodes[1])
    table, _ = two_at_a_table(ada, bo)
    with watching(ada, table) as here, watching(bo, table) as there:
        assert makes(bo, table, "well-played") == (204, "")
        assert makes(ada, table, "bow") == (204, "")
        seen = [list(zip(range(2), gestures(events), strict=False)) for events in (here, there)]
    for found in seen:
        assert {one["gesture"] for _, one in found} == {"well-played", "bow"}, "each once"
