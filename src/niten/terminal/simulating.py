"""Simulations from the terminal: a bar while they run, then who won, how games ended and how long they lasted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table

from niten.core import Game
from niten.dragon import Dragon
from niten.samurai import Samurai
from niten.samurai.switches import named
from niten.terminal.console import Terminal
from niten.terminal.dragon_words import setup_line
from niten.terminal.samurai_words import star_row
from niten.terminal.solving import NoSolver
from niten.terminal.working import working
from niten.texts import decimal, percent

if TYPE_CHECKING:
    from niten.simulate.picture import Bar
    from niten.simulate.result import Interval, Result

GAMES = 10_000
MOST_GAMES = 1_000_000_000
_WIDEST = 36  # columns of the longest bar
_BINS = 20
_PICTURE_BINS = 60
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Work(NamedTuple):
    """What is to be played, and where: on threads of this machine, or by a cluster."""

    policies: Sequence[str]
    games: int
    seed: int
    threads: int | None
    cluster: str | None


def run(terminal: Terminal, game: Game[Any, Any], work: Work, *, plot: Path | None, as_json: bool) -> None:
    """Simulate and tell. Compiled code is loaded only now: it takes its time."""
    try:
        from niten.simulate import simulate  # noqa: PLC0415
    except ImportError as error:
        if (error.name or "").startswith("niten"):
            raise  # our own mistake
        raise NoSolver(reason=error.msg) from error
    played = decimal(terminal.language, work.games, 0)
    with working(terminal, terminal.say("simulate.working", games=played)) as progress:
        result = simulate(
            game,
            games=work.games,
            policy=work.policies,
            seed=work.seed,
            threads=work.threads,
            cluster=work.cluster,
            progress=progress,
        )
    page = _Page(terminal, result)
    if plot:  # first: whoever reads the rest through a pipe may leave early
        plot.write_text(page.picture(), encoding="utf-8")
    if as_json:
        terminal.target.write(json.dumps(result.as_json(), ensure_ascii=False, indent=2) + "\n")
        return
    page.show()
    if plot:
        terminal.show("", terminal.say("review.plot-written", file=plot))


class _Page:
    """A result on the screen."""

    def __init__(self, terminal: Terminal, result: Result) -> None:
        self.terminal, self.result, self.game = terminal, result, result.game
        self.language, self.say = terminal.language, terminal.say
        self.unit = self.say("simulate.turns" if isinstance(self.game, Dragon) else "simulate.rounds")

    def show(self) -> None:
        """All of it."""
        result, show = self.result, self.terminal.show
        show(self._title(), f"{self._games()} · {self.say('terminal.seed', seed=result.seed)}", "")
        show(*self._bars(self._winning()), "")
        endings = self._endings()
        if endings:
            show(self.say("simulate.ended"), *self._bars(endings), "")
        show(self._lasted(), *self._lengths())
        numbers = {"decisions": result.decisions, "rate": result.decisions / max(result.seconds, 1e-9)}
        shown = {name: self._whole(number) for name, number in numbers.items()}
        show("", self.say("simulate.speed", seconds=decimal(self.language, result.seconds, 1), **shown))

    def picture(self) -> str:
        """The same as SVG."""
        from niten.simulate.picture import binned, draw  # noqa: PLC0415

        bars = [*self._winning(), *self._endings()]
        bins = binned(self.result.lengths, _PICTURE_BINS)
        caption = f"{self._games()} · {self._lasted()}"
        return draw(self._title(), caption, bars, bins, unit=self.unit, language=self.language)

    def _title(self) -> str:
        if isinstance(self.game, Samurai):
            duel = self.game.duel
            return f"{duel.name} {star_row(duel.stars)} · {named(self.game.switches, self.terminal.language)}"
        assert isinstance(self.game, Dragon)
        return setup_line(self.language, self.game.options)

    def _games(self) -> str:
        names = ", ".join(dict.fromkeys(self.result.policies))
        return self.say("simulate.games", count=self.result.games, games=self._whole(self.result.games), names=names)

    def _winning(self) -> list[Bar]:
        """Each seat's share of the wins, with its interval."""
        from niten.simulate.picture import Bar  # noqa: PLC0415

        result = self.result
        if isinstance(self.game, Dragon):
            colours = [self.say(f"dragon.colour.{colour}") for colour in self.game.options.players]
            names = [f"{colour} ({policy})" for colour, policy in zip(colours, result.policies, strict=True)]
        else:
            names = [self.say("simulate.won")]
        return [Bar(*each) for each in zip(names, result.shares, result.intervals, strict=True)]

    def _endings(self) -> list[Bar]:
        """How duels ended, the most frequent first; of races what the seats do not tell."""
        from niten.simulate.picture import Bar  # noqa: PLC0415

        counts: dict[str, int] = {}
        for ending, count in self.result.endings.items():
            if isinstance(self.game, Samurai):
                counts[self.say(f"measure.ending.{ending.replace(' ', '-')}")] = count
            elif "+" in ending or ending.startswith("unfinished"):
                name = self.say("simulate.shared" if "+" in ending else "simulate.unfinished")
                counts[name] = counts.get(name, 0) + count
        in_order = sorted(counts.items(), key=lambda item: -item[1])
        return [Bar(name, count / self.result.games) for name, count in in_order]

    def _bars(self, bars: Sequence[Bar]) -> list[Any]:
        """Names, bars and shares; without bars where nothing is drawn."""
        if not self.terminal.draws:
            return [f"{bar.name}: {self._share(bar)}" for bar in bars]
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True)
        for bar in bars:
            table.add_row(bar.name, self._share(bar), _block(bar.share))
        return [table]

    def _share(self, bar: Bar) -> str:
        return percent(self.language, bar.share, 2) + (self._interval(bar.interval) if bar.interval else "")

    def _interval(self, interval: Interval) -> str:
        low, high = (percent(self.language, end, 2) for end in interval)
        return f" ({self.say('tournament.range', low=low, high=high)})"

    def _lasted(self) -> str:
        result = self.result
        return self.say(
            "simulate.lasted",
            unit=self.unit,
            mean=decimal(self.language, result.mean_length, 1),
            median=self._whole(result.length_at(0.5)),
            most=self._whole(result.length_at(0.9)),
        )

    def _lengths(self) -> list[Any]:
        """The lengths as bars; in plain the sentence says enough."""
        from niten.simulate.picture import binned  # noqa: PLC0415

        if not self.terminal.draws:
            return []
        bins = binned(self.result.lengths, _BINS)
        highest = max(each.games for each in bins)
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True)
        for each in bins:
            share = percent(self.language, each.games / self.result.games, 2)
            table.add_row(each.name, share, _block(each.games / highest))
        return [table]

    def _whole(self, number: float) -> str:
        return decimal(self.language, number, 0)


def _block(share: float) -> str:
    """A bar, fine to an eighth of a column."""
    eighths = round(8 * _WIDEST * share)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
