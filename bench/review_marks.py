"""What decisions of human-like players cost: `python -m bench.review_marks [--games 200]`.

The thresholds of `niten.review.marks` were chosen from these figures (docs/review.md).
"""

import argparse
import json
from typing import Any

import numpy as np

from niten.booklet import find_duel
from niten.bots import SAMURAI_BOTS
from niten.core import CHANCE, NOBODY, SeededDice, Step
from niten.review.analysis import Review, review_duel
from niten.review.marks import THRESHOLDS
from niten.samurai import Samurai
from niten.solver.certify import solve
from niten.solver.coach import Coach
from niten.solver.store import Store

PLAYERS = ("beginner", "reckless", "careful")


def reviewed(coach: Coach, player: str, seed: int) -> Review:
    """One game of a player, looked at again."""
    game, bot = coach.game, SAMURAI_BOTS[player]
    dice, own = SeededDice(seed), SeededDice(seed, "player")
    state, steps = game.start(), list[Step]()
    while (actor := game.actor(state)) != NOBODY:
        step = game.chance(state).draw(dice) if actor == CHANCE else bot.choose(game, state, own)
        steps.append(step)
        state = game.advance(state, step)
    return review_duel(coach, game.start(), steps)


def figures(reviews: list[Review]) -> dict[str, Any]:
    """How much the decisions cost, and how many are marked."""
    losses = np.array([decision.loss for review in reviews for decision in review.decisions])
    wins = float(np.mean([review.final for review in reviews]))
    return {
        "games": len(reviews),
        "wins": round(wins, 3),
        "decisions_per_game": round(len(losses) / len(reviews), 1),
        "loss_per_game": round(float(np.mean([-review.skill for review in reviews])), 3),
        "luck_per_game": round(float(np.mean([review.luck for review in reviews])), 3),
        "accuracy": round(float(np.mean([review.accuracy for review in reviews])), 3),
        "quantiles": {str(q): round(float(np.quantile(losses, q)), 4) for q in (0.5, 0.75, 0.9, 0.95, 0.99)},
        "marked_per_game": {
            str(mark): round(float((losses >= least).sum()) / len(reviews), 2) for mark, least in THRESHOLDS.items()
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    coach = Coach(solve(Samurai(find_duel("oda-nobunaga")), store=Store()))
    result = {player: figures([reviewed(coach, player, seed) for seed in range(games)]) for player in PLAYERS}
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
