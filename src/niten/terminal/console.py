"""The terminal as the game sees it: a language, a way to show and a way to ask."""

import os
import sys
from textwrap import wrap
from typing import TextIO

from rich.console import Console as RichConsole
from rich.console import RenderableType

from niten.texts import say

PAGE_WIDTH = 80


class Quit(Exception):
    """The player leaves, or the input has ended."""


class Terminal:
    """Shows and asks. Plain: no colour, no boxes, nothing redrawn, so that it reads well aloud and in a pipe."""

    def __init__(
        self,
        language: str,
        *,
        plain: bool = False,
        source: TextIO | None = None,
        target: TextIO | None = None,
        width: int | None = None,
    ) -> None:
        self.language = language
        self.source = source or _standard_input()
        output = self.target = target or sys.stdout
        self.is_interactive = output.isatty() and self.source.isatty()
        self.plain = plain or not output.isatty() or os.environ.get("TERM") == "dumb"
        self._rich = RichConsole(
            file=output,
            width=width,
            no_color=self.plain or None,
            force_terminal=False if self.plain else None,
            highlight=False,
            soft_wrap=self.plain,
            emoji=False,
        )

    @property
    def draws(self) -> bool:
        """Whether pages are drawn: not in plain, nor on a screen too narrow for them."""
        return not self.plain and self.width >= PAGE_WIDTH

    @property
    def height(self) -> int:
        """Lines on the screen."""
        return self._rich.size.height

    @property
    def width(self) -> int:
        """Columns on the screen."""
        return self._rich.width

    def say(self, key: str, **details: object) -> str:
        """A text in the player's language."""
        return say(self.language, key, **details)

    def show(self, *parts: RenderableType) -> None:
        """Print; strings are printed as they are, without markup, broken only at ordinary blanks."""
        for part in parts:
            shown = self._wrapped(part) if isinstance(part, str) and not self.plain else part
            self._rich.print(shown, markup=False, no_wrap=isinstance(part, str), crop=False)

    def _wrapped(self, text: str) -> str:
        """Rich breaks lines at no-break spaces too, which French and numbers need to hold together."""
        lines = (wrap(line, self.width, replace_whitespace=False, drop_whitespace=True) for line in text.split("\n"))
        return "\n".join("\n".join(line) for line in lines)

    def clear(self) -> None:
        """An empty screen, where the screen can be redrawn."""
        if not self.plain:
            self._rich.clear()

    def ask(self, prompt: str) -> str:
        """One line from the player, without the blanks around it."""
        self._rich.print(prompt, end=" ", markup=False)
        self._rich.file.flush()
        try:
            line = self.source.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self.show("")
            raise Quit
        return line.strip()


def _standard_input() -> TextIO:
    """Standard input, in which bytes that are no text are a wrong answer and not the end."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)  # not there where a test has put something else
    if reconfigure:
        reconfigure(errors="replace")
    return sys.stdin
