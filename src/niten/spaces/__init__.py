"""Both games as numbers: what actions and observations mean, for whoever learns, searches or simulates."""

from niten.spaces.duel import DuelSpace
from niten.spaces.race import RaceSpace
from niten.spaces.space import Field, Floats, IllegalAction, Mask, Space

__all__ = ["DuelSpace", "Field", "Floats", "IllegalAction", "Mask", "RaceSpace", "Space"]
