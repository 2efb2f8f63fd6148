"""Set-ups as they are asked for: whole ones as in a record, or by the names of what comes with Niten."""

from typing import cast

from niten.booklet import UnknownDuel, duels
from niten.bots.dragon_levels import Level
from niten.bots.registry import DRAGON_BOTS, SAMURAI_BOTS, find_dragon_bot, find_samurai_bot
from niten.core import NitenError
from niten.core.checking import printable
from niten.core.game import JsonObject
from niten.core.record import AnyGame
from niten.dragon import SHIPPED, Dragon, shipped_board
from niten.dragon.rematch import rematch
from niten.games import shared_game
from niten.samurai import duel_data
from niten.server.table import Table


class UnknownGame(NitenError):
    """Neither of the two games."""

    code = "unknown-game"


def game_of(name: str, setup: JsonObject) -> AnyGame:
    """The game that is asked for. `board` may be a board's name, `duel` the id of a duel of the booklet."""
    if name not in ("samurai", "dragon"):
        raise UnknownGame(name=name[:40])
    if name == "dragon" and setup.get("board", "standard") in SHIPPED:
        board = shipped_board(cast("str", setup.get("board", "standard")))
        setup = setup | {"board": board.to_data()}
    if name == "samurai":
        duel = setup.get("duel")
        if isinstance(duel, str):
            if duel not in duels():
                raise UnknownDuel.of(printable(duel[:40]))
            setup = setup | {"duel": duel_data(duels()[duel])}
        setup = setup if "edition" in setup else {"rules": "en"} | setup
    return shared_game(name, setup)


def check_bot(game: AnyGame, name: str) -> None:
    """Refuse a bot that does not exist, or cannot play here."""
    if isinstance(game, Dragon):
        find_dragon_bot(name)
    else:
        find_samurai_bot(name)


def bots_here() -> dict[str, list[str]]:
    """The bots that can play here, for each game, the weakest first."""
    able = [name for name, bot in DRAGON_BOTS.items() if not isinstance(bot, Level) or _can_play(bot)]
    return {"samurai": list(SAMURAI_BOTS), "dragon": able}


def _can_play(level: Level) -> bool:
    try:
        level.check()
    except NitenError:
        return False
    return True


def rival() -> str:
    """The bot of a race that is taken where nobody chose one: the best that moves at once."""
    return "solid" if "solid" in bots_here()["dragon"] else "greedy"


def once_more(table: Table) -> tuple[AnyGame, str | None]:
    """The game of a rematch, and the position it begins in if that is not the usual one (D6).

    What was tried once is tried again from the same position.
    """
    game = table.game
    if table.practice:
        return game, table.start
    if not isinstance(game, Dragon):
        return game, None
    after, start = rematch(game, table.match.state)
    return after, None if start == after.start() else after.position(start)
