"""Whatever is sent, the answer is one that is documented, and the server goes on: by machine, and by hand."""

import json
import os
import re
import socket
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast
from urllib.parse import quote

import httpx
import jsonschema_rs
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from niten.booklet import duels
from niten.dragon.elements import Element
from niten.samurai import duel_data
from testkit.effort import examples
from testkit.servers import API, Client, Server
from testkit.tables import play_out
from testkit.waiting import PATIENCE

Come = Callable[..., Client]
Json = dict[str, Any]
Case = Any  # what schemathesis says of its types is too little for a strict check
Operation = Any
EXAMPLES = examples(3, soak=100)  # of each operation, as it should be used and as it should not
JSON = {"Content-Type": "application/json"}
_checks: Any = checks
CHECKS: list[Any] = [
    _checks.status_code_conformance,
    _checks.content_type_conformance,
    _checks.response_headers_conformance,
    _checks.response_schema_conformance,
]


def short_duel() -> Json:
    """A set-up that is played in one round, and solved in no time."""
    duel = json.loads(json.dumps(duel_data(duels()["oda-nobunaga"])))
    duel["health"] = 1
    duel["player"] |= {"health": 1, "ki": 1, "dice": [1]}
    return {"duel": duel, "rules": "en"}


DUEL: Json = short_duel()
RACE: Json = {"players": ["black", "red"], "starts": 0}
SETUPS: list[Json] = [DUEL, RACE, {"duel": "oda-nobunaga"}, RACE | {"board": "short", "powers": "own", "stones": []}]


