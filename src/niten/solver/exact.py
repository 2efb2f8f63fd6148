"""The duel with every body kept apart: exact, for duels with few of them."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from niten.samurai import Effect, Gain, Harm, Samurai
from niten.solver.bodies import Body, consequences
from niten.solver.sweep import Sweep, bled, in_threads, lost
from niten.solver.tables import Floats

Tables = dict[Body, Floats]

_WORTH_A_THREAD = 10_000  # states of a table


class ExactFollowing:
    """The tables of the next round, as seen from what his line does; `end` is what follows the last round."""

    def __init__(self, game: Samurai, tables: Mapping[Body, Floats], end: Floats | None = None) -> None:
        self.game = game
        self.tables = tables
        self.end = end

    def events(self, body: Body, effects: Iterable[Effect | None]) -> Floats:
        """The value of what each line does: [event, his health, ki, concentration, health - 1]."""
        return np.stack([self._event(body, effect) for effect in effects])

    def _after(self, body: Body) -> Floats:
        if self.end is not None:
            return self.end
        return bled(self.tables[body]) if body.is_bleeding else self.tables[body]

    def _event(self, body: Body, effect: Effect | None) -> Floats:
        stay = self._after(body)
        if effect is None:
            return stay
        if effect.harm in (Harm.HEALTH, Harm.KI):
            return lost(stay, effect)
        total = np.zeros_like(stay)
        for way in consequences(self.game, body, effect.harm):
            table = self._after(way.body)
            if way.clears_concentration:
                table = np.broadcast_to(table[:, :, :1], table.shape)
            total += way.chance * lost(table, way.cost)
        return total


class ExactSolver:
    """Backward over the rounds. `alive` is the worth of ending without a victory, but alive."""

    def __init__(self, game: Samurai, *, alive: float = 0.0, threads: int | None = None) -> None:
        self.game = game
        self.alive = alive
        self.sweep = Sweep(game, np.float64, most_ki(game), ahead=True)
        self.threads = threads or (1 if np.prod(self.sweep.shape) < _WORTH_A_THREAD else None)

    def solve(self, rounds: list[set[Body]], progress: Callable[[float], None] = lambda _: None) -> list[Tables]:
        """The tables of every round, for the bodies with which it can begin."""
        tables: list[Tables] = []
        following = ExactFollowing(self.game, {}, np.full(self.sweep.shape, self.alive))
        total = sum(map(len, rounds))
        done = 0
        for number in range(len(rounds), 0, -1):
            bodies = sorted(rounds[number - 1])

            def solve(body: Body, number: int = number, following: ExactFollowing = following) -> Floats:
                events = following.events(body, self.sweep.model.events)
                return self.sweep.round(number, events, body.discarded, one_die=body.limb_lost)

            current = dict(zip(bodies, in_threads(solve, bodies, self.threads), strict=True))
            tables.insert(0, current)
            following = ExactFollowing(self.game, current)
            done += len(bodies)
            progress(done / total)
        return tables


def most_ki(game: Samurai) -> int:
    """The printed Ki and all that concentration could ever buy."""
    page = game.duel.player
    gathered = 6 * sum(page.dice)
    bought = (gathered // row.price * row.amount for row in page.rewards if row.gain is Gain.KI)
    return page.ki + max(bought, default=0)
