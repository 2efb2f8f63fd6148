"""What the table needs to know of a game to have it played in a terminal."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple

from rich.console import RenderableType

from niten.core import Match, NitenError, Step
from niten.core.game import State
from niten.terminal.console import Terminal


class Unclear(NitenError):
    """The player's answer is no answer to what was asked."""

    code = "unclear"

    def __init__(self, hint: str) -> None:
        super().__init__(hint=hint)


class Option(NamedTuple):
    """A key and what it does."""

    key: str
    meaning: str


class Face(ABC, Generic[State]):
    """One game in the terminal: its pages, its keys, its sentences. Decides no rule."""

    gives_hints: ClassVar[bool] = False
    """Whether somebody knows what every move is worth."""

    def __init__(self, terminal: Terminal, match: Match[State, Step]) -> None:
        self.terminal = terminal
        self.match = match

    @abstractmethod
    def pages(self) -> RenderableType:
        """The whole table, drawn."""

    @abstractmethod
    def plain_pages(self) -> RenderableType:
        """The whole table in plain lines."""

    @abstractmethod
    def plain_status(self) -> str:
        """The few numbers that matter before a decision, in one or two plain lines."""

    def plain_opening(self) -> RenderableType:
        """What somebody needs to hear first, before the first question."""
        return self.plain_status()

    @abstractmethod
    def sentences(self, index: int) -> Sequence[str]:
        """What step number `index` (from 0) did."""

    def account(self, first: int, last: int) -> Sequence[str]:
        """What the steps from number `first` up to `last` did, as lines: a paragraph on the screen, else one each."""
        told = [sentence for index in range(first, last) for sentence in self.sentences(index)]
        return told if self.terminal.plain or not told else [" ".join(told)]

    @abstractmethod
    def question(self) -> str:
        """What the player is asked now."""

    @abstractmethod
    def options(self) -> Sequence[Option]:
        """The keys that answer it."""

    @abstractmethod
    def answer(self, text: str) -> Step:
        """The step an answer means; Unclear if it means none."""

    @abstractmethod
    def dice_question(self) -> str:
        """What to throw, when the player throws real dice."""

    @abstractmethod
    def dice_answer(self, text: str) -> Step:
        """The random event that the dice typed in mean; Unclear if they cannot be."""

    @abstractmethod
    def odds(self) -> str:
        """The exact chances that bear on the decision, as plain lines."""

    def hint(self) -> str:
        """What every move is worth, best first, as plain lines; empty where the game gives no hints."""
        return ""

    @abstractmethod
    def ending(self) -> RenderableType:
        """The last numbers of a finished game."""

    @abstractmethod
    def result(self) -> str:
        """Who won and why, or that the game is not finished."""

    @abstractmethod
    def pauses(self) -> bool:
        """Whether to wait before a roll: the step before did not ask for it, and may still be taken back."""

    def pause_question(self) -> str:
        """What is asked there."""
        return self.terminal.say("terminal.roll")

    def notes(self) -> Sequence[str]:
        """What the list of keys says about the key p and about the notation."""
        return self.terminal.say("terminal.key.pages"), self.terminal.say("terminal.notation")
