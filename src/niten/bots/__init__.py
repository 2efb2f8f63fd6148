"""Players that are programs. They know the game and the position, and have a random stream of their own.

Standard library only, and nothing of any face: a terminal, a server or a simulation seats them.
"""

from niten.bots.bot import Bot, RandomBot
from niten.bots.dragon_greedy import GreedyBot
from niten.bots.registry import DRAGON_BOTS, DragonBot, UnknownBot, find_dragon_bot

__all__ = ["DRAGON_BOTS", "Bot", "DragonBot", "GreedyBot", "RandomBot", "UnknownBot", "find_dragon_bot"]
