"""A game as a tree: who acts, what is possible, what follows.

Decisions and random events are both steps and both go through `apply`. The set-up lives in the Game, so a state
holds only what can still change; states are immutable values that can be compared, hashed and kept.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Generic, NewType, Self, TypeVar

from niten.core.dice import Dice, Faces
from niten.core.errors import GameOver, IllegalStep
from niten.core.steps import S

Actor = NewType("Actor", int)
"""Who acts next: a seat from 0 up, or one of the two below."""

CHANCE = Actor(-1)
NOBODY = Actor(-2)

State = TypeVar("State")
JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and why; `shares` is each seat's share of the win (a shared win counts in parts)."""

    result: str
    reason: str
    shares: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"{self.result} {self.reason}"


@dataclass(frozen=True, eq=False)
class Chance(Generic[S]):
    """A random event: its outcomes with whole-number weights, which sum to `total`.

    `dice` is how many dice are thrown for it, and `thrown` tells which outcome sorted faces mean; faces that mean
    none are thrown again. With no dice the outcome is drawn by lot.
    """

    outcomes: tuple[S, ...]
    weights: tuple[int, ...]
    dice: int
    thrown: Mapping[Faces, S]

    @classmethod
    def of_dice(cls, dice: int, outcomes: Iterable[tuple[Faces, int, S]]) -> Self:
        """An event decided by a throw: (sorted faces, ways to fall, step) for each outcome."""
        rows = tuple(outcomes)
        return cls(
            tuple(step for _, _, step in rows),
            tuple(ways for _, ways, _ in rows),
            dice,
            {faces: step for faces, _, step in rows},
        )

    @classmethod
    def of_lots(cls, outcomes: Iterable[S]) -> Self:
        """An event in which each outcome is as likely as the others."""
        steps = tuple(outcomes)
        return cls(steps, (1,) * len(steps), 0, {})

    @cached_property
    def total(self) -> int:
        """The sum of the weights: an outcome's probability is its weight over this."""
        return sum(self.weights)

    @cached_property
    def weight(self) -> Mapping[S, int]:
        """The weight of each outcome."""
        return dict(zip(self.outcomes, self.weights, strict=True))

    def items(self) -> tuple[tuple[S, Fraction], ...]:
        """Each outcome with its exact probability.

        >>> from niten import Samurai
        >>> game = Samurai("oda-nobunaga")
        >>> rolled = game.chance(game.apply(game.start(), game.read_step("dice 2"))).items()
        >>> [(str(step), str(probability)) for step, probability in rolled[:2]]
        [('roll 1 1', '1/36'), ('roll 1 2', '1/18')]
        """
        pairs = zip(self.outcomes, self.weights, strict=True)
        return tuple((step, Fraction(weight, self.total)) for step, weight in pairs)

    def draw(self, dice: Dice) -> S:
        """One outcome, from a dice stream."""
        if not self.dice:
            return self.outcomes[dice.below(len(self.outcomes))]
        while True:
            step = self.thrown.get(tuple(sorted(dice.roll(self.dice))))
            if step is not None:
                return step


class Game(ABC, Generic[State, S]):
    """The rules of one game bound to one set-up."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    seats: int

    @classmethod
    @abstractmethod
    def from_setup(cls, setup: JsonObject) -> Self:
        """The game a record's set-up describes; BadSetup names everything wrong with it."""

    @abstractmethod
    def setup(self) -> JsonObject:
        """The whole set-up as plain JSON values; `from_setup` gives an equal game back."""

    @abstractmethod
    def start(self) -> State:
        """The state before the first step."""

    @abstractmethod
    def actor(self, state: State) -> Actor:
        """Who acts: a seat, CHANCE or NOBODY."""

    @abstractmethod
    def legal_moves(self, state: State) -> tuple[S, ...]:
        """What the acting seat may do, each choice once, in a stable order; empty when no seat acts."""

    @abstractmethod
    def chance(self, state: State) -> Chance[S]:
        """The random event that is due; only where the actor is CHANCE."""

    @abstractmethod
    def advance(self, state: State, step: S) -> State:
        """The state after a legal step. Does not check: for search, and for steps this game has just given out."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def read_step(self, text: str) -> S:
        """The step a line of notation stands for."""

    @abstractmethod
    def position(self, state: State) -> str:
        """The state as one line of text."""

    @abstractmethod
    def read_position(self, text: str) -> State:
        """The state a line of text stands for; UnreadablePosition or BadSetup otherwise."""

    def is_legal(self, state: State, step: S) -> bool:
        """Whether the step is possible here: a legal move, or an outcome of the random event that is due."""
        if self.actor(state) == CHANCE:
            return step in self.chance(state).weight
        return step in self.legal_moves(state)

    def apply(self, state: State, step: S) -> State:
        """The state after a step; GameOver or IllegalStep where it is not possible."""
        if not self.is_legal(state, step):
            if self.actor(state) == NOBODY:
                raise GameOver(step=step, position=self.position(state))
            raise IllegalStep(step=step, position=self.position(state))
        return self.advance(state, step)
