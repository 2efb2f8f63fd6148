"""Kernels and plain engine side by side: python -m bench.simulator_equality [games] [seed]

Random duels of the whole booklet under every edition, and random races of every kind, one race for 20 duels. Every
state, every legal set and every outcome is compared; anything different stops it.
"""

import sys
import time
from itertools import cycle, islice, product

from niten.booklet import duels
from niten.dragon import Dragon
from niten.samurai import EDITIONS, Samurai
from testkit.kernels import compare
from testkit.races import many_setups

GAMES = 100_000
TOGETHER = 100


def main(games: int, seed: int = 0) -> None:
    begun, decisions = time.perf_counter(), 0
    races, fought = games // 21, games - games // 21
    for number, (duel, edition) in enumerate(
        islice(cycle(product(duels().values(), EDITIONS.values())), fought // TOGETHER)
    ):
        decisions += compare(Samurai(duel, edition), TOGETHER, seed=number + seed * games, width=4000, every=20)
    print(f"{fought // TOGETHER * TOGETHER:,} duels, {decisions:,} decisions, {time.perf_counter() - begun:.0f} s")
    before = decisions
    for number, setup in enumerate(islice(cycle(many_setups()), races)):
        decisions += compare(Dragon(setup), 1, seed=number + seed * games, every=20)
    print(f"{races:,} races, {decisions - before:,} decisions, {time.perf_counter() - begun:.0f} s: all equal")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or [GAMES]))
