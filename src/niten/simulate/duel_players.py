"""The players of `niten.bots.samurai_players` on rows: the beginner, and those who play for the worth of the round.

What a round is worth comes from the players' own scale, as tables.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from niten.bots.samurai_players import RoundPlayer, by_feel
from niten.bots.samurai_scale import KI as KI_WORTH
from niten.bots.samurai_scale import Scale
from niten.samurai import Samurai
from niten.samurai.duel import LINES, ROUND_DICE
from niten.simulate.duel_moves import can_spend_ki, most_dice, purchases, singles
from niten.simulate.duel_rules import apply, begin
from niten.simulate.duel_tables import (
    ANNOUNCING,
    ANSWERING,
    ATTACK,
    DEFENSE,
    DICE,
    GAIN_KI,
    GAIN_OPPONENT,
    HANDS,
    HIS,
    KI,
    KINDS,
    MORE,
    OPPONENT,
    OVER,
    PHASE,
    PLACING,
    ROLLED,
    SHOWN,
    SPENT,
    SUMS,
    WITHOUT,
    Page,
)
from niten.simulate.streams import Numbers, Rows, Streams, compiled
from niten.spaces.duel import AGAIN, ANNOUNCE, BUY, RAISE, READY, REROLL, STAND, placing

Floats = npt.NDArray[np.float64]

_MOST = 6 * (ROUND_DICE - 1) + 3
"""Points in a column: three dice and three Ki. These players buy none."""


class Worths(NamedTuple):
    """The scale of a player."""

    patience: int
    rolls: Floats  # [dice]
    held: Floats  # [dice, hand]: well placed
    placed: Numbers  # [dice, hand]: the action that does it
    points: Floats  # [dice, attack, defense]: before he rolls
    lines: Floats  # [sum, attack, defense]: his line


def worths_of(game: Samurai, player: RoundPlayer) -> Worths:
    """The tables of a player for a duel."""
    scale, columns = Scale(game.duel, player.caution), range(_MOST + 1)
    held, placed = np.zeros((ROUND_DICE, len(HANDS))), np.zeros((ROUND_DICE, len(HANDS)), np.int64)
    points, lines = np.zeros((ROUND_DICE, _MOST + 1, _MOST + 1)), np.zeros((LINES[-1] + 1, _MOST + 1, _MOST + 1))
    for dice in range(1, ROUND_DICE):
        points[dice] = [[scale.points(attack, defense, dice) for defense in columns] for attack in columns]
        for number, hand in enumerate(HANDS):
            if len(hand) <= dice:
                best = scale.placement(hand, dice)
                held[dice, number] = scale.hand(hand, dice)
                placed[dice, number] = (
                    placing(hand, dice == 1)[best.attack, best.defense, best.concentration] if hand else 0
                )
    for line in LINES:
        lines[line] = [[scale.line(line, attack, defense) for defense in columns] for attack in columns]
    rolls = np.array([0.0, *(scale.roll(dice) for dice in range(1, ROUND_DICE))])
    return Worths(player.patience, rolls, held, placed, points, lines)


@compiled
def purchase(page: Page, worths: Worths, row: Rows) -> int:
    """Damage that kills or was saved up for, the dearest first; Ki when none is left. -1: nothing."""
    for n in range(purchases(page, row) - 1, -1, -1):
        price, gain, amount = page.rewards[n, 0], page.rewards[n, 1], page.rewards[n, 2]
        if gain == GAIN_OPPONENT and (amount >= row[OPPONENT] or price >= worths.patience):
            return BUY + n
        if gain == GAIN_KI and row[KI] == 0:
            return BUY + n
    return -1


@compiled
def place_or_reroll(worths: Worths, row: Rows) -> int:
    """A die is thrown again if that promises more than the Ki is worth."""
    hand, rolled = row[DICE], row[ROLLED]
    if can_spend_ki(row):
        for n in range(KINDS[hand]):
            rest, mean = WITHOUT[hand, SHOWN[hand, n]], 0.0
            for face in range(1, 7):
                mean += worths.held[rolled, MORE[rest, face]]
            if mean / 6 - KI_WORTH > worths.held[rolled, hand]:
                return REROLL + SHOWN[hand, n] - 1
    return worths.placed[rolled, hand]


@compiled
def raise_or_ready(worths: Worths, row: Rows) -> int:
    """A point more if it is worth its Ki."""
    points, attack, defense = worths.points[row[ROLLED]], row[ATTACK], row[DEFENSE]
    if can_spend_ki(row):
        if points[attack + 1, defense] - KI_WORTH > points[attack, defense]:
            return RAISE
        if points[attack, defense + 1] - KI_WORTH > points[attack, defense]:
            return RAISE + 1
    return READY


@compiled
def answer(page: Page, worths: Worths, row: Rows) -> int:
    """His dice stand unless throwing again, all of them or one (S13), promises more than the Ki is worth."""
    attack, defense, his = row[ATTACK], row[DEFENSE], row[HIS]
    best, action = worths.lines[SUMS[his], attack, defense], STAND
    if page.again_all and worths.points[row[ROLLED], attack, defense] - KI_WORTH > best:
        best, action = worths.points[row[ROLLED], attack, defense] - KI_WORTH, AGAIN
    for n in range(singles(page, row)):
        rest, mean = SUMS[his] - SHOWN[his, n], 0.0
        for face in range(1, 7):
            mean += worths.lines[rest + face, attack, defense]
        if mean / 6 - KI_WORTH > best:
            best, action = mean / 6 - KI_WORTH, AGAIN + SHOWN[his, n]
    return action


@compiled
def choose(page: Page, worths: Worths, row: Rows) -> int:
    """The action of somebody who plays for the worth of this round."""
    if row[PHASE] == ANSWERING:
        return answer(page, worths, row)
    bought = purchase(page, worths, row)
    if bought >= 0:
        return bought
    if row[PHASE] == ANNOUNCING:
        best = 1
        for dice in range(2, most_dice(page, row) + 1):
            if worths.rolls[dice] > worths.rolls[best]:
                best = dice
        return ANNOUNCE + best - 1
    return place_or_reroll(worths, row) if row[PHASE] == PLACING else raise_or_ready(worths, row)


def feeling() -> Numbers:
    """[one die rolled, hand]: the action by which the beginner places it."""
    feel = np.zeros((2, len(HANDS)), np.int64)
    for number, hand in enumerate(HANDS[1:], 1):
        for split in range(2 if len(hand) == 1 else 1):
            place = by_feel(hand, 1 if split else ROUND_DICE - 1)
            feel[split, number] = placing(hand, bool(split))[place.attack, place.defense, place.concentration]
    return feel


@compiled
def choose_beginner(page: Page, feel: Numbers, row: Rows) -> int:
    """All dice, the best ones into Attack, every reward as soon as it is there; fright at his first blow."""
    his = row[HIS]
    if row[PHASE] == ANSWERING:
        if row[SPENT] or row[DEFENSE] >= page.lines[SUMS[his], 1]:
            return STAND
        return AGAIN + (SHOWN[his, KINDS[his] - 1] if singles(page, row) else 0)
    bought = purchases(page, row)
    if bought:
        return BUY + bought - 1
    if row[PHASE] == ANNOUNCING:
        return ANNOUNCE + most_dice(page, row) - 1
    if row[PHASE] != PLACING:
        return READY
    if SHOWN[row[DICE], 0] == 1 and row[SPENT] == 0 and row[KI]:
        return REROLL
    return feel[1 if row[ROLLED] == 1 else 0, row[DICE]]


@compiled
def play_beginner(page: Page, feel: Numbers, rows: Rows, streams: Streams) -> int:
    """Whole duels of the beginner; returns the number of decisions."""
    decisions = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        begin(page, row, streams, i)
        while row[PHASE] != OVER:
            apply(page, row, streams, i, choose_beginner(page, feel, row))
            decisions += 1
    return decisions


@compiled
def play_rounds(page: Page, worths: Worths, rows: Rows, streams: Streams) -> int:
    """Whole duels of somebody who plays for the worth of the round; returns the number of decisions."""
    decisions = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        begin(page, row, streams, i)
        while row[PHASE] != OVER:
            apply(page, row, streams, i, choose(page, worths, row))
            decisions += 1
    return decisions
