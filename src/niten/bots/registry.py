"""Bots by name, as a player types it."""

from collections.abc import Mapping
from typing import TypeVar

from niten.bots.bot import Bot, RandomBot
from niten.bots.dragon_greedy import GreedyBot
from niten.bots.dragon_levels import Level
from niten.bots.samurai_optimal import OptimalPlayer
from niten.bots.samurai_players import Beginner, RoundPlayer
from niten.core import NitenError
from niten.dragon import Dragon, State
from niten.samurai import Samurai
from niten.samurai import State as SamuraiState

B = TypeVar("B")

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


class UnknownBot(NitenError):
    """There is no bot of this name."""

    code = "unknown-bot"


def find_dragon_bot(name: str) -> DragonBot:
    """A bot for Way of the Dragon by its name, that can play here."""
    bot = _find(DRAGON_BOTS, name)
    if isinstance(bot, Level):
        bot.check()
    return bot


def find_samurai_bot(name: str) -> SamuraiBot:
    """A player for Way of the Samurai by its name."""
    return _find(SAMURAI_BOTS, name)


def _find(bots: Mapping[str, B], name: str) -> B:
    if name not in bots:
        raise UnknownBot(name=name[:40], known=", ".join(bots))
    return bots[name]
