"""The solved duel, played by its tables (`niten.solver.simulation`) and replayed by the engine, which counts."""

from collections import Counter
from collections.abc import Callable, Iterator

from niten.core import CHANCE
from niten.samurai import Announce, Ready, Samurai
from niten.simulate.result import Part
from niten.solver import simulation
from niten.solver.certify import solve
from niten.solver.solution import Side
from niten.solver.store import Store

_TOGETHER = 2000  # a log of more would take too much memory


def tables_of(game: Samurai, progress: Callable[[float], None]) -> Side | None:
    """The duel solved, or taken from the cache; None where its policy has no tables to be followed in arrays."""
    side = solve(game, store=Store(), progress=progress).lower
    return side if simulation.can_simulate(side) else None


def play_by_tables(side: Side, games: int, seed: int, threads: int) -> Iterator[Part]:
    """The games in parts. Each part has dice of its own, from the seed and the part's number."""
    for part, first in enumerate(range(0, games, _TOGETHER)):
        count = min(_TOGETHER, games - first)
        played = simulation.simulate(side, count, (seed << 20) + part & (1 << 63) - 1, threads=threads, logged=count)
        yield _counted(side.sweep.game, played, count)


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
