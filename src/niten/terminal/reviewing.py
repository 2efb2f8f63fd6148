"""A finished game looked at again: which game it is, and where the answer goes."""

import json
from pathlib import Path

from niten.core import NitenError
from niten.core.record import UNFINISHED, read_file, replay
from niten.dragon import Dragon
from niten.games import find_game
from niten.samurai import Samurai
from niten.terminal.console import Terminal
from niten.terminal.reviewing_duel import review_duel
from niten.terminal.reviewing_page import ReviewPage
from niten.terminal.reviewing_race import review_race
from niten.terminal.usage import WrongUse


class ReviewUnfinished(NitenError):
    """A game that is not over cannot be reviewed."""

    code = "review-unfinished"


def review(
    terminal: Terminal, file: Path, *, plot: Path | None, cache: bool, as_json: bool, seat: str | None = None
) -> None:
    """Look at a record again: on the screen or as JSON, and as a picture if one is wanted."""
    page = _page(terminal, file, cache=cache, seat=seat)
    try:
        if plot:  # first: whoever reads the rest through a pipe may leave early
            _write(plot, page.picture())
    finally:  # a picture that cannot be written does not take the review with it
        if as_json:
            data = {"file": str(file)} | page.as_json()
            terminal.target.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
        else:
            page.show()
    if plot and not as_json:
        terminal.show("", terminal.say("review.plot-written", file=plot))


def _page(terminal: Terminal, file: Path, *, cache: bool, seat: str | None) -> ReviewPage:
    record = read_file(file)
    match = replay(record, find_game(record.game)).match
    if seat is not None and not isinstance(match.game, Dragon):
        raise WrongUse("together", "niten review", word="--seat", other=record.game)
    if record.result == UNFINISHED:
        raise ReviewUnfinished(file=file)
    match match.game:
        case Samurai() as game:
            return review_duel(terminal, game, match, cache=cache)
        case Dragon() as game:
            return review_race(terminal, game, match, record, seat)
        case _:
            raise TypeError(match.game)


def _write(file: Path, picture: str) -> None:
    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:  # without a file name it is about writing, not about reading
        raise OSError(f"{file}: {error.strerror or error}") from error
