"""What is asked for, and what was measured: the shape that `niten bench --json` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from niten.core import NitenError

PARTS = ("engine", "simulator", "solver", "coach", "bots", "environments", "server")


class Asked(NamedTuple):
    """How to measure."""

    seconds: float  # for each figure
    seed: int
    folder: Path  # for what is made on the way
    quick: bool = False  # smaller tasks where time alone does not make them shorter
    progress: Callable[[float], None] = lambda _: None


class Failed(NitenError):
    """A part could not be measured, although everything it needs is there."""

    code = "bench-failed"


class Peer(NamedTuple):
    """The same, or what comes nearest to it, by others; without version and value where it is not installed."""

    name: str
    version: str | None = None
    value: float | None = None


class Figure(NamedTuple):
    """One measurement."""

    part: str
    name: str
    value: float
    unit: str
    games: int | None = None
    steps: int | None = None
    seconds: float = 0.0  # of measuring
    peer: Peer | None = None

    @property
    def is_rate(self) -> bool:
        """Whether more is better; of everything else that is compared, less is."""
        return self.unit.endswith("/s")

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the peer."""
        if self.peer is None or self.peer.value is None:
            return None
        return self.value / self.peer.value if self.is_rate else self.peer.value / self.value

    def as_json(self) -> dict[str, Any]:
        """For machines."""
        return self._asdict() | {"peer": self.peer and self.peer._asdict(), "ratio": self.ratio}


class Missing(NamedTuple):
    """What is not installed, and how to get it: a peer, or something that a part needs, or the part as a whole."""

    part: str
    name: str
    install: str
    is_whole: bool = False

    def as_json(self) -> dict[str, Any]:
        """For machines."""
        return {"part": self.part, "name": self.name, "install": self.install}


Found = Figure | Missing
