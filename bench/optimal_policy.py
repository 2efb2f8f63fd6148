"""A million duels of the optimal policy against the certified interval: `python -m bench.optimal_policy`.

Prints JSON; the mean should lie within 4 standard errors of the interval [lower, upper].
"""

import argparse
import json
import sys
import time
from pathlib import Path

from niten.booklet import find_duel
from niten.samurai import EDITIONS, Samurai
from niten.samurai.switches import switches_data
from niten.solver.certify import DEFAULT_GAP, solve
from niten.solver.simulation import simulate
from niten.solver.store import Store

MOST_ERRORS = 4.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--duels", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duel", default="oda-nobunaga", help="an id of the booklet, or a file")
    parser.add_argument("--edition", default="en", choices=["en", "fr"])
    parser.add_argument("--gap", type=float, default=DEFAULT_GAP, help="of the certified interval")
    parser.add_argument("--cache", type=Path, help="folder of solved duels; the user's own unless told")
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()

    game = Samurai(find_duel(options.duel), EDITIONS[options.edition])
    begun = time.perf_counter()
    solution = solve(game, gap=options.gap, store=Store(options.cache), threads=options.threads)
    solved = time.perf_counter()
    played = simulate(solution.lower, options.duels, options.seed, threads=options.threads)
    lower, upper = solution.start
    distance = max(lower - played.mean, played.mean - upper, 0.0)
    errors = distance / played.error if distance else 0.0
    result = {
        "duel": game.duel.id,
        "rules": switches_data(game.switches),
        "seed": options.seed,
        "duels": options.duels,
        "wins": played.wins,
        "mean": played.mean,
        "standard_error": played.error,
        "lower": lower,
        "upper": upper,
        "distance_in_standard_errors": errors,
        "seconds_solving": round(solved - begun, 1),
        "seconds": round(time.perf_counter() - solved, 1),
    }
    print(json.dumps(result, indent=1))
    return 0 if errors <= MOST_ERRORS else 1


if __name__ == "__main__":
    sys.exit(main())
