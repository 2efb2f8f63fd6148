"""One game of a vector environment, played by the plain engine on the same dice."""

from typing import Any

import numpy as np

from niten.core import NOBODY
from niten.research.vector import GameVectorEnv
from niten.simulate.streams import LATER, Masks, drawn, new_streams
from testkit.kernels import GivenDice, given_numbers, settle

WIDTH = 30_000


class Lots:
    """What players leave to chance, from a game's own stream."""

    def __init__(self, seed: int, number: int) -> None:
        self._states = new_streams(1, seed, first=number).lots

    def below(self, limit: int) -> int:
        return drawn(self._states, 0, limit)


class Mirror:
    """The game in one place, and those that follow it. The bots of a race play at random."""

    def __init__(self, envs: GameVectorEnv, place: int, numbers: Masks, seat: int | None) -> None:
        self.space, self.game = envs.space, envs.space.game
        self._place, self._number, self._fixed_seat = place, place, seat
        self._seed = int(envs.episodes.table.seeds[place])
        self._dice = GivenDice(numbers)
        self.begin()

    def begin(self) -> None:
        self.seat = -1 if self._fixed_seat is None else self._fixed_seat
        self.state: Any = None
        while self.state is None or self.is_over:
            self._lots = Lots(self._seed, self._number)
            self._number += int(LATER)
            self.state = settle(self.game, self.game.start(), self._dice)
            if self.seat < 0:
                self.seat = self._lots.below(self.game.seats)
            self._play_on()

    @property
    def is_over(self) -> bool:
        return self.game.actor(self.state) == NOBODY

    def step(self, action: int) -> None:
        self.state = settle(self.game, self.game.advance(self.state, self.space.step(self.state, action)), self._dice)
        self._play_on()

    def _play_on(self) -> None:
        while not self.is_over and self.game.actor(self.state) != self.seat:
            legal = self.space.legal(self.state)
            step = legal[sorted(legal)[self._lots.below(len(legal))]]
            self.state = settle(self.game, self.game.advance(self.state, step), self._dice)

    @property
    def seen(self) -> Any:
        return self.space.observe(self.state, self.seat)

    @property
    def mask(self) -> Any:
        return self.space.mask(self.state)

    @property
    def reward(self) -> float:
        outcome = self.game.outcome(self.state)
        return float(outcome.shares[self.seat]) if outcome else 0.0

    @property
    def result(self) -> str:
        return str(self.game.outcome(self.state))


def mirrored(envs: GameVectorEnv, seed: int, seat: int | None = 0) -> tuple[Any, Any, list[Mirror]]:
    """Reset to given dice; the observations, the masks, and a mirror for each game."""
    numbers = given_numbers(envs.num_envs, seed, WIDTH)
    envs.episodes.streams = new_streams(envs.num_envs, 0, given=numbers)
    seen, infos = envs.reset(seed=seed)
    return seen, infos["action_mask"], [Mirror(envs, i, numbers[i], seat) for i in range(envs.num_envs)]


def agree(seen: Any, masks: Any, mirrors: list[Mirror]) -> None:
    """What is seen and what is legal is the same, number by number."""
    for i, mirror in enumerate(mirrors):
        assert np.array_equal(seen[i], mirror.seen), mirror.game.position(mirror.state)
        assert np.array_equal(masks[i], mirror.mask), mirror.game.position(mirror.state)
