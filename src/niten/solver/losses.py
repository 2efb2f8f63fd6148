"""What his line leads to for one health, compiled: the coach looks at a single one, and at many small tables."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from niten.solver.kernels import compiled
from niten.solver.tables import Floats, Kept, Number


@compiled
def unpack(table: Kept, health: int, plane: Floats, scale: Number) -> None:
    """One health of a kept table as numbers: [his health, ki, concentration]."""
    width = min(plane.shape[2], table.shape[2])
    for opponent in range(plane.shape[0]):
        for ki in range(plane.shape[1]):
            row = plane[opponent, ki]
            for x in range(width):
                row[x] = table[opponent, ki, x, health] * scale
            row[width:] = row[width - 1]  # more than anybody can have by then: never looked at


@compiled
def lose_ki(
    kept: Floats,  # [his health, ki, concentration] at the highest health
    without: Floats,  # [health lost, his health, concentration] without Ki
    least: int,
    most: int,
    price: int,
    endless: bool,
    weight: Number,
    total: Floats,
) -> None:
    """Add what losses of Ki lead to (S17): what is not there costs health, or may be bought at a price at once."""
    for amount in range(least, most + 1):
        for opponent in range(total.shape[0]):
            for ki in range(total.shape[1]):
                row = total[opponent, ki]
                never = endless and ki == total.shape[1] - 1
                short = 0 if never else amount - ki
                if short <= 0:
                    source = kept[opponent, ki if never else ki - amount]
                    for x in range(row.size):
                        row[x] += weight * source[x]
                    continue
                for x in range(row.size):
                    best = weight * 0
                    for bought in range(short + 1):
                        at, lost = x - bought * price, short - bought
                        if at < 0:
                            break
                        if lost < without.shape[0]:
                            best = max(best, without[lost, opponent, at])
                    row[x] += weight * best
