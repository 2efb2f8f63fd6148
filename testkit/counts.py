"""Distinct states by depth and kind for a few tiny duels: `python -m testkit.counts` writes them anew."""

import json
from typing import Any

from niten.core import CHANCE, NOBODY
from niten.samurai import Samurai, State, parse_duel
from niten.samurai.switches import switches_from
from testkit import DATA
from testkit.duels import duel_table, lines

KEPT = DATA / "samurai-counts.json"

CHEAP: dict[str, Any] = {"concentration": [{"price": 2, "reward": "strike"}, {"price": 3, "reward": "ki", "amount": 1}]}
LEVEL_2: dict[str, Any] = {"defense": 2, "counter": 3, "effect": "level 2"}
INJURIES = lines({"defense": 1, "counter": 2, "effect": "health 1"}, line_3=LEVEL_2, line_9=LEVEL_2)

TINY: dict[str, tuple[str, dict[str, Any]]] = {
    "three dice and one Ki": ("en", {"health": 2, "player": {"dice": [3], "ki": 1, "health": 2}}),
    "one die of his again": ("reroll=one", {"health": 2, "player": {"dice": [2], "ki": 1, "health": 2}}),
    "one die of his or all": ("reroll=either", {"health": 2, "player": {"dice": [1], "ki": 1, "health": 2}}),
    "purchases without limit": ("fr", {"health": 3, "player": {"dice": [1], "ki": 0, "health": 2} | CHEAP}),
    "one purchase a round": ("es", {"health": 3, "player": {"dice": [1], "ki": 0, "health": 2} | CHEAP}),
    "injuries and wounds": ("en", {"health": 1, "lines": INJURIES, "player": {"dice": [1, 1], "ki": 0, "health": 4}}),
}


def count(rules: str, changes: dict[str, Any], most: int = 1_000_000) -> list[dict[str, int]]:
    """For each depth with at most so many states: how many by who acts, and moves and outcomes leading on."""
    game = Samurai(parse_duel(duel_table(**changes), "tiny"), switches_from(rules))
    layer: set[State] = {game.start()}
    found: list[dict[str, int]] = []
    while layer and len(layer) <= most:
        row = {"decisions": 0, "moves": 0, "chances": 0, "outcomes": 0, "over": 0}
        following: set[State] = set()
        for state in layer:
            actor = game.actor(state)
            if actor == NOBODY:
                row["over"] += 1
                continue
            steps = game.chance(state).outcomes if actor == CHANCE else game.legal_moves(state)
            row["chances" if actor == CHANCE else "decisions"] += 1
            row["outcomes" if actor == CHANCE else "moves"] += len(steps)
            following |= {game.advance(state, step) for step in steps}
        found.append(row)
        layer = following
    return found


if __name__ == "__main__":
    counts = {name: count(rules, dict(changes)) for name, (rules, changes) in TINY.items()}
    text = json.dumps(counts, indent=1)
    KEPT.write_text(text.replace("\n   ", " ").replace("\n  }", " }") + "\n", encoding="utf-8")
