"""A race at a table."""

from typing import Any, cast

from niten.core import Step
from niten.core.game import JsonObject
from niten.core.record import AnyGame
from niten.core.story import Event
from niten.dragon import SHIPPED, Colour, Dragon, shipped_board
from niten.dragon.rematch import rematch
from niten.dragon.story import tell
from niten.games.table import TablePart


class RaceTable(TablePart):
    """Way of the Dragon."""

    def complete(self, asked: JsonObject) -> JsonObject:
        """`board` may be the name of a board that comes with Niten, and is the standard one if none is said."""
        if asked.get("board", "standard") in SHIPPED:
            board = shipped_board(cast("str", asked.get("board", "standard")))
            return asked | {"board": board.to_data()}
        return asked

    def title(self, game: AnyGame) -> str:
        return _race(game).options.board.name

    def tell(self, game: AnyGame, before: Any, step: Step, after: Any) -> tuple[Event, ...]:
        return tell(_race(game), before, step, after)

    def again(self, game: AnyGame, end: Any) -> tuple[AnyGame, Any]:
        """Whoever lost begins (D6)."""
        return rematch(_race(game), end)

    def daily(self, number: int) -> JsonObject:
        """Now the player begins, now the bot."""
        colours = [str(colour) for colour in Colour]
        players = [colours[number % 5], colours[(number + 1 + number // 5 % 4) % 5]]
        return {"players": players, "starts": number % 2}


def _race(game: AnyGame) -> Dragon:
    assert isinstance(game, Dragon)
    return game


TABLE = RaceTable()
