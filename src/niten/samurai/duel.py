"""A duel as printed: the opponent page and the player page (S3)."""

from dataclasses import dataclass, field
from enum import StrEnum

ROUND_DICE = 4  # shared by player and opponent each round (S1)
LINES = range(1, 19)
ZONES = range(2, 12)  # zones that can be struck; 1 is dodged, 12 beheads (S16)
DEEP_WOUNDS = range(1, 7)


class Harm(StrEnum):
    """What a counterattack or an injury does (S15, S17)."""

    HEALTH = "health"
    KI = "ki"
    LEVEL_1 = "level 1"
    LEVEL_2 = "level 2"
    DEEP_WOUND = "deep wound"


@dataclass(frozen=True, slots=True)
class Effect:
    """A harm, with its amount where it is a loss of health or Ki."""

    harm: Harm
    amount: int = 0

    def __str__(self) -> str:
        return f"{self.harm} {self.amount}" if self.amount else str(self.harm)


@dataclass(frozen=True, slots=True)
class Line:
    """One of the 18 lines of the opponent page (S14); no counter: "---"."""

    defense: int
    counter: int | None = None
    effect: Effect | None = None

    def strikes(self, defense: int) -> bool:
        """Whether he hits a player with this Defense (S15)."""
        return self.counter is not None and defense < self.counter


class Gain(StrEnum):
    """What Concentration buys (S9)."""

    KI = "ki"
    OPPONENT = "opponent"  # he loses health
    ATTACK = "attack"
    DEFENSE = "defense"
    STRIKE = "strike"  # he loses what a die shows; a 6 beheads


@dataclass(frozen=True, slots=True)
class Reward:
    """A row of the Concentration table."""

    price: int
    gain: Gain
    amount: int = 0


STANDARD_DICE = (3, 2, 1) * 6 + (3, 2)  # S4: 20 rounds

STANDARD_REWARDS = (  # S9
    Reward(8, Gain.KI, 1),
    Reward(12, Gain.OPPONENT, 1),
    Reward(18, Gain.ATTACK, 4),
    Reward(23, Gain.OPPONENT, 2),
    Reward(28, Gain.DEFENSE, 4),
    Reward(34, Gain.OPPONENT, 3),
    Reward(40, Gain.STRIKE),
)

STANDARD_INJURIES = {  # S19
    2: Effect(Harm.KI, 1),
    3: Effect(Harm.HEALTH, 2),
    4: Effect(Harm.HEALTH, 2),
    5: Effect(Harm.KI, 2),
    6: Effect(Harm.HEALTH, 1),
    7: Effect(Harm.HEALTH, 3),
    8: Effect(Harm.KI, 3),
    9: Effect(Harm.DEEP_WOUND),
    10: Effect(Harm.DEEP_WOUND),
    11: Effect(Harm.HEALTH, 4),
}


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The player's half of a duel; the defaults are the standard page (S4)."""

    health: int = 10
    ki: int = 10
    dice: tuple[int, ...] = STANDARD_DICE  # how many may be rolled, round by round (S2)
    rewards: tuple[Reward, ...] = STANDARD_REWARDS  # by rising price
    injuries: dict[int, Effect] = field(default_factory=lambda: dict(STANDARD_INJURIES))

    @property
    def rounds(self) -> int:
        """How long the duel can last (S1)."""
        return len(self.dice)


@dataclass(frozen=True, slots=True)
class Duel:
    """One opponent, and the page on which the player meets him."""

    id: str
    name: str
    stars: int
    health: int
    resistance: tuple[tuple[int, int], ...]  # (Final Attack reached, damage), rising (S14)
    lines: dict[int, Line]
    player: PlayerPage = field(default_factory=PlayerPage)
    texts: dict[str, str] = field(default_factory=dict[str, str])  # a few words about him, by language

    def damage(self, final_attack: int) -> int:
        """What he loses: the highest threshold reached counts (S14)."""
        return max((damage for reached, damage in self.resistance if final_attack >= reached), default=0)
