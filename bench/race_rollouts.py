"""An outside judge: `python -m bench.race_rollouts [--games 40] [--seconds 1] [--bot master]`.

A player that knows the rules and nothing else: it plays every move on to the end again and again with random moves,
more often the more promising it looks (UCB1), for some seconds a decision, and takes the one it looked at most. Two at
a standard board, seats in turn; printed is the bot's share of the wins. All of it goes through the real rules.
"""

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean

from niten.bots import RandomBot, find_dragon_bot
from niten.bots.race.measuring import play
from niten.core import CHANCE, NOBODY, Dice, Step
from niten.dragon import Colour, Dragon, Setup, State

DUEL = Setup((Colour.BLACK, Colour.RED))
AT_RANDOM = RandomBot()
EXPLORE = math.sqrt(2)


class Rollouts:
    """Knows the rules only; `played` counts what it looked at."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.decisions = self.played = 0

    def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
        moves = game.legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        end = time.monotonic() + self.seconds
        wins, visits = [0.0] * len(moves), [0] * len(moves)
        total = 0
        while total < len(moves) or time.monotonic() < end:
            if total < len(moves):
                number = total
            else:
                bonus = EXPLORE * math.sqrt(math.log(total))
                number = max(range(len(moves)), key=lambda n: wins[n] / visits[n] + bonus / math.sqrt(visits[n]))
            wins[number] += self._play_on(game, game.advance(state, moves[number]), state.seat, dice)
            visits[number] += 1
            total += 1
        self.decisions += 1
        self.played += total
        return moves[visits.index(max(visits))]

    @staticmethod
    def _play_on(game: Dragon, state: State, seat: int, dice: Dice) -> float:
        while (actor := game.actor(state)) != NOBODY:
            step = game.chance(state).draw(dice) if actor == CHANCE else AT_RANDOM.choose(game, state, dice)
            state = game.advance(state, step)
        outcome = game.outcome(state)
        assert outcome
        return float(outcome.shares[seat])


def one_game(name: str, seconds: float, number: int) -> tuple[float, int, int]:
    """The bot's share of a game's win; what the other looked at, and how often it had to decide."""
    rollouts, bot, seat = Rollouts(seconds), find_dragon_bot(name), number % 2
    bots = [rollouts, rollouts]
    share = play(Dragon(DUEL), [bot if at == seat else one for at, one in enumerate(bots)], 500 + number // 2)[seat]
    return share, rollouts.played, rollouts.decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1.0, help="a decision of the rollout player")
    parser.add_argument("--bot", default="master")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    shares: list[float] = []
    played = decided = 0
    with ProcessPoolExecutor(asked.workers) as pool:
        for share, looked, decisions in pool.map(partial(one_game, asked.bot, asked.seconds), range(asked.games)):
            shares.append(share)
            played, decided = played + looked, decided + decisions
            print(
                f"{len(shares)} games: {asked.bot} {100 * fmean(shares):.1f} %; "
                f"{played / max(1, decided):.0f} rollouts a decision, {decided / len(shares):.0f} decisions a game",
                flush=True,
            )


if __name__ == "__main__":
    main()
