"""Luck and skill of races: what holds of every game, on hundreds of them."""

import json
from math import sqrt
from statistics import fmean, stdev

import pytest

from niten.bots.race.net import judging, shipped_net
from niten.bots.race.plain import begins
from niten.bots.race.players import RacePlayer
from niten.bots.race.search import SearchJudge
from niten.core import CHANCE, NOBODY, Match, Step
from niten.dragon import OUT, TO_THROW, Again, Colour, Dragon, Eye, Phase, Powers, Rebirth, Reroll, Setup, State, Stone
from niten.review.marks import RACE_THRESHOLDS, Mark, grade
from niten.review.race import Decision, RaceReview, review_race
from niten.review.race_judge import ERROR, RaceJudge, beginning
from testkit.effort import examples
from testkit.race_reviews import raced, races, reviewed

GAMES = examples(100)

Played = list[tuple[Match[State, Step], RaceReview]]


def check_sums(review: RaceReview) -> None:
    """The identity for every seat, from the figures and from the steps one by one."""
    for seat in review.seats:
        parts = seat.own_luck + seat.rivals_luck + seat.skill + seat.rivals + seat.residual
        assert seat.final - seat.initial == pytest.approx(parts, abs=1e-9)
        assert seat.luck == seat.own_luck + seat.rivals_luck
        value = seat.initial
        for moment in review.moments:
            value += moment.change[seat.seat] + moment.residual[seat.seat]
            assert value == pytest.approx(moment.values[seat.seat], abs=1e-9)
        assert value == pytest.approx(seat.final, abs=1e-9)
    for moment in review.moments:
        assert sum(moment.values) == pytest.approx(1, abs=1e-6), "somebody wins"


def check_ends(review: RaceReview, match: Match[State, Step]) -> None:
    """Every step is there, with whose it was, and the last value is the result, if there is one."""
    assert [moment.step for moment in review.moments] == match.steps
    assert [moment.index for moment in review.moments] == list(range(len(match.steps)))
    assert [moment.seat for moment in review.moments] == [state.seat for state in match.states[:-1]]
    outcome = match.game.outcome(match.state)
    assert outcome
    if outcome.result == "finished":
        assert review.final == tuple(map(float, outcome.shares))
    else:
        assert min(review.final) > 0, "stopped, but not over"


def check_decisions(review: RaceReview, match: Match[State, Step]) -> None:
    """Who decided what; nothing is gained by deciding; forced decisions do not count; marks by their thresholds."""
    game = match.game
    for moment, state in zip(review.moments, match.states, strict=False):
        assert isinstance(moment, Decision) == (game.actor(state) != CHANCE)
        if not isinstance(moment, Decision):
            assert moment.residual == (0.0,) * game.seats
            continue
        assert moment.loss >= 0
        assert moment.change[moment.seat] == pytest.approx(-moment.loss, abs=1e-9)
        assert moment.best in game.legal_moves(state)
        assert moment.forced == (len(game.legal_moves(state)) == 1)
        assert (moment in review.seats[moment.seat].decisions) != moment.forced
        assert moment.mark is (Mark.BEST if moment.step == moment.best else grade(moment.loss, RACE_THRESHOLDS))
        assert bool(moment.reasons) == (moment.mark not in (Mark.BEST, Mark.GOOD))
        if moment.forced:
            assert (moment.loss, moment.mark) == (0.0, Mark.BEST)
        if moment.step == moment.best:
            assert moment.loss == 0
    for seat in review.seats:
        assert 0 <= seat.accuracy <= 1
        assert seat.skill <= 0
        losses = [decision.loss for decision in seat.marked(*RACE_THRESHOLDS)]
        assert losses == sorted(losses, reverse=True)


def check_residual(review: RaceReview, match: Match[State, Step]) -> None:
    """The judge looks anew only where a turn, or another roll-and-move, begins; else only rounding is left."""
    for moment, after in zip(review.moments, match.states[1:], strict=True):
        if not begins(after):
            assert max(map(abs, moment.residual)) < 1e-6


def check_extremes(review: RaceReview) -> None:
    for seat in review.seats:
        luck = [moment.change[seat.seat] for moment in review.moments if not isinstance(moment, Decision)]
        assert (seat.luck_of(seat.luckiest) if seat.luckiest else 0) == pytest.approx(max([0.0, *luck]), abs=1e-9)
        assert (seat.luck_of(seat.unluckiest) if seat.unluckiest else 0) == pytest.approx(min([0.0, *luck]), abs=1e-9)


@pytest.fixture(scope="module")
def played() -> Played:
    return [(match, reviewed(match)) for match in races(GAMES)]


def test_what_holds_of_every_race(played: Played) -> None:
    for match, review in played:
        check_sums(review)
        check_ends(review, match)
        check_decisions(review, match)
        check_residual(review, match)
        check_extremes(review)