class Scene:
    """Something real to aim at: tables in every stage, a job, and the secrets of links."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ann, self.bob = Client(server.url), Client(server.url)
        self.nobody = Client(server.url, cookie="none")
        self.tables: list[str] = []
        self.secrets: list[str] = []
        self.job = self.ann.post("/solutions", json={"setup": DUEL}).json()["id"]
        play_out(self.ann, self._open(game="samurai", setup=DUEL, begin=True))  # one that is over
        self._open(self.bob)
        watched = self._open(self.bob, game="dragon", setup=RACE)
        assert self.ann.post(f"/tables/{watched}/enter", json={"secret": self.secrets[-1]}).status_code == 200
        self.lasting = tuple(self.tables)
        self.refresh()

    def refresh(self) -> None:
        """Tables that are gone, or have gone on, are opened anew."""
        self.tables = list(self.lasting)
        self._open(game="dragon", setup=RACE)
        self._open(game="dragon", setup=RACE, seats=["me", "me"], begin=True)
        self._open(game="dragon", setup=RACE, seats=["me", "me"], begin=True, dice="own")
        self._open(game="dragon", setup=RACE, seats=["me", "random"], begin=True)
        self._open(game="samurai", setup=SETUPS[2], begin=True)

    def _open(self, who: Client | None = None, **asked: Any) -> str:
        made = (who or self.ann).table(asked.pop("game", "samurai"), **asked)
        self.tables.append(made["table"]["id"])
        self.secrets = [*self.secrets[-8:], made["links"]["join"], made["links"]["watch"]]
        return self.tables[-1]

    def close(self) -> None:
        for client in (self.ann, self.bob, self.nobody):
            client.close()


@pytest.fixture(scope="module")
def scenes() -> Generator[Callable[[Server], Scene]]:
    """The scene of a server."""
    with ExitStack() as stack:

        @cache
        def make(server: Server) -> Scene:
            scene = Scene(server)
            stack.callback(scene.close)
            return scene

        yield make


@pytest.fixture(scope="module")
def stored(server: Server, scenes: Callable[[Server], Scene]) -> Scene:
    """At either kind of database: what is sent comes as far as there."""
    return scenes(server)


@pytest.fixture(scope="module")
def scene(one_server: Server, scenes: Callable[[Server], Scene]) -> Scene:
    """What is sent never comes as far as to a database, or is nothing new there."""
    return scenes(one_server)


@pytest.fixture(autouse=True)
def goes_on(request: pytest.FixtureRequest) -> Generator[None]:
    """Whatever was done to it, the server works for others afterwards."""
    scene: Scene = request.getfixturevalue("stored" if "stored" in request.fixturenames else "scene")
    yield
    view = scene.bob.table()["table"]
    assert scene.bob.step(view["id"], view["legal"][0], view["number"]).status_code == 200
    assert scene.bob.delete(f"/tables/{view['id']}").status_code == 204


def refused(answer: httpx.Response, *statuses: int) -> str:
    """The code of a refusal, which has the form they all have."""
    assert answer.status_code in (statuses or range(400, 500)), (answer.status_code, answer.text[:500])
    return form_of(answer.json())


def form_of(body: Json) -> str:
    assert set(body) == {"code", "message", "detail"}
    assert (type(body["code"]), type(body["message"]), type(body["detail"])) == (str, str, dict)
    assert "Traceback" not in str(body)
    assert 'File "' not in str(body)
    return body["code"]


def no_error(answer: httpx.Response) -> None:
    """Done or refused, but never a mistake of the server."""
    assert answer.status_code < 500, (answer.status_code, answer.text[:500])
    if answer.status_code >= 400:
        refused(answer)


# --- by machine: what the description allows, and what it does not ---


class Fuzzed(NamedTuple):
    """An operation of the description, and how its cases are sent."""

    operation: Operation
    mode: GenerationMode
    scene: Scene
    send: Callable[[Case, str], None]

    def run(self) -> None:
        """Send a number of cases, many of them aimed at something real."""

        @given(
            case=self.operation.as_strategy(generation_mode=self.mode),
            pick=st.randoms(use_true_random=False),
        )
        @settings(
            derandomize=True,
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        )
        def run(case: Case, pick: Random) -> None:
            aim(case, self.scene, pick)
            self.send(case, self._cookie())

        run()

    def _cookie(self) -> str:
        """The profile that asks: one that is deleted is another each time."""
        if self.operation.label != f"DELETE {API}/profile":
            return self.scene.ann.cookie
        return str(self.scene.nobody.post("/profile").cookies["niten"])


def aim(case: Case, scene: Scene, pick: Random) -> None:
    """Put something real into a case."""
    path: Json = case.path_parameters
    for name, real in {"table": scene.tables, "job": [scene.job], "seat": range(3)}.items():
        if name in path and pick.random() < 0.8:
            path[name] = pick.choice(real)
    body = case.body
    if not isinstance(body, dict):
        return
    if "setup" in body and pick.random() < 0.7:
        body["setup"] = pick.choice(SETUPS)
    if "secret" in body and pick.random() < 0.7:
        body["secret"] = pick.choice(scene.secrets)
    if "based_on" in body and pick.random() < 0.8:
        now = scene.ann.get(f"/tables/{quote(str(path['table']), safe='')}").json()
        body["based_on"] = now.get("number", 1)
        if "step" in body and now.get("legal") and pick.random() < 0.8:
            body["step"] = pick.choice(now["legal"])


@pytest.fixture(scope="module")
def described(server: Server) -> list[Operation]:
    """All operations of the description."""
    schema: Any = schemathesis.openapi.from_url(f"{server.url}{API}/openapi.json")
    return [found.ok() for found in schema.get_all_operations()]


def is_stream(operation: Operation) -> bool:
    return operation.path.endswith("/events")


def can_be_wrong(operation: Operation) -> bool:
    """Where nothing is to be told, nothing can be told wrongly."""
    return any((operation.path_parameters, operation.query, operation.headers, operation.body))


@pytest.fixture
def session() -> Generator[requests.Session]:
    """Connections that are kept, but no cookies: each case says who asks."""
    with requests.Session() as session:
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield session


def fuzz(fuzzed: list[Fuzzed]) -> None:
    """All of them, so that everything that is wrong is told at once."""
    wrong: list[str] = []
    for one in fuzzed:
        one.scene.refresh()
        try:
            one.run()
        except (Exception, BaseExceptionGroup) as error:  # whatever a check says
            wrong.append(f"{one.mode.value} {one.operation.label}: {error}")
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_answer_is_as_it_is_described(
    described: list[Operation], stored: Scene, session: requests.Session, mode: GenerationMode
) -> None:
    seen: set[int] = set()

    def send(case: Case, cookie: str) -> None:
        answer = case.call(session=session, headers={"Cookie": f"niten={cookie}"}, timeout=PATIENCE)
        seen.add(answer.status_code)
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            form_of(answer.json())

    wanted = [one for one in described if not is_stream(one)]
    assert len(wanted) > 25
    if mode is GenerationMode.NEGATIVE:
        wanted = [one for one in wanted if can_be_wrong(one)]
    fuzz([Fuzzed(one, mode, stored, send) for one in wanted])
    assert seen >= ({200, 201, 204, 404, 409, 422} if mode is GenerationMode.POSITIVE else {404, 422}), "some of each"


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_stream_is_as_it_is_described(
    described: list[Operation], stored: Scene, session: requests.Session, mode: GenerationMode
) -> None:
    def look_in(case: Case, cookie: str) -> None:
        asked: Any = case.as_transport_kwargs(headers={"Cookie": f"niten={cookie}"})
        with session.request(**asked, stream=True, timeout=PATIENCE) as answer:
            if answer.status_code == 200:
                assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
                assert next(answer.iter_lines()) == b"retry: 1000"
            else:
                assert answer.status_code < 500
                case.validate_response(answer, checks=CHECKS)

    streams = [one for one in described if is_stream(one)]
    assert len(streams) == 2
    fuzz([Fuzzed(one, mode, stored, look_in) for one in streams])


# --- by hand: what is sent ---


class Asked(NamedTuple):
    """A request with a body, as it should be."""

    method: str
    path: str
    model: str
    body: Json


def requests_of(scene: Scene) -> list[Asked]:
    """One of each that has a body, as Ann could send it."""
    table = scene.ann.table("dragon", setup=RACE, seats=["me", "me"], begin=True)["table"]
    place, number = f"/tables/{table['id']}", table["number"]
    full = {
        "seats": ["me", "open"],
        "dice": "fair",
        "pace": 5,
        "stand_in": "random",
        "entropy": "x",
        "begin": False,
    }
    return [
        Asked("POST", "/tables", "TableAsked", {"game": "dragon", "setup": RACE, **full}),
        Asked("POST", f"{place}/enter", "Enter", {"secret": scene.secrets[0]}),
        Asked("POST", f"{place}/seats/1", "SeatAsked", {"bot": "random", "entropy": ""}),
        Asked("POST", f"{place}/steps", "StepAsked", {"step": table["legal"][0], "based_on": number, "key": "k"}),
        Asked("POST", f"{place}/undo", "Based", {"based_on": number, "key": "k"}),
        Asked("POST", "/solutions", "SolveAsked", {"setup": DUEL, "goal": "win"}),
        Asked("PATCH", "/profile", "ProfileChange", {"name": "Ann", "language": "en"}),
        Asked("POST", "/profile/claim", "Claim", {"code": "00000-00000"}),
    ]


def send(scene: Scene, asked: Asked, content: bytes | Iterator[bytes], **headers: str) -> httpx.Response:
    return scene.ann.request(asked.method, asked.path, content=content, headers=JSON | headers)


VALID = json.dumps({"game": "dragon", "setup": RACE}).encode()
BROKEN = {
    "nothing": b"",
    "blanks": b" \n\t ",
    "truncated": VALID[:-9],
    "more than one": VALID + VALID,
    "nothing but a name": b"game",
    "an array": b"[" + VALID + b"]",
    "a text": b'"{}"',
    "a number": b"1",
    "null": b"null",
    "deep arrays": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"setup":' * 25_000 + b"1" + b"}" * 25_000,
    "deep and never closed": b'{"a":[' * 40_000,
    "a huge number": b"1" + b"0" * 5000,
    "a huge number in it": b'{"based_on": 1' + b"0" * 5000 + b', "setup": {"duel": 1' + b"0" * 5000 + b"}}",
    "a huge exponent": b'{"based_on": 1e999999999, "setup": 1e9999, "name": 1e999, "code": 1, "secret": 1, "bot": 1}',
    "not a number": b"NaN",
    "numbers that are none": b'{"based_on": NaN, "setup": Infinity, "name": NaN, "code": 1, "secret": 1, "bot": 1}',
    "Latin-1": '{"name": "é", "bot": "é", "step": "é", "code": "é", "secret": "é"}'.encode("latin-1"),
    "half of a character": b'{"name": "\xf0\x9f\x90',
    "surrogates as UTF-8": b'{"name": "\xed\xa0\x80", "bot": "\xed\xa0\x80"}',
    "UTF-16 without a mark": '{"nome": "x"}'.encode("utf-16-be"),
    "NUL between": b"\0".join(VALID[n : n + 1] for n in range(20)),
    "all bytes": bytes(range(256)),
    "YAML": b"game: dragon\nsetup: {}\n",
    "XML": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
    "an unknown field": b'{"game": "dragon", "setup": {}, "admin": true, "__class__": "x", "\\ud800": 1}',
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_body_that_is_none_is_refused(scene: Scene, name: str) -> None:
    for asked in requests_of(scene):
        code = refused(send(scene, asked, BROKEN[name]), 400, 422)
        assert code in ("invalid", "bad-request")


def test_as_deep_as_can_just_be_read(scene: Scene) -> None:
    """Whatever goes through it once more, deeper in the program, comes to an end first."""
    places = [
        (asked, field, inside)
        for asked in requests_of(scene)
        for field, value in asked.body.items()
        if isinstance(value, dict)
        for inside in cast("Json", value)
    ]
    assert {field for _, field, _ in places} >= {"setup"}
    for depth, (asked, field, inside) in product(range(900, 1000), places):
        body = json.dumps(asked.body | {field: asked.body[field] | {inside: "?"}})
        refused(send(scene, asked, body.replace('"?"', "[" * depth + "]" * depth).encode()), 400, 422)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml", "", ";;=,é"]
)
def test_a_body_of_another_kind_is_refused(scene: Scene, kind: str) -> None:
    for asked in requests_of(scene):
        content = json.dumps(asked.body).encode()
        headers = [(b"Content-Type", kind.encode("latin-1"))] if kind else []
        refused(scene.ann.request(asked.method, asked.path, content=content, headers=headers), 400, 415, 422)


def test_a_body_that_is_packed_is_refused(scene: Scene) -> None:
    for asked in requests_of(scene):
        refused(send(scene, asked, b"\x1f\x8b\x08\0\0\0\0\0\0\x03", **{"Content-Encoding": "gzip"}), 400, 415, 422)


WRONG: list[Any] = [None, True, 0, 1, -1, 2**31, 10**30, 1.5, "", "1", "true", "null", "x", [], ["x"], {}, {"x": 1}]


def test_values_of_another_type_are_refused(scene: Scene) -> None:
    """What the description does not allow is not taken for something similar either: "1" is no number, nor is true."""
    description = scene.nobody.get("/openapi.json").json()
    tried = 0
    taken: list[str] = []
    for asked in requests_of(scene):
        schema = {"$ref": f"#/components/schemas/{asked.model}", "components": description["components"]}
        allows = jsonschema_rs.validator_for(schema)
        for field in asked.body:
            for value in WRONG:
                body = asked.body | {field: value}
                if allows.is_valid(body):
                    continue
                tried += 1
                answer = send(scene, asked, json.dumps(body).encode())
                no_error(answer)
                if answer.status_code not in (400, 422):
                    taken.append(f"{asked.path} {field}={value!r}: {answer.status_code}")
    assert tried > 200
    assert not taken, taken


ODD_TEXT = {
    "half a surrogate pair": "\ud800",
    "surrogates the wrong way round": "\udc00\ud800",
    "NUL": "a\0b",
    "escape": "\x1b[31m",
    "line breaks": "a\r\nSet-Cookie: niten=x\r\n\r\nb",
    "right to left": "\u202eabc\u2066",
    "combining": "e" + "\u0301" * 30,
    "four bytes": "\U0001f409" * 10,
    "not a character": "\uffff\U0010ffff",
    "line separators": "\u2028\u2029\u0085",
    "invisible": "\u200b\u200d\ufeff",
    "braces": "{name} {0} {0.__class__} %s %n",
    "SQL": "'; DROP TABLE profiles; --",
    "HTML": "<script>alert(1)</script>",
    "long": "x" * 100_000,
    "long and wide": "\U0001f409" * 20_000,
}


@pytest.mark.parametrize("name", ODD_TEXT)
def test_odd_text_is_taken_as_text_or_refused(stored: Scene, name: str) -> None:
    odd = ODD_TEXT[name]
    for asked in requests_of(stored):
        texts = [field for field, value in asked.body.items() if isinstance(value, str)]
        bodies: list[Json] = [asked.body | {field: odd} for field in texts]
        bodies += [asked.body | {odd: "x"}]
        if "setup" in asked.body:
            setups: list[Json] = [
                {"duel": odd},
                {"board": odd},
                {"edition": odd, "duel": DUEL["duel"]},
                {"rules": odd, "duel": DUEL["duel"]},
                {odd: odd},
            ]
            setups += [RACE | {"players": [odd, "red"]}, {"duel": DUEL["duel"] | {"name": odd, "id": odd}}]
            setups += [{"duel": DUEL["duel"] | {"text": {"en": odd, odd: "x"}}}]
            bodies += [
                asked.body | {"setup": setup, **({"game": game} if "game" in asked.body else {})}
                for setup in setups
                for game in ("samurai", "dragon")
            ]
        for body in bodies:
            no_error(send(stored, asked, json.dumps(body).encode()))


@pytest.mark.parametrize("name", [name for name, odd in ODD_TEXT.items() if len(odd) < 100])
def test_odd_text_in_addresses_is_refused(stored: Scene, name: str) -> None:
    odd = quote(ODD_TEXT[name], safe="", errors="surrogatepass")
    table = stored.tables[-1]
    paths = [f"/tables/{odd}", f"/tables/{odd}/entries", f"/jobs/{odd}", f"/daily/{odd}", f"/tables/{table}/{odd}"]
    asked = [f"/tables/{table}/entries?after={odd}", f"/daily/dragon?day={odd}", f"/tables/{table}/events?after={odd}"]
    for path in paths + asked:
        refused(stored.ann.get(path), 404, 422)
    for more in (f"?{odd}={odd}", f"?{odd}", "?=&=&&;;", "?after"):
        no_error(stored.ann.get(f"/tables/{table}{more}"))
    refused(stored.nobody.get(f"{stored.server.url}/{odd}"), 404)


@pytest.mark.parametrize(
    "way",
    [
        "../profile",
        "..%2fprofile",
        "%2e%2e/profile",
        "..%5c..%5cetc%5cpasswd",
        "%252e%252e%252f",
        "....//....//etc/passwd",
        "%2fetc%2fpasswd",
        "%c0%ae%c0%ae%c0%af",
        "x" * 65,
        "x" * 4000,
        "%ff%fe",
        "%",
        "%0d%0aSet-Cookie:%20niten=x",
        "a b",
        "*",
    ],
)
def test_ways_out_of_an_address_lead_nowhere(stored: Scene, way: str) -> None:
    for path in (f"{API}/tables/{way}/entries", f"{API}/jobs/{way}/x", f"/{way}", f"{API}/tables/{way}/../../x"):
        as_it_is = httpx.URL(stored.server.url).copy_with(raw_path=path.replace(" ", "%20").encode())
        refused(stored.ann.get(as_it_is), 400, 404, 422)


def leaves(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """All places in a set-up; of a list only the first, the others are like it."""
    yield way
    if isinstance(value, dict):
        for name, inner in cast("Json", value).items():
            yield from leaves(inner, (*way, name))
    elif isinstance(value, list) and value:
        yield from leaves(cast("list[Any]", value)[0], (*way, 0))


def with_another(value: Any, way: tuple[str | int, ...], other: Any) -> Any:
    if not way:
        return other
    made = value.copy()
    made[way[0]] = with_another(value[way[0]], way[1:], other)
    return made


HOSTILE: list[Any] = [None, True, -1, 10**400, float("nan"), "\ud800\0", "x" * 5000, {}, [[[]]] * 500]


@pytest.mark.parametrize("game", ["samurai", "dragon"])
def test_no_part_of_a_setup_is_trusted(stored: Scene, game: str) -> None:
    if game == "samurai":
        setup = DUEL
    else:
        full = {"powers": "none", "immunity": False, "stones": [["fire", 1]], "random_stones": 1, "max_turns": 9}
        setup = stored.ann.table("dragon", setup=RACE)["table"]["setup"] | full
    asked = Asked("POST", "/tables", "TableAsked", {"game": game, "setup": setup})
    assert send(stored, asked, json.dumps(asked.body).encode()).status_code == 201
    ways = [way for way in leaves(setup) if way]
    assert len(ways) > 15
    for way in ways:
        for other in HOSTILE:
            body = asked.body | {"setup": with_another(setup, way, other)}
            answer = send(stored, asked, json.dumps(body).encode())
            no_error(answer)
            if answer.status_code == 201:
                assert stored.ann.delete(f"/tables/{answer.json()['table']['id']}").status_code == 204


# --- how much is sent ---


def test_a_body_that_is_too_large_is_refused_announced_or_not(scene: Scene) -> None:
    large = b" " * (256 * 1024) + b"{}"
    for asked in requests_of(scene):
        assert refused(send(scene, asked, large), 413) == "too-large"
        pieces = (large[n : n + 10_000] for n in range(0, len(large), 10_000))
        assert refused(send(scene, asked, pieces), 413) == "too-large"


def test_a_body_just_small_enough_is_read(scene: Scene) -> None:
    content = b'{"name": "Ann"}'.ljust(256 * 1024)
    answer = scene.ann.patch("/profile", content=content, headers=JSON)
    assert (answer.status_code, answer.json()["name"]) == (200, "Ann")


def test_a_body_where_none_is_read_does_no_harm(scene: Scene) -> None:
    large = (b" " * 10_000 for _ in range(100))
    no_error(scene.ann.post("/profile/codes", content=large))
    for path in (f"/tables/{scene.tables[-1]}", f"/tables/{scene.tables[-1]}/events"):
        head = request_line("GET", API + path) + cookie_line(scene) + b"Transfer-Encoding: chunked\r\n\r\n"
        exchange(scene.server, head + (b"2710\r\n" + b" " * 10_000 + b"\r\n") * 100, seconds=0.5)


def processor_seconds(server: Server) -> float:
    """What the process of the server has worked; that of its workers is not in it."""
    assert server.process
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


KEYS = {f"key-{n}": 1 for n in range(17_000)}
FULL: dict[str, Json] = {
    "fields that are none": KEYS,
    "keys that are none": {"game": "samurai", "setup": KEYS},
    "keys deeper in": {"game": "samurai", "setup": {"duel": KEYS}},
    "many players": {"game": "dragon", "setup": {"players": ["x"] * 50_000}},
    "many players of any kind": {"game": "dragon", "setup": {"players": [{}] * 70_000}},
    "many stones": {"game": "dragon", "setup": RACE | {"stones": [["x", 1]] * 26_000}},
    "many lines": {"game": "samurai", "setup": {"duel": DUEL["duel"] | {"lines": [{}] * 70_000}}},
    "many seats": {"game": "dragon", "setup": RACE, "seats": ["x"] * 50_000},
    "a long name": {"game": "dragon", "setup": {"x" * 250_000: 1}},
}
MOST = 0.2  # seconds of the one thread that answers everybody


@pytest.mark.parametrize("name", FULL)
def test_no_body_keeps_the_server_busy(scene: Scene, name: str) -> None:
    content = json.dumps(FULL[name], separators=(",", ":")).encode()
    fits = 200_000 < len(content) < 256 * 1024
    assert fits
    before, count, longest = processor_seconds(scene.server), 3, 0
    for _ in range(count):
        answer = scene.ann.post("/tables", content=content, headers=JSON)
        refused(answer, 422)
        longest = max(longest, len(answer.content))
    assert (processor_seconds(scene.server) - before) / count < MOST
    assert longest < 100_000, "nor does the answer grow with it"


def extreme_setups() -> dict[str, tuple[str, Json]]:
    def board(plain: int, value: int) -> Json:
        return {"name": "x", "paths": {str(one): {"plain": plain, "values": [value] * 5} for one in Element}}

    everybody = ["black", "red", "white", "yellow", "blue"]
    stones = {"random_stones": 15, "players": everybody[:2], "max_turns": 999_999}
    duel = DUEL["duel"]
    rewards = [{"price": price, "reward": "ki", "amount": 99} for price in range(1, 31)]
    most = {"health": 99, "ki": 99, "dice": [3] * 60, "concentration": rewards}
    return {
        "the longest paths": ("dragon", {"board": board(60, 99), "players": everybody, "powers": "any"}),
        "the shortest paths": ("dragon", {"board": board(1, 0), "players": everybody}),
        "all stones by lot": ("dragon", {"board": board(60, 99), **stones}),
        "the most of everything": (
            "samurai",
            {"duel": duel | {"health": 99, "resistance": [[n, n] for n in range(1, 31)], "player": most}},
        ),
        "the least of everything": (
            "samurai",
            {"duel": duel | {"player": {"health": 1, "ki": 0, "dice": [1], "concentration": []}}},
        ),
        "the longest names": (
            "samurai",
            {"duel": duel | {"id": "x" * 60, "name": "W" * 60, "text": {"en": "W" * 600}}},
        ),
    }


EXTREME = extreme_setups()


@pytest.mark.parametrize("name", EXTREME)
@pytest.mark.parametrize("dice", ["fair", "own"])
def test_the_largest_and_the_smallest_setups_are_played(one_server: Server, come: Come, name: str, dice: str) -> None:
    game, setup = EXTREME[name]
    client, pick = come(one_server), Random(name)
    seats = ["me"] * len(setup.get("players", ["one"]))
    before = processor_seconds(one_server)
    view = client.table(game, setup=setup, seats=seats, begin=True, dice=dice)["table"]
    moves = 0
    while view["legal"] and moves < 20:
        answer = client.step(view["id"], pick.choice(view["legal"]), view["number"])
        assert answer.status_code == 200, answer.text
        view, moves = client.look(view["id"]), moves + 1
    assert client.get(f"/tables/{view['id']}/record").status_code == 200
    assert (processor_seconds(one_server) - before) / (moves + 2) < MOST


# --- how it is sent ---


def request_line(method: str, path: str) -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: niten\r\n".encode()


def cookie_line(scene: Scene) -> bytes:
    return f"Cookie: niten={scene.ann.cookie}\r\n".encode()


def exchange(server: Server, content: bytes, *, seconds: float = PATIENCE, ends: bool = False) -> bytes:
    """Send bytes as they are; what comes back until it is hung up, or nothing more comes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as connection:
        got = b""
        with suppress(OSError):  # it may hang up while we still talk
            connection.sendall(content)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            while more := connection.recv(65536):
                got += more
        return got


