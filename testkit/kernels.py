"""Kernel and engine side by side: the same dice and decisions; every state, legal set and observation compared."""

from typing import Any

import numpy as np

from niten.core import CHANCE, NOBODY, Game, SeededDice
from niten.core.dice import Faces
from niten.simulate.kernels import kernel_of
from niten.simulate.streams import Masks, new_streams

MOST_NUMBERS = 40_000


class GivenDice:
    """The engine's dice, read from the row of numbers that the kernel is given."""

    def __init__(self, numbers: Masks) -> None:
        self.numbers, self.used = numbers.tolist(), 0

    def roll(self, count: int) -> Faces:
        return tuple(self.below(6) + 1 for _ in range(count))

    def below(self, limit: int) -> int:
        self.used += 1
        return self.numbers[self.used - 1] % limit


def given_numbers(games: int, seed: int, width: int) -> Masks:
    return np.random.default_rng(seed).integers(0, 252, (games, width), dtype=np.uint8)


def settle(game: Game[Any, Any], state: Any, dice: GivenDice) -> Any:
    """The engine's way through everything random."""
    while game.actor(state) == CHANCE:
        state = game.advance(state, game.chance(state).draw(dice))
    return state


def compare(game: Game[Any, Any], games: int, seed: int, *, width: int = MOST_NUMBERS, every: int = 1) -> int:
    """Random games through both; conversions too at every so many decisions. Returns how many decisions there were."""
    kernel = kernel_of(game)
    given = given_numbers(games, seed, width)
    streams, rows = new_streams(games, seed, given=given), kernel.new_rows(games)
    kernel.begin(rows, streams, np.arange(games))
    masks, actions = np.zeros((games, kernel.actions), np.uint8), np.zeros(games, np.int64)
    choices, decisions = SeededDice(seed, "player"), 0
    tables = [GivenDice(numbers) for numbers in given]
    states = [settle(game, game.start(), dice) for dice in tables]
    running, seats = list(range(games)), np.arange(games) % game.seats
    seen = np.empty((games, kernel.space.size), np.float32)
    while running:
        kernel.fill_masks(rows, masks, 0, games)
        kernel.fill_observations(rows, seats, seen)
        for i in running:
            state, moves = states[i], game.legal_moves(states[i])
            assert kernel.state_of(rows[i]) == state
            assert streams.used[i] == tables[i].used
            numbers = [kernel.space.action(state, step) for step in moves]
            assert np.flatnonzero(masks[i]).tolist() == sorted(numbers), game.position(state)
            assert np.array_equal(seen[i], kernel.space.observe(state, int(seats[i]))), game.position(state)
            at = choices.below(len(moves))
            if decisions % every == 0:
                assert kernel.state_of(kernel.row_of(state)) == state
            actions[i], decisions = numbers[at], decisions + 1
            states[i] = settle(game, game.advance(state, moves[at]), tables[i])
        kernel.apply(rows, streams, actions, 0, games)
        seats = (seats + 1) % game.seats
        running = [i for i in running if game.actor(states[i]) != NOBODY]
    assert kernel.is_over(rows).all()
    endings, shares = kernel.ending_numbers(rows), kernel.shares(rows)
    kernel.fill_observations(rows, seats, seen)
    for i, state in enumerate(states):
        assert kernel.state_of(rows[i]) == state
        assert np.array_equal(seen[i], kernel.space.observe(state, int(seats[i]))), game.position(state)
        outcome = game.outcome(state)
        assert outcome
        assert str(outcome) == kernel.ending_names[endings[i]]
        assert list(map(float, outcome.shares)) == shares[i].tolist()
    return decisions
