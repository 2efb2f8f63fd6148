"""The bots of a game, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from niten.bots.bot import Bot, RandomBot
from niten.core import NitenError
from niten.games import Part
from niten.games.kind import Layer

AnyBot = Bot[Any, Any]


class UnknownBot(NitenError):
    """There is no bot of this name."""

    code = "unknown-bot"


class BotsPart(Part):
    """Bots by their names, the weakest first; `rival` is taken where nobody chose one."""

    layer: ClassVar[Layer] = "bots"

    def __init__(
        self, bots: Mapping[str, AnyBot] = MappingProxyType({"random": RandomBot()}), rival: str = "random"
    ) -> None:
        self.bots, self._rival = bots, rival

    def find(self, name: str) -> AnyBot:
        """A bot that can play here."""
        if name not in self.bots:
            raise UnknownBot(name=name[:40], known=", ".join(self.bots))
        return self.bots[name]

    def here(self) -> list[str]:
        """The bots that can play here."""
        return list(self.bots)

    @property
    def rival(self) -> str:
        """The best that moves at once."""
        return self._rival
