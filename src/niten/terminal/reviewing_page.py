"""What the reviews of both games look like: figures, curves, mistakes and moments on the screen."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import fill
from typing import Any

from niten.review.marks import Mark
from niten.review.picture import stride
from niten.terminal.console import Terminal
from niten.texts import decimal

MOST_MISTAKES = 8
GRAVE = (Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)
_WIDEST = 100
_ROOM = 4  # columns for a number of a turn
_BLOCKS = " ▁▂▃▄▅▆▇█"


class ReviewPage(ABC):
    """The review of one game."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.language, self.say = terminal, terminal.language, terminal.say

    @abstractmethod
    def show(self) -> None:
        """All of it, on the screen."""

    @abstractmethod
    def as_json(self) -> dict[str, object]:
        """All of it, for machines."""

    @abstractmethod
    def picture(self) -> str:
        """The curve, as SVG."""

    # --- figures ---

    def points(self, value: float, *, signed: bool = False) -> str:
        """A difference of probabilities, in percentage points."""
        return self.say("review.points", number=self.number(value, signed=signed))

    def number(self, value: float, *, signed: bool = True) -> str:
        """The same without the word."""
        sign = ("−" if value < 0 else "+") if signed else ""
        return sign + decimal(self.language, 100 * abs(value), 1)

    def counts(self, numbers: Iterable[tuple[Mark, int]]) -> list[str]:
        """How many decisions have which mark, the worst first; nothing about marks there are none of."""
        return [self.say(f"review.count.{mark}", count=count) for mark, count in numbers if count]

    # --- curves ---

    def curve(self, values: Sequence[float], labels: Sequence[str]) -> Iterator[str]:
        """Columns of blocks, one for a step or for a few of them, in as many rows as there are labels at the left."""
        label = max(map(len, labels)) + 1
        wide, each = self._columns(len(values), label)
        columns = [values[min(n + each, len(values)) - 1] for n in range(0, len(values), each)]
        for number, text in enumerate(labels):
            row = len(labels) - number
            yield f"{text:<{label}}" + "".join(_block(value, row, len(labels)) * wide for value in columns)

    def axis(self, numbers: Sequence[int], label: int) -> str:
        """Rounds below the curve, where they begin; only those that have room."""
        wide, each = self._columns(len(numbers), label)
        marks = ""
        for n, (number, steps) in enumerate(groupby(numbers[::each])):
            cells = len(list(steps)) * wide
            text = str(number)
            marks += (text if n == 0 or len(text) < cells else "").ljust(cells)[:cells]
        return " " * label + marks.rstrip()

    def long_axis(self, numbers: Sequence[int], label: int) -> str:
        """The same for turns, of which there are many: every second one, every fifth… Number 0 is before the first."""
        wide, each = self._columns(len(numbers), label)
        every = stride(wide * len(numbers) / each / max(1, *numbers, 1), _ROOM)
        marks = ""
        for number, steps in groupby(enumerate(numbers), key=lambda pair: pair[1]):
            if number and number % every == 0:
                column = next(steps)[0] // each * wide
                marks = f"{marks.ljust(column)}{number}" if len(marks) < column else marks
        return " " * label + marks

    def _columns(self, steps: int, label: int) -> tuple[int, int]:
        """How many columns a step takes, and how many steps share one."""
        width = min(self.terminal.width, _WIDEST) - label - 1
        return (max(1, width // steps), -(-steps // width)) if steps else (1, 1)

    # --- mistakes ---

    def mistakes(self, found: Sequence[Any]) -> Iterator[str]:
        """The dearest of these decisions, which are sorted by what they cost, told in the order of play."""
        for decision in sorted(found[:MOST_MISTAKES], key=lambda decision: decision.index):
            yield from self.mistake(decision)
        if len(found) > MOST_MISTAKES:
            yield self.say("review.more", count=len(found) - MOST_MISTAKES)

    @abstractmethod
    def mistake(self, decision: Any) -> Iterator[str]:
        """One of them, in a few lines."""

    def indented(self, text: str) -> str:
        """A text below its heading."""
        width = 10_000 if self.terminal.plain else self.terminal.width
        return fill(text, width, initial_indent="  ", subsequent_indent="  ")


def _block(value: float, row: int, rows: int) -> str:
    """The part of a column in one of the rows, in eighths."""
    eighths = round(value * rows * 8) - (row - 1) * 8
    return _BLOCKS[min(8, max(0, eighths))]
