"""Clients that load a server: bare HTTP/1.1 on uvloop, so that asking costs less than answering.

Nothing here asks the server what is legal: the answer of a step tells the dice, and the rules tell the rest.
"""

import asyncio
import json
import os
import random
import re
import resource
import time
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple, cast

from tests.server.running import API

from niten.booklet import find_duel
from niten.core import NOBODY
from niten.core.record import AnyGame
from niten.dragon import Colour, Dragon, Setup
from niten.samurai import Samurai

GAMES: dict[str, AnyGame] = {
    "samurai": Samurai(find_duel("oda-nobunaga")),
    "dragon": Dragon(Setup(tuple(Colour)[:2])),
}
_HEAD = re.compile(rb"HTTP/1\.1 (\d+).*?\r\n\r\n", re.DOTALL)
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: niten=([^;]+);", re.IGNORECASE)
_ENTRY = re.compile(rb"id: (\d+)\nevent: entry\n")
_PATIENCE = 120.0
Timed = Callable[[float], None]


class Reply(NamedTuple):
    status: int
    head: bytes
    body: bytes


class Line(asyncio.Protocol):
    """A connection that stays open: one request, its answer, the next request."""

    def __init__(self, port: int) -> None:
        self._port, self._got = port, b""
        self._answered: asyncio.Future[Reply] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    async def ask(self, request: bytes) -> Reply:
        """The answer; a line that is hung up because nobody spoke for long is taken up again."""
        try:
            return await self._ask(request)
        except ConnectionError:
            return await self._ask(request)

    async def _ask(self, request: bytes) -> Reply:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            await loop.create_connection(lambda: self, "127.0.0.1", self._port)
        assert self._transport
        self._answered = loop.create_future()
        self._transport.write(request)
        return await self._answered

    def data_received(self, data: bytes) -> None:
        self._got += data
        head = _HEAD.match(self._got)
        if head is None or self._answered is None:
            return
        length = _LENGTH.search(head[0])
        end = head.end() + (int(length[1]) if length else 0)
        if len(self._got) >= end:
            body, self._got = self._got[head.end() : end], self._got[end:]
            self._answered.set_result(Reply(int(head[1]), head[0], body))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answered and not self._answered.done():
            self._answered.set_exception(exc or ConnectionResetError())

    def close(self) -> None:
        if self._transport:
            self._transport.close()


class Watcher(asyncio.Protocol):
    """A stream that is only listened to; `told` is called with the number of each entry."""

    def __init__(self, told: Callable[[int], None] = lambda _: None) -> None:
        self._told, self.begun = told, asyncio.get_running_loop().create_future()
        self.bytes, self.lost = 0, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        if not self.begun.done():
            self.begun.set_result(data.startswith(b"HTTP/1.1 200"))
        for found in _ENTRY.finditer(data):
            self._told(int(found[1]))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.lost = True

    def close(self) -> None:
        self.transport.close()


class Somebody:
    """A profile at a server, and his line to it."""

    def __init__(self, port: int) -> None:
        self.port, self.line, self.cookie = port, Line(port), ""

    @classmethod
    async def comes(cls, port: int) -> "Somebody":
        somebody = cls(port)
        reply = await somebody.line.ask(request("POST", "/profile"))
        found = _COOKIE.search(reply.head)
        assert reply.status == 201, reply
        assert found
        somebody.cookie = found[1].decode()
        return somebody

    async def ask(self, method: str, path: str, body: object = None, *, wanted: int = 200) -> Any:
        reply = await self.line.ask(request(method, path, body, self.cookie))
        assert reply.status == wanted, reply
        return json.loads(reply.body) if reply.body else None

    async def open(self, game: str, seats: list[str] | None = None) -> "Followed":
        """A new table at which all seats are his, or as they are given; play begins."""
        seats = seats or ["me"] * GAMES[game].seats
        setup = {"duel": "oda-nobunaga"} if game == "samurai" else {"players": ["black", "red"]}
        asked = {"game": game, "setup": setup, "seats": seats, "pace": 0, "begin": True}
        view = (await self.ask("POST", "/tables", asked, wanted=201))["table"]
        return Followed(view["id"], GAMES[game], view["position"], view["number"])

    async def watch(self, table: str, told: Callable[[int], None] = lambda _: None, port: int = 0) -> Watcher:
        """Listen to a table, at another node if its port is given."""
        loop = asyncio.get_running_loop()
        made = await loop.create_connection(lambda: Watcher(told), "127.0.0.1", port or self.port)
        watcher = made[1]
        watcher.transport.write(request("GET", f"/tables/{table}/events", None, self.cookie))
        assert await asyncio.wait_for(watcher.begun, _PATIENCE)
        return watcher


