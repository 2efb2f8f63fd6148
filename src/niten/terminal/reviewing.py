"""A finished duel looked at again, in words and as a curve."""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from niten.core import NitenError, Step
from niten.core.record import UNFINISHED, Record, read_file, replay
from niten.games import find_game
from niten.review.marks import Mark
from niten.samurai import Samurai, State
from niten.terminal.console import Terminal
from niten.terminal.samurai_words import Words
from niten.terminal.solving import edition_name, make_coach
from niten.texts import decimal, percent

if TYPE_CHECKING:
    from niten.review.analysis import Decision, Moment, Review
    from niten.review.reasons import Reason

CURVE_ROWS = 8
MOST_MISTAKES = 8
_BLOCKS = " ▁▂▃▄▅▆▇█"


class ReviewUnfinished(NitenError):
    """A duel that is not over cannot be reviewed."""

    code = "review-unfinished"


class ReviewOtherGame(NitenError):
    """Only duels can be reviewed."""

    code = "review-other-game"


class Duel:
    """A finished duel from a record."""

    def __init__(self, file: Path) -> None:
        record: Record = read_file(file)
        replayed = replay(record, find_game(record.game))
        game = replayed.match.game
        if not isinstance(game, Samurai):
            raise ReviewOtherGame(file=file, game=record.game)
        if record.result == UNFINISHED:
            raise ReviewUnfinished(file=file)
        self.game: Samurai = game
        self.states: list[State] = list(replayed.match.states)
        self.steps: list[Step] = list(replayed.match.steps)


def review(terminal: Terminal, file: Path, *, plot: Path | None, cache: bool, as_json: bool) -> None:
    """Look at a record again: on the screen or as JSON, and as a picture if one is wanted."""
    duel = Duel(file)
    coach = make_coach(terminal, duel.game, cache=cache)
    # The review needs the solver, which is an extra and takes its time to load.
    from niten.review.analysis import review_duel  # noqa: PLC0415

    page = ReviewPage(terminal, duel, review_duel(coach, duel.states[0], duel.steps))
    if as_json:
        game = duel.game
        head = {"file": str(file), "duel": game.duel.id, "edition": game.edition.name}
        terminal.target.write(json.dumps(head | page.review.as_json(), ensure_ascii=False, indent=2) + "\n")
    else:
        page.show()
    if plot:
        from niten.review.plot import draw  # noqa: PLC0415

        _write(plot, draw(page.review, page.title, terminal.language))
        if not as_json:
            terminal.show("", terminal.say("review.plot-written", file=plot))


def _write(file: Path, picture: str) -> None:
    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:  # without a file name it is about writing, not about reading
        raise OSError(f"{file}: {error.strerror or error}") from error


