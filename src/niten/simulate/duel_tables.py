"""What the duel's kernel reads: the columns of a row, hands, and the printed pages."""

from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from niten.core import never, numbered
from niten.core.dice import FACES, Faces
from niten.samurai import Effect, Ending, Gain, Harm, Phase, Samurai
from niten.samurai.duel import LINES, ROUND_DICE, ZONES
from niten.samurai.switches import Reroll
from niten.simulate.streams import Rows
from niten.spaces.duel import REROLL, placing

COLUMNS = (
    "phase", "round", "health", "ki", "concentration", "opponent", "struck", "wounds", "limb_lost", "spent",
    "purchases", "rolled", "dice", "attack", "defense", "his", "ending",
)  # fmt: skip
"""As in the engine's state. Struck zones and wounds are bits, dice are hands, an ending is numbered from 1."""

PHASE, ROUND, HEALTH, KI, CONCENTRATION, OPPONENT, STRUCK, WOUNDS, LIMB, SPENT, *_ = range(len(COLUMNS))
PURCHASES, ROLLED, DICE, ATTACK, DEFENSE, HIS, ENDING = range(SPENT + 1, len(COLUMNS))
PHASES = numbered(
    Phase,
    *[Phase.ANNOUNCE, Phase.PLACE, Phase.RAISE, Phase.ANSWER, Phase.ROLL, Phase.REROLL, Phase.STRIKE, Phase.OPPONENT],
    *[Phase.INJURY_1, Phase.INJURY_2, Phase.WOUND, Phase.KI_TOLL, Phase.HEALTH_TOLL, Phase.OVER],
)
"""Decisions are below ROLLING, and nothing is above OVER."""
ANNOUNCING, PLACING, RAISING, ANSWERING, ROLLING, REROLLING, STRIKING, *_ = PHASES.values()
HIS_ROLL, INJURY_1, INJURY_2, WOUNDING, KI_TOLL, HEALTH_TOLL, OVER = [*PHASES.values()][STRIKING + 1 :]

ENDINGS = numbered(
    Ending,
    *[Ending.KILLED_HIM, Ending.BEHEADED_HIM, Ending.BOUGHT, Ending.KILLED, Ending.BEHEADED, Ending.BLED],
    *[Ending.OPPONENT_WITHDREW, Ending.PLAYER_WITHDREW, Ending.STAND_OFF],
)
KILLED_HIM, BEHEADED_HIM, BOUGHT, KILLED, BEHEADED_ME, BLED, *_ = (number + 1 for number in ENDINGS.values())
HE_WITHDREW, I_WITHDREW, STAND_OFF = range(BLED + 1, BLED + 4)
"""0 is none."""

# Hands: none to three dice of one side, sorted; number 0 is no dice.

HANDS: list[Faces] = [hand for size in range(ROUND_DICE) for hand in combinations_with_replacement(FACES, size)]
HAND_NUMBER = {hand: number for number, hand in enumerate(HANDS)}
THROWN_AT = np.array([0, 0, 6, 42])
"""[dice]: where the throws of so many begin in THROWN."""


def _thrown() -> Rows:
    table = np.zeros((4, 6 + 36 + 216), np.int32)
    for discards in range(4):
        gone = {face for face in (1, 2) if discards >> (face - 1) & 1}
        for dice in (1, 2, 3):
            for number, fallen in enumerate(product(FACES, repeat=dice)):  # the digits in reverse: no matter, sorted
                kept = tuple(sorted(face for face in fallen if face not in gone))
                table[discards, THROWN_AT[dice] + number] = HAND_NUMBER[kept]
    return table


def _without() -> Rows:
    table = np.full((len(HANDS), 7), -1, np.int32)
    for number, hand in enumerate(HANDS):
        for face in set(hand):
            at = hand.index(face)
            table[number, face] = HAND_NUMBER[hand[:at] + hand[at + 1 :]]
    return table


def _more() -> Rows:
    table = np.full((len(HANDS), 7), -1, np.int32)
    for number, hand in enumerate(HANDS):
        for face in FACES if len(hand) < ROUND_DICE - 1 else ():
            table[number, face] = HAND_NUMBER[tuple(sorted((*hand, face)))]
    return table


def _faces() -> Rows:
    table = np.zeros((len(HANDS), 3), np.int32)
    for number, hand in enumerate(HANDS):
        shown = sorted(set(hand))
        table[number, : len(shown)] = shown
    return table


