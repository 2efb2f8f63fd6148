"""How fast the environments are: `python -m bench.environments` prints the figures of docs/research.md.

As `niten bench environments` does, five seconds for each.
"""

import argparse
import json
import tempfile
from pathlib import Path

from niten.speed import Asked, Figure
from niten.speed.environments import measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = [one for one in measure(Asked(given.seconds, 1, Path(folder))) if isinstance(one, Figure)]
    if given.json:
        print(json.dumps({one.name: round(one.value) for one in found}))
        return
    for one in found:
        print(f"{one.value:>10,.0f} steps a second   {one.name}")


if __name__ == "__main__":
    main()
