"""What his roll may bring: his lines with their exact chances, and what each would do to what is placed (S13–S15)."""

from fractions import Fraction
from typing import NamedTuple

from niten.core.dice import throws
from niten.samurai.duel import ROUND_DICE, Line
from niten.samurai.rules import Samurai
from niten.samurai.state import State


class Prospect(NamedTuple):
    """One of his lines: how likely it is, the health he loses, and whether his counterattack strikes."""

    number: int
    line: Line
    chance: Fraction
    damage: int
    strikes: bool


def outlook(game: Samurai, state: State) -> tuple[Prospect, ...]:
    """The lines he can roll once dice are placed, rising."""
    return tuple(
        Prospect(
            number,
            line := game.duel.lines[number],
            chance,
            game.duel.damage(max(0, state.attack - line.defense)),
            line.effect is not None and line.strikes(state.defense),
        )
        for number, chance in sums(ROUND_DICE - state.rolled).items()
    )


def sums(dice: int) -> dict[int, Fraction]:
    """How likely each sum of so many dice is, rising."""
    chances: dict[int, Fraction] = {}
    for faces, ways in throws(dice):
        chances[sum(faces)] = chances.get(sum(faces), Fraction(0)) + Fraction(ways, 6**dice)
    return dict(sorted(chances.items()))
