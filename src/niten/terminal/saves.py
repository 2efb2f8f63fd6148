"""Games on disk: one record per game, saved after each step, in the user's data folder."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from niten.core import BadRecord, NitenError
from niten.core.record import FAIR, UNFINISHED, Record, Replay, read_file, replay
from niten.folders import data_folder
from niten.games import find_game


class NothingToResume(NitenError):
    """No unfinished game is stored."""

    code = "nothing-to-resume"


class AtATable(NitenError):
    """A game with fair dice goes on where its secret is."""

    code = "at-a-table"


class AlreadyFinished(NitenError):
    """A game to go on with that is over."""

    code = "already-finished"


class SaveExists(NitenError):
    """A new game would overwrite a file."""

    code = "save-exists"


class SaveIsFolder(NitenError):
    """A folder where a file to save in is needed."""

    code = "save-folder"


def new_save(game: str) -> Path:
    """A file for a new game; its name is the time it began."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    folder = data_folder() / "games"
    names = (f"{game}-{stamp}{suffix}.niten" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def resume_command(file: Path) -> str:
    """What to type to go on with a game: a file outside the data folder has to be named."""
    command = "niten play --resume"
    return command if file.parent == data_folder() / "games" else f"{command} --save {_quoted(file)}"


def chosen_save(file: Path) -> Path:
    """The file somebody named for a new game: nothing that exists is ever overwritten."""
    if file.is_dir():
        raise SaveIsFolder(file=file)
    if file.exists():
        raise SaveExists(file=file, command=f"niten play --resume --save {_quoted(file)}")
    return file


def _quoted(file: Path) -> str:
    """A file as it is typed. The shells of Windows agree on double quotes only, which no file has in its name there."""
    return f'"{file}"' if sys.platform == "win32" else shlex.quote(str(file))


def beside(file: Path) -> Path:
    """A free name beside a file."""
    names = (f"{file.stem}-{number}{file.suffix}" for number in range(2, 10_000))
    return next(file.with_name(name) for name in names if not file.with_name(name).exists())


def unfinished(game: str | None = None) -> Iterator[tuple[Path, Record]]:
    """Stored games that can be read and are not over, last played first; whatever else lies there is passed over."""
    dated: list[tuple[int, Path]] = []
    for path in (data_folder() / "games").glob(f"{game or '*'}-*.niten"):
        with suppress(OSError):
            dated.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(dated, reverse=True):
        with suppress(BadRecord, OSError):
            record = read_file(path)
            if record.result == UNFINISHED and record.steps and record.dice != FAIR:
                yield path, record


def latest_unfinished(game: str | None = None) -> tuple[Path, Record, Replay]:
    """The unfinished game played last that still can be played."""
    for path, record in unfinished(game):
        with suppress(BadRecord):
            return path, record, replay(record, find_game(record.game))
    raise NothingToResume(folder=data_folder() / "games")


def chosen_game(file: Path) -> tuple[Path, Record, Replay]:
    """The game in a file that somebody named to go on with."""
    record = read_file(file)
    replayed = replay(record, find_game(record.game))
    if record.result != UNFINISHED:
        raise AlreadyFinished(file=file)
    if record.dice == FAIR:
        raise AtATable(file=file)
    return file, record, replayed
