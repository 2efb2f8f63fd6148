"""Races against bots that begin anew when they are over."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from typing import Any, NamedTuple

from niten.simulate import race_greedy
from niten.simulate.race_rules import apply, begin, choose_randomly, fill_mask, winners
from niten.simulate.race_sight import Sight, see
from niten.simulate.race_tables import OVER, PHASE, SEAT, Track
from niten.simulate.streams import LATER, Numbers, Streams, compiled, drawn, inner, sow
from niten.simulate.table import ILLEGAL, Table, is_legal
from niten.spaces import Floats

MOST_TRIES = 1000
"""Races in a row that may be over before the seat is asked."""


class Rivals(NamedTuple):
    """Who has the other seats."""

    greed: race_greedy.Greed
    are_greedy: Any  # [bot], in the order of play; the others play at random
    seat: int  # who is asked; -1: drawn for each race


@inner
def share(found: int, seat: int) -> float:
    """What a seat has of a win, of which the winners are bits."""
    count = 0
    for n in range(5):
        count += found >> n & 1
    return 1.0 / count if found >> seat & 1 else 0.0


@inner
def play_on(track: Track, rivals: Rivals, row: Numbers, streams: Streams, i: int, seat: int, action: int) -> None:
    """The seat's own action, if there is one, and the bots' decisions up to its next one or the end."""
    while row[PHASE] != OVER:
        bot = row[SEAT] - (row[SEAT] > seat)
        if row[SEAT] == seat:
            if action < 0:
                return
            chosen, action = action, -1
        elif rivals.are_greedy[bot]:
            chosen = race_greedy.choose(track, rivals.greed, row, streams, i)
        else:
            chosen = choose_randomly(track, row, streams, i, rivals.greed.found)
        apply(track, row, streams, i, chosen)


@inner
def begin_anew(
    track: Track, rivals: Rivals, row: Numbers, streams: Streams, table: Table, i: int, is_first: bool
) -> None:
    """A new race; the first in its place tells who is asked in it."""
    sow(streams, i, table.seeds[i], table.numbers[i])
    table.numbers[i] += LATER
    begin(track, row, streams, i)
    if is_first:
        table.seats[i] = rivals.seat if rivals.seat >= 0 else drawn(streams.lots, i, track.seats)


@compiled
def play(
    track: Track,
    sight: Sight,
    rivals: Rivals,
    rows: Numbers,
    streams: Streams,
    table: Table,
    which: Any,
    actions: Numbers,
    seen: Floats,
    rewards: Any,
    over: Any,
) -> int:
    """As for duels; -1 if some race never comes to the seat."""
    ended, at_once = 0, table.last.size > 0
    for i in range(rows.shape[0]):
        row = rows[i]
        rewards[i], over[i] = 0.0, False
        if which[i]:
            begun = int(table.waiting[i])  # new races in this place
            is_refused = not begun and not is_legal(table, i, actions[i])
            while True:  # a race can be over before the seat is asked
                if begun:
                    begin_anew(track, rivals, row, streams, table, i, begun == 1)
                if not is_refused:  # one call of the whole rules, for their compiling takes long
                    play_on(track, rivals, row, streams, i, table.seats[i], -1 if begun else actions[i])
                    if row[PHASE] != OVER:
                        break
                if not begun:
                    ended += 1
                    over[i] = True
                    table.endings[i] = ILLEGAL if is_refused else winners(track, row)
                    rewards[i] = 0.0 if is_refused else share(table.endings[i], table.seats[i])
                    is_refused = False
                    if not at_once:
                        break
                    see(track, sight, row, table.seats[i], table.last[i])
                begun += 1
                if begun > MOST_TRIES:
                    return -1
            table.waiting[i] = over[i] and not at_once
        see(track, sight, row, table.seats[i], seen[i])
        fill_mask(track, row, table.masks[i], rivals.greed.found)
    return ended


@compiled
def choose(track: Track, rows: Numbers, streams: Streams, found: Numbers, actions: Numbers) -> None:
    """A random action for each row; any where the race is over."""
    for i in range(rows.shape[0]):
        actions[i] = 0 if rows[i, PHASE] == OVER else choose_randomly(track, rows[i], streams, i, found)
