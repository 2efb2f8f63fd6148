"""Bots by name, as a player types it."""

from collections.abc import Mapping

from niten.bots.bot import Bot, RandomBot
from niten.bots.dragon_greedy import GreedyBot
from niten.bots.dragon_levels import Level
from niten.bots.part import AnyBot, BotsPart
from niten.bots.samurai_optimal import OptimalPlayer
from niten.bots.samurai_players import Beginner, RoundPlayer
from niten.core import NitenError
from niten.dragon import Dragon, State
from niten.samurai import Samurai
from niten.samurai import State as SamuraiState

DragonBot = Bot[Dragon, State]
SamuraiBot = Bot[Samurai, SamuraiState]

DRAGON_BOTS: Mapping[str, DragonBot] = {
    "random": RandomBot(),
    "beginner": Level("beginner"),
    "casual": Level("casual"),
    "greedy": GreedyBot(),
    "solid": Level("solid"),
    "strong": Level("strong"),
    "master": Level("master"),
}
"""The bots for Way of the Dragon, the weakest first."""

RATINGS: Mapping[str, int] = {
    "random": 41,
    "beginner": 772,
    "casual": 962,
    "greedy": 1000,
    "solid": 1088,
    "strong": 1183,
    "master": 1232,
}
"""How strong they are, two at a standard board: `niten tournament` of all of them (docs/bots.md)."""

SAMURAI_BOTS: Mapping[str, SamuraiBot] = {
    "random": RandomBot(),
    "beginner": Beginner(),
    "reckless": RoundPlayer(caution=0.0, patience=12),
    "careful": RoundPlayer(caution=1.0, patience=34),
    "optimal": OptimalPlayer(),
}
"""The players for Way of the Samurai."""


class RaceBots(BotsPart):
    """Some need packages that may be missing."""

    def find(self, name: str) -> AnyBot:
        bot = super().find(name)
        if isinstance(bot, Level):
            bot.check()
        return bot

    def here(self) -> list[str]:
        return [name for name, bot in self.bots.items() if not isinstance(bot, Level) or _can_play(bot)]

    @property
    def rival(self) -> str:
        return "solid" if "solid" in self.here() else "greedy"


def _can_play(level: Level) -> bool:
    try:
        level.check()
    except NitenError:
        return False
    return True


SAMURAI, DRAGON = BotsPart(SAMURAI_BOTS), RaceBots(DRAGON_BOTS)


def find_dragon_bot(name: str) -> DragonBot:
    """A bot for Way of the Dragon by its name, that can play here."""
    return DRAGON.find(name)


def find_samurai_bot(name: str) -> SamuraiBot:
    """A player for Way of the Samurai by its name."""
    return SAMURAI.find(name)
