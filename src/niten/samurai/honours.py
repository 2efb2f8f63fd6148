"""What a victory can be proud of: derived from the steps of a duel and its states, never kept by the rules."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from niten.core import Step
from niten.samurai.rules import Samurai
from niten.samurai.state import Ending, State
from niten.samurai.steps import Again, Buy, Raise, RerollDie


class Honour(StrEnum):
    """In the order in which they are told."""

    UNHURT = "unhurt"  # no health lost, no zone struck
    CALM = "calm"  # no Ki spent (S7)
    SWIFT = "swift"  # in at most half of the rounds
    BEHEADING = "beheading"  # S9
    BLADE = "blade"  # nothing bought (S9)
    MAIMED = "maimed"  # after a limb was lost (S18)
    LAST_BREATH = "last-breath"  # with one health left


class Feat(NamedTuple):
    """How a duel went for the player; honours only where he won."""

    won: bool
    rounds: int
    health: int
    honours: tuple[Honour, ...]


def swift(rounds: int) -> int:
    """In how many rounds a duel of so many has to be won to be a swift one."""
    return (rounds + 1) // 2


def feat(game: Samurai, states: Sequence[State], steps: Sequence[Step]) -> Feat:
    """How a finished duel went, from its first state to its last."""
    first, last = states[0], states[-1]
    won = last.ending is not None and last.ending.outcome.result == "victory"
    deserved = {
        Honour.UNHURT: last.health == first.health and not last.struck,
        Honour.CALM: not any(isinstance(step, Raise | RerollDie | Again) for step in steps),
        Honour.SWIFT: last.round <= swift(game.duel.player.rounds),
        Honour.BEHEADING: last.ending is Ending.BEHEADED_HIM,
        Honour.BLADE: not any(isinstance(step, Buy) for step in steps),
        Honour.MAIMED: last.limb_lost,
        Honour.LAST_BREATH: last.health == 1 < first.health,
    }
    honours = tuple(honour for honour in Honour if won and deserved[honour])
    return Feat(won, last.round, last.health, honours)