class ReviewPage:
    """The review of one duel on the screen."""

    def __init__(self, terminal: Terminal, duel: Duel, review: "Review") -> None:
        self.terminal, self.duel, self.review = terminal, duel, review
        self.words = Words(terminal.language, duel.game)
        self.say = terminal.say

    @property
    def title(self) -> str:
        """Which duel it was."""
        game = self.duel.game
        return self.say("review.title", duel=game.duel.name, edition=edition_name(self.terminal, game))

    def show(self) -> None:
        """All of it."""
        ending = self.duel.states[-1].ending
        self.terminal.show(self.title, *([self.words.ending(ending)] if ending else []), "")
        self.terminal.show("\n".join(self._figures()), "")
        self.terminal.show("\n".join(self._plain_curve() if self.terminal.plain else self._curve()), "")
        for line in self._mistakes():
            self.terminal.show(line)
        self.terminal.show("", *self._moments())

    # --- the figures ---

    def _figures(self) -> Iterator[str]:
        review, language = self.review, self.terminal.language
        rows = [
            (self.say("review.start"), percent(language, review.initial)),
            (self.say("review.luck"), self._points(review.luck, signed=True)),
            (self.say("review.skill"), self._points(review.skill, signed=True)),
            (self.say("review.end"), percent(language, review.final)),
            (
                self.say("review.accuracy"),
                self.say("review.accuracy-text", share=percent(language, review.accuracy, 0)),
            ),
        ]
        width = max(len(name) for name, _ in rows)
        yield from (f"{name:<{width}}  {value}" for name, value in rows)
        counts = [
            self.say(f"review.count.{mark}", count=len(review.marked(mark)))
            for mark in (Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)
            if review.marked(mark)
        ]
        count = self.say("review.decisions", count=len(review.decisions))
        yield f"{'':<{width}}  " + ", ".join([count, *counts])
        if review.error > 0.0005:
            yield self.say("review.error", points=self._points(review.error))

    def _points(self, value: float, *, signed: bool = False) -> str:
        """A difference of probabilities, in percentage points."""
        number = decimal(self.terminal.language, 100 * abs(value), 1)
        sign = ("−" if value < 0 else "+") if signed else ""
        return self.say("review.points", number=sign + number)

    # --- the curve ---

    def _curve(self) -> Iterator[str]:
        """Columns of blocks, one for a step or for a few of them, with the rounds below."""
        language = self.terminal.language
        width = min(self.terminal.width, 100) - 8
        values = [moment.value for moment in self.review.moments]
        rounds = [moment.round for moment in self.review.moments]
        wide = max(1, width // len(values)) if values else 1
        each = -(-len(values) // width) if values else 1
        columns = [values[min(n + each, len(values)) - 1] for n in range(0, len(values), each)]
        yield self.say("review.curve")
        for row in range(CURVE_ROWS, 0, -1):
            label = {CURVE_ROWS: 1.0, CURVE_ROWS // 2: 0.5}.get(row)
            left = f"{percent(language, label, 0):>6}" if label else " " * 6
            yield f"{left} " + "".join(_block(value, row) * wide for value in columns)
        marks = ""
        for n, (number, steps) in enumerate(groupby(rounds[::each])):
            cells = len(list(steps)) * wide
            text = str(number)
            marks += (text if n == 0 or len(text) < cells else "").ljust(cells)[:cells]
        yield " " * 7 + marks.rstrip()

    def _plain_curve(self) -> Iterator[str]:
        """The value after each round."""
        language = self.terminal.language
        for number, steps in groupby(self.review.moments, key=lambda moment: moment.round):
            share = percent(language, list(steps)[-1].value)
            yield self.say("review.after-round", round=number, share=share)

    # --- mistakes and moments ---

    def _mistakes(self) -> Iterator[str]:
        found = self.review.marked(Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)
        if not found:
            yield self.say("review.no-mistakes")
        for decision in sorted(found[:MOST_MISTAKES], key=lambda decision: decision.index):
            yield from self._mistake(decision)
        if len(found) > MOST_MISTAKES:
            yield self.say("review.more", count=len(found) - MOST_MISTAKES)

    def _mistake(self, decision: "Decision") -> Iterator[str]:
        yield self.say(
            "review.mistake",
            step=decision.index + 1,
            round=decision.round,
            mark=self.say(f"review.mark.{decision.mark}"),
            points=self._points(-decision.loss, signed=True),
        )
        yield self._indented(self.say("review.played", move=self.words.move(decision.step)))
        if decision.best:
            yield self._indented(self.say("review.better", move=self.words.move(decision.best)))
        yield self._indented(" ".join(map(self._reason, decision.reasons)))

    def _indented(self, text: str) -> str:
        width = 10_000 if self.terminal.plain else self.terminal.width
        return fill(text, width, initial_indent="  ", subsequent_indent="  ")

    def _reason(self, reason: "Reason") -> str:
        details = dict(reason.details)
        for name in ("mine", "better"):
            number = details.get(name)
            if isinstance(number, float):
                language = self.terminal.language
                shown = (
                    percent(language, number, 0) if reason.kind.startswith("cover") else decimal(language, number, 1)
                )
                details[name] = shown
        return self.say(f"review.reason.{reason.kind}", **details)

    def _moments(self) -> Iterator[str]:
        found = (("review.luckiest", self.review.luckiest), ("review.unluckiest", self.review.unluckiest))
        for key, moment in found:
            if moment:
                points = self._points(moment.luck, signed=True)
                yield self.say(key, round=moment.round, what=self._what(moment), points=points)

    def _what(self, moment: "Moment") -> str:
        states = self.duel.states
        told = self.words.sentences(states[moment.index], moment.step, states[moment.index + 1])
        return told[0].rstrip(".") if told else str(moment.step)


def _block(value: float, row: int) -> str:
    """The part of a column in one of the rows, in eighths."""
    eighths = round(value * CURVE_ROWS * 8) - (row - 1) * 8
    return _BLOCKS[min(8, max(0, eighths))]
