"""What came of many games: who won how often, how they ended, how long they lasted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from niten.core import Game
from niten.dragon import Dragon

Z = 1.959963984540054
"""Standard errors to either side of a 95 % interval."""


class Interval(NamedTuple):
    """Where a share lies with 95 % confidence."""

    low: float
    high: float


def wilson(share: float, games: int) -> Interval:
    """Wilson's interval for a share of so many games; wide enough for shared wins, which vary less than whole ones.

    >>> tuple(round(end, 3) for end in wilson(0.1, 50))
    (0.043, 0.214)
    """
    weight = Z * Z / games
    centre = (share + weight / 2) / (1 + weight)
    half = Z / (1 + weight) * sqrt(max(0.0, share * (1 - share)) / games + weight / (4 * games))
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


class Part(NamedTuple):
    """Some games counted; parts can be added in any order."""

    endings: Mapping[str, int]
    lengths: Mapping[int, int]
    decisions: int


@dataclass(frozen=True)
class Result:
    """All games counted. `policies` are the players' names, seat by seat."""

    game: Game[Any, Any]
    policies: tuple[str, ...]
    seed: int
    games: int
    endings: Mapping[str, int]  # as the engine's outcome says it, in a fixed order
    lengths: Mapping[int, int]  # rounds of a duel or turns of a race, rising
    decisions: int
    seconds: float

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the wins; what is missing to 1 was lost, or not finished."""
        total = [Fraction(0)] * self.game.seats
        for ending, count in self.endings.items():
            winners = winning_seats(self.game, ending)
            for seat in winners:
                total[seat] += Fraction(count, len(winners))
        return tuple(float(share / self.games) for share in total)

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """Wilson's intervals of the shares."""
        return tuple(wilson(share, self.games) for share in self.shares)

    @property
    def mean_length(self) -> float:
        """Rounds or turns of a game on average."""
        return sum(length * count for length, count in self.lengths.items()) / self.games

    def length_at(self, share: float) -> int:
        """The length that so large a share of the games does not go beyond; 0.5 is the median."""
        left = share * self.games
        for length, count in self.lengths.items():
            left -= count
            if left <= 0:
                return length
        return max(self.lengths)

    def as_json(self) -> dict[str, Any]:
        """As plain values: the same for the same games, wherever and however fast they were played."""
        return {
            "game": self.game.name,
            "setup": self.game.setup(),
            "policies": list(self.policies),
            "seed": self.seed,
            "games": self.games,
            "shares": [round(share, 6) for share in self.shares],
            "intervals": [[round(end, 6) for end in interval] for interval in self.intervals],
            "endings": dict(self.endings),
            "length": {
                "unit": "turns" if isinstance(self.game, Dragon) else "rounds",
                "mean": round(self.mean_length, 4),
                "median": self.length_at(0.5),
                "counts": {str(length): count for length, count in self.lengths.items()},
            },
            "decisions": self.decisions,
        }


def winning_seats(game: Game[Any, Any], ending: str) -> tuple[int, ...]:
    """Who shares the win of an ending."""
    result, _, reason = ending.partition(" ")
    if isinstance(game, Dragon):
        return tuple(game.options.players.index(name) for name in reason.split("+")) if result == "finished" else ()
    return (0,) if result == "victory" else ()


def total(parts: Iterable[Part]) -> Part:
    """All parts together, sorted: the same for any order."""
    endings, lengths, decisions = Counter[str](), Counter[int](), 0
    for part in parts:
        endings.update(part.endings)
        lengths.update(part.lengths)
        decisions += part.decisions
    return Part(dict(sorted(endings.items())), dict(sorted(lengths.items())), decisions)


def portions(numbers: range, size: int) -> list[range]:
    """Numbers in their order, so many together.

    >>> portions(range(4, 9), 2)
    [range(4, 6), range(6, 8), range(8, 9)]
    """
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]
