"""Solved duels on disk: one file each, mapped when it is used.

    niten solution 1 <bytes of the head> <check of the rest>
    {"key": …, "start": [lower, upper], "states": …, "tables": [{"side", "round", "body", "shape", …}, …]}
    the tables

A file is named by what was solved: the numbers of the duel, the switches that decide something, the goal. It is
written beside its place and then put there in one step, so a killed process leaves nothing half done. A file whose key,
version, length or check does not fit is not used, and is made anew.
"""

import contextlib
import json
import mmap
import os
import tempfile
import time
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from niten.folders import cache_folder
from niten.samurai import Samurai
from niten.samurai.duelfile import duel_numbers
from niten.solver.bodies import Body
from niten.solver.classes import Class, Group
from niten.solver.solution import Interval
from niten.solver.tables import Kept

FORMAT = 2
SOLVER = 2
"""Raised whenever the same duel would get other tables."""

_MAGIC = b"niten solution"
_ALIGNED = 64
_OLD = 24 * 3600  # seconds after which a file left behind by a killed process is taken away


class Entry(NamedTuple):
    """What is kept of a solved duel. Either both bounds by classes, or the exact values by bodies."""

    start: Interval
    states: int
    level: int
    finest: bool  # no closer answer is to be had
    lower: list[dict[Class, Kept]]
    upper: list[dict[Class, Kept]]
    exact: list[dict[Body, Kept]]


def key_of(game: Samurai, goal: str) -> str:
    """What a solution depends on: not names, texts or stars, nor how the sheet is kept."""
    content = [FORMAT, SOLVER, game.rules_version, duel_numbers(game.duel), game.switches.deciding, goal]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


class Store:
    """A folder of solved duels."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()

    def path(self, game: Samurai, goal: str) -> Path:
        """The file of a solved duel."""
        return self.folder / f"{key_of(game, goal)[:32]}.solved"

    def load(self, game: Samurai, goal: str) -> Entry | None:
        """A solved duel; None if there is none, or none that can be trusted."""
        try:
            with self.path(game, goal).open("rb") as file:
                content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            return _read(content, key_of(game, goal))
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            return None

    def keep(self, game: Samurai, goal: str, entry: Entry) -> Entry:
        """Write a solved duel, and use it from there. Where that cannot be, it is used as it is."""
        path = self.path(game, goal)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._tidy()
            _write(path, key_of(game, goal), entry)
        except OSError:
            return entry  # a full disk costs the next start some time, and nothing else
        return self.load(game, goal) or entry

    def _tidy(self) -> None:
        """Take away what killed processes left behind."""
        for left in self.folder.glob("*.part"):
            with contextlib.suppress(OSError):
                if time.time() - left.stat().st_mtime > _OLD:
                    left.unlink()


def _write(path: Path, key: str, entry: Entry) -> None:
    tables: list[dict[str, Any]] = []
    arrays: list[Kept] = []
    offset = 0
    sides: dict[str, list[dict[Any, Kept]]] = {"lower": entry.lower, "upper": entry.upper, "exact": entry.exact}
    for side, rounds in sides.items():
        for number, row in enumerate(rounds, start=1):
            for body, table in row.items():
                array = np.ascontiguousarray(table)
                tables.append(
                    {
                        "side": side,
                        "round": number,
                        "body": list(body),
                        "dtype": array.dtype.str,
                        "shape": array.shape,
                        "offset": offset,
                    }
                )
                arrays.append(array)
                offset += -(-array.nbytes // _ALIGNED) * _ALIGNED
    head = json.dumps(
        {
            "key": key,
            "start": list(entry.start),
            "states": entry.states,
            "level": entry.level,
            "finest": entry.finest,
            "rounds": {side: len(rounds) for side, rounds in sides.items()},
            "tables": tables,
        }
    ).encode()
    head += b" " * (-len(head) % _ALIGNED)
    check = zlib.crc32(head, _begun(len(head)))
    for array in arrays:
        check = zlib.crc32(_padded(array), check)
    descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(_first_line(len(head), check))
            file.write(head)
            for array in arrays:
                file.write(_padded(array))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _begun(head: int) -> int:
    """The checksum begins with where the tables do: read from elsewhere, the same bytes are other numbers."""
    return zlib.crc32(b"%d" % head)


def _first_line(head: int, check: int) -> bytes:
    line = b"%s %d %012d %08x" % (_MAGIC, FORMAT, head, check)
    return line.ljust(_ALIGNED - 1) + b"\n"


def _padded(array: Kept) -> bytes:
    data = array.tobytes()
    return data + bytes(-len(data) % _ALIGNED)


def _read(content: mmap.mmap, key: str) -> Entry | None:
    size = int(content[:_ALIGNED].split()[-2])
    with memoryview(content) as view:
        check = zlib.crc32(view[_ALIGNED:], _begun(size))
    if content[:_ALIGNED] != _first_line(size, check):
        return None
    head = cast("dict[str, Any]", json.loads(content[_ALIGNED : _ALIGNED + size]))
    if head["key"] != key:
        return None
    sides: dict[str, list[dict[Any, Kept]]] = {
        side: [{} for _ in range(count)] for side, count in head["rounds"].items()
    }
    for table in head["tables"]:
        shape = tuple(table["shape"])
        array = np.frombuffer(content, np.dtype(table["dtype"]), int(np.prod(shape)), _ALIGNED + size + table["offset"])
        body = _body(table["body"]) if table["side"] == "exact" else _class(table["body"])
        sides[table["side"]][table["round"] - 1][body] = array.reshape(shape)
    return Entry(
        Interval(*head["start"]),
        head["states"],
        head["level"],
        head["finest"],
        sides["lower"],
        sides["upper"],
        sides["exact"],
    )


def _body(data: list[Any]) -> Body:
    struck, limb_lost, wounds = data
    return Body(tuple(struck), limb_lost, tuple(wounds))


def _class(data: list[Any]) -> Class:
    struck, limb_lost, wounds, unwounded = data
    return Class(tuple(Group(tuple(zones), count) for zones, count in struck), limb_lost, tuple(wounds), unwounded)
