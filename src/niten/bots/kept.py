"""The file of a tournament, so that it can go on where it stopped: a head, and a line for each deal once it is played.

    {"niten tournament": 1, "rules": 1, "seed": 7, "bots": ["random", "greedy"], "setup": {…}}
    {"deal": 0, "winners": [[1], [0]], "code": "5b1c9e"}
    {"deal": 1, "winners": [[1], [0, 1]], "code": "8a31f0"}

A code is made from the head and its own line, so that a changed line is found. A last line that was cut off is dropped,
and its deal played again.
"""

import json
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from niten.bots.tournament import Deal, Tournament
from niten.core import NitenError
from niten.core.game import JsonObject
from niten.dragon import Dragon
from niten.texts import say

FORMAT = 1
_NAME = "niten tournament"


class BadTournament(NitenError):
    """A file that is not the one of this tournament, or not to be trusted any more."""

    code = "bad-tournament"

    def text(self, language: str = "en") -> str:
        return say(language, f"error.bad-tournament.{self.details['reason']}", **self.details)


class KeptDeals:
    """The deals in a file; those added are there even if the program dies after that."""

    def __init__(self, file: Path, tournament: Tournament) -> None:
        self.deals: dict[int, Deal] = {}
        self._tournament = tournament
        self._head = json.dumps(_head(tournament), ensure_ascii=False)
        content = _content(file)
        whole = content[: content.rfind(b"\n") + 1]
        if content:
            self._read(file, whole)
        try:
            self._file = file.open("ab")
            self._file.truncate(len(whole))
            if not content:
                self._write(self._head)
        except OSError as error:  # without a file name it is about writing, not about reading
            raise OSError(f"{file}: {error.strerror or error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, deal: Deal) -> None:
        """Keep a deal that was played."""
        self._write(self._line(deal))
        self.deals[deal.number] = deal

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def _line(self, deal: Deal) -> str:
        line: JsonObject = {"deal": deal.number, "winners": deal.winners}
        code = sha256(f"{self._head}\n{json.dumps(line)}".encode()).hexdigest()[:6]
        return json.dumps(line | {"code": code})

    def _read(self, file: Path, content: bytes) -> None:
        theirs, mine = _flat(_read_head(file, content)), _flat(_head(self._tournament))
        other = [key for key in mine if theirs.get(key) != mine[key]]
        if other:
            raise BadTournament(reason="other", file=file, keys=", ".join(other))
        for number, line in enumerate(content.splitlines()[1:], 2):
            deal = self._read_deal(line)
            if deal is None:
                raise BadTournament(reason="damaged", file=file, line=number)
            self.deals[deal.number] = deal

    def _read_deal(self, line: bytes) -> Deal | None:
        try:
            found = json.loads(line)
            deal = Deal(int(found["deal"]), tuple(tuple(map(int, seats)) for seats in found["winners"]))
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            return None
        return deal if self._fits(deal) and self._line(deal).encode() == line else None

    def _fits(self, deal: Deal) -> bool:
        seats = range(self._tournament.players)
        sizes = deal.number >= 0 and len(deal.winners) == self._tournament.deal_size
        return sizes and all(seat in seats for winners in deal.winners for seat in winners)


def kept_seed(file: Path) -> int | None:
    """The seed of the tournament in a file; None where there is none yet."""
    content = _content(file)
    seed = _read_head(file, content).get("seed") if content else None
    return seed if isinstance(seed, int) else None


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def _head(tournament: Tournament) -> JsonObject:
    return {
        _NAME: FORMAT,
        "rules": Dragon.rules_version,
        "seed": tournament.seed,
        "bots": list(tournament.bots),
        "setup": tournament.setup.to_data(),
    }


def _read_head(file: Path, content: bytes) -> JsonObject:
    try:
        found: object = json.loads(content.partition(b"\n")[0])
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or _NAME not in found:
        raise BadTournament(reason="none", file=file)
    return cast("JsonObject", found)


def _flat(head: JsonObject) -> dict[str, Any]:
    """The head with the parts of the set-up beside the rest, to tell which of them differ."""
    rest = dict(head)
    setup = rest.pop("setup", None)
    return rest | cast("JsonObject", setup) if isinstance(setup, dict) else rest
