"""How far the players are from perfect: `python -m bench.race_truth [--master NODES] [--large]`.

Small races are solved exactly. Then a player is followed through every position it can get into against a perfect one:
what it loses is exact as well, no game is played. A closed path is one on which both have arrived already.
"""

import argparse
import json
import time
from typing import Any, NamedTuple

from niten.bots.race.net import judging, shipped_net
from niten.bots.race.players import own_progress, taking_others_for_greedy
from niten.bots.race.search import SearchJudge
from niten.bots.race.truth import Follow, Truth
from niten.bots.race.turn import RowJudge
from niten.dragon import Board, Colour, Dragon, Path, Powers, Setup, State

ARRIVED = ((5, 4), (4, 5), (5, 3), (3, 5))
"""The numbers on which the two stand on closed paths."""


class Small(NamedTuple):
    """A race of two with some paths closed."""

    plain: int
    open_paths: int
    powers: Powers = Powers.NONE

    def make(self) -> tuple[Dragon, State]:
        board = Board("small", (Path(self.plain),) * 5)
        game = Dragon(Setup((Colour.BLACK, Colour.RED), board, self.powers, starts=0))
        start = game.start()
        closed = 5 - self.open_paths
        arrived = tuple((self.plain + one, self.plain + other) for one, other in ARRIVED[:closed])
        return game, start._replace(spaces=(*arrived, *start.spaces[closed:]))


RACES = (Small(1, 2), Small(3, 2), Small(8, 1), Small(1, 2, Powers.OWN), Small(8, 1, Powers.ANY))
LARGE = (Small(8, 2), Small(1, 3))


def measure(small: Small, players: dict[str, RowJudge]) -> dict[str, Any]:
    """Perfect play, and what each player loses against it, as a mean over both seats."""
    game, start = small.make()
    begun = time.perf_counter()
    truth = Truth(game, start)
    seconds = time.perf_counter() - begun
    best = truth.value(start)
    result: dict[str, Any] = {
        "plain": small.plain,
        "open": small.open_paths,
        "powers": str(small.powers),
        "positions": truth.positions * truth.counters * 2,
        "sweeps": truth.sweeps,
        "seconds": round(seconds, 1),
        "error": truth.error,
        "first": round(best, 6),
        "loses": {},
    }
    for name, judge in players.items():
        as_first = best - Follow(truth, (judge, truth.judge), start).value()
        as_second = Follow(truth, (truth.judge, judge), start).value() - best
        result["loses"][name] = round((as_first + as_second) / 2, 6)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--master", type=int, default=300, help="solved turns that master may use in a turn")
    parser.add_argument("--large", action="store_true", help="the large ones too: minutes")
    asked = parser.parse_args()
    net = shipped_net()[0]
    players: dict[str, RowJudge] = {
        "own progress": own_progress,
        "the net": judging(net),
        "strong, without its errors": taking_others_for_greedy(judging(net)),
        "master": SearchJudge(net, nodes=asked.master),
    }
    for small in (*RACES, *(LARGE if asked.large else ())):
        print(json.dumps(measure(small, players)), flush=True)


if __name__ == "__main__":
    main()
