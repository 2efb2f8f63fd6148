"""How fast random games are, core against core with OpenSpiel's C++ in one run: python -m bench.simulator

One core as `niten bench simulator` measures it, for longer; then one core and all of them by the clock, in turns.
Any environment with Niten and OpenSpiel can be measured, an installed wheel as well as the source tree: the first line
tells which.
"""

import tempfile
import time
from pathlib import Path

import niten
from niten.simulate import simulate
from niten.simulate.batch import cores
from niten.speed import Asked
from niten.speed.open_spiel import MAEDN, PIG
from niten.speed.simulator import GAMES, one_core

ROUNDS = 7


def main() -> None:
    print(f"niten {niten.__version__} in {Path(niten.__file__).parent}")
    with tempfile.TemporaryDirectory() as folder:
        paces = one_core(Asked(10.0, 1, Path(folder)))
    for name, pace in paces.items():
        rates = f"{pace.games_a_second:12,.0f} games {pace.steps_a_second:14,.0f} decisions"
        print(f"{name.partition('(')[0]:16} {rates} a second on one core")
    times = paces["duel"].steps_a_second / paces[PIG].steps_a_second
    print(f"duel against pig: {times:.1f} times the decisions")
    times = paces["race-2"].games_a_second / paces[MAEDN].games_a_second
    print(f"race against maedn: {times:.1f} times the games")
    for (name, game), games in zip(GAMES.items(), (3_000_000, 300_000), strict=True):
        clock, spent = dict[int, float](), dict[int, float]()
        for threads in (1, cores()) * ROUNDS:
            begun = time.process_time()
            took = simulate(game, games=games, seed=1, threads=threads).seconds
            clock[threads] = min(took, clock.get(threads, took))
            work = time.process_time() - begun
            spent[threads] = min(work, spent.get(threads, work))
        rates = ", ".join(f"{games / took:,.0f} on {threads}" for threads, took in clock.items())
        print(f"{name}: games a second by the clock: {rates} ({clock[1] / clock[cores()]:.2f} times)")
        print(
            f"{name}: the same work takes {spent[cores()] / spent[1]:.2f} times the processor time on {cores()} threads"
        )


if __name__ == "__main__":
    main()
