"""The solved duel, played by its tables: in arrays and replayed by the engine, which counts; else in the engine."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from niten.bots.samurai_optimal import OptimalPlayer
from niten.core import CHANCE
from niten.samurai import Announce, Ready, Samurai
from niten.simulate import plain
from niten.simulate.result import Part, portions
from niten.solver import simulation
from niten.solver.certify import find_entry, solution_of
from niten.solver.solution import Side
from niten.solver.store import Entry, Store

TOGETHER = 2000
"""Duels that are played together, with dice of their own: a log of more would take too much memory."""


def tables_of(game: Samurai, progress: Callable[[float], None]) -> Entry:
    """The duel solved, or taken from the cache; what can be followed in arrays needs one bound only."""
    entry, _ = find_entry(game, store=Store(), progress=progress)
    return entry._replace(upper=[]) if simulation.can_simulate(side_of(game, entry)) else entry


def side_of(game: Samurai, tables: Entry) -> Side:
    """Whose policy is played: the lower bound, or the exact value."""
    return solution_of(game, "win", tables, 0.0, cached=True).lower


def way_of(game: Samurai, tables: Entry, seed: int) -> tuple[Callable[[range, int], Iterator[Part]], int]:
    """How the duel is played by its tables, and how many games are worth sending to another machine."""
    side = side_of(game, tables)
    if simulation.can_simulate(side):
        return partial(_play_in_arrays, side, seed), TOGETHER
    return partial(_play_in_engine, game, OptimalPlayer(tables), seed), plain.TOGETHER


def _play_in_engine(game: Samurai, player: OptimalPlayer, seed: int, numbers: range, workers: int) -> Iterator[Part]:
    """Processes of this machine take the same tables from the cache, where they share them."""
    return plain.play_in_engine(game, [player if workers == 1 else "optimal"], seed, numbers, workers)


def _play_in_arrays(side: Side, seed: int, numbers: range, threads: int) -> Iterator[Part]:
    """The games with these numbers in parts. Each part has dice of its own, from the seed and the part's number."""
    assert numbers.start % TOGETHER == 0, "whole parts"
    for some in portions(numbers, TOGETHER):
        dice = (seed << 20) + some.start // TOGETHER & (1 << 63) - 1
        played = simulation.simulate(side, len(some), dice, threads=threads, logged=len(some))
        yield _counted(side.sweep.game, played, len(some))


def _counted(game: Samurai, played: simulation.Played, count: int) -> Part:
    endings, lengths, decisions = Counter[str](), Counter[int](), 0
    for duel in range(count):
        state = game.start()
        for step in played.steps(duel):
            is_chance = game.actor(state) == CHANCE
            if is_chance and isinstance(step, Announce | Ready):
                continue  # the engine passes over what is nobody's decision
            state = game.apply(state, step)
            decisions += not is_chance
        assert state.ending, "played to its end"
        endings[str(state.ending)] += 1
        lengths[state.round] += 1
    return Part(endings, lengths, decisions)
