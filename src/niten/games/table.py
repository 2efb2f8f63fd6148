"""What a table knows of its game: set-ups as they are asked for, the title, the story, what comes after."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from niten.core import Step
from niten.core.game import JsonObject
from niten.core.record import AnyGame, AnyMatch
from niten.core.story import Event
from niten.games.kind import Layer, Part


class Prospect(NamedTuple):
    """One of the things a roll may bring: its number, its chance, the damage it does, whether it strikes back."""

    number: int
    chance: float
    damage: int
    strikes: bool


class TablePart(Part):
    """Any game at a table."""

    layer: ClassVar[Layer] = "table"

    def complete(self, asked: JsonObject) -> JsonObject:
        """A whole set-up from one as it is asked for, with names of what is known and without what is usual."""
        return asked

    def title(self, game: AnyGame) -> str:
        """What is played, as a list of tables says it."""
        return game.name

    def tell(self, game: AnyGame, before: Any, step: Step, after: Any) -> tuple[Event, ...]:
        """What a step did, in no language."""
        del game, before, step, after
        return ()

    def again(self, game: AnyGame, end: Any) -> tuple[AnyGame, Any]:
        """The game of a rematch, and its first state."""
        del end
        return game, game.start()

    def daily(self, number: int) -> JsonObject | None:
        """The set-up of the day with this number, as it is asked for; none: there is no game of the day."""
        del number

    def outlook(self, game: AnyGame, state: Any) -> Sequence[Prospect] | None:
        """What the roll to come may bring; none: there is nothing to tell here."""
        del game, state

    def feat(self, match: AnyMatch) -> JsonObject | None:
        """What a finished game is worth on the way through the booklet; none: nothing."""
        del match
