"""How bad a decision was."""

from enum import StrEnum


class Mark(StrEnum):
    """How bad a decision was. The thresholds are explained in docs/review.md."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = {Mark.BLUNDER: 0.10, Mark.MISTAKE: 0.04, Mark.INACCURACY: 0.01}
"""From which loss on a decision is marked, the worst first."""


def grade(loss: float) -> Mark:
    """The mark for a loss."""
    return next((mark for mark, least in THRESHOLDS.items() if loss >= least), Mark.GOOD)
