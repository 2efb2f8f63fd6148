"""Who sits where: people and bots, kept in a small file beside the record, since the record is only the game.

`dragon-….niten.seats.json` holds {"seats": ["human", "greedy"], "seed": 3}: for each seat `human` or the name of a bot,
and the seed of the bots' streams. Without the file all seats are people.

A bot gets a stream of its own for each decision, labelled with its seat and the number of steps before it. So a game
that was left and resumed goes on as if it had not been, and so does one in which a step was taken back.
"""

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from niten.bots import DRAGON_BOTS, find_dragon_bot
from niten.core import Match, SeededDice, Step
from niten.core.checking import Checker
from niten.dragon import Dragon, State

HUMAN = "human"
KINDS = (HUMAN, *DRAGON_BOTS)
_HIGHEST_SEED = 10**40


@dataclass(frozen=True)
class Seats:
    """The seats of a race in the order of play."""

    kinds: tuple[str, ...]
    seed: int

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    def choose(self, match: Match[Any, Any]) -> Step:
        """What the bot that acts now does."""
        game, state = match.game, match.state
        assert isinstance(game, Dragon)
        assert isinstance(state, State)
        label = f"bot-{state.seat}-{len(match.steps)}"
        return find_dragon_bot(self.kinds[state.seat]).choose(game, state, SeededDice(self.seed, label))


def seats_file(record: Path) -> Path:
    """Where the seats of a record's game are kept."""
    return record.with_name(f"{record.name}.seats.json")


def save_seats(record: Path, seats: Seats) -> None:
    """Keep the seats beside a record: the old file or the new one, never half of one."""
    file = seats_file(record)
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as target:
            json.dump({"seats": seats.kinds, "seed": seats.seed}, target)
            target.write("\n")
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def load_seats(record: Path, count: int) -> Seats:
    """The seats of a record's game; BadSetup names everything wrong with the file."""
    file = seats_file(record)
    try:
        written = file.read_bytes()
    except FileNotFoundError:
        return Seats((HUMAN,) * count, 0)
    check = Checker(str(file))
    try:
        content: object = json.loads(written)
    except (ValueError, RecursionError):
        content = None
    table = check.table("", content, required=("seats", "seed"))
    kinds: Sequence[Any] = check.array("seats", table.get("seats", ()), count, count) if "seats" in table else ()
    known = tuple(check.choice(f"seats[{n}]", kind, KINDS) for n, kind in enumerate(kinds))
    seed = check.number("seed", table["seed"], 0, _HIGHEST_SEED) if "seed" in table else 0
    check.finish()
    return Seats(known, seed)
