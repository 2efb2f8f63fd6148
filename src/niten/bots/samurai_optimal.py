"""The optimal player: asks the coach. The duel is solved when it is first needed, unless its tables are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from niten.core import Dice, Step
from niten.samurai import Samurai, State

if TYPE_CHECKING:
    from niten.solver.coach import Coach
    from niten.solver.store import Entry


class OptimalPlayer:
    """Takes the move with the greatest certain value."""

    def __init__(self, tables: Entry | None = None) -> None:
        self._tables = tables
        self._latest: Coach | None = None  # large: only that of the duel being played

    def choose(self, game: Samurai, state: State, dice: Dice) -> Step:  # noqa: ARG002 — the best move needs no chance
        moves = self._coach(game).moves(state)
        return max(moves, key=lambda move: moves[move])

    def _coach(self, game: Samurai) -> Coach:
        # The solver is an extra, and heavy: only who plays optimally needs it.
        from niten.solver.certify import solution_of, solve  # noqa: PLC0415
        from niten.solver.coach import Coach  # noqa: PLC0415
        from niten.solver.store import Store  # noqa: PLC0415

        if self._latest is None or self._latest.game is not game:
            solved = solution_of(game, "win", self._tables, 0.0, cached=True) if self._tables else None
            self._latest = Coach(solved or solve(game, store=Store()))
        return self._latest
