"""Luck and skill: what holds of every game, on thousands of them."""

import json
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from niten.core import CHANCE, NOBODY, Match, Step
from niten.review.analysis import Decision, Review, review_duel
from niten.review.marks import Mark, grade
from niten.samurai import Announce, Buy, Samurai, State
from niten.solver import PlainSolver
from niten.solver.certify import certify_level, solution_of
from niten.solver.coach import Coach, best
from niten.solver.solution import Interval
from testkit.duel_reviews import PEOPLE, played, played_best, reviewed, small_coach
from testkit.effort import examples
from testkit.small_duels import short_demo, small_game

GAMES = {
    "injuries and wounds": 1000,
    "purchases without limit": 700,
    "one purchase a round": 600,
    "one die of his again": 300,
    "three rounds": 200,
    "three rounds, one purchase": 140,
    "three rounds, one die or all": 80,
}
"""Duels of the editions en, fr, es and de and of a house rule, and how many games of each: 3020 together."""


def check_sums(review: Review) -> None:
    """The identity, from the figures and from the steps one by one."""
    assert review.final - review.initial == pytest.approx(review.luck + review.skill, abs=1e-9)
    value = review.initial
    for moment in review.moments:
        value += moment.luck - (moment.loss if isinstance(moment, Decision) else 0)
        assert value == pytest.approx(moment.value, abs=1e-9)
    assert value == pytest.approx(review.final, abs=1e-9)


def check_ends(review: Review, match: Match[State, Step]) -> None:
    """Every step is there, and the last value is the result."""
    assert [moment.step for moment in review.moments] == match.steps
    assert [moment.index for moment in review.moments] == list(range(len(match.steps)))
    assert [moment.round for moment in review.moments] == [state.round for state in match.states[:-1]]
    assert match.state.ending
    assert review.final == float(match.state.ending.outcome.result == "victory")


def check_decisions(review: Review, match: Match[State, Step]) -> None:
    """Who decided what; nothing is gained by deciding; forced decisions do not count."""
    game = match.game
    for moment, state in zip(review.moments, match.states, strict=False):
        is_decision = isinstance(moment, Decision)
        assert is_decision == (game.actor(state) != CHANCE)
        if is_decision:
            assert moment.loss >= 0
            assert moment.forced == (len(game.legal_moves(state)) == 1)
            assert (moment in review.decisions) != moment.forced
            assert moment.best in game.legal_moves(state)
    assert 0 <= review.accuracy <= 1
    assert review.skill <= 0


def check_marks(review: Review) -> None:
    """The marks by their thresholds, the reasons where there is something to explain."""
    for decision in review.decisions:
        if decision.step == decision.best:
            expected, loss = Mark.BEST, 0.0
        else:
            loss = decision.loss
            steps = [(0.10, Mark.BLUNDER), (0.04, Mark.MISTAKE), (0.01, Mark.INACCURACY), (0.0, Mark.GOOD)]
            expected = next(mark for least, mark in steps if loss >= least)
        assert decision.mark is expected
        assert decision.loss == loss
        assert bool(decision.reasons) == (decision.mark not in (Mark.BEST, Mark.GOOD))
    found = review.marked(Mark.BLUNDER, Mark.MISTAKE)
    assert {decision.index for decision in found} == {d.index for d in review.decisions if d.loss >= 0.04}
    assert [d.loss for d in found] == sorted((d.loss for d in found), reverse=True)


def check_extremes(review: Review) -> None:
    """The luckiest and the unluckiest moment, unless the dice changed nothing for good or for bad."""
    luck = [moment.luck for moment in review.moments if not isinstance(moment, Decision)]
    assert (review.luckiest.luck if review.luckiest else 0.0) == pytest.approx(max(0.0, *luck, 0.0), abs=1e-9)
    assert (review.unluckiest.luck if review.unluckiest else 0.0) == pytest.approx(min(0.0, *luck, 0.0), abs=1e-9)
    for moment in (review.luckiest, review.unluckiest):
        assert moment is None or (moment in review.moments and not isinstance(moment, Decision))


