"""A tournament from the terminal: a bar while it is played, then the standings, also of one that was interrupted."""

import json
import os
import secrets
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

from rich.table import Table

from niten.bots import find_dragon_bot
from niten.bots.kept import KeptDeals, kept_seed
from niten.bots.ratings import Interval
from niten.bots.standings import Standing, Standings, standings
from niten.bots.tournament import MAX_TURNS, Deal, Tournament
from niten.bots.workers import Workers
from niten.core import BadSetup
from niten.dragon import Setup
from niten.dragon.setup import FEWEST_PLAYERS, MOST_PLAYERS
from niten.terminal.console import Terminal
from niten.terminal.dragon_setup import Asked, agree
from niten.terminal.dragon_words import setup_line
from niten.terminal.usage import WrongUse
from niten.texts import decimal, percent

COMMAND = "niten tournament"
GAMES = 1000
FINE, INTERRUPTED = 0, 130
_MOST_GAMES = 1_000_000
_MOST_WORKERS = 64


def enter(bots: str | None, players: int, asked: Asked, seed: int | None, keep: Path | None) -> Tournament:
    """The tournament that the command line asks for. Where it names no seed, that of the file counts, or a new one."""
    names = _read_bots(bots)
    setup = _read_setup(asked, players)
    if seed is None and keep:
        seed = kept_seed(keep)
    return Tournament(names, setup, secrets.randbelow(2**32) if seed is None else seed)


def _read_bots(text: str | None) -> tuple[str, ...]:
    """At least two bots, each once."""
    if text is None:
        raise WrongUse("missing", COMMAND, word="--bots")
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        find_dragon_bot(name)
    if len(set(names)) < max(2, len(names)):
        raise WrongUse("value", COMMAND, "bots", word="--bots", value=text)
    return names


def _read_setup(asked: Asked, players: int) -> Setup:
    """The race, with the words of `niten play dragon`."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise WrongUse("value", COMMAND, "players", word="--players", value=players)
    turns = MAX_TURNS if asked.max_turns is None else asked.max_turns
    try:
        return agree(replace(asked, players=",".join(["random"] * players), max_turns=turns)).game.options
    except BadSetup as error:
        raise BadSetup(COMMAND, error.problems) from None


def hold(
    terminal: Terminal, tournament: Tournament, games: int, *, workers: Workers | None, keep: Path | None, as_json: bool
) -> int:
    """Play so many games, rounded up to whole deals, and tell what came of it; the exit code."""
    workers = _cores() if workers is None else workers
    counted = workers if isinstance(workers, int) else 1
    for option, value, most in (("games", games, _MOST_GAMES), ("workers", counted, _MOST_WORKERS)):
        if not 1 <= value <= most:
            raise WrongUse("value", COMMAND, option, word=f"--{option}", value=value)
    deals = -(-games // tournament.deal_size)
    with KeptDeals(keep, tournament) if keep else nullcontext() as kept:
        played = {number: deal for number, deal in kept.deals.items() if number < deals} if kept else {}
        known = len(played)
        missing = [number for number in range(deals) if number not in played]
        try:
            with closing(_play(terminal, tournament, missing, workers)) as playing:
                for deal in playing:
                    played[deal.number] = deal
                    if kept:
                        kept.add(deal)
        except KeyboardInterrupt:  # what was played so far is worth telling
            if not played:
                raise
    found = standings(tournament, played.values())
    is_complete = len(played) == deals
    if as_json:
        data = found.as_json() | {"complete": is_complete}
        terminal.target.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        size = tournament.deal_size
        _Page(terminal, found).show(asked=games, planned=deals * size, known=known * size, keep=keep)
    return FINE if is_complete else INTERRUPTED


def _cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(terminal: Terminal, tournament: Tournament, deals: Sequence[int], workers: Workers) -> Generator[Deal]:
    """The deals as they are finished, with a bar on the error output; none in a pipe, nor where nothing is redrawn."""
    with closing(tournament.play_all(deals, workers)) as playing:
        if terminal.plain or not deals or not sys.stderr.isatty():
            yield from playing
            return
        from niten.terminal.progress import make_bar  # noqa: PLC0415 — it takes its time to load

        games = decimal(terminal.language, len(deals) * tournament.deal_size, 0)
        with make_bar(terminal) as bar:
            task = bar.add_task(terminal.say("tournament.working", games=games), total=1.0)
            for count, deal in enumerate(playing, 1):
                bar.update(task, completed=count / len(deals))
                yield deal


class _Page:
    """The standings on the screen, the best bot first."""

    def __init__(self, terminal: Terminal, found: Standings) -> None:
        self.terminal, self.found = terminal, found
        self.language, self.say = terminal.language, terminal.say

    def show(self, *, asked: int, planned: int, known: int, keep: Path | None) -> None:
        """All of it: `asked` games became `planned` ones, `known` of which were in the file already."""
        found = self.found
        seed = self.say("terminal.seed", seed=found.tournament.seed)
        self.terminal.show(setup_line(self.language, found.tournament.setup), " · ".join([self._games(), seed]))
        if asked != planned:
            self.terminal.show(self.say("tournament.rounded", asked=self._whole(asked), games=self._whole(planned)))
        if known:
            self.terminal.show(self.say("tournament.known", games=self._whole(known), file=keep))
        in_order = sorted(found.bots, key=lambda bot: -bot.rating.value)
        self.terminal.show("", *([self._table(in_order)] if self.terminal.draws else map(self._row, in_order)), "")
        self.terminal.show(*self._remarks())
        if found.games < planned:
            numbers = {"played": self._whole(found.games), "games": self._whole(planned)}
            self.terminal.show(self.say("tournament.interrupted", **numbers))
            if keep:
                self.terminal.show(self.say("tournament.go-on"))

    def _games(self) -> str:
        deals, size = self.found.deals, self.found.tournament.deal_size
        return self.say(
            "tournament.games", count=deals, games=self._whole(self.found.games), deals=self._whole(deals), size=size
        )

    def _table(self, bots: Sequence[Standing]) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        table.add_column(self.say("tournament.bot"))
        interval = self.say("tournament.interval")
        figures = (self.say("tournament.played"), self.say("tournament.share"), self.say("tournament.rating"))
        for name in (*figures[:2], interval, figures[2], interval):
            table.add_column(name, justify="right")
        for bot in bots:
            table.add_row(bot.name, *self._figures(bot).values())
        return table

    def _row(self, bot: Standing) -> str:
        return self.say("tournament.row", name=bot.name, **self._figures(bot))

    def _figures(self, bot: Standing) -> dict[str, str]:
        low, high = (percent(self.language, end) for end in bot.interval)
        return {
            "games": self._whole(bot.games),
            "share": percent(self.language, bot.win_share),
            "interval": self.say("tournament.range", low=low, high=high),
            "rating": self._whole(bot.rating.value),
            "rating_interval": self._rating_interval(bot.rating.interval),
        }

    def _rating_interval(self, interval: Interval) -> str:
        if interval.low == interval.high:
            return self.say("tournament.fixed")
        return self.say("tournament.range", low=self._whole(interval.low), high=self._whole(interval.high))

    def _remarks(self) -> Iterator[str]:
        found = self.found
        yield self.say("tournament.equal", share=percent(self.language, 1 / found.tournament.players))
        if found.unfinished:
            turns = self._whole(found.tournament.setup.max_turns or 0)
            games = self._whole(found.unfinished)
            yield self.say("tournament.unfinished", count=found.unfinished, games=games, turns=turns)

    def _whole(self, number: float) -> str:
        return decimal(self.language, number, 0).replace("-", "−")
