"""What results tell: a mean with its interval, and ratings from who won among whom.

The games of a deal share their dice, so a deal counts as one observation: intervals come from the spread between deals.

Ratings are those of Bradley and Terry, for more than two players Plackett and Luce: a seat wins with probability s / Σs
over the seats at its table, and a rating is 400 · log10(s) plus a constant, as in chess. One more game of each line-up
is supposed, won in equal parts by all at the table, so that who has won everything is not infinitely strong.
"""

from collections.abc import Sequence
from math import exp, fsum, log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

LEVEL = 0.95
BASE = 1000.0
SCALE = 400 / log(10)
"""Rating points per natural logarithm of the strength."""

_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
_FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}
_EXACT = 1e-10
_STEPS = 200
_LONGEST = 1.0  # a step of Newton's, in logarithms: from far away a whole one might lead astray

Vector = list[float]


class Interval(NamedTuple):
    """From and to."""

    low: float
    high: float


class Rating(NamedTuple):
    """A rating and its interval; both ends are the rating itself where it is the one that the others refer to."""

    value: float
    interval: Interval


def t_quantile(freedom: int) -> float:
    """How many standard errors a 95 % interval of Student's goes to either side (the series of Fisher and Cornish).

    >>> round(t_quantile(10), 3), round(t_quantile(1000), 3)
    (2.228, 1.962)
    """
    if freedom in _FEW:
        return _FEW[freedom]
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def share_interval(shares: Sequence[float]) -> Interval:
    """The interval of the mean of some shares from 0 to 1, one for each deal.

    Two more deals are supposed, one all lost and one all won: after ten wins in a row, a loss is still possible.
    """
    supposed = [*shares, 0.0, 1.0]
    middle = fmean(supposed)
    half = t_quantile(len(supposed) - 1) * stdev(supposed) / sqrt(len(supposed))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def rate(
    seats: Sequence[Sequence[int]], deals: Sequence[Sequence[Sequence[float]]], anchor: int | None
) -> list[Rating]:
    """The ratings of all players from `deals[deal][line-up][player]`, the games they won.

    `seats[line-up][player]` is how many seats they had. The anchor's rating is 1000; without one, the mean is.
    """
    players = range(len(seats[0]))
    supposed = [[[row[n] / sum(row) if n == player else 0.0 for n in players] for row in seats] for player in players]
    everything = [*deals, *supposed]
    won = [[fsum(wins) for wins in zip(*rows, strict=True)] for rows in zip(*everything, strict=True)]
    strengths, inverse = _fit(seats, won)
    chances = [_chances(row, strengths) for row in seats]

    def compared(vector: Vector) -> Vector:
        zero = fmean(vector) if anchor is None else vector[anchor]
        return [value - zero for value in vector]

    # How far each deal pulls the strengths, and so do the parts supposed: the "sandwich" of Huber, clustered.
    pulls = [compared(_times(inverse, _surprise(chances, rows))) for rows in everything]
    errors = [sqrt(sum(pull * pull for pull in column)) for column in zip(*pulls, strict=True)]
    wide = t_quantile(len(deals)) * sqrt(1 + 1 / len(deals))
    return [
        Rating(BASE + SCALE * middle, Interval(BASE + SCALE * (middle - half), BASE + SCALE * (middle + half)))
        for middle, half in zip(compared(strengths), (wide * error for error in errors), strict=True)
    ]


def _fit(seats: Sequence[Sequence[int]], won: Sequence[Vector]) -> tuple[Vector, list[Vector]]:
    """The most likely logarithms of the strengths, by Newton's method, and the inverse of the information."""
    strengths = [0.0] * len(seats[0])
    inverse: list[Vector] = []
    for _ in range(_STEPS):
        chances = [_chances(row, strengths) for row in seats]
        inverse = _inverse(_information(chances, [sum(wins) for wins in won]))
        step = _times(inverse, _surprise(chances, won))
        length = max(map(abs, step))
        shorter = min(1.0, _LONGEST / length) if length else 0.0
        strengths = [strength + shorter * change for strength, change in zip(strengths, step, strict=True)]
        if length < _EXACT:
            break
    return strengths, inverse


def _information(chances: Sequence[Vector], games: Sequence[float]) -> list[Vector]:
    """How sharply so many games of each line-up tell strengths apart.

    They tell differences only: the 1 added everywhere holds the sum of all strengths where it is.
    """
    players = range(len(chances[0]))
    found = [[1.0 for _ in players] for _ in players]
    for chance, count in zip(chances, games, strict=True):
        for one in players:
            found[one][one] += count * chance[one]
            for other in players:
                found[one][other] -= count * chance[one] * chance[other]
    return found


def _chances(seats: Sequence[int], strengths: Vector) -> Vector:
    """How likely each player wins a game of this line-up, whichever of its seats does."""
    weights = [count * exp(strength) for count, strength in zip(seats, strengths, strict=True)]
    total = sum(weights)
    return [weight / total for weight in weights]


def _surprise(chances: Sequence[Vector], won: Sequence[Sequence[float]]) -> Vector:
    """How much more each player has won than was to be expected."""
    found = [0.0] * len(chances[0])
    for chance, wins in zip(chances, won, strict=True):
        games = sum(wins)
        for player, win in enumerate(wins):
            found[player] += win - games * chance[player]
    return found


def _times(matrix: Sequence[Vector], vector: Vector) -> Vector:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Sequence[Vector]) -> list[Vector]:
    """Gauss and Jordan; the matrix is symmetric and positive, so no pivot has to be looked for."""
    size = len(matrix)
    rows = [[*row, *(float(n == k) for k in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        rows[n] = [value / rows[n][n] for value in rows[n]]
        for k in range(size):
            if k != n:
                factor = rows[k][n]
                rows[k] = [value - factor * pivot for value, pivot in zip(rows[k], rows[n], strict=True)]
    return [row[size:] for row in rows]
