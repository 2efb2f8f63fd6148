"""The steps of a duel and their notation (docs/notation.md)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from niten.core import Notation, Step
from niten.core.dice import Faces


class Column(StrEnum):
    """A column of the round table that Ki can raise by one (S7)."""

    ATTACK = "attack"
    DEFENSE = "defense"


@dataclass(frozen=True, slots=True)
class _Thrown(Step):
    """Dice on the table; their order does not matter."""

    faces: Faces

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(sorted(self.faces)))


# --- what the player decides ---


@dataclass(frozen=True, slots=True)
class Announce(Step):
    """Roll this many dice (S2)."""

    verb: ClassVar[str] = "dice"
    count: int


@dataclass(frozen=True, slots=True)
class Buy(Step):
    """Buy the reward with this price (S9)."""

    verb: ClassVar[str] = "buy"
    price: int


@dataclass(frozen=True, slots=True)
class RerollDie(Step):
    """Ki: throw one own die with this face again (S7)."""

    verb: ClassVar[str] = "reroll"
    face: int


@dataclass(frozen=True, slots=True)
class Place(Step):
    """Place all dice: the points each column gets (S5)."""

    verb: ClassVar[str] = "place"
    attack: int
    defense: int
    concentration: int


@dataclass(frozen=True, slots=True)
class Raise(Step):
    """Ki: one point more in a column (S7)."""

    verb: ClassVar[str] = "raise"
    column: Column


@dataclass(frozen=True, slots=True)
class Ready(Step):
    """The Player phase is over."""

    verb: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Again(Step):
    """Ki: he rolls again: all his dice, or one with this face (S13)."""

    verb: ClassVar[str] = "again"
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Stand(Step):
    """His dice stand."""

    verb: ClassVar[str] = "stand"


# --- what the dice decide ---


@dataclass(frozen=True, slots=True)
class Roll(_Thrown):
    """The player's dice, or the one thrown again."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class OpponentRoll(_Thrown):
    """His dice, or the one he throws again."""

    verb: ClassVar[str] = "opponent"


@dataclass(frozen=True, slots=True)
class Injury(_Thrown):
    """One die or two: their sum is the body zone (S16)."""

    verb: ClassVar[str] = "injury"


@dataclass(frozen=True, slots=True)
class Strike(Step):
    """The die of the dearest reward: what he loses (S9)."""

    verb: ClassVar[str] = "strike"
    face: int


@dataclass(frozen=True, slots=True)
class Wound(Step):
    """Which Deep Wound it is (S20)."""

    verb: ClassVar[str] = "wound"
    face: int


@dataclass(frozen=True, slots=True)
class Toll(Step):
    """The own die of Deep Wound 5 or 6."""

    verb: ClassVar[str] = "toll"
    face: int


NOTATION: Notation[Step] = Notation(
    (Announce, Buy, RerollDie, Place, Raise, Ready, Again, Stand, Roll, OpponentRoll, Injury, Strike, Wound, Toll)
)
