"""A duel in the server's workers. The solver is loaded when it is first asked: it is heavy, and an extra."""

# ruff: noqa: PLC0415

import json
from typing import TYPE_CHECKING, Any, ClassVar

from niten.core.game import JsonObject
from niten.core.record import AnyGame, AnyMatch
from niten.samurai import Samurai
from niten.samurai.switches import switches_data
from niten.server.part import Progress, ServerPart

if TYPE_CHECKING:
    from niten.solver.coach import Coach


class DuelServer(ServerPart):
    """Way of the Samurai: solved."""

    gives_hints: ClassVar[bool] = True
    gives_reviews: ClassVar[bool] = True

    def __init__(self) -> None:
        self._coaches: dict[str, Coach] = {}

    def hint(self, game: AnyGame, state: Any, progress: Progress) -> JsonObject:
        moves = self._coach(game, progress).moves(state)
        rows = [{"step": str(step), "lower": worth.lower, "upper": worth.upper} for step, worth in moves.items()]
        return {"moves": sorted(rows, key=lambda row: -float(row["lower"]))}

    def review(self, match: AnyMatch, progress: Progress) -> JsonObject:
        from niten.review.analysis import review_duel

        game = match.game
        assert isinstance(game, Samurai)
        coach = self._coach(game, lambda share: progress(0.8 * share))
        looked = review_duel(coach, match.states[0], match.steps, lambda share: progress(0.8 + 0.2 * share))
        return {"duel": game.duel.id, "rules": switches_data(game.switches)} | looked.as_json()

    def _coach(self, game: AnyGame, progress: Progress) -> "Coach":
        """Somebody who knows what every move is worth; the last one stays."""
        setup = json.dumps(game.setup())
        if setup not in self._coaches:
            from niten.solver.certify import solve
            from niten.solver.coach import Coach
            from niten.solver.store import Store

            assert isinstance(game, Samurai)
            solution = solve(game, store=Store(), threads=1, progress=progress)
            self._coaches.clear()
            self._coaches[setup] = Coach(solution)
        return self._coaches[setup]


SERVER = DuelServer()
