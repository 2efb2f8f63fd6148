"""Races against bots that begin anew when they are over."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from typing import Any, NamedTuple

from niten.simulate import race_greedy
from niten.simulate.race_rules import apply, begin, choose_randomly, fill_mask, winners
from niten.simulate.race_sight import Sight, see
from niten.simulate.race_tables import OVER, PHASE, SEAT, Track
from niten.simulate.streams import LATER, Numbers, Streams, compiled, drawn, sow
from niten.simulate.table import ILLEGAL, Table, is_legal
from niten.spaces import Floats

MOST_TRIES = 1000
"""Races in a row that may be over before the seat is asked."""


class Rivals(NamedTuple):
    """Who has the other seats."""

    greed: race_greedy.Greed
    are_greedy: Any  # [bot], in the order of play; the others play at random
    seat: int  # who is asked; -1: drawn for each race


@compiled
def share(found: int, seat: int) -> float:
    """What a seat has of a win, of which the winners are bits."""
    count = 0
    for n in range(5):
        count += found >> n & 1
    return 1.0 / count if found >> seat & 1 else 0.0


@compiled
def play_on(track: Track, rivals: Rivals, row: Numbers, streams: Streams, i: int, seat: int) -> None:
    """The bots' decisions, up to the seat's own or the end."""
    while row[PHASE] != OVER and row[SEAT] != seat:
        bot = row[SEAT] - (row[SEAT] > seat)
        if rivals.are_greedy[bot]:
            action = race_greedy.choose(track, rivals.greed, row, streams, i)
        else:
            action = choose_randomly(track, row, streams, i, rivals.greed.found)
        apply(track, row, streams, i, action)


@compiled
def begin_anew(track: Track, rivals: Rivals, row: Numbers, streams: Streams, table: Table, i: int) -> bool:
    """A new race, up to the seat's first decision; False if none comes to it."""
    table.seats[i] = rivals.seat
    for _ in range(MOST_TRIES):  # a race can be over before the seat is asked
        sow(streams, i, table.seeds[i], table.numbers[i])
        table.numbers[i] += LATER
        begin(track, row, streams, i)
        if table.seats[i] < 0:
            table.seats[i] = drawn(streams.lots, i, track.seats)
        play_on(track, rivals, row, streams, i, table.seats[i])
        if row[PHASE] != OVER:
            return True
    return False


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
            is_new = table.waiting[i]
            if not is_new:
                if is_legal(table, i, actions[i]):
                    apply(track, row, streams, i, actions[i])
                    play_on(track, rivals, row, streams, i, table.seats[i])
                    over[i] = row[PHASE] == OVER
                    if over[i]:
                        table.endings[i] = winners(track, row)
                        rewards[i] = share(table.endings[i], table.seats[i])
                else:
                    table.endings[i], over[i] = ILLEGAL, True
                if over[i]:
                    ended += 1
                    if at_once:
                        see(track, sight, row, table.seats[i], table.last[i])
                        is_new = True
            if is_new and not begin_anew(track, rivals, row, streams, table, i):
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
