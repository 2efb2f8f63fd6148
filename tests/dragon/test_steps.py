"""Steps as text."""

import pytest

from niten.core import UnreadableStep
from niten.dragon import NOTATION, Colour, Element, Eye, Face, Move, Reroll, Roll, Stone, Swap


@pytest.mark.parametrize(
    "line",
    [
        "roll water fire fire dragon dragon",
        "stone wood 12",
        "reroll metal",
        "eye water wood",
        "move earth",
        "leap fire",
        "become metal",
        "balance",
        "leap-balance",
        "swap fire black blue",
        "fear",
        "pass",
        "again",
        "rebirth",
        "end",
    ],
)
def test_every_verb_reads_back(line: str) -> None:
    step = NOTATION.read(line)
    assert str(step) == line
    assert NOTATION.read(f"  {line.replace(' ', '   ')} ") == step


def test_dice_are_written_in_element_order_and_read_in_any() -> None:
    assert NOTATION.read("roll dragon wood water") == Roll((Face.WATER, Face.WOOD, Face.DRAGON))
    assert str(Roll((Face.DRAGON, Face.EARTH))) == "roll earth dragon"
    assert str(Reroll((Face.WOOD, Face.FIRE))) == "reroll fire wood"
    assert str(Eye((Face.WOOD, Face.FIRE))) == "eye fire wood"


def test_swaps_are_written_in_colour_order() -> None:
    swap = Swap(Element.WATER, Colour.BLUE, Colour.BLACK)
    assert (swap.first, swap.second) == (Colour.BLACK, Colour.BLUE)
    assert NOTATION.read("swap water blue black") == swap == NOTATION.read("swap water black blue")


def test_steps_of_different_kinds_differ() -> None:
    assert Roll((Face.WATER,)) != Reroll((Face.WATER,))
    assert hash(Move(Element.FIRE)) == hash(Move(Element.FIRE))
    assert Stone(Element.FIRE, 3) != Stone(Element.FIRE, 4)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "jump water",
        "move",
        "move dragon",
        "move water fire",
        "swap water black",
        "stone water",
        "stone water -1",
        "pass now",
        "Move water",
    ],
)
def test_anything_else_is_unreadable(line: str) -> None:
    with pytest.raises(UnreadableStep):
        NOTATION.read(line)
