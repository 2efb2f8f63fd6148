"""The coach: every decision of whole duels of the optimal player, each asked about once."""

import time
from collections.abc import Iterator
from statistics import median

from niten.core import CHANCE, NOBODY, SeededDice
from niten.samurai import Samurai
from niten.solver.coach import Coach
from niten.speed.demo import solution
from niten.speed.figures import Asked, Figure, Found


def measure(asked: Asked) -> Iterator[Found]:
    """How long an answer takes, in processor time."""
    coach = Coach(solution(asked))
    times, games = list[float](), 0
    answers(coach, SeededDice(asked.seed, "first"))  # loads what is compiled
    while sum(times) < asked.seconds:
        times += answers(coach, SeededDice(asked.seed + games))
        games += 1
        asked.progress(min(1.0, 0.9 + 0.1 * sum(times) / asked.seconds))
    for name, value in spread(times).items():
        yield Figure("coach", name, value, "ms", games, len(times), sum(times))


def answers(coach: Coach, dice: SeededDice) -> list[float]:
    """How long each took in one duel, in seconds."""
    game: Samurai = coach.game
    state, times = game.start(), list[float]()
    while (actor := game.actor(state)) != NOBODY:
        if actor == CHANCE:
            state = game.advance(state, game.chance(state).draw(dice))
            continue
        begun = time.thread_time()
        moves = coach.moves(state)
        times.append(time.thread_time() - begun)
        state = game.advance(state, max(moves, key=lambda move: moves[move]))
    return times


def spread(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    slowest = sorted(times)
    marks = {"median": median(times), "p99": slowest[int(0.99 * len(slowest))], "worst": slowest[-1]}
    return {name: 1000 * mark for name, mark in marks.items()}
