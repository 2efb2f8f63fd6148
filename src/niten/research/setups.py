"""Games by the words of a set-up, as all three interfaces take them."""

from collections.abc import Sequence
from pathlib import Path

from niten.booklet import find_duel
from niten.dragon import SHIPPED, Board, Colour, Dragon, Setup, load_board, shipped_board
from niten.samurai import EDITIONS, Duel, Samurai


def duel_game(duel: str | Duel = "oda-nobunaga", edition: str = "en") -> Samurai:
    """A duel: one of the booklet, a duel file or one made in Python, under an edition of the rules.

    >>> duel_game("oda-nobunaga").duel.name
    'Oda Nobunaga'
    """
    if edition not in EDITIONS:
        raise ValueError(f"edition {edition!r}: expected one of {', '.join(EDITIONS)}")
    return Samurai(find_duel(duel) if isinstance(duel, str) else duel, EDITIONS[edition])


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
