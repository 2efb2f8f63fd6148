"""What is long by nature: `make soak MINUTES=60`. Nothing in it is the only test of a promise, but that agents learn.

Pieces are taken in turn until the time is over: kills by the hundred, new examples for everything that is fuzzed, every
duel through both engines, every edition through Storm, mutants, agents that learn, and the suites that talk to servers,
browsers and terminals again and again while both cores are kept busy by others. Whatever was done is written down: the
next soak of the same sources goes on behind it, and begins a new round, with new seeds, when all of it is done.
`.soak/` has the record and what failed pieces said; it ends with a report, and with 1 if anything ever failed in it.
"""

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

HOME = Path(__file__).parents[1]
KEPT = HOME / ".soak"
BUSY = "while True: pass"


class Piece(NamedTuple):
    """Something that takes some minutes; `{seed}` in its command is another one in each round."""

    name: str
    command: str
    busy: bool = False
    """While two others keep both cores busy."""


def _tests(name: str, words: str, *, busy: bool = False) -> Piece:
    return Piece(name, f"-m pytest --quiet -p no:cacheprovider -n 2 --dist loadfile {words}", busy)


PIECES = (
    *(
        Piece(f"kills of {kind}", f"-m bench.server_crash --kills 100 --kind {kind}")
        for kind in ("sqlite", "postgresql", "postgres-itself")
    ),
    _tests("rules, many examples", "tests/core tests/samurai tests/dragon tests/spaces"),
    _tests("solver, many examples", "tests/solver tests/review"),
    _tests("fuzz", "tests/server/test_fuzz.py tests/server/test_model.py tests/server/test_table.py tests/printing"),
    Piece("both engines", "-m bench.simulator_equality 20000 {seed}"),
    Piece("Storm", "-m pytest --quiet -p no:cacheprovider tests/solver/test_storm.py"),
    Piece("agents that learn", "-m pytest --quiet -p no:cacheprovider tests/research/learning.py"),
    Piece("mutants", "tools/mutants.py"),
    _tests("browsers, busy", "tests/web", busy=True),
    _tests("servers, busy", "tests/server", busy=True),
    _tests("terminals, busy", "tests/terminal", busy=True),
)


def sources() -> str:
    """A name for the files as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, check=True, capture_output=True).stdout
    found = hashlib.sha256()
    for name in sorted(filter(None, listed.decode().split("\0"))):
        if (HOME / name).is_file():
            found.update(name.encode() + b"\0" + (HOME / name).read_bytes())
    return found.hexdigest()[:16]


class Record:
    """What was done, a line each; a line that was cut off by a kill is forgotten."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.parent.mkdir(exist_ok=True)
        self.rows: list[dict[str, Any]] = []
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            try:
                self.rows.append(json.loads(line))
            except ValueError:
                continue

    def add(self, **row: Any) -> None:
        self.rows.append(row)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def next(self, now: str) -> tuple[Piece, int]:
        """The piece that was done least often with these sources, and which round it is."""
        done = Counter(row["piece"] for row in self.rows if row["sources"] == now)
        piece = min(PIECES, key=lambda piece: done[piece.name])
        return piece, done[piece.name]


@contextmanager
def busy(*, wanted: bool) -> Iterator[None]:
    """Two others who never rest."""
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2 if wanted else 0)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def done(piece: Piece, seed: int, seconds: float) -> tuple[str, float]:
    """passed, failed, or cut off when the time was over; and how long it took."""
    begun = time.monotonic()
    log = KEPT / f"{piece.name.replace(' ', '-').replace(',', '')}.log"
    environment = os.environ | {"NITEN_EFFORT": "test" if piece.busy else "soak"}
    with busy(wanted=piece.busy), log.open("wb") as kept:
        command = [sys.executable, *piece.command.format(seed=seed).split()]
        process = subprocess.Popen(command, cwd=HOME, env=environment, stdout=kept, stderr=kept, start_new_session=True)
        try:
            result = "passed" if process.wait(seconds) == 0 else "failed"
        except subprocess.TimeoutExpired:
            result = "cut off"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait()
    return result, time.monotonic() - begun


def report(record: Record, now: str) -> int:
    rows = [row for row in record.rows if row["sources"] == now]
    print(f"\n{'piece':28} {'passed':>7} {'failed':>7} {'cut off':>8} {'minutes':>8}")
    for piece in PIECES:
        mine = [row for row in rows if row["piece"] == piece.name]
        results = Counter(row["result"] for row in mine)
        minutes = sum(row["seconds"] for row in mine) / 60
        told = f"{results['passed']:7} {results['failed']:7} {results['cut off']:8} {minutes:8.1f}"
        print(f"{piece.name:28} {told}")
    failed = sum(row["result"] == "failed" for row in rows)
    print(f"Sources {now}: {failed or 'nothing'} failed. What a piece said last: {KEPT.name}/*.log")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--report", action="store_true", help="only what was done so far")
    asked = parser.parse_args()
    record, now = Record(KEPT / "done.jsonl"), sources()
    end = time.monotonic() + 60 * asked.minutes
    while not asked.report and (left := end - time.monotonic()) > 0:
        piece, number = record.next(now)
        print(f"{piece.name} …", end=" ", flush=True)
        result, seconds = done(piece, number + 1, left)
        print(f"{result} after {seconds:.0f} s", flush=True)
        record.add(sources=now, piece=piece.name, round=number + 1, result=result, seconds=round(seconds, 1))
    return report(record, now)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
