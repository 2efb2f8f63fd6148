"""The coach: on every state of the small duels what the plain solver says; on full ones fast, and never unsure of order."""

import pytest

from niten.samurai import Samurai, State
from niten.solver import SURVIVE, WIN, Goal, PlainSolver
from niten.solver.certify import solve
from niten.solver.coach import Coach
from tests.solver.small import PLAIN, small_game


def in_order(states: list[State]) -> list[State]:
    """States of one round together, as a duel would bring them: the coach computes a round once."""
    return sorted(states, key=lambda s: (s.round, s.health, s.struck, s.wounds, s.limb_lost, -s.ki - s.spent, s.rolled))


@pytest.mark.parametrize(("goal", "word"), [(WIN, "win"), (SURVIVE, "survive")], ids=["win", "survive"])
@pytest.mark.parametrize("name", PLAIN)
def test_every_state_is_worth_what_the_plain_solver_says(name: str, goal: Goal, word: str) -> None:
    game = small_game(name)
    plain = PlainSolver(game, goal)
    plain.value(game.start())
    coach = Coach(solve(game, goal=word))
    assert coach.solution.is_exact
    every = 1 if len(plain.values) < 20_000 and word == "win" else 7
    for state in in_order(list(plain.values)[::every]):
        value = coach.value(state)
        assert value.lower == value.upper
        assert value.lower == pytest.approx(plain.values[state], abs=1e-9), state


def test_every_move_has_its_value() -> None:
    game = small_game("every reward, any number")
    plain = PlainSolver(game)
    coach = Coach(solve(game))
    start = game.start()
    plain.value(start)
    for state in in_order([state for state in plain.values if game.legal_moves(state)]):
        moves = coach.moves(state)
        assert list(moves) == list(game.legal_moves(state))
        for move, value in plain.moves(state).items():
            assert moves[move].lower == pytest.approx(value, abs=1e-9)


def test_a_duel_that_is_over_is_worth_its_end() -> None:
    game: Samurai = small_game("three dice and one Ki")
    plain = PlainSolver(game)
    plain.value(game.start())
    coach = Coach(solve(game))
    over = [state for state in plain.values if state.ending]
    assert {coach.value(state).lower for state in over} == {0.0, 1.0}
