"""The notation: one line per step, read back as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niten.core import UnreadableStep
from niten.samurai.steps import NOTATION as SAMURAI
from niten.samurai.steps import Again, Column, OpponentRoll, Place, Raise, Ready, Roll

FACE = st.integers(1, 6)


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("place 7 5 0", Place(7, 5, 0)),
        ("roll 3 4 5", Roll((5, 3, 4))),
        ("opponent 6", OpponentRoll((6,))),
        ("raise attack", Raise(Column.ATTACK)),
        ("again", Again()),
        ("again 4", Again(4)),
        ("ready", Ready()),
    ],
)
def test_lines(line: str, step: object) -> None:
    assert str(step) == line
    assert SAMURAI.read(line) == step
    assert SAMURAI.read(f"  {line.replace(' ', '   ')} ") == step


def test_dice_are_read_in_any_order() -> None:
    assert SAMURAI.read("roll 5 3 4") == SAMURAI.read("roll 3 4 5")


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "place", "place 1 2", "place 1 2 3 4", "place a b c", "place -1 2 3", "place 1.0 2 3", "raise"),
        *("raise health", "again 4 4", "ready now", "dice", "Dice 3", "dice ٣", "dice 3\n", "dice\x003", "dice 03"),
        *("dice +3", "dice 1_0", "dice 9999999", "roll " + "6 " * 500, "🎲", "pass"),
    ],
)
def test_unreadable(line: str) -> None:
    if line == "dice 3\n":  # a line end is a blank like any other
        assert str(SAMURAI.read(line)) == "dice 3"
        return
    with pytest.raises(UnreadableStep) as caught:
        SAMURAI.read(line)
    assert "place" in str(caught.value), "it says how steps begin"


@given(st.text(max_size=60))
def test_any_text_is_refused_or_round_trips(text: str) -> None:
    try:
        step = SAMURAI.read(text)
    except UnreadableStep:
        return
    assert SAMURAI.read(str(step)) == step


@given(st.lists(FACE, min_size=1, max_size=3))
def test_dice_round_trip(faces: list[int]) -> None:
    assert SAMURAI.read(str(Roll(tuple(faces)))) == Roll(tuple(faces))
