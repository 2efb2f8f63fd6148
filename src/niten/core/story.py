"""What happened, told in terms of no language: the faces put it into words."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; the kind is a key of the game's [event] texts, the details fill it in."""

    kind: str
    details: Mapping[str, object] = field(default_factory=dict[str, object])
