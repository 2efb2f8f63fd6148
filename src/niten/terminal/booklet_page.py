"""The booklet as a table, and what is known about one duel: his profile and its certificate."""

from math import sqrt

from rich.console import RenderableType
from rich.table import Table

from niten.booklet import Certificate, Play, certificates, duels
from niten.booklet.certificate import SIMPLE
from niten.booklet.character import profile
from niten.samurai import Duel, Ending
from niten.terminal.console import Terminal
from niten.terminal.samurai_words import stars
from niten.texts import decimal, percent

SHOWN = ("optimal", *SIMPLE)


def list_page(terminal: Terminal) -> list[RenderableType]:
    """All duels, the easiest first."""
    say = terminal.say
    if not terminal.draws:
        return [f"{number}. {duel.id}: {duel.name}, {_told(terminal, duel)}" for number, duel in _numbered()]
    table = _table(gap=1)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column(say("measure.opponent"), no_wrap=True)
    table.add_column(say("measure.stars"), no_wrap=True)
    for name in SHOWN:
        table.add_column(say(f"measure.player.{name}"), justify="right", no_wrap=True)
    table.add_column(say("measure.rounds"), justify="right", no_wrap=True)
    for number, duel in _numbered():
        table.add_row(str(number), duel.name, stars(duel), *_figures(terminal, certificates().get(duel.id)))
    return [table, "", say("measure.legend")]


def _numbered() -> list[tuple[int, Duel]]:
    return list(enumerate(duels().values(), start=1))


def _figures(terminal: Terminal, certificate: Certificate | None) -> list[str]:
    """The rates of all players, and how long the duel takes."""
    if certificate is None:
        return ["–"] * (len(SHOWN) + 1)
    language = terminal.language
    rates = [certificate.optimal, *(certificate.players[name].rate for name in SIMPLE)]
    rounds = decimal(language, certificate.players[certificate.shown].rounds, 1)
    return [*(percent(language, rate) for rate in rates), rounds]


def _told(terminal: Terminal, duel: Duel) -> str:
    """The same for those who listen."""
    count = terminal.say("measure.star-count", count=duel.stars)
    certificate = certificates().get(duel.id)
    if certificate is None:
        return count
    names = [terminal.say(f"measure.player.{name}") for name in SHOWN]
    figures = _figures(terminal, certificate)
    return ", ".join([count, *(f"{name} {rate}" for name, rate in zip(names, figures, strict=False))])


def profile_page(terminal: Terminal, duel: Duel) -> list[RenderableType]:
    """His mean line against one, two and three dice."""
    say, language = terminal.say, terminal.language
    rows = [
        (str(row.dice), *(decimal(language, number, 1) for number in (row.defense, row.guard, row.harm)))
        for row in profile(duel)
    ]
    words = ("measure.dice", "measure.defense", "measure.guard", "measure.harm")
    return [say("measure.profile"), *_rows(terminal, words, rows)]


def certificate_page(terminal: Terminal, certificate: Certificate) -> list[RenderableType]:
    """How often it is won and by whom, how long it takes and how it ends."""
    say, language = terminal.say, terminal.language
    seen = certificate.players[certificate.shown]
    proven = {"lower": percent(language, certificate.lower, 2), "upper": percent(language, certificate.upper, 2)}
    exact = certificate.lower == certificate.upper
    parts: list[RenderableType] = [say("measure.exact" if exact else "measure.optimal", **proven)]
    rows = [
        (say(f"measure.player.{name}"), *_played(terminal, play))
        for name in SHOWN
        if (play := certificate.players.get(name))
    ]
    words = ("measure.player.title", "measure.won", "measure.rounds", "measure.blade", "measure.bought")
    games = decimal(language, seen.games, 0)
    parts += _rows(terminal, words, rows)
    parts += [say("measure.games", games=games, seed=certificate.seed, count=seen.games), ""]
    parts.append(say("measure.endings", player=say(f"measure.player.{certificate.shown}")))
    return parts + [
        f"  {percent(language, seen.share(ending)):>7}  {say(f'measure.ending.{_key(ending)}')}"
        for ending in Ending
        if seen.share(ending)
    ]


def _played(terminal: Terminal, play: Play) -> list[str]:
    language = terminal.language
    error = decimal(language, 100 * sqrt(play.rate * (1 - play.rate) / play.games), 1)
    ways = [play.share_of_wins(ending) for ending in (Ending.KILLED_HIM, Ending.BOUGHT)]
    shown = [percent(language, way, 0) if play.rate else "–" for way in ways]
    return [f"{percent(language, play.rate)} ± {error}", decimal(language, play.rounds, 1), *shown]


def _key(ending: Ending) -> str:
    return ending.replace(" ", "-")


def _rows(terminal: Terminal, words: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[RenderableType]:
    """A table, or a sentence for each row where tables are not drawn."""
    heads = [terminal.say(word) for word in words]
    if not terminal.draws:
        return [", ".join(f"{head} {cell}" for head, cell in zip(heads, row, strict=True)) for row in rows]
    table = _table()
    for n, head in enumerate(heads):
        table.add_column(head, justify="right" if n else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return [table]


def _table(gap: int = 2) -> Table:
    return Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold")
