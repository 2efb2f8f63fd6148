"""Pig as a kind: what tables and bots know of it beyond the rules."""

from typing import Any

from pig import Die, HoldAt

from niten.bots import RandomBot
from niten.bots.part import BotsPart
from niten.core import Step
from niten.core.game import JsonObject
from niten.core.record import AnyGame
from niten.core.story import Event
from niten.games import Kind, TablePart


class PigTable(TablePart):
    """Pig at a table: to a hundred if nothing else is said."""

    def complete(self, asked: JsonObject) -> JsonObject:
        return {"goal": 100} | asked

    def tell(self, game: AnyGame, before: Any, step: Step, after: Any) -> tuple[Event, ...]:
        match step:
            case Die(face=1):
                return (Event("lost", {"seat": before.seat, "points": before.turn}),)
            case _:
                return ()


TABLE = PigTable()
BOTS = BotsPart({"random": RandomBot(), "hold": HoldAt()}, rival="hold")
PIG = Kind("pig", rules="pig:Pig", table="pig_kind:TABLE", bots="pig_kind:BOTS")
