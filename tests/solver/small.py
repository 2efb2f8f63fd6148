"""Small duels that between them cover every rule and edition."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pytest

from niten.booklet import find_duel
from niten.core import Step
from niten.samurai import EDITIONS, Duel, Samurai, State, parse_duel
from niten.samurai.duelfile import duel_data
from niten.solver import Goal, PlainSolver
from tests.samurai.counts import TINY
from tests.samurai.duels import game, lines

Small = dict[str, tuple[str, dict[str, Any]]]

EVERY_REWARD: dict[str, Any] = {
    "concentration": [
        {"price": 2, "reward": "ki", "amount": 1},
        {"price": 3, "reward": "attack", "amount": 4},
        {"price": 4, "reward": "defense", "amount": 4},
        {"price": 5, "reward": "opponent", "amount": 1},
        {"price": 6, "reward": "strike"},
    ]
}
LEVEL_1: dict[str, Any] = {"defense": 0, "counter": 2, "effect": "level 1"}
LEVEL_2: dict[str, Any] = {"defense": 1, "counter": 3, "effect": "level 2"}

PLAIN: Small = TINY | {
    "every reward, any number": ("en", {"health": 3, "player": {"dice": [1], "ki": 1, "health": 2} | EVERY_REWARD}),
    "every reward, one a round": ("es", {"health": 3, "player": {"dice": [1], "ki": 1, "health": 2} | EVERY_REWARD}),
    "every reward, one die": ("de", {"health": 2, "player": {"dice": [1], "ki": 0, "health": 2} | EVERY_REWARD}),
}
"""Small enough for the plain solver."""

INJURED = lines(LEVEL_1, line_9=LEVEL_2, line_10=LEVEL_2, line_11=LEVEL_2)

EXACT: Small = {
    "three rounds": (
        "en",
        {
            "health": 2,
            "lines": INJURED,
            "player": {
                "dice": [2, 1, 1],
                "ki": 2,
                "health": 4,
                "concentration": [
                    {"price": 4, "reward": "ki", "amount": 1},
                    {"price": 9, "reward": "opponent", "amount": 1},
                ],
            },
        },
    ),
    "three rounds, one purchase": (
        "es",
        {
            "health": 2,
            "lines": INJURED,
            "player": {
                "dice": [1, 1, 1],
                "ki": 1,
                "health": 4,
                "concentration": [
                    {"price": 4, "reward": "ki", "amount": 1},
                    {"price": 9, "reward": "opponent", "amount": 1},
                ],
            },
        },
    ),
    "three rounds, one die": (
        "de",
        {
            "health": 1,
            "lines": INJURED,
            "player": {"dice": [1, 2, 1], "ki": 2, "health": 5, "concentration": [{"price": 7, "reward": "strike"}]},
        },
    ),
}
"""Small enough for every body to have tables of its own, with enough rounds for two injuries and more."""


def small_game(name: str) -> Samurai:
    """A small duel by its name."""
    edition, changes = (PLAIN | EXACT)[name]
    return game(edition, **dict[str, Any](changes))


@lru_cache(maxsize=2)
def solved_plainly(name: str, goal: Goal) -> PlainSolver[State, Step]:
    """A small duel, every state of it valued by the plain solver: once for all tests of a group."""
    game = small_game(name)
    plain = PlainSolver(game, goal)
    plain.value(game.start())
    return plain


def each(names: Iterable[str]) -> pytest.MarkDecorator:
    """A test for each small duel. Tests of the same duel run in the same process, one after the other."""
    return pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names])


def short_demo(rounds: int, edition: str = "en") -> Samurai:
    """The demo duel with its first rounds only."""
    data: dict[str, Any] = dict(duel_data(find_duel("oda-nobunaga")))
    data["player"] = dict(data["player"]) | {"dice": list(data["player"]["dice"])[:rounds]}
    duel: Duel = parse_duel(data, "short")
    return Samurai(duel, EDITIONS[edition])
