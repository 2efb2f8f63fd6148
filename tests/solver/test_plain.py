"""The plain solver on duels small enough to be worked out by hand."""

import pytest

from niten.solver import SURVIVE, PlainSolver
from testkit.duels import game, lines

GUARDED = lines({"defense": 3})


def test_one_die_against_a_fixed_guard() -> None:
    """One round, one die, no Ki: he falls to a Final Attack of 1, so a 4, 5 or 6 kills."""
    duel = game(health=1, resistance=[[1, 1]], lines=GUARDED, player={"dice": [1], "ki": 0})
    assert PlainSolver(duel).value(duel.start()) == pytest.approx(1 / 2)


def test_one_ki_is_a_point_or_a_second_throw() -> None:
    """A 3 is raised to 4 with the Ki; a 1 or a 2 is thrown again and must then show 4 or more."""
    duel = game(health=1, resistance=[[1, 1]], lines=GUARDED, player={"dice": [1], "ki": 1})
    solver = PlainSolver(duel)
    assert solver.value(duel.start()) == pytest.approx(4 / 6 + 2 / 6 * 1 / 2)
    three = duel.advance(duel.start(), duel.read_step("roll 3"))
    moves = {str(move): value for move, value in solver.moves(three).items()}
    assert moves["place 3 0 0"] == 1
    assert moves["reroll 3"] == pytest.approx(1 / 2)


def test_two_rounds_are_two_tries() -> None:
    duel = game(health=1, resistance=[[1, 1]], lines=GUARDED, player={"dice": [1, 1], "ki": 0, "concentration": []})
    assert PlainSolver(duel).value(duel.start()) == pytest.approx(3 / 4)


def test_surviving_is_another_goal() -> None:
    """He always strikes for more than there is, unless the one die blocks: every point into Defense."""
    deadly = lines({"defense": 99, "counter": 4, "effect": "health 9"})
    duel = game(health=1, lines=deadly, player={"dice": [1], "ki": 0, "health": 9, "concentration": []})
    assert PlainSolver(duel).value(duel.start()) == 0
    assert PlainSolver(duel, SURVIVE).value(duel.start()) == pytest.approx(1 / 2)


def test_the_strike_beheads_with_a_six() -> None:
    reward = [{"price": 1, "reward": "strike"}]
    duel = game(health=99, lines=lines({"defense": 99}), player={"dice": [1], "ki": 0, "concentration": reward})
    solver = PlainSolver(duel)
    one = duel.advance(duel.start(), duel.read_step("roll 1"))
    assert solver.value(one) == pytest.approx(1 / 6)
    two = duel.advance(duel.start(), duel.read_step("roll 2"))
    assert solver.value(two) == pytest.approx(1 - (5 / 6) ** 2)
