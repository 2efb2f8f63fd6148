"""The rules D1–D17 on a row of numbers: reads from top to bottom like `niten.dragon.rules`, which judges it.

A row rests at a decision or at the end. `apply` takes a legal action and everything random that follows.
"""

from niten.simulate.race_stones import draw_stones
from niten.simulate.race_tables import (
    ARRIVED,
    COUNTS,
    DICE,
    DRAGONS,
    ENDING,
    FALLEN,
    FALLEN_AT,
    HAS_ANXIETY,
    HAS_DRAGON,
    HAS_EYE,
    HAS_FEAR,
    HAS_REBIRTH,
    IS_BALANCE,
    IS_PERFECTION,
    KEPT,
    MOVING,
    OVER,
    PATHS,
    PERFECTION,
    PHASE,
    REROLLS,
    ROLLING,
    ROLLS,
    SEAT,
    SEATS,
    SIZES,
    SPACES,
    STONES,
    TURNS,
    UNSPENT,
    Track,
)
from niten.simulate.streams import Masks, Numbers, Streams, drawn, inner, throw
from niten.spaces.race import (
    AGAIN,
    BALANCE,
    BECOME,
    CHOICES,
    END,
    EYE,
    FEAR,
    LEAP,
    LEAP_BALANCE,
    MOVE,
    PAIRS,
    PASS,
    REBIRTH,
    REROLL,
    SWAP,
)

MOST_ROLLS = 3
_PAIRS = len(PAIRS)


# --- what is possible ---


@inner
def powers_left(track: Track, row: Numbers) -> int:
    """What the seat can still use: nothing in the basic game or once its counter is handed in (D16)."""
    return track.powers[row[SEAT]] if row[UNSPENT] >> row[SEAT] & 1 else 0


@inner
def is_free(track: Track, row: Numbers, path: int, space: int) -> bool:
    """Whether neither a piece nor a stone stands there (D4, D5); without branches, which nobody could predict."""
    first, taken = SPACES + SEATS * path, row[STONES + path] >> min(space, 63) & 1
    for seat in range(track.seats):
        taken |= row[first + seat] == space
    return taken == 0


@inner
def next_free(track: Track, row: Numbers, path: int, space: int) -> int:
    """The first free space from here on; 0 if the path is full to its end (D15)."""
    while space <= track.plain[path] + 5:
        if is_free(track, row, path, space):
            return space
        space += 1
    return 0


@inner
def list_moves(track: Track, row: Numbers, powers: int, found: Numbers) -> int:
    """The legal actions with the dice on the table, rising, but for rolling again; returns how many."""
    dice, seat, count = row[DICE], row[SEAT], 0
    for path in range(PATHS):
        shown, here = COUNTS[dice, path], row[SPACES + SEATS * path + seat]
        found[count] = MOVE + path  # stays if it is possible (D8, D9)
        count += (shown > 0) & (here <= track.plain[path]) & is_free(track, row, path, here + shown)
    mandatory = count
    if powers & HAS_ANXIETY:  # D15
        for path in range(PATHS):
            shown, here = COUNTS[dice, path], row[SPACES + SEATS * path + seat]
            is_blocked = shown and here <= track.plain[path] and not is_free(track, row, path, here + shown)
            if is_blocked and next_free(track, row, path, here + shown):
                found[count] = LEAP + path
                count += 1
    if IS_BALANCE[dice]:  # D13: it replaces the move, and is there if any piece can step
        leaps, count = count - mandatory, 0
        if mandatory:
            found[count] = BALANCE
            count += 1
        if leaps:
            found[count] = LEAP_BALANCE
            count += 1
    dragons = DRAGONS[dice]
    if powers & HAS_DRAGON and dragons:  # D15
        for path in range(PATHS):
            here = row[SPACES + SEATS * path + seat]
            if here <= track.plain[path] and is_free(track, row, path, here + COUNTS[dice, path] + dragons):
                found[count] = BECOME + path
                count += 1
    if dragons >= 4:  # D11: to the path of the fifth die, or to any
        for path in range(PATHS):
            if dragons == 5 or COUNTS[dice, path]:
                count = list_swaps(track, row, path, found, count)
    if mandatory == 0:  # D10: a move that needs a power does not count as possible
        found[count] = PASS
        return count + 1
    if powers & HAS_FEAR:  # D15
        found[count] = FEAR
        return count + 1
    return count


