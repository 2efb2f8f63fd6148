"""The fast solver equals the plain one at the start of every round of small duels that cover the rules and editions."""

import pytest

from niten.samurai import Phase, Samurai, State
from niten.solver import SURVIVE, WIN, Goal, PlainSolver
from niten.solver.bodies import reachable
from niten.solver.exact import ExactSolver
from niten.solver.solution import ExactSide
from testkit.counts import TINY
from testkit.duels import game, lines
from testkit.small_duels import SURVIVED, each, small_game, solved_plainly


def begins_round(game: Samurai, state: State) -> bool:
    """Nothing has happened in this round yet."""
    if state.spent or state.purchases or state.attack or state.defense:
        return False
    asked = state.phase is Phase.ANNOUNCE
    passed_over = state.phase is Phase.ROLL and game.most_dice(state) == 1 and not game.purchases(state)
    return asked or passed_over


@pytest.mark.parametrize(("goal", "alive"), [(WIN, 0.0), (SURVIVE, 1.0)], ids=["win", "survive"])
@each(TINY | SURVIVED)
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


def test_a_zone_hit_again_costs_as_the_rules_say() -> None:
    """From the second of three rounds on, with zones struck already and with a limb lost: who survives?"""
    hit = {"defense": 1, "counter": 4, "effect": "level 1"}
    costs = [{"zone": zone, "cost": "ki 1" if zone < 5 else "health 1"} for zone in range(2, 12)]
    page = {"dice": [1, 1, 1], "ki": 1, "health": 2, "concentration": [], "injuries": costs}
    found: dict[str, list[float]] = {}
    for rules in ("repeated=kind", "repeated=health"):
        duel = game(rules, health=1, lines=lines(hit), player=page)
        bodies = reachable(duel)
        assert bodies
        solver = ExactSolver(duel, alive=1.0)
        fast = ExactSide(duel, solver.sweep, 1.0, [dict(row) for row in solver.solve(bodies)])
        plain = PlainSolver(duel, SURVIVE)
        found[rules] = []
        for number, struck, limb_lost in ((2, (2,), False), (2, (5,), False), (3, (2, 3), False), (3, (2,), True)):
            begun = duel.start()._replace(round=number, struck=struck, limb_lost=limb_lost)
            found[rules].append(plain.value(begun))
            assert abs(fast.at_start_of_round(begun) - found[rules][-1]) <= 1e-12, begun
    kind, health = found.values()
    assert kind != health
