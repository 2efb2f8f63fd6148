"""What makes an opponent different from the others: his lines as the player meets them, and how he is best fought."""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from niten.booklet.certificate import Certificate
from niten.core.dice import throws
from niten.samurai.duel import ROUND_DICE, Duel, Effect, Harm
from niten.samurai.rules import BEHEADED, DODGED

DEEP_WOUND = 3.0
"""What a Deep Wound counts, in points of health."""

Vector = tuple[float, ...]


class Profile(NamedTuple):
    """His mean line when the player rolls so many dice."""

    dice: int
    defense: float
    guard: float  # the Defense that is safe from him; 0 where he has no counterattack
    harm: float  # points of health and Ki that he takes from somebody without any


def profile(duel: Duel) -> tuple[Profile, ...]:
    """For one, two and three dice of the player's."""
    return tuple(_profile(duel, dice) for dice in range(1, ROUND_DICE))


def _profile(duel: Duel, dice: int) -> Profile:
    his = ROUND_DICE - dice
    lines = [(ways / 6**his, duel.lines[sum(faces)]) for faces, ways in throws(his)]
    return Profile(
        dice,
        sum(chance * line.defense for chance, line in lines),
        sum(chance * (line.counter or 0) for chance, line in lines),
        sum(chance * _harm(duel, line.effect) for chance, line in lines if line.effect),
    )


def _harm(duel: Duel, effect: Effect) -> float:
    match effect.harm:
        case Harm.HEALTH | Harm.KI:
            return effect.amount
        case Harm.DEEP_WOUND:
            return DEEP_WOUND
        case _:
            dice = 1 if effect.harm is Harm.LEVEL_1 else 2
            return sum(ways * _zone(duel, sum(faces)) for faces, ways in throws(dice)) / 6**dice


def _zone(duel: Duel, zone: int) -> float:
    if zone == DODGED:
        return 0.0
    return duel.player.health if zone == BEHEADED else _harm(duel, duel.player.injuries[zone])


def character(duel: Duel, certificate: Certificate) -> Vector:
    """His lines, the page, how long the duel takes, how it is best fought and how it is won."""
    seen = certificate.players[certificate.shown]
    lines = [number for row in profile(duel) for number in row[1:]]
    page = [duel.player.rounds, seen.rounds, duel.health, duel.player.health, duel.player.ki]
    won = [seen.share_of_wins("victory bought"), certificate.optimal, certificate.best_simple]
    return (*lines, *map(float, page), *seen.habits, *won)


def distances(vectors: Mapping[str, Vector]) -> dict[str, dict[str, float]]:
    """How different any two are: the root mean square of their differences, each in its standard deviation."""
    columns: list[Sequence[float]] = list(zip(*vectors.values(), strict=True))
    scales = [(fmean(column), pstdev(column) or 1.0) for column in columns]
    scaled = {
        name: [(number - mean) / scale for number, (mean, scale) in zip(vector, scales, strict=True)]
        for name, vector in vectors.items()
    }
    return {one: {other: _distance(scaled[one], scaled[other]) for other in scaled if other != one} for one in scaled}


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    return sqrt(fmean((a - b) ** 2 for a, b in zip(one, other, strict=True)))
