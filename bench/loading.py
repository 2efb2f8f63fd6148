"""People who load a server: they play and listen, by the clients of `niten bench server`."""

import asyncio
import random
import re
import resource
import time
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from statistics import quantiles
from typing import Any, cast

from niten.speed.client import Followed, Somebody, request

_ENTRY = re.compile(rb"id: (\d+)\nevent: entry\n")
_PATIENCE = 120.0
Timed = Callable[[float], None]


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


async def watch(who: Somebody, table: str, told: Callable[[int], None] = lambda _: None, port: int = 0) -> Watcher:
    """Listen to a table, at another node if its port is given."""
    loop = asyncio.get_running_loop()
    made = await loop.create_connection(lambda: Watcher(told), "127.0.0.1", port or who.port)
    watcher = made[1]
    watcher.transport.write(request("GET", f"/tables/{table}/events", None, who.cookie))
    assert await asyncio.wait_for(watcher.begun, _PATIENCE)
    return watcher


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
            self._watcher = await watch(self._who, self._table.id, self._told, self._watching)

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
