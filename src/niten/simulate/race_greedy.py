"""The greedy bot on rows: what `niten.bots.dragon_greedy` does, powers included; ties go by the game's own lots."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from niten.bots.dragon_greedy import COUNTER, EXTRA_TURN, PACE, RIVAL, WIN
from niten.bots.race.greedy import CHANCES, SAME
from niten.dragon import Dragon
from niten.simulate.race_rules import (
    apply,
    begin,
    choose_randomly,
    is_free,
    list_moves,
    move,
    powers_left,
    rolls_again,
    winners,
)
from niten.simulate.race_tables import (
    ARRIVED,
    COLUMNS,
    COUNTS,
    DICE,
    ENDING,
    IS_PERFECTION,
    KEPT,
    OVER,
    PATHS,
    PERFECTION,
    PHASE,
    REROLLS,
    ROLLS,
    SEAT,
    SEATS,
    SPACES,
    Track,
)
from niten.simulate.streams import Numbers, Streams, compiled, drawn, inner
from niten.spaces.race import ACTIONS, AGAIN, BALANCE, END, FEAR, LEAP, LEAP_BALANCE, MOVE, REBIRTH, REROLL, SWAP

Floats = npt.NDArray[np.float64]

_EQUAL = 1e-9
_MOST_ROLLS = 3
_FIVE = 5


class Greed(NamedTuple):
    """What the bot goes by, and room to work in."""

    worth: Floats  # [path, space]: what a piece there is worth
    gains: Floats  # [n]: of the n-th legal move
    hopes: Floats  # [path]
    trial: Numbers  # a row
    found: Numbers  # legal moves


def greed_of(game: Dragon) -> Greed:
    """The tables of a board."""
    board = game.options.board.paths
    worth = np.zeros((PATHS, max(path.length for path in board) + 1))
    for number, path in enumerate(board):
        pace = max(PACE * sum(path.values) / len(path.values) / (path.plain + 1), 0.01)
        arrived = pace * (path.plain + 1) + 0.1
        on_way = [pace * space for space in range(path.plain + 1)]
        worth[number, : path.length + 1] = [*on_way, *(arrived + value for value in path.values)]
    return Greed(
        worth, np.zeros(ACTIONS), np.zeros(PATHS), np.zeros(len(COLUMNS), np.int64), np.zeros(ACTIONS, np.int64)
    )


def _all_chances() -> Floats:
    """[dice that show an element, rolls left, in the end]: `CHANCES` has up to two rolls, a new turn has three."""
    table = np.zeros((6, 4, 6))
    table[:, :3] = CHANCES
    for more in range(6):  # three rolls from nothing
        table[0, 3, more] = _binomial(5, more, 1 - (5 / 6) ** 3)
    return table


def _binomial(n: int, k: int, p: float) -> float:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


_CHANCES = _all_chances()


@inner
def total(greed: Greed, row: Numbers, seat: int) -> float:
    """What a seat's pieces are worth."""
    value = 0.0
    for path in range(PATHS):
        value += greed.worth[path, row[SPACES + SEATS * path + seat]]
    return value


@inner
def best_rival(track: Track, greed: Greed, row: Numbers, seat: int) -> float:
    """What the best of the others has."""
    best = -1.0
    for other in range(track.seats):
        if other != seat:
            best = max(best, total(greed, row, other))
    return best


@inner
def try_out(track: Track, greed: Greed, row: Numbers, action: int) -> None:
    """Make a move on the trial row."""
    for column in range(row.size):
        greed.trial[column] = row[column]
    move(track, greed.trial, action)


@inner
def gain(track: Track, greed: Greed, row: Numbers, action: int) -> float:
    """What a move changes for its player; a counter handed in is a loss."""
    seat, trial = row[SEAT], greed.trial
    if MOVE <= action < LEAP and row[ARRIVED + seat] < PATHS - 1:  # most moves: one piece steps, and nobody wins
        path = action - MOVE
        here = row[SPACES + SEATS * path + seat]
        return greed.worth[path, here + COUNTS[row[DICE], path]] - greed.worth[path, here]
    try_out(track, greed, row, action)
    value = total(greed, trial, seat) - total(greed, row, seat)
    if SWAP <= action < FEAR:
        value -= RIVAL * (best_rival(track, greed, trial, seat) - best_rival(track, greed, row, seat))
    if LEAP <= action < BALANCE or action in (LEAP_BALANCE, FEAR):
        value -= COUNTER
    return value + (WIN if winners(track, trial) >> seat & 1 else 0.0)


