"""Everybody who plays, and how: in arrays where that is possible, else in the engine.

Whoever has a crew can play any of its games by their numbers. It can be sent to another machine: what the compiled
functions need is made anew there, only the tables of a solved duel travel.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from niten.core import Game
from niten.samurai import Samurai
from niten.simulate import plain
from niten.simulate.batch import Batch
from niten.simulate.kernels import AnyRows, Kernel, kernel_of
from niten.simulate.policies import Decider, Player, decider_of, player_of
from niten.simulate.result import Part, portions, total
from niten.simulate.streams import Numbers, new_streams

if TYPE_CHECKING:
    from niten.solver.store import Entry

OPTIMAL = "optimal"
# Games a thread plays before it reports: with fewer, threads would wait for each other's turn in the interpreter.
_WHOLE = {"samurai": 32_768, "dragon": 8192}
_SIDE_BY_SIDE = {"samurai": 8192, "dragon": 2048}
_SENT = {"samurai": 131_072, "dragon": 16_384}  # as many are worth sending to another machine

Policy = Any
"""A name, a compiled function or a batched callable: see `niten.simulate.policies`."""

Progress = Callable[[float], None]


class Way(NamedTuple):
    """How games are played: those with some numbers, on so many threads."""

    play: Callable[[range, int], Iterator[Part]]
    sent: int  # games in a part for another machine


class Crew:
    """The players of all seats and the seed of their games; the tables of a solved duel, where they play by them."""

    def __init__(self, game: Game[Any, Any], seats: Sequence[Policy], seed: int, tables: "Entry | None") -> None:
        self._made_of = game, tuple(seats), seed, tables
        self.way = _way(game, seats, seed, tables)

    def __reduce__(self) -> tuple[type["Crew"], tuple[Any, ...]]:
        return Crew, self._made_of

    def play_part(self, numbers: range) -> Part:
        """Some games, counted: what one worker of a cluster does, which has others beside it."""
        return total(self.way.play(numbers, 1))


def gather(game: Game[Any, Any], seats: Sequence[Policy], seed: int, progress: Progress) -> Crew:
    """A crew; who plays optimally has the duel solved first. UnknownBot tells who there is."""
    for each in seats:
        if isinstance(each, str):
            plain.find_bot(game, each)
    tables = None
    if isinstance(game, Samurai) and seats[0] == OPTIMAL:
        from niten.simulate.optimal import tables_of  # noqa: PLC0415 — the solver takes its time to load

        tables = tables_of(game, progress)
    return Crew(game, seats, seed, tables)


def _way(game: Game[Any, Any], seats: Sequence[Policy], seed: int, tables: "Entry | None") -> Way:
    if tables:
        assert isinstance(game, Samurai)
        from niten.simulate import optimal  # noqa: PLC0415

        return Way(*optimal.way_of(game, tables, seed))
    kernel = kernel_of(game)
    player = player_of(seats, kernel)
    if player:
        return Way(partial(_play_whole, kernel, player, seed), _SENT[game.name])
    once = {id(each): decider_of(each, kernel) for each in seats}  # one for all seats of a policy
    deciders = [once[id(each)] for each in seats]
    known = [each for each in deciders if each is not None]
    if len(known) == len(seats):
        return Way(partial(_play_batches, game, known, seed), _SIDE_BY_SIDE[game.name])
    if not all(isinstance(each, str) for each in seats):
        raise ValueError("bots of the engine and policies in arrays cannot play together")
    return Way(partial(plain.play_in_engine, game, seats, seed), plain.TOGETHER)


def _play_whole(kernel: Kernel, player: Player, seed: int, numbers: range, threads: int) -> Iterator[Part]:
    """Whole games one after the other, which is fastest."""

    def play(some: range) -> Part:
        rows = kernel.new_rows(len(some))
        decisions = player(rows, new_streams(len(some), seed, some.start))
        return count_games(kernel, rows, decisions)

    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(play, portions(numbers, _WHOLE[kernel.game.name]))
    finally:
        pool.shutdown(cancel_futures=True)


def _play_batches(
    game: Game[Any, Any], deciders: Sequence[Decider], seed: int, numbers: range, threads: int
) -> Iterator[Part]:
    """All games of a batch side by side, decision by decision."""
    for some in portions(numbers, _SIDE_BY_SIDE[game.name]):
        batch = Batch(game, len(some), seed=seed, first=some.start, threads=threads)
        actions, decisions = np.zeros(len(batch), np.int64), 0
        while len(waiting := np.flatnonzero(~batch.over)):
            actors: Numbers = batch.actors
            for decider in dict.fromkeys(deciders):
                seats = [seat for seat, each in enumerate(deciders) if each is decider]
                which = waiting[np.isin(actors[waiting], seats)]
                if len(which):
                    decider(batch, which, actions)
            batch.step(actions)
            decisions += len(waiting)
        yield count_games(batch.kernel, batch.rows, decisions)


def count_games(kernel: Kernel, rows: AnyRows, decisions: int) -> Part:
    """Games that are over, counted."""
    ended, lasted = np.bincount(kernel.ending_numbers(rows)), np.bincount(kernel.lengths(rows))
    endings = {kernel.ending_names[number]: int(ended[number]) for number in np.flatnonzero(ended).tolist()}
    return Part(endings, {length: int(lasted[length]) for length in np.flatnonzero(lasted).tolist()}, decisions)
