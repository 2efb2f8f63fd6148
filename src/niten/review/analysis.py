"""Luck and skill of a finished duel, step by step.

V is the middle of what the coach knows about a state. A random event's luck is the change of V it brought; a decision's
loss is what V fell by, and it never rises. So

    final − initial = luck + skill,   skill = −(all losses)

holds by construction. Where the tables are exact, luck is 0 on average. Where they are not, the next round may be
known a little better than the one before it; that difference, within the coach's error, counts as luck.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import prod

from niten.core import CHANCE, NOBODY, Step
from niten.review.marks import THRESHOLDS, Mark, grade, with_marks
from niten.review.reasons import Reason, explain
from niten.samurai import State
from niten.solver.coach import Coach
from niten.solver.solution import Interval

_NOTHING = 1e-9


@dataclass(frozen=True)
class Moment:
    """One step of the duel and the value after it."""

    index: int  # of the step, from 0
    round: int
    step: Step
    value: float
    error: float  # the value is right to within this
    luck: float = 0.0


@dataclass(frozen=True)
class Decision(Moment):
    """A step the player chose."""

    best: Step | None = None
    loss: float = 0.0
    forced: bool = False
    mark: Mark = Mark.BEST
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Review:
    """What a duel shows when it is looked at again."""

    initial: float
    final: float
    moments: tuple[Moment, ...]
    error: float  # the greatest of all moments, and of the start
    decisions: tuple[Decision, ...] = field(init=False)

    def __post_init__(self) -> None:
        chosen = tuple(moment for moment in self.moments if isinstance(moment, Decision) and not moment.forced)
        object.__setattr__(self, "decisions", chosen)

    @property
    def luck(self) -> float:
        """What the dice gave."""
        return sum(moment.luck for moment in self.moments)

    @property
    def skill(self) -> float:
        """What the decisions cost: 0 is perfect."""
        return -sum(moment.loss for moment in self.moments if isinstance(moment, Decision))

    @property
    def accuracy(self) -> float:
        """The share of the winning chances that the decisions kept."""
        return prod(_kept(decision) for decision in self.decisions)

    @property
    def luckiest(self) -> Moment | None:
        """The random event that helped most."""
        found = max(self._random(), key=lambda moment: moment.luck, default=None)
        return found if found and found.luck > _NOTHING else None

    @property
    def unluckiest(self) -> Moment | None:
        """The random event that hurt most."""
        found = min(self._random(), key=lambda moment: moment.luck, default=None)
        return found if found and found.luck < -_NOTHING else None

    def marked(self, *marks: Mark) -> tuple[Decision, ...]:
        """The decisions with these marks, the dearest first."""
        return with_marks(self.decisions, marks)

    def _random(self) -> Iterator[Moment]:
        return (moment for moment in self.moments if not isinstance(moment, Decision))

    def as_json(self) -> dict[str, object]:
        """For machines."""
        return {
            "initial": self.initial,
            "final": self.final,
            "luck": self.luck,
            "skill": self.skill,
            "loss": -self.skill,
            "accuracy": self.accuracy,
            "error": self.error,
            "decisions": len(self.decisions),
            "marks": {str(mark): len(self.marked(mark)) for mark in Mark},
            "luckiest": _index(self.luckiest),
            "unluckiest": _index(self.unluckiest),
            "steps": [_as_json(moment) for moment in self.moments],
        }


def review_duel(
    coach: Coach, start: State, steps: list[Step], progress: Callable[[float], None] = lambda _: None
) -> Review:
    """Look at every step of a finished duel."""
    game = coach.game
    state = start
    known = coach.value(state)
    initial, error = known.middle, known.gap / 2
    moments: list[Moment] = []
    for index, step in enumerate(steps):
        if game.actor(state) == NOBODY:
            break
        after = game.apply(state, step)
        if game.actor(state) == CHANCE:
            found = coach.value(after)
            moments.append(
                Moment(index, state.round, step, found.middle, found.gap / 2, luck=found.middle - known.middle)
            )
        else:
            moves = coach.moves(state)
            found = coach.value(after)
            moments.append(_decision(coach, state, step, index=index, known=known, moves=moves, found=found))
        error = max(error, found.gap / 2)
        state, known = after, found
        progress((index + 1) / len(steps))
    return Review(initial, known.middle, tuple(moments), error)


def _decision(
    coach: Coach,
    state: State,
    step: Step,
    *,
    index: int,
    known: Interval,
    moves: dict[Step, Interval],
    found: Interval,
) -> Decision:
    played = moves[step]
    best = max(moves, key=lambda move: (moves[move].middle, move == step))
    # Moves are compared as seen from this round; what the next one knows better is not the player's doing. The best
    # move costs nothing, even where the bounds of two moves make the decision seem worth more than either.
    loss = max(0.0, moves[best].middle - played.middle)
    drift = found.middle - (known.middle - loss)
    forced = len(moves) == 1
    mark = Mark.BEST if forced or best == step else grade(loss)
    marked = mark in THRESHOLDS
    reasons = explain(coach.game, state, step, best) if marked else ()
    return Decision(index, state.round, step, found.middle, found.gap / 2, drift, best, loss, forced, mark, reasons)


def _kept(decision: Decision) -> float:
    before = decision.value - decision.luck + decision.loss
    return 1.0 - decision.loss / before if before > _NOTHING else 1.0


def _index(moment: Moment | None) -> int | None:
    return moment.index if moment else None


def _as_json(moment: Moment) -> dict[str, object]:
    common: dict[str, object] = {
        "step": str(moment.step),
        "round": moment.round,
        "value": moment.value,
        "error": moment.error,
        "luck": moment.luck,
    }
    if not isinstance(moment, Decision):
        return {"kind": "chance", **common}
    return {
        "kind": "decision",
        **common,
        "best": str(moment.best),
        "loss": moment.loss,
        "forced": moment.forced,
        "mark": str(moment.mark),
        "reasons": [{"kind": reason.kind, **reason.details} for reason in moment.reasons],
    }
