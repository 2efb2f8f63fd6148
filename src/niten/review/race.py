"""Luck and skill of a finished race, step by step and for every seat.

V is the vector of all seats' shares of the win, as an approximate judge sees them. A roll changes it by its luck. A
decision costs its mover its loss, and gives or takes from the others. Where a turn ends, the judge looks anew, one turn
further than before: what that changes is nobody's doing, and is kept apart as the residual. So for every seat

    final − initial = luck + skill + rivals + residual

holds by construction. Stones drawn by lot belong to the set-up: what they change is not looked at.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod

from niten.bots.race.plain import Shares, begins
from niten.core import CHANCE, NOBODY, Step
from niten.dragon import Again, Dragon, Phase, State
from niten.review.marks import RACE_THRESHOLDS, Mark, grade, with_marks
from niten.review.race_judge import ERROR, RaceJudge
from niten.review.race_reasons import explain
from niten.review.reasons import Reason

_NOTHING = 1e-9
_LEAST = 1e-6  # a share below it is rounding: no proportion can be told of it


@dataclass(frozen=True)
class Moment:
    """One step of the race: who rolled or decided, what it changed for every seat, and the values after it."""

    index: int  # of the step, from 0
    turn: int  # from 1; 0 before the first one
    seat: int
    step: Step
    values: Shares
    change: Shares
    residual: Shares  # what the judge saw differently when it looked anew


@dataclass(frozen=True)
class Decision(Moment):
    """A step somebody chose."""

    best: Step
    loss: float
    kept: float  # the share of his chances that it kept
    forced: bool = False
    mark: Mark = Mark.BEST
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class RaceReview:
    """What a race shows when it is looked at again."""

    game: Dragon
    initial: Shares
    final: Shares
    moments: tuple[Moment, ...]
    seats: tuple["SeatReview", ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(SeatReview(self, seat) for seat in range(self.game.seats)))

    @property
    def error(self) -> float:
        """How far off a value is, root mean square."""
        return ERROR[self.game.seats]

    def as_json(self, seats: tuple[int, ...]) -> dict[str, object]:
        """For machines; the figures are those of these seats."""
        players = self.game.options.players
        return {
            "error": self.error,
            "seats": [{"colour": str(players[seat]), **self.seats[seat].as_json()} for seat in seats],
            "steps": [_as_json(self.game, moment) for moment in self.moments],
        }


@dataclass(frozen=True)
class SeatReview:
    """The same as one seat sees it."""

    review: RaceReview = field(repr=False)
    seat: int

    @property
    def initial(self) -> float:
        """The share at the start."""
        return self.review.initial[self.seat]

    @property
    def final(self) -> float:
        """The share in the end."""
        return self.review.final[self.seat]

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Its own ones, without those that left no choice."""
        return tuple(moment for moment in self._own() if isinstance(moment, Decision) and not moment.forced)

    @cached_property
    def own_luck(self) -> float:
        """What its own rolls gave."""
        return self._sum(moment for moment in self._own() if not isinstance(moment, Decision))

    @cached_property
    def rivals_luck(self) -> float:
        """What the rolls of the others gave."""
        return self._sum(moment for moment in self._rivals() if not isinstance(moment, Decision))

    @cached_property
    def skill(self) -> float:
        """What its own decisions cost: 0 is perfect."""
        return -sum(decision.loss for decision in self.decisions)

    @cached_property
    def rivals(self) -> float:
        """What the decisions of the others gave or took."""
        return self._sum(moment for moment in self._rivals() if isinstance(moment, Decision))

    @cached_property
    def residual(self) -> float:
        """What the judge saw differently from turn to turn."""
        return sum(moment.residual[self.seat] for moment in self.review.moments)

    @property
    def luck(self) -> float:
        """What all rolls gave."""
        return self.own_luck + self.rivals_luck

    @property
    def accuracy(self) -> float:
        """The share of its chances that its decisions kept."""
        return prod(decision.kept for decision in self.decisions)

    @property
    def luckiest(self) -> Moment | None:
        """The roll that helped most, whoever threw it."""
        found = max(self._rolls(), key=self.luck_of, default=None)
        return found if found and self.luck_of(found) > _NOTHING else None

    @property
    def unluckiest(self) -> Moment | None:
        """The roll that hurt most."""
        found = min(self._rolls(), key=self.luck_of, default=None)
        return found if found and self.luck_of(found) < -_NOTHING else None

    def luck_of(self, moment: Moment) -> float:
        """What a roll gave this seat."""
        return moment.change[self.seat]

    def marked(self, *marks: Mark) -> tuple[Decision, ...]:
        """Its decisions with these marks, the dearest first."""
        return with_marks(self.decisions, marks)

    def _own(self) -> Iterator[Moment]:
        return (moment for moment in self.review.moments if moment.seat == self.seat)

    def _rivals(self) -> Iterator[Moment]:
        return (moment for moment in self.review.moments if moment.seat != self.seat)

    def _rolls(self) -> Iterator[Moment]:
        return (moment for moment in self.review.moments if not isinstance(moment, Decision))

    def _sum(self, moments: Iterator[Moment]) -> float:
        return sum(moment.change[self.seat] for moment in moments)

    def as_json(self) -> dict[str, object]:
        """For machines."""
        luckiest, unluckiest = self.luckiest, self.unluckiest
        return {
            "initial": self.initial,
            "final": self.final,
            "luck": self.luck,
            "own_luck": self.own_luck,
            "rivals_luck": self.rivals_luck,
            "skill": self.skill,
            "rivals": self.rivals,
            "residual": self.residual,
            "loss": -self.skill,
            "accuracy": self.accuracy,
            "decisions": len(self.decisions),
            "marks": {str(mark): len(self.marked(mark)) for mark in Mark},
            "luckiest": luckiest.index if luckiest else None,
            "unluckiest": unluckiest.index if unluckiest else None,
        }


