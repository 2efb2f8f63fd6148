"""One game being played: its steps so far, and how far they can be taken back."""

from collections.abc import Collection
from typing import Generic

from niten.core.dice import Dice
from niten.core.errors import CannotUndo
from niten.core.game import CHANCE, NOBODY, Actor, Game, Outcome, State
from niten.core.steps import S


class Match(Generic[State, S]):
    """The log is the game: a set-up and the steps. States are derived, and kept only to look back.

    >>> from niten import Samurai, SeededDice
    >>> match = Match(Samurai("oda-nobunaga"))
    >>> state = match.play("dice 3")
    >>> match.roll(SeededDice(7))
    >>> [str(step) for step in match.steps]
    ['dice 3', 'roll 1 4 5']
    >>> match  # doctest: +ELLIPSIS
    <Match of Samurai('oda-nobunaga') after 2 steps: phase=place round=1 ...>
    """

    def __init__(self, game: Game[State, S], start: State | None = None) -> None:
        self.game = game
        self.states = [game.start() if start is None else start]
        self.steps: list[S] = []

    def __repr__(self) -> str:
        return f"<Match of {self.game!r} after {len(self.steps)} steps: {self.game.position(self.state)}>"

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
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def legal_moves(self) -> tuple[S, ...]:
        """What the acting seat may do now."""
        return self.game.legal_moves(self.state)

    def roll(self, dice: Dice) -> None:
        """Play whatever is random, up to the next decision or the end."""
        while self.actor == CHANCE:
            self.play(self.game.chance(self.state).draw(dice))

    def play(self, step: S | str) -> State:
        """Add a step, or the one that a line of notation stands for; an impossible one raises and changes nothing."""
        if isinstance(step, str):
            step = self.game.read_step(step)
        after = self.game.apply(self.states[-1], step)
        self.steps.append(step)
        self.states.append(after)
        return after

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
