"""Stepping through a record: forward and back with keys, or all of it into a pipe."""

import re
from pathlib import Path
from typing import Any

from niten.core import Match
from niten.core.record import Record
from niten.terminal.console import Quit, Terminal
from niten.terminal.face import Face


class Replaying:
    """A finished replay and the place in it that is shown."""

    def __init__(self, terminal: Terminal, face: Face[Any], record: Record, file: Path) -> None:
        self.terminal = terminal
        self.face = face
        self.record = record
        self.file = file
        self.states = list(face.match.states)
        self.steps = list(face.match.steps)

    def run(self) -> None:
        """Interactive on a terminal, complete in a pipe."""
        terminal = self.terminal
        title = terminal.say(
            "terminal.replay-title", game=self.record.game, count=len(self.steps), result=self.face.result()
        )
        terminal.show(title)
        if terminal.is_interactive:
            try:
                self._walk()
            except Quit:
                return
        else:
            for number, step in enumerate(self.steps, 1):
                told = " ".join(self.face.sentences(number - 1))
                terminal.show(f"{number}. {step}" + (f"  ({told})" if told else ""))
            terminal.show(terminal.say("terminal.replay-ok", file=self.file, count=len(self.steps)))

    def _walk(self) -> None:
        at, note = 0, ""
        while True:
            self._show(at)
            if note:
                self.terminal.show(note)
            note = ""
            text = self.terminal.ask(self.terminal.say("terminal.replay-keys") + " >").lower()
            goto = re.fullmatch(r"g?\s*([0-9]{1,9})", text)
            if text in ("", "n"):
                at = min(at + 1, len(self.steps))
            elif text == "b":
                at = max(at - 1, 0)
            elif text == "e":
                at = len(self.steps)
            elif text == "q":
                return
            elif goto and int(goto[1]) <= len(self.steps):
                at = int(goto[1])
            else:
                note = self.terminal.say("terminal.replay-number", count=len(self.steps))

    def _show(self, at: int) -> None:
        """The table after step `at`."""
        terminal = self.terminal
        match: Match[Any, Any] = self.face.match
        match.states, match.steps = self.states[: at + 1], self.steps[:at]
        terminal.clear()
        terminal.show(self.face.plain_status() if terminal.plain else self.face.pages())
        if not at:
            terminal.show(terminal.say("terminal.replay-start"))
            return
        terminal.show(terminal.say("terminal.replay-at", step=at, count=len(self.steps), text=self.steps[at - 1]))
        terminal.show(*self.face.sentences(at - 1))
