"""Distinct states by depth and kind for a few tiny duels: `python -m tests.samurai.counts` writes them anew."""

import json
from pathlib import Path
from typing import Any

from niten.core import CHANCE, NOBODY
from niten.samurai import EDITIONS, Samurai, State, parse_duel
from tests.samurai.duels import duel_table, lines

DATA = Path(__file__).parent.parent / "data" / "samurai-counts.json"

CHEAP: dict[str, Any] = {"concentration": [{"price": 2, "reward": "strike"}, {"price": 3, "reward": "ki", "amount": 1}]}
LEVEL_2: dict[str, Any] = {"defense": 2, "counter": 3, "effect": "level 2"}
INJURIES = lines({"defense": 1, "counter": 2, "effect": "health 1"}, line_3=LEVEL_2, line_9=LEVEL_2)

TINY: dict[str, tuple[str, dict[str, Any]]] = {
    "three dice and one Ki": ("en", {"health": 2, "player": {"dice": [3], "ki": 1, "health": 2}}),
    "one die of his again": ("de", {"health": 2, "player": {"dice": [2], "ki": 1, "health": 2}}),
    "purchases without limit": ("fr", {"health": 3, "player": {"dice": [1], "ki": 0, "health": 2} | CHEAP}),
    "one purchase a round": ("es", {"health": 3, "player": {"dice": [1], "ki": 0, "health": 2} | CHEAP}),
    "injuries and wounds": ("en", {"health": 1, "lines": INJURIES, "player": {"dice": [1, 1], "ki": 0, "health": 4}}),
}


def count(edition: str, changes: dict[str, Any]) -> list[dict[str, int]]:
    """For each depth: distinct states by who acts, and moves and outcomes leading out of them."""
    game = Samurai(parse_duel(duel_table(**changes), "tiny"), EDITIONS[edition])
    layer: set[State] = {game.start()}
    found: list[dict[str, int]] = []
    while layer:
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
    DATA.parent.mkdir(exist_ok=True)
    counts = {name: count(edition, dict(changes)) for name, (edition, changes) in TINY.items()}
    text = json.dumps(counts, indent=1)
    DATA.write_text(text.replace("\n   ", " ").replace("\n  }", " }") + "\n")