CLOSE = b"Connection: close\r\n\r\n"
GAMES = request_line("GET", f"{API}/games")
POST = request_line("POST", f"{API}/profile")
NOT_HTTP = {
    "bytes": bytes(range(256)) + b"\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 60,
    "no address": b"GET  HTTP/1.1\r\n" + CLOSE,
    "a version to come": b"GET / HTTP/9.9\r\n" + CLOSE,
    "the next version": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a method that is none": b"NITEN / HTTP/1.1\r\n" + CLOSE,
    "a tunnel": b"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n" + CLOSE,
    "an address in bytes": b"GET /\xff\xfe HTTP/1.1\r\nHost: niten\r\n" + CLOSE,
    "a NUL in the address": b"GET /\0 HTTP/1.1\r\nHost: niten\r\n" + CLOSE,
    "a NUL in a header": GAMES + b"X: \0\r\n" + CLOSE,
    "a header without a colon": GAMES + b"nonsense\r\n" + CLOSE,
    "a negative length": POST + b"Content-Length: -1\r\n" + CLOSE,
    "an endless length": POST + b"Content-Length: 99999999999999999999999999\r\n" + CLOSE,
    "two lengths": POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n12",
    "a length and pieces": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "an endless address": b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: niten\r\n" + CLOSE,
}