@pytest.mark.parametrize("name", GAMES)
def test_what_holds_of_every_game(name: str) -> None:
    coach = small_coach(name)
    assert coach.solution.is_exact
    lucks: list[float] = []
    marks: set[Mark] = set()
    for seed in range(GAMES[name]):
        match = played(coach.game, PEOPLE[seed % len(PEOPLE)], seed)
        review = reviewed(coach, match)
        assert review.initial == pytest.approx(coach.solution.start.lower, abs=1e-12)
        assert review.error == 0
        check_ends(review, match)
        check_sums(review)
        check_decisions(review, match)
        check_marks(review)
        check_extremes(review)
        assert all(moment.luck == pytest.approx(0, abs=1e-9) for moment in review.decisions)
        lucks.append(review.luck)
        marks |= {decision.mark for decision in review.decisions}
    assert abs(fmean(lucks)) < 4 * stdev(lucks) / sqrt(len(lucks)), "luck is 0 on average"
    assert marks >= {Mark.BEST, Mark.BLUNDER}, "there was something to check"


def test_enough_games() -> None:
    assert sum(GAMES.values()) >= 3000
    assert {small_game(name).switches.edition for name in GAMES} == {"en", "fr", "es", "de", None}


@pytest.mark.parametrize("name", ["purchases without limit", "one purchase a round", "one die of his again"])
def test_luck_and_skill_as_the_plain_solver_sees_them(name: str) -> None:
    coach = small_coach(name)
    game, plain = coach.game, PlainSolver(coach.game)
    for seed in range(60):
        match = played(game, "random", seed)
        values = [plain.value(state) for state in match.states]
        review = reviewed(coach, match)
        luck = skill = 0.0
        for n, state in enumerate(match.states[:-1]):
            change = values[n + 1] - values[n]
            if game.actor(state) == CHANCE:
                luck += change
            else:
                skill += change
        assert (review.luck, review.skill) == (pytest.approx(luck, abs=1e-9), pytest.approx(skill, abs=1e-9))
        kept = 1.0
        for n, state in enumerate(match.states[:-1]):
            if game.actor(state) != CHANCE and values[n] > 1e-9:
                kept *= values[n + 1] / values[n]
        assert review.accuracy == pytest.approx(kept, abs=1e-9)


@pytest.mark.parametrize("name", ["one purchase a round", "one die of his again", "three rounds"])
def test_who_does_what_the_coach_says_loses_nothing(name: str) -> None:
    coach = small_coach(name)
    decided = 0
    for seed in range(60):
        review = reviewed(coach, played_best(coach, seed))
        assert review.skill == pytest.approx(0, abs=1e-12)
        assert review.accuracy == pytest.approx(1, abs=1e-12)
        assert {decision.mark for decision in review.decisions} <= {Mark.BEST}
        assert not review.marked(Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY, Mark.GOOD)
        decided += len(review.decisions)
    assert decided


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, Mark.GOOD),
        (0.0099, Mark.GOOD),
        (0.01, Mark.INACCURACY),
        (0.0399, Mark.INACCURACY),
        (0.04, Mark.MISTAKE),
        (0.0999, Mark.MISTAKE),
        (0.10, Mark.BLUNDER),
        (1.0, Mark.BLUNDER),
    ],
)
def test_the_thresholds(loss: float, mark: Mark) -> None:
    assert grade(loss) is mark


class Guess(Coach):
    """A coach who knows the moves of the first decision only, and them not exactly."""

    def __init__(self, game: Samurai, values: dict[Step, Interval]) -> None:
        self.game = game
        self.values = values

    def value(self, state: State) -> Interval:
        if state == self.game.start():
            return best(self.values)
        return next(value for move, value in self.values.items() if self.game.advance(self.game.start(), move) == state)

    def moves(self, state: State) -> dict[Step, Interval]:
        assert state == self.game.start()
        return self.values


def test_a_forced_decision_is_no_decision() -> None:
    """The rules pass over what cannot be decided, so one is made up."""
    game = small_game("three dice and one Ki")
    review = review_duel(Guess(game, {Announce(3): Interval(0.4, 0.5)}), game.start(), [Announce(3)])
    (moment,) = review.moments
    assert isinstance(moment, Decision)
    assert (moment.forced, moment.mark, moment.loss) == (True, Mark.BEST, 0.0)
    assert review.decisions == review.marked(*Mark) == ()
    assert review.accuracy == 1
    assert review.as_json()["decisions"] == 0


