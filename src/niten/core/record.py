"""Records: a whole game as a text file that people can read and Niten can replay.

    niten record 1
    game: samurai
    rules: 1
    dice: seeded
    seed: 7
    setup: {"rules": {…}, "duel": {…}}
    --- 5b1c9e
    1. dice 3 | 8a31f0
    2. roll 3 4 5 | 90cc12
    --- victory killed | 77aa02

The code behind each bar chains over everything above it, so a changed line is found where it stands. A record typed
by hand may leave all of the codes out. docs/records.md has the details.
"""

import json
import os
import re
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, cast

from niten.core.dice import Dice, SeededDice
from niten.core.errors import BadRecord, NitenError
from niten.core.fair import ENTROPY, HEX, TABLE, Pledge
from niten.core.game import CHANCE, Game, JsonObject
from niten.core.match import Match

FORMAT = 1
UNFINISHED = "unfinished"
SEEDED = "seeded"
OWN = "own"
FAIR = "fair"

_ABOUT_DICE = {
    OWN: (frozenset[str](), frozenset[str]()),
    SEEDED: (frozenset({"seed"}), frozenset[str]()),
    FAIR: (frozenset({"table", "commitment"}), frozenset({"entropy", "secret"})),
}
"""What must be told about dice of each kind, and what may be."""
_TOLD = frozenset[str]().union(*(must | may for must, may in _ABOUT_DICE.values()))
_KEYS = _TOLD | {"game", "rules", "dice", "seats", "setup", "start"}
_LARGEST = 16 * 1024 * 1024
_FIRST_LINE = f"niten record {FORMAT}"
_RULE = "---"
_STEP = re.compile(r"([1-9][0-9]{0,8})\. ([^|]*?)(?: \| ([0-9a-f]{6}))?")
_END = re.compile(r"--- ([^|]*?)(?: \| ([0-9a-f]{6}))?")
_HEAD = re.compile(r"---(?: ([0-9a-f]{6}))?")

AnyGame = Game[Any, Any]
AnyMatch = Match[Any, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """What a record file holds.

    `start` is a position, when the game did not begin at the beginning. `seats` tells who sat where, `human` or the
    name of a bot; empty: people everywhere.
    """

    game: str
    rules: int
    setup: JsonObject
    steps: tuple[str, ...]
    result: str = UNFINISHED
    dice: str = OWN
    seed: int | None = None
    pledge: Pledge | None = None
    start: str | None = None
    seats: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        match: AnyMatch,
        *,
        seed: int | None = None,
        pledge: Pledge | None = None,
        start: str | None = None,
        seats: tuple[str, ...] = (),
    ) -> "Record":
        """The record of a match; with a seed, the dice came from SeededDice(seed), with a pledge, from its dice."""
        game = match.game
        outcome = game.outcome(match.state)
        return cls(
            game=game.name,
            rules=game.rules_version,
            setup=game.setup(),
            steps=tuple(map(str, match.steps)),
            result=str(outcome) if outcome else UNFINISHED,
            dice=FAIR if pledge else OWN if seed is None else SEEDED,
            seed=seed,
            pledge=pledge,
            start=start,
            seats=seats,
        )

    def __str__(self) -> str:
        head = [_FIRST_LINE, f"game: {self.game}", f"rules: {self.rules}", f"dice: {self.dice}"]
        if self.seed is not None:
            head.append(f"seed: {self.seed}")
        if self.pledge:
            head += [f"table: {self.pledge.table}", f"commitment: {self.pledge.commitment}"]
            if any(self.pledge.entropy):
                head.append(f"entropy: {','.join(self.pledge.entropy)}")
            if self.pledge.secret is not None:
                head.append(f"secret: {self.pledge.secret}")
        if self.seats:
            head.append(f"seats: {' '.join(self.seats)}")
        head.append("setup: " + json.dumps(self.setup, ensure_ascii=False, separators=(", ", ": ")))
        if self.start is not None:
            head.append(f"start: {self.start}")
        seal = ""
        for line in head:
            seal = _chain(seal, line)
        lines = [*head, f"{_RULE} {seal}"]
        for number, step in enumerate(self.steps, 1):
            line = f"{number}. {step}"
            seal = _chain(seal, line)
            lines.append(f"{line} | {seal}")
        line = f"{_RULE} {self.result}"
        lines.append(f"{line} | {_chain(seal, line)}")
        return "\n".join(lines) + "\n"


