"""Dice: the 252 hands against every one of the 7,776 throws."""

from collections import Counter
from itertools import product

import pytest

from niten.dragon import Face, Roll, hand
from niten.dragon.hands import choices, rolling, together, without
from niten.dragon.steps import in_order


@pytest.mark.parametrize("count", range(1, 6))
def test_d03_weights_are_those_of_every_throw(count: int) -> None:
    thrown = Counter(Roll(faces) for faces in product(Face, repeat=count))
    chance = rolling(count)
    assert chance.weight == thrown
    assert chance.total == 6**count
    assert len(chance.outcomes) == {1: 6, 2: 21, 3: 56, 4: 126, 5: 252}[count]


@pytest.mark.parametrize("count", range(1, 6))
def test_d03_each_throw_means_its_faces(count: int) -> None:
    faces = tuple(Face)
    for numbers, step in rolling(count).thrown.items():
        assert step == Roll(tuple(faces[number - 1] for number in numbers))


def test_hands_of_every_kind() -> None:
    hands = Counter[str]()
    for faces in product(Face, repeat=5):
        dice = hand(in_order(faces))
        hands["perfection"] += dice.is_perfection
        hands["balance"] += dice.is_balance
        hands["four dragons"] += len(dice.swap_paths) == 1
        hands["five dragons"] += len(dice.swap_paths) == 5
        assert sum(dice.counts) + dice.dragons == 5
    assert hands == {"perfection": 5, "balance": 120, "four dragons": 25, "five dragons": 1}


def test_d07_every_choice_of_dice_once() -> None:
    for faces in {in_order(faces) for faces in product(Face, repeat=5)}:
        every = {
            in_order(face for face, chosen in zip(faces, mask, strict=True) if chosen)
            for mask in product((0, 1), repeat=5)
        }
        found = choices(faces)
        assert set(found) == every - {()}
        assert len(found) == len(set(found))
        for chosen in found:
            assert together(without(faces, chosen), chosen) == faces
