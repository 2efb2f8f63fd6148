"""Way of the Samurai – Roll & Write: a solo duel. Standard library only."""

from niten.samurai.duel import Duel, Effect, Gain, Harm, Line, PlayerPage, Reward
from niten.samurai.duelfile import duel_data, load_duel, loads_duel, parse_duel
from niten.samurai.rules import Samurai
from niten.samurai.state import Ending, Phase, State
from niten.samurai.steps import (
    Again,
    Announce,
    Buy,
    Column,
    Injury,
    OpponentRoll,
    Place,
    Raise,
    Ready,
    RerollDie,
    Roll,
    Stand,
    Strike,
    Toll,
    Wound,
)
from niten.samurai.switches import EDITIONS, Bookkeeping, Purchases, Repeated, Reroll, Switches

__all__ = [
    "EDITIONS",
    "Again",
    "Announce",
    "Bookkeeping",
    "Buy",
    "Column",
    "Duel",
    "Effect",
    "Ending",
    "Gain",
    "Harm",
    "Injury",
    "Line",
    "OpponentRoll",
    "Phase",
    "Place",
    "PlayerPage",
    "Purchases",
    "Raise",
    "Ready",
    "Repeated",
    "Reroll",
    "RerollDie",
    "Reward",
    "Roll",
    "Samurai",
    "Stand",
    "State",
    "Strike",
    "Switches",
    "Toll",
    "Wound",
    "duel_data",
    "load_duel",
    "loads_duel",
    "parse_duel",
]