def review_race(
    judge: RaceJudge, start: State, steps: list[Step], progress: Callable[[float], None] = lambda _: None
) -> RaceReview:
    """Look at every step of a race, finished or stopped by the limit of turns."""
    game = judge.game
    states = _states(game, start, steps)
    first = next((state for state in states if state.phase != Phase.STONES), None)
    known = initial = judge.value(first) if first else (1 / game.seats,) * game.seats
    turn = int(start.phase not in (Phase.STONES, Phase.ROLL_OFF))
    nothing = (0.0,) * game.seats
    moments: list[Moment] = []
    for index, (state, after, step) in enumerate(zip(states, states[1:], steps, strict=False)):
        if state.phase == Phase.STONES:
            moments.append(Moment(index, turn, state.seat, step, known, nothing, nothing))
        elif game.actor(state) == CHANCE:
            found = judge.value(after)
            moments.append(Moment(index, turn, state.seat, step, found, _less(found, known), nothing))
            known = found
        else:
            decision = _decision(judge, state, after, step, known=known, index=index, turn=turn)
            moments.append(decision)
            known = decision.values
        turn += begins(after) and not isinstance(step, Again)
        progress((index + 1) / len(steps))
    return RaceReview(game, initial, known, tuple(moments))


def _states(game: Dragon, start: State, steps: list[Step]) -> list[State]:
    states = [start]
    for step in steps:
        if game.actor(states[-1]) == NOBODY:
            break
        states.append(game.apply(states[-1], step))
    return states


def _decision(
    judge: RaceJudge, state: State, after: State, step: Step, *, known: Shares, index: int, turn: int
) -> Decision:
    game, seat, moves = judge.game, state.seat, judge.moves(state)
    played = moves[step]
    best = max(moves, key=lambda move: (moves[move][seat], move == step))
    loss = moves[best][seat] - played[seat]
    change = _less(played, known)
    found = _looked_anew(judge, after, played)
    forced = len(moves) == 1
    mark = Mark.BEST if best == step else grade(loss, RACE_THRESHOLDS)
    reasons = explain(game, state, step, best, change) if mark in RACE_THRESHOLDS else ()
    kept = played[seat] / moves[best][seat] if moves[best][seat] > _LEAST else 1.0
    residual = _less(found, played)
    return Decision(index, turn, seat, step, found, change, residual, best, loss, kept, forced, mark, reasons)


def _looked_anew(judge: RaceJudge, after: State, played: Shares) -> Shares:
    """The value after a decision: within a turn that of its solution, otherwise what the judge says now."""
    game = judge.game
    outcome = game.outcome(after)
    stopped = outcome and outcome.result == "unfinished"  # by the limit of turns: the race would have gone on
    rolls_on = game.actor(after) == CHANCE and not begins(after)
    return played if stopped or rolls_on else judge.value(after)


def _less(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _as_json(game: Dragon, moment: Moment) -> dict[str, object]:
    common: dict[str, object] = {
        "step": str(moment.step),
        "turn": moment.turn,
        "colour": str(game.options.players[moment.seat]),
        "values": list(moment.values),
    }
    if not isinstance(moment, Decision):
        return {"kind": "chance", **common, "luck": list(moment.change)}
    return {
        "kind": "decision",
        **common,
        "change": list(moment.change),
        "residual": list(moment.residual),
        "best": str(moment.best),
        "loss": moment.loss,
        "forced": moment.forced,
        "mark": str(moment.mark),
        "reasons": [{"kind": reason.kind, **reason.details} for reason in moment.reasons],
    }
