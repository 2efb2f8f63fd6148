"""Games on disk: one record per game, saved after each step, in the user's data folder."""

import os
import shlex
import time
from collections.abc import Iterator
from pathlib import Path

from niten.core import BadRecord, NitenError
from niten.core.record import UNFINISHED, Record, read_file


class NothingToResume(NitenError):
    """No unfinished game is stored."""

    code = "nothing-to-resume"


def data_folder() -> Path:
    """Where games are kept: NITEN_HOME, or the place the system sets aside for such data."""
    if "NITEN_HOME" in os.environ:
        return Path(os.environ["NITEN_HOME"])
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "niten"


def new_save(game: str) -> Path:
    """A file for a new game; its name is the time it began."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    folder = data_folder() / "games"
    names = (f"{game}-{stamp}{suffix}.niten" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def resume_command(file: Path) -> str:
    """What to type to go on with a game: a file outside the data folder has to be named."""
    command = "niten play --resume"
    return command if file.parent == data_folder() / "games" else f"{command} --save {shlex.quote(str(file))}"


def saved_games(game: str | None = None) -> Iterator[tuple[Path, Record]]:
    """Stored games that can be read, last played first."""
    files = (data_folder() / "games").glob(f"{game or '*'}-*.niten")
    for path in sorted(files, key=lambda file: file.stat().st_mtime_ns, reverse=True):
        try:
            yield path, read_file(path)
        except BadRecord:
            continue  # a damaged file does not keep the others from being found


def latest_unfinished(game: str | None = None) -> tuple[Path, Record]:
    """The unfinished game played last."""
    for path, record in saved_games(game):
        if record.result == UNFINISHED and record.steps:
            return path, record
    raise NothingToResume(folder=data_folder() / "games")
