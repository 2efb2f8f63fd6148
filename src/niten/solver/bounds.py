"""One bound for a full duel: backward over the rounds, one table for each class of bodies.

The lower bound is the value of a player who is allowed less, with the worst body of each class; the upper bound that of
one who is allowed more, with the best body (docs/solver.md has the arguments).
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from niten.samurai import Samurai
from niten.solver.classes import Class, deep_zones, holds_for, nearest
from niten.solver.sweep import Sweep
from niten.solver.tables import NEVER, Floats, Kept

_FEW = 300  # classes that can all be looked at


class Bound:
    """The lower or the upper bound. `alive` is the worth of ending without a victory, but alive."""

    def __init__(
        self,
        game: Samurai,
        classes: Iterable[Class],
        precision: type[np.floating[Any]],
        *,
        upper: bool,
        alive: float,
        few_rolls: bool = False,
    ) -> None:
        self.game, self.upper, self.alive = game, upper, alive
        self.classes = tuple(classes)
        self.deep = deep_zones(game)
        self.sweep = sweep_for(game, precision, upper=upper, few_rolls=few_rolls)
        self.better = np.maximum if upper else np.minimum
        self.closer = np.minimum if upper else np.maximum
        self._nearest: dict[tuple[int, Class, int], list[Class]] = {}
        self._rough: dict[int, list[Class]] = {}

    @property
    def ki_price(self) -> int:
        """The price of one Ki, where it is bought when needed."""
        prices = self.sweep.model.prices.ki
        return int(prices[0, 0]) if len(prices) else NEVER

    def present(self, number: int) -> list[Class]:
        """The classes worth a table when a round begins: the dearest first, so that threads end together."""
        found = [one for one in self.classes if sum(group.number for group in one.struck) < number or not self.upper]
        return sorted(found, key=lambda one: (one.limb_lost, not one.wounds))

    def nearest(self, tables: Mapping[Class, object], body: Class, hit: int) -> list[Class]:
        """The classes with tables that bound such bodies best. Those of an early round are fewer, never others."""
        key = len(tables), body, hit
        if key not in self._nearest:
            self._nearest[key] = nearest(tuple(self._candidates(tables, body, hit)), body, hit, self.deep, self.upper)
        return self._nearest[key]

    def _candidates(self, tables: Mapping[Class, object], body: Class, hit: int) -> Iterable[Class]:
        """The classes worth looking at: of many with exact zones, only those that fit best."""
        if len(tables) <= _FEW:
            return tables
        if len(tables) not in self._rough:
            self._rough[len(tables)] = [one for one in tables if not one.is_exact or not one.struck]
        if not body.is_exact:
            return self._rough[len(tables)]
        zones = tuple(sorted({*body.zones, hit} - {0}))
        same = Class.exactly(zones, body.wounds)
        if same in tables:
            return [same]
        fewer = (Class.exactly(some, body.wounds) for some in combinations(zones, len(zones) - 1))
        return [*self._rough[len(tables)], *(one for one in fewer if one in tables)]

    def ordered(self, tables: dict[Class, Kept]) -> dict[Class, Kept]:
        """The same bounds in the order of the bodies: what bounds a body also bounds every worse one, or better one."""
        classes = tuple(tables)
        bounds = {
            one: [other for other in classes if other != one and holds_for(other, one, 0, self.deep, upper=self.upper)]
            for one in classes
        }
        result: dict[Class, Kept] = {}
        for one in sorted(classes, key=lambda one: len(bounds[one])):  # so that those that bound it come first
            table = tables[one]
            for other in bounds[one]:
                if not any(other in bounds[between] for between in bounds[one]):
                    table = self.closer(table, result[other])
            result[one] = table
        return {one: result[one] for one in classes}

    def value(self, events: Floats, number: int, body: Class) -> Floats:
        """The table of a class at the start of a round, from what his lines do to it."""
        return self.sweep.round(number, events, discarded(body), one_die=body.limb_lost)


def discarded(body: Class) -> tuple[int, ...]:
    """The faces that Deep Wounds 1 and 2 take away."""
    return tuple(wound for wound in body.wounds if wound <= 2)


def sweep_for(game: Samurai, precision: type[np.floating[Any]], *, upper: bool, few_rolls: bool) -> Sweep:
    """Ki bought when needed, where that is as good as early; else with a highest Ki, from above never used up."""
    ki = game.duel.player.ki
    if buys_when_needed(game):
        return Sweep(game, precision, max(ki, 3), ahead=False, few_rolls=few_rolls)
    return Sweep(game, precision, ki + 3, ahead=True, endless=upper, few_rolls=few_rolls)


def buys_when_needed(game: Samurai) -> bool:
    """Purchases are not limited, and Ki is sold singly at one price: then nothing is gained by buying it early."""
    amounts = [row.amount for row in game.duel.player.rewards if row.gain.value == "ki"]
    return game.most_purchases is None and (not amounts or amounts == [1])
