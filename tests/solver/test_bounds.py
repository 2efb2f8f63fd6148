"""Certified means: the truth lies between the bounds, in every state; and more is never worse."""

from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from niten.samurai import Phase, State
from niten.solver import WIN
from niten.solver.bodies import Body, reachable
from niten.solver.certify import GOALS, Entry, certify_level, solution_of, solve
from niten.solver.classes import COARSE, RUNGS, ZONES, Class, Group, deep_zones, holds_for, is_above, is_below, rung
from niten.solver.coach import Coach
from niten.solver.exact import ExactSolver
from niten.solver.following import Following
from niten.solver.solution import BoundSide, ExactSide, Solution, unpacked
from testkit.effort import examples
from testkit.small_duels import EXACT, PLAIN, each, in_order, short_demo, small_game, solved_plainly


@cache
def bounded(game_name: str, goal: str, level: int) -> Solution:
    game = small_game(game_name)
    return solution_of(game, goal, certify_level(game, goal, level, np.float32), 0.0, cached=False)


@pytest.mark.parametrize("level", [0, 1])
@each(PLAIN)
def test_the_plain_value_lies_between(name: str, level: int) -> None:
    game = small_game(name)
    plain = solved_plainly(name, WIN)
    coach = Coach(bounded(name, "win", level))
    start = coach.solution.start
    assert start.lower <= plain.values[game.start()] <= start.upper
    for state in in_order(plain.values, examples(200)):
        interval = coach.value(state)
        assert interval.lower <= plain.values[state] <= interval.upper, state


