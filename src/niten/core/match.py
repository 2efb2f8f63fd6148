"""One game being played: its steps so far, and how far they can be taken back."""

from collections.abc import Collection
from typing import Generic

from niten.core.dice import Dice
from niten.core.errors import CannotUndo
from niten.core.game import CHANCE, NOBODY, Actor, Game, State
from niten.core.steps import S


class Match(Generic[State, S]):
    """The log is the game: a set-up and the steps. States are derived, and kept only to look back.

    >>> from niten import Samurai, SeededDice, find_duel
    >>> match = Match(Samurai(find_duel("oda-nobunaga")))
    >>> state = match.play(match.legal_moves[2])
    >>> match.roll(SeededDice(7))
    >>> [str(step) for step in match.steps]
    ['dice 3', 'roll 1 4 5']
    """

    def __init__(self, game: Game[State, S], start: State | None = None) -> None:
        self.game = game
        self.states = [game.start() if start is None else start]
        self.steps: list[S] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def actor(self) -> Actor:
        """Who acts now."""
        return self.game.actor(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == NOBODY

    @property
    def legal_moves(self) -> tuple[S, ...]:
        """What the acting seat may do now."""
        return self.game.legal_moves(self.state)

    def roll(self, dice: Dice) -> None:
        """Play whatever is random, up to the next decision or the end."""
        while self.actor == CHANCE:
            self.play(self.game.chance(self.state).draw(dice))

    def play(self, step: S) -> State:
        """Add a step; an impossible one raises and changes nothing."""
        return self.add(step, self.game.apply(self.state, step))

    def add(self, step: S, after: State) -> State:
        """Add a step that the rules were asked about before, with the state it leads to."""
        self.steps.append(step)
        self.states.append(after)
        return after

    def cannot_undo(self, seats: Collection[int] = (0,)) -> CannotUndo | None:
        """Why these seats cannot take the last step back, or None if they can.

        Nothing random and nothing another seat did is ever taken back.
        """
        if not self.steps:
            return CannotUndo(reason="start")
        actor = self.game.actor(self.states[-2])
        if actor == CHANCE:
            return CannotUndo(reason="roll")
        if actor not in seats:
            return CannotUndo(reason="other-seat")
        return None

    def undo(self, seats: Collection[int] = (0,)) -> S:
        """Take the last step back and return it."""
        error = self.cannot_undo(seats)
        if error:
            raise error
        self.states.pop()
        return self.steps.pop()
