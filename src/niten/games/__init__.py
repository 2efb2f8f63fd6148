"""The games Niten knows, by name: one kind for each, and what a table knows of any of them."""

import json
from functools import lru_cache

from niten.core.game import JsonObject
from niten.core.record import AnyGame
from niten.games.kind import BadKind, Kind, Part, find_game, kinds, part_of, register
from niten.games.table import TablePart

__all__ = [
    "BadKind",
    "Kind",
    "Part",
    "TablePart",
    "find_game",
    "kinds",
    "part_of",
    "register",
    "shared_game",
]


def shared_game(name: str, setup: JsonObject) -> AnyGame:
    """The game of a set-up. Games do not change, so that many tables can share one; BadSetup as in `from_setup`."""
    checked = find_game(name).from_setup(setup)  # first: what somebody sent may be nested without end
    return _shared(name, json.dumps(checked.setup()))


@lru_cache(maxsize=256)
def _shared(name: str, setup: str) -> AnyGame:
    return find_game(name).from_setup(json.loads(setup))
