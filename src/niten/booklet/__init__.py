"""The duels that come with Niten, as data, with what was measured about each."""

from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from unicodedata import combining, normalize

from niten.booklet.certificate import Certificate, Play, certificates, content_key
from niten.booklet.stars import difficulty, measured_stars
from niten.core import NitenError
from niten.samurai import shelf
from niten.samurai.duel import Duel
from niten.samurai.duelfile import load_duel, loads_duel

__all__ = [
    "Certificate",
    "Play",
    "UnknownDuel",
    "certificates",
    "content_key",
    "difficulty",
    "duels",
    "find_duel",
    "id_of",
    "measured_stars",
]


_NEAR = 3  # ids that are named to somebody who asked for another


class UnknownDuel(NitenError):
    """Neither an id of the booklet nor a file."""

    code = "unknown-duel"

    @classmethod
    def of(cls, name: str) -> "UnknownDuel":
        """With the ids that come nearest."""
        near = get_close_matches(name, duels(), _NEAR, cutoff=0.0)
        return cls(name=name, known=", ".join(near), count=len(duels()))


@cache
def duels() -> dict[str, Duel]:
    """All duels of the booklet by id: by their stars, and the easiest first."""
    folder = resources.files(__name__).joinpath("duels")
    found = [loads_duel(file.read_bytes(), file.name) for file in folder.iterdir() if file.name.endswith(".toml")]
    return {duel.id: duel for duel in sorted(found, key=_place)}


def _place(duel: Duel) -> tuple[int, float, str]:
    """What is not measured yet stands after what has as many stars."""
    certificate = certificates().get(duel.id)
    return duel.stars, difficulty(certificate) if certificate else 1.0, duel.name


def id_of(name: str) -> str:
    """The id that an opponent's name has in the booklet: small letters without marks, hyphens for blanks."""
    letters = (letter for letter in normalize("NFD", name.lower()) if not combining(letter))
    return "-".join("".join(letters).split())


def find_duel(name: str) -> Duel:
    """A duel by its id or name in the booklet, or by the path of a duel file."""
    if found := duels().get(id_of(name)):
        return found
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        if not path.is_file():
            raise UnknownDuel.of(name)
        return load_duel(path)
    raise UnknownDuel.of(name)


shelf.known_by(find_duel)
