"""What the server bears: `python -m bench.server_load steps | streams | length | jobs | measuring`, in lines of JSON.

steps: accepted steps a second with full synchronisation, beside a bare FastAPI that takes and answers a little JSON, in
turns, from the same client. streams: 2,000 streams of tables at rest and 200 tables in play, each with a stream of its
own; on PostgreSQL at two nodes, where everybody plays at one and listens at the other. length: a step at the tables of
games with 10, 1,000 and 10,000 entries, in turns. jobs: 50 tables in play while the workers rest, and while all of them
work. measuring: what people at 50 tables feel of a duel that is being measured.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import tempfile
import time
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from sqlalchemy import insert

from bench.loading import Player, children, many_files, memory, spread, together, watch
from niten.booklet import find_duel
from niten.dragon import Board, Colour, Dragon, Setup
from niten.dragon import Path as Way
from niten.samurai import duel_data
from niten.server import actions, log
from niten.server.log import Kept
from niten.server.store import open_database
from niten.server.store.schema import entries
from niten.server.table import Stage, Table
from niten.server.tokens import hashed
from niten.speed.client import Followed, Somebody
from niten.speed.server import Rate, in_rounds, run_loop
from niten.speed.servers import bare_server, cpu_seconds, niten_server
from testkit.servers import Server, postgres, serving

UNBOUND = {"tables_each": 100_000, "jobs_each": 100, "long_jobs_yield": True}
PAUSE = (0.5, 1.0)  # seconds between two steps of one who plays


def say(part: str, **what: Any) -> None:
    print(json.dumps({"part": part, **what}), flush=True)


# --- steps: beside a bare FastAPI ---


def told(rate: Rate) -> dict[str, float]:
    used = rate.server or 0.0
    return {
        "rate": round(rate.a_second),
        "server_us": round(1e6 * used / rate.answers),
        "server_cores": round(used / rate.seconds, 2),
        "client_cores": round(rate.client / rate.seconds, 2),
    }


async def steps(asked: argparse.Namespace, folder: Path) -> None:
    ratios: list[float] = []
    by_cpu: list[float] = []
    with bare_server(folder) as bare, niten_server(folder) as server:
        rounds = in_rounds(
            asked.game, bare, server, seconds=asked.seconds, rounds=asked.rounds, connections=asked.connections
        )
        async for one in rounds:
            least, ours = told(one.bare), told(one.steps)
            ratios.append(ours["rate"] / least["rate"])
            by_cpu.append(least["server_us"] / ours["server_us"])
            say("steps", bare=least, steps=ours, ratio=round(ratios[-1], 3), opened_meanwhile=one.opened)
        total = (round(median(ratios), 3), round(median(by_cpu), 3))
        say("steps", game=asked.game, median_ratio=total[0], median_ratio_of_cpu=total[1], target=0.30)


# --- streams: many who look, some who play ---


async def idle_streams(ports: list[int], count: int) -> list[Any]:
    """Each at a table of its own."""

    async def one(port: int) -> Any:
        who = await Somebody.comes(port)
        table = await who.open("dragon")
        watcher = await watch(who, table.id)
        who.line.close()
        return watcher

    return await together(one(ports[number % len(ports)]) for number in range(count))


async def players_at(ports: list[int], count: int, *, watching: bool) -> list[Player]:
    """Half of them fight duels, half of them race; each listens at the next node."""

    async def one(number: int) -> Player:
        port, other = ports[number % len(ports)], ports[(number + 1) % len(ports)]
        player = Player(await Somebody.comes(port), ("samurai", "dragon")[number // 2 % 2], other if watching else 0)
        await player.open()
        return player

    return await together(one(number) for number in range(count))


async def played(players: list[Player], seconds: float, answered: list[float] | None = None) -> dict[str, Any]:
    """What they felt."""
    answered = [] if answered is None else answered
    heard: list[float] = []
    end = time.perf_counter() + seconds
    await asyncio.gather(*(player.play(end, PAUSE, answered.append, heard.append) for player in players))
    told = {"steps_per_second": round(len(answered) / seconds), "answered_ms": spread(answered)}
    return told | ({"heard_ms": spread(heard)} if heard else {})


async def streams(asked: argparse.Namespace, folder: Path) -> None:
    with ExitStack() as stack:
        if asked.database == "sqlite":
            servers = [stack.enter_context(serving(f"sqlite:///{folder}/niten.db", folder, **UNBOUND))]
        else:
            database = stack.enter_context(postgres()).new_database("load")
            servers = [stack.enter_context(serving(database, folder, **UNBOUND)) for _ in range(2)]
        ports = [server.port for server in servers]
        watchers = await idle_streams(ports, asked.idle)
        players = await players_at(ports, asked.tables, watching=True)
        await played(players, 5)
        for _ in range(asked.rounds):
            used = [cpu_seconds(pid_of(server)) or 0 for server in servers]
            felt = await played(players, asked.seconds)
            cores = [(cpu_seconds(pid_of(server)) or 0) - was for server, was in zip(servers, used, strict=True)]
            say(
                "streams",
                database=asked.database,
                nodes=len(servers),
                idle=sum(not watcher.lost for watcher in watchers),
                tables=asked.tables,
                **felt,
                server_cores=[round(core / asked.seconds, 2) for core in cores],
                memory_mib=[memory(pid_of(server)) for server in servers],
                target="p99 < 100, rss < 1024",
            )


def pid_of(server: Server) -> int:
    assert server.process
    return server.process.pid


# --- length: games that go on and on ---


MARGIN = 3000  # entries that a game goes on for at least, when it is played on


def long_game(length: int, profile: str) -> tuple[Table, actions.Entries]:
    """Five at one screen race on an endless board, always the first legal move: the beginning of a game, so long.

    Where a game is over too soon, another one is played.
    """
    game = Dragon(Setup(tuple(Colour), Board("endless", (Way(60),) * 5)))
    for _ in range(100):
        first, secret = actions.open_table(game)
        table, added = Table([first], secret), [first]
        while table.number < length + MARGIN and table.stage is not Stage.OVER:
            more = go_on(table, profile)
            for entry in more:
                table.fold(entry)
            added += more
        if table.stage is not Stage.OVER:
            return beginning(added, secret, length)
    raise AssertionError("no game was long enough")


def go_on(table: Table, profile: str) -> actions.Entries:
    if table.stage is Stage.PLAYING:
        return actions.play(table, str(table.game.legal_moves(table.match.state)[0]), profile)
    seats = [number for number, seat in enumerate(table.seats) if seat.is_open]
    return actions.sit_down(table, seats[0], profile=profile) if seats else actions.begin(table)


def beginning(added: actions.Entries, secret: str | None, length: int) -> tuple[Table, actions.Entries]:
    """The first entries of a log, to the next decision."""
    table = Table(added[:length], secret)
    while table.to_move is None:
        table.fold(added[table.number])
    return table, added[: table.number]


def write_down(address: str, lengths: list[int], profile: str) -> list[Followed]:
    """Games as the server would have written them down; it is not running meanwhile."""
    database = open_database(address)
    found: list[Followed] = []
    for length in lengths:
        table, added = long_game(length, profile)
        with database.writing() as connection:
            log.keep(connection, table.id, Kept(table.secret, hashed("join"), hashed("watch"), profile), log.now())
            connection.execute(insert(entries), log.rows(table, added, log.now()))
            log.follow(connection, table, added, log.now())
        position = table.game.position(table.match.state)
        found.append(Followed(table.id, table.game, position, table.number, first=True))
    database.close()
    return found


async def length(asked: argparse.Namespace, folder: Path) -> None:
    address = f"sqlite:///{folder}/niten.db"
    with serving(address, folder, **UNBOUND) as server:
        who = await Somebody.comes(server.port)
        profile = (await who.ask("GET", "/profile"))["id"]
        server.stop()
        tables = write_down(address, asked.lengths, profile)
        server.start()
        loaded = {size: await load(who, table) for size, table in zip(asked.lengths, tables, strict=True)}
        for _ in range(asked.rounds):
            took = await in_turns(who, tables, asked.steps)
            for size, seconds in zip(asked.lengths, took, strict=True):
                say("length", entries=size, step_ms=spread(seconds), first_look_ms=loaded[size])


async def load(who: Somebody, table: Followed) -> float:
    begun = time.perf_counter()
    await who.ask("GET", f"/tables/{table.id}")
    return round(1000 * (time.perf_counter() - begun), 1)


async def in_turns(who: Somebody, tables: list[Followed], count: int) -> list[list[float]]:
    """A step at each table, again and again, in any order."""
    took: list[list[float]] = [[] for _ in tables]
    for _ in range(count):
        for at in random.sample(range(len(tables)), len(tables)):
            asked = tables[at].next_step(who.cookie)
            begun = time.perf_counter()
            reply = await who.line.ask(asked)
            took[at].append(time.perf_counter() - begun)
            tables[at].fold(reply)
    return took


# --- jobs: while all workers work ---


class Busy:
    """Bots race each other without a pause, and duels are solved."""

    def __init__(self, who: Somebody, races: int) -> None:
        self._who, self._races = who, races
        self._tables: list[str] = []
        self._jobs: list[str] = []

    async def begin(self) -> None:
        for _ in range(self._races):
            self._tables.append((await self._who.open("dragon", ["master", "master"])).id)
        for goal in ("win", "survive"):
            asked = {"setup": {"duel": "oda-nobunaga"}, "goal": goal}
            self._jobs.append((await self._who.ask("POST", "/solutions", asked, wanted=202))["id"])

    async def end(self) -> dict[str, Any]:
        """What was done meanwhile; then everything is stopped."""
        solved = [(await self._who.ask("GET", f"/jobs/{job}")) for job in self._jobs]
        numbers = [(await self._who.ask("GET", f"/tables/{table}"))["number"] for table in self._tables]
        for job in self._jobs:
            await self._who.ask("DELETE", f"/jobs/{job}")
        for table in self._tables:
            await self._who.ask("DELETE", f"/tables/{table}", wanted=204)
        self._tables, self._jobs = [], []
        return {"bot_entries": sum(numbers), "solutions": [(job["state"], round(job["progress"], 2)) for job in solved]}


async def jobs(asked: argparse.Namespace, folder: Path) -> None:
    more: list[float] = []
    for number in range(asked.rounds):
        home = folder / f"home-{number}"  # nothing is solved yet
        home.mkdir()
        with serving(f"sqlite:///{home}/niten.db", folder, home=home, **UNBOUND) as server:
            players = await players_at([server.port], asked.tables, watching=False)
            busy = Busy(await Somebody.comes(server.port), asked.races)
            await played(players, 5)
            rest = await played(players, asked.seconds)
            await busy.begin()
            work = await played(players, asked.seconds)
            done = await busy.end()
        more.append(work["answered_ms"]["p99"] - rest["answered_ms"]["p99"])
        say("jobs", rest=rest, work=work, done=done, p99_more_ms=round(more[-1], 2))
    say("jobs", median_p99_more_ms=round(median(more), 2), target=50)


# --- measuring: somebody has a duel of his own measured ---


async def measuring(asked: argparse.Namespace, folder: Path) -> None:
    """The process that measures works and is held, in turns, so that whatever else the machine does meets both."""
    felt: dict[str, list[list[float]]] = {"rest": [], "work": []}
    with serving(f"sqlite:///{folder}/niten.db", folder, home=folder, **UNBOUND) as server:
        players = await players_at([server.port], asked.tables, watching=False)
        designer = await Somebody.comes(server.port)
        own = duel_data(find_duel("oda-nobunaga")) | {"id": "own", "health": 40}  # takes longer than all turns
        job = (await designer.ask("POST", "/duels/measure", {"duel": own}, wanted=202))["id"]
        await played(players, 15)
        worker = max(children(pid_of(server)), key=cpu_seconds)
        used = 0.0
        for number in range(asked.rounds):
            for turn in (("rest", "work"), ("work", "rest"))[number % 2]:
                os.kill(worker, signal.SIGCONT if turn == "work" else signal.SIGSTOP)
                before = cpu_seconds(worker)
                answered: list[float] = []
                await played(players, asked.seconds, answered)
                felt[turn].append(answered)
                used += cpu_seconds(worker) - before
        os.kill(worker, signal.SIGCONT)
        told = await designer.ask("DELETE", f"/jobs/{job}")
        assert told["state"] == "cancelled", "it was over too soon to tell anything"
    ratios = sorted(median(work) / median(rest) for rest, work in zip(felt["rest"], felt["work"], strict=True))
    all_of = {turn: list(chain.from_iterable(rounds)) for turn, rounds in felt.items()}
    say(
        "measuring",
        **{turn: spread(times) for turn, times in all_of.items()},
        worker_cores=round(used / (asked.rounds * asked.seconds), 2),
        ratio=round(median(all_of["work"]) / median(all_of["rest"]), 3),
        quartiles_of_rounds=[round(ratio, 3) for ratio in quantiles(ratios, n=4)],
        target=1.10,
    )


PARTS = {"steps": steps, "streams": streams, "length": length, "jobs": jobs, "measuring": measuring}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=list(PARTS))
    parser.add_argument("--rounds", type=int, default=0, help="how often it is measured in one run")
    parser.add_argument("--seconds", type=float, default=0, help="of each measurement")
    parser.add_argument("--connections", type=int, default=48, help="steps: at once")
    parser.add_argument("--game", choices=["samurai", "dragon"], default="samurai", help="steps: what is played")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite", help="streams")
    parser.add_argument("--idle", type=int, default=2000, help="streams: of tables at rest")
    parser.add_argument("--tables", type=int, default=0, help="streams, jobs: in play")
    parser.add_argument("--lengths", type=int, nargs="+", default=[10, 1000, 10_000])
    parser.add_argument("--steps", type=int, default=200, help="length: at each table")
    parser.add_argument("--races", type=int, default=20, help="jobs: of bots")
    asked = parser.parse_args()
    usual = {
        "steps": (7, 4.0, 0),
        "streams": (2, 30.0, 200),
        "length": (3, 0.0, 0),
        "jobs": (2, 40.0, 50),
        "measuring": (30, 4.0, 50),
    }
    rounds, seconds, tables = usual[asked.part]
    asked.rounds, asked.seconds, asked.tables = asked.rounds or rounds, asked.seconds or seconds, asked.tables or tables
    many_files()
    with tempfile.TemporaryDirectory() as folder:
        run_loop(PARTS[asked.part](asked, Path(folder)))


if __name__ == "__main__":
    main()
