"""The levels of the race, loaded when one is first asked to play: what they are made of is an extra, and heavy."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from niten.core import Dice, NitenError, SeededDice, Step
from niten.dragon import Dragon, Element, Face, Phase, State

if TYPE_CHECKING:
    from niten.bots.race.players import RacePlayer

_NEEDED = ("numba", "numpy")


class MissingPackages(NitenError):
    """What the levels are made of is not installed, or cannot be loaded."""

    code = "missing-packages"

    @classmethod
    def after(cls, error: ImportError) -> MissingPackages:
        """What to say instead of an error; our own mistakes are not hidden."""
        if (error.name or "").startswith("niten"):
            raise error
        return cls(reason=error.msg)


class Level:
    """One of the levels, by its name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._player: RacePlayer | None = None

    def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
        moves = game.legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        if self._player is None:
            self._player = self._load()
        return self._player.choose(game, state, dice)

    def check(self) -> None:
        """Whether it could play: told when it takes a seat, not when it is to move."""
        missing = [name for name in _NEEDED if not find_spec(name)]
        if missing:
            raise MissingPackages(reason=", ".join(missing))

    def prepare(self, game: Dragon) -> None:
        """Load what it is made of, and have it compiled if it never was, before anybody waits for its move."""
        dice = tuple(map(Face, Element))
        hand = game.start()._replace(phase=Phase.MOVE, seat=0, dice=dice, rolls=1, throws=())
        self.choose(game, hand, SeededDice(0))

    def _load(self) -> RacePlayer:
        try:
            from niten.bots.race import players  # noqa: PLC0415
        except ImportError as error:
            raise MissingPackages.after(error) from error
        return players.PLAYERS[self.name]()
