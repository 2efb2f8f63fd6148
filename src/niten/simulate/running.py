"""Many games of one set-up, played by anybody: in arrays where that is possible, else in the engine."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np

from niten.core import Game
from niten.samurai import Samurai
from niten.simulate.batch import Batch, cores
from niten.simulate.kernels import AnyRows, Kernel, kernel_of
from niten.simulate.plain import find_bot, play_in_engine
from niten.simulate.policies import RANDOM, Decider, Player, decider_of, player_of
from niten.simulate.result import Part, Result, total
from niten.simulate.streams import Numbers, new_streams

OPTIMAL = "optimal"
# Games a thread plays before it reports: with fewer, threads would wait for each other's turn in the interpreter.
_WHOLE = {"samurai": 32_768, "dragon": 8192}
_SIDE_BY_SIDE = {"samurai": 8192, "dragon": 2048}

Policy = Any
"""A name, a compiled function or a batched callable: see `niten.simulate.policies`."""

Progress = Callable[[float], None]


def simulate(
    game: Game[Any, Any],
    *,
    games: int,
    policy: Policy | Sequence[Policy] = RANDOM,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = lambda _: None,
) -> Result:
    """Play so many games; a race may have a policy for each seat.

    Every game has dice of its own, from the seed and its number: the result is the same for any number of threads.
    Progress goes from 0 to 1; where a duel has to be solved first, it does so twice.

    >>> from niten.booklet import find_duel
    >>> result = simulate(Samurai(find_duel("oda-nobunaga")), games=1000, seed=1)
    >>> sum(result.endings.values()), round(result.shares[0], 1)
    (1000, 0.0)
    """
    if games < 1:
        raise ValueError(f"at least one game expected, found {games}")
    is_one = isinstance(policy, str) or callable(policy)
    seats: list[Policy] = [policy] * game.seats if is_one else list(cast("Sequence[Policy]", policy))
    if len(seats) != game.seats:
        raise ValueError(f"{game.seats} policies expected, one for each seat; found {len(seats)}")
    begun, found, done = time.perf_counter(), list[Part](), 0
    for part in _play(game, seats, games, seed=seed, threads=threads or cores(), progress=progress):
        found.append(part)
        done += sum(part.endings.values())
        progress(done / games)
    whole = total(found)
    names = tuple(each if isinstance(each, str) else getattr(each, "__name__", "policy") for each in seats)
    seconds = time.perf_counter() - begun
    return Result(game, names, seed, games, whole.endings, whole.lengths, whole.decisions, seconds)


def _play(
    game: Game[Any, Any], seats: Sequence[Policy], games: int, *, seed: int, threads: int, progress: Progress
) -> Iterator[Part]:
    kernel = kernel_of(game)
    player = player_of(seats, kernel)
    if player:
        return _play_whole(kernel, player, games, seed, threads)
    once = {id(each): decider_of(each, kernel) for each in seats}  # one for all seats of a policy
    deciders = [once[id(each)] for each in seats]
    known = [each for each in deciders if each is not None]
    if len(known) == len(seats):
        return _play_batches(game, known, games, seed, threads)
    if not all(isinstance(each, str) for each in seats):
        raise ValueError("bots of the engine and policies in arrays cannot play together")
    for each in seats:
        find_bot(game, each)
    if isinstance(game, Samurai) and seats[0] == OPTIMAL:
        from niten.simulate.optimal import play_by_tables, tables_of  # noqa: PLC0415 — the solver takes its time to load

        side = tables_of(game, progress)
        if side:
            return play_by_tables(side, games, seed, threads)
    return play_in_engine(game, seats, games, seed, threads)


def _play_whole(kernel: Kernel, player: Player, games: int, seed: int, threads: int) -> Iterator[Part]:
    """Whole games one after the other, which is fastest."""
    size = _WHOLE[kernel.game.name]

    def play(first: int) -> Part:
        count = min(size, games - first)
        rows = kernel.new_rows(count)
        decisions = player(rows, new_streams(count, seed, first))
        return count_games(kernel, rows, decisions)

    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(play, range(0, games, size))
    finally:
        pool.shutdown(cancel_futures=True)


def _play_batches(
    game: Game[Any, Any], deciders: Sequence[Decider], games: int, seed: int, threads: int
) -> Iterator[Part]:
    """All games of a batch side by side, decision by decision."""
    size = _SIDE_BY_SIDE[game.name]
    for first in range(0, games, size):
        batch = Batch(game, min(size, games - first), seed=seed, first=first, threads=threads)
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
