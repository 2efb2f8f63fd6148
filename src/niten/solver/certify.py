"""Solving a duel: the cheapest way that is close enough, from the cache if it was done before."""

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from niten.core import NitenError
from niten.samurai import Samurai
from niten.solver.bodies import Body, reachable
from niten.solver.bounds import Bound
from niten.solver.classes import RUNGS, Class, deep_zones, rung
from niten.solver.exact import ExactSolver, most_ki
from niten.solver.following import Following
from niten.solver.solution import BoundSide, ExactSide, Interval, Solution, packed
from niten.solver.store import Entry, Store
from niten.solver.sweep import Sweep, in_threads
from niten.solver.tables import Floats, Kept

Progress = Callable[[float], None]

GOALS = {"win": 0.0, "survive": 1.0}
"""What a solution maximises, and the worth of ending without a victory, but alive."""

DEFAULT_GAP = 0.002

_EXACT_WORK = 60_000_000  # round-start states: some minutes
_MOST_BODIES = 20_000
_FAR = 5  # times the wanted gap: the next rung will not do
_SINGLE = 0.0008  # the shortest interval for which single precision is good enough
_EXACT_SPACE = 512 * 1024**2  # bytes of work space
MOST_MEMORY = 12 * 1024**3
"""Bytes that the tables of a duel may take, unless somebody allows less."""


class TooLarge(NitenError):
    """The duel has more states than a table can hold."""

    code = "solve-too-large"


def solve(
    game: Samurai,
    *,
    goal: str = "win",
    gap: float = DEFAULT_GAP,
    store: Store | None = None,
    threads: int | None = None,
    memory: int = MOST_MEMORY,
    progress: Progress = lambda _: None,
) -> Solution:
    """The best achievable probability of the goal, certified to `gap` if the ladder of classes goes that far."""
    begun = time.perf_counter()
    entry, cached = find_entry(game, goal=goal, gap=gap, store=store, threads=threads, memory=memory, progress=progress)
    return solution_of(game, goal, entry, time.perf_counter() - begun, cached=cached)


def find_entry(
    game: Samurai,
    *,
    goal: str = "win",
    gap: float = DEFAULT_GAP,
    store: Store | None = None,
    threads: int | None = None,
    memory: int = MOST_MEMORY,
    progress: Progress = lambda _: None,
) -> tuple[Entry, bool]:
    """The tables of a solved duel as they are kept, and whether they were: what can be sent to another machine."""
    entry = store.load(game, goal) if store else None
    if entry and (entry.start.gap <= gap or entry.finest):
        return entry, True
    bodies = _exact_bodies(game)
    if bodies:
        entry = _solve_exactly(game, goal, bodies, threads, progress)
    else:
        entry = _climb(game, goal, gap, threads, progress, memory=memory)
    return (store.keep(game, goal, entry) if store else entry), False


