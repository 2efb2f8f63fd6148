"""Who sits where in a race: people and bots, as the record's head names them.

A bot gets a stream of its own for each decision, labelled with its seat and the number of steps before it. So a game
that was left and resumed goes on as if it had not been, and so does one in which a step was taken back. The streams'
seed is drawn from the table's in a way that does not lead back to it: a bot cannot know the dice to come.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.console import Console

from niten.bots import DRAGON_BOTS, find_dragon_bot
from niten.bots.dragon_levels import Level
from niten.core import BadRecord, Match, Record, SeededDice, Step
from niten.dragon import Dragon, State
from niten.terminal.console import Terminal

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

    def prepare(self, terminal: Terminal, game: Dragon) -> None:
        """Have the bots ready before the first move, and say so where somebody waits for it."""
        levels = [bot for bot in map(find_dragon_bot, set(self.kinds) - {HUMAN}) if isinstance(bot, Level)]
        if not levels:
            return
        text = terminal.say("terminal.preparing-bots")
        if terminal.is_interactive and terminal.plain:
            terminal.show(text)
        spins = terminal.is_interactive and not terminal.plain
        with Console(stderr=True).status(text) if spins else nullcontext():
            for level in levels:
                level.prepare(game)

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
