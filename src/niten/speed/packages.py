"""What we compare with, where it is installed, and how to get it where it is not."""

from importlib import import_module
from typing import Any, NamedTuple

from niten.speed.figures import Missing, Peer

_SOLVER, _RESEARCH, _WEB = (f'pip install "niten[{extra}]"' for extra in ("solver", "research", "web"))
EXTRAS = {
    **dict.fromkeys(("simulator", "solver", "coach", "bots"), _SOLVER),
    "environments": _RESEARCH,
    "server": _WEB,
}
"""What brings the packages of a part."""


class Package(NamedTuple):
    """Somebody else's program."""

    title: str
    module: str
    distribution: str
    install: str

    def load(self) -> Any | None:
        """Its module; None where it is not installed."""
        try:
            return import_module(self.module)
        except ImportError:
            return None

    def peer(self, what: str, value: float | None) -> Peer:
        """What it made of the same task, which it may have a name for."""
        known = installed(self.distribution) if value is not None else None
        return Peer(f"{self.title} {what}".strip(), known, value)

    def missing(self, part: str) -> Missing:
        """That it is not there."""
        return Missing(part, self.title, self.install)


OPEN_SPIEL = Package("OpenSpiel", "pyspiel", "open_spiel", _RESEARCH)
STORM = Package("Storm", "stormpy", "stormpy", "pip install stormpy")
GYMNASIUM = Package("Gymnasium", "gymnasium", "gymnasium", _RESEARCH)
FAST_API = Package("FastAPI", "fastapi", "fastapi", _WEB)


def installed(distribution: str) -> str | None:
    """Its version."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 — every command would wait for it

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
