"""How fast tournaments are, and what the same dice in every seating are good for: `python -m bench.tournament [deals]`.

Pairing: the greedy bot plays against one that leaves one decision in ten to chance. Printed is the variance of the win
shares as a part of what it would be if every game had dice of its own, with the error of that figure from ten parts.
"""

import sys
import time
from statistics import fmean, stdev

from niten.bots import registry
from niten.bots.bot import RandomBot
from niten.bots.dragon_greedy import GreedyBot
from niten.bots.standings import standings
from niten.bots.tournament import MAX_TURNS, Tournament
from niten.core import Dice, Step
from niten.dragon import Colour, Dragon, Setup, State

PARTS = 10


class Careless:
    def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
        return (RandomBot() if dice.below(10) == 0 else GreedyBot()).choose(game, state, dice)


# On the level of the module, so that the workers know them too.
registry.DRAGON_BOTS = {**registry.DRAGON_BOTS, "careless": Careless(), "twin": GreedyBot()}


def tournament(bots: str, players: int) -> Tournament:
    return Tournament(tuple(bots.split(",")), Setup(tuple(Colour)[:players], max_turns=MAX_TURNS), 1)


def speed() -> None:
    """Games per second of processor time on one core."""
    for bots in ("random,greedy", "greedy,twin"):
        for players in (2, 4):
            held = tournament(bots, players)
            held.play(0)  # fill the caches
            begun = time.process_time()
            games = sum(len(deal.winners) for deal in held.play_all(range(1, 1 + 400 // held.deal_size)))
            print(f"{bots}, {players} players: {games / (time.process_time() - begun):.0f} games a second")


def pairing(deals: int) -> None:
    for players in range(2, 6):
        held = tournament("careless,greedy", players)
        played = sorted(held.play_all(range(deals), workers=2))
        parts = [standings(held, played[n::PARTS]).pairing or 0 for n in range(PARTS)]
        found = standings(held, played)
        shares = ", ".join(f"{bot.name} {bot.win_share:.3f}" for bot in found.bots)
        error = stdev(parts) / PARTS**0.5
        print(f"{players} players: {fmean(parts):.2f} ± {error:.2f} ({shares}; {found.games} games)")


if __name__ == "__main__":
    speed()
    pairing(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
