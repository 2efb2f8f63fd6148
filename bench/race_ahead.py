"""What looking ahead is good for: `python -m bench.race_ahead [--games 2000] [--turns 1 2 3] [--workers 2]`.

The net that judges the ends of its own turn, and the same net looking one and two turns further, each against strong:
two at a standard board, every deal in both seatings, the same dice for all of them. Three turns are what master does.
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
AHEAD = {
    1: RacePlayer(judging(NET)),
    2: RacePlayer(SearchJudge(NET, nodes=NODES, turns=2)),
    3: RacePlayer(SearchJudge(NET, nodes=NODES, turns=3)),
}
# On the level of the module, so that the workers know them too.
registry.DRAGON_BOTS = {**registry.DRAGON_BOTS, **{f"turns-{turns}": bot for turns, bot in AHEAD.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--turns", type=int, nargs="+", choices=list(AHEAD), default=list(AHEAD))
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    for turns in asked.turns:
        held = Tournament(("strong", f"turns-{turns}"), Setup(tuple(Colour)[:2], max_turns=MAX_TURNS), 1)
        played = sorted(held.play_all(range(asked.games // held.deal_size), workers=asked.workers))
        ahead = next(bot for bot in standings(held, played).bots if bot.name != "strong")
        low, high = ahead.interval
        print(f"{turns}: {100 * ahead.win_share:.1f} % ({100 * low:.1f} to {100 * high:.1f})", flush=True)


if __name__ == "__main__":
    main()
