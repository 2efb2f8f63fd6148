"""Load that remembers what it was told, things that break meanwhile, and what must be there afterwards."""

import json
import os
import random
import secrets
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from sqlalchemy import Connection, create_engine, make_url, text

from niten.core.game import JsonObject
from niten.terminal.verifying import verify
from testkit import ROOT
from testkit.moments import PROGRAM, Moment, Orders
from testkit.servers import Client, Postgres, Server, postgres
from testkit.waiting import PATIENCE, wait_until

_RACE: JsonObject = {"players": ["black", "red"], "board": "short", "max_turns": 4}
_PAUSE = 0.1  # seconds before a request is repeated
_SAMPLE = 2  # tables looked at after each crash


# --- what was told ---


class Sent(NamedTuple):
    """A request for a change, as it was sent; without a step it takes one back."""

    table: str
    step: str | None
    based_on: int


class Memory:
    """Everything the players know: what they asked for, and what they were told."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.sent: dict[str, Sent] = {}
        self.answered: dict[str, list[int]] = {}
        """The entries that each key added."""
        self.stale: set[str] = set()
        """Keys that were refused: nothing of theirs may ever be there."""
        self.unanswered = self.away = self.from_log = 0
        """Requests that got no answer, or the one that nothing can be stored, and repeated ones that had been done."""
        self.asking: dict[object, int] = {}
        """Who asks, and for the how manieth time."""
        self.waiting: set[object] = set()
        """Those who were told that it is away, or nothing, and repeat their request."""
        self.given_up = threading.Event()
        """Something went wrong: nobody repeats anything any longer."""
        self._known: dict[str, dict[int, JsonObject]] = {}
        self._seen: dict[str, int] = {}

    def send(self, key: str, sent: Sent) -> None:
        with self._lock:
            self.sent[key] = sent

    def hear(self, key: str, entries: list[JsonObject]) -> None:
        """A request was acknowledged."""
        sent, numbers = self.sent[key], [entry["number"] for entry in entries]
        assert numbers == list(range(sent.based_on + 1, sent.based_on + 1 + len(numbers)))
        assert numbers
        assert entries[0].get("step") == sent.step, (sent, entries)
        with self._lock:
            self.answered[key] = numbers
            known = self._known.setdefault(sent.table, {})
            assert not known.keys() & set(numbers), ("told to two", sent, entries)
            known.update(zip(numbers, entries, strict=True))

    def refuse(self, key: str) -> None:
        with self._lock:
            self.stale.add(key)

    def see(self, table: str, number: int) -> None:
        with self._lock:
            self._seen[table] = max(number, self._seen.get(table, 0))

    def count(self, *, unanswered: bool = False, away: bool = False, from_log: bool = False) -> None:
        with self._lock:
            self.unanswered += unanswered
            self.away += away
            self.from_log += from_log

    def of(self, table: str) -> tuple[int, dict[int, JsonObject]]:
        """How far a table was seen to be, and its entries that were acknowledged."""
        with self._lock:
            return self._seen.get(table, 0), dict(self._known.get(table, {}))

    def tables(self) -> list[str]:
        with self._lock:
            return list(self._seen)

    def asked(self) -> set[tuple[object, int]]:
        """The requests under way."""
        return set(self.asking.copy().items())


# --- who plays ---


class Asker:
    """A client that repeats what was not answered, as one for real does."""

    def __init__(self, client: Client, memory: Memory) -> None:
        self._client, self.memory = client, memory
        self._asked = 0
        self.asked_at = 0.0
        """When it last asked, in milliseconds."""

    def __call__(self, method: str, path: str, asked: JsonObject | None = None) -> httpx.Response:
        unanswered = away = False
        self._asked += 1
        self.memory.asking[self] = self._asked
        end = time.monotonic() + 4 * PATIENCE
        while time.monotonic() < end and not self.memory.given_up.is_set():
            self.asked_at = time.time() * 1000
            try:
                answer = self._client.request(method, path, json=asked)
            except httpx.TransportError:
                unanswered = True
            else:
                if answer.status_code != 503:
                    self.memory.waiting.discard(self)
                    del self.memory.asking[self]
                    self.memory.count(unanswered=unanswered, away=away)
                    return answer
                is_away(answer)
                away = True
            self.memory.waiting.add(self)
            time.sleep(_PAUSE)
        raise AssertionError(f"no answer: {method} {path}")

    def look(self, table: str) -> JsonObject:
        answer = self("GET", f"/tables/{table}")
        assert answer.status_code == 200, answer.text
        view: JsonObject = answer.json()
        self.memory.see(table, view["number"])
        return view


def is_away(answer: httpx.Response, *codes: str) -> None:
    """The one way to be told that nothing can be stored now."""
    assert answer.status_code == 503, answer.text
    assert answer.json()["code"] in (codes or ("storage-away",)), answer.text
    assert int(answer.headers["Retry-After"]) > 0


class Corner:
    """Where one game after the other is played, by one or several who all play for every seat of theirs."""

    def __init__(self, players: int, **asked: Any) -> None:
        self.players = players
        self._asked: JsonObject = {"pace": 0, "begin": True} | asked
        self._lock = threading.Lock()
        self._table: str | None = None

    def next(self, ask: Asker, over: str | None) -> str:
        """The table to play at, when one is over."""
        with self._lock:
            if self._table is None or self._table == over:
                answer = ask("POST", "/tables", self._asked)
                assert answer.status_code == 201, answer.text
                self._table = str(answer.json()["table"]["id"])
            return self._table


CORNERS: tuple[tuple[int, JsonObject], ...] = (
    (1, {"game": "samurai", "setup": {"duel": "oda-nobunaga"}}),
    (1, {"game": "dragon", "setup": _RACE, "seats": ["me", "me"]}),
    (2, {"game": "dragon", "setup": _RACE, "seats": ["me", "me"]}),
    (1, {"game": "dragon", "setup": _RACE, "seats": ["me", "greedy"]}),
)
"""How many play at once, and what: a duel, a hot seat, one that two fight for, one against a bot."""
_BOT_FIRST: JsonObject = {"game": "dragon", "setup": _RACE | {"starts": 0}, "seats": ["greedy", "me"]}
_BRINGS_ABOUT: dict[Moment, JsonObject] = {"opened": CORNERS[0][1], "claimed": _BOT_FIRST, "moved": _BOT_FIRST}
"""What one more table brings about at once, and players some time: nobody shall wait for the turn of a bot."""


class Load:
    """Players at several tables, until they are told to finish the games they are in."""

    def __init__(self, server: Server) -> None:
        self.memory = Memory()
        self._url = server.url
        self._stack = ExitStack()
        first = Client(self._url)
        self._stack.callback(first.close)
        self._cookie = first.cookie
        self.ask = Asker(first, self.memory)
        self._ends = threading.Event()
        self._playing: list[Future[None]] = []

    def __enter__(self) -> "Load":
        self._threads = self._stack.enter_context(ThreadPoolExecutor(1 + sum(players for players, _ in CORNERS)))
        self._stack.callback(self._ends.set)
        for players, asked in CORNERS:
            corner = Corner(players, **asked)
            self._playing += [self._threads.submit(self._play, corner) for _ in range(players)]
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error:
            self.memory.given_up.set()
        self._stack.close()

    def open_one_more(self, asked: JsonObject) -> None:
        """A table at which nobody plays."""
        self._playing.append(self._threads.submit(self._open, asked))

    def _open(self, asked: JsonObject) -> None:
        with closing(Client(self._url, cookie=self._cookie)) as client:
            Corner(1, **asked).next(Asker(client, self.memory), None)

    def check(self) -> None:
        """Raise what went wrong at any of the tables."""
        for player in self._playing:
            if player.done():
                player.result()

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Until it holds, while people play; what goes wrong at a table is told first."""

        def is_so() -> bool:
            self.check()
            return holds()

        wait_until(is_so)

    def wait_for_answers(self) -> None:
        """Until whatever is asked for now was answered."""
        asked = self.memory.asked()
        self.wait_until(lambda: not asked & self.memory.asked())

    def finish(self) -> None:
        """Let all games come to their end: nobody may be left waiting for a bot."""
        self._ends.set()
        for player in self._playing:
            player.result(4 * PATIENCE)

    def _play(self, corner: Corner) -> None:
        with closing(Client(self._url, cookie=self._cookie)) as client:
            ask = Asker(client, self.memory)
            table = corner.next(ask, None)
            while table:
                self._play_to_the_end(ask, table, contended=corner.players > 1)
                table = None if self._ends.is_set() else corner.next(ask, table)

    def _play_to_the_end(self, ask: Asker, table: str, *, contended: bool) -> None:
        patience = 0.0
        while (view := ask.look(table))["stage"] != "over":
            if view["legal"]:
                self._change(ask, view, contended=contended)
                continue
            time.sleep(_PAUSE)  # a bot is to move
            patience = patience + _PAUSE if self._ends.is_set() else 0.0
            assert patience < PATIENCE, f"nothing happens at {table}"

    def _change(self, ask: Asker, view: JsonObject, *, contended: bool) -> None:
        """A move, or now and then one taken back."""
        back = view["undo"]["possible"] and random.random() < 0.1
        step = None if back else random.choice(view["legal"])
        key, sent = secrets.token_urlsafe(12), Sent(view["id"], step, view["number"])
        self.memory.send(key, sent)
        asked = {"based_on": sent.based_on, "key": key} | ({} if back else {"step": step})
        answer = ask("POST", f"/tables/{sent.table}/{'undo' if back else 'steps'}", asked)
        if contended and answer.status_code == 409 and answer.json()["code"] == "stale":
            self.memory.refuse(key)
            return
        assert answer.status_code == 200, (sent, answer.text)
        entries: list[JsonObject] = answer.json()["entries"]
        self.memory.hear(key, entries)
        self.memory.count(from_log=entries[0]["at"] < int(ask.asked_at))


