"""The duels that come with Niten, as data."""

from functools import cache
from importlib import resources
from pathlib import Path

from niten.core import NitenError
from niten.samurai.duel import Duel
from niten.samurai.duelfile import load_duel, loads_duel


class UnknownDuel(NitenError):
    """Neither an id of the booklet nor a file."""

    code = "unknown-duel"


@cache
def duels() -> dict[str, Duel]:
    """All duels of the booklet by id, easiest first."""
    folder = resources.files(__name__).joinpath("duels")
    found = [loads_duel(file.read_bytes(), file.name) for file in folder.iterdir() if file.name.endswith(".toml")]
    return {duel.id: duel for duel in sorted(found, key=lambda duel: (duel.stars, duel.name))}


def find_duel(name: str) -> Duel:
    """A duel by its id in the booklet or by the path of a duel file."""
    if name in duels():
        return duels()[name]
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        if not path.is_file():
            raise UnknownDuel(name=name, known=", ".join(duels()))
        return load_duel(path)
    raise UnknownDuel(name=name, known=", ".join(duels()))
