"""What must survive kills of the server and of PostgreSQL: whatever was acknowledged."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from testkit.crashes import is_away, kill_postgres, on_postgres_itself, on_postgresql, on_sqlite
from testkit.effort import examples
from testkit.moments import Moment
from testkit.servers import Client, events_of, postgres, serving

Come = Callable[..., Client]
View = dict[str, Any]
ANY_MOMENT, OFTEN = examples(3, soak=200), examples(1, soak=20)
"""How often something is killed whatever it does just then, and at each of the moments below."""
STORED: list[Moment] = ["committed", "told"]
UNANSWERED: list[Moment] = ["writing", "opened", *STORED]
MOMENTS: list[Moment] = [*UNANSWERED, "answered", "claimed", "moved"] * OFTEN


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    result = on_sqlite(ANY_MOMENT, tmp_path, "migrating", "starting", *MOMENTS)
    assert (result.lost, result.doubled, result.away) == (0, 0, 0)
    assert result.repeated >= len(UNANSWERED) * OFTEN, "each of them came between a request and its answer"
    assert result.from_log >= len(STORED) * OFTEN, "and some after it was carried out"
    assert min(result.acknowledged, result.finished) > 0


def test_nothing_acknowledged_is_lost_when_a_server_on_postgresql_is_killed(tmp_path: Path) -> None:
    result = on_postgresql(ANY_MOMENT, tmp_path, "migrating", *MOMENTS)
    assert (result.lost, result.doubled, result.away) == (0, 0, 0)
    assert result.repeated >= len(UNANSWERED) * OFTEN
    assert result.from_log >= len(STORED) * OFTEN
    assert min(result.acknowledged, result.finished) > 0


def test_nothing_acknowledged_is_lost_when_postgresql_is_killed(tmp_path: Path) -> None:
    moments: list[Moment] = ["writing", "committed", "claimed"] * OFTEN
    result = on_postgres_itself(ANY_MOMENT, tmp_path, *moments)
    assert (result.lost, result.doubled) == (0, 0)
    assert result.repeated == result.away, "the server answers everything"
    assert result.away >= len(moments), "somebody was told each time"
    assert min(result.acknowledged, result.finished) > 0


def test_while_postgresql_is_away_it_is_said_and_readers_stay(tmp_path: Path, come: Come) -> None:
    with postgres() as cluster, serving(cluster.new_database("niten"), tmp_path) as server:
        ada, reader = come(server), come(server)
        view, links = opened(ada)
        assert reader.post(f"/tables/{view['id']}/enter", json={"secret": links["watch"]}).status_code == 200
        with reader.stream("GET", f"/tables/{view['id']}/events") as stream:
            kill_postgres(cluster)
            for method, path, asked in requests_that_need_it(view):
                is_away(ada.request(method, path, json=asked))
            is_away(ada.get(f"{server.url}/readyz"))
            assert ada.get(f"{server.url}/healthz").status_code == 200
            cluster.start()
            server.wait()
            answer = ada.step(view["id"], view["legal"][0], view["number"], "first")
            assert answer.status_code == 200, answer.text
            last = answer.json()["number"]
            told: list[int] = []
            for event in events_of(stream.iter_lines()):
                told += [event.id] if event.id is not None else []
                if event.id == last:
                    break
        assert told == list(range(1, last + 1))


def opened(client: Client) -> tuple[View, dict[str, str]]:
    """A duel, and its links."""
    answer = client.table()
    return answer["table"], answer["links"]


def requests_that_need_it(view: View) -> list[tuple[str, str, object]]:
    """Requests that cannot be carried out without the database."""
    step = {"step": view["legal"][0], "based_on": view["number"], "key": "first"}
    return [
        ("POST", f"/tables/{view['id']}/steps", step),
        ("GET", f"/tables/{view['id']}", None),
        ("POST", "/tables", {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}),
        ("POST", "/profile/codes", None),
    ]