# --- what is there afterwards ---


class Row(NamedTuple):
    """An entry as the database has it."""

    table: str
    number: int
    kind: str
    data: str
    key: str | None
    first: int


class Result(NamedTuple):
    """What came of it."""

    kills: int
    tables: int
    finished: int
    acknowledged: int
    repeated: int
    away: int
    from_log: int
    stale: int
    lost: int
    doubled: int


@contextmanager
def past_the_server(database: str) -> Generator[Connection]:
    """A database itself; what is changed is committed at the end."""
    url = make_url(database)
    engine = create_engine(url if url.get_backend_name() == "sqlite" else url.set(drivername="postgresql+psycopg"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def rows_of(database: str) -> list[Row]:
    """The log of all tables."""
    query = 'SELECT table_id, number, kind, data, "key", "first" FROM entries ORDER BY table_id, number'
    with past_the_server(database) as connection:
        return [Row(*row) for row in connection.execute(text(query))]


def is_sound(file: Path) -> None:
    """SQLite finds nothing wrong with a database."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def entries_of(ask: Asker, table: str) -> list[JsonObject]:
    """The log of a table as the server tells it: without gaps, without doubles."""
    answer = ask("GET", f"/tables/{table}/entries")
    assert answer.status_code == 200, answer.text
    told: JsonObject = answer.json()
    entries: list[JsonObject] = told["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, told["number"] + 1))
    return entries


def lost(ask: Asker, table: str) -> list[int]:
    """The entries of a table that were acknowledged, or seen, and are no longer there as they were."""
    seen, known = ask.memory.of(table)
    there = {entry["number"]: entry for entry in entries_of(ask, table)}
    gone = [number for number in range(1, seen + 1) if number not in there]
    return gone + [number for number, entry in known.items() if number in there and there[number] != entry]


def check_record(ask: Asker, table: str, entries: list[JsonObject]) -> bool:
    """A table's record tells its log, replays and, if it is over, verifies. Returns whether it is over."""
    answer = ask("GET", f"/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    with tempfile.NamedTemporaryFile(suffix=".niten") as file:
        file.write(answer.content)
        file.flush()
        verdict = verify(Path(file.name))
    is_over = entries[-1]["stage"] == "over"
    assert verdict.error is None, (table, verdict.error)
    assert (verdict.is_fine, verdict.is_open) == (is_over, not is_over)
    assert verdict.record
    assert list(verdict.record.steps) == _steps(entries)
    return is_over


def _steps(entries: list[JsonObject]) -> list[str]:
    steps: list[str] = []
    for entry in entries:
        if entry["kind"] == "step":
            steps.append(entry["step"])
        elif entry["kind"] == "undone":
            steps.pop()
    return steps


def people_made(ask: Asker, table: str, entries: list[JsonObject]) -> set[tuple[str, int]]:
    """The entries that somebody asked for with a key: neither rolls nor the moves of bots."""
    bots = {number for number, seat in enumerate(ask.look(table)["seats"]) if seat["bot"]}
    moves = {entry["number"] for entry in entries if entry["kind"] == "step" and entry["seat"] not in {None, *bots}}
    return {(table, number) for number in moves | {e["number"] for e in entries if e["kind"] == "undone"}}


def check_keys(memory: Memory, rows: list[Row]) -> set[tuple[str, int]]:
    """Each key is there once with what was sent, and all that was told of it; none that was refused.

    Returns the places of their first entries.
    """
    requests: dict[str, list[Row]] = {}
    for (table, first), group in groupby(rows, lambda row: (row.table, row.first)):
        request = list(group)
        assert request[0].number == first, (table, first)
        assert all(row.key is None for row in request[1:])
        if request[0].key is not None:
            key = request[0].key.rpartition("/")[2]
            assert key not in requests, f"played twice: {key}"
            requests[key] = request
    for key, request in requests.items():
        row = request[0]
        assert memory.sent[key] == (row.table, json.loads(row.data).get("step"), row.number - 1)
    assert not memory.stale & requests.keys()
    for key, numbers in memory.answered.items():
        assert [row.number for row in requests.get(key, [])] == numbers, memory.sent[key]
    return {(request[0].table, request[0].number) for request in requests.values()}


def check_all(ask: Asker, database: str, kills: int) -> Result:
    """Everything that was told is there, everything that is there fits; also at tables nobody was told of."""
    memory, rows = ask.memory, rows_of(database)
    gone = finished = 0
    made: set[tuple[str, int]] = set()
    tables = [(table, list(log)) for table, log in groupby(rows, lambda row: row.table)]
    assert {table for table, _ in tables} >= set(memory.tables())
    for table, log in tables:
        assert [row.number for row in log] == list(range(1, len(log) + 1)), table
        entries = entries_of(ask, table)
        assert [(entry["number"], entry["kind"]) for entry in entries] == [(row.number, row.kind) for row in log]
        gone += len(lost(ask, table))
        finished += check_record(ask, table, entries)
        made |= people_made(ask, table, entries)
    return Result(
        kills=kills,
        tables=len(tables),
        finished=finished,
        acknowledged=sum(map(len, memory.answered.values())),
        repeated=memory.unanswered + memory.away,
        away=memory.away,
        from_log=memory.from_log,
        stale=len(memory.stale),
        lost=gone,
        doubled=len(made ^ check_keys(memory, rows)),
    )


# --- what breaks ---

Crash = Callable[["Load"], None]
"""Something breaks while people play, and is there again."""


def survive(server: Server, crashes: Sequence[Crash]) -> Result:
    """Play on while one thing after the other breaks, then look at everything."""
    with Load(server) as load:
        for crash in crashes:
            crash(load)
            load.wait_for_answers()  # so that each crash comes between a request of its own and its answer
            tables = load.memory.tables()
            for table in random.sample(tables, min(_SAMPLE, len(tables))):
                assert not lost(load.ask, table)
        load.finish()
        return check_all(load.ask, server.database, len(crashes))


def some_time(load: "Load") -> None:
    """Until some more was acknowledged: how much, and what else is under way then, is left to chance."""
    enough = len(load.memory.answered) + random.randint(1, 60)
    load.wait_until(lambda: len(load.memory.answered) >= enough)


class ServerWithMoments(Server):
    """A server that dies, or stands still, at a moment it is told; and whose clock can be set."""

    def __init__(self, database: str, folder: Path, **settings: Any) -> None:
        super().__init__(database, folder, **settings)
        self.orders = Orders(folder / f"orders-{self.port}")
        self._program = ["-c", PROGRAM, str(ROOT), str(folder / f"orders-{self.port}")]

    def wait_for_death(self) -> None:
        """By order."""
        assert self.process
        assert self.process.wait(PATIENCE) == -signal.SIGKILL, self.told()[-3000:]
        assert self.orders.is_reached

    def die_while_starting(self, moment: Moment) -> None:
        self.orders.give(moment)
        self.start(wait=False)
        self.wait_for_death()


@contextmanager
def serving_with_moments(database: str, folder: Path, *early: Moment, **settings: Any) -> Generator[ServerWithMoments]:
    """Such a server, which died already before it was ready; whatever it logs as an error fails the test."""
    server = ServerWithMoments(database, folder, **settings)
    try:
        for moment in early:
            server.die_while_starting(moment)
        server.start()
        yield server
        assert '"level": "error"' not in server.told(), server.told()[-5000:]
    finally:
        server.kill()


_MANY = {"tables_each": 1_000_000}


def killed(server: Server) -> Crash:
    """The server, whatever it does just then."""

    def crash(load: Load) -> None:
        some_time(load)
        server.kill()
        server.start()

    return crash


def killed_at(server: ServerWithMoments, moment: Moment) -> Crash:
    """The server, at that moment."""

    def crash(load: Load) -> None:
        server.orders.give(moment)
        if moment in _BRINGS_ABOUT:
            load.open_one_more(_BRINGS_ABOUT[moment])
        load.wait_until(lambda: server.process is None or server.process.poll() is not None)
        server.wait_for_death()
        server.start()

    return crash


def power_cut(cluster: Postgres) -> Crash:
    """All processes of PostgreSQL at once, whatever they do just then."""

    def crash(load: Load) -> None:
        some_time(load)
        kill_postgres(cluster)
        cluster.start()

    return crash


def power_cut_twice(cluster: Postgres) -> Crash:
    """Once more while it mends what the first has left."""

    def crash(load: Load) -> None:
        some_time(load)
        kill_postgres(cluster)
        cluster.start(wait=False)
        load.wait_until(cluster.is_starting)
        kill_postgres(cluster)
        cluster.start()

    return crash


def power_cut_at(cluster: Postgres, server: ServerWithMoments, moment: Moment) -> Crash:
    """All processes of PostgreSQL at once, while the server is at that moment; it goes on while they are away."""

    def crash(load: Load) -> None:
        server.orders.give(moment, stand=True)
        if moment in _BRINGS_ABOUT:
            load.open_one_more(_BRINGS_ABOUT[moment])
        load.wait_until(lambda: server.orders.is_reached)
        kill_postgres(cluster)
        server.orders.go_on()
        load.wait_until(lambda: bool(load.memory.waiting))  # somebody is told that it is away
        cluster.start()

    return crash


def kill_postgres(cluster: Postgres) -> None:
    """Its processes are in sessions of their own, and would finish what they do if only the first of them died."""
    first = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(first, signal.SIGSTOP)  # from here on it has no more children
    others = _children(first)
    cluster.kill()
    for process in others:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    wait_until(lambda: not any(map(_is_alive, others)))  # as long as one is, it does not start again


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _children(parent: int) -> list[int]:
    found: list[int] = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(status.parent.name))
    return found


def on_sqlite(kills: int, folder: Path, *moments: Moment) -> Result:
    """The server is killed, at any moments and at these; its data are in a file."""
    file = folder / "niten.db"
    early: list[Moment] = [moment for moment in moments if moment in EARLY]
    with serving_with_moments(f"sqlite:///{file}", folder, *early, **_MANY) as server:
        result = survive(server, _kills(server, kills, moments))
    is_sound(file)
    return result


def on_postgresql(kills: int, folder: Path, *moments: Moment) -> Result:
    """The server is killed; its data are in PostgreSQL."""
    early: list[Moment] = [moment for moment in moments if moment in EARLY]
    with postgres() as cluster, serving_with_moments(cluster.new_database("niten"), folder, *early, **_MANY) as server:
        return survive(server, _kills(server, kills, moments))


EARLY: tuple[Moment, ...] = ("migrating", "starting")
"""Nobody plays yet."""


def _kills(server: ServerWithMoments, kills: int, moments: Sequence[Moment]) -> list[Crash]:
    chosen = [killed_at(server, moment) for moment in moments if moment not in EARLY]
    return [*chosen, *[killed(server)] * kills]


def on_postgres_itself(kills: int, folder: Path, *moments: Moment) -> Result:
    """PostgreSQL is killed; the server stays."""
    with postgres() as cluster, serving_with_moments(cluster.new_database("niten"), folder, **_MANY) as server:
        chosen = [power_cut_at(cluster, server, moment) for moment in moments]
        return survive(server, [*chosen, power_cut_twice(cluster), *[power_cut(cluster)] * kills])


KINDS: dict[str, Callable[[int, Path], Result]] = {
    "sqlite": on_sqlite,
    "postgresql": on_postgresql,
    "postgres-itself": on_postgres_itself,
}


# --- a small disk ---


@contextmanager
def small_disk(folder: Path, size: str = "8m") -> Generator[Path]:
    """A disk of its own in memory. Where it cannot be mounted, what is tested with it fails, and says why."""
    folder.mkdir()
    options = f"size={size},uid={os.geteuid()},mode=0700"
    ways = [way for way in ([], ["sudo", "-n"]) if not way or shutil.which(way[0])]
    told: list[str] = []
    for way in ways:
        command = [*way, "mount", "-t", "tmpfs", "-o", options, "niten-test", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            break
        told.append(f"{' '.join(command)}: {done.stderr.strip()}")
    else:
        raise AssertionError("a small disk is needed, and mounting one is only for root:\n" + "\n".join(told))
    try:
        yield folder
    finally:
        subprocess.run([*way, "umount", "--lazy", str(folder)], check=True)


def fill(file: Path) -> None:
    """Take all the room there is."""
    with file.open("wb", buffering=0) as filler, suppress(OSError):
        for block in (65536, 4096, 512):
            with suppress(OSError):
                while filler.write(bytes(block)):
                    pass
