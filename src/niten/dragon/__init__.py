"""Way of the Dragon: the race of five elements for two to five players. Standard library only."""

from niten.dragon.board import SHIPPED, Board, Path, load_board, read_board, shipped_board
from niten.dragon.elements import PATH_OF, POWER_OF, Colour, Element, Face, Power, Powers
from niten.dragon.hands import Hand, hand
from niten.dragon.position import read as read_position
from niten.dragon.rules import Dragon
from niten.dragon.setup import Setup
from niten.dragon.state import OUT, TO_THROW, Phase, State
from niten.dragon.steps import (
    NOTATION,
    Again,
    Balance,
    Become,
    End,
    Eye,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Pass,
    Rebirth,
    Reroll,
    Roll,
    Stone,
    Swap,
)
from niten.dragon.story import tell

__all__ = [
    "NOTATION",
    "OUT",
    "PATH_OF",
    "POWER_OF",
    "SHIPPED",
    "TO_THROW",
    "Again",
    "Balance",
    "Become",
    "Board",
    "Colour",
    "Dragon",
    "Element",
    "End",
    "Eye",
    "Face",
    "Fear",
    "Hand",
    "Leap",
    "LeapBalance",
    "Move",
    "Pass",
    "Path",
    "Phase",
    "Power",
    "Powers",
    "Rebirth",
    "Reroll",
    "Roll",
    "Setup",
    "State",
    "Stone",
    "Swap",
    "hand",
    "load_board",
    "read_board",
    "read_position",
    "shipped_board",
    "tell",
]
