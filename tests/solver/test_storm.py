"""An independent model checker agrees: Storm computes the same probabilities from the whole process written out."""

import importlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from niten.samurai import EDITIONS
from niten.solver import SURVIVE, WIN, Goal
from niten.solver.certify import solve
from niten.solver.export import GOAL, to_drn
from testkit.counts import TINY
from testkit.duels import game
from testkit.effort import examples
from testkit.small_duels import EVERY_REWARD, each, small_game, solved_plainly

stormpy: Any = importlib.import_module("stormpy")  # no types of its own


def storm_value(text: str, folder: Path) -> float:
    """The greatest probability of reaching the goal, to 1e-9."""
    file = folder / "duel.drn"
    file.write_text(text)
    model = stormpy.build_model_from_drn(str(file))
    environment = stormpy.Environment()
    environment.solver().min_max().precision = stormpy.Rational(Fraction(1, 10**9))
    (formula,) = stormpy.parse_properties(f'Pmax=? [F "{GOAL}"]')
    result = stormpy.model_checking(model, formula, environment=environment)
    return float(result.get_value(model.initial_states[0]))


@pytest.mark.parametrize(("goal", "word"), [(WIN, "win"), (SURVIVE, "survive")], ids=["win", "survive"])
@each(["one die of his again", "purchases without limit", "one purchase a round"])
def test_storm_agrees(name: str, goal: Goal, word: str, tmp_path: Path) -> None:
    duel = small_game(name)
    storm = storm_value(to_drn(duel, goal), tmp_path)
    assert storm == pytest.approx(solved_plainly(name, goal).value(duel.start()), abs=1e-8)
    assert storm == pytest.approx(solve(duel, goal=word).start.lower, abs=1e-8)


def test_storm_agrees_on_injuries(tmp_path: Path) -> None:
    """One round of the duel with injuries and Deep Wounds: its two rounds would be a large file."""
    edition, changes = TINY["injuries and wounds"]
    changes = dict(changes) | {"player": changes["player"] | {"dice": [1], "ki": 1}}
    duel = game(edition, **changes)
    storm = storm_value(to_drn(duel, SURVIVE), tmp_path)
    assert storm == pytest.approx(solve(duel, goal="survive").start.lower, abs=1e-8)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("dice", [[1], [2], [3], [1, 1]][: examples(1, soak=4)], ids=str)
def test_storm_agrees_in_every_edition(edition: str, dice: list[int], tmp_path: Path) -> None:
    duel = game(edition, health=2, player={"dice": dice, "ki": 1, "health": 2} | EVERY_REWARD)
    storm = storm_value(to_drn(duel, WIN), tmp_path)
    assert storm == pytest.approx(solve(duel).start.lower, abs=1e-8)
