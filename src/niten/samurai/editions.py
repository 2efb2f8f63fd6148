"""Where the four printed rulebooks disagree (S10, S12, S13), as switches."""

from dataclasses import dataclass
from enum import StrEnum


class Reroll(StrEnum):
    """What one Ki re-rolls in the Opponent phase (S13)."""

    ALL = "all"
    ONE = "one"


class Bookkeeping(StrEnum):
    """What is written in the Concentration column (S12): only a matter of display."""

    TOTAL = "total"
    PER_ROUND = "per round"


@dataclass(frozen=True, slots=True)
class Edition:
    """One rulebook's reading of the rules."""

    name: str
    purchases: int | None  # a round; None: any number (S10)
    reroll: Reroll
    bookkeeping: Bookkeeping


EDITIONS = {
    edition.name: edition
    for edition in (
        Edition("en", None, Reroll.ALL, Bookkeeping.TOTAL),
        Edition("fr", None, Reroll.ALL, Bookkeeping.PER_ROUND),
        Edition("es", 1, Reroll.ALL, Bookkeeping.PER_ROUND),
        Edition("de", None, Reroll.ONE, Bookkeeping.TOTAL),
    )
}
