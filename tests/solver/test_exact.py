"""The fast solver equals the plain one at the start of every round of small duels that cover the rules and editions."""

from typing import Any

import pytest

from niten.samurai import Phase, Samurai, State
from niten.solver import SURVIVE, WIN, Goal, PlainSolver
from niten.solver.bodies import reachable
from niten.solver.exact import ExactSolver
from niten.solver.solution import ExactSide
from tests.samurai.counts import TINY
from tests.samurai.duels import game


def begins_round(game: Samurai, state: State) -> bool:
    """Nothing has happened in this round yet."""
    if state.spent or state.purchases or state.attack or state.defense:
        return False
    asked = state.phase is Phase.ANNOUNCE
    passed_over = state.phase is Phase.ROLL and game.most_dice(state) == 1 and not game.purchases(state)
    return asked or passed_over


@pytest.mark.parametrize(("goal", "alive"), [(WIN, 0.0), (SURVIVE, 1.0)], ids=["win", "survive"])
@pytest.mark.parametrize("name", TINY)
def test_fast_equals_plain(name: str, goal: Goal, alive: float) -> None:
    edition, changes = TINY[name]
    duel = game(edition, **dict[str, Any](changes))
    plain = PlainSolver(duel, goal)
    plain.value(duel.start())
    bodies = reachable(duel)
    assert bodies
    solver = ExactSolver(duel, alive=alive)
    fast = ExactSide(duel, solver.sweep, alive, [dict(row) for row in solver.solve(bodies)])
    states = [state for state in plain.values if begins_round(duel, state)]
    assert states
    for state in states:
        assert fast.at_start_of_round(state) == pytest.approx(plain.values[state], abs=1e-12), state