@inner
def list_swaps(track: Track, row: Numbers, path: int, found: Numbers, count: int) -> int:
    """Any two animals of a path, but for immune ones (D11, D17)."""
    first = SPACES + SEATS * path
    for pair in range(_PAIRS):
        one, other = track.swappable[path, pair, 0], track.swappable[path, pair, 1]
        if one >= 0 and row[first + one] and row[first + other]:
            found[count] = SWAP + _PAIRS * path + pair
            count += 1
    return count


@inner
def rolls_again(row: Numbers, powers: int) -> int:
    """The first of the actions that roll dice again (D7, D15), or -1."""
    if row[ROLLS] < MOST_ROLLS:
        return REROLL
    return EYE if powers & HAS_EYE else -1


@inner
def fill_mask(track: Track, row: Numbers, mask: Masks, found: Numbers) -> None:
    """1 for each legal action; `found` is room to work in."""
    mask[:] = 0
    if row[PHASE] == OVER:
        return
    powers = powers_left(track, row)
    if row[PHASE] != MOVING:
        mask[END] = 1
        mask[AGAIN] = row[PHASE] == PERFECTION
        mask[REBIRTH] = powers & HAS_REBIRTH > 0
        return
    again = rolls_again(row, powers)
    if again >= 0:
        for n in range(REROLLS[row[DICE], CHOICES]):
            mask[again + REROLLS[row[DICE], n]] = 1
    for n in range(list_moves(track, row, powers, found)):
        mask[found[n]] = 1


@inner
def choose_randomly(track: Track, row: Numbers, streams: Streams, i: int, found: Numbers) -> int:
    """A legal action, each as likely: the n-th of those in the mask, without making one."""
    powers = powers_left(track, row)
    if row[PHASE] != MOVING:
        if row[PHASE] == ENDING:
            return REBIRTH + drawn(streams.lots, i, 2)
        if powers & HAS_REBIRTH:
            return AGAIN + drawn(streams.lots, i, 3)
        return END if drawn(streams.lots, i, 2) else AGAIN
    count = list_moves(track, row, powers, found)
    again = rolls_again(row, powers)
    if again < 0:
        return found[drawn(streams.lots, i, count)]
    rerolls = REROLLS[row[DICE], CHOICES]
    n = drawn(streams.lots, i, rerolls + count)
    return again + REROLLS[row[DICE], n] if n < rerolls else found[n - rerolls]


# --- what follows ---


@inner
def begin(track: Track, row: Numbers, streams: Streams, i: int) -> None:
    """A new race, up to its first decision: stones, roll-off, the first roll."""
    row[:] = 0
    for path in range(PATHS):
        row[STONES + path] = track.stones[path]
    for seat in range(track.seats):
        row[UNSPENT] |= (track.powers[seat] > 0) << seat
    draw_stones(track, row, streams, i)
    row[SEAT] = roll_off(track, streams, i) if track.starts < 0 else track.starts
    roll(row, streams, i)


@inner
def roll_off(track: Track, streams: Streams, i: int) -> int:
    """D6: most dragons begins, those tied throw again."""
    throwing = (1 << track.seats) - 1
    while throwing & (throwing - 1):
        most, tied = -1, 0
        for seat in range(track.seats):
            if throwing >> seat & 1:
                dragons = DRAGONS[FALLEN[throw(streams, i, 5)]]
                if dragons > most:
                    most, tied = dragons, 0
                if dragons == most:
                    tied |= 1 << seat
        throwing = tied
    seat = 0
    while throwing >> seat > 1:
        seat += 1
    return seat


@inner
def roll(row: Numbers, streams: Streams, i: int) -> None:
    """The dice that are not kept fall (D7)."""
    kept = row[DICE]
    row[DICE] = FALLEN[FALLEN_AT[kept] + throw(streams, i, 5 - SIZES[kept])]
    row[ROLLS] += 1
    row[PHASE] = MOVING


@inner
def apply(track: Track, row: Numbers, streams: Streams, i: int, action: int) -> None:
    """A legal action, and everything random after it."""
    if action < EYE:
        row[DICE] = KEPT[row[DICE], action]
        roll(row, streams, i)
        return
    if action < MOVE:  # the fourth roll takes the place of the third
        spend(row)
        row[DICE], row[ROLLS] = KEPT[row[DICE], action - EYE], MOST_ROLLS - 1
        roll(row, streams, i)
        return
    if action >= AGAIN:
        if action == AGAIN:
            first_roll(row, row[SEAT])  # D12
        elif action == REBIRTH:
            spend(row)
            next_turn(track, row, row[SEAT])
        else:
            next_turn(track, row, (row[SEAT] + 1) % track.seats)
    else:
        move(track, row, action)
        after_move(track, row)
    if row[PHASE] == ROLLING:
        roll(row, streams, i)


