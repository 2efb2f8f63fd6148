"""Dice: fair, the same for any batch, and apart from what players leave to chance."""

from collections import Counter
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from niten.bots.race.tables import MULTISETS
from niten.core import CHANCE, NOBODY, Game
from niten.core.dice import throws
from niten.dragon import Colour, Dragon, Powers, Setup
from niten.samurai import Samurai
from niten.simulate import kernel_of, simulate
from niten.simulate.race_tables import DICE
from niten.simulate.streams import drawn, new_streams, throw
from testkit.duels import ODA, game

DEVIATIONS = 5  # of a correct stream one in two million counts is further away


def near(found: int, games: int, chance: float) -> bool:
    return abs(found - games * chance) <= DEVIATIONS * sqrt(games * chance * (1 - chance)) + 1


def test_numbers_are_as_likely_as_each_other() -> None:
    streams = new_streams(1, seed=3)
    for limit in (1, 2, 3, 6, 7, 105):
        counts = Counter(drawn(streams.table, 0, limit) for _ in range(60_000))
        assert set(counts) == set(range(limit))
        assert all(near(count, 60_000, 1 / limit) for count in counts.values())


def test_throws_are_fair() -> None:
    streams = new_streams(1, seed=4)
    counts = Counter(throw(streams, 0, 3) for _ in range(216 * 500))
    assert set(counts) == set(range(216))
    assert all(near(count, 216 * 500, 1 / 216) for count in counts.values())


def test_a_first_roll_of_the_race_has_the_weights_of_the_rules() -> None:
    kernel = kernel_of(Dragon(Setup((Colour.RED, Colour.BLUE), starts=0)))
    games = 200_000
    rows = kernel.new_rows(games)
    kernel.begin(rows, new_streams(games, seed=5), np.arange(games))
    counts: Counter[int] = Counter(rows[:, DICE].tolist())
    weights = {tuple(face - 1 for face in faces): ways for faces, ways in throws(5)}
    for number, count in counts.items():
        assert near(count, games, weights[MULTISETS[number]] / 6**5)
    assert sum(counts.values()) == games


def test_each_game_begins_its_own_stream() -> None:
    streams = new_streams(100_000, seed=0)
    assert len(set(streams.table.tolist()) | set(streams.lots.tolist())) == 200_000
    later = new_streams(10, seed=0, first=50)
    assert later.table.tolist() == streams.table[50:60].tolist()
    assert not set(new_streams(1000, seed=1).table.tolist()) & set(streams.table.tolist())


def test_the_players_lots_do_not_move_the_dice() -> None:
    streams = new_streams(1, seed=6)
    before = streams.table.copy()
    drawn(streams.lots, 0, 10)
    assert streams.table.tolist() == before.tolist()


def chances(rules: Game[Any, Any]) -> dict[str, float]:
    """How likely each end of random play is: the engine's whole tree."""

    @cache
    def after(state: Any) -> dict[str, float]:
        actor = rules.actor(state)
        if actor == NOBODY:
            return {str(rules.outcome(state)): 1.0}
        if actor == CHANCE:
            chance = rules.chance(state)
            steps = zip(chance.outcomes, chance.weights, strict=True)
            branches = [(step, weight / chance.total) for step, weight in steps]
        else:
            moves = rules.legal_moves(state)
            branches = [(move, 1 / len(moves)) for move in moves]
        found: dict[str, float] = {}
        for step, weight in branches:
            for ending, chance_of_it in after(rules.advance(state, step)).items():
                found[ending] = found.get(ending, 0.0) + weight * chance_of_it
        return found

    return after(rules.start())


def test_random_duels_end_as_often_as_the_whole_tree_says() -> None:
    for edition in ("en", "es", "de"):
        rewards = [{"price": 3, "reward": "opponent", "amount": 1}, {"price": 5, "reward": "strike"}]
        rules = game(edition, health=3, player={"health": 2, "ki": 1, "dice": [2], "concentration": rewards})
        exact, result = chances(rules), simulate(rules, games=400_000, seed=7)
        assert set(result.endings) <= set(exact)
        assert all(near(result.endings.get(ending, 0), result.games, share) for ending, share in exact.items())


def test_a_seed_means_the_same_games_for_ever() -> None:
    duels = simulate(Samurai(ODA), games=10_000, seed=1)
    assert (duels.decisions, duels.endings["defeat killed"], duels.lengths[8]) == (307407, 9654, 1602)
    races = simulate(Dragon(Setup((Colour.RED, Colour.BLUE), powers=Powers.OWN, random_stones=4)), games=1000, seed=1)
    assert (races.decisions, races.endings["finished red"], races.lengths[50]) == (232445, 510, 2)
