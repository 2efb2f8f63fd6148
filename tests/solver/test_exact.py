"""The fast solver equals the plain one at the start of every round of small duels that cover the rules and editions."""

import pytest

from niten.samurai import Phase, Samurai, State
from niten.solver import SURVIVE, WIN, Goal
from niten.solver.bodies import reachable
from niten.solver.exact import ExactSolver
from niten.solver.solution import ExactSide
from tests.samurai.counts import TINY
from tests.solver.small import each, small_game, solved_plainly


def begins_round(game: Samurai, state: State) -> bool:
    """Nothing has happened in this round yet."""
    if state.spent or state.purchases or state.attack or state.defense:
        return False
    asked = state.phase is Phase.ANNOUNCE
    passed_over = state.phase is Phase.ROLL and game.most_dice(state) == 1 and not game.purchases(state)
    return asked or passed_over


@pytest.mark.parametrize(("goal", "alive"), [(WIN, 0.0), (SURVIVE, 1.0)], ids=["win", "survive"])
@each(TINY)
def test_fast_equals_plain(name: str, goal: Goal, alive: float) -> None:
    duel, plain = small_game(name), solved_plainly(name, goal)
    bodies = reachable(duel)
    assert bodies
    solver = ExactSolver(duel, alive=alive)
    fast = ExactSide(duel, solver.sweep, alive, [dict(row) for row in solver.solve(bodies)])
    states = [state for state in plain.values if begins_round(duel, state)]
    assert states
    for state in states:
        assert abs(fast.at_start_of_round(state) - plain.values[state]) <= 1e-12, state
