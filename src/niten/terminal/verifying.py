"""Checking a record: whether its steps follow the rules, and whether its dice are those that were promised."""

from pathlib import Path
from typing import Any, NamedTuple

from niten.core import CHANCE, BadRecord
from niten.core.record import OWN, Record, read_file, replay
from niten.games import find_game
from niten.terminal.console import Terminal

_NO = frozenset(
    {
        "after-end",
        "bad-step",
        "changed",
        "changed-head",
        "misnumbered",
        "not-the-commitment",
        "not-the-secret",
        "not-the-seed",
        "other-result",
    }
)
"""What is wrong with a record; anything else means that a file is none."""


class Verdict(NamedTuple):
    """What checking a record came to; `error` is the first thing that is wrong."""

    record: Record | None
    rolls: int
    error: BadRecord | None

    @property
    def is_open(self) -> bool:
        """The secret of its dice is not known yet."""
        return bool(self.record and self.record.pledge and self.record.pledge.secret is None)

    @property
    def is_fine(self) -> bool:
        """Everything that was promised holds."""
        return self.error is None and not self.is_open

    def data(self, language: str) -> dict[str, Any]:
        """For machines."""
        error, record = self.error, self.record
        return {
            "fine": self.is_fine,
            "dice": record and record.dice,
            "checked": self.is_fine and record is not None and record.dice != OWN,
            "steps": len(record.steps) if record else None,
            "rolls": self.rolls,
            "error": error and {"reason": error.reason, "step": error.step, "text": error.text(language)},
        }

    def show(self, terminal: Terminal, file: Path) -> None:
        """For people."""
        if self.error:
            terminal.show(self.error.text(terminal.language))
        if self.error or not self.record:
            return
        record, pledge = self.record, self.record.pledge
        terminal.show(terminal.say("terminal.replay-ok", file=file, count=len(record.steps)))
        kind = "open" if self.is_open else record.dice
        about = pledge.commitment if pledge else ""
        terminal.show(terminal.say(f"terminal.verify-{kind}", count=self.rolls, seed=record.seed, commitment=about))


def verify(file: Path) -> Verdict:
    """Check a record; a file that is none is refused."""
    record = None
    try:
        record = read_file(file)
        match = replay(record, find_game(record.game)).match
    except BadRecord as error:
        if error.reason not in _NO:
            raise
        return Verdict(record, 0, error)
    game = match.game
    rolls = sum(game.actor(state) == CHANCE for state in match.states[:-1])
    return Verdict(record, rolls, None)