class Followed:
    """A table followed by the rules. Any legal move is made there; the first one where it is said so."""

    def __init__(self, table: str, game: AnyGame, position: str, number: int, *, first: bool = False) -> None:
        self.id, self.game, self.number, self._first = table, game, number, first
        self._state: Any = game.read_position(position)
        self._random = random.Random(table)

    @property
    def is_over(self) -> bool:
        return self.game.actor(self._state) == NOBODY

    def next_step(self, cookie: str) -> bytes:
        """A move, as a request."""
        moves = self.game.legal_moves(self._state)
        move = moves[0] if self._first else self._random.choice(moves)
        asked = {"step": str(move), "based_on": self.number, "key": f"k{self.number}"}
        return request("POST", f"/tables/{self.id}/steps", asked, cookie)

    def fold(self, reply: Reply) -> None:
        """What the answer of a step tells."""
        assert reply.status == 200, reply
        answer = json.loads(reply.body)
        self.number = answer["number"]
        for entry in answer["entries"]:
            if entry["kind"] == "step":
                self._state = self.game.advance(self._state, self.game.read_step(entry["step"]))


class Player:
    """One who plays: a game after another, a step every so many seconds, with a stream at each table."""

    def __init__(self, who: Somebody, game: str, watching: int = 0) -> None:
        self._who, self._game, self._watching = who, game, watching
        self._table: Followed | None = None
        self._watcher: Watcher | None = None
        self._sent: dict[int, float] = {}
        self._heard: Timed = lambda _: None

    async def open(self) -> None:
        """Another table, and a stream of it at the node that he listens to."""
        if self._watcher:
            self._watcher.close()
        self._sent.clear()
        self._table = await self._who.open(self._game)
        if self._watching:
            self._watcher = await self._who.watch(self._table.id, self._told, self._watching)

    def _told(self, number: int) -> None:
        if number in self._sent:
            self._heard(time.perf_counter() - self._sent.pop(number))

    async def play(self, end: float, pause: tuple[float, float], answered: Timed, heard: Timed) -> None:
        """Until the time is over; tells how long answers took, and how long until his stream had the entry."""
        chance = random.Random(self._who.cookie)
        self._heard = heard
        await asyncio.sleep(chance.uniform(0, pause[1]))
        while time.perf_counter() < end:
            if self._table is None or self._table.is_over:
                await self.open()
            assert self._table
            asked = self._table.next_step(self._who.cookie)
            begun = self._sent[self._table.number + 1] = time.perf_counter()
            reply = await self._who.line.ask(asked)
            answered(time.perf_counter() - begun)
            self._table.fold(reply)
            await asyncio.sleep(max(0.0, begun + chance.uniform(*pause) - time.perf_counter()))


def request(method: str, path: str, body: object = None, cookie: str = "") -> bytes:
    """A request as it goes over the line."""
    content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
    head = f"{method} {API}{path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(content)}\r\n"
    head += "content-type: application/json\r\n" if content else ""
    head += f"cookie: niten={cookie}\r\n" if cookie else ""
    return head.encode() + b"\r\n" + content


async def together(work: Iterable[Coroutine[Any, Any, Any]], most: int = 32) -> list[Any]:
    """Everything, so many at a time."""
    room = asyncio.Semaphore(most)

    async def one(part: Coroutine[Any, Any, Any]) -> Any:
        async with room:
            return await part

    return await asyncio.gather(*map(one, work))


def spread(seconds: list[float]) -> dict[str, float]:
    """How long things took, in milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    marks = {"p50": cuts[49], "p90": cuts[89], "p99": cuts[98], "worst": max(seconds)}
    return {"count": len(seconds), **{name: round(1000 * mark, 2) for name, mark in marks.items()}}


def cpu_seconds(process: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> dict[str, int]:
    """The memory of a process and of those it started, in MiB."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.findall(r"(VmRSS|VmHWM):\s+(\d+) kB", status)
    own = {{"VmRSS": "rss", "VmHWM": "peak"}[name]: int(size) // 1024 for name, size in found}
    below = [memory(child) for child in children(process)]
    return own | {"workers": sum(child["rss"] + child["workers"] for child in below)}


def children(process: int) -> list[int]:
    """The processes that it started."""
    return [
        int(child) for task in Path(f"/proc/{process}/task").glob("*/children") for child in task.read_text().split()
    ]


def many_files() -> None:
    """As many connections as there may be, here and in all that is started from here."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
