"""How the interval of a hard duel shrinks: `python -m bench.ladder [--his 16] [--own 8] [--rungs 1 2 3 4]`.

The demo duel with more health for him and less for the player: about even, with many injuries on the way, which is what
the classes of bodies find hardest.
"""

import argparse
import json
import time

import numpy as np

from niten.solver.certify import certify_level
from niten.solver.classes import deep_zones, rung
from testkit.duels import game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--his", type=int, default=16, help="his health")
    parser.add_argument("--own", type=int, default=8, help="the player's health")
    parser.add_argument("--rungs", type=int, nargs="+", default=[1, 2, 3, 4])
    asked = parser.parse_args()
    duel = game("en", health=asked.his, player={"health": asked.own})
    for level in asked.rungs:
        begun = time.perf_counter()
        start = certify_level(duel, "win", level, np.float32).start
        found = {"rung": level, "classes": sum(map(len, rung(level, deep_zones(duel))))}
        found |= {"lower": round(start.lower, 5), "upper": round(start.upper, 5), "gap": round(start.gap, 5)}
        print(json.dumps(found | {"seconds": round(time.perf_counter() - begun)}), flush=True)


if __name__ == "__main__":
    main()
