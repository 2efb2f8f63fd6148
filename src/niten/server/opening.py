"""A new table: who sits down at once, and whether play begins."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection

from niten.core import NOBODY
from niten.core.record import AnyGame
from niten.server import actions, log
from niten.server.actions import Entries, Refused, Terms
from niten.server.entries import Entry
from niten.server.hall import Hall, Live
from niten.server.log import Kept
from niten.server.setups import once_more, rival
from niten.server.table import Stage, Table
from niten.server.tokens import hashed, new_secret

ME, OPEN = "me", "open"


class Opening(NamedTuple):
    """A table to be: `places` are ME, OPEN or the names of bots, seat by seat."""

    game: AnyGame
    terms: Terms
    profile: str
    places: tuple[str, ...]
    entropy: str = ""
    begins: bool = False


class Opened(NamedTuple):
    """A new table and the secrets of its links."""

    live: Live
    join: str
    watch: str


async def open_table(hall: Hall, asked: Opening, *, rolled_here: bool = True, most: int) -> Opened:
    """Open a table."""
    first, secret = actions.open_table(asked.game, asked.terms, rolled_here=rolled_here)
    entries = seated(first, secret, asked.places, {ME: asked.profile}, asked.entropy)
    if asked.begins:
        entries += actions.begin(Table(entries, secret))
    quota = partial(log.check_quota, profile=asked.profile, most=most)
    return await keep(hall, entries, secret, asked.profile, checks=[quota])


def seated(first: Entry, secret: str | None, places: tuple[str, ...], people: dict[str, str], entropy: str) -> Entries:
    """The first entries of a log: the table is opened, and those whose places are given sit down."""
    entries, table = [first], Table([first], secret)
    for seat, place in enumerate(places):
        if place == OPEN:
            continue
        if place in people:
            added = actions.sit_down(table, seat, profile=people[place], entropy=entropy)
        else:
            added = actions.sit_down(table, seat, bot=place)
        for entry in added:
            table.fold(entry)
        entries += added
    return entries


async def keep(
    hall: Hall,
    entries: Entries,
    secret: str | None,
    owner: str,
    *,
    rights: Mapping[str, bool] = MappingProxyType({}),
    checks: Sequence[Callable[[Connection], object]] = (),
) -> Opened:
    """Write a new table down, with links of its own. What `checks` refuse, in the same transaction, is not opened."""
    join, watch = new_secret(), new_secret()
    table = Table((), secret)
    kept = Kept(secret, hashed(join), hashed(watch), owner)
    name = entries[0].data["table"]
    everybody = {**rights, owner: True}
    given = [partial(log.give_right, table=name, profile=who, may_join=may_join) for who, may_join in everybody.items()]
    return Opened(await hall.open(table, kept, entries, *checks, *given), join, watch)


def practice_of(table: Table, profile: str, step: int, seat: int | None) -> Opening:
    """A table that begins where a finished game was after so many steps, with dice of its own.

    Bots stay; whoever else sat there is played by a bot, so that nobody is waited for.
    """
    if table.stage is not Stage.OVER:
        raise Refused("not-over")
    states, game = table.match.states, table.game
    if step >= len(states):
        raise Refused("no-such-step", count=len(states) - 1)
    if game.actor(states[step]) == NOBODY:
        raise Refused("nothing-left")
    if seat is not None and seat >= game.seats:
        raise Refused("no-such-seat", count=game.seats)
    first = next((number for number, one in enumerate(table.seats) if one.bot is None), 0)
    mine = {seat} if seat is not None else table.seats_of(profile) or {first}
    other = table.stand_in or rival(game)
    places = tuple(ME if number in mine else one.bot or other for number, one in enumerate(table.seats))
    terms = Terms(table.pace, table.stand_in, game.position(states[step]), practice=True)
    return Opening(game, terms, profile, places, begins=True)


async def open_again(hall: Hall, live: Live, profile: str, *, most: int) -> Opened:
    """A rematch of a game that is over: the same players, at a table of their own; the old one tells where.

    The old table is held, so of two who ask at once only one opens another.
    """
    table = live.table
    if table.daily:
        raise Refused("daily")
    actions.again(table, profile, "")  # refused before anything is made
    game, start = once_more(table)
    terms = Terms(table.pace, table.stand_in, start, table.practice)
    first, secret = actions.open_table(game, terms, rolled_here=table.is_rolled_here)
    places = tuple(seat.bot or seat.profile or OPEN for seat in table.seats)
    people = {seat.profile: seat.profile for seat in table.seats if seat.profile}
    entries = seated(first, secret, places, people, "")
    name = first.data["table"]
    rights, quota = live.rights | dict.fromkeys(people, True), partial(log.check_quota, profile=profile, most=most)
    opened = await keep(hall, entries, secret, profile, rights=rights, checks=[quota])
    try:
        await hall.act(live, lambda table: actions.again(table, profile, name))
    except Refused:  # at another node somebody was faster
        await hall.store.write(lambda connection: log.delete_table(connection, name))
        hall.forget(name)
        raise
    return opened
