"""What decisions of players of several strengths cost: `python -m bench.race_marks [--games 60]`.

The thresholds `RACE_THRESHOLDS` of `niten.review.marks` were chosen from these figures (docs/review.md). All seats of a
game are of one strength.
"""

import argparse
import json
from typing import Any

import numpy as np

from niten.bots import find_dragon_bot
from niten.core import CHANCE, NOBODY, SeededDice, Step
from niten.dragon import Colour, Dragon, Powers, Setup
from niten.review.marks import RACE_THRESHOLDS
from niten.review.race import SeatReview, review_race
from niten.review.race_judge import RaceJudge

LEVELS = ("greedy", "beginner", "casual", "solid", "strong")
PLAYERS = (2, 3, 5)
POWERS = (Powers.NONE, Powers.OWN, Powers.ANY)
MAX_TURNS = 2000
QUANTILES = (0.5, 0.75, 0.9, 0.95, 0.99)


def reviewed(level: str, players: int, seed: int) -> tuple[SeatReview, ...]:
    """One game among equals, looked at again by each seat."""
    powers = POWERS[seed % len(POWERS)]
    game = Dragon(Setup(tuple(Colour)[:players], powers=powers, starts=seed % players, max_turns=MAX_TURNS))
    bot, dice = find_dragon_bot(level), SeededDice(seed)
    streams = [SeededDice(seed, f"bot-{seat}") for seat in range(players)]
    state, steps = game.start(), list[Step]()
    while (actor := game.actor(state)) != NOBODY:
        step = game.chance(state).draw(dice) if actor == CHANCE else bot.choose(game, state, streams[actor])
        steps.append(step)
        state = game.advance(state, step)
    return review_race(RaceJudge(game), game.start(), steps).seats


def figures(seats: list[SeatReview]) -> dict[str, Any]:
    """How much the decisions cost, and how many are marked, per player and game."""
    losses = np.array([decision.loss for seat in seats for decision in seat.decisions])
    return {
        "decisions": round(len(losses) / len(seats), 1),
        "loss": round(float(np.mean([-seat.skill for seat in seats])), 3),
        "accuracy": round(float(np.mean([seat.accuracy for seat in seats])), 3),
        "luck_deviation": round(float(np.std([seat.luck for seat in seats])), 3),
        "residual_deviation": round(float(np.std([seat.residual for seat in seats])), 3),
        "quantiles": {str(q): round(float(np.quantile(losses, q)), 4) for q in QUANTILES},
        "marked": {
            str(mark): round(float((losses >= least).sum()) / len(seats), 2) for mark, least in RACE_THRESHOLDS.items()
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    games = parser.parse_args().games
    for level in LEVELS:
        for players in PLAYERS:
            seats = [seat for seed in range(games) for seat in reviewed(level, players, seed)]
            print(level, players, json.dumps(figures(seats)), flush=True)


if __name__ == "__main__":
    main()
