"""The race's kernel over many rows; `found` is room to work in, for each thread its own."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from niten.simulate.race_rules import apply, begin, choose_randomly, fill_mask, winners
from niten.simulate.race_tables import OVER, PHASE, Track
from niten.simulate.streams import Masks, Numbers, Streams, compiled


@compiled
def begin_all(track: Track, rows: Numbers, streams: Streams, which: Numbers) -> None:
    """New races in some of the rows."""
    for i in which:
        begin(track, rows[i], streams, i)


@compiled
def fill_masks(track: Track, rows: Numbers, masks: Masks, found: Numbers, low: int, high: int) -> None:
    """What is legal in the rows from `low` up to `high`."""
    for i in range(low, high):
        fill_mask(track, rows[i], masks[i], found)


@compiled
def apply_all(track: Track, rows: Numbers, streams: Streams, actions: Numbers, low: int, high: int) -> None:
    """One legal action in each row that is not over."""
    for i in range(low, high):
        if rows[i, PHASE] != OVER:
            apply(track, rows[i], streams, i, actions[i])


@compiled
def find_winners(track: Track, rows: Numbers, found: Numbers) -> None:
    """Who shares the win of each row that is over, as bits."""
    for i in range(rows.shape[0]):
        found[i] = winners(track, rows[i])


@compiled
def play_randomly(track: Track, rows: Numbers, streams: Streams, found: Numbers) -> int:
    """Whole races of random actions, one after the other; returns the number of decisions."""
    decisions = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        begin(track, row, streams, i)
        while row[PHASE] != OVER:
            apply(track, row, streams, i, choose_randomly(track, row, streams, i, found))
            decisions += 1
    return decisions