def _exact_bodies(game: Samurai) -> list[set[Body]] | None:
    """The bodies of every round, if they are few enough to be kept apart."""
    try:
        sweep = Sweep(game, np.float64, most_ki(game), ahead=True)
        if sweep.space_needed() > _EXACT_SPACE:
            return None
    except MemoryError:
        return None
    each = int(np.prod(sweep.shape))
    return reachable(game, min(_MOST_BODIES, _EXACT_WORK // each))


def _solve_exactly(game: Samurai, goal: str, bodies: list[set[Body]], threads: int | None, progress: Progress) -> Entry:
    solver = ExactSolver(game, alive=GOALS[goal], threads=threads)
    tables = solver.solve(bodies, progress)
    page = game.duel.player
    value = float(tables[0][Body()][game.duel.health, page.ki, 0, page.health - 1])
    kept: list[dict[Body, Kept]] = [dict(row) for row in tables]
    states = sum(table.size for row in tables for table in row.values())
    return Entry(Interval(value, value), states, level=-1, finest=True, lower=[], upper=[], exact=kept)


def _climb(game: Samurai, goal: str, gap: float, threads: int | None, progress: Progress, *, memory: int) -> Entry:
    """Level by level of the ladder, until the interval is short enough."""
    precision = np.float32 if gap >= _SINGLE else np.float64
    level = 0 if gap >= 0.004 else 1 if gap >= 0.0012 else 2
    best = Interval(0.0, 1.0)
    entry: Entry | None = None
    while level < RUNGS:
        try:
            entry = certify_level(game, goal, level, precision, threads=threads, memory=memory, progress=progress)
        except TooLarge:
            if entry is None:
                raise
            return entry._replace(start=best, finest=True)  # what the coarser classes say
        best = Interval(max(best.lower, entry.start.lower), min(best.upper, entry.start.upper))
        if best.gap <= gap:
            break
        level += 2 if level + 2 < RUNGS and best.gap > _FAR * gap else 1
    if entry is None:
        raise AssertionError("the ladder has no rungs")
    return entry._replace(start=best)


def certify_level(
    game: Samurai,
    goal: str,
    level: int,
    precision: type[np.floating[Any]],
    *,
    threads: int | None = None,
    memory: int = MOST_MEMORY,
    progress: Progress = lambda _: None,
) -> Entry:
    """Both bounds with the classes of one level, round by round; all tables of a round are independent tasks."""
    few_rolls = level < 2
    bounds = make_bounds(game, goal, level, precision, few_rolls=few_rolls)
    needed = sum(_memory(bound, threads or os.cpu_count() or 1) for bound in bounds)
    if needed > memory:
        raise TooLarge(duel=game.duel.name, gigabytes=f"{needed / 1024**3:.0f}")
    rounds = game.duel.player.rounds
    effort = _Effort(game, bounds, progress)
    unit = bounds[0].sweep.rounding
    following = [Following.nothing(bound) for bound in bounds]
    kept: tuple[list[dict[Class, Kept]], list[dict[Class, Kept]]] = ([], [])
    tables: list[dict[Class, Floats]] = [{}, {}]
    for number in range(rounds, 0, -1):
        margin = (rounds - number + 1) * unit
        points = bounds[0].sweep.model.most_concentration(number - 1)
        tasks = [(side, body) for side, bound in enumerate(bounds) for body in bound.present(number)]
        tasks.sort(key=lambda task: (task[1].limb_lost, not task[1].wounds))  # the dearest first

        def solve_one(task: tuple[int, Class], number: int = number, following: list[Following] = following) -> Floats:
            side, body = task
            table = bounds[side].value(following[side].events(body), number, body)
            effort.done(number, body)
            return table

        tables = [{}, {}]
        for (side, body), table in zip(tasks, in_threads(solve_one, tasks, threads), strict=True):
            tables[side][body] = table
        following = [Following(bound, side) for bound, side in zip(bounds, tables, strict=True)]
        for side, bound in enumerate(bounds):
            worth = {body: table for body, table in tables[side].items() if body.is_kept}
            rows = {body: packed(table, points, margin, upper=bound.upper) for body, table in worth.items()}
            kept[side].insert(0, bound.ordered(rows))
    page = game.duel.player
    margin = rounds * unit
    lower, upper = (float(side[Class()][game.duel.health, page.ki, 0, page.health - 1]) for side in tables)
    start = Interval(max(0.0, lower - margin), min(1.0, upper + margin))
    states = sum(table.size for side in kept for row in side for table in row.values())
    finest = level + 1 == RUNGS
    return Entry(start, states, level, finest, lower=kept[0], upper=kept[1], exact=[])


def _memory(bound: Bound, threads: int) -> int:
    """Bytes that a bound takes at most: work space, the tables of two rounds, and what is kept of all of them."""
    states = int(np.prod(bound.sweep.shape))
    kept = 2 * bound.game.duel.player.rounds * sum(one.is_kept for one in bound.classes)
    return threads * bound.sweep.space_needed() + states * (2 * bound.sweep.itemsize * len(bound.classes) + kept)


def make_bounds(
    game: Samurai, goal: str, level: int, precision: type[np.floating[Any]], *, few_rolls: bool
) -> tuple[Bound, Bound]:
    """The lower and the upper bound of a level."""
    lower, upper = rung(level, deep_zones(game))
    alive = GOALS[goal]
    return (
        Bound(game, lower, precision, upper=False, alive=alive, few_rolls=few_rolls),
        Bound(game, upper, precision, upper=True, alive=alive),
    )


class _Effort:
    """How much is done, weighed by what a table costs."""

    def __init__(self, game: Samurai, bounds: tuple[Bound, Bound], progress: Progress) -> None:
        self.dice = game.duel.player.dice
        self.progress = progress
        rounds = range(1, game.duel.player.rounds + 1)
        self.total = sum(self._cost(n, body) for n in rounds for bound in bounds for body in bound.present(n))
        self.spent = 0.0

    def _cost(self, number: int, body: Class) -> float:
        return (1, 3, 6)[(1 if body.limb_lost else self.dice[number - 1]) - 1]

    def done(self, number: int, body: Class) -> None:
        self.spent += self._cost(number, body)
        self.progress(min(1.0, self.spent / self.total))


def solution_of(game: Samurai, goal: str, entry: Entry, seconds: float, *, cached: bool) -> Solution:
    """What was computed or kept, ready to answer."""
    if entry.exact:
        solver = ExactSolver(game, alive=GOALS[goal])
        side = ExactSide(game, solver.sweep, solver.alive, entry.exact)
        return Solution(game, goal, entry.start, entry.states, seconds, cached, side, side)
    bounds = make_bounds(game, goal, entry.level, np.float32, few_rolls=False)
    lower, upper = (BoundSide(bound, rows) for bound, rows in zip(bounds, (entry.lower, entry.upper), strict=True))
    return Solution(game, goal, entry.start, entry.states, seconds, cached, lower, upper)
