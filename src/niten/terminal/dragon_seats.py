"""Who sits where in a race: people and bots, as the record's head names them.

A bot gets a stream of its own for each decision, labelled with its seat and the number of steps before it. So a game
that was left and resumed goes on as if it had not been, and so does one in which a step was taken back. The streams'
seed is drawn from the table's in a way that does not lead back to it: a bot cannot know the dice to come.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from niten.bots import DRAGON_BOTS, find_dragon_bot
from niten.core import BadRecord, Match, Record, SeededDice, Step
from niten.dragon import Dragon, State

HUMAN = "human"
KINDS = (HUMAN, *DRAGON_BOTS)


@dataclass(frozen=True)
class Seats:
    """The seats of a race in the order of play, and the seed of the table's dice if it has one."""

    kinds: tuple[str, ...]
    seed: int | None = None

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    @cached_property
    def _bots_seed(self) -> int:
        return SeededDice(self.seed or 0, "bots").below(2**64)

    def choose(self, match: Match[Any, Any]) -> Step:
        """What the bot that acts now does."""
        game, state = match.game, match.state
        assert isinstance(game, Dragon)
        assert isinstance(state, State)
        stream = SeededDice(self._bots_seed, f"bot-{state.seat}-{len(match.steps)}")
        return find_dragon_bot(self.kinds[state.seat]).choose(game, state, stream)


def recorded_seats(record: Record, count: int) -> Seats:
    """The seats a record names; BadRecord or UnknownBot if nobody could sit there."""
    kinds = record.seats or (HUMAN,) * count
    if len(kinds) != count:
        raise BadRecord("field-wrong", field="seats", value=" ".join(kinds))
    for kind in kinds:
        if kind != HUMAN:
            find_dragon_bot(kind)
    return Seats(kinds, record.seed)
