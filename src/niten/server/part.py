"""What the server's workers know of a game: hints and reviews."""

from collections.abc import Callable
from typing import Any, ClassVar

from niten.core.game import JsonObject
from niten.core.record import AnyGame, AnyMatch
from niten.games import Part
from niten.games.kind import Layer
from niten.server.actions import Refused

Progress = Callable[[float], None]


class ServerPart(Part):
    """Any game: nobody knows what its moves are worth."""

    layer: ClassVar[Layer] = "server"
    gives_hints: ClassVar[bool] = False
    gives_reviews: ClassVar[bool] = False

    def hint(self, game: AnyGame, state: Any, progress: Progress) -> JsonObject:
        """What every move is worth, the best one first."""
        del game, state, progress
        raise Refused("no-hints")

    def review(self, match: AnyMatch, progress: Progress) -> JsonObject:
        """A game looked at again."""
        del match, progress
        raise Refused("no-review")