def _chain(seal: str, line: str) -> str:
    return sha256(f"{seal}\n{line}".encode()).hexdigest()[:6]


def read(source: bytes | str) -> Record:
    """The record a file's content stands for. Checks form and seals; `replay` checks the game itself."""
    lines = _lines(source)
    if lines[0] != _FIRST_LINE:
        known = re.fullmatch(r"niten record ([0-9]{1,9})", lines[0])
        raise BadRecord("newer-format" if known else "not-a-record", first=lines[0][:40], format=FORMAT)
    end_of_head = next((n for n, line in enumerate(lines) if line.startswith(_RULE)), None)
    if end_of_head is None:
        raise BadRecord("truncated-head")
    head = lines[:end_of_head]
    seal = ""
    for line in head:
        seal = _chain(seal, line)
    ruled = _HEAD.fullmatch(lines[end_of_head])
    if not ruled:
        raise BadRecord("line-unreadable", line=lines[end_of_head][:60])
    sealed = ruled[1] is not None
    if sealed and ruled[1] != seal:
        raise BadRecord("changed-head")
    fields = _fields(head[1:])

    steps: list[str] = []
    result = None
    for line in lines[end_of_head + 1 :]:
        if result is not None:
            raise BadRecord("after-end", len(steps), line=line[:60])
        number = len(steps) + 1
        found = (_END if line.startswith(_RULE) else _STEP).fullmatch(line)
        if not found:
            raise BadRecord("line-unreadable", number, line=line[:60])
        bare, seen = (
            (f"{_RULE} {found[1]}", found[2]) if line.startswith(_RULE) else (f"{found[1]}. {found[2]}", found[3])
        )
        if not line.startswith(_RULE) and found[1] != str(number):
            raise BadRecord("misnumbered", number, found=found[1])
        seal = _chain(seal, bare)
        if (seen is not None) != sealed or (sealed and seen != seal):
            raise BadRecord("changed", number)
        if line.startswith(_RULE):
            result = found[1]
        else:
            steps.append(found[2])
    if result is None:
        raise BadRecord("truncated", len(steps) + 1)
    return Record(steps=tuple(steps), result=result, **fields)