@pytest.mark.parametrize("name", NOT_HTTP)
def test_what_is_not_http_is_refused_in_the_same_form(one_server: Server, name: str) -> None:
    head, _, body = exchange(one_server, NOT_HTTP[name]).partition(b"\r\n\r\n")
    assert 400 <= int(head.split()[1]) < 500, head
    assert b"\r\ncontent-type: application/json" in head.lower(), (head, body)
    form_of(json.loads(body))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("no host", b"GET %s/games HTTP/1.1\r\n" % API.encode() + CLOSE),
        ("two hosts", GAMES + b"Host: other\r\n" + CLOSE),
        ("a host in bytes", b"GET %s/games HTTP/1.1\r\nHost: \xff[[::\r\n" % API.encode() + CLOSE),
        ("an older version", b"GET %s/games HTTP/1.0\r\n\r\n" % API.encode()),
        ("a whole address", b"GET http://example.org%s/games HTTP/1.1\r\nHost: x\r\n" % API.encode() + CLOSE),
        ("an upgrade", GAMES + b"Upgrade: h2c\r\nConnection: upgrade, close\r\n\r\n"),
        ("junk", GAMES + b"Accept: \xff\r\nAccept-Language: ;q=x,*;q=nan,\xff;;;,fr;q=1e999\r\nRange: x\r\n" + CLOSE),
        ("two cookies", GAMES + b"Cookie: niten=a.b\r\nCookie: niten=c.d; niten=\xff\r\n" + CLOSE),
    ],
)
def test_what_is_odd_but_harmless_is_answered(one_server: Server, name: str, content: bytes) -> None:
    head, _, body = exchange(one_server, content).partition(b"\r\n\r\n")
    assert head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 4")), name
    if not head.startswith(b"HTTP/1.1 200"):
        form_of(json.loads(body))


