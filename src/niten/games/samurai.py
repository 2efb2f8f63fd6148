"""A duel at a table."""

from typing import Any

from niten.booklet import UnknownDuel, duels
from niten.booklet.campaign import is_of_booklet
from niten.core import Step
from niten.core.checking import printable
from niten.core.game import JsonObject
from niten.core.record import AnyGame, AnyMatch
from niten.core.story import Event
from niten.games.table import Prospect, TablePart
from niten.samurai import Phase, Samurai, duel_data
from niten.samurai.honours import feat
from niten.samurai.outlook import outlook
from niten.samurai.story import tell

_STRIDE = 17  # duels from one day to the next: easy and hard ones by turns
_PLACED = (Phase.RAISE, Phase.OPPONENT, Phase.ANSWER)


class DuelTable(TablePart):
    """Way of the Samurai."""

    def complete(self, asked: JsonObject) -> JsonObject:
        """`duel` may be the id of a duel of the booklet; the rules are the English ones if none are said."""
        duel = asked.get("duel")
        if isinstance(duel, str):
            if duel not in duels():
                raise UnknownDuel.of(printable(duel[:40]))
            asked = asked | {"duel": duel_data(duels()[duel])}
        return asked if "edition" in asked else {"rules": "en"} | asked

    def title(self, game: AnyGame) -> str:
        return _duel(game).duel.id

    def tell(self, game: AnyGame, before: Any, step: Step, after: Any) -> tuple[Event, ...]:
        return tell(_duel(game), before, step, after)

    def daily(self, number: int) -> JsonObject:
        """The duels of the booklet take turns."""
        names = list(duels())
        return {"duel": names[number * _STRIDE % len(names)]}

    def outlook(self, game: AnyGame, state: Any) -> list[Prospect] | None:
        if state.phase not in _PLACED:
            return None
        found = outlook(_duel(game), state)
        return [Prospect(one.number, float(one.chance), one.damage, one.strikes) for one in found]

    def feat(self, match: AnyMatch) -> JsonObject | None:
        game = _duel(match.game)
        return feat(game, match.states, match.steps)._asdict() if is_of_booklet(game.duel) else None


def _duel(game: AnyGame) -> Samurai:
    assert isinstance(game, Samurai)
    return game


TABLE = DuelTable()
