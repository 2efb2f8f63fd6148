"""How long sheets take: `python -m bench.printing [--duels 39]`. Each is set in a process that has set nothing before.

The duels of the booklet are the demo duel with other figures, so that no page is like another.
"""

import argparse
import json
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import replace

from niten.booklet import find_duel
from niten.printing import booklet, duel_sheet, race_sheets

ODA = find_duel("oda-nobunaga")


def duel(_: int) -> bytes:
    return duel_sheet(ODA, "de")


def race(_: int) -> bytes:
    return race_sheets("de")


def whole(count: int) -> bytes:
    pages = (replace(ODA.player, health=1 + n % 30, ki=n % 20, dice=ODA.player.dice[n % 3 :]) for n in range(count))
    made = (
        replace(ODA, id=f"duel-{n}", name=f"Oda Nobunaga {n}", health=1 + n % 40, player=page)
        for n, page in enumerate(pages)
    )
    return booklet("de", chosen=made)


def measure(name: str, make: Callable[[int], bytes], count: int) -> None:
    begun = time.perf_counter()
    pdf = make(count)
    taken = round(time.perf_counter() - begun, 2)
    print(json.dumps({"sheet": name, "seconds": taken, "kilobytes": len(pdf) // 1000}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--duels", type=int, default=39, help="in the booklet")
    asked = parser.parse_args()
    for name, make in {"duel": duel, "race": race, "booklet": whole}.items():
        alone = multiprocessing.get_context("spawn").Process(target=measure, args=(name, make, asked.duels))
        alone.start()
        alone.join()


if __name__ == "__main__":
    main()
