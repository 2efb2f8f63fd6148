"""What a round of the duel is worth to somebody who looks no further, with the exact odds of the coming roll.

    worth = damage to him + GATHERED · concentration - caution · harm

Harm is counted in health; an injury is worth the mean of what its zones cost.
"""

from functools import cache

from niten.core.dice import Faces, throws
from niten.samurai import Duel, Effect, Harm, Place
from niten.samurai.duel import ROUND_DICE
from niten.samurai.rules import BEHEADED, DODGED, placements

GATHERED = 1 / 12  # twelve points of concentration take 1 health from him (S9)
KI = 0.35  # what a Ki is worth, in his health
DEEP_WOUND = 3.0  # what a Deep Wound costs, in own health


class Scale:
    """The worths of one duel for one caution; each is computed once."""

    def __init__(self, duel: Duel, caution: float) -> None:
        self.duel = duel
        self.caution = caution
        self.line = cache(self._line)
        self.points = cache(self._points)
        self.placement = cache(self._placement)
        self.roll = cache(self._roll)

    def hand(self, hand: Faces, rolled: int) -> float:
        """The worth of dice in hand, well placed."""
        return self._placed(self.placement(hand, rolled), rolled)

    def _roll(self, rolled: int) -> float:
        """The worth of rolling so many dice."""
        return sum(ways * self.hand(faces, rolled) for faces, ways in throws(rolled)) / 6**rolled

    def _placement(self, hand: Faces, rolled: int) -> Place:
        """The best way to place a hand."""
        options = [step for step in placements(hand, rolled == 1) if isinstance(step, Place)]
        return max(options, key=lambda place: self._placed(place, rolled))

    def _placed(self, place: Place, rolled: int) -> float:
        return GATHERED * place.concentration + self.points(place.attack, place.defense, rolled)

    def _points(self, attack: int, defense: int, rolled: int) -> float:
        """The worth of Attack and Defense before he rolls the other dice."""
        his = ROUND_DICE - rolled
        return sum(ways * self.line(sum(faces), attack, defense) for faces, ways in throws(his)) / 6**his

    def _line(self, number: int, attack: int, defense: int) -> float:
        """The worth of one of his lines."""
        line = self.duel.lines[number]
        damage = self.duel.damage(max(0, attack - line.defense))
        return damage - self.caution * (self._harm(line.effect) if line.effect and line.strikes(defense) else 0.0)

    def _harm(self, effect: Effect) -> float:
        match effect.harm:
            case Harm.HEALTH:
                return effect.amount
            case Harm.KI:
                return effect.amount * KI
            case Harm.DEEP_WOUND:
                return DEEP_WOUND
            case _:
                dice = 1 if effect.harm is Harm.LEVEL_1 else 2
                return sum(ways * self._zone(sum(faces)) for faces, ways in throws(dice)) / 6**dice

    def _zone(self, zone: int) -> float:
        if zone == DODGED:
            return 0.0
        return self.duel.player.health if zone == BEHEADED else self._harm(self.duel.player.injuries[zone])