def _lines(source: bytes | str) -> list[str]:
    if len(source) > _LARGEST:
        raise BadRecord("too-large", limit=_LARGEST // 2**20)
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    except UnicodeDecodeError as error:
        raise BadRecord("not-text", at=error.start) from None
    lines = text.replace("\r\n", "\n").split("\n")
    lines = [line.rstrip(" \t") for line in lines]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    return lines


def _fields(head: list[str]) -> dict[str, Any]:
    """The head's `key: value` lines as Record's arguments."""
    found: dict[str, str] = {}
    for line in head:
        key, colon, value = line.partition(": ")
        if not colon or key not in _KEYS:
            raise BadRecord("line-unreadable", line=line[:60])
        if key in found:
            raise BadRecord("field-doubled", field=key)
        found[key] = value
    for key in ("game", "rules", "setup"):
        if key not in found:
            raise BadRecord("field-missing", field=key)
    return {
        "game": found["game"],
        "rules": _number("rules", found["rules"]),
        "setup": _setup(found["setup"]),
        "dice": _dice(found),
        "seed": _number("seed", found["seed"]) if "seed" in found else None,
        "pledge": _pledge(found) if found.get("dice") == FAIR else None,
        "start": found.get("start"),
        "seats": _seats(found["seats"]) if "seats" in found else (),
    }


def _number(field: str, text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,39}", text):
        raise BadRecord("field-wrong", field=field, value=text[:40])
    return int(text)


def _seats(text: str) -> tuple[str, ...]:
    if not re.fullmatch(r"[a-z0-9-]{1,40}( [a-z0-9-]{1,40}){0,9}", text):
        raise BadRecord("field-wrong", field="seats", value=text[:40])
    return tuple(text.split())


def _dice(found: dict[str, str]) -> str:
    """Where the dice came from; what tells about them must fit."""
    kind = found.get("dice", OWN)
    must, may = _ABOUT_DICE.get(kind, (_KEYS, _KEYS))
    if not must <= found.keys() & _TOLD <= must | may:
        raise BadRecord("field-wrong", field="dice", value=kind[:40])
    return kind


def _pledge(found: dict[str, str]) -> Pledge:
    entropy = tuple(found["entropy"].split(",")) if "entropy" in found else ()
    for field, form, values in (
        ("table", TABLE, [found["table"]]),
        ("commitment", HEX, [found["commitment"]]),
        ("entropy", ENTROPY, entropy),
        ("secret", HEX, [found["secret"]] if "secret" in found else []),
    ):
        for value in values:
            if not form.fullmatch(value):
                raise BadRecord("field-wrong", field=field, value=value[:40])
    return Pledge(found["table"], found["commitment"], entropy, found.get("secret"))


def _setup(text: str) -> JsonObject:
    try:
        setup: object = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        raise BadRecord("field-wrong", field="setup", value=text[:40]) from None
    if not isinstance(setup, dict):
        raise BadRecord("field-wrong", field="setup", value=text[:40])
    return cast("JsonObject", setup)


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _unique(pairs: list[tuple[str, object]]) -> JsonObject:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("doubled key")
    return dict(pairs)


class Replay(NamedTuple):
    """A match told by a record, and its dice stream where the record tells it, ready for the next roll."""

    match: AnyMatch
    dice: Dice | None


def dice_of(record: Record) -> Dice | None:
    """The dice of a record, from the first roll on, where it tells them."""
    if record.seed is not None:
        return SeededDice(record.seed)
    if record.pledge is None or record.pledge.secret is None:
        return None
    if not record.pledge.is_kept:
        raise BadRecord("not-the-commitment", commitment=record.pledge.commitment[:12])
    return record.pledge.dice()


def replay(record: Record, kind: type[AnyGame]) -> Replay:
    """Play a record's steps, every one checked; BadRecord names the first that cannot be.

    With a seed or a revealed secret in the record, each roll is also compared with what it gives.
    """
    if record.rules != kind.rules_version:
        raise BadRecord("other-rules", found=record.rules, known=kind.rules_version)
    try:
        game = kind.from_setup(record.setup)
        start = game.start() if record.start is None else game.read_position(record.start)
    except NitenError as error:
        raise BadRecord("bad-setup", cause=error) from error
    entropy = record.pledge.entropy if record.pledge else ()
    if entropy and len(entropy) != game.seats:
        raise BadRecord("field-wrong", field="entropy", value=",".join(entropy)[:40])
    match = Match(game, start)
    dice = dice_of(record)
    for number, text in enumerate(record.steps, 1):
        try:
            step = game.read_step(text)
            if dice and match.actor == CHANCE:
                expected = game.chance(match.state).draw(dice)
                if step != expected:
                    reason = "not-the-seed" if record.pledge is None else "not-the-secret"
                    raise BadRecord(reason, number, seed=record.seed, expected=expected, found=step)
            match.play(step)
        except BadRecord:
            raise
        except NitenError as error:
            raise BadRecord("bad-step", number, cause=error) from error
    outcome = game.outcome(match.state)
    reached = str(outcome) if outcome else UNFINISHED
    if reached != record.result:
        raise BadRecord("other-result", len(record.steps), found=record.result, reached=reached)
    return Replay(match, dice)


def read_file(path: Path) -> Record:
    """The record in a file."""
    with path.open("rb") as file:
        return read(file.read(_LARGEST + 1))


def save(path: Path, record: Record) -> None:
    """Write a record so that a crash leaves either the old file or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(str(record))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
