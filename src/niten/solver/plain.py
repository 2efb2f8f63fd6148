"""The plain solver: the specification. Walks the tree of the rules itself and remembers what it has seen.

    V(s) = goal(s)                         where the game is over
    V(s) = Σ weight(x) · V(s after x)      over the outcomes x of a random event, the weights over their total
    V(s) = max V(s after m)                over the legal moves m

Only small duels finish. It is kept as the judge of every faster one.
"""

from math import fsum
from typing import Generic

from niten.core import CHANCE, Game
from niten.core.game import State
from niten.core.steps import S
from niten.solver.goals import WIN, Goal


class PlainSolver(Generic[State, S]):
    """Values of one game with one seat, computed when they are asked for."""

    def __init__(self, game: Game[State, S], goal: Goal = WIN) -> None:
        self.game = game
        self.goal = goal
        self.values: dict[State, float] = {}

    def value(self, state: State) -> float:
        """The best achievable probability of the goal from here."""
        known = self.values.get(state)
        if known is None:
            known = self.values[state] = self._value(state)
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
