"""The server: accepted steps on SQLite with full synchronisation, in turns with a bare FastAPI, from one client."""

import asyncio
import importlib
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from statistics import median
from typing import Any, NamedTuple

from niten.speed.client import Followed, Line, Somebody, request
from niten.speed.figures import Asked, Figure, Found
from niten.speed.packages import FAST_API
from niten.speed.servers import bare_server, cpu_seconds, niten_server
from niten.speed.timing import TURNS

importlib.import_module("niten.server.serve")  # tells at once what is not installed

CONNECTIONS = 24
_SHORTEST = 0.1  # seconds: a turn in which some hundred steps are answered
_NAMES = {"samurai": "duel", "dragon": "race-2"}
_FASTEST, _DUEL = 2000, 30  # steps a second; steps of a random duel


class Rate(NamedTuple):
    """How much was answered, and what both sides used of the processor."""

    answers: int
    seconds: float
    server: float | None
    client: float

    @property
    def a_second(self) -> float:
        """Answers by the clock."""
        return self.answers / self.seconds


class Round(NamedTuple):
    """A turn of each."""

    bare: Rate
    steps: Rate
    opened: int  # tables that had to be opened meanwhile


def measure(asked: Asked) -> Iterator[Found]:
    """By the clock, and what a step costs the server's own processor, where the system tells."""
    for game, rounds in run_loop(_measured(asked)).items():
        bare, ours = ([getattr(one, side) for one in rounds[1:]] for side in ("bare", "steps"))
        total = (None, sum(rate.answers for rate in ours), sum(rate.seconds for rate in ours))
        peer = FAST_API.peer("", median(rate.a_second for rate in bare))
        yield Figure("server", _NAMES[game], median(rate.a_second for rate in ours), "steps/s", *total, peer)
        value = _server_ms(ours)
        if value is not None:
            yield Figure(
                "server", f"{_NAMES[game]}-processor", value, "ms", *total, FAST_API.peer("", _server_ms(bare))
            )


def _server_ms(rates: list[Rate]) -> float | None:
    """What an answer costs the server's processor: over all turns, since systems count it in hundredths of a second."""
    used = [rate.server for rate in rates if rate.server is not None]
    return 1000 * sum(used) / sum(rate.answers for rate in rates) if used else None


async def _measured(asked: Asked) -> dict[str, list[Round]]:
    """The first round of each is for warming up."""
    found: dict[str, list[Round]] = {}
    seconds = max(_SHORTEST, asked.seconds / TURNS)
    done, total = 0, len(_NAMES) * (TURNS + 1)
    with bare_server(asked.folder) as bare, niten_server(asked.folder) as ours:
        for game in _NAMES:
            found[game] = []
            async for one in in_rounds(game, bare, ours, seconds=seconds, rounds=TURNS + 1, connections=CONNECTIONS):
                found[game].append(one)
                done += 1
                asked.progress(done / total)
    return found


async def in_rounds(
    game: str, bare: tuple[int, int], ours: tuple[int, int], *, seconds: float, rounds: int, connections: int
) -> AsyncIterator[Round]:
    """Everybody asks as fast as he is answered: first the bare server, then ours."""
    people = [await Somebody.comes(ours[0]) for _ in range(connections)]
    ready: list[list[Followed]] = [[] for _ in people]
    share = 6 if game == "dragon" else int(seconds * _FASTEST / _DUEL / connections) + 2
    for _ in range(rounds):
        await asyncio.gather(
            *(_more_tables(who, game, tables, share) for who, tables in zip(people, ready, strict=True))
        )
        least, _ = await _rate(bare[1], seconds, lambda end: _ask_bare(bare[0], end, connections))
        steps, opened = await _rate(ours[1], seconds, lambda end: _ask_steps(people, game, ready, end))
        yield Round(least, steps, opened)
    for who in people:
        who.line.close()


async def _rate(
    process: int, seconds: float, asking: Callable[[float], Coroutine[Any, Any, tuple[int, int]]]
) -> tuple[Rate, int]:
    begun, used, own = time.perf_counter(), cpu_seconds(process), time.process_time()
    count, opened = await asking(begun + seconds)
    after = cpu_seconds(process)
    server = None if used is None or after is None else after - used
    return Rate(count, time.perf_counter() - begun, server, time.process_time() - own), opened


async def _ask_bare(port: int, end: float, connections: int) -> tuple[int, int]:
    asked = request("POST", "/steps", {"step": "place 3 2 1", "based_on": 41, "key": "k41"}, secrets.token_hex(33))

    async def one() -> int:
        line, count = Line(port), 0
        while time.perf_counter() < end:
            reply = await line.ask(asked)
            assert reply.status == 200, reply
            count += 1
        line.close()
        return count

    return sum(await asyncio.gather(*(one() for _ in range(connections)))), 0


async def _ask_steps(people: list[Somebody], game: str, ready: list[list[Followed]], end: float) -> tuple[int, int]:
    """Everybody plays; also tells how many tables had to be opened meanwhile."""
    opened = 0

    async def one(who: Somebody, tables: list[Followed]) -> int:
        nonlocal opened
        count = 0
        while time.perf_counter() < end:
            if not tables:
                tables.append(await who.open(game))
                opened += 1
            if tables[-1].is_over:
                tables.pop()
                continue
            tables[-1].fold(await who.line.ask(tables[-1].next_step(who.cookie)))
            count += 1
        return count

    return sum(await asyncio.gather(*map(one, people, ready))), opened


async def _more_tables(who: Somebody, game: str, tables: list[Followed], count: int) -> None:
    """Opened before the measurement: it is about steps."""
    while len(tables) < count:
        tables.append(await who.open(game))


def run_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """On the fast loop, where there is one."""
    return asyncio.run(work) if sys.platform == "win32" else importlib.import_module("uvloop").run(work)
