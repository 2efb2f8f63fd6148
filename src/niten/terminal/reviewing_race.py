"""A finished race looked at again, in words and as curves, with the bots' judgement as the judge."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from niten.core import Match, Record, Step
from niten.dragon import Colour, Dragon, End, Phase, State
from niten.review.marks import RACE_THRESHOLDS, Mark
from niten.terminal.console import Terminal
from niten.terminal.dragon_pages import CHIPS
from niten.terminal.dragon_seats import recorded_seats
from niten.terminal.dragon_words import ROLLS, Words
from niten.terminal.reviewing_page import GRAVE, ReviewPage
from niten.terminal.solving import NoSolver
from niten.terminal.usage import WrongUse
from niten.terminal.working import working
from niten.texts import decimal, percent

if TYPE_CHECKING:
    from niten.review.race import Decision, Moment, RaceReview, SeatReview
    from niten.review.reasons import Reason

_CURVE_ROWS = 8  # of certain victory
_SHOWN = 0.0005
_DEEDS = frozenset({"turn", "over", "score", "perfection"})
"""What follows by itself, and is not told of a move."""
_MARK_ROWS = (
    ("review.race.blunders", Mark.BLUNDER),
    ("review.race.mistakes", Mark.MISTAKE),
    ("review.race.inaccuracies", Mark.INACCURACY),
)


def review_race(
    terminal: Terminal, game: Dragon, match: Match[State, Step], record: Record, colour: str | None
) -> "RacePage":
    """Look at every step of a race, for one colour or for all people, or all bots where nobody else played."""
    seats = _chosen(game, record, colour)
    try:
        # The judge is an extra, and takes its time to load.
        from niten.review import race, race_judge  # noqa: PLC0415
    except ImportError as error:
        if (error.name or "").startswith("niten"):
            raise  # our own mistake
        raise NoSolver(reason=error.msg) from error
    with working(terminal, terminal.say("review.race.working")) as progress:
        review = race.review_race(race_judge.RaceJudge(game), match.states[0], match.steps, progress)
    return RacePage(terminal, game, match, review, seats)


def _chosen(game: Dragon, record: Record, colour: str | None) -> tuple[int, ...]:
    seats = recorded_seats(record, game.seats)
    players = game.options.players
    if colour is None:
        return seats.humans or tuple(range(game.seats))
    if colour not in players:
        raise WrongUse("value", "niten review", word="--seat", value=colour, expected=", ".join(players))
    return (players.index(Colour(colour)),)


class RacePage(ReviewPage):
    """The review of one race, for some of its seats."""

    def __init__(
        self,
        terminal: Terminal,
        game: Dragon,
        match: Match[State, Step],
        review: "RaceReview",
        seats: tuple[int, ...],
    ) -> None:
        super().__init__(terminal)
        self.game, self.match, self.review, self.seats = game, match, review, seats
        self.words = Words(terminal.language, game)

    @property
    def title(self) -> str:
        """Which race it was."""
        return self.say("review.race.title", colours=self.words.colours(self.game.options.players))

    def show(self) -> None:
        terminal = self.terminal
        outcome = self.game.outcome(self.match.state)
        terminal.show(self.title, *([self.words.outcome(outcome)] if outcome else []), "")
        reviewed = [self.review.seats[seat] for seat in self.seats]
        if terminal.draws:
            terminal.show(self._table(reviewed))
        else:
            terminal.show("\n".join(line for seat in reviewed for line in self._list(seat)))
        terminal.show("", *self._notes(), "")
        terminal.show(*([self._plain_curve()] if terminal.plain else self._curves()), "")
        found = sorted((each for seat in reviewed for each in seat.marked(*GRAVE)), key=lambda each: -each.loss)
        least = self.points(RACE_THRESHOLDS[Mark.INACCURACY])
        for line in self.mistakes(found) if found else [self.say("review.race.no-mistakes", points=least)]:
            terminal.show(line)
        terminal.show("", *(line for seat in reviewed for line in self._moments(seat)))

    def as_json(self) -> dict[str, object]:
        outcome = self.game.outcome(self.match.state)
        players = [str(colour) for colour in self.game.options.players]
        return {"players": players, "result": str(outcome)} | self.review.as_json(self.seats)

    def picture(self) -> str:
        from niten.review.race_plot import draw  # noqa: PLC0415

        return draw(self.review, self.seats, self.title, self.language)

    # --- the figures ---

    def _figures(self, seat: "SeatReview") -> Iterator[tuple[str, str]]:
        """Names and values: from the start to the end, then how well it was played."""
        language = self.language
        yield self.say("review.start"), percent(language, seat.initial)
        yield self.say("review.race.own-luck"), self._change(seat.own_luck)
        yield self.say("review.race.rivals-luck"), self._change(seat.rivals_luck)
        yield self.say("review.race.skill"), self._change(seat.skill)
        yield self.say("review.race.rivals"), self._change(seat.rivals)
        yield self.say("review.race.residual"), self._change(seat.residual)
        yield self.say("review.end"), percent(language, seat.final)
        yield self.say("review.accuracy"), percent(language, seat.accuracy, 0)
        yield self.say("review.race.decisions"), str(len(seat.decisions))
        for key, mark in _MARK_ROWS:
            yield self.say(key), str(len(seat.marked(mark)))

    def _change(self, value: float) -> str:
        """Points gained or lost; what rounds to nothing has no sign."""
        return self.number(value, signed=abs(value) >= _SHOWN)

    def _table(self, seats: Sequence["SeatReview"]) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        table.add_column("", no_wrap=True)
        for seat in seats:
            table.add_column(self.words.seat(seat.seat), justify="right", no_wrap=True)
        for rows in zip(*map(self._figures, seats), strict=True):
            table.add_row(rows[0][0], *(value for _, value in rows))
        return table

    def _list(self, seat: "SeatReview") -> Iterator[str]:
        """The same without columns: to be read aloud, or on a narrow screen."""
        yield self.say("review.race.seat", name=self.words.seat(seat.seat))
        rows = self._figures(seat)
        yield from ("  " + self.say("review.race.figure", name=name, value=value) for name, value in rows)

    def _notes(self) -> Iterator[str]:
        """What the figures are, and what they are not."""
        yield self.say("review.race.estimate", points=self.points(self.review.error))
        outcome = self.game.outcome(self.match.state)
        if outcome and outcome.result == "unfinished":
            yield self.say("review.race.stopped")

    # --- the curves ---

    def _curves(self) -> Iterator[Text | str]:
        """A band for each seat; all have the same scale, and what stays empty is left out."""
        moments, players = self.review.moments, self.game.options.players
        yield self.say("review.curve")
        names = {colour: f" {self.words.mark(colour)}  {self.words.colour(colour)}" for colour in players}
        label = max(map(len, names.values()))
        for seat, colour in enumerate(players):
            labels = [*[" " * label] * (_CURVE_ROWS - 1), f"{names[colour]:<{label}}"]
            *above, last = self.curve([moment.values[seat] for moment in moments], labels)
            yield from (line for line in above if line.strip())
            text = Text(last)
            text.stylize(CHIPS[colour], 0, 3)
            yield text
            yield ""
        yield self.long_axis([moment.turn for moment in moments], label + 1)

    def _plain_curve(self) -> str:
        """The shares after every round of turns, and in the end."""
        lines: list[str] = []
        players = self.game.options.players
        turns = [(turn, list(inside)[-1]) for turn, inside in groupby(self.review.moments, key=lambda each: each.turn)]
        for turn, last in turns:
            if turn and (turn % len(players) == 0 or last is self.review.moments[-1]):
                shares = (
                    f"{self.words.colour(colour)} {percent(self.language, share)}"
                    for colour, share in zip(players, last.values, strict=True)
                )
                lines.append(self.say("review.race.after-turn", turn=turn, shares=", ".join(shares)))
        return "\n".join(lines)

    # --- mistakes and moments ---

    def mistake(self, decision: "Decision") -> Iterator[str]:
        state = self.match.states[decision.index]
        yield self.say(
            "review.race.mistake",
            step=decision.index + 1,
            turn=decision.turn,
            colour=self.words.seat(decision.seat),
            mark=self.say(f"review.mark.{decision.mark}"),
            points=self.points(-decision.loss, signed=True),
        )
        if state.phase == Phase.MOVE:
            roll = self.words.say("page.roll", roll=state.rolls, rolls=ROLLS)
            yield self.indented(self.say("review.race.dice", roll=roll, dice=self.words.dice(state.dice)))
        yield self.indented(self.say("review.played", move=self._deed(state, decision.step)))
        yield self.indented(self.say("review.better", move=self._deed(state, decision.best)))
        yield self.indented(" ".join(map(self._reason, decision.reasons)))

    def _deed(self, state: State, step: Step) -> str:
        if isinstance(step, End):
            return self.say("review.race.ends", colour=self.words.seat(state.seat))
        events = self.words.events(state, step, self.game.advance(state, step))
        return " ".join(self.words.sentence(event) for event in events if event.kind not in _DEEDS)

    def _reason(self, reason: "Reason") -> str:
        words, details = self.words, dict(reason.details)
        for name, value in reason.details.items():
            match name:
                case "path":
                    details |= {"path": words.path(str(value)), "element": words.element(str(value))}
                case "from" | "to":
                    details[name] = words.space(str(reason.details["path"]), int(str(value)), plain="bare")
                case "colour":
                    details[name] = words.colour(str(value))
                case "colours":
                    details[name] = words.colours(str(value).split())
                case "dice":
                    faces = str(value).split()
                    details |= {"dice": words.dice(faces), "element": words.element(faces[0]), "count": len(faces)}
                case "power":
                    details[name] = words.say(f"power.{value}")
                case "chance":
                    details[name] = percent(self.language, float(str(value)), 0)
                case "average":
                    details[name] = decimal(self.language, float(str(value)), 1)
                case "share":
                    details["points"] = self.points(float(str(value)), signed=True)
                case _:
                    pass
        return words.say(f"reason.{reason.kind}", **details)

    def _moments(self, seat: "SeatReview") -> Iterator[str]:
        for key, moment in (("review.race.luckiest", seat.luckiest), ("review.race.unluckiest", seat.unluckiest)):
            if moment:
                points = self.points(seat.luck_of(moment), signed=True)
                when = self.say("review.race.at-turn" if moment.turn else "review.race.at-start", turn=moment.turn)
                details = {"when": when, "what": self._roll(moment), "points": points}
                yield self.say(key, colour=self.words.seat(seat.seat), **details)

    def _roll(self, moment: "Moment") -> str:
        before, after = self.match.states[moment.index : moment.index + 2]
        if before.phase == Phase.ROLL:
            told = self.words.say("event.has", colour=self.words.seat(moment.seat), dice=self.words.dice(after.dice))
        else:
            told = self.words.sentences(before, moment.step, after)[0]
        return told.rstrip(".")
