"""What answers look like, for the description: one race of two, at its first decision."""

from typing import Any

_RULES = {"purchases": "any", "reroll": "all", "repeated": "kind", "bookkeeping": "total"}
_SPACES = [[0, 0]] * 5
_START: dict[str, Any] = {
    "phase": "roll-off",
    "seat": 0,
    "spaces": _SPACES,
    "stones": [[]] * 5,
    "dice": [],
    "rolls": 0,
    "unspent": [False, False],
    "throws": [-1, -1],
    "turns": 0,
}
_PATH = {"plain": 5, "values": [1, 2, 3, 4, 5]}
_SETUP: dict[str, Any] = {
    "board": {"name": "short", "paths": dict.fromkeys(("water", "fire", "metal", "earth", "wood"), _PATH)},
    "players": ["black", "red"],
    "powers": "none",
    "immunity": False,
    "stones": [],
    "random_stones": 0,
}
SEAT: dict[str, Any] = {"taken": True, "bot": None, "name": "Ada", "yours": True, "entropy": "blue-whale-7"}
_COMMITMENT = "7fd6fa66a9154f1312469714409306e57b22465efad7c61697c21bdc3d952df2"
TABLE: dict[str, Any] = {
    "id": "EwmrelPzEHwRTWskc5-4sg",
    "game": "dragon",
    "title": "short",
    "rules": 1,
    "setup": _SETUP,
    "dice": "fair",
    "commitment": _COMMITMENT,
    "secret": None,
    "daily": None,
    "practice": False,
    "pace": 600,
    "stand_in": "solid",
    "stage": "playing",
    "number": 9,
    "seats": [SEAT, SEAT | {"bot": "solid", "name": None, "yours": False, "entropy": ""}],
    "yours": [0],
    "start": _START,
    "state": _START
    | {
        "phase": "move",
        "dice": ["metal", "metal", "earth", "earth", "dragon"],
        "rolls": 1,
        "throws": [4, 2],
        "turns": 1,
    },
    "position": "move 0 …",
    "to_move": 0,
    "legal": ["move metal", "move earth", "reroll dragon"],
    "undo": {"possible": False, "reason": "roll", "message": "Dice have fallen since: they stay."},
    "result": None,
    "again": None,
}
LINKS = {"join": "b8HkS0yW…", "watch": "0Jm4dQnl…"}
ENTRY: dict[str, Any] = {
    "number": 42,
    "kind": "step",
    "at": 1790000000000,
    "seat": 0,
    "step": "move fire",
    "events": [{"kind": "moved", "colour": "red", "path": "fire", "from": 1, "to": 3}],
    "changed": {"phase": "roll", "seat": 1},
    "stage": "playing",
    "to_move": None,
}
DAILY: dict[str, Any] = {
    "id": "daily-2026-11-16-dragon",
    "date": "2026-11-16",
    "game": "dragon",
    "setup": _SETUP,
    "commitment": _COMMITMENT,
    "secret": None,
    "yours": "EwmrelPzEHwRTWskc5-4sg",
    "played": 12,
    "won": 5.5,
}
ROW: dict[str, Any] = {
    "id": "EwmrelPzEHwRTWskc5-4sg",
    "game": "dragon",
    "title": "short",
    "stage": "playing",
    "dice": "fair",
    "daily": None,
    "practice": False,
    "at": 1790000000000,
    "seats": [0],
    "your_turn": True,
    "result": None,
    "share": None,
}
GAMES: dict[str, Any] = {
    "duels": [{"id": "oda-nobunaga", "name": "Oda Nobunaga", "stars": 1, "text": {"en": "He means to bring …"}}],
    "boards": ["standard", "short", "long"],
    "editions": {"en": _RULES},
    "switches": {
        "purchases": ["any", "one"],
        "reroll": ["all", "one", "either"],
        "bookkeeping": ["total", "per round"],
    },
    "bots": {"samurai": ["random"], "dragon": ["random", "greedy", "solid"]},
    "languages": ["de", "en", "es", "fr"],
    "version": "0.1.0",
}
PROFILE: list[dict[str, Any]] = [
    {"dice": 1, "defense": 1.1, "guard": 3.2, "harm": 2.4},
    {"dice": 2, "defense": 2.3, "guard": 4.1, "harm": 2.6},
    {"dice": 3, "defense": 2.7, "guard": 5.0, "harm": 3.5},
]
CHECK: dict[str, Any] = {
    "problems": [
        {
            "where": "lines 7.defense",
            "code": "number",
            "message": "lines 7.defense: 100, expected a whole number from 0 to 99",
            "expected": "a whole number from 0 to 99",
        }
    ],
    "duel": None,
    "profile": [],
}
DUEL: dict[str, Any] = {
    "duel": {"id": "oda-nobunaga", "name": "Oda Nobunaga", "stars": 1, "health": 10, "resistance": [[4, 1], [6, 2]]},
    "profile": PROFILE,
    "certificate": {
        "lower": 0.98731,
        "upper": 0.98919,
        "rules": _RULES,
    },
    "stars": 1,
}
