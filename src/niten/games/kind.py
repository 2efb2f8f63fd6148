"""One kind per game: its rules, and what each layer above knows of it. Found by name, loaded when it is asked for."""

import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Literal, TypeVar

from niten.core import BadRecord, NitenError
from niten.core.record import AnyGame

Layer = Literal["table", "bots", "server"]
VARIABLE = "NITEN_GAMES"
"""In the environment: kinds of other packages, as `module:NAME`, separated by commas."""


class BadKind(NitenError):
    """What a game names as its rules, or as a part of it, is not there or is something else."""

    code = "bad-kind"


@dataclass(frozen=True, slots=True)
class Kind:
    """A game: where its rules are, and its part in each layer, as `module:NAME`.

    Only names stand here, so that knowing of a game loads nothing. A part that is left out is that of any game.
    """

    name: str
    rules: str
    table: str = ""
    bots: str = ""
    server: str = ""

    def place(self, layer: Layer) -> str:
        """Where its part in a layer is; empty: it has none of its own."""
        return getattr(self, layer)


class Part:
    """What one layer knows of a game.

    Each layer derives a part that holds for any game; a game derives its own from that, where it is different.
    """

    layer: ClassVar[Layer]


P = TypeVar("P", bound=Part)

SAMURAI = Kind(
    "samurai",
    rules="niten.samurai:Samurai",
    table="niten.games.samurai:TABLE",
    bots="niten.bots.registry:SAMURAI",
    server="niten.server.samurai:SERVER",
)
DRAGON = Kind(
    "dragon",
    rules="niten.dragon:Dragon",
    table="niten.games.dragon:TABLE",
    bots="niten.bots.registry:DRAGON",
    server="niten.server.dragon:SERVER",
)
_registered = {kind.name: kind for kind in (SAMURAI, DRAGON)}
_loaded: dict[tuple[str, str], Any] = {}


def register(kind: Kind) -> None:
    """Make another game known to this process."""
    if _registered.setdefault(kind.name, kind) != kind:
        raise BadKind(place=kind.name)


def kinds() -> dict[str, Kind]:
    """All games by name: ours first, then those of other packages."""
    _read_variable()
    return dict(_registered)


@cache
def _read_variable() -> None:
    for place in filter(None, (word.strip() for word in os.environ.get(VARIABLE, "").split(","))):
        found = _load(place)
        if not isinstance(found, Kind):
            raise BadKind(place=place)
        register(found)


def find_game(name: str) -> type[AnyGame]:
    """The rules of a game named in a record."""
    known = kinds()
    if name not in known:
        raise BadRecord("unknown-game", found=name[:40], known=", ".join(known))
    return _load(known[name].rules)


def part_of(game: str, kind: type[P]) -> P:
    """What a layer knows of a game: its own part, or that of any game. The same object each time."""
    key = game, kind.layer
    if key not in _loaded:
        place = kinds()[game].place(kind.layer)
        _loaded[key] = _load(place) if place else kind()
    found = _loaded[key]
    if not isinstance(found, kind):
        raise BadKind(place=kinds()[game].place(kind.layer))
    return found


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name != module:
            raise  # it is there, but not what it needs
        raise BadKind(place=place) from error
