"""A position of a duel: what the two pages and the table show."""

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from niten.core import Outcome
from niten.core.dice import Faces


class Phase(StrEnum):
    """What happens next. The first four are the player's decisions, the others are random events."""

    ANNOUNCE = "announce"  # how many dice?
    PLACE = "place"  # dice in hand
    RAISE = "raise"  # dice placed
    ANSWER = "answer"  # his dice lie open

    ROLL = "roll"
    REROLL = "reroll"
    STRIKE = "strike"
    OPPONENT = "opponent"
    INJURY_1 = "injury-1"
    INJURY_2 = "injury-2"
    WOUND = "wound"
    KI_TOLL = "ki-toll"
    HEALTH_TOLL = "health-toll"

    OVER = "over"


DECISIONS = frozenset({Phase.ANNOUNCE, Phase.PLACE, Phase.RAISE, Phase.ANSWER})
SETTLED = frozenset({Phase.INJURY_1, Phase.INJURY_2, Phase.WOUND, Phase.KI_TOLL, Phase.HEALTH_TOLL, Phase.OVER})
"""Where the exchange is behind: the state holds nothing of this round any more."""


class Ending(StrEnum):
    """How a duel ends, and why (S21, S22)."""

    KILLED_HIM = "victory killed"
    BEHEADED_HIM = "victory beheaded"
    BOUGHT = "victory bought"
    KILLED = "defeat killed"
    BEHEADED = "defeat beheaded"
    BLED = "defeat bled"
    OPPONENT_WITHDREW = "failure opponent-withdrew"
    PLAYER_WITHDREW = "failure player-withdrew"
    STAND_OFF = "failure stand-off"

    @property
    def outcome(self) -> Outcome:
        """Only killing him counts as a win (S22)."""
        result, _, reason = self.partition(" ")
        return Outcome(result, reason, (Fraction(result == "victory"),))


class State(NamedTuple):
    """A value, compared and hashed in C: a named tuple is several times faster here than a frozen dataclass."""

    phase: Phase
    round: int
    health: int
    ki: int
    concentration: int  # gathered over the rounds (S6)
    opponent: int  # his health
    struck: Faces = ()  # body zones struck out (S18), rising
    wounds: Faces = ()  # Deep Wounds suffered (S20), rising
    limb_lost: bool = False  # S18
    # This round only (S6):
    spent: int = 0  # Ki spent (S7)
    purchases: int = 0  # counted only where the edition limits them (S10)
    rolled: int = 0  # dice rolled, discards included (S5); 0: not yet
    dice: Faces = ()  # in hand
    attack: int = 0
    defense: int = 0
    his: Faces = ()  # his dice
    ending: Ending | None = None

    def settled(self) -> "State":
        """Without what belongs to this round only: once his line is carried out, nothing depends on it."""
        return State(
            self.phase,
            self.round,
            self.health,
            self.ki,
            self.concentration,
            self.opponent,
            self.struck,
            self.wounds,
            self.limb_lost,
        )
