"""Bots by name, as a player types it."""

from collections.abc import Mapping

from niten.bots.bot import Bot, RandomBot
from niten.bots.dragon_greedy import GreedyBot
from niten.core import NitenError
from niten.dragon import Dragon, State

DragonBot = Bot[Dragon, State]

DRAGON_BOTS: Mapping[str, DragonBot] = {"random": RandomBot(), "greedy": GreedyBot()}
"""The bots for Way of the Dragon, the weakest first."""


class UnknownBot(NitenError):
    """There is no bot of this name."""

    code = "unknown-bot"


def find_dragon_bot(name: str) -> DragonBot:
    """A bot for Way of the Dragon by its name."""
    if name not in DRAGON_BOTS:
        raise UnknownBot(name=name[:40], known=", ".join(DRAGON_BOTS))
    return DRAGON_BOTS[name]
