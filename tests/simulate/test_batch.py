"""Batches: the same games for any size and any number of threads; nothing illegal goes through."""

from typing import Any

import numpy as np
import pytest

from niten.booklet import find_duel
from niten.core import Game
from niten.dragon import Colour, Dragon, Powers, Setup
from niten.samurai import EDITIONS, Samurai
from niten.simulate import Batch, DiceRanOut, kernel_of
from niten.simulate.policies import at_random
from niten.simulate.streams import LATER, new_streams
from niten.spaces import IllegalAction
from niten.texts import LANGUAGES

GAMES: list[Game[Any, Any]] = [
    *(Samurai(find_duel("oda-nobunaga"), edition) for edition in EDITIONS.values()),
    Dragon(Setup((Colour.RED, Colour.BLUE))),
    Dragon(Setup((Colour.WHITE, Colour.RED, Colour.YELLOW), powers=Powers.ANY, immunity=True, random_stones=5)),
]


def name_of(game: Game[Any, Any]) -> str:
    return f"{game.name}-{game.seats}-{game.switches.edition if isinstance(game, Samurai) else 'race'}"


def played(game: Game[Any, Any], size: int, *, first: int = 0, threads: int = 1) -> Batch:
    """A batch played to its end at random, action by action."""
    batch = Batch(game, size, seed=9, first=first, threads=threads)
    actions = np.zeros(size, np.int64)
    while len(waiting := np.flatnonzero(~batch.over)):
        at_random(batch, waiting, actions)
        batch.step(actions)
    return batch


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_whole_games_and_batches_are_the_same_games(game: Game[Any, Any]) -> None:
    """The random player that makes no masks draws what the one with masks draws."""
    kernel = kernel_of(game)
    rows = kernel.new_rows(300)
    kernel.play_randomly(rows, new_streams(300, seed=9))
    assert np.array_equal(played(game, 300).rows, rows)
    assert np.array_equal(played(game, 100, first=200).rows, rows[200:])


@pytest.mark.parametrize("game", [GAMES[0], GAMES[4]], ids=name_of)
def test_threads_change_nothing(game: Game[Any, Any]) -> None:
    assert np.array_equal(played(game, 4100, threads=2).rows, played(game, 4100).rows)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_who_decides_sees_what_the_plain_space_shows(game: Game[Any, Any]) -> None:
    """Thousands of observations, those of games that are over too; other set-ups are in test_against_engine."""
    batch = Batch(game, 64, seed=10)
    actions, space = np.zeros(64, np.int64), batch.kernel.space
    for _ in range(80):
        seen = batch.observations()
        assert seen.dtype == np.float32
        assert (seen <= space.high).all()
        for i, actor in enumerate(batch.actors):
            state = batch.kernel.state_of(batch.rows[i])
            assert np.array_equal(seen[i], space.observe(state, max(0, int(actor)))), game.position(state)
        at_random(batch, np.flatnonzero(~batch.over), actions)
        batch.step(actions)


def test_what_is_not_legal_is_refused_and_nothing_happens() -> None:
    batch = Batch(GAMES[0], 5, seed=13, first=40)
    before = batch.rows.tolist()
    for wrong in (batch.kernel.actions, -1, int(np.flatnonzero(batch.masks()[2] == 0)[0])):
        actions = batch.masks().argmax(axis=1)
        actions[2] = wrong
        with pytest.raises(IllegalAction) as caught:
            batch.step(actions)
        assert caught.value.__notes__ == ["in game 42"]
        assert caught.value.details["action"] == wrong
        assert all(str(wrong) in caught.value.text(language) for language in LANGUAGES)
        assert batch.rows.tolist() == before
    with pytest.raises(ValueError, match="5 actions"):
        batch.step([0, 1])


def test_games_that_are_over_rest_until_they_are_begun_anew() -> None:
    batch = played(GAMES[0], 50)
    assert not batch.masks().any()
    assert (batch.actors == -1).all()
    rows = batch.rows.copy()
    batch.step(np.zeros(50, np.int64))
    assert batch.rows.tolist() == rows.tolist()
    batch.restart([3, 7])
    assert np.flatnonzero(~batch.over).tolist() == [3, 7]
    assert batch.numbers[[3, 7]].tolist() == [LATER + 3, LATER + 7]
    batch.restart()
    assert not batch.over.any()
    assert batch.rows[3].tolist() == Batch(GAMES[0], 1, seed=9, first=int(LATER) + 3).rows[0].tolist()


def test_given_dice_that_run_out() -> None:
    with pytest.raises(DiceRanOut) as caught:
        Batch(GAMES[-1], 2, seed=1, given=np.zeros((2, 3), np.uint8))
    assert caught.value.details["given"] == 3
    assert "3" in caught.value.text("fr")


def test_a_shared_win_is_shared() -> None:
    kernel = kernel_of(Dragon(Setup(tuple(Colour)[:3])))
    rows = kernel.new_rows(3000)
    kernel.play_randomly(rows, new_streams(3000, seed=9))
    shares = kernel.shares(rows)
    assert set(shares.sum(axis=1).tolist()) == {1.0}
    assert set(shares.ravel().tolist()) == {0.0, 0.5, 1.0}