@inner
def spend(row: Numbers) -> None:
    """The seat hands in its counter (D15)."""
    row[UNSPENT] &= ~(1 << row[SEAT])


@inner
def put(track: Track, row: Numbers, path: int, seat: int, space: int) -> None:
    """A piece of a seat on another space of its path."""
    at, plain = SPACES + SEATS * path + seat, track.plain[path]
    row[ARRIVED + seat] += (space > plain) - (row[at] > plain)
    row[at] = space


@inner
def move(track: Track, row: Numbers, action: int) -> None:
    """What the dice on the table are used for."""
    seat, dice = row[SEAT], row[DICE]
    if action < LEAP:  # D8: a piece outside stands at 0, so that entering is a move like any other
        path = action - MOVE
        put(track, row, path, seat, row[SPACES + SEATS * path + seat] + COUNTS[dice, path])
    elif action < BECOME:
        path = action - LEAP
        spend(row)
        target = row[SPACES + SEATS * path + seat] + COUNTS[dice, path]
        put(track, row, path, seat, next_free(track, row, path, target))
    elif action < BALANCE:
        path = action - BECOME
        spend(row)
        put(track, row, path, seat, row[SPACES + SEATS * path + seat] + COUNTS[dice, path] + DRAGONS[dice])
    elif action < SWAP:
        if action == LEAP_BALANCE:
            spend(row)
        balance(track, row, action == LEAP_BALANCE)
    elif action < FEAR:  # D11
        path, pair = (action - SWAP) // _PAIRS, (action - SWAP) % _PAIRS
        one, other = track.swappable[path, pair, 0], track.swappable[path, pair, 1]
        here = row[SPACES + SEATS * path + one]
        put(track, row, path, one, row[SPACES + SEATS * path + other])
        put(track, row, path, other, here)
    elif action == FEAR:
        spend(row)


@inner
def balance(track: Track, row: Numbers, can_leap: bool) -> None:
    """D13: each piece advances 1 if it can; with Anxiety a blocked one jumps if it can."""
    seat = row[SEAT]
    for path in range(PATHS):
        here = row[SPACES + SEATS * path + seat]
        if here > track.plain[path]:
            continue  # D9
        if is_free(track, row, path, here + 1):
            put(track, row, path, seat, here + 1)
        elif can_leap:
            target = next_free(track, row, path, here + 1)
            if target:
                put(track, row, path, seat, target)


@inner
def after_move(track: Track, row: Numbers) -> None:
    """The move is made, declined or passed."""
    for seat in range(track.seats):
        if row[ARRIVED + seat] == PATHS:  # D14: at once, extra turns lapse
            end(row)
            return
    is_perfect = IS_PERFECTION[row[DICE]]
    row[DICE] = row[ROLLS] = 0
    if is_perfect:
        row[PHASE] = PERFECTION  # D12
    elif powers_left(track, row) & HAS_REBIRTH:
        row[PHASE] = ENDING  # D15
    else:
        next_turn(track, row, (row[SEAT] + 1) % track.seats)


@inner
def next_turn(track: Track, row: Numbers, seat: int) -> None:
    """A turn is over; the next one begins, unless it was the last one agreed on."""
    row[TURNS] += 1
    if row[TURNS] == track.most_turns:
        end(row)
    else:
        first_roll(row, seat)


@inner
def first_roll(row: Numbers, seat: int) -> None:
    """A seat takes up all five dice."""
    row[SEAT], row[PHASE] = seat, ROLLING
    row[DICE] = row[ROLLS] = 0


@inner
def end(row: Numbers) -> None:
    """The race is over."""
    row[PHASE] = OVER
    row[SEAT] = row[DICE] = row[ROLLS] = 0


@inner
def winners(track: Track, row: Numbers) -> int:
    """The seats that share the win as bits; none if the race is not finished (D14)."""
    best, found, is_finished = -1, 0, False
    for seat in range(track.seats):
        is_finished |= row[ARRIVED + seat] == PATHS
        result = row[ARRIVED + seat]
        for path in range(PATHS):
            number = row[SPACES + SEATS * path + seat] - track.plain[path]
            if number > 0:
                result += 8 * track.values[path, number - 1]  # points outweigh all five pieces
        if result > best:
            best, found = result, 0
        if result == best:
            found |= 1 << seat
    return found if is_finished else 0
