"""One game being played in an environment: dice and bots act by themselves, up to a seat that is asked."""

from collections.abc import Mapping
from typing import Any, Generic

import numpy as np

from niten.bots.bot import Bot
from niten.core import Match, Record, SeededDice
from niten.core.game import State
from niten.spaces import Floats, Mask, Space

Bots = Mapping[int, Bot[Any, Any]]
NO_BOTS: Bots = {}


def new_seed(random: np.random.Generator) -> int:
    """The seed of the next game, from an environment's generator."""
    return int(random.integers(2**63, dtype=np.int64))


class Episode(Generic[State]):
    """A match on dice from a seed; each bot has a stream of its own."""

    def __init__(self, space: Space[State], seed: int, bots: Bots = NO_BOTS) -> None:
        self.space = space
        self.seed = seed
        self.match = Match(space.game)
        self._bots = bots
        self._dice = SeededDice(seed)
        bots_seed = SeededDice(seed, "bots").below(2**64)  # which does not lead back to the dice
        self._streams = {seat: SeededDice(bots_seed, f"bot-{seat}") for seat in bots}
        self._go_on()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.is_over

    def play(self, action: Any) -> None:
        """The move with this number, and everything up to the next question; IllegalAction if it is none."""
        self.match.play(self.space.step(self.match.state, action))
        self._go_on()

    def _go_on(self) -> None:
        match, game = self.match, self.match.game
        match.roll(self._dice)
        while (actor := match.actor) in self._bots:
            match.play(self._bots[actor].choose(game, match.state, self._streams[actor]))
            match.roll(self._dice)

    def share(self, seat: int) -> float:
        """A seat's share of the win; 0 while the game goes on."""
        outcome = self.match.game.outcome(self.match.state)
        return float(outcome.shares[seat]) if outcome else 0.0

    def observe(self, seat: int) -> Floats:
        """What a seat sees now."""
        return self.space.observe(self.match.state, seat)

    def mask(self) -> Mask:
        """What is legal now."""
        return self.space.mask(self.match.state)

    def told(self) -> dict[str, Any]:
        """What an environment tells of a finished game: how it ended, and the seed of its dice."""
        outcome = self.match.game.outcome(self.match.state)
        return {"result": str(outcome), "seed": self.seed} if outcome else {}

    def record(self) -> Record:
        """The game so far: `niten replay` steps through it and `niten review` judges it."""
        return Record.of(self.match, seed=self.seed)
