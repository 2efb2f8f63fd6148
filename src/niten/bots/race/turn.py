"""The turn solved exactly: the fast one, equal to `plain`, for states of the game.

A limit of turns in the set-up (`max_turns`) is not looked at: every turn is followed by another.
"""

from collections.abc import Callable

import numpy as np

from niten.bots.race.ends import final_shares, list_ends
from niten.bots.race.induction import induct
from niten.bots.race.plain import Shares, begins
from niten.bots.race.tables import (
    AGAIN,
    BALANCE,
    END,
    LEAP_BALANCE,
    LEAPS,
    MOVES,
    PAIR,
    REBORN,
    STAY,
    SWAPS,
    Position,
    Race,
    Turn,
    multiset,
    new_turn,
    position_of,
    race_of,
)
from niten.core import Step
from niten.dragon import (
    Again,
    Balance,
    Become,
    Dragon,
    End,
    Eye,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Pass,
    Phase,
    Rebirth,
    Reroll,
    State,
    Swap,
)
from niten.dragon.elements import PATH_NUMBER
from niten.dragon.hands import hand, without

RowJudge = Callable[[Race, Position, Turn], None]
"""Fills in the shares of every row of a turn whose ends are listed."""


def row_position(position: Position, turn: Turn, row: int) -> Position:
    """The position of a row in which somebody rolls."""
    unspent = position.unspent.copy()
    unspent[position.seat] *= not turn.spent[row]
    return Position(turn.spaces[turn.body[row]], unspent, int(turn.roller[row]))


def judge_each(judge: Callable[[Position], Shares]) -> RowJudge:
    """A judge of rows from one of positions."""

    def judge_rows(race: Race, position: Position, turn: Turn) -> None:
        for row in range(turn.sizes[1]):
            if turn.roller[row] < 0:
                final_shares(race, turn.spaces[turn.body[row]], turn.shares[row])
            else:
                turn.shares[row, : race.seats] = judge(row_position(position, turn, row))

    return judge_rows


class SolvedTurn:
    """Values of any state of a game; the turn is solved once and kept as long as states belong to it."""

    def __init__(self, game: Dragon, judge: RowJudge) -> None:
        self.game = game
        self.judge = judge
        self.turn = new_turn()
        self._solved: object = None

    def begin(self, state: State) -> Shares:
        """The value of a turn before its first roll."""
        assert begins(state)
        self._solve(state)
        return self._shares(self.turn.value[0, 0])

    def moves(self, state: State) -> dict[Step, Shares]:
        """The value of every legal move, in the order of the moves."""
        self._solve(state)
        return {step: self._shares(self._after(state, step)) for step in self.game.legal_moves(state)}

    def _shares(self, row: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> Shares:
        return tuple(row[: self.game.seats].tolist())

    def _solve(self, state: State) -> None:
        moved = state.phase in (Phase.PERFECTION, Phase.END)
        base = state.seat, state.spaces, state.stones, state.unspent, moved
        if base == self._solved:
            return
        race, position = race_of(self.game, state), position_of(state)
        list_ends(race, position.spaces, position.unspent, position.seat, self.turn)
        if moved:
            self.turn.sizes[1] = self.turn.rows[0, STAY].max() + 1  # nothing but how to end it is left to choose
        self.judge(race, position, self.turn)
        if not moved:
            induct(race, race.kinds[position.seat] * position.unspent[position.seat], position.seat, self.turn)
        self._solved = base

    def _after(self, state: State, step: Step) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
        """What follows a step."""
        turn = self.turn
        match step:
            case Reroll():
                return turn.value[state.rolls, multiset(without(state.dice, step.faces))]
            case Eye():
                return turn.value[3, multiset(without(state.dice, step.faces))]
            case Again():
                return turn.shares[turn.rows[0, STAY, AGAIN]]
            case Rebirth():
                return turn.shares[turn.rows[0, STAY, REBORN]]
            case End():
                return turn.shares[turn.rows[0, STAY, END]]
            case _:
                spent, slot = slot_of(self.game, state, step)
                return turn.shares[turn.chosen[spent, slot, int(hand(state.dice).is_perfection)]]


def slot_of(game: Dragon, state: State, step: Step) -> tuple[int, int]:
    """Whether an action hands in the counter, and its slot."""
    dice = hand(state.dice)
    match step:
        case Move():
            path = PATH_NUMBER[step.path]
            return 0, MOVES + 5 * path + dice.counts[path] - 1
        case Leap():
            path = PATH_NUMBER[step.path]
            return 1, LEAPS + 5 * path + dice.counts[path] - 1
        case Become():
            path = PATH_NUMBER[step.path]
            return 1, MOVES + 5 * path + dice.counts[path] + dice.dragons - 1
        case Swap():
            pair = PAIR[game.seat_of[step.first], game.seat_of[step.second]]
            return 0, SWAPS + 10 * PATH_NUMBER[step.path] + int(pair)
        case Balance():
            return 0, BALANCE
        case LeapBalance():
            return 1, LEAP_BALANCE
        case Fear():
            return 1, STAY
        case Pass():
            return 0, STAY
        case _:
            raise TypeError(step)
