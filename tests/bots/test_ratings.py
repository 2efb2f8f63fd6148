"""Intervals and ratings, against cases whose answer is known."""

from collections.abc import Sequence
from math import log10

import pytest

from niten.bots.ratings import BASE, Interval, Rating, rate, share_interval, t_quantile
from niten.bots.tournament import line_ups
from niten.core import SeededDice

FINE = 10**6


@pytest.mark.parametrize(
    ("freedom", "table"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (8, 2.306), (15, 2.131), (30, 2.042), (120, 1.980)],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, table: float) -> None:
    assert t_quantile(freedom) == pytest.approx(table, abs=0.004)


def test_the_interval_of_a_mean() -> None:
    low, high = share_interval([0.5, 0.0, 1.0, 0.5] * 100)
    assert (low + high) / 2 == pytest.approx(0.5)
    expected = 2 * 1.966 * 0.125**0.5 / 400**0.5
    assert high - low == pytest.approx(expected, rel=0.02), "hardly wider than without the deals supposed"


@pytest.mark.parametrize("count", [1, 10, 100, 1000])
def test_who_has_won_everything_may_still_lose(count: int) -> None:
    low, high = share_interval([1.0] * count)
    assert high == 1
    assert low == pytest.approx(0.05 ** (1 / count), abs=0.06 / count**0.5), "as for so many single games"
    assert share_interval([0.0] * count) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("share", [0.0, 0.01, 0.25, 0.5, 0.93, 1.0])
@pytest.mark.parametrize("count", [1, 2, 7, 300])
def test_the_mean_is_in_its_interval(share: float, count: int) -> None:
    low, high = share_interval([share] * count)
    assert 0 <= low <= share <= high <= 1
    assert low < high


def draw(weights: Sequence[float], dice: SeededDice) -> int:
    """Who wins."""
    left = dice.below(FINE) / FINE * sum(weights)
    for number, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return number
    raise AssertionError(left)


def played(strengths: Sequence[float], players: int, deals: int, seed: int, anchor: int | None = None) -> list[Rating]:
    """Ratings from games that are decided by lot, with known strengths."""
    dice = SeededDice(seed)
    names = tuple("abcdefg"[: len(strengths)])
    tables = line_ups(names, players)
    won: list[list[list[float]]] = []
    for _ in range(deals):
        won.append([[0.0] * len(names) for _ in tables])
        for wins, table in zip(won[-1], tables, strict=True):
            for _ in range(players):
                winner = draw([strengths[names.index(name)] for name in table], dice)
                wins[names.index(table[winner])] += 1
    return rate([[table.count(name) for name in names] for table in tables], won, anchor)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_strengths_are_found_again(players: int) -> None:
    strengths = (1.0, 2.0, 5.0)
    ratings = played(strengths, players, deals=1500, seed=players, anchor=1)
    assert ratings[1] == Rating(BASE, Interval(BASE, BASE))
    for strength, rating in zip(strengths, ratings, strict=True):
        truth = BASE + 400 * log10(strength / strengths[1])
        assert rating.value == pytest.approx(truth, abs=25)
        assert rating.interval.high - rating.interval.low < 60


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    hits = 0
    for seed in range(200):
        weak, _ = played((1.0, 4.0), 3, deals=15, seed=seed, anchor=1)
        hits += weak.interval.low <= BASE - 400 * log10(4) <= weak.interval.high
    assert 180 <= hits <= 198, f"{hits} of 200"


def test_two_players_have_the_rating_of_their_odds() -> None:
    """With the one game supposed, 30 wins to 10 are 30.5 to 10.5."""
    strong, weak = rate([[1, 1]], [[[3.0, 1.0]]] * 10, None)
    assert strong.value - weak.value == pytest.approx(400 * log10(30.5 / 10.5))
    assert strong.value + weak.value == pytest.approx(2 * BASE)


def test_shared_wins_are_shares() -> None:
    ratings = rate([[1, 1, 1]], [[[1.5, 1.0, 0.5]], [[0.5, 1.0, 1.5]]], None)
    assert [rating.value for rating in ratings] == pytest.approx([BASE] * 3)


@pytest.mark.parametrize("games", [1, 1000, 1_000_000])
def test_nobody_is_infinitely_strong(games: int) -> None:
    strong, weak = rate([[1, 1]], [[[float(games), 0.0]]], 1)
    assert strong.value - weak.value == pytest.approx(400 * log10(2 * games + 1))
    assert strong.interval.low < strong.value < strong.interval.high < 100_000


def test_without_a_finished_game_nothing_is_known() -> None:
    for rating in rate([[1, 1, 2], [1, 2, 1], [2, 1, 1]], [[[0.0] * 3] * 3] * 5, None):
        assert rating.value == pytest.approx(BASE)
        assert rating.interval.high - rating.interval.low > 400


def test_deals_that_contradict_each_other_widen_the_interval() -> None:
    """As many wins, but always whole deals of them: less is known."""
    even = rate([[1, 1]], [[[2.0, 2.0]]] * 40, 1)[0].interval
    whole = rate([[1, 1]], [[[4.0, 0.0]], [[0.0, 4.0]]] * 20, 1)[0].interval
    assert whole.high - whole.low > 5 * (even.high - even.low) > 0


def test_a_chain_of_groups_compares_those_who_never_meet() -> None:
    first, second, third = rate([[1, 1, 0], [0, 1, 1]], [[[3.0, 1.0, 0.0], [0.0, 3.0, 1.0]]] * 50, None)
    assert first.value - second.value == pytest.approx(second.value - third.value)
    assert first.value - third.value == pytest.approx(2 * 400 * log10(3), rel=0.02)
