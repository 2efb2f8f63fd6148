"""What nobody may do, see or use up: origins, headers, cookies, secrets, private tables, rights, limits, deletion."""

import json
import re
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest

from testkit.databases import connected, rows
from testkit.jobs import LONG
from testkit.servers import API, PLAIN, Client, Server, events_of, serving
from testkit.tables import play_on, play_out
from testkit.waiting import PATIENCE, wait_until

Come = Callable[..., Client]
Json = dict[str, Any]
RACE: Json = {"players": ["black", "red"], "starts": 0, "max_turns": 4}
NOWHERE = "AAAAAAAAAAAAAAAAAAAAAA"
JOB: Json = {"setup": LONG}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, which has the form they all have, and tells nothing of the inside."""
    body = answer.json()
    assert set(body) == {"code", "message", "detail"}, answer.text
    for inside in ("Traceback", 'File "', "Error", "sqlite", "psycopg", ".py"):
        assert inside not in answer.text
    return answer.status_code, body["code"]


def everything(database: str) -> bytes:
    """All that is in a database: the bytes of its files, or all rows of all tables."""
    if database.startswith("sqlite"):
        file = Path(database.removeprefix("sqlite:///"))
        return b"".join(part.read_bytes() for part in file.parent.iterdir() if part.name.startswith(file.name))
    found = b""
    names = rows(database, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
    with psycopg.connect(database) as connection:
        for (name,) in names:
            with connection.cursor().copy(f'COPY "{name}" TO STDOUT') as copy:  # pyright: ignore[reportArgumentType]
                found += b"".join(bytes(part) for part in copy)
    return found


def operations(client: Client) -> Iterator[tuple[str, str]]:
    """Method and path of all that is described."""
    described: dict[str, Json] = client.get("/openapi.json").json()["paths"]
    for path, known in described.items():
        for method in known:
            yield method.upper(), path.removeprefix(API)


def race(ann: Client, bob: Client, **more: Any) -> tuple[str, Json]:
    """A race of two people that has begun, Ann's turn; and its links."""
    made = ann.table("dragon", setup=RACE, **more)
    table, links = made["table"]["id"], made["links"]
    assert bob.post(f"/tables/{table}/enter", json={"secret": links["join"]}).status_code == 200
    assert bob.post(f"/tables/{table}/seats/1", json={}).status_code == 200
    assert ann.post(f"/tables/{table}/begin").status_code == 200
    return table, links


# --- where a change comes from ---


