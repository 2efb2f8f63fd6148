"""Small races solved: by the rules themselves nothing changes any more, and nobody does better than perfect play."""

import random
from itertools import product

import pytest

from niten.bots.race.net import judging, shipped_net
from niten.bots.race.plain import PlainTurn, Shares
from niten.bots.race.players import own_progress
from niten.bots.race.truth import Follow, Truth
from niten.dragon import Board, Colour, Dragon, Path, Powers, Setup, State
from testkit.effort import examples

NUMBERS = ((5, 4), (4, 5), (3, 1), (2, 5), (1, 2))


def small_race(closed: int, powers: Powers = Powers.NONE, *, immunity: bool = False) -> tuple[Dragon, State]:
    """One plain space before the numbers of each path; on some paths both have arrived."""
    game = Dragon(Setup((Colour.BLACK, Colour.RED), Board("tiny", (Path(1),) * 5), powers, immunity=immunity, starts=0))
    start = game.start()
    arrived = tuple((1 + one, 1 + other) for one, other in NUMBERS[:closed])
    return game, start._replace(spaces=(*arrived, *start.spaces[closed:]))


@pytest.mark.parametrize(
    ("closed", "powers", "immunity"),
    [(4, Powers.NONE, False), (4, Powers.OWN, False), (4, Powers.ANY, False), (4, Powers.OWN, True)],
)
def test_by_the_rules_nothing_changes_any_more(closed: int, powers: Powers, immunity: bool) -> None:
    """Every value is what the plain turn makes of the values after it."""
    game, start = small_race(closed, powers, immunity=immunity)
    truth = Truth(game, start)
    assert truth.error < 1e-9

    def judge(state: State) -> Shares:
        value = truth.value(state)
        return value, 1 - value

    plain = PlainTurn(game, judge)
    spaces = truth.places.spaces[4, : truth.places.counts[4]].tolist()
    asked = 0
    for pair, seat, unspent in product(spaces, (0, 1), product((False, True), repeat=2)):
        if powers is Powers.NONE and any(unspent):
            continue
        state = start._replace(spaces=(*start.spaces[:4], tuple(pair)), seat=seat, unspent=unspent)
        if max(pair) <= 1 and random.Random(str(state)).random() < 0.5:
            assert plain.begin(state)[0] == pytest.approx(truth.value(state), abs=1e-9), state
            asked += 1
    assert asked > 1


def test_perfect_play_is_worth_what_the_truth_says() -> None:
    game, start = small_race(4)
    truth = Truth(game, start)
    assert Follow(truth, (truth.judge, truth.judge), start).value() == pytest.approx(truth.value(start), abs=1e-9)


def test_nobody_does_better_than_perfect_play() -> None:
    game, start = small_race(examples(4, soak=3))
    truth = Truth(game, start)
    best = truth.value(start)
    for judge in (judging(shipped_net()[0]), own_progress):
        assert Follow(truth, (judge, truth.judge), start).value() <= best + 1e-9
        assert Follow(truth, (truth.judge, judge), start).value() >= best - 1e-9


def test_a_race_that_cannot_be_lost() -> None:
    """One die short of the end with more points than the rival can ever have: the truth is 1."""
    game, start = small_race(4)
    ahead = start._replace(spaces=((6, 2), (6, 2), (6, 2), (6, 2), (1, 0)))
    truth = Truth(game, ahead)
    assert truth.value(ahead) > 0.99
    assert truth.value(ahead) <= 1.0


def test_only_two_can_be_solved() -> None:
    game = Dragon(Setup((Colour.BLACK, Colour.RED, Colour.BLUE), starts=0))
    with pytest.raises(ValueError, match="two"):
        Truth(game, game.start())