def _placed() -> tuple[Rows, Rows]:
    """The points each way to place a hand gives the columns, and the ways of a hand."""
    totals, ways = np.full((len(HANDS), REROLL, 3), -1, np.int32), np.zeros((2, len(HANDS), 29), np.int32)
    for number, hand in enumerate(HANDS[1:], 1):
        for split in (False, True) if len(hand) == 1 else (False,):
            found = placing(hand, split)
            for points, action in found.items():
                totals[number, action] = points
            ways[int(split), number, : len(found)] = sorted(found.values())
            ways[int(split), number, -1] = len(found)
    return totals, ways


THROWN, WITHOUT, MORE, SHOWN = _thrown(), _without(), _more(), _faces()
"""[discards, throw]: the hand; [hand, face]: a die less; a die more; [hand, n]: the n-th different face. Discards are
Deep Wounds 1 and 2 as bits (S20)."""
TOTALS, PLACES = _placed()
"""[hand, action, column]: the points placed, -1 where the action is none; [one die rolled, hand, n]: the n-th way to
place it, the last column is how many there are."""
SUMS = np.array([sum(hand) for hand in HANDS], np.int32)
KINDS = (SHOWN > 0).sum(axis=1).astype(np.int32)
"""[hand]: its different faces."""

# The printed pages.

HARMS = numbered(Harm, Harm.HEALTH, Harm.KI, Harm.LEVEL_1, Harm.LEVEL_2, Harm.DEEP_WOUND)
LOSS_OF_HEALTH, LOSS_OF_KI, LEVEL_1, LEVEL_2, DEEP_WOUND = HARMS.values()
GAINS = numbered(Gain, Gain.KI, Gain.OPPONENT, Gain.ATTACK, Gain.DEFENSE, Gain.STRIKE)
GAIN_KI, GAIN_OPPONENT, GAIN_ATTACK, GAIN_DEFENSE, GAIN_STRIKE = GAINS.values()


def _again(reroll: Reroll) -> tuple[bool, bool]:
    match reroll:
        case Reroll.ALL:
            return True, False
        case Reroll.ONE:
            return False, True
        case Reroll.EITHER:
            return True, True
        case _:
            return never(reroll)


class Page(NamedTuple):
    """A duel under its rules."""

    start: Rows  # [column]: the row before the first step
    dice: Rows  # [round - 1]: how many may be rolled (S2)
    lines: Rows  # [sum, (defense, counter, harm, amount)]; counter 0: none (S14, S15)
    damage: Rows  # [Final Attack]; the last one goes on (S14)
    rewards: Rows  # [row, (price, gain, amount)] (S9)
    affordable: Rows  # [concentration]: the rows that can be bought; the last one goes on
    injuries: Rows  # [hit again, zone, (harm, amount)] (S18, S19)
    most_purchases: int  # a round; -1: any number (S10)
    again_all: bool  # all his dice can be thrown again (S13),
    again_one: bool  # or one of them


def page_of(game: Samurai) -> Page:
    """The duel of a game as numbers."""
    duel, page = game.duel, game.duel.player
    _, reroll, _, _ = game.switches  # the game counts purchases and knows the costs; how the sheet is kept is all one

    def numbers(effect: Effect | None) -> tuple[int, int]:
        return (HARMS[effect.harm], effect.amount) if effect else (0, 0)

    start = np.zeros(len(COLUMNS), np.int32)
    start[[ROUND, HEALTH, KI, OPPONENT]] = 1, page.health, page.ki, duel.health
    lines, injuries = np.zeros((LINES[-1] + 1, 4), np.int32), np.zeros((2, ZONES[-1] + 1, 2), np.int32)
    for number, line in duel.lines.items():
        lines[number] = line.defense, line.counter or 0, *numbers(line.effect)
    for zone in ZONES:
        injuries[:, zone] = [numbers(game.cost(zone, repeated=repeated)) for repeated in (False, True)]
    rewards = np.array([(row.price, GAINS[row.gain], row.amount) for row in page.rewards], np.int32)
    dearest = page.rewards[-1].price if page.rewards else 0
    return Page(
        start,
        np.array(page.dice, np.int32),
        lines,
        np.array([duel.damage(attack) for attack in range(duel.resistance[-1][0] + 1)], np.int32),
        rewards.reshape(-1, 3),
        np.array([sum(row.price <= c for row in page.rewards) for c in range(dearest + 1)], np.int32),
        injuries,
        -1 if game.most_purchases is None else game.most_purchases,
        *_again(reroll),
    )
