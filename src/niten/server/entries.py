"""The log of a table: entries that are only ever added. It is the truth; all else follows from it (docs/server.md)."""

import json
from enum import StrEnum
from typing import NamedTuple

from niten.core.game import JsonObject

to_json = json.JSONEncoder(separators=(",", ":")).encode
"""Compact JSON. One encoder for all: making one takes longer than using it."""


class Kind(StrEnum):
    """What an entry tells."""

    OPENED = "opened"  # the game, its set-up and its dice
    SEATED = "seated"  # somebody, or a bot, takes a seat
    LEFT = "left"
    BEGAN = "began"  # seats and entropy are fixed from here on
    STEP = "step"  # a move or a roll, in the notation
    UNDONE = "undone"  # the last step is taken back
    ENDED = "ended"  # the result, and the secret of the dice
    AGAIN = "again"  # where the rematch is played


class Entry(NamedTuple):
    """One entry. Whoever may look at the table may see all of it."""

    number: int
    kind: Kind
    data: JsonObject
