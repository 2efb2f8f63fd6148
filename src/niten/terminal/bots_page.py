"""Who can be played against: the bots of the race with what they are like, the weakest first."""

from rich.table import Table

from niten.bots import DRAGON_BOTS, RATINGS
from niten.terminal.console import Terminal
from niten.texts import decimal


def as_json(terminal: Terminal) -> list[dict[str, object]]:
    """For machines."""
    return [
        {"name": name, "rating": RATINGS[name], "description": terminal.say(f"dragon.level.{name}")}
        for name in DRAGON_BOTS
    ]


def show_bots(terminal: Terminal) -> None:
    """The bots, with their ratings where greedy has 1000."""
    say = terminal.say
    ratings = {name: decimal(terminal.language, rating, 0) for name, rating in RATINGS.items()}
    terminal.show(say("bots.title"), "")
    if terminal.draws:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        table.add_column(say("tournament.bot"), no_wrap=True)
        table.add_column(say("tournament.rating"), justify="right")
        table.add_column("")
        for name in DRAGON_BOTS:
            table.add_row(name, ratings[name], say(f"dragon.level.{name}"))
        terminal.show(table)
    else:
        for name in DRAGON_BOTS:
            terminal.show(say("bots.row", name=name, rating=ratings[name], text=say(f"dragon.level.{name}")))
    terminal.show("", say("bots.hint", example="niten play dragon --players human,casual"))
