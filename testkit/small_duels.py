"""Small duels that between them cover every rule and edition."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from niten.booklet import find_duel
from niten.core import Step
from niten.samurai import Duel, Samurai, State, parse_duel
from niten.samurai.duelfile import duel_data
from niten.samurai.switches import switches_from
from niten.solver import Goal, PlainSolver
from testkit.counts import TINY
from testkit.duels import game, lines

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

_NO_KI: dict[str, Any] = {"health": 2, "player": {"dice": [1], "ki": 0, "health": 2} | EVERY_REWARD}

PLAIN: Small = TINY | {
    "injuries and wounds": (
        "en",
        {
            "health": 1,
            "lines": TINY["injuries and wounds"][1]["lines"],
            "player": {"dice": [1, 1], "ki": 0, "health": 3, "concentration": []},
        },
    ),
    "every reward, any number": ("en", {"health": 3, "player": {"dice": [1], "ki": 1, "health": 2} | EVERY_REWARD}),
    "every reward, one a round": ("es", {"health": 3, "player": {"dice": [1], "ki": 1, "health": 2} | EVERY_REWARD}),
    "every reward, one die or all": ("de", {"health": 2, "player": {"dice": [1], "ki": 0, "health": 2} | EVERY_REWARD}),
    "every reward, one die": (
        "reroll=one",
        {"health": 2, "player": {"dice": [1], "ki": 0, "health": 2} | EVERY_REWARD},
    ),
}
"""Small enough for the plain solver."""

SURVIVED: Small = {
    "strikes that he survives": (
        "en",
        {
            "health": 6,
            "player": {"dice": [1], "ki": 0, "health": 2, "concentration": [{"price": 2, "reward": "strike"}]},
        },
    )
}
"""In all others the strike kills him whatever the die shows above 3."""

INJURED = lines(LEVEL_1, line_9=LEVEL_2, line_10=LEVEL_2, line_11=LEVEL_2)

ONE_DIE: dict[str, Any] = {
    "health": 1,
    "lines": INJURED,
    "player": {"dice": [1, 2, 1], "ki": 2, "health": 5, "concentration": [{"price": 7, "reward": "strike"}]},
}

THREE_ROUNDS: dict[str, Any] = {
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
}

EXACT: Small = {
    "three rounds": ("en", THREE_ROUNDS),
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
    "three rounds, again in health": ("repeated=health", THREE_ROUNDS),
    "three rounds, one die": ("reroll=one", ONE_DIE),
    "three rounds, one die or all": ("de", ONE_DIE),
}
"""Small enough for every body to have tables of its own, with enough rounds for two injuries and more."""


def small_game(name: str) -> Samurai:
    """A small duel by its name."""
    edition, changes = (PLAIN | SURVIVED | EXACT)[name]
    return game(edition, **dict[str, Any](changes))


@cache
def solved_plainly(name: str, goal: Goal) -> PlainSolver[State, Step]:
    """A small duel, every state of it valued by the plain solver: once for all tests of a process."""
    game = small_game(name)
    plain = PlainSolver(game, goal)
    plain.value(game.start())
    return plain


def each(names: Iterable[str]) -> pytest.MarkDecorator:
    """A test for each small duel."""
    return pytest.mark.parametrize("name", list(names))


def short_demo(rounds: int, rules: str = "en") -> Samurai:
    """The demo duel with its first rounds only."""
    data: dict[str, Any] = dict(duel_data(find_duel("oda-nobunaga")))
    data["player"] = dict(data["player"]) | {"dice": list(data["player"]["dice"])[:rounds]}
    duel: Duel = parse_duel(data, "short")
    return Samurai(duel, switches_from(rules))


def in_order(states: Iterable[State], most: int | None = None) -> list[State]:
    """States of one round together, as a duel would bring them: the coach computes a round once. Of many, so many."""
    found = list(states)
    every = 1 if most is None else max(1, len(found) // most)
    return sorted(
        found[::every], key=lambda s: (s.round, s.health, s.struck, s.wounds, s.limb_lost, -s.ki - s.spent, s.rolled)
    )
