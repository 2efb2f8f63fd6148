"""Looking further: the ends of a turn are judged by the turns that follow them, and those by the turns after.

    1 turn    the net judges where this turn ends
    2 turns   each end is worth the next player's turn, solved exactly, with the net where that ends
    3 turns   the same once more, for the ends in the order of how likely they are

The work depends on the position the turn begins in, not on the dice rolled since, so that all decisions of a turn go
by the same values. Whatever the budget leaves unlooked at is corrected by what looking changed elsewhere on average:
values of different depth can then be compared. With more than two players the third turn is not looked at: it is not
one's own, there are many more ends than the budget allows, and master was weaker for it (docs/bots.md).
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

import time
from collections.abc import Iterable, Iterator

import numpy as np

from niten.bots.race.ends import list_ends
from niten.bots.race.induction import induct
from niten.bots.race.net import Net, Sight, judge_turn, new_sight
from niten.bots.race.selfplay import solve
from niten.bots.race.tables import (
    FACES,
    FIRST_HAND,
    KEEPS,
    SEATS,
    STAGES,
    WITH,
    Floats,
    Numbers,
    Position,
    Race,
    Turn,
    compiled,
    copy,
    new_turn,
)
from niten.bots.race.turn import SolvedTurn, row_position
from niten.dragon import Dragon

AT_ONCE = 8  # turns solved between two looks at the clock: a few milliseconds
_LIKELY = 0.003  # of ends that are less likely only the average is corrected
SECONDS = 1.0


@compiled
def look_ahead(
    net: Net,
    race: Race,
    unspent: Numbers,
    seat: int,
    turn: Turn,
    rows: Numbers,
    after: Turn,
    sight: Sight,
    unspent_after: Numbers,
) -> None:
    """Judge some ends of a turn by the turn that follows each of them."""
    for n in range(rows.size):
        row: int = rows[n]
        roller: int = turn.roller[row]
        copy(unspent_after, unspent)
        if turn.spent[row]:
            unspent_after[seat] = 0
        solve(net, race, turn.spaces[turn.body[row]], unspent_after, roller, after, sight)
        copy(turn.shares[row], after.value[0, 0])


@compiled
def likelihood(turn: Turn, chances: Floats, reached: Floats) -> None:
    """How likely each row is in the end, from the first roll on, when every choice is the best one."""
    chances[:] = 0.0
    reached[:] = 0.0
    chances[0, 0] = 1.0
    for stage in range(STAGES):
        for dice in range(FIRST_HAND):
            if chances[stage, dice] > 0:
                for face in range(FACES):
                    chances[stage, WITH[dice, face]] += chances[stage, dice] / 6
        for dice in range(FIRST_HAND, KEEPS):
            if chances[stage, dice] > 0:
                kept = turn.keep[stage, dice]
                if kept < 0:
                    reached[turn.leaf[1 if stage == 3 else 0, dice]] += chances[stage, dice]
                else:
                    chances[stage + 1, kept] += chances[stage, dice]


class Budget:
    """What a turn may cost: solved turns, seconds or both."""

    def __init__(self, nodes: int | None, seconds: float | None) -> None:
        self._nodes = nodes
        self._end = None if seconds is None else time.monotonic() + seconds

    def take(self, nodes: int) -> bool:
        """Whether so much more may be done."""
        if self._nodes is not None:
            self._nodes -= nodes
            if self._nodes < 0:
                return False
        return self._end is None or time.monotonic() < self._end


class SearchJudge:
    """Judges the ends of a turn by looking further, within a budget of solved turns (`nodes`) or seconds."""

    def __init__(
        self, net: Net, *, nodes: int | None = None, seconds: float | None = None, turns: int | None = None
    ) -> None:
        self.net = net
        self.nodes = nodes
        self.seconds = SECONDS if nodes is None and seconds is None else seconds
        self.turns = turns
        self._middle, self._last, self._sight = new_turn(), new_turn(), new_sight()
        self._unspent = np.zeros(SEATS, dtype=np.int64)
        self._chances = np.zeros((STAGES, KEEPS))

    def __call__(self, race: Race, position: Position, turn: Turn) -> None:
        """Fill in the shares of every row."""
        budget = Budget(self.nodes, self.seconds)
        turns = self.turns or (3 if race.seats == 2 else 2)
        judge_turn(self.net, race, position.unspent, position.seat, turn, self._sight)
        if turns < 2:
            return
        by_chance = self._by_chance(race, position, turn)
        if not self._look(race, position, turn, by_chance, budget) or turns < 3:
            return
        done: list[int] = []
        changes: list[Floats] = []
        for row in self._by_chance(race, position, turn):
            deeper = self._deeper(race, row_position(position, turn, row), budget)
            if deeper is None:
                break
            done.append(row)
            changes.append(deeper - turn.shares[row])
        _correct(turn, done, changes)

    def _by_chance(self, race: Race, position: Position, turn: Turn) -> list[int]:
        """The rows in which somebody rolls, the likeliest first."""
        return [row for row, _ in self._reached(race, position, turn)]

    def _reached(self, race: Race, position: Position, turn: Turn) -> Iterator[tuple[int, float]]:
        rows = int(turn.sizes[1])
        reached = np.ones(len(turn.body))
        if rows > 3:  # else nothing but how to end the turn is left to choose
            induct(race, race.kinds[position.seat] * position.unspent[position.seat], position.seat, turn)
            likelihood(turn, self._chances, reached)
        for row in np.argsort(-reached[:rows], kind="stable").tolist():
            if turn.roller[row] >= 0:
                yield row, float(reached[row])

    def _look(self, race: Race, position: Position, turn: Turn, rows: list[int], budget: Budget) -> bool:
        """Judge these rows by the turns that follow; False if the budget ends before."""
        before = turn.shares[: turn.sizes[1]].copy()
        for start in range(0, len(rows), AT_ONCE):
            some = np.array(rows[start : start + AT_ONCE])
            if not budget.take(len(some)):
                done = rows[:start]
                changes = [turn.shares[row] - before[row] for row in done]
                turn.shares[: turn.sizes[1]] = before
                _correct(turn, done, changes)
                return False
            look_ahead(
                self.net, race, position.unspent, position.seat, turn, some, self._last, self._sight, self._unspent
            )  # fmt: skip
        return True

    def _deeper(self, race: Race, position: Position, budget: Budget) -> Floats | None:
        """The value of a turn whose likely ends are judged by the turns that follow; None if the budget ends before."""
        if not budget.take(1):
            return None
        turn = self._middle
        list_ends(race, position.spaces, position.unspent, position.seat, turn)
        judge_turn(self.net, race, position.unspent, position.seat, turn, self._sight)
        likely = [row for row, chance in self._reached(race, position, turn) if chance > _LIKELY]
        before = turn.shares[: turn.sizes[1]].copy()
        if not self._look(race, position, turn, likely, budget):
            return None
        changes = [turn.shares[row] - before[row] for row in likely]
        turn.shares[: turn.sizes[1]] = before
        _correct(turn, likely, changes)
        induct(race, race.kinds[position.seat] * position.unspent[position.seat], position.seat, turn)
        return turn.value[0, 0].copy()


def _correct(turn: Turn, done: list[int], changes: Iterable[Floats]) -> None:
    """Add the changes to the rows looked at, and their mean to all others in which somebody rolls."""
    if not done:
        return
    found = np.array(list(changes))
    rows = int(turn.sizes[1])
    others = turn.roller[:rows] >= 0
    others[done] = False
    turn.shares[:rows][others] = np.clip(turn.shares[:rows][others] + found.mean(axis=0), 0.0, 1.0)
    turn.shares[done] += found


class Searcher(SolvedTurn):
    """Values of any state of a game by search; a turn is searched once."""

    def __init__(
        self,
        game: Dragon,
        net: Net,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        turns: int | None = None,
    ) -> None:
        super().__init__(game, SearchJudge(net, nodes=nodes, seconds=seconds, turns=turns))
