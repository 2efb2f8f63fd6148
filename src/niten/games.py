"""The games Niten knows, by name."""

import json
from functools import lru_cache
from importlib import import_module

from niten.core import BadRecord
from niten.core.game import JsonObject
from niten.core.record import AnyGame

_WHERE = {"samurai": ("niten.samurai", "Samurai"), "dragon": ("niten.dragon", "Dragon")}

GAMES = tuple(_WHERE)


def find_game(name: str) -> type[AnyGame]:
    """The rules of a game named in a record."""
    if name not in _WHERE:
        raise BadRecord("unknown-game", found=name[:40], known=", ".join(GAMES))
    module, attribute = _WHERE[name]
    return getattr(import_module(module), attribute)


def shared_game(name: str, setup: JsonObject) -> AnyGame:
    """The game of a set-up. Games do not change, so that many tables can share one; BadSetup as in `from_setup`."""
    checked = find_game(name).from_setup(setup)  # first: what somebody sent may be nested without end
    return _shared(name, json.dumps(checked.setup()))


@lru_cache(maxsize=256)
def _shared(name: str, setup: str) -> AnyGame:
    return find_game(name).from_setup(json.loads(setup))
