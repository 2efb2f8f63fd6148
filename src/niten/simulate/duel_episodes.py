"""Duels that begin anew when they are over."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from typing import Any

from niten.simulate.duel_moves import choose_randomly, fill_mask
from niten.simulate.duel_rules import BOUGHT, apply, begin
from niten.simulate.duel_sight import see
from niten.simulate.duel_tables import ENDING, OVER, PHASE, Page
from niten.simulate.streams import LATER, Numbers, Rows, Streams, compiled, sow
from niten.simulate.table import ILLEGAL, Table, is_legal
from niten.spaces import Floats


@compiled
def play(
    page: Page,
    scales: Floats,
    rows: Rows,
    streams: Streams,
    table: Table,
    which: Any,
    actions: Numbers,
    seen: Floats,
    rewards: Any,
    over: Any,
) -> int:
    """An action in each of some games, or a new game where one waits; what is seen of all. Returns how many ended."""
    ended, at_once = 0, table.last.size > 0
    for i in range(rows.shape[0]):
        row = rows[i]
        rewards[i], over[i] = 0.0, False
        if which[i]:
            is_new = table.waiting[i]
            if not is_new:
                if is_legal(table, i, actions[i]):
                    apply(page, row, streams, i, actions[i])
                    table.endings[i], over[i] = row[ENDING], row[PHASE] == OVER
                else:
                    table.endings[i], over[i] = ILLEGAL, True
                if over[i]:
                    ended += 1
                    rewards[i] = 0 < table.endings[i] <= BOUGHT
                    if at_once:
                        see(page, scales, row, table.last[i])
                        is_new = True
            if is_new:
                sow(streams, i, table.seeds[i], table.numbers[i])
                table.numbers[i] += LATER
                begin(page, row, streams, i)
            table.waiting[i] = over[i] and not at_once
        see(page, scales, row, seen[i])
        fill_mask(page, row, table.masks[i])
    return ended


@compiled
def choose(page: Page, rows: Rows, streams: Streams, actions: Numbers) -> None:
    """A random action for each row; any where the duel is over."""
    for i in range(rows.shape[0]):
        actions[i] = 0 if rows[i, PHASE] == OVER else choose_randomly(page, rows[i], streams, i)
