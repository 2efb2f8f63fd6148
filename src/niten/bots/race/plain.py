"""A turn solved by the rules themselves: the specification of the fast one.

    V(s) = shares of the outcome            where the game is over
    V(s) = judge(s)                         where another turn, or another roll-and-move, begins
    V(s) = Σ weight(x) · V(s after x)       over the faces x of a roll, the weights over their total
    V(s) = V(s after the best move)         for the seat that moves: the greatest share of its own

V is a vector, each seat's expected share of the win. Of equally good moves the first one counts.
"""

from collections.abc import Callable

from niten.core import CHANCE, Step
from niten.dragon import Dragon, Phase, State

Shares = tuple[float, ...]
Judge = Callable[[State], Shares]
"""What a position is worth in which a turn begins: no die is rolled yet."""


def begins(state: State) -> bool:
    """Whether a turn, or another roll-and-move of one (D12), begins here."""
    return state.phase == Phase.ROLL and state.rolls == 0 and not state.dice


class PlainTurn:
    """Positions of one turn, valued when they are asked for."""

    def __init__(self, game: Dragon, judge: Judge) -> None:
        self.game = game
        self.judge = judge
        self._known: dict[State, Shares] = {}

    def begin(self, state: State) -> Shares:
        """The value of a turn before its first roll: of `judge` no more is asked than what comes after the turn."""
        assert begins(state)
        return self._rolled(state)

    def value(self, state: State) -> Shares:
        """The value of a position in the middle of a turn, or after it."""
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._value(state)
        return known

    def moves(self, state: State) -> dict[Step, Shares]:
        """The value of every legal move, in the order of the moves."""
        return {move: self.value(self.game.advance(state, move)) for move in self.game.legal_moves(state)}

    def _value(self, state: State) -> Shares:
        outcome = self.game.outcome(state)
        if outcome:
            return tuple(map(float, outcome.shares))
        if begins(state):
            return self.judge(state)
        if self.game.actor(state) == CHANCE:
            return self._rolled(state)
        return max(self.moves(state).values(), key=lambda shares: shares[state.seat])

    def _rolled(self, state: State) -> Shares:
        chance = self.game.chance(state)
        after = [self.value(self.game.advance(state, step)) for step in chance.outcomes]
        return tuple(
            sum(weight * shares[seat] for weight, shares in zip(chance.weights, after, strict=True)) / chance.total
            for seat in range(self.game.seats)
        )
