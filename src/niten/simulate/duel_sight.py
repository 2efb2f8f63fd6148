"""What is seen of a row of the duel: the numbers of `niten.spaces.DuelSpace`, which judges it."""

import numpy as np

from niten.core.dice import FACES
from niten.samurai.duel import DEEP_WOUNDS, ZONES
from niten.simulate.duel_moves import most_dice
from niten.simulate.duel_tables import (
    ATTACK,
    DEFENSE,
    DICE,
    HANDS,
    HIS,
    LIMB,
    OPPONENT,
    PHASE,
    PURCHASES,
    ROLLED,
    ROLLING,
    ROUND,
    SPENT,
    STRUCK,
    WOUNDS,
    Page,
)
from niten.simulate.streams import Rows, compiled, inner
from niten.spaces import Floats

_COUNTS = np.array([[hand.count(face) for face in FACES] for hand in HANDS], np.int8)
_FACES, _FIRST_ZONE, _ZONES, _FIRST_WOUND, _WOUNDS = len(FACES), ZONES[0], len(ZONES), DEEP_WOUNDS[0], len(DEEP_WOUNDS)


@inner
def see(page: Page, scales: Floats, row: Rows, seen: Floats) -> None:
    """The observation of one row."""
    for phase in range(ROLLING):
        seen[phase] = row[PHASE] == phase
    at = ROLLING
    for column in range(ROUND, OPPONENT + 1):
        seen[at] = row[column]
        at += 1
    for n in range(_ZONES):
        seen[at + n] = row[STRUCK] >> (_FIRST_ZONE + n) & 1
    at += _ZONES
    for n in range(_WOUNDS):
        seen[at + n] = row[WOUNDS] >> (_FIRST_WOUND + n) & 1
    at += _WOUNDS
    seen[at], seen[at + 1] = row[LIMB], row[SPENT]
    at += 2
    if page.most_purchases >= 0:
        seen[at] = row[PURCHASES]
        at += 1
    seen[at], seen[at + 1] = most_dice(page, row), row[ROLLED]
    at += 2
    for n in range(_FACES):
        seen[at + n] = _COUNTS[row[DICE], n]
    at += _FACES
    seen[at], seen[at + 1] = row[ATTACK], row[DEFENSE]
    at += 2
    for n in range(_FACES):
        seen[at + n] = _COUNTS[row[HIS], n]
    for n in range(seen.size):
        seen[n] /= scales[n]


@compiled
def see_all(page: Page, scales: Floats, rows: Rows, seen: Floats) -> None:
    """The observations of all rows."""
    for i in range(rows.shape[0]):
        see(page, scales, rows[i], seen[i])