@inner
def hope(track: Track, greed: Greed, row: Numbers, path: int, rolls: int) -> float:
    """What the move on a path is expected to gain when all its dice are kept and the others rolled again."""
    here, shown = row[SPACES + SEATS * path + row[SEAT]], COUNTS[row[DICE], path]
    if shown == _FIVE or here > track.plain[path]:
        return 0.0  # nothing to roll, or a piece that moves no more (D9)
    value = 0.0
    for count in range(1, 6):
        chance = _CHANCES[shown, rolls, count]
        if chance > 0 and is_free(track, row, path, here + count):
            value += chance * (greed.worth[path, here + count] - greed.worth[path, here])
        if count == _FIVE:
            value += chance * EXTRA_TURN
    return value


@inner
def most_hope(track: Track, greed: Greed, row: Numbers, rolls: int) -> float:
    """The best of the hopes, which are kept."""
    most = 0.0
    for path in range(PATHS):
        greed.hopes[path] = hope(track, greed, row, path, rolls)
        most = max(most, greed.hopes[path])
    return most


@inner
def pick(values: Floats, count: int, best: float, streams: Streams, i: int) -> int:
    """One of those that are as good as the best."""
    ties = 0
    for n in range(count):
        ties += values[n] > best - _EQUAL
    left = drawn(streams.lots, i, ties) if ties > 1 else 0
    for n in range(count):
        if values[n] > best - _EQUAL:
            if left == 0:
                return n
            left -= 1
    return 0


@inner
def reroll(dice: int, path: int) -> int:
    """The choice of all dice but those of a path."""
    kept = SAME[path, COUNTS[dice, path]]
    n = 0
    while KEPT[dice, REROLLS[dice, n]] != kept:
        n += 1
    return REROLLS[dice, n]


@inner
def loses_anyway(track: Track, greed: Greed, row: Numbers, count: int) -> bool:
    """Whether every move there is would end the game and lose it (D14): the one thing worth declining."""
    for n in range(count):
        if greed.found[n] != FEAR and greed.gains[n] > -WIN:
            try_out(track, greed, row, greed.found[n])
            is_finished = False
            for seat in range(track.seats):
                is_finished |= greed.trial[ARRIVED + seat] == PATHS
            if not is_finished or winners(track, greed.trial) >> row[SEAT] & 1:
                return False
    return True


@inner
def choose(track: Track, greed: Greed, row: Numbers, streams: Streams, i: int) -> int:
    """The greedy bot's action."""
    if row[PHASE] == PERFECTION:
        return AGAIN
    if row[PHASE] == ENDING:
        return REBIRTH if most_hope(track, greed, row, _MOST_ROLLS) >= EXTRA_TURN else END
    powers = powers_left(track, row)
    count, best, again = list_moves(track, row, powers, greed.found), -1e9, rolls_again(row, powers)
    if count == 1 and again < 0:
        return greed.found[0]
    for n in range(count):
        action = greed.found[n]
        value = gain(track, greed, row, action)
        if SWAP <= action < FEAR and value <= _EQUAL:
            value = -2 * WIN  # not looked at
        greed.gains[n] = value
        best = max(best, value)
    if again >= 0:
        most = most_hope(track, greed, row, _MOST_ROLLS - row[ROLLS] if again == REROLL else 1)
        at_hand = best + (EXTRA_TURN if IS_PERFECTION[row[DICE]] else 0.0)
        if most > at_hand + (_EQUAL if again == REROLL else COUNTER):
            return again + reroll(row[DICE], pick(greed.hopes, PATHS, most, streams, i))
    if greed.found[count - 1] == FEAR and loses_anyway(track, greed, row, count):
        return FEAR
    return greed.found[pick(greed.gains, count, best, streams, i)]


@compiled
def decide_all(track: Track, greed: Greed, rows: Numbers, streams: Streams, which: Numbers, actions: Numbers) -> None:
    """The actions of some rows."""
    for i in which:
        actions[i] = choose(track, greed, rows[i], streams, i)


@compiled
def play_seats(track: Track, greed: Greed, greedy: Numbers, rows: Numbers, streams: Streams) -> int:
    """Whole races, each seat greedy or at random; returns the number of decisions."""
    decisions = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        begin(track, row, streams, i)
        while row[PHASE] != OVER:
            if greedy[row[SEAT]]:
                action = choose(track, greed, row, streams, i)
            else:
                action = choose_randomly(track, row, streams, i, greed.found)
            apply(track, row, streams, i, action)
            decisions += 1
    return decisions
