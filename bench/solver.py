"""What solving costs: `python -m bench.solver [--json FILE]` prints every figure of docs/solver.md.

The demo duel cold (compilation included, empty caches) and warm, each in a process of its own with its peak memory; the
coach after loading; and one small duel by the plain solver, by Storm and by the fast solver, side by side.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from niten.booklet import find_duel
from niten.core import CHANCE, NOBODY, SeededDice, Step
from niten.samurai import Samurai, State
from niten.solver.certify import solve
from niten.solver.coach import Coach
from niten.solver.store import Store
from niten.speed.coach import answers, spread
from niten.speed.demo import DEMO, solve_apart
from niten.speed.solver import side_by_side, small_duel
from niten.speed.timing import once


def in_process(folder: Path, compiled: Path) -> dict[str, Any]:
    """The demo duel in a new process that compiles, or has compiled code kept in a folder."""
    begun = time.perf_counter()
    found = solve_apart(folder, warm=False, environment={"NUMBA_CACHE_DIR": str(compiled)})
    return found | {"process_seconds": round(time.perf_counter() - begun, 2)}


def coach(folder: Path, games: int) -> dict[str, Any]:
    """Every decision of some duels, each asked once; and positions that nobody gets into who plays well."""
    duel = Samurai(find_duel(DEMO))
    begun = time.perf_counter()
    mapped = solve(duel, store=Store(folder))
    opened = time.perf_counter() - begun
    helper = Coach(mapped)
    answers(helper, SeededDice(0))  # loads the compiled code
    times = [seconds for seed in range(games) for seconds in answers(helper, SeededDice(seed + 1))]
    asked: list[list[float]] = []
    positions = list(hoards(duel, 300))
    for _ in range(3):  # each time after another position; the median is the program's, not the machine's
        asked.append([])
        for state in positions:
            begun = time.perf_counter()
            helper.moves(state)
            asked[-1].append(time.perf_counter() - begun)
    rich = [median(each) for each in zip(*asked, strict=True)]
    return {"open_ms": round(1000 * opened, 1), "played": summed(times), "hoarded": summed(rich)}


def summed(times: list[float]) -> dict[str, Any]:
    return {"answers": len(times)} | {f"{name}_ms": round(value, 2) for name, value in spread(times).items()}


def hoards(duel: Samurai, count: int) -> Iterator[State]:
    """Positions in all phases with 30 to 113 concentration: the more there is to buy, the more there is to compute."""
    chosen = random.Random(1)
    page = duel.duel.player
    while count:
        number, points = chosen.randint(3, page.rounds), chosen.randint(30, 113)
        if points > 6 * sum(page.dice[: number - 1]):
            continue
        own = f"health={chosen.randint(1, page.health)} ki={chosen.randint(0, page.ki)} concentration={points}"
        state = duel.read_position(f"phase=announce round={number} {own} opponent={chosen.randint(1, 10)}")
        for _ in range(chosen.randint(0, 6)):
            after = duel.advance(state, chosen.choice(steps(duel, state)))
            if after.round != number or duel.actor(after) == NOBODY:
                break
            state = after
        if duel.actor(state) not in (CHANCE, NOBODY):
            count -= 1
            yield state


def steps(duel: Samurai, state: State) -> Sequence[Step]:
    return duel.chance(state).outcomes if duel.actor(state) == CHANCE else duel.legal_moves(state)


def in_all_ways() -> dict[str, Any]:
    """One small duel three times over: two rounds with two dice and one. Processor time of all cores together."""
    duel = small_duel(2, 1)
    with tempfile.TemporaryDirectory() as folder:
        runners = side_by_side(duel, Path(folder))
        runners["fast"].work()  # compiled
        taken = {
            name: median(once(runner) for _ in range(9 if name == "fast" else 1)) for name, runner in runners.items()
        }
    ours = taken["fast"]
    return {
        "fast_ms": round(1000 * ours, 2),
        "plain_seconds": round(taken["plain"], 2),
        "storm_seconds": round(taken["storm"], 2),
        "storm_check_seconds": round(taken["check"], 2),
        "times_faster_than_plain": round(taken["plain"] / ours),
        "times_faster_than_storm": round(taken["storm"] / ours),
        "times_faster_than_storm_checking_alone": round(taken["check"] / ours),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="duels for the coach")
    parser.add_argument("--only", choices=["demo", "small"], help="leave the other part out")
    asked = parser.parse_args()
    result: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.only != "small":
            result["cold"] = in_process(folder / "one", folder / "compiled")
            result["warm"] = in_process(folder / "two", folder / "compiled")
            result["coach"] = coach(folder / "two", asked.games)
        if asked.only != "demo":
            result["small"] = in_all_ways()
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
