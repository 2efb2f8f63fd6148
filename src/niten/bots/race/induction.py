"""A turn from its end to its beginning: the best action of every hand, the best dice to keep, the value of each.

A die kept or not: `value[stage, dice]` of less than five dice is the mean over the faces of one die more, so all keeps
cost one pass. The best part of a hand to keep is the best of the parts that lack one die, each with its own best part:
again one pass instead of all pairs of hand and keep.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

import numpy as np

from niten.bots.race.tables import (
    AGAIN,
    ANXIETY,
    BALANCE,
    COUNTS,
    DRAGON,
    DRAGON_FACE,
    END,
    EYE,
    FEAR,
    FIRST_HAND,
    KEEPS,
    KINDS,
    LEAP_BALANCE,
    LEAPS,
    MOVES,
    PARTS,
    PATHS,
    REBORN,
    SLOTS,
    STAY,
    SWAPS,
    WITH,
    Floats,
    Numbers,
    Race,
    Turn,
    compiled,
)

PERFECT = np.array([count.max() == 5 and count[DRAGON_FACE] == 0 for count in COUNTS]).astype(np.int64)
"""[dice]: five of one element (D12)."""
BALANCED = np.array([bool((count[:PATHS] == 1).all()) for count in COUNTS]).astype(np.int64)
"""[dice]: five different elements (D13)."""


@compiled
def _settle(rows: Numbers, shares: Floats, seat: int, chosen: Numbers, gains: Floats) -> None:
    """After each action: whether to end the turn, roll again or be reborn."""
    for spent in range(2):
        for slot in range(SLOTS):
            end, again, reborn = rows[spent, slot, END], rows[spent, slot, AGAIN], rows[spent, slot, REBORN]
            best, gain = end, -1.0
            if end >= 0:
                gain = shares[end, seat]
                if reborn >= 0 and shares[reborn, seat] > gain:
                    best, gain = reborn, shares[reborn, seat]
            chosen[spent, slot, 0], gains[spent, slot, 0] = best, gain
            if again >= 0 and shares[again, seat] >= gain:
                best, gain = again, shares[again, seat]
            chosen[spent, slot, 1], gains[spent, slot, 1] = best, gain


@compiled
def _best_swaps(gains: Floats, spent: int, swaps: Numbers) -> None:
    """The best swap of each path (D11), and of all: the last."""
    swaps[PATHS] = SWAPS
    for path in range(PATHS):
        best = SWAPS + 10 * path
        for slot in range(best + 1, best + 10):
            if gains[spent, slot, 0] > gains[spent, best, 0]:
                best = slot
        swaps[path] = best
        if gains[spent, best, 0] > gains[spent, swaps[PATHS], 0]:
            swaps[PATHS] = best


@compiled
def _act(gains: Floats, kinds: int, spent: int, swaps: Numbers, actions: Numbers) -> None:
    """For every hand the best action when it is not rolled again, as a place in `chosen` (D8, D10, D11, D13, D15)."""
    for dice in range(FIRST_HAND, KEEPS):
        perfect, dragons = PERFECT[dice], COUNTS[dice, DRAGON_FACE]
        most, best, counter, mandatory = -1.0, STAY, spent, False
        if BALANCED[dice]:
            most, best = gains[spent, BALANCE, 0], BALANCE
            mandatory = most >= 0
            if kinds & ANXIETY and gains[1, LEAP_BALANCE, 0] > most:
                most, best, counter = gains[1, LEAP_BALANCE, 0], LEAP_BALANCE, 1
        else:
            for path in range(PATHS):
                count = COUNTS[dice, path]
                if count == 0:
                    continue
                slot, leap = MOVES + 5 * path + count - 1, LEAPS + 5 * path + count - 1
                if gains[spent, slot, perfect] >= 0:
                    mandatory = True
                    if gains[spent, slot, perfect] > most:
                        most, best, counter = gains[spent, slot, perfect], slot, spent
                elif kinds & ANXIETY and gains[1, leap, perfect] > most:
                    most, best, counter = gains[1, leap, perfect], leap, 1
        if kinds & DRAGON and dragons:
            for path in range(PATHS):
                slot = MOVES + 5 * path + COUNTS[dice, path] + dragons - 1
                if gains[1, slot, 0] > most:
                    most, best, counter = gains[1, slot, 0], slot, 1
        if dragons >= 4:
            slot = swaps[PATHS]
            for path in range(PATHS):
                if COUNTS[dice, path]:
                    slot = swaps[path]
            if gains[spent, slot, 0] > most:
                most, best, counter = gains[spent, slot, 0], slot, spent
        if not mandatory and gains[spent, STAY, perfect] > most:
            best, counter = STAY, spent
        elif mandatory and kinds & FEAR and gains[1, STAY, perfect] > most:
            best, counter = STAY, 1
        actions[dice] = (counter * SLOTS + best) * 2 + perfect


@compiled
def _keep(value: Floats, keep: Numbers, seats: int, seat: int) -> None:
    """The values of dice kept before a roll, from those of the hands after it; and of each the best part to keep."""
    for dice in range(FIRST_HAND - 1, -1, -1):
        a, b, c = WITH[dice, 0], WITH[dice, 1], WITH[dice, 2]
        d, e, f = WITH[dice, 3], WITH[dice, 4], WITH[dice, 5]
        for each in range(seats):
            total = (value[a, each] + value[b, each] + value[c, each]) + (
                value[d, each] + value[e, each] + value[f, each]
            )
            value[dice, each] = total / 6
    for dice in range(FIRST_HAND):
        best, most = dice, value[dice, seat]
        for n in range(KINDS[dice]):
            other = keep[PARTS[dice, n]]
            if value[other, seat] > most:
                best, most = other, value[other, seat]
        keep[dice] = best


@compiled
def _hands(
    shares: Floats, leaf: Numbers, value: Floats, keep: Numbers, after: Floats, kept: Numbers, seats: int, seat: int
) -> None:
    """The values of the hands after a roll: the best action, or the best dice to keep for the roll after it."""
    for dice in range(FIRST_HAND, KEEPS):
        row, best = leaf[dice], -1
        most = shares[row, seat]
        for n in range(KINDS[dice]):
            other = kept[PARTS[dice, n]]
            if after[other, seat] > most:
                best, most = other, after[other, seat]
        keep[dice] = best
        for each in range(seats):
            value[dice, each] = after[best, each] if best >= 0 else shares[row, each]


@compiled
def _last_hands(shares: Floats, leaf: Numbers, value: Floats, keep: Numbers, seats: int) -> None:
    """The same after the last roll."""
    for dice in range(FIRST_HAND, KEEPS):
        keep[dice] = -1
        for each in range(seats):
            value[dice, each] = shares[leaf[dice], each]


@compiled
def _choose(turn: Turn, kinds: int, spent: int) -> None:
    """The rows that hands end in."""
    _best_swaps(turn.gains, spent, turn.swaps)
    leaf = turn.leaf[spent]
    _act(turn.gains, kinds, spent, turn.swaps, leaf)
    for dice in range(FIRST_HAND, KEEPS):
        place = leaf[dice]
        leaf[dice] = turn.chosen[place // 2 // SLOTS, place // 2 % SLOTS, place % 2]


@compiled
def induct(race: Race, kinds: int, seat: int, turn: Turn) -> None:
    """Everything of a turn whose ends are valued. `kinds` are the powers in hand; value[0, 0] is the turn's."""
    seats, value, keep, shares = race.seats, turn.value, turn.keep, turn.shares
    _settle(turn.rows, shares, seat, turn.chosen, turn.gains)
    _choose(turn, kinds, 0)
    if kinds & EYE:
        _choose(turn, 0, 1)
        _last_hands(shares, turn.leaf[1], value[3], keep[3], seats)
        _keep(value[3], keep[3], seats, seat)
        _hands(shares, turn.leaf[0], value[2], keep[2], value[3], keep[3], seats, seat)
    else:
        _last_hands(shares, turn.leaf[0], value[2], keep[2], seats)
    _keep(value[2], keep[2], seats, seat)
    for stage in (1, 0):
        _hands(shares, turn.leaf[0], value[stage], keep[stage], value[stage + 1], keep[stage + 1], seats, seat)
        _keep(value[stage], keep[stage], seats, seat)
