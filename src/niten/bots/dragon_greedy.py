"""A simple, sensible player for Way of the Dragon: it looks at this turn and no further.

A position is worth the points under its numbered pieces, and for each piece a share of the path it has covered. On
every path all numbers are worth more than all plain spaces, so every move forward is a gain: the bot may roll for a
better number within a turn, but it never lets a move pass in the hope of one, and its games end.

Before a move it compares the best one at hand with what it can expect from keeping one element and rolling the other
dice again as often as it may. It hands in its counter where that gains clearly more than doing without.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import comb
from typing import TypeVar

from niten.core import Dice, Step
from niten.dragon import (
    Again,
    Become,
    Board,
    Dragon,
    Element,
    Eye,
    Face,
    Fear,
    Leap,
    LeapBalance,
    Phase,
    Reroll,
    State,
    Swap,
)
from niten.dragon.hands import ALL_DICE, hand

ROLLS = 3
PACE = 2.0
"""What the way to the numbers is worth, in average numbers of its path."""
COUNTER = 1.5
"""What a power must gain over doing without."""
EXTRA_TURN = 2.0
"""What another roll-and-move is worth (D12), and what it must promise to spend Rebirth on it (D15)."""
WIN = 20.0
RIVAL = 0.5
"""How much of the best rival's loss in a swap counts as a gain."""
_EQUAL = 1e-9
_ELEMENTS = tuple(map(Face, Element))
_WITH_COUNTER = Leap | LeapBalance | Become | Fear

T = TypeVar("T")


class GreedyBot:
    """Takes what gains most at once; ties are broken by its own stream."""

    def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
        moves = game.legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        match state.phase:
            case Phase.PERFECTION:
                return Again()
            case Phase.END:
                hopes = _hopes(game, state, (0,) * len(Element), ROLLS)
                return moves[0 if max(hopes) >= EXTRA_TURN else -1]  # Rebirth, or the end of the turn
            case _:
                return _roll_or_move(game, state, moves, dice)


def _roll_or_move(game: Dragon, state: State, moves: Sequence[Step], dice: Dice) -> Step:
    gains = {step: _gain(game, state, step) for step in moves if not isinstance(step, Reroll | Eye)}
    gains = {step: gain for step, gain in gains.items() if gain > _EQUAL or not isinstance(step, Swap)}
    best = max(gains.values())
    again = _best_reroll(game, state, moves, dice, best)
    if again:
        return again
    if Fear() in gains and _all_end_in_defeat(game, state, gains):
        return Fear()
    return _any([step for step, gain in gains.items() if gain > best - _EQUAL], dice)


def _best_reroll(game: Dragon, state: State, moves: Sequence[Step], dice: Dice, best: float) -> Step | None:
    """The dice to roll again, if that promises more than the best move at hand."""
    can_reroll = isinstance(moves[0], Reroll)
    if not can_reroll and not isinstance(moves[0], Eye):
        return None
    counts = hand(state.dice).counts
    hopes = _hopes(game, state, counts, ROLLS - state.rolls if can_reroll else 1)
    most = max(hopes)
    at_hand = best + (EXTRA_TURN if hand(state.dice).is_perfection else 0)
    if most <= at_hand + (_EQUAL if can_reroll else COUNTER):
        return None
    path = _any([number for number, hope in enumerate(hopes) if hope > most - _EQUAL], dice)
    others = tuple(face for face in state.dice if face != _ELEMENTS[path])
    return Reroll(others) if can_reroll else Eye(others)


def _hopes(game: Dragon, state: State, counts: Sequence[int], rolls: int) -> list[float]:
    """For each path, what the move on it is expected to gain when all its dice are kept and the others rolled again."""
    worth = _worth(game.options.board)
    hopes: list[float] = []
    for path, (row, stones) in enumerate(zip(state.spaces, state.stones, strict=True)):
        here = row[state.seat]
        if counts[path] == ALL_DICE or here > game.options.board.paths[path].plain:
            hopes.append(0.0)  # nothing to roll, or a piece that moves no more (D9)
            continue
        hope = 0.0
        for count, chance in enumerate(_chances(counts[path], rolls)):
            if count and here + count not in row and here + count not in stones:
                hope += chance * (worth[path][here + count] - worth[path][here])
            if count == ALL_DICE:
                hope += chance * EXTRA_TURN
        hopes.append(hope)
    return hopes


@cache
def _chances(count: int, rolls: int) -> tuple[float, ...]:
    """How likely 0 to 5 dice show an element in the end, when `count` do and the others are rolled so many times."""
    others = ALL_DICE - count
    hit = 1 - (5 / 6) ** rolls
    return (0.0,) * count + tuple(
        comb(others, more) * hit**more * (1 - hit) ** (others - more) for more in range(others + 1)
    )


def _gain(game: Dragon, state: State, step: Step) -> float:
    """What a step changes for its player; a counter handed in counts as a loss."""
    after = game.advance(state, step)
    board, me = game.options.board, state.seat
    gain = _total(board, after, me) - _total(board, state, me)
    if isinstance(step, Swap):
        rivals = [seat for seat in range(game.seats) if seat != me]
        gain -= RIVAL * (
            max(_total(board, after, seat) for seat in rivals) - max(_total(board, state, seat) for seat in rivals)
        )
    if isinstance(step, _WITH_COUNTER):
        gain -= COUNTER
    outcome = game.outcome(after)
    return gain + (WIN if outcome and outcome.shares[me] else 0)


def _all_end_in_defeat(game: Dragon, state: State, steps: Iterable[Step]) -> bool:
    """Whether every move there is would end the game and lose it (D14): the one thing worth declining."""
    for step in steps:
        if not isinstance(step, Fear):
            outcome = game.outcome(game.advance(state, step))
            if not outcome or outcome.result != "finished" or outcome.shares[state.seat]:
                return False
    return True


def _total(board: Board, state: State, seat: int) -> float:
    return sum(worth[row[seat]] for worth, row in zip(_worth(board), state.spaces, strict=True))


@lru_cache(maxsize=64)
def _worth(board: Board) -> tuple[tuple[float, ...], ...]:
    """What a piece on each space of each path is worth; space 0 is outside."""
    found: list[tuple[float, ...]] = []
    for path in board.paths:
        pace = max(PACE * sum(path.values) / len(path.values) / (path.plain + 1), 0.01)
        on_way = [pace * space for space in range(path.plain + 1)]
        arrived = pace * (path.plain + 1) + 0.1  # more than any plain space, even where a number is worth nothing
        found.append((*on_way, *(arrived + value for value in path.values)))
    return tuple(found)


def _any(options: Sequence[T], dice: Dice) -> T:
    return options[dice.below(len(options))]
