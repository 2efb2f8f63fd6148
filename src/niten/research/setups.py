"""Games by the words of a set-up, as all three interfaces take them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from niten.booklet import find_duel
from niten.dragon import SHIPPED, Board, Colour, Dragon, Setup, load_board, shipped_board
from niten.samurai import Duel, Samurai
from niten.samurai.switches import switches_from


def duel_game(duel: str | Duel = "oda-nobunaga", rules: str = "en") -> Samurai:
    """A duel: one of the booklet, a duel file or one made in Python, by an edition or a mixture of switches.

    >>> duel_game("oda-nobunaga").duel.name
    'Oda Nobunaga'
    """
    return Samurai(find_duel(duel) if isinstance(duel, str) else duel, switches_from(rules))


class RaceOptions(TypedDict, total=False):
    """What `race_game` takes besides the players."""

    board: str | Board
    powers: str
    immunity: bool
    stones: int
    starts: int | None
    max_turns: int | None


def race_game(
    players: int | Sequence[str] = 2,
    *,
    board: str | Board = "standard",
    powers: str = "none",
    immunity: bool = False,
    stones: int = 0,
    starts: int | None = None,
    max_turns: int | None = None,
) -> Dragon:
    """A race: how many play or in which colours, on a board that is shipped, a file or made in Python.

    `stones` dead stones are drawn by lot. Without `starts`, a roll-off decides; `max_turns` ends it without a winner.

    >>> race_game(3, powers="own").options.players
    (<Colour.BLACK: 'black'>, <Colour.RED: 'red'>, <Colour.WHITE: 'white'>)
    """
    if isinstance(board, str):
        board = shipped_board(board) if board in SHIPPED else load_board(Path(board))
    colours = tuple(Colour)[:players] if isinstance(players, int) else players
    return Dragon(
        Setup.from_data(
            {
                "board": board.to_data(),
                "players": [str(colour) for colour in colours],
                "powers": powers,
                "immunity": immunity,
                "random_stones": stones,
                "starts": starts,
                "max_turns": max_turns,
            }
        )
    )


def race_among(
    bots: Sequence[object], seat: int | None, colours: Sequence[str] | None, **options: Unpack[RaceOptions]
) -> Dragon:
    """The race of one seat, or of any where it is None, against bots."""
    game = race_game(colours or len(bots) + 1, **options)
    if len(bots) + 1 != game.seats or seat not in (None, *range(game.seats)):
        raise ValueError(f"{len(bots)} bots and seat {seat} in a race of {game.seats}")
    return game


def raises(illegal: str) -> bool:
    """Whether an illegal action raises instead of losing the game."""
    if illegal not in ("lose", "raise"):
        raise ValueError(f"illegal {illegal!r}: expected 'lose' or 'raise'")
    return illegal == "raise"
