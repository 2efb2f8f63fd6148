"""The coach says on every state of the small duels what the plain solver says."""

import random

import numpy as np
import pytest

from niten.samurai import Samurai
from niten.solver import SURVIVE, WIN, Goal, PlainSolver
from niten.solver.certify import certify_level, solution_of, solve
from niten.solver.coach import Coach, OutsideTables
from testkit.effort import examples
from testkit.small_duels import PLAIN, each, in_order, short_demo, small_game, solved_plainly

MOST = 1000
"""States of a duel that are looked at, from all of it; a soak looks at every one."""


@pytest.mark.parametrize(("goal", "word"), [(WIN, "win"), (SURVIVE, "survive")], ids=["win", "survive"])
@each(PLAIN)
def test_states_are_worth_what_the_plain_solver_says(name: str, goal: Goal, word: str) -> None:
    game = small_game(name)
    plain = solved_plainly(name, goal)
    coach = Coach(solve(game, goal=word))
    assert coach.solution.is_exact
    for state in in_order(plain.values, examples(MOST, soak=10**9)):
        value = coach.value(state)
        assert value.lower == value.upper
        assert abs(value.lower - plain.values[state]) <= 1e-9, state


@each(PLAIN)
def test_any_position_can_come_first(name: str) -> None:
    """A new coach each time, so that nothing computed for another position is left to be looked up."""
    game = small_game(name)
    plain = solved_plainly(name, WIN)
    solution = solve(game)
    for state in random.Random(4).sample(sorted(plain.values), examples(30)):
        assert Coach(solution).value(state).lower == pytest.approx(plain.values[state], abs=1e-9), state


def test_every_move_has_its_value() -> None:
    game = small_game("every reward, any number")
    plain = PlainSolver(game)
    coach = Coach(solve(game))
    start = game.start()
    plain.value(start)
    for state in in_order([state for state in plain.values if game.legal_moves(state)], examples(MOST)):
        moves = coach.moves(state)
        assert list(moves) == list(game.legal_moves(state))
        for move, value in plain.moves(state).items():
            assert abs(moves[move].lower - value) <= 1e-9


def test_a_duel_that_is_over_is_worth_its_end() -> None:
    game: Samurai = small_game("three dice and one Ki")
    plain = PlainSolver(game)
    plain.value(game.start())
    coach = Coach(solve(game))
    over = [state for state in plain.values if state.ending]
    assert {coach.value(state).lower for state in over} == {0.0, 1.0}


@pytest.mark.parametrize(
    "position",
    [
        "phase=announce round=1 health=4 ki=2 concentration=0 opponent=2 struck=4,5,6",
        "phase=announce round=1 health=4 ki=9 concentration=0 opponent=2",
        "phase=announce round=1 health=4 ki=2 concentration=500 opponent=2",
    ],
)
def test_a_position_that_cannot_come_about_is_refused(position: str) -> None:
    game = small_game("three rounds")
    with pytest.raises(OutsideTables):
        Coach(solve(game)).moves(game.read_position(position))


def test_more_concentration_than_kills_him_is_no_trouble() -> None:
    """Nobody has to buy: with unlimited purchases the tables end at the price of killing him outright."""
    short = short_demo(3)
    rich = short.read_position("phase=announce round=3 health=5 ki=5 concentration=30 opponent=1")
    known = Coach(solution_of(short, "win", certify_level(short, "win", 0, np.float32), 0.0, cached=False))
    assert known.value(rich) == (1.0, 1.0)
    assert {str(move): value.lower for move, value in known.moves(rich).items()}["buy 12"] == 1.0
