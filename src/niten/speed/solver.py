"""The solver: the demo duel as one waits for it, and a small duel beside Storm and the plain solver."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import niten
from niten.booklet import find_duel
from niten.samurai import Samurai, duel_data, parse_duel
from niten.solver import PlainSolver
from niten.solver.certify import solve
from niten.solver.export import GOAL, to_drn
from niten.speed.demo import DEMO, rounds, solve_apart
from niten.speed.figures import Asked, Figure, Found, Peer
from niten.speed.packages import STORM
from niten.speed.timing import Did, Pace, Runner, in_turns, once

_NEAR = 1e-5  # what Storm promises is 1e-6
_EASY: dict[str, Any] = {"defense": 1, "counter": 3, "effect": "health 1"}
_HARD: dict[str, Any] = {"defense": 2, "counter": 4, "effect": "health 2"}
_REWARDS: list[dict[str, Any]] = [
    {"price": 2, "reward": "ki", "amount": 1},
    {"price": 3, "reward": "attack", "amount": 4},
    {"price": 4, "reward": "defense", "amount": 4},
    {"price": 5, "reward": "opponent", "amount": 1},
    {"price": 6, "reward": "strike"},
]


def measure(asked: Asked) -> Iterator[Found]:
    """The demo duel by the clock, on all cores; the small one in processor time, of all cores together."""
    solved = solve_apart(asked.folder, rounds(asked), progress=lambda share: asked.progress(0.7 * share))
    name, seconds = "short" if asked.quick else "demo", solved["seconds"]
    yield Figure("solver", name, seconds, "s", 1, None, seconds)
    yield Figure("solver", f"{name}-states", solved["states"], "states", 1, None, seconds)
    yield Figure("solver", f"{name}-gap", 100 * (solved["upper"] - solved["lower"]), "%", 1, None, seconds)
    if solved["peak_mb"] is not None:  # not every system tells
        yield Figure("solver", f"{name}-memory", solved["peak_mb"], "MB", 1, None, seconds)
    runners = side_by_side(small_duel(1) if asked.quick else small_duel(1, 1), asked.folder)
    plain = 1000 * once(runners.pop("plain"))
    paces = in_turns(runners, asked.seconds, lambda share: asked.progress(0.8 + 0.2 * share))
    peers = {
        "plain": Peer("PlainSolver", niten.__version__, plain),
        "storm": STORM.peer("", _milliseconds(paces, "storm")),
        "check": STORM.peer("", _milliseconds(paces, "check")),
    }
    ours = paces["fast"]
    for name, peer in peers.items():
        total = ours.total
        yield Figure("solver", f"small-{name}", ours.milliseconds, "ms", total.games, None, total.seconds, peer)
    if "storm" not in runners:
        yield STORM.missing("solver")


def _milliseconds(paces: Mapping[str, Pace], name: str) -> float | None:
    return paces[name].milliseconds if name in paces else None


def small_duel(*dice: int) -> Samurai:
    """So many dice in each round; Ki, every reward, no injuries."""
    lines = [{"sum": number} | (_HARD if number in (3, 9) else _EASY) for number in range(1, 19)]
    data = duel_data(find_duel(DEMO))
    page = data["player"] | {"dice": list(dice), "ki": 1, "health": 2, "concentration": _REWARDS}
    return Samurai(parse_duel(data | {"health": 3, "lines": lines, "player": page}, "small"))


def side_by_side(duel: Samurai, folder: Path) -> dict[str, Runner]:
    """The same duel solved in every way there is here: `check` is Storm when it has read the model already.

    A way that finds something else is not worth measuring.
    """
    truth = solve(duel).start.lower

    def checked(value: float) -> Did:
        assert abs(value - truth) < _NEAR, (value, truth)
        return Did(1, 1)

    runners = {
        "fast": Runner(lambda: checked(solve(duel).start.lower), time.process_time),
        "plain": Runner(lambda: checked(PlainSolver(duel).value(duel.start())), time.process_time),
    }
    stormpy = STORM.load()
    if stormpy is None:
        return runners
    file = folder / "duel.drn"
    file.write_text(to_drn(duel), encoding="utf-8")
    formula = stormpy.parse_properties(f'Pmax=? [F "{GOAL}"]')[0]

    def read() -> Any:
        return stormpy.build_model_from_drn(str(file))

    def check(model: Any) -> Did:
        return checked(stormpy.model_checking(model, formula).get_value(model.initial_states[0]))

    model = read()
    runners["storm"] = Runner(lambda: check(read()), time.process_time)
    runners["check"] = Runner(lambda: check(model), time.process_time)
    return runners
