"""A duel solved from the terminal: a bar while that takes, and the answer in words."""

import math
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from niten.core import NitenError
from niten.samurai import Samurai
from niten.samurai.switches import named
from niten.terminal.console import Terminal
from niten.terminal.samurai_words import stars
from niten.texts import decimal, percent

if TYPE_CHECKING:
    from niten.solver.coach import Coach
    from niten.solver.solution import Interval, Solution

GAP = 0.002
"""How far apart the bounds may be unless somebody wants them closer: the solver's own default."""

_EXTRA = ("numba", "numpy")
_GOALS = {"win": ("solve.goal-win", "solve.win"), "survive": ("solve.goal-survive", "solve.survive")}
_FEWEST, _MOST, _EXACT = 2, 9, 4  # decimals of a percentage


class NoSolver(NitenError):
    """The packages that the solver is made with are not installed, or cannot be loaded."""

    code = "no-solver"


def has_solver() -> bool:
    """Whether what the solver needs is installed; looked up without loading it."""
    return all(find_spec(name) for name in _EXTRA)


def solve(terminal: Terminal, game: Samurai, *, goal: str = "win", gap: float = GAP, cache: bool = True) -> "Solution":
    """The duel solved, or taken from the cache. The solver is loaded only now: it takes its time."""
    try:
        from niten.solver import certify  # noqa: PLC0415
        from niten.solver.store import Store  # noqa: PLC0415
    except ImportError as error:
        if (error.name or "").startswith("niten"):
            raise  # our own mistake
        raise NoSolver(reason=error.msg) from error
    with _progress(terminal, game.duel.name) as progress:
        return certify.solve(game, goal=goal, gap=gap, store=Store() if cache else None, progress=progress)


def is_solved(game: Samurai) -> bool:
    """Whether the cache has something about this duel."""
    if not has_solver():
        return False
    from niten.solver.store import Store  # noqa: PLC0415

    return Store().path(game, "win").exists()


def make_coach(terminal: Terminal, game: Samurai, *, cache: bool = True) -> "Coach":
    """Somebody who knows what every move of this duel is worth."""
    solution = solve(terminal, game, cache=cache)
    from niten.solver.coach import Coach  # noqa: PLC0415

    with _progress(terminal, game.duel.name) as progress:
        progress(1.0)
        coach = Coach(solution)
        coach.value(game.start())  # the very first answer has to be compiled
    return coach


@contextmanager
def _progress(terminal: Terminal, name: str) -> Generator[Callable[[float], None]]:
    """A bar on the error output, gone when all is done; nothing in a pipe, nor where nothing is redrawn."""
    if terminal.plain or not sys.stderr.isatty():
        yield lambda _: None
        return
    from niten.terminal.progress import make_bar  # noqa: PLC0415

    with make_bar(terminal) as bar:
        task = bar.add_task(terminal.say("solve.working", name=name), total=1.0)

        def show(share: float) -> None:
            if not 0 < bar.tasks[0].completed <= share:
                bar.reset(task)  # the clock starts now: compiled and ready, or again, with finer tables
            bar.update(task, completed=share)

        yield show


def answer(terminal: Terminal, solution: "Solution", wanted: float) -> list[str]:
    """What was found, in a few lines."""
    say, language = terminal.say, terminal.language
    duel = solution.game.duel
    goal, chance = _GOALS[solution.goal]
    edition = named(solution.game.switches, terminal.language)
    states = {"count": solution.states, "states": decimal(language, solution.states, 0)}
    lines = [
        say("solve.head", name=duel.name, stars=stars(duel), edition=edition, goal=say(goal)),
        say(chance, chance=_chance(terminal, solution)),
        say(
            "solve.cached" if solution.cached else "solve.solved",
            seconds=decimal(language, solution.seconds, 1),
            **states,
        ),
    ]
    if solution.start.gap > wanted:
        gaps = {"gap": _significant(language, solution.start.gap), "wanted": _significant(language, wanted)}
        lines.append(say("solve.too-wide", **gaps))
    return lines


def _chance(terminal: Terminal, solution: "Solution") -> str:
    """The interval, rounded outwards and with enough decimals to tell its ends apart; or the value itself."""
    start, language = solution.start, terminal.language
    if solution.is_exact:
        return terminal.say("solve.exact", value=percent(language, start.lower, _EXACT))
    digits = _digits(start)
    scale = 10 ** (digits + 2)
    lower, upper = math.floor(start.lower * scale) / scale, math.ceil(start.upper * scale) / scale
    return terminal.say(
        "solve.interval", lower=percent(language, lower, digits), upper=percent(language, upper, digits)
    )


def _digits(interval: "Interval") -> int:
    if interval.gap <= 0:
        return _MOST
    return min(_MOST, max(_FEWEST, math.ceil(-math.log10(100 * interval.gap)) + 1))


def _significant(language: str, number: float) -> str:
    """A small number with two digits that say something."""
    return decimal(language, number, max(2, 1 - math.floor(math.log10(number))))
