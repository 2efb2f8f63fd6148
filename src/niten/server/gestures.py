"""Gestures: the few things one player can say to the others. There is no chat: nobody can say anything else.

They are seen by whoever is looking and written down nowhere.
"""

from typing import Literal, NamedTuple

from niten.server.actions import Refused
from niten.server.stream import event
from niten.server.table import Table

Gesture = Literal["bow", "well-played", "thinking", "hurry", "laugh", "sigh"]
RATE, BURST = 0.5, 3
"""So many a second on average, so many at once: for each player at a table, at each node."""


class Made(NamedTuple):
    """A gesture somebody has made."""

    seat: int
    gesture: str

    def as_event(self) -> bytes:
        """For those who are looking."""
        return event("gesture", self._asdict())

    def __str__(self) -> str:
        """For other nodes."""
        return f"{self.seat},{self.gesture}"

    @classmethod
    def read(cls, text: str) -> "Made":
        """What another node has told."""
        seat, _, gesture = text.partition(",")
        return cls(int(seat), gesture)


def make(table: Table, profile: str, gesture: Gesture) -> Made:
    """A gesture of somebody who sits there; at a hot seat, of the seat that is to move."""
    seats = table.seats_of(profile)
    if not seats:
        raise Refused("not-your-seat")
    return Made(table.to_move if table.to_move in seats else min(seats), gesture)