def test_there_was_something_to_check(played: Played) -> None:
    games = [match.game for match, _ in played]
    options = [game.options for game in games if isinstance(game, Dragon)]
    assert {len(setup.players) for setup in options} == {2, 3, 4, 5}
    assert {setup.powers for setup in options} == set(Powers)
    assert {setup.board.name for setup in options} == {"standard", "short", "long", "odd"}
    assert {setup.immunity for setup in options} == {True, False}
    results = [str(match.game.outcome(match.state)).split()[0] for match, _ in played]
    assert results.count("finished") > GAMES // 3
    assert results.count("unfinished") > GAMES // 50
    steps = {type(step).verb for match, _ in played for step in match.steps}
    assert len(steps) >= 14, steps
    marks = [decision.mark for _, review in played for seat in review.seats for decision in seat.decisions]
    assert set(marks) == set(Mark)


def test_luck_is_nothing_on_average(played: Played) -> None:
    """Whatever the judge believes, and whoever plays."""
    for split in ("own_luck", "rivals_luck"):
        lucks = [getattr(review.seats[0], split) for _, review in played]
        assert abs(fmean(lucks)) < 4 * stdev(lucks) / sqrt(len(lucks))


def test_a_roll_is_worth_the_mean_of_what_it_can_show(played: Played) -> None:
    """Every kind of roll: for the start, the first of a turn, those with dice kept, the fourth."""
    match, review = next((m, review) for m, review in played if any(isinstance(step, Eye) for step in m.steps))
    game = match.game
    assert isinstance(game, Dragon)
    judge = RaceJudge(game)
    seen: set[object] = set()
    for moment, state in zip(review.moments, match.states, strict=False):
        kind = state.phase, state.rolls, len(state.dice)
        if game.actor(state) == CHANCE and state.phase != Phase.STONES and kind not in seen:
            seen.add(kind)
            before = [value - luck for value, luck in zip(moment.values, moment.change, strict=True)]
            chance = game.chance(state)
            after = [judge.value(game.advance(state, step)) for step in chance.outcomes]
            for seat in range(game.seats):
                weighted = zip(chance.weights, after, strict=True)
                mean = sum(weight * shares[seat] for weight, shares in weighted) / chance.total
                assert before[seat] == pytest.approx(mean, abs=1e-6)
    assert len(seen) > 4


@pytest.mark.parametrize("players", [2, 3, 5])
def test_who_plays_what_the_judge_thinks_best_loses_nothing(players: int) -> None:
    bot = RacePlayer(judging(shipped_net()[0]))
    for seed in range(5):
        match = raced(Setup(tuple(Colour)[:players], powers=Powers.ANY), [bot] * players, seed)
        review = reviewed(match)
        for seat in review.seats:
            assert (seat.skill, seat.accuracy) == (0.0, 1.0)
            assert {decision.mark for decision in seat.decisions} == {Mark.BEST}
            assert seat.rivals == pytest.approx(0, abs=1e-6)


def test_another_judge() -> None:
    """One who looks further finds other values, and the sums still hold."""
    match = raced(Setup((Colour.RED, Colour.BLUE), powers=Powers.OWN), ["casual", "greedy"], 4)
    game = match.game
    assert isinstance(game, Dragon)
    deeper = review_race(
        RaceJudge(game, SearchJudge(shipped_net()[0], nodes=10**6, turns=2)), match.states[0], match.steps
    )
    check_sums(deeper)
    check_ends(deeper, match)
    assert deeper.seats[0].skill != reviewed(match).seats[0].skill


# --- the throw for the start ---


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_begins_as_often_as_the_others(players: int) -> None:
    assert beginning((TO_THROW,) * players) == pytest.approx((1 / players,) * players)


def test_who_begins() -> None:
    assert beginning((5, TO_THROW)) == pytest.approx((1 - 0.5 / 6**5, 0.5 / 6**5))
    assert beginning((0, TO_THROW)) == pytest.approx((0.5 * (5 / 6) ** 5, 1 - 0.5 * (5 / 6) ** 5))
    assert beginning((OUT, 2, OUT, TO_THROW))[::2] == (0, 0)
    for throws in ((1, TO_THROW, TO_THROW), (OUT, TO_THROW, 3, TO_THROW, OUT)):
        assert sum(beginning(throws)) == pytest.approx(1)


# --- stones, limits, other beginnings ---


def test_stones_are_nobodys_luck() -> None:
    setup = Setup((Colour.RED, Colour.BLUE, Colour.WHITE), random_stones=6, max_turns=10)
    match = raced(setup, ["greedy"] * 3, 1)
    review = reviewed(match)
    stones = [moment for moment in review.moments if isinstance(moment.step, Stone)]
    assert len(stones) == 6
    for moment in stones:
        assert (moment.values, moment.change, moment.turn) == (review.initial, (0.0,) * 3, 0)
    assert review.initial == RaceJudge(Dragon(setup)).value(match.states[6])


