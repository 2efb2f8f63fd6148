"""What a solution maximises: the probability that the duel ends one way."""

from collections.abc import Callable

from niten.core import Outcome

Goal = Callable[[Outcome], float]


def win(outcome: Outcome) -> float:
    """He is killed: the only win there is (S22)."""
    return float(outcome.shares[0])


def survive(outcome: Outcome) -> float:
    """Musashi is not killed: a victory, or a failure without defeat."""
    return float(outcome.result != "defeat")


WIN: Goal = win
SURVIVE: Goal = survive
