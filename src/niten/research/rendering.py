"""The table as plain text, in the words of the terminal."""

from io import StringIO

from niten.core import Match, Step
from niten.dragon import Dragon
from niten.dragon import State as RaceState
from niten.research.needs import missing
from niten.samurai import Samurai
from niten.samurai import State as DuelState

try:
    from niten.terminal.console import Terminal
    from niten.terminal.dragon_face import DragonFace
    from niten.terminal.face import Face
    from niten.terminal.samurai_face import SamuraiFace
except ImportError as error:
    raise missing(error) from error


def duel_text(match: Match[DuelState, Step], game: Samurai, language: str = "en") -> str:
    """Both pages of a duel."""
    terminal = _terminal(language)
    return _shown(terminal, SamuraiFace(terminal, match, game))


def race_text(match: Match[RaceState, Step], game: Dragon, seats: tuple[str, ...], language: str = "en") -> str:
    """Board, players and dice of a race; `seats` are `human` or the names of bots."""
    terminal = _terminal(language)
    return _shown(terminal, DragonFace(terminal, match, game, seats))


def _terminal(language: str) -> Terminal:
    return Terminal(language, plain=True, source=StringIO(), target=StringIO())


def _shown(terminal: Terminal, face: Face[DuelState] | Face[RaceState]) -> str:
    terminal.show(face.plain_pages())
    assert isinstance(terminal.target, StringIO)
    return terminal.target.getvalue()
