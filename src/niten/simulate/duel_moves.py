"""What is legal in a duel, on a row of numbers."""

from niten.samurai.duel import ROUND_DICE
from niten.samurai.rules import KI_PER_ROUND
from niten.simulate.duel_tables import (
    ANNOUNCING,
    ANSWERING,
    CONCENTRATION,
    DICE,
    HIS,
    KI,
    KINDS,
    LIMB,
    OVER,
    PHASE,
    PLACES,
    PLACING,
    PURCHASES,
    ROLLED,
    ROUND,
    SHOWN,
    SPENT,
    Page,
)
from niten.simulate.streams import Masks, Rows, Streams, drawn, inner
from niten.spaces.duel import AGAIN, ANNOUNCE, BUY, RAISE, READY, REROLL, STAND


@inner
def most_dice(page: Page, row: Rows) -> int:
    """How many dice the player may roll this round (S2); one after a lost limb (S18)."""
    return 1 if row[LIMB] else page.dice[row[ROUND] - 1]


@inner
def can_spend_ki(row: Rows) -> bool:
    """Ki left, and not yet three spent this round (S7)."""
    return row[KI] > 0 and row[SPENT] < KI_PER_ROUND


@inner
def purchases(page: Page, row: Rows) -> int:
    """How many rows of the table can be bought now, the cheapest first (S9, S10)."""
    if page.most_purchases >= 0 and row[PURCHASES] >= page.most_purchases:
        return 0
    return page.affordable[min(row[CONCENTRATION], page.affordable.size - 1)]


@inner
def singles(page: Page, row: Rows) -> int:
    """The different dice of his that can be thrown again alone (S13); where all can, a single die is all."""
    if not page.again_one or (page.again_all and row[ROLLED] == ROUND_DICE - 1):
        return 0
    return KINDS[row[HIS]]


@inner
def fill_mask(page: Page, row: Rows, mask: Masks) -> None:
    """1 for each legal action."""
    mask[:] = 0
    phase = row[PHASE]
    if phase == OVER:
        return
    if phase == ANSWERING:
        mask[STAND] = 1
        if page.again_all:
            mask[AGAIN] = 1
        for n in range(singles(page, row)):
            mask[AGAIN + SHOWN[row[HIS], n]] = 1
        return
    if phase == ANNOUNCING:
        for n in range(most_dice(page, row)):
            mask[ANNOUNCE + n] = 1
    elif phase == PLACING:
        ways = PLACES[1 if row[ROLLED] == 1 else 0, row[DICE]]
        for n in range(ways[-1]):
            mask[ways[n]] = 1
        if can_spend_ki(row):
            for n in range(KINDS[row[DICE]]):
                mask[REROLL + SHOWN[row[DICE], n] - 1] = 1
    else:
        mask[READY] = 1
        if can_spend_ki(row):
            mask[RAISE] = mask[RAISE + 1] = 1
    for n in range(purchases(page, row)):
        mask[BUY + n] = 1


@inner
def choose_randomly(page: Page, row: Rows, streams: Streams, i: int) -> int:
    """A legal action, each as likely: the n-th of those in the mask, without making one."""
    phase = row[PHASE]
    if phase == ANSWERING:
        others = 2 if page.again_all else 1
        n = drawn(streams.lots, i, others + singles(page, row))
        return STAND + n if n < others else AGAIN + SHOWN[row[HIS], n - others]
    bought = purchases(page, row)
    if phase == ANNOUNCING:
        most = most_dice(page, row)
        n = drawn(streams.lots, i, most + bought)
        return ANNOUNCE + n if n < most else BUY + n - most
    if phase == PLACING:
        ways = PLACES[1 if row[ROLLED] == 1 else 0, row[DICE]]
        placed, rerolls = ways[-1], KINDS[row[DICE]] if can_spend_ki(row) else 0
        n = drawn(streams.lots, i, placed + rerolls + bought)
        if n < placed:
            return ways[n]
        n -= placed
        return REROLL + SHOWN[row[DICE], n] - 1 if n < rerolls else BUY + n - rerolls
    raised = 3 if can_spend_ki(row) else 1  # ready is one of them
    n = drawn(streams.lots, i, raised + bought)
    return READY + n if n < raised else BUY + n - raised
