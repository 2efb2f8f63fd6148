"""How fast the environments are: `python -m bench.environments` prints the figures of docs/research.md.

As `niten bench environments` does, and vector environments of several sizes beside Blackjack.
"""

import argparse
import tempfile
from pathlib import Path

from niten.speed import Asked, Figure
from niten.speed.environments import BLACKJACK, blackjack, measure, vectors
from niten.speed.timing import in_turns

SIZES = (64, 1024, 8192)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for one in measure(Asked(given.seconds, 1, Path(folder))):
            if isinstance(one, Figure):
                print(f"{one.value:>12,.0f} steps a second   {one.name}")
    for size in SIZES:
        paces = in_turns({BLACKJACK: blackjack(1)} | vectors(1, size), given.seconds)
        peer = paces.pop(BLACKJACK).steps_a_second
        for name, found in paces.items():
            pace = found.steps_a_second
            print(f"{pace:>12,.0f} steps a second, {pace / peer:.0f} times {BLACKJACK}   {name}, {size} together")


if __name__ == "__main__":
    main()
