"""Pig for two: roll as often as you dare, a 1 loses what the turn has brought, a hundred points win.

A third game for the engine, in one file: `python docs/examples/pig.py` plays it, writes its record and replays it.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Self

from niten.bots import RandomBot
from niten.core import (
    CHANCE,
    NOBODY,
    Actor,
    BadSetup,
    Chance,
    Game,
    Match,
    Notation,
    Outcome,
    Record,
    SeededDice,
    Step,
    UnreadablePosition,
)
from niten.core.checking import Checker
from niten.core.dice import FACES
from niten.core.game import JsonObject
from niten.core.record import read, replay


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """The seat throws the die."""

    verb = "roll"


@dataclass(frozen=True, slots=True)
class Hold(Step):
    """The seat keeps what the turn has brought."""

    verb = "hold"


@dataclass(frozen=True, slots=True)
class Die(Step):
    """Random: what the die shows."""

    verb = "die"
    face: int


NOTATION = Notation[Step]((Roll, Hold, Die))
DIE = Chance[Step].of_dice(1, (((face,), 1, Die(face)) for face in FACES))


class State(NamedTuple):
    """Whose turn it is, the points of both, those of the turn, and whether the die is in the air."""

    seat: int = 0
    points: tuple[int, int] = (0, 0)
    turn: int = 0
    thrown: bool = False


class Pig(Game[State, Step]):
    """The rules, with a goal."""

    name = "pig"
    rules_version = 1

    def __init__(self, goal: int = 100) -> None:
        self.goal = goal
        self.seats = 2

    @classmethod
    def from_setup(cls, setup: JsonObject) -> Self:
        check = Checker("setup")
        table = check.table("", setup, required=("goal",))
        goal = check.number("goal", table.get("goal"), 1, 1000)
        check.finish()
        return cls(goal)

    def setup(self) -> JsonObject:
        return {"goal": self.goal}

    def start(self) -> State:
        return State()

    def actor(self, state: State) -> Actor:
        if state.thrown:
            return CHANCE
        return NOBODY if max(state.points) >= self.goal else Actor(state.seat)

    def legal_moves(self, state: State) -> tuple[Step, ...]:
        return (Roll(), Hold()) if self.actor(state) >= 0 else ()

    def chance(self, state: State) -> Chance[Step]:
        return DIE

    def advance(self, state: State, step: Step) -> State:
        match step:
            case Roll():
                return state._replace(thrown=True)
            case Die(face=1):
                return State(1 - state.seat, state.points)
            case Die():
                return state._replace(turn=state.turn + step.face, thrown=False)
            case _:
                points = list(state.points)
                points[state.seat] += state.turn
                return State(1 - state.seat, (points[0], points[1]))

    def outcome(self, state: State) -> Outcome | None:
        if max(state.points) < self.goal:
            return None
        winner = int(state.points[1] >= self.goal)
        return Outcome("finished", f"seat-{winner}", (Fraction(1 - winner), Fraction(winner)))

    def read_step(self, text: str) -> Step:
        return NOTATION.read(text)

    def position(self, state: State) -> str:
        return " ".join(map(str, (state.seat, *state.points, state.turn, int(state.thrown))))

    def read_position(self, text: str) -> State:
        try:
            seat, one, other, turn, thrown = map(int, text.split())
        except ValueError:
            raise UnreadablePosition(text=text[:100]) from None
        check = Checker("position")
        check.number("seat", seat, 0, 1)
        check.number("thrown", thrown, 0, 1)
        for where, value in (("points[0]", one), ("points[1]", other), ("turn", turn)):
            check.number(where, value, 0, self.goal + 1000)
        check.finish()
        return State(seat, (one, other), turn, bool(thrown))


class HoldAt:
    """Rolls until the turn has brought enough."""

    def __init__(self, enough: int = 20) -> None:
        self.enough = enough

    def choose(self, game: Pig, state: State, dice: object) -> Step:
        return Hold() if state.turn >= min(self.enough, game.goal - state.points[state.seat]) else Roll()


def main() -> None:
    """A game of two bots, its record, and the record replayed."""
    match, dice, lots = Match(Pig()), SeededDice(7), SeededDice(7, "bots")
    bots = (HoldAt(), RandomBot())
    while not match.is_over:
        match.play(bots[match.actor].choose(match.game, match.state, lots))
        match.roll(dice)
    record = str(Record.of(match, seed=7))
    again, _ = replay(read(record), Pig)
    assert again.state == match.state
    try:
        Pig.from_setup({"goal": 0})
    except BadSetup as error:
        print(error)
    print(record)


if __name__ == "__main__":
    main()
