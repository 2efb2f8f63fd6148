"""The plain solver: the specification. Walks the tree of the rules itself and remembers what it has seen.

    V(s) = goal(s)                         where the game is over
    V(s) = Σ weight(x) · V(s after x)      over the outcomes x of a random event, the weights over their total
    V(s) = max V(s after m)                over the legal moves m

Only small duels finish. It is kept as the judge of every faster one.
"""

from math import fsum
from typing import Generic

from niten.core import CHANCE, Game, NitenError
from niten.core.game import State
from niten.core.steps import S
from niten.solver.goals import WIN, Goal


class SeveralSeats(NitenError):
    """There is no one best way to play for more than one seat."""

    code = "several-seats"


class ComesBack(NitenError):
    """A position can follow itself, so that its value depends on itself."""

    code = "comes-back"


class PlainSolver(Generic[State, S]):
    """Values of one game with one seat that never comes back to a position, computed when they are asked for."""

    def __init__(self, game: Game[State, S], goal: Goal = WIN) -> None:
        if game.seats != 1:
            raise SeveralSeats(game=game.name, seats=game.seats)
        self.game = game
        self.goal = goal
        self.values: dict[State, float] = {}
        self._open: set[State] = set()  # those whose value is being computed

    def value(self, state: State) -> float:
        """The best achievable probability of the goal from here."""
        known = self.values.get(state)
        if known is None:
            if state in self._open:
                raise ComesBack(game=self.game.name, position=self.game.position(state))
            self._open.add(state)
            try:
                known = self.values[state] = self._value(state)
            finally:
                self._open.discard(state)
        return known

    def _value(self, state: State) -> float:
        outcome = self.game.outcome(state)
        if outcome:
            return self.goal(outcome)
        if self.game.actor(state) == CHANCE:
            chance = self.game.chance(state)
            after = (self.value(self.game.advance(state, step)) for step in chance.outcomes)
            return fsum(weight * value for weight, value in zip(chance.weights, after, strict=True)) / chance.total
        return max(self.moves(state).values())

    def moves(self, state: State) -> dict[S, float]:
        """The value of every legal move, in the order of the moves."""
        return {move: self.value(self.game.advance(state, move)) for move in self.game.legal_moves(state)}