def test_changes_are_taken_from_our_own_pages_only(server: Server, come: Come) -> None:
    ann = come(server)
    table = ann.table("dragon")["table"]["id"]
    wrong = [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": f"https://127.0.0.1:{server.port}"},
        {"Origin": f"http://127.0.0.1:{server.port + 1}"},
        {"Origin": f"{server.url}.evil.example"},
        {"Origin": f"{server.url}@evil.example"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example"},
    ]
    changes = [(method, path) for method, path in operations(ann) if method != "GET"]
    assert len(changes) > 15
    for method, path in changes:
        address = path.format(table=table, seat=0, job="x", game="dragon")
        for headers in wrong:
            assert refusal(ann.request(method, address, headers=headers)) == (403, "wrong-origin"), (method, path)
    assert ann.look(table)["number"] == 2, "nothing was done"


def test_our_own_pages_and_programs_may_change_something(server: Server, come: Come) -> None:
    ann = come(server)
    for headers in ({}, {"Origin": server.url}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
        assert ann.patch("/profile", json={"name": "Ann"}, headers=headers).status_code == 200


def test_no_other_page_may_read_an_answer(server: Server, come: Come) -> None:
    ann = come(server)
    other = {"Origin": "http://evil.example"}
    preflight = other | {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    for answer in (ann.get("/profile", headers=other), ann.options("/tables", headers=preflight)):
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def cookie_of(answer: httpx.Response) -> Morsel[str]:
    """The one cookie that is set, with all that is said about it."""
    (line,) = answer.headers.get_list("set-cookie")
    return SimpleCookie(line)["niten"]


def test_with_a_public_address_that_is_the_origin(sqlite: str, tmp_path: Path) -> None:
    settings: Json = {"public_url": "https://games.example/niten", "root_path": "/niten", "new_profiles_per_hour": 3}
    with (
        serving(sqlite, tmp_path, **settings) as server,
        httpx.Client(base_url=server.url + API, timeout=PATIENCE, verify=PLAIN) as nobody,
    ):
        for origin in (server.url, "http://games.example", "https://games.example:444", "https://games.example.org"):
            assert refusal(nobody.post("/profile", headers={"Origin": origin})) == (403, "wrong-origin")
        made = nobody.post("/profile", headers={"Origin": "https://games.example"})
        cookie = cookie_of(made)
        assert made.status_code == 201
        assert (cookie["secure"], cookie["path"], cookie["httponly"]) == (True, "/niten", True)
        answers = [nobody.post("/profile", headers={"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429], "no proxy is trusted here"
        assert refusal(answers[-1]) == (429, "limited")


# --- what goes with every answer ---

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def check_headers(answer: httpx.Response) -> str:
    """What protects, on every answer; returns the id of the request."""
    for name, value in ALWAYS.items():
        assert answer.headers.get(name) == value, (answer.status_code, name)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert not {"server", "x-powered-by"} & set(answer.headers)
    assert len(answer.headers["x-request-id"]) == 16
    return answer.headers["x-request-id"]


def test_headers_that_protect_are_on_every_answer(server: Server, come: Come) -> None:
    ann, bob = come(server), come(server)
    table, links = race(ann, bob)
    bad, here = {"content": b"{", "headers": {"Content-Type": "application/json"}}, f"/tables/{table}"
    asked: list[tuple[int, str, str, Json]] = [
        (200, "GET", "/games", {}),
        (200, "GET", "/openapi.json", {}),
        (200, "GET", f"{here}/record", {}),
        (200, "GET", f"{here}/entries", {}),
        (200, "GET", f"{server.url}/healthz", {}),
        (200, "GET", f"{server.url}/readyz", {}),
        (200, "GET", f"{server.url}/metrics", {}),
        (200, "POST", f"{here}/enter", {"json": {"secret": links["watch"]}}),
        (201, "POST", "/tables", {"json": {"game": "dragon", "setup": RACE}}),
        (400, "POST", "/tables", {"content": b"\xff", "headers": {"Content-Type": "application/json"}}),
        (401, "GET", "/profile", {"headers": {"Cookie": "niten=x.y"}}),
        (403, "POST", "/tables", {"headers": {"Origin": "null"}}),
        (404, "GET", f"/tables/{NOWHERE}", {}),
        (404, "GET", "/nothing", {}),
        (404, "GET", f"{server.url}/nothing", {}),
        (405, "PUT", "/tables", {}),
        (405, "HEAD", "/games", {}),
        (409, "POST", f"{here}/begin", {}),
        (413, "POST", "/tables", {"content": b" " * 300_000}),
        (422, "POST", "/tables", bad),
    ]
    ids: set[str] = set()
    for status, method, path, more in asked:
        answer = ann.request(method, path, **more)
        assert answer.status_code == status, (method, path, answer.text)
        ids.add(check_headers(answer))
    page = ann.get(f"{server.url}/")
    assert page.headers["cache-control"] == "no-cache"  # the one thing that differs
    page.headers["cache-control"] = ALWAYS["cache-control"]
    ids.add(check_headers(page))
    with ann.stream("GET", f"{here}/events") as answer:
        ids.add(check_headers(answer))
    gone = bob.delete("/profile")
    assert gone.status_code == 204
    ids.add(check_headers(gone))
    assert len(ids) == len(asked) + 3, "each request has an id of its own"


def test_the_cookie_is_for_the_server_only(server: Server, come: Come) -> None:
    ann = come(server)
    code = ann.post("/profile/codes").json()["code"]
    lying = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1", "Forwarded": "proto=https"}
    new = httpx.post(f"{server.url}{API}/profile", headers=lying, verify=PLAIN, timeout=PATIENCE)
    for answer in (new, ann.post("/profile/claim", json={"code": code}, headers=lying)):
        cookie = cookie_of(answer)
        assert (cookie["httponly"], cookie["samesite"].lower(), cookie["path"]) == (True, "lax", "/")
        assert (cookie["domain"], cookie["secure"]) == ("", ""), "no proxy is trusted here"
        assert int(cookie["max-age"]) > 30 * 24 * 3600
        assert len(cookie.value.partition(".")[2]) >= 43, "256 bits"
    gone = cookie_of(ann.delete("/profile"))
    assert (gone.value, gone["path"], gone["max-age"]) == ("", "/", "0")


# --- behind a proxy: addresses, and what each may ask for ---

RATE = 1.2  # so few that even a busy machine asks for more


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server that believes us who asks: every test comes from addresses of its own."""
    folder = tmp_path_factory.mktemp("proxied")
    settings: Json = {"trusted_proxies": '["127.0.0.1"]', "root_path": "/niten", "new_profiles_per_hour": 4}
    with serving(f"sqlite:///{folder}/niten.db", folder, requests_per_second=RATE, **settings) as running:
        yield running


@pytest.fixture
def proxy(proxied: Server) -> Generator[httpx.Client]:
    with httpx.Client(base_url=proxied.url + API, timeout=PATIENCE, verify=PLAIN) as client:
        yield client


def coming_from(address: str, **more: str) -> dict[str, str]:
    return {"X-Forwarded-For": address, "X-Forwarded-Proto": "https", **more}


def test_the_cookie_is_secure_where_a_trusted_proxy_says_so(proxy: httpx.Client) -> None:
    made = proxy.post("/profile", headers=coming_from("192.0.2.1", Origin=f"https://{proxy.base_url.netloc.decode()}"))
    assert made.status_code == 201
    cookie = cookie_of(made)
    assert (cookie["secure"], cookie["path"], cookie["httponly"]) == (True, "/niten", True)
    code = proxy.post("/profile/codes", headers=coming_from("192.0.2.1", Cookie=f"niten={cookie.value}")).json()["code"]
    claimed = proxy.post("/profile/claim", json={"code": code}, headers=coming_from("192.0.2.1"))
    assert cookie_of(claimed)["secure"] is True
    plain = coming_from("192.0.2.1") | {"X-Forwarded-Proto": "http"}
    assert cookie_of(proxy.post("/profile", headers=plain))["secure"] == ""


def first_refused(answers: Iterator[httpx.Response], most: int = 200) -> httpx.Response:
    """The first answer that says it is too much."""
    for _ in range(most):
        answer = next(answers)
        if answer.status_code == 429:
            return answer
        assert answer.status_code < 500
    raise AssertionError(f"{most} requests, and none is too many")


def check_limited(answer: httpx.Response) -> None:
    assert refusal(answer) == (429, "limited")
    assert int(answer.headers["retry-after"]) >= 1
    check_headers(answer)


def test_each_address_may_ask_for_so_much(proxy: httpx.Client) -> None:
    def asked(*addresses: str) -> Iterator[httpx.Response]:
        while True:
            for address in addresses:
                yield proxy.get("/games", headers=coming_from(address))

    check_limited(first_refused(asked("192.0.2.10")))
    assert next(asked("192.0.2.11")).status_code == 200, "others are not hindered"
    invented = (f"198.51.100.{n}, 192.0.2.12" for n in range(250))
    check_limited(first_refused(asked(*invented)))


def test_each_profile_may_ask_for_so_much_wherever_it_is(proxy: httpx.Client) -> None:
    cookie = cookie_of(proxy.post("/profile", headers=coming_from("192.0.2.20"))).value
    proxy.cookies.clear()

    def asked() -> Iterator[httpx.Response]:
        for n in range(250):
            yield proxy.get("/profile", headers=coming_from(f"198.51.100.{n}", Cookie=f"niten={cookie}"))

    check_limited(first_refused(asked()))


def test_so_many_new_profiles_from_an_address(proxy: httpx.Client) -> None:
    def asked(address: str) -> Iterator[httpx.Response]:
        while True:
            yield proxy.post("/profile", headers=coming_from(address))

    answers = asked("192.0.2.30")
    assert [next(answers).status_code for _ in range(4)] == [201] * 4
    check_limited(next(answers))
    assert next(asked("192.0.2.31")).status_code == 201


def test_who_has_a_street_of_addresses_is_one_house(proxy: httpx.Client) -> None:
    """A line of the newer internet has 2^64 addresses: its first half is what counts."""
    for last in (":1", ":2", ":ffff:1", "aaaa:bbbb:cccc:dddd"):
        assert proxy.post("/profile", headers=coming_from(f"2001:db8:0:7:{last}")).status_code == 201
        proxy.cookies.clear()
    check_limited(proxy.post("/profile", headers=coming_from("2001:db8:0:7::5")))
    assert proxy.post("/profile", headers=coming_from("2001:db8:0:8::1")).status_code == 201


def test_codes_cannot_be_tried_out(proxy: httpx.Client) -> None:
    cookie = cookie_of(proxy.post("/profile", headers=coming_from("192.0.2.40"))).value
    right = proxy.post("/profile/codes", headers=coming_from("192.0.2.40", Cookie=f"niten={cookie}")).json()["code"]

    def tried(code: str, address: str) -> httpx.Response:
        return proxy.post("/profile/claim", json={"code": code}, headers=coming_from(address))

    wrong = [refusal(tried(f"{n:010}", "192.0.2.41")) for n in range(10)]
    assert wrong == [(404, "bad-code")] * 10
    check_limited(tried(right, "192.0.2.41"))
    assert tried(right, "192.0.2.42").status_code == 200, "it was not used up"


# --- how much somebody may have ---


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server where there is little of everything."""
    folder = tmp_path_factory.mktemp("tight")
    settings: Json = {"tables_each": 2, "jobs_each": 1, "streams": 4, "streams_each": 2}
    with serving(f"sqlite:///{folder}/niten.db", folder, **settings) as running:
        yield running


def test_so_many_tables(tight: Server, come: Come) -> None:
    ann, bob = come(tight), come(tight)
    asked = {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}
    first = ann.table()["table"]["id"]
    ann.table()
    full = ann.post("/tables", json=asked)
    assert refusal(full) == (429, "quota")
    assert int(full.headers["retry-after"]) >= 1
    assert bob.post("/tables", json=asked).status_code == 201
    assert ann.delete(f"/tables/{first}").status_code == 204
    assert ann.post("/tables", json=asked).status_code == 201


def test_who_plays_a_lot_is_not_locked_out(tight: Server, come: Come) -> None:
    """Games that are over do not count: those with others cannot even be deleted. A rematch does."""
    ann = come(tight)
    games = [ann.table()["table"]["id"] for _ in range(2)]
    for game in games:
        play_out(ann, game)
    ann.table()
    assert ann.post(f"/tables/{games[0]}/again").status_code == 201
    assert refusal(ann.post(f"/tables/{games[1]}/again")) == (429, "quota")


def test_so_many_tables_also_at_once(tight: Server, come: Come) -> None:
    ann = come(tight)
    asked = {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}
    with ThreadPoolExecutor(8) as pool:
        asking = [pool.submit(ann.post, "/tables", json=asked) for _ in range(16)]
    assert sorted(answer.result().status_code for answer in asking) == [201] * 2 + [429] * 14


def test_so_many_jobs(tight: Server, come: Come) -> None:
    ann = come(tight)
    with ThreadPoolExecutor(4) as pool:
        answers = [asked.result() for asked in [pool.submit(ann.post, "/solutions", json=JOB) for _ in range(8)]]
    begun = [answer.json()["id"] for answer in answers if answer.status_code == 202]
    assert len(begun) == 1
    assert {refusal(answer) for answer in answers if answer.status_code != 202} == {(429, "too-many-jobs")}
    assert ann.delete(f"/jobs/{begun[0]}").json()["state"] == "cancelled"
    again = ann.post("/solutions", json=JOB)
    assert again.status_code == 202
    assert ann.delete(f"/jobs/{again.json()['id']}").status_code == 200


def test_a_job_is_its_owners(tight: Server, come: Come) -> None:
    ann, bob = come(tight), come(tight)
    job = ann.post("/solutions", json=JOB).json()["id"]
    for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/events")):
        stranger = bob.request(method, f"/jobs/{job}{path}")
        assert stranger.json() == bob.request(method, f"/jobs/{NOWHERE}{path}").json()
        assert refusal(stranger) == (404, "no-such-job")
    assert ann.delete(f"/jobs/{job}").status_code == 200


@pytest.mark.parametrize("what", ["table", "job"])
def test_so_many_streams(tight: Server, come: Come, what: str) -> None:
    people = [come(tight) for _ in range(3)]
    paths: list[str] = []
    for person in people:
        if what == "table":
            paths.append(f"/tables/{person.table()['table']['id']}/events")
        else:
            paths.append(f"/jobs/{person.post('/solutions', json=JOB).json()['id']}/events")
    with ExitStack() as stack:

        def open_stream(n: int) -> int:
            answer = stack.enter_context(people[n].stream("GET", paths[n]))
            if answer.status_code != 200:
                answer.read()
                check_limited(answer)
            return answer.status_code

        assert [open_stream(0) for _ in range(3)] == [200, 200, 429]
        assert [open_stream(1) for _ in range(2)] == [200, 200]
        assert open_stream(2) == 429
    for path, person in zip(paths, people, strict=True):
        person.delete(path.removesuffix("/events"))
    wait_until(lambda: "niten_streams 0.0" in people[0].get(f"{tight.url}/metrics").text)


# --- secrets ---


class Heard(NamedTuple):
    """All that was told while a race was played, to each of those who were there."""

    table: str
    secret: str
    profiles: dict[str, str]
    before: dict[str, bytes]
    after: dict[str, bytes]


class Recorder:
    """Somebody who keeps all that he is told, head and body."""

    def __init__(self, server: Server) -> None:
        self.told: list[bytes] = []
        self.client = Client(server.url)
        self.client.event_hooks = {"response": [self._keep]}
        self.id = str(self.client.get("/profile").json()["id"])

    def _keep(self, answer: httpx.Response) -> None:
        if not answer.headers.get("content-type", "").startswith("text/event-stream"):
            self.told.append(repr(answer.headers.multi_items()).encode() + answer.read())

    def stream(self, table: str) -> list[bytes]:
        """The stream of a table, event by event; the last one is the end of the game."""
        told: list[bytes] = []
        end = time.monotonic() + PATIENCE
        with self.client.stream("GET", f"/tables/{table}/events") as answer:
            for event in events_of(answer.iter_lines()):
                told.append(repr(event).encode())
                if event.kind == "entry" and json.loads(event.data)["kind"] == "ended":
                    return told
                assert time.monotonic() < end
        raise AssertionError("it ends before the game")


def look_everywhere(client: Client, table: str) -> None:
    """Everything that can be asked about a table without changing it."""
    paths = [f"/tables/{table}{more}" for more in ("", "/entries", "/record")]
    paths += [f"/profile{more}" for more in ("", "/tables", "/results", "/progress", "/export")]
    for path in (*paths, "/games", "/openapi.json"):
        assert client.get(path).status_code == 200
    for more in ("hints", "review", "again"):
        assert client.post(f"/tables/{table}/{more}").status_code == 409


@pytest.fixture(scope="module")
def heard(server: Server) -> Generator[Heard]:
    """A race of Ann and Bob, watched by Cyd: what each was told before its end, and at it."""
    people = {name: Recorder(server) for name in ("ann", "bob", "cyd")}
    ann, bob, cyd = (person.client for person in people.values())
    table, links = race(ann, bob)
    assert cyd.post(f"/tables/{table}/enter", json={"secret": links["watch"]}).status_code == 200
    with ThreadPoolExecutor(3) as pool:
        streams = {name: pool.submit(person.stream, table) for name, person in people.items()}
        number = 0
        for turn in range(500):
            view = ann.look(table)
            mover = ann if view["legal"] else bob
            moves = mover.look(table)["legal"]
            if turn % 10 == 0:
                for client in (ann, bob, cyd):
                    look_everywhere(client, table)
            before = {name: b"".join(person.told) for name, person in people.items()}
            number = view["number"]
            answer = mover.step(table, moves[-1], number)
            assert answer.status_code == 200
            if answer.json()["entries"][-1]["kind"] == "ended":
                break
        else:
            raise AssertionError("the race does not end")
        parts = {name: stream.result() for name, stream in streams.items()}
    before = {name: before[name] + b"".join(part[:-1]) for name, part in parts.items()}
    after = {name: b"".join([*person.told, *parts[name]]) for name, person in people.items()}
    (secret,) = rows(server.database, f"SELECT secret FROM tables WHERE id = '{table}'")[0]
    yield Heard(table, secret, {name: person.id for name, person in people.items()}, before, after)
    for person in people.values():
        person.client.close()


def test_the_secret_of_the_dice_is_told_at_the_end_and_not_before(heard: Heard) -> None:
    assert len(heard.secret) == 64
    for name, told in heard.before.items():
        assert len(told) > 10_000
        assert heard.secret.encode() not in told.lower(), name
        assert bytes.fromhex(heard.secret) not in told
        assert sha256(bytes.fromhex(heard.secret)).hexdigest().encode() in told, "but what was promised is"
        assert heard.secret.encode() in heard.after[name], name


def test_nobody_is_told_who_the_others_are(heard: Heard) -> None:
    for name, told in heard.after.items():
        for other, profile in heard.profiles.items():
            assert (profile.encode() in told) == (name == other), (name, other)


def test_the_database_has_hashes_only(server: Server, come: Come) -> None:
    ann, bob = come(server), come(server)
    table, links = race(ann, bob)
    newer = ann.post(f"/tables/{table}/links").json()
    code = ann.post("/profile/codes").json()["code"]
    secret = ann.cookie.partition(".")[2]
    kept = everything(server.database)
    for told in (ann.cookie, secret, *links.values(), *newer.values(), code, code.replace("-", "")):
        assert told.encode() not in kept
        assert told.encode().hex().encode() not in kept
    for told in (secret, newer["join"], newer["watch"], code.replace("-", "")):
        digest = sha256(told.encode())
        assert digest.digest() in kept or digest.hexdigest().encode() in kept, "this is where it would be"


def test_a_secret_in_an_address_is_no_key(server: Server, come: Come) -> None:
    """It would be logged by every proxy on the way, so it is good for nothing there."""
    ann, bob = come(server), come(server)
    made = ann.table("dragon")
    table, join = made["table"]["id"], made["links"]["join"]
    for more in (f"?secret={join}", f"?join={join}", f"?link={join}"):
        assert refusal(bob.get(f"/tables/{table}{more}")) == (404, "no-such-table")
    bare = {"Cookie": ""}
    for more in (f"?niten={ann.cookie}", f"?cookie={ann.cookie}"):
        assert refusal(ann.get(f"/profile{more}", headers=bare)) == (401, "no-profile")


# --- private tables ---

BODIES: dict[str, Json] = {
    "POST /tables/{table}/enter": {"secret": "x" * 43},
    "POST /tables/{table}/seats/{seat}": {"entropy": "x"},
    "POST /tables/{table}/steps": {"step": "move fire", "based_on": 4, "key": "k"},
    "POST /tables/{table}/undo": {"based_on": 4},
}


def as_told(answer: httpx.Response) -> tuple[int, bytes, list[str]]:
    """All of an answer but what differs each time."""
    return answer.status_code, answer.content, sorted(answer.headers)


def test_a_private_table_is_none_for_strangers(server: Server, come: Come) -> None:
    ann, bob, stranger = come(server), come(server), come(server)
    over, _ = race(ann, bob)
    play_on(over, ann, bob)
    tables = {"gathering": ann.table("dragon")["table"]["id"], "playing": race(ann, bob)[0], "over": over}
    about = [(method, path) for method, path in operations(ann) if "{table}" in path]
    assert len(about) > 14
    for stage, table in tables.items():
        number = ann.look(table)["number"]
        for method, path in about:
            body = BODIES.get(f"{method} {path}")
            sendings: list[Json] = [{"json": body} if body else {}, {"json": {"nonsense": 1}}, {"params": {"after": 1}}]
            for sent in sendings:
                there = stranger.request(method, path.format(table=table, seat=0), **sent)
                nowhere = stranger.request(method, path.format(table=NOWHERE, seat=0), **sent)
                assert as_told(there) == as_told(nowhere), (stage, method, path)
                assert there.status_code in (404, 422), (stage, method, path)
        assert ann.look(table)["number"] == number


def test_who_watches_does_nothing_else(server: Server, come: Come) -> None:
    ann, bob, watcher = come(server), come(server), come(server)
    made = ann.table("dragon", setup=RACE)
    table, links = made["table"]["id"], made["links"]
    here = f"/tables/{table}"
    assert watcher.post(f"{here}/enter", json={"secret": links["watch"]}).status_code == 200
    assert refusal(watcher.post(f"{here}/seats/1", json={})) == (403, "forbidden")
    assert refusal(watcher.post(f"{here}/seats/1", json={"bot": "random"})) == (403, "forbidden")
    bob.post(f"{here}/enter", json={"secret": links["join"]})
    bob.post(f"{here}/seats/1", json={})
    assert refusal(watcher.post(f"{here}/begin")) == (409, "refused")
    ann.post(f"{here}/begin")
    view = ann.look(table)
    assert watcher.look(table)["legal"] == []
    assert refusal(watcher.step(table, view["legal"][0], view["number"])) == (409, "refused")
    assert refusal(watcher.post(f"{here}/undo", json={"based_on": view["number"]}))[0] == 409
    for seat in range(2):
        assert refusal(watcher.delete(f"{here}/seats/{seat}")) == (409, "refused")
    assert refusal(watcher.post(f"{here}/hints")) == (409, "refused")
    assert refusal(watcher.post(f"{here}/links")) == (403, "forbidden")
    assert refusal(watcher.delete(here)) == (403, "forbidden")
    assert ann.look(table)["number"] == view["number"]


def test_who_watched_only_watches_the_rematch(server: Server, come: Come) -> None:
    ann, bob, watcher = come(server), come(server), come(server)
    table, links = race(ann, bob)
    watcher.post(f"/tables/{table}/enter", json={"secret": links["watch"]})
    play_on(table, ann, bob)
    assert refusal(watcher.post(f"/tables/{table}/again")) == (409, "refused")
    again = ann.post(f"/tables/{table}/again").json()["table"]["id"]
    assert watcher.look(again)["yours"] == []
    assert bob.delete(f"/tables/{again}/seats/1").status_code == 200
    assert refusal(watcher.post(f"/tables/{again}/seats/1", json={})) == (403, "forbidden")
    assert bob.post(f"/tables/{again}/seats/1", json={}).status_code == 200, "he may come back"


def test_a_seat_is_moved_by_its_owner_only(server: Server, come: Come) -> None:
    ann, bob = come(server), come(server)
    table, _ = race(ann, bob)
    here, view = f"/tables/{table}", ann.look(table)
    assert view["to_move"] == 0
    assert refusal(bob.step(table, view["legal"][0], view["number"])) == (409, "refused")
    assert refusal(bob.delete(f"{here}/seats/0")) == (409, "refused")
    assert refusal(bob.post(f"{here}/seats/0", json={})) == (409, "refused")
    assert refusal(bob.post(f"{here}/links")) == (403, "forbidden")
    assert refusal(bob.delete(here)) == (403, "forbidden")
    assert refusal(ann.delete(here)) == (409, "refused"), "others sat there"
    assert ann.look(table)["number"] == view["number"]


def test_a_link_opens_its_own_table_until_there_is_another(server: Server, come: Come) -> None:
    ann, bob, cyd, dan = (come(server) for _ in range(4))
    first, second = ann.table("dragon"), ann.table("dragon")
    here, old = f"/tables/{first['table']['id']}/enter", first["links"]
    for secret in second["links"].values():
        assert refusal(bob.post(here, json={"secret": secret})) == (404, "no-such-table")
    assert bob.post(here, json={"secret": old["join"]}).status_code == 200
    assert bob.post(here, json={"secret": old["watch"]}).status_code == 200
    new = ann.post(f"/tables/{first['table']['id']}/links").json()
    for secret in old.values():
        assert refusal(cyd.post(here, json={"secret": secret})) == (404, "no-such-table")
    assert cyd.post(here, json={"secret": new["watch"]}).status_code == 200
    assert dan.post(here, json={"secret": new["join"]}).status_code == 200
    place = f"/tables/{first['table']['id']}/seats/1"
    assert refusal(cyd.post(place, json={})) == (403, "forbidden")
    assert bob.post(place, json={}).status_code == 200, "who may join, may still: another link takes nothing away"


def test_a_code_is_good_once_and_for_some_time(server: Server, come: Come) -> None:
    ann, bob = come(server), come(server)

    def claim(code: str) -> httpx.Response:
        return bob.post("/profile/claim", json={"code": code})

    code = ann.post("/profile/codes").json()["code"]
    with ThreadPoolExecutor(4) as pool:
        answers = sorted(answer.status_code for answer in pool.map(claim, [code] * 4))
    assert answers == [200, 404, 404, 404]
    late = ann.post("/profile/codes").json()["code"]
    with connected(server.database) as connection:
        connection.execute("UPDATE codes SET until = until - 900001")
    assert refusal(claim(late)) == (404, "bad-code")


# --- deletion ---


def test_who_is_deleted_is_gone(server: Server, come: Come) -> None:
    ann, bob, phone = come(server), come(server), come(server)
    me = ann.get("/profile").json()["id"]
    ann.patch("/profile", json={"name": "Ann the Unforgettable"})
    code = ann.post("/profile/codes").json()["code"]
    assert phone.post("/profile/claim", json={"code": code}).status_code == 200
    table, _ = race(ann, bob)
    alone = ann.table()
    assert (
        bob.post(f"/tables/{alone['table']['id']}/enter", json={"secret": alone["links"]["watch"]}).status_code == 200
    )
    assert ann.post("/solutions", json=JOB).status_code == 202
    ann.post("/profile/codes")
    assert "Unforgettable" in bob.get(f"/tables/{table}").text
    cookies = (ann.cookie, phone.cookie)
    assert ann.delete("/profile").status_code == 204
    for cookie in cookies:
        assert refusal(bob.get("/profile", headers={"Cookie": f"niten={cookie}"})) == (401, "no-profile")
    assert "Unforgettable" not in bob.get(f"/tables/{table}").text
    assert refusal(bob.get(f"/tables/{alone['table']['id']}")) == (404, "no-such-table")
    for name in ("devices.profile", "codes.profile", "rights.profile", "jobs.profile", "seats.profile", "profiles.id"):
        where, _, column = name.partition(".")
        assert rows(server.database, f"SELECT * FROM {where} WHERE {column} = '{me}'") == [], name
    assert rows(server.database, f"SELECT * FROM tables WHERE owner = '{me}'") == []


@pytest.mark.parametrize("stand_in", [None, "random"])
def test_others_play_on_when_somebody_is_deleted(server: Server, come: Come, stand_in: str | None) -> None:
    ann, bob = come(server), come(server)
    table, _ = race(ann, bob, stand_in=stand_in)
    assert ann.delete("/profile").status_code == 204
    if stand_in is None:
        assert bob.look(table)["seats"][0]["taken"] is False
        assert bob.post(f"/tables/{table}/seats/0", json={"bot": "random"}).status_code == 200
    over = play_out(bob, table)
    assert over["seats"][0]["bot"] == "random"


def test_a_table_deleted_while_others_act_is_gone_whole(server: Server, come: Come) -> None:
    ann, twin = come(server), come(server)
    code = ann.post("/profile/codes").json()["code"]
    assert twin.post("/profile/claim", json={"code": code}).status_code == 200
    deleted: list[str] = []
    with ThreadPoolExecutor(3) as pool:
        for _ in range(8):
            table = ann.table("dragon", seats=["me", "me"], begin=True)["table"]["id"]
            assert ann.delete(f"/tables/{table}/seats/1").status_code == 200
            gone = pool.submit(ann.delete, f"/tables/{table}")
            taken = pool.submit(twin.post, f"/tables/{table}/seats/1", json={})
            listed = pool.submit(twin.get, "/profile/tables")
            assert (gone.result().status_code, listed.result().status_code) == (204, 200)
            assert taken.result().status_code in (200, 404)
            assert table not in ann.get("/profile/tables").text
            deleted.append(f"'{table}'")
    for name in ("entries", "summaries", "seats", "rights"):
        left = f"SELECT count(*) FROM {name} WHERE table_id IN ({', '.join(deleted)})"
        assert rows(server.database, left) == [(0,)], name


# --- what nobody foresaw, and what is logged ---


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server that logs all it can and keeps one table only, and whose database we break."""
    folder = tmp_path_factory.mktemp("broken")
    server = Server(f"sqlite:///{folder}/niten.db", folder, log_level="debug", tables_kept=1)
    try:
        yield server.start()
    finally:
        server.kill()


def test_no_secret_is_logged(broken: Server, come: Come) -> None:
    ann, bob, phone = come(broken), come(broken), come(broken)
    cookies = [ann.cookie, bob.cookie, phone.cookie]
    ann.patch("/profile", json={"name": "Ann the Unforgettable"})
    table, links = race(ann, bob)
    newer = ann.post(f"/tables/{table}/links").json()
    wrong = bob.post(f"/tables/{table}/enter", json={"secret": "w" * 43})
    code = ann.post("/profile/codes").json()["code"]
    phone.post("/profile/claim", json={"code": code})
    for client in (ann, bob):
        look_everywhere(client, table)
        with client.stream("GET", f"/tables/{table}/events") as answer:
            next(answer.iter_lines())
    ann.get(f"/tables/{table}?secret={links['join']}")
    ann.get(f"/tables/{links['join']}")
    ann.post("/tables", content=b"{" + links["join"].encode(), headers={"Content-Type": "application/json"})
    ann.post("/tables", json={"game": "samurai", "setup": {"duel": code}})
    play_on(table, ann, bob)
    assert wrong.status_code == 404
    (secret,) = rows(broken.database, f"SELECT secret FROM tables WHERE id = '{table}'")[0]
    log = broken.told()
    assert log.count('"request"') > 30
    parts = [part for cookie in (*cookies, phone.cookie) for part in (cookie, cookie.partition(".")[2])]
    for told in (*parts, *links.values(), *newer.values(), code, code.replace("-", ""), secret, "w" * 43):
        assert told not in log
    assert "Unforgettable" not in log
    assert not [line for line in log.splitlines() if '"request"' in line and "127.0.0.1" in line], "nor an address"


@contextmanager
def failing(database: str) -> Generator[None]:
    """A database that takes no more tables, for a reason nobody thought of."""
    with connected(database) as connection:
        connection.execute("CREATE TRIGGER no BEFORE INSERT ON tables BEGIN SELECT RAISE(ABORT, 'inside'); END")
    try:
        yield
    finally:
        with connected(database) as connection:
            connection.execute("DROP TRIGGER no")


def test_a_mistake_of_ours_is_told_by_its_number_only(broken: Server, come: Come) -> None:
    ann, asked = come(broken), {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}
    with failing(broken.database):
        failed = ann.post("/tables", json=asked)
    assert refusal(failed) == (500, "unexpected")
    number = check_headers(failed)
    assert failed.json()["detail"] == {"request": number}
    assert "inside" not in failed.text
    (line,) = [json.loads(line) for line in broken.told().splitlines() if number in line and "trace" in line]
    assert "inside" in line["trace"], "whoever runs it can see what it was"
    assert not re.search(r"[0-9a-f]{64}", line["trace"]), "but not the secret of the dice that was to be kept"
    assert ann.post("/tables", json=asked).status_code == 201


@pytest.mark.parametrize("damage", ['{"step":"nonsense"}', "{", '{"seat": 99}', "[]"])
def test_a_damaged_table_is_told_to_its_players_and_harms_no_other(broken: Server, come: Come, damage: str) -> None:
    ann, stranger = come(broken), come(broken)
    table, other = ann.table()["table"]["id"], ann.table()["table"]["id"]
    ann.look(other)  # the first is no longer kept in memory
    with connected(broken.database) as connection:
        connection.execute("UPDATE entries SET data = ? WHERE table_id = ? AND number = 2", (damage, table))
    for path in ("", "/entries", "/events", "/record"):
        failed = ann.get(f"/tables/{table}{path}")
        assert refusal(failed) == (500, "damaged-log")
        check_headers(failed)
        told = stranger.get(f"/tables/{table}{path}")
        assert as_told(told) == as_told(stranger.get(f"/tables/{NOWHERE}{path}")), "not even that there is one"
    assert table in broken.told(), "whoever runs it can see which one"
    assert play_out(ann, other)["stage"] == "over"
    for path in ("/profile/tables", "/profile/results", "/profile/progress"):
        assert ann.get(path).status_code == 200, "one that cannot be read does not hide the others"
    for _ in range(5):
        assert come(broken).get("/profile").status_code == 200, "nor does any reader stay at the moment of it"


def test_a_job_that_breaks_says_nothing_of_the_inside(broken: Server, come: Come) -> None:
    ann = come(broken)
    me = ann.get("/profile").json()["id"]
    columns = "id, kind, profile, asked, state, until, tries, progress, at"
    row = ("broken", "solve", me, "{}", "open", 0, 0, 0.0, time.time_ns() // 1_000_000)
    with connected(broken.database) as connection:
        connection.execute(f"INSERT INTO jobs ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    wait_until(lambda: ann.get("/jobs/broken").json()["state"] == "failed")
    answer = ann.get("/jobs/broken")
    assert answer.json()["result"]["code"] == "task-failed"
    assert "Error" not in answer.text
    assert "KeyError" in broken.told(), "whoever runs it can see what it was"
