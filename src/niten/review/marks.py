"""How bad a decision was."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Protocol, TypeVar


class Mark(StrEnum):
    """How bad a decision was. The thresholds are explained in docs/review.md."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS: Mapping[Mark, float] = {Mark.BLUNDER: 0.10, Mark.MISTAKE: 0.04, Mark.INACCURACY: 0.01}
"""From which loss on a decision is marked, the worst first."""

RACE_THRESHOLDS: Mapping[Mark, float] = {Mark.BLUNDER: 0.08, Mark.MISTAKE: 0.04, Mark.INACCURACY: 0.02}
"""The same for a race, where the judge errs: a loss that it cannot tell from none is not marked."""


def grade(loss: float, thresholds: Mapping[Mark, float] = THRESHOLDS) -> Mark:
    """The mark for a loss."""
    return next((mark for mark, least in thresholds.items() if loss >= least), Mark.GOOD)


class Marked(Protocol):
    """A decision, as far as its mark goes."""

    @property
    def mark(self) -> Mark: ...

    @property
    def loss(self) -> float: ...


M = TypeVar("M", bound=Marked)


def with_marks(decisions: Iterable[M], marks: Iterable[Mark]) -> tuple[M, ...]:
    """The decisions with these marks, the dearest first."""
    wanted = frozenset(marks)
    return tuple(sorted((each for each in decisions if each.mark in wanted), key=lambda each: -each.loss))