@pytest.mark.parametrize("name", ["a long one", "many"])
def test_headers_without_end_are_cut_off(one_server: Server, name: str) -> None:
    """They are kept in memory until they end: so there is an end to them."""
    piece = {"a long one": b"x" * 65_536, "many": b"X: x\r\n" * 10_000}[name]
    most, sent = 200, 0
    with socket.create_connection(("127.0.0.1", one_server.port), timeout=PATIENCE) as connection, suppress(OSError):
        connection.sendall(GAMES + b"X: ")
        while sent < most:
            connection.sendall(piece)
            sent += 1
            time.sleep(0.001)
    assert sent < most, "it reads on and on"


def test_a_request_that_breaks_off_leaves_nothing(scene: Scene) -> None:
    body = b'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"name": "Nobody"'
    pieces = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"
    heads = [
        request_line(asked.method, API + asked.path) + cookie_line(scene)
        for asked in requests_of(scene)
        if asked.path != "/profile/claim"
    ]
    for content in (GAMES, POST[:30], *(head + more for head in heads for more in (body, pieces))):
        exchange(scene.server, content, ends=True, seconds=0.2)
    assert scene.ann.get("/profile").json()["name"] != "Nobody"


@pytest.mark.parametrize(
    "cookie",
    [
        "niten=",
        "niten",
        ";;;===",
        "niten=.",
        "niten=x.",
        "niten=.x",
        "niten=" + "." * 150,
        "niten=" + "x" * 5000,
        'niten="\\000.x"',
        'niten="\\000\\012\\377.\\000"',
        'niten="\\ud800.x"',
        "niten=é.é",
        "niten=' OR 1=1 --.x",
        "Niten=x.y; NITEN=x.y",
    ],
)
def test_a_cookie_that_is_none(stored: Scene, cookie: str) -> None:
    answer = stored.nobody.get("/profile", headers=[(b"Cookie", cookie.encode())])
    assert refused(answer, 401) == "no-profile"


