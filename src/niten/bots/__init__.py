"""Players that are programs. They know the game and the position, and have a random stream of their own.

Standard library only, and nothing of any face: a terminal, a server or a simulation seats them.
"""

from niten.bots.bot import Bot, RandomBot
from niten.bots.dragon_greedy import GreedyBot
from niten.bots.part import UnknownBot
from niten.bots.registry import (
    DRAGON_BOTS,
    RATINGS,
    SAMURAI_BOTS,
    DragonBot,
    SamuraiBot,
    find_dragon_bot,
    find_samurai_bot,
)
from niten.bots.samurai_players import Beginner, RoundPlayer

__all__ = [
    "DRAGON_BOTS",
    "RATINGS",
    "SAMURAI_BOTS",
    "Beginner",
    "Bot",
    "DragonBot",
    "GreedyBot",
    "RandomBot",
    "RoundPlayer",
    "SamuraiBot",
    "UnknownBot",
    "find_dragon_bot",
    "find_samurai_bot",
]
