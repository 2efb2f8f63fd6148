"""An independent verifier of fair dice.

Written from docs/fair-dice.md alone, with what it refers to (docs/records.md, docs/notation.md and the rules of the
games). It shares no code with Niten and imports nothing of it, so that the two can be held against each other. It
checks the dice and nothing else: neither check codes nor whether a step is possible where it stands. Boards so full of
stones that the last ones hardly fit are beyond it.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Final, TypedDict

ELEMENTS: Final = ("water", "fire", "metal", "earth", "wood")
FACES: Final = {
    "samurai": {str(face): face for face in range(1, 7)},
    "dragon": {name: face for face, name in enumerate((*ELEMENTS, "dragon"), 1)},
}
ONE: Final = (1, 1)
DICE: Final = {  # the fewest and the most dice of each throw
    "samurai": {"roll": (1, 3), "opponent": (1, 3), "injury": (1, 2), "strike": ONE, "wound": ONE, "toll": ONE},
    "dragon": {"roll": (1, 5)},
}


class _Path(TypedDict):
    plain: int


class _Board(TypedDict):
    paths: dict[str, _Path]


class _Race(TypedDict):
    board: _Board
    players: list[str]
    stones: list[tuple[str, int]]


class Stream:
    """The bytes that follow from secret, table and entropy, and the numbers they give."""

    def __init__(self, secret: bytes, table: str, entropy: str) -> None:
        self._bytes = self._stream(secret, f"niten/fair/1/{table}/{entropy}/")

    @staticmethod
    def _stream(secret: bytes, prefix: str) -> Iterator[int]:
        block = 0
        while True:
            yield from hmac.digest(secret, f"{prefix}{block}".encode("ascii"), "sha256")
            block += 1

    def below(self, bound: int) -> int:
        """The next number below the bound."""
        size = max(1, ((bound - 1).bit_length() + 7) // 8)
        fair = 256**size // bound * bound
        while True:
            value = int.from_bytes(bytes(next(self._bytes) for _ in range(size)), "big")
            if value < fair:
                return value % bound

    def die(self) -> int:
        """The next die."""
        return self.below(6) + 1


def _closes(spaces: set[int], plain: int, players: int) -> bool:
    """Whether stones on these plain spaces of a path are refused (D5)."""
    row = 0
    for space in range(1, plain + 1):
        row = row + 1 if space in spaces else 0
        if row == 5:
            return True
    return row > 5 - players


def _places(race: _Race, stones: set[tuple[str, int]]) -> list[tuple[str, int]]:
    """The places where one more stone can fall, path by path from space 1."""
    found: list[tuple[str, int]] = []
    for path in ELEMENTS:
        plain = race["board"]["paths"][path]["plain"]
        there = {space for name, space in stones if name == path}
        free = (space for space in range(1, plain + 1) if space not in there)
        found += [(path, space) for space in free if not _closes(there | {space}, plain, len(race["players"]))]
    return found


def _parse(record: str) -> tuple[dict[str, str], list[tuple[int, list[str]]]]:
    """The head of a record, and its steps as number and words, the codes left out."""
    lines = iter(record.split("\n"))
    if next(lines, "") != "niten record 1":
        raise ValueError("no record")
    head: dict[str, str] = {}
    for line in lines:
        if line.startswith("---"):
            break
        key, _, value = line.partition(":")
        head[key] = value.strip()
    steps: list[tuple[int, list[str]]] = []
    for line in lines:
        if line.startswith("---"):
            break
        number, _, step = line.partition(". ")
        steps.append((int(number), step.partition("|")[0].split()))
    return head, steps


def check(record: str) -> str:
    """Tell "fine", "commitment", or "step N" for the first random step whose dice are wrong.

    Raises ValueError if there is nothing to check: no record, no fair dice, a secret not yet revealed, or a start whose
    wounds or stones would have to be known.
    """
    head, steps = _parse(record)
    if head.get("dice") != "fair" or "secret" not in head:
        raise ValueError("no fair dice, or the secret is not revealed")
    secret = bytes.fromhex(head["secret"])
    if len(secret) != 32 or hashlib.sha256(secret).hexdigest() != head["commitment"].lower():
        return "commitment"
    stream = Stream(secret, head["table"], head.get("entropy", ""))
    game = head["game"]
    wounds: set[int] = set()
    stones: set[tuple[str, int]] = set()
    race: _Race | None = json.loads(head["setup"]) if game == "dragon" else None
    if race is not None:
        stones = {(path, space) for path, space in race["stones"]}
    for number, (verb, *values) in steps:
        if verb in ("wound", "stone") and "start" in head:
            raise ValueError("what lay there at the start is not known")
        if verb == "stone" and race is not None:
            places = _places(race, stones)
            drawn = places[stream.below(len(places))] if places else ("", 0)
            if values != [drawn[0], str(drawn[1])]:
                return f"step {number}"
            stones.add(drawn)
        elif verb in DICE[game]:
            fewest, most = DICE[game][verb]
            if not fewest <= len(values) <= most or (verb == "wound" and len(wounds) == 6):
                return f"step {number}"
            dice = sorted(stream.die() for _ in values)
            while verb == "wound" and dice[0] in wounds:
                dice = [stream.die()]
            if dice != sorted(FACES[game].get(value, 0) for value in values):
                return f"step {number}"
            if verb == "wound":
                wounds.add(dice[0])
    return "fine"
