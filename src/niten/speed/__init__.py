"""How fast everything here is, beside what others make, in one run (docs/bench.md): `niten bench`.

One module for each part. What a part stands on is an extra, so it is loaded when the part is measured.
"""

from importlib import import_module

from niten.speed.figures import PARTS, Asked, Failed, Figure, Found, Missing, Peer
from niten.speed.machine import machine
from niten.speed.packages import EXTRAS

__all__ = ["PARTS", "Asked", "Failed", "Figure", "Found", "Missing", "Peer", "machine", "measure"]


def measure(part: str, asked: Asked) -> list[Found]:
    """The figures of a part, and what was missing for it."""
    try:
        return list(import_module(f"niten.speed.{part}").measure(asked))
    except ImportError as error:
        if (error.name or "").split(".")[0] == "niten":
            raise  # our own mistake
        return [Missing(part, error.name or error.msg, EXTRAS[part], is_whole=True)]