def test_the_best_of_two_uncertain_moves_costs_nothing() -> None:
    """Each bound of a decision is that of its best move, whichever that is: together they may promise too much."""
    game = small_game("three dice and one Ki")
    coach = Guess(game, {Announce(2): Interval(0.2, 0.8), Announce(3): Interval(0.45, 0.47)})
    review = review_duel(coach, game.start(), [Announce(2)])
    assert review.initial == pytest.approx(0.625)
    assert (review.skill, review.accuracy) == (0.0, 1.0)
    assert review.luck == pytest.approx(-0.125)
    worse = review_duel(coach, game.start(), [Announce(3)])
    assert worse.skill == pytest.approx(-0.04)
    assert worse.luck == pytest.approx(-0.125)
    for one in (review, worse):
        check_sums(one)


def test_a_dead_lost_position_keeps_its_accuracy() -> None:
    game = small_game("three dice and one Ki")
    coach = Guess(game, {Announce(2): Interval(0.0, 0.0), Announce(3): Interval(0.0, 0.0)})
    review = review_duel(coach, game.start(), [Announce(2)])
    assert (review.accuracy, review.skill, review.luckiest, review.unluckiest) == (1.0, 0.0, None, None)


def test_a_duel_solved_by_bounds() -> None:
    game = short_demo(3)
    coach = Coach(solution_of(game, "win", certify_level(game, "win", 0, np.float32), 0.0, cached=False))
    assert not coach.solution.is_exact
    errors: list[float] = []
    for seed in range(examples(20)):
        careful = seed % 5 == 0
        match = played_best(coach, seed) if careful else played(game, PEOPLE[seed % len(PEOPLE)], seed)
        review = reviewed(coach, match)
        check_ends(review, match)
        check_sums(review)
        check_decisions(review, match)
        check_marks(review)
        check_extremes(review)
        assert not careful or (review.skill, review.accuracy) == (0.0, 1.0)
        start = coach.value(game.start())
        assert review.error == max(start.gap / 2, *(moment.error for moment in review.moments))
        for decision in review.decisions:
            assert abs(decision.luck) <= 2 * review.error + 1e-9, "what the next round knows better"
        errors.append(review.error)
    assert 0 < max(errors) < 0.01


@pytest.mark.parametrize("name", ["purchases without limit", "three rounds", "three rounds, one die"])
def test_json_holds_the_same_sums(name: str) -> None:
    coach = small_coach(name)
    for seed in range(20):
        review = reviewed(coach, played(coach.game, PEOPLE[seed % len(PEOPLE)], seed))
        data = json.loads(json.dumps(review.as_json(), allow_nan=False))
        steps = data["steps"]
        assert len(steps) == len(review.moments)
        assert sum(step["luck"] for step in steps) == pytest.approx(data["luck"], abs=1e-12)
        lost = sum(step["loss"] for step in steps if step["kind"] == "decision")
        assert lost == pytest.approx(data["loss"], abs=1e-12)
        assert data["skill"] == -data["loss"]
        assert data["final"] - data["initial"] == pytest.approx(data["luck"] + data["skill"], abs=1e-9)
        assert steps[-1]["value"] == data["final"]
        assert [step["step"] for step in steps] == [str(moment.step) for moment in review.moments]
        assert sum(data["marks"].values()) == data["decisions"] == len(review.decisions)
        for key, moment in (("luckiest", review.luckiest), ("unluckiest", review.unluckiest)):
            assert (data[key] is None) == (moment is None)
            if moment:
                assert steps[data[key]] == {
                    "kind": "chance",
                    "step": str(moment.step),
                    "round": moment.round,
                    "value": moment.value,
                    "error": moment.error,
                    "luck": moment.luck,
                }


def test_progress_and_steps_after_the_end() -> None:
    """What a record has behind the end is not looked at."""
    coach = small_coach("purchases without limit")
    match = played(coach.game, "random", 1)
    seen: list[float] = []
    review = review_duel(coach, match.states[0], match.steps, seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert len(seen) == len(match.steps)
    assert coach.game.actor(match.state) == NOBODY
    assert review_duel(coach, match.states[0], [*match.steps, Buy(2)]) == review


def test_a_review_without_steps() -> None:
    coach = small_coach("purchases without limit")
    review = review_duel(coach, coach.game.start(), [])
    assert review.initial == review.final == coach.value(coach.game.start()).middle
    assert (review.luck, review.skill, review.accuracy, review.luckiest) == (0, 0, 1, None)
