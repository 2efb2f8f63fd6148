"""A finished duel looked at again, in words and as a curve."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from niten.core import Match, Step
from niten.samurai import Samurai, State
from niten.samurai.switches import named, switches_data
from niten.terminal.console import Terminal
from niten.terminal.reviewing_page import GRAVE, ReviewPage
from niten.terminal.samurai_words import Words
from niten.terminal.solving import make_coach
from niten.texts import decimal, percent

if TYPE_CHECKING:
    from niten.review.analysis import Decision, Moment, Review
    from niten.review.reasons import Reason

CURVE_ROWS = 8
_LABEL = 6


def review_duel(terminal: Terminal, game: Samurai, match: Match[State, Step], *, cache: bool) -> "DuelPage":
    """Solve the duel, or take it from the cache, and look at every step."""
    coach = make_coach(terminal, game, cache=cache)
    # The review needs the solver, which is an extra and takes its time to load.
    from niten.review.analysis import review_duel as look  # noqa: PLC0415

    return DuelPage(terminal, game, match, look(coach, match.states[0], match.steps))


class DuelPage(ReviewPage):
    """The review of one duel."""

    def __init__(self, terminal: Terminal, game: Samurai, match: Match[State, Step], review: "Review") -> None:
        super().__init__(terminal)
        self.game, self.match, self.review = game, match, review
        self.words = Words(terminal.language, game)

    @property
    def title(self) -> str:
        """Which duel it was."""
        return self.say(
            "review.title", duel=self.game.duel.name, edition=named(self.game.switches, self.terminal.language)
        )

    def show(self) -> None:
        ending = self.match.state.ending
        self.terminal.show(self.title, *([self.words.ending(ending)] if ending else []), "")
        self.terminal.show("\n".join(self._figures()), "")
        self.terminal.show("\n".join(self._plain_curve() if self.terminal.plain else self._curve()), "")
        found = self.review.marked(*GRAVE)
        for line in self.mistakes(found) if found else [self.say("review.no-mistakes")]:
            self.terminal.show(line)
        self.terminal.show("", *self._moments())

    def as_json(self) -> dict[str, object]:
        return {"duel": self.game.duel.id, "rules": switches_data(self.game.switches)} | self.review.as_json()

    def picture(self) -> str:
        from niten.review.plot import draw  # noqa: PLC0415

        return draw(self.review, self.title, self.language)

    def _figures(self) -> Iterator[str]:
        review, language = self.review, self.language
        rows = [
            (self.say("review.start"), percent(language, review.initial)),
            (self.say("review.luck"), self.points(review.luck, signed=True)),
            (self.say("review.skill"), self.points(review.skill, signed=True)),
            (self.say("review.end"), percent(language, review.final)),
            (
                self.say("review.accuracy"),
                self.say("review.accuracy-text", share=percent(language, review.accuracy, 0)),
            ),
        ]
        width = max(len(name) for name, _ in rows)
        yield from (f"{name:<{width}}  {value}" for name, value in rows)
        counts = self.counts((mark, len(review.marked(mark))) for mark in GRAVE)
        count = self.say("review.decisions", count=len(review.decisions))
        yield f"{'':<{width}}  " + ", ".join([count, *counts])
        if review.error > 0.0005:
            yield self.say("review.error", points=self.points(review.error))

    def _curve(self) -> Iterator[str]:
        moments = self.review.moments
        yield self.say("review.curve")
        shares = {0: 1.0, CURVE_ROWS // 2: 0.5}
        labels = [percent(self.language, shares[row], 0) if row in shares else "" for row in range(CURVE_ROWS)]
        yield from self.curve([moment.value for moment in moments], [f"{text:>{_LABEL}}" for text in labels])
        yield self.axis([moment.round for moment in moments], _LABEL + 1)

    def _plain_curve(self) -> Iterator[str]:
        """The value after each round."""
        for number, steps in groupby(self.review.moments, key=lambda moment: moment.round):
            share = percent(self.language, list(steps)[-1].value)
            yield self.say("review.after-round", round=number, share=share)

    def mistake(self, decision: "Decision") -> Iterator[str]:
        yield self.say(
            "review.mistake",
            step=decision.index + 1,
            round=decision.round,
            mark=self.say(f"review.mark.{decision.mark}"),
            points=self.points(-decision.loss, signed=True),
        )
        yield self.indented(self.say("review.played", move=self.words.move(decision.step)))
        if decision.best:
            yield self.indented(self.say("review.better", move=self.words.move(decision.best)))
        yield self.indented(" ".join(map(self._reason, decision.reasons)))

    def _reason(self, reason: "Reason") -> str:
        details = dict(reason.details)
        for name in ("mine", "better"):
            number = details.get(name)
            if isinstance(number, float):
                share = reason.kind.startswith("cover")
                details[name] = percent(self.language, number, 0) if share else decimal(self.language, number, 1)
        return self.say(f"review.reason.{reason.kind}", **details)

    def _moments(self) -> Iterator[str]:
        found = (("review.luckiest", self.review.luckiest), ("review.unluckiest", self.review.unluckiest))
        for key, moment in found:
            if moment:
                points = self.points(moment.luck, signed=True)
                yield self.say(key, round=moment.round, what=self._what(moment), points=points)

    def _what(self, moment: "Moment") -> str:
        states = self.match.states
        told = self.words.sentences(states[moment.index], moment.step, states[moment.index + 1])
        return told[0].rstrip(".") if told else str(moment.step)
