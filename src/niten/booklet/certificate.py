"""What was measured about a duel: how often it is won, how long it lasts and how it ends. Made by `niten.measuring`."""

import json
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

from niten.core.checking import Checker
from niten.core.game import JsonObject
from niten.samurai.duel import Duel
from niten.samurai.duelfile import duel_numbers
from niten.samurai.rules import Samurai
from niten.samurai.switches import Switches, read_switches

FORMAT = 1
OPTIMAL = "optimal"
SIMPLE = ("beginner", "careful", "reckless")
"""The players who look no further than a round, of `niten.bots`."""


class Habits(NamedTuple):
    """What somebody does in a duel, on average."""

    dice: float  # announced, of 1 to 3, where there is a choice
    attack: float  # share of the points placed
    defense: float
    concentration: float
    ki: float  # spent each round


@dataclass(frozen=True, slots=True)
class Play:
    """What was seen of one player's duels."""

    games: int
    rounds: float  # how long they lasted, on average
    endings: dict[str, int]  # how many ended in each way (S21, S22), as `Ending` has them
    habits: Habits

    @property
    def rate(self) -> float:
        """The share that was won."""
        return self.share("victory")

    def share(self, ending: str) -> float:
        """The share with an ending, or with any that begins so: "victory", "victory bought"."""
        return sum(count for name, count in self.endings.items() if name.startswith(ending)) / self.games

    def share_of_wins(self, ending: str) -> float:
        """The share of the victories with an ending."""
        return self.share(ending) / self.rate if self.rate else 0.0


@dataclass(frozen=True, slots=True)
class Certificate:
    """The figures of a duel; `key` and `solver` tell for which numbers of it, and by whom."""

    key: str
    solver: int
    rules: dict[str, str]  # all switches
    lower: float  # ≤ the chance of winning with perfect play ≤
    upper: float
    seed: int
    players: dict[str, Play]  # OPTIMAL among them where the solver's policy can be played

    @property
    def switches(self) -> Switches:
        """The rules it was measured by."""
        check = Checker("certificate")
        switches = read_switches(check, "rules", self.rules)
        check.finish()
        return switches

    @property
    def optimal(self) -> float:
        """The chance of winning with perfect play: the middle of what was proven."""
        return (self.lower + self.upper) / 2

    @property
    def best_simple(self) -> float:
        """What the best of the simple players wins."""
        return max(self.players[name].rate for name in SIMPLE)

    @property
    def shown(self) -> str:
        """The player whose duels tell best how it goes: the optimal one, or else the careful one."""
        return OPTIMAL if OPTIMAL in self.players else "careful"

    def as_json(self) -> JsonObject:
        """For files and machines."""
        data = asdict(self)
        for name, play in self.players.items():
            data["players"][name] |= {"habits": play.habits._asdict()}
        return {"format": FORMAT} | data


def read_certificate(data: JsonObject) -> Certificate:
    """The certificate that `as_json` gave."""
    if data["format"] != FORMAT:
        raise ValueError(f"certificate: format {data['format']!r}, expected {FORMAT}")
    players = {
        name: Play(play["games"], play["rounds"], play["endings"], Habits(**play["habits"]))
        for name, play in data["players"].items()
    }
    numbers = {key: data[key] for key in ("key", "solver", "rules", "lower", "upper", "seed")}
    return Certificate(**numbers, players=players)


@cache
def certificates() -> dict[str, Certificate]:
    """The certificates of the booklet's duels by id."""
    folder = resources.files(__name__.rpartition(".")[0]).joinpath("certificates")
    files = [file for file in folder.iterdir() if file.name.endswith(".json")] if folder.is_dir() else []
    return {file.name.removesuffix(".json"): read_certificate(json.loads(file.read_bytes())) for file in files}


def content_key(duel: Duel, switches: Switches) -> str:
    """What a certificate is about: the numbers of a duel and the switches that decide, not names, texts or stars."""
    content = [FORMAT, Samurai.rules_version, duel_numbers(duel), switches.deciding]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]
