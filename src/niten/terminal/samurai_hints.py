"""What every move of a duel is worth, told on request."""

import re
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from niten.core import CHANCE, Step
from niten.samurai import Samurai, State
from niten.terminal.console import Terminal
from niten.terminal.samurai_words import Words
from niten.terminal.solving import is_solved, make_coach
from niten.texts import decimal, percent

if TYPE_CHECKING:
    from niten.solver.coach import Coach
    from niten.solver.solution import Interval

MOST_LINES = 8
NO_BREAK = "\N{NO-BREAK SPACE}"
_UNSEEN = 0.005  # percentage points: less than this is 0.00


class _Row(NamedTuple):
    """A move with its numbers as text; one that says nothing is empty."""

    chance: str
    below: str
    unsure: str
    move: str


class Hints:
    """The coach of one duel, called when the first question comes."""

    def __init__(self, terminal: Terminal, game: Samurai, words: Words) -> None:
        self.terminal = terminal
        self.game = game
        self.words = words
        self._coach: Coach | None = None

    def about(self, state: State) -> str:
        """The value of every move that is possible now, best first."""
        try:
            return self._about(self._ready(), state)
        except KeyboardInterrupt:
            self._coach = None  # stopped in the middle of a table: the next one looks at it afresh
            return self.words.say("hint.stopped")

    def _about(self, coach: "Coach", state: State) -> str:
        if self.game.actor(state) == CHANCE:
            value = coach.value(state)
            chance = " ".join(filter(None, (self._percent(value), self._unsure(value))))
            return self.words.say("hint.value", chance=chance)
        return "\n".join(self._lines(coach.moves(state)))

    def _ready(self) -> "Coach":
        if self._coach is None:
            if not is_solved(self.game):
                self.terminal.show(self.words.say("hint.solving"))
            self._coach = make_coach(self.terminal, self.game)
        return self._coach

    def _lines(self, moves: "dict[Step, Interval]") -> list[str]:
        ranked = sorted(moves.items(), key=lambda entry: -entry[1].middle)
        best = ranked[0][1].middle
        rows = [self._row(move, value, best) for move, value in ranked[:MOST_LINES]]
        lines = [
            self.words.say("hint.title"),
            *(self._plain(rows) if self.terminal.plain else _aligned(rows, self.terminal.width)),
        ]
        if len(ranked) > len(rows):
            lines.append("  " + self.words.say("hint.more", count=len(ranked) - len(rows)))
        legend = [self.words.say("hint.below")] if any(row.below for row in rows) else []
        legend += [self.words.say("hint.unsure")] if any(row.unsure for row in rows) else []
        together = "   ".join(legend)
        if legend and len(together) <= self.terminal.width:
            legend = [together]
        return [*lines, *legend]

    def _row(self, move: Step, value: "Interval", best: float) -> _Row:
        below = _shown(best) - _shown(value.middle)
        return _Row(
            self._percent(value),
            f"−{self._points(below)}" if below >= _UNSEEN else "",
            self._unsure(value),
            self.words.move(move),
        )

    def _percent(self, value: "Interval") -> str:
        return percent(self.terminal.language, value.middle, 2)

    def _unsure(self, value: "Interval") -> str:
        half = 100 * value.gap / 2
        return f"±{self._points(half)}" if half >= _UNSEEN else ""

    def _points(self, points: float) -> str:
        return decimal(self.terminal.language, points, 2)

    def _plain(self, rows: list[_Row]) -> list[str]:
        """One sentence each, without columns."""
        return [
            "  "
            + self.terminal.say(
                "terminal.label", name=", ".join(filter(None, (row.chance, row.below, row.unsure))), value=row.move
            )
            for row in rows
        ]


def _shown(share: float) -> float:
    """A share of 1 in percent as it is shown, so that differences fit what stands beside them."""
    return round(100 * share, 2)


def _aligned(rows: list[_Row], screen: int) -> list[str]:
    """In columns, the moves last: they may be too long for the screen, and then go on below themselves."""
    columns = [column for column in zip(*(row[:-1] for row in rows), strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    lines: list[str] = []
    for number, row in enumerate(rows):
        cells = (f"{column[number]:>{width}}" for column, width in zip(columns, widths, strict=True))
        numbers = "  ".join(["", *cells, ""])
        move = re.sub(r" (?=\d)", NO_BREAK, row.move)  # a column and its points stay together
        broken = wrap(numbers + move, screen, subsequent_indent=" " * len(numbers), replace_whitespace=False)
        lines += [line.replace(NO_BREAK, " ") for line in broken]
    return lines