def test_a_race_stopped_by_the_limit_of_turns() -> None:
    """Nobody has won: the last value is what the position was worth, and nothing is lost by the limit."""
    match = raced(Setup((Colour.RED, Colour.BLUE), max_turns=9, starts=0), ["solid", "solid"], 3)
    review = reviewed(match)
    check_sums(review)
    assert review.moments[-1].turn == 9
    assert review.moments[-1].residual == (0.0, 0.0)
    assert 0.05 < review.final[0] < 0.95


def test_turns_are_counted(played: Played) -> None:
    """Another roll-and-move after Perfection belongs to its turn, Rebirth is a turn of its own."""
    seen: set[type[Step]] = set()
    for match, review in played:
        first = next(n for n, state in enumerate(match.states) if state.phase == Phase.ROLL)
        assert {moment.turn for moment in review.moments[:first]} <= {0}
        assert review.moments[first].turn == 1
        last = 1
        for before, moment in zip(review.moments[first:], review.moments[first + 1 :], strict=False):
            begins_turn = begins(match.states[moment.index]) and not isinstance(before.step, Again)
            last += begins_turn
            assert moment.turn == last
            seen.add(type(before.step))
        assert match.state.turns in (0, last, last - 1)
    assert {Again, Rebirth} <= seen


@pytest.mark.parametrize(
    "kept", ["rolls=1 kept=water,water", "rolls=2 kept=dragon,dragon,dragon", "rolls=1 dice=water,fire,fire,wood,wood"]
)
def test_a_record_that_begins_within_a_turn(kept: str) -> None:
    game = Dragon(Setup((Colour.BLACK, Colour.RED)))
    start = game.read_position(f"players=black,red black=fire3,wood12 red=water2,wood13 turn=black {kept}")
    match = Match(game, start)
    if match.actor == CHANCE:
        match.play(game.chance(start).outcomes[0])
    match.play(game.legal_moves(match.state)[-1])
    review = reviewed(match)
    check_sums(review)
    assert {moment.turn for moment in review.moments} == {1}


def test_progress_steps_after_the_end_and_none_at_all() -> None:
    match = raced(Setup((Colour.RED, Colour.BLUE), max_turns=4), ["greedy", "greedy"], 1)
    game = match.game
    assert isinstance(game, Dragon)
    assert match.actor == NOBODY
    judge, seen = RaceJudge(game), list[float]()
    review = review_race(judge, match.states[0], match.steps, seen.append)
    assert seen == sorted(seen)
    assert (seen[-1], len(seen)) == (1.0, len(match.steps))
    assert review_race(judge, match.states[0], [*match.steps, Reroll(())]).moments == review.moments
    empty = review_race(judge, match.states[0], [])
    assert empty.initial == empty.final
    assert all((seat.luck, seat.skill, seat.accuracy, seat.luckiest) == (0, 0, 1, None) for seat in empty.seats)


def test_json_holds_the_same_sums() -> None:
    for match in races(12):
        review = reviewed(match)
        seats = tuple(range(match.game.seats))
        data = json.loads(json.dumps(review.as_json(seats), allow_nan=False))
        assert data["error"] == ERROR[match.game.seats]
        for number, seat in enumerate(data["seats"]):
            assert seat["colour"] == review.game.options.players[number]
            parts = seat["own_luck"] + seat["rivals_luck"] + seat["skill"] + seat["rivals"] + seat["residual"]
            assert seat["final"] - seat["initial"] == pytest.approx(parts, abs=1e-9)
            assert seat["loss"] == -seat["skill"]
            own = [s for s in data["steps"] if s["kind"] == "decision" and s["colour"] == seat["colour"]]
            assert sum(step["loss"] for step in own) == pytest.approx(seat["loss"], abs=1e-9)
            assert seat["decisions"] == sum(not step["forced"] for step in own) == sum(seat["marks"].values())
            rolls = [step["luck"][number] for step in data["steps"] if step["kind"] == "chance"]
            assert sum(rolls) == pytest.approx(seat["luck"], abs=1e-9)
            if seat["luckiest"] is not None:
                assert data["steps"][seat["luckiest"]]["luck"][number] == max(rolls)
        assert [step["step"] for step in data["steps"]] == list(map(str, match.steps))


def test_the_thresholds() -> None:
    marks = [grade(loss, RACE_THRESHOLDS) for loss in (0.0, 0.0199, 0.02, 0.0399, 0.04, 0.0799, 0.08, 1.0)]
    good, inaccuracy, mistake, blunder = Mark.GOOD, Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER
    assert marks == [good, good, inaccuracy, inaccuracy, mistake, mistake, blunder, blunder]
    assert set(ERROR) == {2, 3, 4, 5}
