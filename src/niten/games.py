"""The games Niten knows, by name."""

from importlib import import_module

from niten.core import BadRecord
from niten.core.record import AnyGame

_WHERE = {"samurai": ("niten.samurai", "Samurai"), "dragon": ("niten.dragon", "Dragon")}

GAMES = tuple(_WHERE)


def find_game(name: str) -> type[AnyGame]:
    """The rules of a game named in a record."""
    if name not in _WHERE:
        raise BadRecord("unknown-game", found=name[:40], known=", ".join(GAMES))
    module, attribute = _WHERE[name]
    return getattr(import_module(module), attribute)
