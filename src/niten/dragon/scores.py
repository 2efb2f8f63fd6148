"""Who has how much, and who wins or loses (D14, D6)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from niten.dragon.board import Board
from niten.dragon.state import Spaces, State


class Score(NamedTuple):
    """A player's result. Compared as it stands: the sum of the numbers, then the pieces on numbered spaces (D14)."""

    points: int
    numbered: int


def standing(board: Board, state: State) -> tuple[tuple[int, ...], ...]:
    """Each seat's number on each path; 0 where its piece is not on a numbered space."""
    by_path = [[path.value(space) for space in row] for path, row in zip(board.paths, state.spaces, strict=True)]
    return tuple(zip(*by_path, strict=True))


def results(board: Board, state: State) -> tuple[Score, ...]:
    """Each seat's result. A numbered space may be worth 0, so its pieces are counted, not its points."""
    plains = [path.plain for path in board.paths]
    return tuple(
        Score(sum(values), sum(space > plain for space, plain in zip(spaces, plains, strict=True)))
        for values, spaces in zip(standing(board, state), zip(*state.spaces, strict=True), strict=True)
    )


def has_finisher(plains: Sequence[int], spaces: Spaces) -> bool:
    """Whether somebody has all five pieces on numbered spaces: the game is over (D14)."""
    # Plain loops: this is asked after every move, and generators would take twice as long.
    for own in zip(*spaces, strict=True):
        for space, plain in zip(own, plains, strict=True):
            if space <= plain:
                break
        else:
            return True
    return False


def winners(board: Board, state: State) -> tuple[int, ...]:
    """The seats with the best result: more than one share the win (D14)."""
    return _seats(board, state, max)


def losers(board: Board, state: State) -> tuple[int, ...]:
    """The seats with the worst result: of more than one, a throw tells who begins next time (D6)."""
    return _seats(board, state, min)


def _seats(board: Board, state: State, choose: Callable[[tuple[Score, ...]], Score]) -> tuple[int, ...]:
    everyone = results(board, state)
    chosen = choose(everyone)
    return tuple(seat for seat, result in enumerate(everyone) if result == chosen)
