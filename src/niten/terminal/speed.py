"""How fast the plain engine plays at random, every step checked as at a real table; and what solving costs."""

import sys
import time
from statistics import median
from typing import Any, NamedTuple

from niten.booklet import find_duel
from niten.core import CHANCE, NOBODY, Game, SeededDice
from niten.dragon import Colour, Dragon, Powers, Setup
from niten.samurai import EDITIONS, Samurai
from niten.terminal.console import Terminal
from niten.terminal.solving import make_coach


class Speed(NamedTuple):
    """One measurement."""

    name: str
    rate: float
    steps: int
    games: int
    seconds: float


class SolverSpeed(NamedTuple):
    """What solving the demo duel took, and the coach's answers after that."""

    duel: str
    gap: float
    seconds: float
    states: int
    peak_mb: float | None
    coach_median_ms: float
    coach_worst_ms: float


def solver_speed(terminal: Terminal, seed: int) -> SolverSpeed:
    """The demo duel solved anew, and every decision of ten duels asked about once."""
    game = Samurai(find_duel("oda-nobunaga"))
    coach = make_coach(terminal, game, cache=False)
    solution, peak = coach.solution, peak_mb()
    times: list[float] = []
    for number in range(11):  # the first one loads compiled code
        state, dice = game.start(), SeededDice(seed + number)
        while (actor := game.actor(state)) != NOBODY:
            if actor == CHANCE:
                state = game.advance(state, game.chance(state).draw(dice))
                continue
            begun = time.perf_counter()
            moves = coach.moves(state)
            if number:
                times.append(1000 * (time.perf_counter() - begun))
            state = game.advance(state, max(moves, key=lambda move: moves[move]))
    gap = solution.start.gap
    return SolverSpeed(game.duel.id, gap, solution.seconds, solution.states, peak, median(times), max(times))


def peak_mb() -> float | None:
    """The most memory this process has taken so far, where the system tells."""
    try:
        import resource  # noqa: PLC0415 — not everywhere
    except ImportError:
        return None
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def engine_speed(seconds: float, seed: int) -> list[Speed]:
    """Random play of each game, one after the other."""
    duel = find_duel("oda-nobunaga")
    games: dict[str, Game[Any, Any]] = {f"samurai {name}": Samurai(duel, edition) for name, edition in EDITIONS.items()}
    colours = tuple(Colour)
    games |= {f"dragon {count}": Dragon(Setup(colours[:count])) for count in (2, 4, 5)}
    games |= {f"dragon {count} powers any": Dragon(Setup(colours[:count], powers=Powers.ANY)) for count in (2, 5)}
    return [_measure(name, game, seconds, seed) for name, game in games.items()]


def _measure(name: str, game: Game[Any, Any], seconds: float, seed: int) -> Speed:
    dice, choices = SeededDice(seed), SeededDice(seed, "player")
    play_randomly(game, dice, choices)  # fill the caches of moves
    steps = games = 0
    start = now = time.perf_counter()
    while now - start < seconds:
        steps += play_randomly(game, dice, choices)
        games += 1
        now = time.perf_counter()
    return Speed(name, steps / (now - start), steps, games, now - start)


def play_randomly(game: Game[Any, Any], dice: SeededDice, choices: SeededDice) -> int:
    """One game of random moves; the number of its steps."""
    state = game.start()
    steps = 0
    while (actor := game.actor(state)) != NOBODY:
        if actor == CHANCE:
            step = game.chance(state).draw(dice)
        else:
            moves = game.legal_moves(state)
            step = moves[choices.below(len(moves))]
        state = game.apply(state, step)
        steps += 1
    return steps
