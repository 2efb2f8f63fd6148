"""The demo duel solved in a process of its own, so that the memory is the solver's: `python -m niten.speed.demo`.

It prints lines of JSON: how far it is, and at the end what it found. The solution is left in a folder.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from niten.booklet import find_duel
from niten.samurai import Samurai
from niten.solver.certify import DEFAULT_GAP, certify_level, solve
from niten.solver.solution import Solution
from niten.solver.store import Store
from niten.speed.figures import Asked, Failed

DEMO = "oda-nobunaga"
_WHOLE, _SHORT, _SHORTEST = 20, 5, 2
_GAPS = {_WHOLE: DEFAULT_GAP, _SHORT: 0.02}
_LEVELS = {_WHOLE: 1, _SHORT: 0}  # of the ladder, where these are found


def demo(rounds: int) -> Samurai:
    """The demo duel, or its first rounds."""
    duel = find_duel(DEMO)
    return Samurai(replace(duel, player=replace(duel.player, dice=duel.player.dice[:rounds])))


def rounds(asked: Asked) -> int:
    """How much of it is solved."""
    return _SHORT if asked.quick else _WHOLE


def solve_apart(
    folder: Path,
    rounds: int = _WHOLE,
    *,
    warm: bool = True,
    environment: Mapping[str, str] | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> dict[str, Any]:
    """Seconds, states, the interval and the peak memory; what has to be compiled or loaded first is not counted."""
    command = [sys.executable, "-m", "niten.speed.demo", str(folder), str(rounds), str(int(warm))]
    found: dict[str, Any] = {}
    folder.mkdir(parents=True, exist_ok=True)
    with (
        (folder / "demo.log").open("w+", encoding="utf-8", errors="replace") as log,
        subprocess.Popen(  # noqa: S603 — our own program
            command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **(environment or {})}
        ) as process,
    ):
        assert process.stdout
        try:
            for line in process.stdout:
                found = json.loads(line)
                progress(found.get("progress", 1.0))
            code = process.wait()
        finally:
            process.kill()  # whoever interrupts this does not want it to go on alone
        if code:
            log.seek(0)
            raise Failed(part="solver", reason=log.read()[-2000:])
    return found


def solution(asked: Asked) -> Solution:
    """The demo duel as it was solved in this run; solved now if it was not."""
    game = demo(rounds(asked))
    if not Store(asked.folder).path(game, "win").exists():
        solve_apart(asked.folder, rounds(asked), progress=lambda share: asked.progress(0.9 * share))
    return solve(game, gap=_GAPS[rounds(asked)], store=Store(asked.folder))


def peak_mb() -> float | None:
    """The most memory this process has taken so far, where the system tells."""
    try:
        import resource  # noqa: PLC0415 — not everywhere
    except ImportError:
        return None
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def _main(folder: Path, rounds: int, warm: bool) -> None:
    if warm:
        certify_level(demo(_SHORTEST), "win", _LEVELS[rounds], np.float32)
    shown = 0.0

    def tell(share: float) -> None:
        nonlocal shown
        if share - shown > 0.01:
            shown = share
            _print({"progress": share})

    begun = time.perf_counter()
    solved = solve(demo(rounds), gap=_GAPS[rounds], store=Store(folder), progress=tell)
    seconds = time.perf_counter() - begun
    bounds = {"lower": solved.start.lower, "upper": solved.start.upper}
    _print({"seconds": seconds, "states": solved.states, **bounds, "peak_mb": peak_mb()})


def _print(what: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "1")
