"""Whole games in arrays, played by nets; positions are kept with what the turn was worth.

The target of a position is the exact value of the turn that begins in it, mixed with what came of it:

    target(t) = (1 - λ) · value(t) + λ · target(t + 1)

The target after the last turn is the result. Where a player tried something else than the best, what came of it tells
nothing about the position before, and value(t) stands alone.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from typing import NamedTuple

import numpy as np

from niten.bots.race.ends import list_ends
from niten.bots.race.greedy import play_greedily
from niten.bots.race.induction import induct
from niten.bots.race.net import Net, Sight, judge_turn, new_sight
from niten.bots.race.tables import (
    FACES,
    GREEDY,
    PATHS,
    SEATS,
    SIZES,
    SLOTS,
    WITH,
    Bits,
    Floats,
    Numbers,
    Race,
    Races,
    Turn,
    compiled,
    copy,
    new_turn,
    pick,
)

MOST_TURNS = 1000
_OPENING_ERROR = 0.15


class Log(NamedTuple):
    """Positions in which a turn began."""

    races: Races
    game: Numbers  # [position]: whose set-up
    spaces: Numbers
    unspent: Numbers
    roller: Numbers
    target: Floats  # [position, seat]
    tried: Numbers  # [position]: the turn was not played as well as can be


def new_log(races: Races, games: int) -> Log:
    """Room for the positions of some games."""
    size = games * MOST_TURNS

    def whole(*shape: int) -> Numbers:
        return np.zeros((size, *shape), np.int64)

    return Log(races, whole(), whole(PATHS, SEATS), whole(SEATS), whole(), np.zeros((size, SEATS)), whole())


class Table(NamedTuple):
    """Work space of one player of games."""

    turn: Turn
    sight: Sight
    spaces: Numbers
    unspent: Numbers
    shares: Floats
    gains: Floats  # [slot]: what an action is worth to the greedy bot


def new_table() -> Table:
    """Work space for one thread."""
    seats = np.zeros(SEATS, np.int64)
    spaces = np.zeros((PATHS, SEATS), np.int64)
    return Table(new_turn(), new_sight(), spaces, seats, np.zeros(SEATS), np.zeros(SLOTS))


@compiled
def draw(stream: Bits) -> float:
    """The next random number from 0 to 1 (SplitMix64)."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    z = stream[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return float(z >> np.uint64(11)) / 9007199254740992.0


@compiled
def solve(net: Net, race: Race, spaces: Numbers, unspent: Numbers, seat: int, turn: Turn, sight: Sight) -> None:
    """The turn with the net at its ends."""
    list_ends(race, spaces, unspent, seat, turn)
    judge_turn(net, race, unspent, seat, turn, sight)
    induct(race, race.kinds[seat] if unspent[seat] else 0, seat, turn)


@compiled
def shake(seat: int, turn: Turn, size: float, stream: Bits) -> None:
    """The seat whose turn it is misjudges what the ends are worth to it, where the game goes on."""
    for row in range(turn.sizes[1]):
        if turn.roller[row] >= 0:
            error = size * 2 * (draw(stream) + draw(stream) + draw(stream) - 1.5)
            turn.shares[row, seat] = max(0.0, min(1.0, turn.shares[row, seat] + error))


@compiled
def play_turn(turn: Turn, stream: Bits) -> int:
    """Roll and follow the best choices; returns the row the turn ends in."""
    dice, stage = 0, 0
    while True:
        for _ in range(SIZES[dice], 5):
            dice = WITH[dice, int(draw(stream) * FACES)]
        kept = turn.keep[stage, dice]
        if kept < 0:
            return turn.leaf[1 if stage == 3 else 0, dice]
        dice, stage = kept, stage + 1


@compiled
def play_game(
    one: Net,
    other: Net,
    sides: Numbers,
    race: Race,
    spaces: Numbers,
    unspent: Numbers,
    seat: int,
    opening: int,
    tries: float,
    error: float,
    stream: Bits,
    turn: Turn,
    sight: Sight,
    log: Log,
    start: int,
    number: int,
    shares: Floats,
    gains: Floats,
) -> int:
    """A game from a position, which is played on in place; `shares` become the result, or the value where it was cut.

    sides[seat] is 1 for those that the other net plays, 2 for those of the greedy bot. Positions are logged from
    `start` on with the value of their turn; returns where the log ends. In the first `opening` turns, later with the
    chance `tries`, ends are misjudged.
    """
    at = start
    while at - start < MOST_TURNS:
        if sides[seat] == 1:
            solve(other, race, spaces, unspent, seat, turn, sight)
        else:
            solve(one, race, spaces, unspent, seat, turn, sight)
        if sides[seat] == GREEDY:
            play_greedily(race, seat, turn, gains, shares)
        log.game[at], log.roller[at], log.tried[at] = number, seat, 0
        copy(log.unspent[at], unspent)
        copy(log.target[at], turn.value[0, 0])
        for path in range(PATHS):
            copy(log.spaces[at, path], spaces[path])
        if at - start < opening or (tries > 0 and draw(stream) < tries):
            shake(seat, turn, _OPENING_ERROR if at - start < opening else error, stream)
            induct(race, race.kinds[seat] if unspent[seat] else 0, seat, turn)
            log.tried[at] = 1
        at += 1
        row = play_turn(turn, stream)
        for path in range(PATHS):
            copy(spaces[path], turn.spaces[turn.body[row], path])
        if turn.spent[row]:
            unspent[seat] = 0
        copy(shares, turn.shares[row])
        seat = turn.roller[row]
        if seat < 0:
            break
    return at


@compiled
def _mix(log: Log, start: int, end: int, seats: int, result: Floats, trust: float) -> None:
    """The targets of a game, from its end: `trust` is λ."""
    for at in range(end - 1, start - 1, -1):
        if not log.tried[at]:
            for seat in range(seats):
                log.target[at, seat] += trust * (result[seat] - log.target[at, seat])
        result = log.target[at]


@compiled
def play_games(
    net: Net, log: Log, starts: Numbers, tries: float, error: float, trust: float, stream: Bits, table: Table
) -> int:
    """Play every set-up of the log once from its beginning; returns how many positions were logged."""
    at = 0
    spaces, unspent, shares = table.spaces, table.unspent, table.shares
    for number in range(starts.size):
        race = pick(log.races, number)
        spaces[:] = 0
        for seat in range(SEATS):
            unspent[seat] = race.kinds[seat] > 0
        opening = int(draw(stream) * 16) - 8
        end = play_game(
            net, net, race.plays, race, spaces, unspent, starts[number], opening, tries, error,
            stream, table.turn, table.sight, log, at, number, shares, table.gains,
        )  # fmt: skip
        _mix(log, at, end, race.seats, shares, trust)
        at = end
    return at


@compiled
def play_match(
    one: Net, other: Net, log: Log, starts: Numbers, sides: Numbers, stream: Bits, table: Table, total: Floats
) -> None:
    """Play every set-up of the log once; adds to the total what one net won, and what all others did."""
    spaces, unspent, shares = table.spaces, table.unspent, table.shares
    for number in range(starts.size):
        race = pick(log.races, number)
        spaces[:] = 0
        for seat in range(SEATS):
            unspent[seat] = race.kinds[seat] > 0
        play_game(
            one, other, sides[number], race, spaces, unspent, starts[number], 0, 0.0, 0.0,
            stream, table.turn, table.sight, log, 0, 0, shares, table.gains,
        )  # fmt: skip
        for seat in range(race.seats):
            total[min(1, sides[number, seat])] += shares[seat]
