"""The steps of the race, one class per verb of docs/notation.md."""

from collections.abc import Iterable
from dataclasses import dataclass

from niten.core import Notation, Step
from niten.dragon.elements import Colour, Element, Face, Faces

_FACE_ORDER = {face: number for number, face in enumerate(Face)}
_COLOUR_ORDER = {colour: number for number, colour in enumerate(Colour)}


def in_order(faces: Iterable[Face]) -> Faces:
    """Dice in the order of the faces."""
    return tuple(sorted(faces, key=_FACE_ORDER.__getitem__))


@dataclass(frozen=True, slots=True)
class _WithDice(Step):
    faces: Faces

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", in_order(self.faces))


@dataclass(frozen=True, slots=True)
class Roll(_WithDice):
    """Random: five dice, or the ones rolled again; in the roll-off, five dice for each in turn."""

    verb = "roll"


@dataclass(frozen=True, slots=True)
class Stone(Step):
    """Random: a dead stone falls on a space, drawn by lot (D5)."""

    verb = "stone"
    path: Element
    space: int


@dataclass(frozen=True, slots=True)
class Reroll(_WithDice):
    """Roll these dice again (D7)."""

    verb = "reroll"


@dataclass(frozen=True, slots=True)
class Eye(_WithDice):
    """Roll these dice a fourth time, by Eye of the Tiger (D15)."""

    verb = "eye"


@dataclass(frozen=True, slots=True)
class Move(Step):
    """Advance on a path by the number of dice showing it (D8)."""

    verb = "move"
    path: Element


@dataclass(frozen=True, slots=True)
class Leap(Step):
    """The same to a taken target: on to the next free space, by Anxiety (D15)."""

    verb = "leap"
    path: Element


@dataclass(frozen=True, slots=True)
class Become(Step):
    """The same with all dragons counted as this element, by The Dragon (D15)."""

    verb = "become"
    path: Element


@dataclass(frozen=True, slots=True)
class Balance(Step):
    """Every piece advances 1 (D13)."""

    verb = "balance"


@dataclass(frozen=True, slots=True)
class LeapBalance(Step):
    """The same, and blocked pieces jump, by Anxiety (D15)."""

    verb = "leap-balance"


@dataclass(frozen=True, slots=True)
class Swap(Step):
    """The Great Dragon: two colours' animals on a path change places (D11)."""

    verb = "swap"
    path: Element
    first: Colour
    second: Colour

    def __post_init__(self) -> None:
        if _COLOUR_ORDER[self.first] > _COLOUR_ORDER[self.second]:
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)


@dataclass(frozen=True, slots=True)
class Fear(Step):
    """Decline the move that would be mandatory (D15)."""

    verb = "fear"


@dataclass(frozen=True, slots=True)
class Pass(Step):
    """Nothing is possible (D10)."""

    verb = "pass"


@dataclass(frozen=True, slots=True)
class Again(Step):
    """Take another roll-and-move after Perfection (D12)."""

    verb = "again"


@dataclass(frozen=True, slots=True)
class Rebirth(Step):
    """Take another turn (D15)."""

    verb = "rebirth"


@dataclass(frozen=True, slots=True)
class End(Step):
    """End the turn."""

    verb = "end"


NOTATION = Notation[Step](
    (Roll, Stone, Reroll, Eye, Move, Leap, Become, Balance, LeapBalance, Swap, Fear, Pass, Again, Rebirth, End)
)
