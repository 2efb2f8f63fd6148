"""What dice mean: counted once for each of the 252 hands, and the chances of 1 to 5 dice."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from niten.core import Chance, Step
from niten.core.dice import throws
from niten.dragon.elements import Element, Face, Faces
from niten.dragon.steps import Eye, Reroll, Roll, in_order

ALL_DICE = 5
_FACES = tuple(Face)


@dataclass(frozen=True, slots=True)
class Hand:
    """Five dice on the table."""

    counts: tuple[int, ...]
    """The dice showing each element, path by path."""
    shown: tuple[tuple[int, int], ...]
    """The same as (path number, dice), without those no die shows."""
    dragons: int
    is_perfection: bool
    """Five of one element (D12)."""
    is_balance: bool
    """Five different elements (D13)."""
    swap_paths: tuple[int, ...]
    """Where the Great Dragon may swap (D11)."""
    rerolls: tuple[Step, ...]
    eyes: tuple[Step, ...]


@cache
def hand(dice: Faces) -> Hand:
    """What five dice mean."""
    counts = tuple(dice.count(Face(element)) for element in Element)
    shown = tuple((path, count) for path, count in enumerate(counts) if count)
    dragons = dice.count(Face.DRAGON)
    # D11: four dragons call him to the path of the fifth die, five dragons to any path.
    swap_paths = {4: tuple(path for path, _ in shown), 5: tuple(range(len(Element)))}.get(dragons, ())
    return Hand(
        counts=counts,
        shown=shown,
        dragons=dragons,
        is_perfection=max(counts) == ALL_DICE,
        is_balance=counts == (1,) * len(Element),
        swap_paths=swap_paths,
        rerolls=tuple(map(Reroll, choices(dice))),
        eyes=tuple(map(Eye, choices(dice))),
    )


def choices(dice: Faces) -> tuple[Faces, ...]:
    """Every choice of one or more dice to roll again, each once (D7): the fewest first, then in order."""
    return tuple(
        chosen for count in range(1, len(dice) + 1) for chosen in dict.fromkeys(combinations(in_order(dice), count))
    )


@cache
def without(dice: Faces, chosen: Faces) -> Faces:
    """The dice kept when the chosen ones are rolled again."""
    return in_order((Counter(dice) - Counter(chosen)).elements())


@cache
def together(kept: Faces, rolled: Faces) -> Faces:
    """The dice on the table after a roll."""
    return in_order(kept + rolled)


@cache
def rolling(count: int) -> Chance[Step]:
    """The roll of some dice: faces 1 to 6 of a die are the five elements and the dragon (D3)."""
    return Chance[Step].of_dice(
        count, ((faces, ways, Roll(tuple(_FACES[face - 1] for face in faces))) for faces, ways in throws(count))
    )