@pytest.mark.parametrize("number", ["x", "-1", "1.5", "1e3", "0x1", "٣x", "9" * 30, "9" * 5000, "NaN", "null", ""])
def test_a_number_to_resume_from_that_is_none(stored: Scene, number: str) -> None:
    headers = [(b"Last-Event-ID", number.encode())]
    with stored.ann.stream("GET", f"/tables/{stored.tables[-1]}/events", headers=headers) as answer:
        assert answer.status_code == 422
        assert form_of(json.loads(answer.read())) == "invalid"


METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}


def test_methods_that_an_address_does_not_know(scene: Scene) -> None:
    description: dict[str, Json] = scene.nobody.get("/openapi.json").json()["paths"]
    filled = {"table": "x", "seat": 0, "job": "x", "game": "dragon", "duel": "oda-nobunaga", "sheet": "race"}
    for path in description:
        address = path.format(**filled)
        # `/duels/check` could also be a duel of that name: what can be done with one is known there too.
        also = (other for other in description if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", other), address))
        known = {name.upper() for other in also for name in description[other]}
        for method in METHODS - known:
            answer = scene.ann.request(method, f"{scene.server.url}{address}")
            assert answer.status_code == 405, (method, path)
            assert set(answer.headers["allow"].split(", ")) <= known
            if method != "HEAD":
                assert refused(answer, 405) == "wrong-method"


def test_an_address_with_a_slash_too_many_is_none(scene: Scene) -> None:
    """It is not sent elsewhere: where to would be told by whoever asks, in the header Host."""
    for path in ("/profile/", "/tables/", "/games/"):
        answer = scene.ann.get(path, headers={"Host": "example.org"}, follow_redirects=False)
        assert refused(answer, 404) == "not-found"


def test_a_key_that_was_used_before_is_answered_as_before(scene: Scene) -> None:
    view = scene.ann.table("dragon", setup=RACE, seats=["me", "me"], begin=True, dice="own")["table"]
    first = scene.ann.step(view["id"], view["legal"][0], view["number"], "same")
    assert first.status_code == 200
    now = scene.ann.look(view["id"])
    again = scene.ann.step(view["id"], now["legal"][0], now["number"], "same")
    assert again.status_code == 200
    assert again.json() == first.json()
    assert scene.ann.look(view["id"])["number"] == now["number"]
