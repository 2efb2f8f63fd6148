"""What looking ahead is good for: `python -m bench.race_ahead [--games 3000] [--turns 3] [--workers 2]`.

The net that judges the ends of its own turn, and the same net that looks further, as master does: two at a standard
board, each deal played in both seatings with the same dice.
"""

import argparse

from niten.bots import registry
from niten.bots.race.net import judging, shipped_net
from niten.bots.race.players import NODES, RacePlayer
from niten.bots.race.search import SearchJudge
from niten.bots.standings import standings
from niten.bots.tournament import MAX_TURNS, Tournament
from niten.dragon import Colour, Setup

NET = shipped_net()[0]
# On the level of the module, so that the workers know them too.
registry.DRAGON_BOTS = {
    **registry.DRAGON_BOTS,
    "one-turn": RacePlayer(judging(NET)),
    "two-turns": RacePlayer(SearchJudge(NET, nodes=NODES, turns=2)),
    "three-turns": RacePlayer(SearchJudge(NET, nodes=NODES, turns=3)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--turns", type=int, choices=[2, 3], default=3)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    bots = ("one-turn", {2: "two-turns", 3: "three-turns"}[asked.turns])
    held = Tournament(bots, Setup(tuple(Colour)[:2], max_turns=MAX_TURNS), 1)
    played = sorted(held.play_all(range(asked.games // held.deal_size), workers=asked.workers))
    for bot in standings(held, played).bots:
        low, high = bot.interval
        print(f"{bot.name}: {100 * bot.win_share:.1f} % ({100 * low:.1f} to {100 * high:.1f}), {bot.games} games")


if __name__ == "__main__":
    main()
