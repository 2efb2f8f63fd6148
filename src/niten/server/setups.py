"""Set-ups as they are asked for, and who can play them."""

from niten.bots.part import BotsPart
from niten.core import NitenError
from niten.core.game import JsonObject
from niten.core.record import AnyGame
from niten.games import TablePart, kinds, part_of, shared_game
from niten.server.table import Table


class UnknownGame(NitenError):
    """None of the games that are played here."""

    code = "unknown-game"


def game_of(name: str, setup: JsonObject) -> AnyGame:
    """The game that is asked for: whole as in a record, or by the names of what comes with it."""
    if name not in kinds():
        raise UnknownGame(name=name[:40], known=", ".join(kinds()))
    return shared_game(name, part_of(name, TablePart).complete(setup))


def check_bot(game: AnyGame, name: str) -> None:
    """Refuse a bot that does not exist, or cannot play here."""
    part_of(game.name, BotsPart).find(name)


def bots_here() -> dict[str, list[str]]:
    """The bots that can play here, for each game, the weakest first."""
    return {name: part_of(name, BotsPart).here() for name in kinds()}


def rival(game: AnyGame) -> str:
    """The bot that is taken where nobody chose one."""
    return part_of(game.name, BotsPart).rival


def once_more(table: Table) -> tuple[AnyGame, str | None]:
    """The game of a rematch, and the position it begins in if that is not the usual one (D6).

    What was tried once is tried again from the same position.
    """
    if table.practice:
        return table.game, table.start
    after, start = table.part.again(table.game, table.match.state)
    return after, None if start == after.start() else after.position(start)
