"""A duel measured from the terminal: a bar while that takes, then its certificate and its stars."""

from typing import TYPE_CHECKING, Any

from niten.booklet import Certificate, measured_stars
from niten.samurai import Samurai
from niten.samurai.switches import named
from niten.terminal.booklet_page import certificate_page, profile_page
from niten.terminal.console import Terminal
from niten.terminal.samurai_words import star_row
from niten.terminal.solving import GAP, NoSolver
from niten.terminal.working import working

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["GAMES", "GAP", "MOST_GAMES", "SEED", "answer", "as_json", "measure"]

GAMES, SEED = 4000, 1
"""As the booklet was measured."""
MOST_GAMES = 20_000


def measure(terminal: Terminal, game: Samurai, *, gap: float, games: int, seed: int, cache: bool) -> Certificate:
    """The duel measured. The solver is loaded only now: it takes its time."""
    try:
        from niten.measuring import measure as certify  # noqa: PLC0415
        from niten.solver.store import Store  # noqa: PLC0415
    except ImportError as error:
        if (error.name or "").startswith("niten"):
            raise  # our own mistake
        raise NoSolver(reason=error.msg) from error
    with working(terminal, terminal.say("measure.working", name=game.duel.name)) as progress:
        return certify(game, gap=gap, games=games, seed=seed, store=Store() if cache else None, progress=progress)


def as_json(certificate: Certificate) -> dict[str, Any]:
    """For machines."""
    return {"stars": measured_stars(certificate), "certificate": certificate.as_json()}


def answer(terminal: Terminal, game: Samurai, certificate: Certificate) -> "list[RenderableType]":
    """What was found."""
    stars = measured_stars(certificate)
    head = f"{game.duel.name} {star_row(stars)} · {named(game.switches, terminal.language)}"
    parts: list[RenderableType] = [head, ""]
    parts += [*profile_page(terminal, game.duel), "", *certificate_page(terminal, certificate)]
    if stars != game.duel.stars:
        parts += ["", terminal.say("measure.other-stars", printed=star_row(game.duel.stars), stars=star_row(stars))]
    return parts
