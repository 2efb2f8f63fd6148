"""A game played at the terminal: ask, play, save, and the keys that work at every question."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Protocol

from niten.core import CHANCE, NOBODY, CannotUndo, Dice, Match, NitenError, Step
from niten.core.record import Record, save
from niten.terminal.console import Quit, Terminal
from niten.terminal.face import Face, Unclear
from niten.terminal.saves import beside, resume_command

LOW = 30  # lines of screen up to which no line is left empty


class NotSaved(NitenError):
    """The game is left, and what was played is lost."""

    code = "not-saved"


class Seating(Protocol):
    """Who sits at the table."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Who sits on each seat, as the record names it."""
        ...

    @property
    def humans(self) -> Collection[int]:
        """The seats of people; programs sit on all others."""
        ...

    def choose(self, match: Match[Any, Any]) -> Step:
        """What the program whose seat acts now does."""
        ...


class Table:
    """One match, its face, its dice, who sits there, and the file it is saved in."""

    def __init__(
        self,
        terminal: Terminal,
        face: Face[Any],
        *,
        dice: Dice | None,
        seed: int | None,
        file: Path | None,
        start: str | None = None,
        seating: Seating | None = None,
        notices: Sequence[str] = (),
    ) -> None:
        self.terminal = terminal
        self.face = face
        self.match: Match[Any, Step] = face.match
        self.dice = dice  # None: the player throws real dice
        self.seed = seed
        self.file = file
        self.start = start
        self.seating = seating  # None: one person, alone
        self._humans = seating.humans if seating else (0,)
        self._told = len(self.match.steps)  # steps the player has been told about
        self._drawn = -1
        self._is_saved = True  # a game in which nothing has happened leaves no file
        self._notices = list(notices)  # what must not be wiped by the next drawing
        self._is_played = False  # whether anything has happened here
        self._is_begun = False  # whether the player has seen anything yet
        self._written = str(self._record()) if self.match.steps else ""  # what our file should hold
        self._failure = ""

    def play(self) -> bool:
        """Play until the game or the player ends it; True if the game ended."""
        try:
            while self.match.actor != NOBODY:
                self._play_step()
        except Quit:
            self._tell()
            self._leave("terminal.saved")
            return False
        self._draw()
        if not self._is_played:
            self.terminal.show(self.face.result())
        self.terminal.show(self.face.ending())
        self._leave("terminal.record")
        return True

    def _leave(self, key: str) -> None:
        """Save for the last time, and say where; a game that could not be saved is an error."""
        self._save()
        last = [*self._notices] if self.seed is None else [*self._notices, greeting(self.terminal, self.seed)]
        if self.file and self.match.steps and not self._failure:
            last.append(self.terminal.say(key, file=self.file, command=resume_command(self.file)))
        self.terminal.show(*dict.fromkeys(last))  # the seed once, if nobody was asked anything
        if self.file and self._failure:
            raise NotSaved(file=self.file, reason=self._failure)

    def _play_step(self) -> None:
        step = self._chance() if self.match.actor == CHANCE else self._decision()
        if step is None:
            return  # taken back: ask anew
        self.match.play(step)
        self._is_saved, self._is_played = False, True
        if self._humans:  # a game of bots alone can be had again from its seed, and is saved at its end
            self._save()

    def _decision(self) -> Step | None:
        if self.seating and self.match.actor not in self._humans:
            return self.seating.choose(self.match)
        if self._is_forced():
            return self.match.game.legal_moves(self.match.state)[0]
        return self._ask(self.face.question(), self.face.answer, options=True)

    def _is_forced(self) -> bool:
        """Whether whoever acts has nothing to decide: then nothing is asked."""
        return len(self.match.game.legal_moves(self.match.state)) == 1

    def _chance(self) -> Step | None:
        if self.dice is None:
            return self._ask(self.face.dice_question(), self.face.dice_answer)
        if self.face.pauses() and self.terminal.is_interactive:
            ready = self._ask(self.face.pause_question(), self._go_on)
            if ready is None:
                return None
        return self.match.game.chance(self.match.state).draw(self.dice)

    def _go_on(self, text: str) -> bool:
        if text:
            raise Unclear(self.face.pause_question())
        return True

    def _ask(self, question: str, read: Callable[[str], Any], *, options: bool = False) -> Any:
        """Ask until the answer is clear; None after an undo. Whatever was played or taken back is safe on disk."""
        terminal = self.terminal
        self._save()
        self._draw()
        if self._failure:
            self._notices.append(terminal.say("error.cannot-save", file=self.file, reason=self._failure))
        shown = [*self._notices, question]
        self._notices.clear()
        if options:
            shown.append(_flow([f"{option.key} {option.meaning}" for option in self.face.options()], terminal.width))
        terminal.show(*shown)
        while True:
            text = terminal.ask(">")
            command = self._commands().get(text.lower())
            if command:
                if command():
                    return None
                terminal.show(question)
                continue
            try:
                return read(text)
            except NitenError as error:
                terminal.show(error.text(terminal.language))

    def _commands(self) -> dict[str, Callable[[], bool]]:
        commands = {
            "?": self._show_odds,
            "h": self._show_hint,
            "u": self._undo,
            "l": self._show_log,
            "p": self._show_pages,
            "i": self._show_keys,
            "q": self._quit,
        }
        if not self.face.gives_hints:
            del commands["h"]
        return commands

    def _undo(self) -> bool:
        try:
            self._take_back()
        except CannotUndo as error:
            self.terminal.show(error.text(self.terminal.language))
            return False
        self._told = min(self._told, len(self.match.steps))
        self._drawn = -1
        self._is_saved = False
        self._notices.append(self.terminal.say("terminal.undone"))
        return True

    def _take_back(self) -> None:
        """Back to the last decision; a step without choice before it goes too, or it would be played again at once."""
        taken: list[Step] = []
        try:
            while not taken or self._is_forced():
                taken.append(self.match.undo(self._humans))
        except CannotUndo:
            for step in reversed(taken):
                self.match.play(step)
            raise

    def _show_odds(self) -> bool:
        self.terminal.show(self.face.odds())
        return False

    def _show_hint(self) -> bool:
        try:
            self.terminal.show(self.face.hint())
        except NitenError as error:  # too large to be solved, or nothing to solve it with
            self.terminal.show(error.text(self.terminal.language))
        return False

    def _show_log(self) -> bool:
        for number, step in enumerate(self.match.steps):
            told = " ".join(self.face.sentences(number))
            self.terminal.show(f"{number + 1}. {step}" + (f"  ({told})" if told else ""))
        return False

    def _show_pages(self) -> bool:
        self.terminal.show(self.face.plain_pages())
        return False

    def _show_keys(self) -> bool:
        terminal = self.terminal
        for option in self.face.options():
            if option.key not in self._commands():
                terminal.show(f"  {option.key}  {option.meaning}")
        pages, notation = self.face.notes()
        hint = ["hint"] if self.face.gives_hints else []
        for key in ("odds", *hint, "undo", "log", "pages", "keys", "quit"):
            terminal.show(f"  {pages if key == 'pages' else terminal.say(f'terminal.key.{key}')}")
        terminal.show(notation)
        return False

    def _quit(self) -> bool:
        raise Quit

    def _draw(self) -> None:
        """Show where the game stands, and what happened since the player last saw it."""
        terminal = self.terminal
        at = len(self.match.steps)
        if not terminal.draws:
            self._tell()
            if self._drawn != at:
                terminal.show(self.face.plain_status() if self._is_begun else self.face.plain_opening())
        elif self._drawn != at:
            terminal.clear()
            terminal.show(self.face.pages())
            self._tell()
        self._drawn, self._is_begun = at, True

    def _tell(self) -> None:
        """What happened since the player was last told."""
        told = self.face.account(self._told, len(self.match.steps))
        self._told = len(self.match.steps)
        if told:
            gap = [""] if self.terminal.height > LOW and not self.terminal.plain else []
            self.terminal.show(*gap, *told, *gap)

    def _record(self) -> Record:
        seats = self.seating.kinds if self.seating else ()
        return Record.of(self.match, seed=self.seed, start=self.start, seats=seats)

    def _save(self) -> None:
        if not self.file or self._is_saved:
            return
        self._is_saved, self._failure = True, ""
        record = self._record()
        try:
            if self.file.exists() and self.file.read_text(encoding="utf-8") != self._written:
                self._move(self.file)
            save(self.file, record)
            self._written = str(record)
        except (OSError, UnicodeDecodeError) as error:  # a full disk must not end the game; the next step tries again
            self._is_saved = False
            self._failure = (isinstance(error, OSError) and error.strerror) or str(error)

    def _move(self, file: Path) -> None:
        """Somebody else has written to our file: leave it to them."""
        self.file = beside(file)
        self._notices.append(self.terminal.say("terminal.moved", old=file, file=self.file))


def greeting(terminal: Terminal, seed: int | None) -> str:
    """Where the dice come from."""
    return terminal.say("terminal.own-dice") if seed is None else terminal.say("terminal.seed", seed=seed)


def _flow(items: Sequence[str], width: int) -> str:
    """Items in lines of at most this width, none of them broken."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]}   {item}" if lines[-1] else item
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(item)
    return "\n".join(lines)
