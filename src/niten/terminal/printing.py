"""`niten print`: sheets as PDF."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from niten import printing
from niten.booklet import find_duel
from niten.core import NitenError
from niten.printing import Paper
from niten.terminal.console import Terminal
from niten.terminal.dragon_setup import find_board
from niten.terminal.usage import WrongUse
from niten.terminal.working import working
from niten.texts import language_from

COMMAND = "niten print"
_TO_OUTPUT = Path("-")
_PDF = b"%PDF-"


class NotAPdf(NitenError):
    """What is there under the name of the PDF is something else, and stays."""

    code = "not-a-pdf"


def print_sheets(
    duel: str | None = None,
    *,
    booklet: bool = False,
    race: bool = False,
    board: str | None = None,
    paper: Paper = "a4",
    out: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None,
    lang: Literal["de", "en", "es", "fr"] | None = None,
) -> None:
    """Make sheets to print."""
    _check_choice(duel, board, booklet=booklet, race=race)
    terminal = Terminal(lang or language_from())
    chosen = find_duel(duel) if duel else None
    on_board = find_board(board) if board else None
    file = out or Path(f"{chosen.id if chosen else 'booklet' if booklet else 'race'}.pdf")
    _check_target(file)
    with working(terminal, terminal.say("print.working")):
        if chosen:
            pdf = printing.duel_sheet(chosen, terminal.language, paper)
        elif booklet:
            pdf = printing.booklet(terminal.language, paper)
        else:
            pdf = printing.race_sheets(terminal.language, paper, on_board)
    if file == _TO_OUTPUT:
        sys.stdout.buffer.write(pdf)
        return
    _write(file, pdf)
    terminal.show(terminal.say("print.written", file=file))


def _check_choice(duel: str | None, board: str | None, *, booklet: bool, race: bool) -> None:
    """One thing is printed at a time, and only the race has a board."""
    given = {duel or "": bool(duel), "--booklet": booklet, "--race": race}
    words = [word for word, is_given in given.items() if is_given]
    if not words:
        raise WrongUse("missing", COMMAND, word="DUEL")
    if board and not race:
        words.append("--board")
    if len(words) > 1:
        raise WrongUse("together", COMMAND, word=words[0], other=words[1])


def _check_target(file: Path) -> None:
    """Before any work: a PDF may be replaced, nothing else."""
    if file == _TO_OUTPUT:
        if sys.stdout.isatty():
            raise WrongUse("terminal", COMMAND, word="--out -")
    elif file.is_file():
        with file.open("rb") as there:
            if there.read(len(_PDF)) != _PDF:
                raise NotAPdf(file=file)


def _write(file: Path, pdf: bytes) -> None:
    try:
        file.write_bytes(pdf)
    except OSError as error:  # without a file name it is about writing, not about reading
        raise OSError(f"{file}: {error.strerror or error}") from error
