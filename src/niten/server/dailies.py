"""The games of the day: one duel and one race, with the same dice for everyone. A day is a day of UTC.

The secret of its dice is told when the day is over, not before: others are still playing. What was not finished by then
can be finished, but is not counted.
"""

import json
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from niten.core import NitenError, Pledge
from niten.core.game import JsonObject
from niten.core.record import AnyGame
from niten.games import TablePart, find_game, kinds, part_of
from niten.server import actions, log
from niten.server.actions import Terms
from niten.server.hall import Hall, Live
from niten.server.opening import ME, keep, seated
from niten.server.setups import game_of, rival
from niten.server.store import Conflict
from niten.server.store.schema import dailies, seats, summaries
from niten.server.table import Table

_BEGAN = date(2026, 1, 1)
_PACE = 600


class NoSuchDaily(NitenError):
    """A day to come, or one on which nobody asked for its game."""

    code = "no-such-daily"


class Daily(NamedTuple):
    """The game of a day."""

    id: str
    setup: JsonObject
    secret: str

    @property
    def day(self) -> date:
        return date.fromisoformat(self.id[len("daily-") :][:10])

    @property
    def game(self) -> AnyGame:
        return find_game(self.id.rpartition("-")[2]).from_setup(self.setup)

    @property
    def is_over(self) -> bool:
        """Whether its secret can be told."""
        return self.day < today()


class Score(NamedTuple):
    """How many people finished a daily game on its day, and their wins."""

    played: int
    won: float


def today() -> date:
    """The day it is."""
    return datetime.fromtimestamp(log.now() / 1000, UTC).date()


def setup_of(game: str, day: date) -> JsonObject:
    """What is played that day; NoSuchDaily where the game has none."""
    asked = part_of(game, TablePart).daily((day - _BEGAN).days)
    if asked is None:
        raise NoSuchDaily
    return game_of(game, asked).setup()


def daily_games() -> tuple[str, ...]:
    """The games that have one of the day."""
    return tuple(name for name in kinds() if part_of(name, TablePart).daily(0) is not None)


def find_daily(connection: Connection, name: str) -> Daily | None:
    """A daily game by its id."""
    row = connection.execute(select(dailies).where(dailies.c.id == name)).one_or_none()
    return Daily(row.id, json.loads(row.setup), row.secret) if row else None


async def daily_of(hall: Hall, game: str, day: date | None = None) -> Daily:
    """Today's game, or that of a day gone by; NoSuchDaily if there was none."""
    now = today()
    name = f"daily-{(day or now).isoformat()}-{game}"
    found = await hall.store.read(find_daily, name)
    if found:
        return found
    if day is not None and day != now:
        raise NoSuchDaily
    secret = Pledge.make(name).secret
    assert secret
    row = {"id": name, "setup": json.dumps(setup_of(game, now)), "secret": secret}
    with suppress(Conflict):  # another node was faster
        await hall.store.write(lambda connection: connection.execute(insert(dailies), row) and None)
    found = await hall.store.read(find_daily, name)
    assert found
    return found


async def sit_down(hall: Hall, daily: Daily, profile: str) -> Live:
    """Somebody's table of a daily game: the one he has, or a new one. Nobody has two."""
    mine = await hall.store.read(table_of, daily.id, profile)
    if mine is None:
        game = daily.game
        first = actions.open_daily(game, daily.id, daily.secret, Terms(_PACE))
        places = (ME, rival(game))[: game.seats]
        entries = seated(first, daily.secret, places, {ME: profile}, "")
        entries += actions.begin(Table(entries, daily.secret))
        check = partial(_check_none, daily=daily.id, profile=profile)
        try:
            return (await keep(hall, entries, daily.secret, profile, checks=[check])).live
        except _HasOne as found:
            mine = found.table
    async with hall.holding(mine) as live:
        return live


class _HasOne(Exception):
    """He has a table already: he asked twice at once."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


def _check_none(connection: Connection, daily: str, profile: str) -> None:
    log.one_at_a_time(connection, profile)
    if mine := table_of(connection, daily, profile):
        raise _HasOne(mine)


def table_of(connection: Connection, daily: str, profile: str) -> str | None:
    """Somebody's table of a daily game."""
    joined = select(summaries.c.table_id).join(seats, seats.c.table_id == summaries.c.table_id)
    return connection.scalar(joined.where(summaries.c.daily == daily, seats.c.profile == profile).limit(1))


def score_of(connection: Connection, daily: Daily) -> Score:
    """What became of a daily game, of those that were finished on its day."""
    end = datetime.combine(daily.day + timedelta(days=1), datetime.min.time(), UTC)
    joined = select(func.count(), func.coalesce(func.sum(seats.c.share), 0.0)).join(
        summaries, seats.c.table_id == summaries.c.table_id
    )
    where = (
        summaries.c.daily == daily.id,
        summaries.c.stage == "over",
        summaries.c.at < int(end.timestamp() * 1000),
        seats.c.bot.is_(None),
    )
    played, won = connection.execute(joined.where(*where)).one()
    return Score(played, won)
