"""The duel's kernel over many rows."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from niten.simulate.duel_moves import choose_randomly, fill_mask
from niten.simulate.duel_rules import apply, begin
from niten.simulate.duel_tables import OVER, PHASE, Page
from niten.simulate.streams import Masks, Numbers, Rows, Streams, compiled


@compiled
def begin_all(page: Page, rows: Rows, streams: Streams, which: Numbers) -> None:
    """New duels in some of the rows."""
    for i in which:
        begin(page, rows[i], streams, i)


@compiled
def fill_masks(page: Page, rows: Rows, masks: Masks, low: int, high: int) -> None:
    """What is legal in the rows from `low` up to `high`."""
    for i in range(low, high):
        fill_mask(page, rows[i], masks[i])


@compiled
def apply_all(page: Page, rows: Rows, streams: Streams, actions: Numbers, low: int, high: int) -> None:
    """One legal action in each row that is not over."""
    for i in range(low, high):
        if rows[i, PHASE] != OVER:
            apply(page, rows[i], streams, i, actions[i])


@compiled
def play_randomly(page: Page, rows: Rows, streams: Streams) -> int:
    """Whole duels of random actions, one after the other; returns the number of decisions."""
    decisions = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        begin(page, row, streams, i)
        while row[PHASE] != OVER:
            apply(page, row, streams, i, choose_randomly(page, row, streams, i))
            decisions += 1
    return decisions
