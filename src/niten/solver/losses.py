"""What his line leads to for one health, compiled: the coach looks at a single one, and at many small tables.

Tables are *planes* here: [health, his health, ki, concentration], the highest health last.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from niten.solver.kernels import compiled
from niten.solver.tables import Floats, Kept, Number


@compiled
def unpack(table: Kept, lowest: int, values: Floats, scale: Number) -> None:
    """A kept table as numbers: [health, his health, ki, concentration], from some health on."""
    healths, opponents, kis, points = values.shape
    width = min(points, table.shape[2])
    for opponent in range(opponents):
        for ki in range(kis):
            for x in range(width):
                row = table[opponent, ki, x]
                for health in range(healths):
                    values[health, opponent, ki, x] = row[lowest + health] * scale
            for health in range(healths):
                # More than anybody can have by then: never looked at.
                values[health, opponent, ki, width:] = values[health, opponent, ki, width - 1]


@compiled
def lose_health(planes: Floats, least: int, most: int, weight: Number, total: Floats) -> None:
    """Add what losses of health lead to from the highest one (S17), where that is not death."""
    for amount in range(least, min(most, planes.shape[0] - 1) + 1):
        source = planes[planes.shape[0] - 1 - amount]
        for opponent in range(total.shape[0]):
            for ki in range(total.shape[1]):
                row, add = total[opponent, ki], source[opponent, ki]
                for x in range(row.size):
                    row[x] += weight * add[x]


@compiled
def lose_ki(planes: Floats, least: int, most: int, price: int, endless: bool, weight: Number, total: Floats) -> None:
    """The same for losses of Ki: what is not there costs health, or may be bought at a price at once."""
    last = planes.shape[0] - 1
    for amount in range(least, most + 1):
        for opponent in range(total.shape[0]):
            for ki in range(total.shape[1]):
                row = total[opponent, ki]
                kept_whole = endless and ki == total.shape[1] - 1
                short = 0 if kept_whole else amount - ki
                if short <= 0:
                    kept = planes[last, opponent, ki if kept_whole else ki - amount]
                    for x in range(row.size):
                        row[x] += weight * kept[x]
                    continue
                for x in range(row.size):
                    best = weight * 0
                    for bought in range(short + 1):
                        at, health = x - bought * price, last - short + bought
                        if at < 0:
                            break
                        if health >= 0:
                            best = max(best, planes[health, opponent, 0, at])
                    row[x] += weight * best