@pytest.mark.parametrize(
    ("name", "goal", "level"),
    [
        *product(EXACT, ["win"], [0, 1, 2]),
        *product(EXACT, ["survive"], [1]),
        ("three rounds", "win", 3),
        ("three rounds", "win", COARSE),
    ],
)
def test_the_exact_value_lies_between(name: str, goal: str, level: int) -> None:
    """Every body with which a round can begin, with all that a state can hold."""
    game = small_game(name)
    bodies = reachable(game)
    assert bodies
    exact = exactly(name, goal)
    known = bounded(name, goal, level)
    page = game.duel.player
    looked_at = 0
    for number in range(1, page.rounds + 1):
        gathered = 6 * sum(page.dice[: number - 1])
        for body in bodies[number - 1]:
            for health, ki, opponent in product(range(1, page.health + 1), range(page.ki + 1), (1, game.duel.health)):
                for points in {0, gathered // 2, gathered}:
                    state = as_state(number, body, health, ki, points, opponent)
                    truth = exact.at_start_of_round(state)
                    assert known.lower.at_start_of_round(state) <= truth + 1e-12, state
                    assert truth <= known.upper.at_start_of_round(state) + 1e-12, state
                    looked_at += 1
    assert looked_at > 3000


@cache
def exactly(name: str, goal: str) -> ExactSide:
    """Every body of a small duel, solved once for all levels."""
    game = small_game(name)
    solver, bodies = ExactSolver(game, alive=GOALS[goal]), reachable(game)
    assert bodies
    return ExactSide(game, solver.sweep, GOALS[goal], [dict(row) for row in solver.solve(bodies)])


def as_state(number: int, body: Body, health: int, ki: int, points: int, opponent: int) -> State:
    return State(Phase.ANNOUNCE, number, health, ki, points, opponent, body.struck, body.wounds, body.limb_lost)


@pytest.fixture(scope="module")
def short() -> Entry:
    return certify_level(short_demo(3), "win", 1, np.float32)


def test_more_is_never_worse(short: Entry) -> None:
    """More health, more Ki, more concentration, less health of his; and lower ≤ upper everywhere."""
    for side in (short.lower, short.upper):
        for row in side:
            for table in row.values():
                values = table[1:].astype(np.int64)
                assert (np.diff(values, axis=0) <= 1).all()  # his health
                assert (np.diff(values, axis=1) >= -1).all()  # Ki
                assert (np.diff(values, axis=2) >= -1).all()  # concentration
                assert (np.diff(values, axis=3) >= -1).all()  # health
    for number, (lower, upper) in enumerate(zip(short.lower, short.upper, strict=True), start=1):
        for one in set(lower) & set(upper):
            assert (lower[one] <= upper[one]).all(), (number, one)
    assert short.start.lower <= short.start.upper


@pytest.mark.parametrize("level", [1, 2])
def test_bounds_are_in_the_order_of_the_bodies(level: int) -> None:
    """A lost limb, a struck zone more or a lasting Deep Wound more never helps, in the tables as in truth."""
    game = short_demo(3)
    entry = certify_level(game, "win", level, np.float32)
    deep = deep_zones(game)
    compared = 0
    for row, upper in [*((row, False) for row in entry.lower), *((row, True) for row in entry.upper)]:
        for better, worse in permutations(row, 2):
            above = is_above(better, worse, 0, deep) if upper else is_below(worse, better, 0)
            if above:
                assert (row[worse] <= row[better]).all(), (better, worse)
                compared += worse.limb_lost and not better.limb_lost
    assert compared > 50


@pytest.mark.parametrize("name", EXACT)
def test_a_lost_limb_never_helps_whoever_has_suffered_as_much(name: str) -> None:
    """State by state, as the bounds are asked: the same zones and Deep Wounds, with a limb lost and without."""
    game = small_game(name)
    known = bounded(name, "win", 1)
    bodies = reachable(game)
    assert bodies
    page = game.duel.player
    compared = 0
    for number in range(2, page.rounds + 1):
        for body in bodies[number - 1]:
            if body.limb_lost:
                continue
            lost = body._replace(struck=(), limb_lost=True)
            for health, points in product((1, page.health), (0, 6, 6 * sum(page.dice[: number - 1]))):
                state = as_state(number, body, health, page.ki, points, game.duel.health)
                worse = as_state(number, lost, health, page.ki, points, game.duel.health)
                for side in (known.lower, known.upper):
                    assert side.at_start_of_round(worse) <= side.at_start_of_round(state), (state, worse)
                compared += 1
    assert compared > 100


def test_a_lost_limb_and_struck_zones_never_help() -> None:
    """Exactly: whoever has the same Deep Wounds and a lost limb, or one more zone struck, is not better off."""
    game = small_game("three rounds")
    bodies = reachable(game)
    assert bodies
    compared = 0
    for row in ExactSolver(game).solve(bodies):
        for body, table in row.items():
            worse = [Body((), True, body.wounds), *(other for other in row if body.wounds == other.wounds)]
            for other in worse:
                if other in row and (other.limb_lost or (not body.limb_lost and set(other.struck) > set(body.struck))):
                    assert (row[other] <= table + 1e-12).all(), (body, other)
                    compared += 1
    assert compared > 300


def test_what_lines_lead_to_does_not_depend_on_how_tables_lie_in_memory(short: Entry) -> None:
    """Kept tables come back health by health: sums in place once went into a copy of them."""
    known = solution_of(short_demo(3), "win", short, 0.0, cached=False)
    compared = 0
    for side in (known.lower, known.upper):
        assert isinstance(side, BoundSide)
        sweep, rows = side.sweep, side.rounds[2]
        kept = {one: unpacked(row, sweep.opponent, sweep.points, sweep.health) for one, row in rows.items()}
        whole = {one: np.ascontiguousarray(table) for one, table in kept.items()}
        for one in rows:
            events = Following(side.bound, kept).events(one)
            assert np.array_equal(events, Following(side.bound, whole).events(one)), one
            compared += any(len(group.zones) > group.number > 0 for group in one.struck)
    assert compared > 5


def test_the_same_bits_for_any_number_of_threads() -> None:
    alone, two, many = (certify_level(short_demo(2), "win", 1, np.float32, threads=n) for n in (1, 2, 5))
    for other in (two, many):
        assert other.start == alone.start
        for mine, theirs in ((alone.lower, other.lower), (alone.upper, other.upper)):
            for row, again in zip(mine, theirs, strict=True):
                assert row.keys() == again.keys()
                assert all(np.array_equal(row[one], again[one]) for one in row)


@pytest.mark.parametrize("edition", ["es", "de"])
def test_the_other_editions_of_a_full_page(edition: str) -> None:
    """With a limit on purchases, or with one die re-rolled, the bounds are those of the edition."""
    known = solution_of(
        short_demo(2, edition), "win", certify_level(short_demo(2, edition), "win", 0, np.float32), 0.0, cached=False
    )
    assert 0.0 <= known.start.lower <= known.start.upper <= 1.0
    assert known.start.gap < 0.01


def test_a_narrower_gap_is_reached_by_finer_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = short_demo(2)
    exact = solve(game)
    assert exact.is_exact
    monkeypatch.setattr("niten.solver.certify._EXACT_WORK", 0)
    coarse, fine = solve(game, gap=0.01), solve(game, gap=1e-5)
    assert not coarse.is_exact
    assert not fine.is_exact
    assert fine.start.gap <= 1e-5 < coarse.start.gap <= 0.01
    for known in (coarse, fine):
        assert known.start.lower - 1e-12 <= exact.start.lower <= known.start.upper + 1e-12


def test_the_ladder_goes_on_until_every_set_of_zones_is_a_class() -> None:
    deep = (9, 10)
    lower, upper = rung(RUNGS - 1, deep)
    exact = {one for one in lower if one.is_exact and not one.wounds}
    sets = {frozenset(one.zones) for one in exact} | {frozenset(ZONES)}  # all of them struck: the last one counted
    assert len(sets) == 2 ** len(ZONES)
    assert exact <= set(upper)
    sizes = [sum(map(len, rung(level, deep))) for level in range(RUNGS)]
    assert sizes == sorted(sizes)
    for level in range(RUNGS):
        for classes in rung(level, deep):
            assert len(set(classes)) == len(classes)


@pytest.mark.parametrize("level", range(RUNGS))
def test_of_two_classes_at_most_one_bounds_the_other(level: int) -> None:
    """Two that bound each other would be one, and each would wait for the other's table."""
    deep = (9, 10)
    for classes, upper in zip(rung(level, deep), (False, True), strict=True):
        counted = [one for one in classes if not one.is_exact or len(one.struck) >= len(ZONES) - 1]
        for one, other in permutations(counted, 2):
            both = [holds_for(a, b, 0, deep, upper=upper) for a, b in ((one, other), (other, one))]
            assert not all(both), (one, other)


def test_classes_hold_what_they_say() -> None:
    deep = (9, 10)
    low_one = Class((Group((2, 3, 4), 1),))
    assert is_above(low_one, Class.of((3, 5), False, ()), 0, deep)
    assert not is_above(low_one, Class.of((5,), False, ()), 0, deep)
    assert is_above(low_one, Class.of((5,), False, ()), 2, deep)
    assert is_above(Class(), Class.of((5,), False, ()), 2, deep)
    assert not is_above(Class(), Class.of((5,), False, ()), 9, deep)  # a Deep Wound may have been suffered
    assert not is_above(Class(), Class.of((5, 9), False, ()), 2, deep)
    assert is_below(Class((Group((2, 3, 4), 2),)), Class.of((3,), False, ()), 2)
    assert not is_below(low_one, Class.of((3,), False, ()), 2)
    assert is_below(Class.lost(), Class.of((3,), False, ()), 0)
    assert not is_below(Class(), Class.of((), True, ()), 0)
