"""Simulated duels keep to the rules of the engine, and win as often as the solver says."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from niten.core import CHANCE, Step
from niten.samurai import Phase, Samurai, State
from niten.samurai.steps import Announce, Ready
from niten.solver.certify import make_bounds, solve
from niten.solver.following import Following
from niten.solver.playing import (
    DEFEAT,
    FAILURE,
    FIELDS,
    HEALTH,
    HIS,
    KI,
    LIMB,
    POINTS,
    RESULT,
    RUNNING,
    STRUCK,
    VICTORY,
    WOUNDS,
    Duels,
    announce,
    sow,
)
from niten.solver.simulation import Played, simulate
from niten.solver.solution import BoundSide, Side, Solution, packed
from testkit.counts import TINY
from testkit.duels import game, lines

MOST_ERRORS = 4
DECISIONS = {"dice", "buy", "reroll", "place", "raise", "ready", "again", "stand"}
THROWS = {"roll", "opponent", "injury", "strike", "wound", "toll"}
RESULTS = {VICTORY: "victory", DEFEAT: "defeat", FAILURE: "failure"}

REWARDS: list[dict[str, Any]] = [
    {"price": 5, "reward": "ki", "amount": 1},
    {"price": 7, "reward": "opponent", "amount": 1},
    {"price": 8, "reward": "attack", "amount": 3},
    {"price": 9, "reward": "defense", "amount": 4},
    {"price": 10, "reward": "strike"},
]
CRUEL = lines(
    {"defense": 2, "counter": 5, "effect": "level 2"},
    line_4={"defense": 0, "counter": 6, "effect": "level 1"},
    line_6={"defense": 1, "counter": 4, "effect": "health 1"},
    line_9={"defense": 3, "counter": 9, "effect": "health 2"},
    line_11={"defense": 3},
)
EVERY_ZONE_WOUNDS = [{"zone": zone, "cost": "deep wound"} for zone in range(2, 12)]
HARSH: dict[str, Any] = {
    "health": 7,
    "lines": CRUEL,
    "player": {"dice": [3, 2, 1, 3, 2], "ki": 4, "health": 7, "concentration": REWARDS},
}
WOUNDING: dict[str, Any] = HARSH | {"player": HARSH["player"] | {"injuries": EVERY_ZONE_WOUNDS, "dice": [2, 2, 1, 3]}}
SMALL: dict[str, Any] = {
    "health": 4,
    "lines": CRUEL,
    "player": {"dice": [2, 2, 1], "ki": 2, "health": 4, "concentration": REWARDS},
}


def lower_bound(game: Samurai) -> BoundSide:
    """The lower bound on the first rung of the ladder, as it would be kept."""
    bound = make_bounds(game, "win", 0, np.float64, few_rolls=False)[0]
    rounds: list[dict[Any, Any]] = []
    following = Following.nothing(bound)
    for number in range(game.duel.player.rounds, 0, -1):
        tables = {one: bound.value(following.events(one), number, one) for one in bound.present(number)}
        points = bound.sweep.model.most_concentration(number - 1)
        rounds.insert(0, {one: packed(table, points, 0.0, upper=False) for one, table in tables.items()})
        following = Following(bound, tables)
    return BoundSide(bound, rounds)


@cache
def harsh(*, wounding: bool) -> BoundSide:
    return lower_bound(game("en", **WOUNDING) if wounding else game("fr", **HARSH))


@cache
def small() -> Solution:
    return solve(game("en", **SMALL))


def replay(game: Samurai, steps: list[Step]) -> State:
    """In the engine, which refuses what is not legal; it passes over a stage in which nothing can be decided."""
    state = game.start()
    for step in steps:
        if game.actor(state) == CHANCE and isinstance(step, Announce | Ready):
            assert state.phase is (Phase.ROLL if isinstance(step, Announce) else Phase.OPPONENT)
            continue
        state = game.apply(state, step)
    return state


def bits(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def check_replays(side: Side, duels: int) -> set[str]:
    """Every simulated duel ends in the engine as it did in the simulation; the kinds of steps that were seen."""
    game = side.sweep.game
    played = simulate(side, duels, seed=3, logged=duels)
    seen: set[str] = set()
    for number, row in enumerate(played.duels.rows.tolist()):
        steps = list(played.steps(number))
        seen |= {step.verb for step in steps}
        state = replay(game, steps)
        outcome = game.outcome(state)
        assert outcome
        assert outcome.result == RESULTS[row[RESULT]], steps
        numbers = state.opponent, state.ki, state.concentration, state.health, bits(*state.struck), state.limb_lost
        assert numbers == tuple(row[at] for at in (HIS, KI, POINTS, HEALTH, STRUCK, LIMB)), steps
        assert bits(*state.wounds) == row[WOUNDS], steps
    return seen


@pytest.mark.parametrize("wounding", [False, True])
def test_simulated_duels_are_legal(wounding: bool) -> None:
    seen = check_replays(harsh(wounding=wounding), 400)
    if wounding:
        assert seen == DECISIONS | THROWS


def test_exact_policies_are_legal() -> None:
    check_replays(small().lower, 300)


def test_the_strike_may_come_before_the_dice() -> None:
    """Optimal play hardly ever waits until then (S11), so the tables are made up: strike while it can be paid."""
    duel = game("en", player={"concentration": [{"price": 40, "reward": "strike"}]})
    plan = make_bounds(duel, "win", 0, np.float64, few_rolls=False)[0].sweep.new_space(1)[0]
    values = np.zeros((3, 11, 11, 100))
    values[1] = 0.5
    best = np.where(np.arange(100) >= 40, 0.6, values[1])
    duels = Duels(np.zeros((60, FIELDS), np.int64), np.empty(60, np.uint64), np.zeros((60, 10, 4), np.int64))
    duels.rows[:, [HIS, KI, POINTS, HEALTH]] = 10, 10, 80, 10
    sow(duels.random, 1)
    chosen = np.zeros(60, np.int64)
    announce(duels, np.arange(60), plan, values, best, chosen)
    for number, row in enumerate(duels.rows.tolist()):
        state = duel.start()._replace(concentration=80)
        for step in Played(duels).steps(number):
            state = duel.apply(state, step)
        assert (state.opponent, state.concentration) == (row[HIS], row[POINTS])
        assert (chosen[number], row[RESULT]) == ((0, VICTORY) if state.ending else (2, RUNNING))
        assert state.ending or (state.rolled, state.concentration) == (2, 0)
    assert {*duels.rows[:, RESULT].tolist()} == {RUNNING, VICTORY}


def test_threads_make_no_difference() -> None:
    one, three = (simulate(harsh(wounding=True), 1000, seed=5, threads=n) for n in (1, 3))
    assert np.array_equal(one.duels.rows, three.duels.rows)
    other = simulate(harsh(wounding=True), 1000, seed=6)
    assert not np.array_equal(one.duels.rows, other.duels.rows)


def is_near(played: Played, lower: float, upper: float) -> bool:
    return lower - MOST_ERRORS * played.error <= played.mean <= upper + MOST_ERRORS * played.error


@pytest.mark.parametrize("name", ["small", "three dice and one Ki", "injuries and wounds"])
def test_optimal_play_wins_as_often_as_the_exact_value_says(name: str) -> None:
    solution = small() if name == "small" else solve(game("en", **TINY[name][1]))
    assert solution.is_exact
    played = simulate(solution.lower, 200_000)
    assert is_near(played, solution.start.lower, solution.start.upper)


def test_the_policy_of_the_lower_bound_keeps_its_promise() -> None:
    exact = small().start.middle
    side = lower_bound(small().game)
    promised = side.at_start_of_round(small().game.start())
    assert promised <= exact
    assert is_near(simulate(side, 200_000), promised, exact)


@pytest.mark.parametrize("edition", ["de", "es"])
def test_editions_with_other_tables_are_refused(edition: str) -> None:
    side = solve(game(edition, **SMALL | {"player": SMALL["player"] | {"dice": [1]}})).lower
    with pytest.raises(ValueError, match="only rules"):
        simulate(side, 10)
