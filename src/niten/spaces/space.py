"""A game as numbers: a fixed set of actions, of which some are legal, and an observation of fixed size."""

from abc import ABC, abstractmethod
from typing import Any, Generic, NamedTuple

import numpy as np
import numpy.typing as npt

from niten.core import Game, NitenError, Step
from niten.core.game import State

Mask = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]


class IllegalAction(NitenError):
    """The number is not that of a legal move in this position."""

    code = "illegal-action"


class Field(NamedTuple):
    """Some neighbouring numbers of an observation: whole numbers from 0 to `most`, divided by `scale`."""

    name: str
    size: int
    most: int = 1
    scale: int = 1


class Space(ABC, Generic[State]):
    """The actions and observations of one game.

    An action stands for a move only together with a state: the same number may place other dice elsewhere.
    """

    def __init__(self, game: Game[State, Step], actions: int, fields: tuple[Field, ...]) -> None:
        self.game = game
        self.actions = actions
        self.fields = tuple(field for field in fields if field.size)
        self.size = sum(field.size for field in self.fields)
        sizes = [field.size for field in self.fields]
        self.scales: Floats = np.repeat([field.scale for field in self.fields], sizes).astype(np.float32)
        highest = np.repeat([field.most for field in self.fields], sizes).astype(np.float32)
        self.high: Floats = highest / self.scales

    @abstractmethod
    def action(self, state: State, step: Step) -> int:
        """The number of a legal move."""

    @abstractmethod
    def numbers(self, state: State, seat: int) -> list[int]:
        """What a seat sees, field by field, not yet scaled."""

    def legal(self, state: State) -> dict[int, Step]:
        """The legal moves by their numbers."""
        return {self.action(state, step): step for step in self.game.legal_moves(state)}

    def step(self, state: State, action: Any) -> Step:
        """The legal move with this number."""
        legal = self.legal(state)
        try:
            return legal[int(action)]
        except (KeyError, TypeError, ValueError):
            known = ", ".join(f"{number} ({step})" for number, step in sorted(legal.items())) or "–"
            raise IllegalAction(action=action, position=self.game.position(state), known=known) from None

    def mask(self, state: State) -> Mask:
        """1 for each legal action."""
        mask = np.zeros(self.actions, np.int8)
        mask[list(self.legal(state))] = 1
        return mask

    def observe(self, state: State, seat: int = 0) -> Floats:
        """What a seat sees."""
        return np.array(self.numbers(state, seat), np.float32) / self.scales
