"""The words of the table: elements, faces, colours and powers, each in the order of the board (D1, D3, D15)."""

from enum import StrEnum


class Element(StrEnum):
    """The five paths."""

    WATER = "water"
    FIRE = "fire"
    METAL = "metal"
    EARTH = "earth"
    WOOD = "wood"


class Face(StrEnum):
    """What a die shows: an element or the celestial dragon (D3)."""

    WATER = "water"
    FIRE = "fire"
    METAL = "metal"
    EARTH = "earth"
    WOOD = "wood"
    DRAGON = "dragon"


class Colour(StrEnum):
    """The players, each in the colour of a path."""

    BLACK = "black"
    RED = "red"
    WHITE = "white"
    YELLOW = "yellow"
    BLUE = "blue"


class Power(StrEnum):
    """What a counter can be handed in for (D15)."""

    FEAR = "fear"
    REBIRTH = "rebirth"
    EYE = "eye"
    ANXIETY = "anxiety"
    DRAGON = "dragon"


class Powers(StrEnum):
    """Which powers are in the game: none (the basic game), each colour's own, or any one of the five (D15)."""

    NONE = "none"
    OWN = "own"
    ANY = "any"


PATH_OF = dict(zip(Colour, Element, strict=True))
"""The path of each colour (D1)."""

POWER_OF = dict(zip(Colour, Power, strict=True))
"""The power of each colour (D15)."""

PATH_NUMBER = {element: number for number, element in enumerate(Element)}
"""Where a path stands in everything that is listed path by path."""

Faces = tuple[Face, ...]
"""Dice, in the order of the faces."""

Spot = tuple[Element, int]
"""A space of a path: 1 is the first one behind the symbol; 0 is the symbol, or outside."""


def powers_of(powers: Powers, colour: Colour) -> frozenset[Power]:
    """What a colour's counter can be handed in for (D15)."""
    match powers:
        case Powers.NONE:
            return frozenset()
        case Powers.OWN:
            return frozenset({POWER_OF[colour]})
        case Powers.ANY:
            return frozenset(Power)
