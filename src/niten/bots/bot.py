"""What a bot is, and the simplest one."""

from typing import Any, Protocol, TypeVar

from niten.core import Dice, Game, Step

GameT_contra = TypeVar("GameT_contra", contravariant=True)
StateT_contra = TypeVar("StateT_contra", contravariant=True)


class Bot(Protocol[GameT_contra, StateT_contra]):
    """Chooses among the legal moves of a seat.

    A bot keeps nothing between decisions: what it does follows from the position and from its stream. The stream is
    its own; the dice of the table are never handed to it.
    """

    def choose(self, game: GameT_contra, state: StateT_contra, dice: Dice) -> Step:
        """One of `game.legal_moves(state)`."""
        ...


class RandomBot:
    """Plays any game: each legal move is as likely as the others."""

    def choose(self, game: Game[Any, Any], state: Any, dice: Dice) -> Step:
        moves = game.legal_moves(state)
        return moves[dice.below(len(moves))]
