"""`niten duels campaign`: the way through the booklet, from the games that were saved."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from niten.booklet import duels
from niten.booklet.campaign import Progress, is_of_booklet, progress
from niten.core import BadRecord
from niten.core.record import UNFINISHED, read_file, replay
from niten.folders import data_folder
from niten.games import find_game
from niten.samurai import Samurai
from niten.samurai.honours import Feat, Honour, feat
from niten.terminal.console import Terminal
from niten.terminal.samurai_words import star_row

if TYPE_CHECKING:
    from rich.console import RenderableType


def saved_progress() -> list[Progress]:
    """What the saved duels of the booklet come to."""
    return progress(_feats())


def _feats() -> Iterator[tuple[str, Feat]]:
    """Of each finished duel that began at its beginning; whatever cannot be read is passed over."""
    for path in sorted((data_folder() / "games").glob("samurai-*.niten")):
        with suppress(BadRecord, OSError):
            record = read_file(path)
            if record.result == UNFINISHED or record.start:
                continue
            match = replay(record, find_game(record.game)).match
            if isinstance(match.game, Samurai) and is_of_booklet(match.game.duel):
                yield match.game.duel.id, feat(match.game, match.states, match.steps)


def campaign_page(terminal: Terminal, rows: list[Progress]) -> "list[RenderableType]":
    """How far it is, and every opponent with what became of him."""
    say, of = terminal.say, {row.duel: row for row in rows}
    won = [duel for duel in duels() if duel in of and of[duel].won]
    earned = sum(len(row.honours) for row in rows)
    upcoming = next((duel for duel in duels().values() if duel.id not in won), None)
    parts: list[RenderableType] = [
        say("samurai.campaign.title"),
        say("samurai.campaign.won", won=len(won), count=len(duels())),
        say("samurai.campaign.honours", earned=earned, count=len(duels()) * len(Honour)),
        say("samurai.campaign.next", name=upcoming.name) if upcoming else say("samurai.campaign.done"),
        "",
    ]
    table = Table.grid(padding=(0, 2))
    for number, duel in enumerate(duels().values(), 1):
        row = of.get(duel.id)
        table.add_row(Text(str(number), justify="right"), star_row(duel.stars), duel.name, _told(terminal, row))
    return [*parts, table]


def _told(terminal: Terminal, row: Progress | None) -> str:
    say = terminal.say
    if row is None:
        return ""
    told = [say("samurai.campaign.record", won=row.won, played=row.played)]
    told += [say(f"samurai.honour.{honour}") for honour in row.honours]
    return ", ".join(told)
