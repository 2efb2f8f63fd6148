"""The greedy bot for arrays: what `niten.bots.dragon_greedy` does in the basic game, for every hand of a turn at once.

It never hands in a counter. Of equally good choices it takes the first.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from itertools import product
from math import comb

import numpy as np

from niten.bots.dragon_greedy import EXTRA_TURN, PACE, RIVAL, WIN
from niten.bots.race.ends import final_shares
from niten.bots.race.induction import BALANCED, PERFECT
from niten.bots.race.tables import (
    AGAIN,
    BALANCE,
    COUNTS,
    DRAGON_FACE,
    END,
    FIRST_HAND,
    KEEPS,
    MOVES,
    MULTISETS,
    PATHS,
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

ROLLS = 3
_EQUAL = 1e-9


def _chances() -> Floats:
    """[dice that show an element, rolls left, in the end]: the others are rolled again each time."""
    table = np.zeros((6, ROLLS, 6))
    for count, rolls in product(range(6), range(ROLLS)):
        hit, others = 1 - (5 / 6) ** rolls, 5 - count
        for more in range(others + 1):
            table[count, rolls, count + more] = comb(others, more) * hit**more * (1 - hit) ** (others - more)
    return table


CHANCES = _chances()
SAME = np.array([[MULTISETS.index((face,) * count) for count in range(6)] for face in range(PATHS)])
"""[element, dice]: so many dice of it and no others."""


@compiled
def worth(race: Race, path: int, space: int) -> float:
    """What a piece is worth to it, wherever it stands."""
    mean = 0.0
    for number in range(5):
        mean += race.points[path, number] / 5
    pace = max(PACE * mean / (race.plain[path] + 1), 0.01)
    number = space - race.plain[path]
    return pace * space if number <= 0 else pace * (race.plain[path] + 1) + 0.1 + race.points[path, number - 1]


@compiled
def _total(race: Race, spaces: Numbers, seat: int) -> float:
    total = 0.0
    for path in range(PATHS):
        total += worth(race, path, spaces[path, seat])
    return total


@compiled
def _best_rival(race: Race, spaces: Numbers, seat: int) -> float:
    best = -1.0
    for other in range(race.seats):
        if other != seat:
            best = max(best, _total(race, spaces, other))
    return best


@compiled
def _gains(race: Race, seat: int, turn: Turn, gains: Floats, shares: Floats) -> None:
    """[slot]: what an action gains at once; far below nothing where it cannot be done, or is a swap for nothing."""
    before, rival = _total(race, turn.spaces[0], seat), _best_rival(race, turn.spaces[0], seat)
    for slot in range(SLOTS):
        gains[slot] = -1e9
        body = turn.bodies[slot]
        if body < 0 or turn.rows[0, slot, END] < 0:
            continue
        spaces = turn.spaces[body]
        gain = _total(race, spaces, seat) - before
        if slot >= SWAPS:
            gain -= RIVAL * (_best_rival(race, spaces, seat) - rival)
        if turn.over[body]:
            final_shares(race, spaces, shares)
            if shares[seat] > 0:
                gain += WIN
        if slot < SWAPS or gain > _EQUAL:
            gains[slot] = gain


@compiled
def _action(gains: Floats, dice: int) -> int:
    """The slot of the best action of a hand (D8, D10, D11, D13)."""
    best, mandatory = -1, False
    if BALANCED[dice]:
        if gains[BALANCE] > -1e8:
            best, mandatory = BALANCE, True
    else:
        for path in range(PATHS):
            slot = MOVES + 5 * path + COUNTS[dice, path] - 1
            if COUNTS[dice, path] and gains[slot] > -1e8:
                mandatory = True
                if best < 0 or gains[slot] > gains[best] + _EQUAL:
                    best = slot
    if not mandatory:
        best = STAY
    if COUNTS[dice, DRAGON_FACE] >= 4:
        for path in range(PATHS):
            if COUNTS[dice, path] or COUNTS[dice, DRAGON_FACE] == 5:
                for slot in range(SWAPS + 10 * path, SWAPS + 10 * path + 10):
                    if gains[slot] > gains[best] + _EQUAL:
                        best = slot
    return best


@compiled
def _kept(race: Race, seat: int, turn: Turn, dice: int, rolls: int, at_hand: float) -> int:
    """The dice it keeps to roll the others again, or -1: it acts."""
    spaces = turn.spaces[0]
    most, best = -1.0, -1
    for path in range(PATHS):
        here, count, hope = spaces[path, seat], COUNTS[dice, path], 0.0
        if count < 5 and here <= race.plain[path]:
            for shown in range(1, 6):
                chance = CHANCES[count, rolls, shown]
                if turn.bodies[MOVES + 5 * path + shown - 1] >= 0:
                    hope += chance * (worth(race, path, here + shown) - worth(race, path, here))
                if shown == 5:
                    hope += chance * EXTRA_TURN
        if hope > most + _EQUAL:
            most, best = hope, SAME[path, count]
    return best if most > at_hand + _EQUAL else -1


@compiled
def play_greedily(race: Race, seat: int, turn: Turn, gains: Floats, shares: Floats) -> None:
    """Fill a turn whose ends are listed and judged with what greedy does, and with what that is worth."""
    _gains(race, seat, turn, gains, shares)
    for dice in range(FIRST_HAND, KEEPS):
        slot, perfect = _action(gains, dice), PERFECT[dice]
        row = turn.rows[0, slot, AGAIN if perfect else END]
        turn.leaf[0, dice] = row
        at_hand = gains[slot] + (EXTRA_TURN if perfect else 0.0)
        for stage in range(ROLLS):
            left = ROLLS - 1 - stage
            turn.keep[stage, dice] = _kept(race, seat, turn, dice, left, at_hand) if left else -1
    for stage in range(ROLLS - 1, -1, -1):
        value = turn.value[stage]
        for dice in range(FIRST_HAND, KEEPS):
            kept = turn.keep[stage, dice]
            source = turn.shares[turn.leaf[0, dice]] if kept < 0 else turn.value[stage + 1, kept]
            for each in range(race.seats):
                value[dice, each] = source[each]
        for dice in range(FIRST_HAND - 1, -1, -1):
            for each in range(race.seats):
                total = 0.0
                for face in range(6):
                    total += value[WITH[dice, face], each]
                value[dice, each] = total / 6
