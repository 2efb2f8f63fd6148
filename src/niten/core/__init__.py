"""What a duel and a race have in common: steps, chance, records, dice. Standard library only."""

from niten.core.dice import Dice, SeededDice
from niten.core.errors import (
    BadRecord,
    BadSetup,
    CannotUndo,
    GameOver,
    IllegalStep,
    NitenError,
    NotThought,
    Problem,
    UnreadablePosition,
    UnreadableStep,
    never,
    numbered,
)
from niten.core.fair import FairDice, Pledge
from niten.core.game import CHANCE, NOBODY, Actor, Chance, Game, Outcome
from niten.core.match import Match
from niten.core.record import Record
from niten.core.steps import Notation, Step

__all__ = [
    "CHANCE",
    "NOBODY",
    "Actor",
    "BadRecord",
    "BadSetup",
    "CannotUndo",
    "Chance",
    "Dice",
    "FairDice",
    "Game",
    "GameOver",
    "IllegalStep",
    "Match",
    "NitenError",
    "NotThought",
    "Notation",
    "Outcome",
    "Pledge",
    "Problem",
    "Record",
    "SeededDice",
    "Step",
    "UnreadablePosition",
    "UnreadableStep",
    "never",
    "numbered",
]
