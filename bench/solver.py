"""What solving costs: `python -m bench.solver [--json FILE]` prints every figure of docs/solver.md.

The demo duel cold (compilation included, empty caches) and warm, each in a process of its own with its peak memory; the
coach after loading; and one small duel by the plain solver, by Storm and by the fast solver, side by side.
"""

import argparse
import importlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.samurai.duels import game, lines
from tests.solver.small import EVERY_REWARD

from niten.booklet import find_duel
from niten.core import CHANCE, NOBODY, SeededDice, Step
from niten.samurai import Samurai, State
from niten.solver import PlainSolver
from niten.solver.certify import solve
from niten.solver.coach import Coach
from niten.solver.export import GOAL, to_drn
from niten.solver.store import Store

DEMO = "oda-nobunaga"


def demo(folder: Path) -> dict[str, Any]:
    """Solve the demo duel in this process."""
    begun = time.perf_counter()
    solution = solve(Samurai(find_duel(DEMO)), store=Store(folder))
    return {
        "seconds": round(time.perf_counter() - begun, 2),
        "lower": solution.start.lower,
        "upper": solution.start.upper,
        "states": solution.states,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def in_process(folder: Path, compiled: Path) -> dict[str, Any]:
    """The same in a new process, with compiled code kept in a folder."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(compiled)}
    command = [sys.executable, "-m", "bench.solver", "--demo", str(folder)]
    begun = time.perf_counter()
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    return json.loads(output) | {"process_seconds": round(time.perf_counter() - begun, 2)}


def coach(folder: Path, games: int) -> dict[str, Any]:
    """Every decision of some duels, each asked once; and positions that nobody gets into who plays well."""
    duel = Samurai(find_duel(DEMO))
    begun = time.perf_counter()
    mapped = solve(duel, store=Store(folder))
    opened = time.perf_counter() - begun
    helper = Coach(mapped)
    times: list[float] = []
    for seed in range(-1, games):  # the first one loads the compiled code
        state, dice = duel.start(), SeededDice(seed + 1)
        while duel.actor(state) != NOBODY:
            if duel.actor(state) == CHANCE:
                state = duel.advance(state, duel.chance(state).draw(dice))
                continue
            begun = time.perf_counter()
            moves = helper.moves(state)
            if seed >= 0:
                times.append(time.perf_counter() - begun)
            state = duel.advance(state, max(moves, key=lambda move: moves[move]))
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
    slowest = sorted(times)
    return {
        "answers": len(times),
        "median_ms": round(1000 * median(times), 2),
        "p99_ms": round(1000 * slowest[int(0.99 * len(slowest))], 2),
        "worst_ms": round(1000 * slowest[-1], 2),
    }


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


def side_by_side() -> dict[str, Any]:
    """One small duel three times over: two rounds with two dice and one, Ki, every reward, no injuries."""
    hard: dict[str, Any] = {"defense": 2, "counter": 4, "effect": "health 2"}
    his = lines({"defense": 1, "counter": 3, "effect": "health 1"}, line_3=hard, line_9=hard)
    duel = game("en", health=3, lines=his, player={"dice": [2, 1], "ki": 1, "health": 2} | EVERY_REWARD)
    solve(duel)  # compiled
    fast: list[float] = []
    for _ in range(9):
        begun = time.perf_counter()
        value = solve(duel).start.lower
        fast.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    plain = PlainSolver(duel)
    judged = plain.value(duel.start())
    plain_seconds = time.perf_counter() - begun
    stormpy: Any = importlib.import_module("stormpy")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "duel.drn"
        file.write_text(to_drn(duel))
        begun = time.perf_counter()
        model = stormpy.build_model_from_drn(str(file))
        built = time.perf_counter() - begun
        formula = stormpy.parse_properties(f'Pmax=? [F "{GOAL}"]')[0]
        begun = time.perf_counter()
        found = stormpy.model_checking(model, formula).get_value(model.initial_states[0])
        checked = time.perf_counter() - begun
    ours = median(fast)
    return {
        "states": len(plain.values),
        "values": [value, judged, found],
        "fast_ms": round(1000 * ours, 2),
        "plain_seconds": round(plain_seconds, 2),
        "storm_build_seconds": round(built, 2),
        "storm_check_seconds": round(checked, 2),
        "times_faster_than_plain": round(plain_seconds / ours),
        "times_faster_than_storm": round((built + checked) / ours),
        "times_faster_than_storm_checking_alone": round(checked / ours),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--demo", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--games", type=int, default=20, help="duels for the coach")
    parser.add_argument("--only", choices=["demo", "small"], help="leave the other part out")
    asked = parser.parse_args()
    if asked.demo:
        print(json.dumps(demo(asked.demo)))
        return
    result: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.only != "small":
            result["cold"] = in_process(folder / "one", folder / "compiled")
            result["warm"] = in_process(folder / "two", folder / "compiled")
            result["coach"] = coach(folder / "two", asked.games)
        if asked.only != "demo":
            result["small"] = side_by_side()
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
