"""One bound for a full duel: backward over the rounds, one table for each class of bodies.

The lower bound is the value of a player who is allowed less, with the worst body of each class; the upper bound that of
one who is allowed more, with the best body (docs/solver.md has the arguments).
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from niten.samurai import Effect, Harm, Samurai
from niten.samurai.duel import DEEP_WOUNDS
from niten.solver.bodies import LEVEL_1, LEVEL_2
from niten.solver.classes import LASTING, ZONES, Class, Group, deep_zones, holds_for, nearest
from niten.solver.kernels import add_extremes
from niten.solver.losses import lose_health, lose_ki
from niten.solver.sweep import Sweep, bled, lost, put_lower
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
        self._nearest: dict[tuple[int, Class, int], list[Class]] = {}
        self._rough: dict[int, list[Class]] = {}

    def last_round(self, shape: tuple[int, ...] | None = None, *, last: bool = False) -> "Following":
        """What follows the last round: nothing more."""
        end = np.full(shape or self.sweep.shape, self.alive, self.sweep.precision)
        return Following(self, {}, end, last=last)

    @property
    def ki_price(self) -> int:
        """The price of one Ki, where it is bought when needed."""
        prices = self.sweep.model.prices.ki
        return int(prices[0, 0]) if len(prices) else NEVER

    def present(self, number: int) -> list[Class]:
        """The classes worth a table when a round begins: the dearest first, so that threads end together."""
        found = [one for one in self.classes if sum(group.number for group in one.struck) < number or not self.upper]
        return sorted(found, key=lambda one: (one.limb_lost, not one.wounds))

    def nearest(self, tables: Mapping[Class, Floats], body: Class, hit: int) -> list[Class]:
        """The classes with tables that bound such bodies best. Those of an early round are fewer, never others."""
        key = len(tables), body, hit
        if key not in self._nearest:
            self._nearest[key] = nearest(tuple(self._candidates(tables, body, hit)), body, hit, self.deep, self.upper)
        return self._nearest[key]

    def _candidates(self, tables: Mapping[Class, Floats], body: Class, hit: int) -> Iterable[Class]:
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
        closer = np.minimum if self.upper else np.maximum
        result: dict[Class, Kept] = {}
        for one in sorted(classes, key=lambda one: len(bounds[one])):  # so that those that bound it come first
            table = tables[one]
            for other in bounds[one]:
                if not any(other in bounds[between] for between in bounds[one]):
                    table = closer(table, result[other])
            result[one] = table
        return {one: result[one] for one in classes}

    def value(self, following: "Following", number: int, body: Class) -> Floats:
        """The table of a class at the start of a round."""
        return self.sweep.round(number, following.events(body), discarded(body), one_die=body.limb_lost)


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
    return game.edition.purchases is None and (not amounts or amounts == [1])


class Following:
    """The tables of the next round, as seen from what his line does."""

    def __init__(
        self, bound: Bound, tables: Mapping[Class, Floats], end: Floats | None = None, *, last: bool = False
    ) -> None:
        self.bound = bound
        self.tables = tables
        self.end = end
        self.last = last  # only the highest health is asked about
        self._found: dict[object, Any] = {}

    def _of_class(self, one: Class) -> Floats:
        """The table of a class, before the bleeding with which the round begins."""
        table = self.tables[one]
        return self._once(("bled", one), partial(bled, table)) if 3 in one.wounds else table

    def events(self, body: Class) -> Floats:
        """The value of what each line of his does: [event, his health, ki, concentration, health - 1]."""
        return np.stack([self._event(body, effect) for effect in self.bound.sweep.model.events])

    def _once(self, key: object, make: Callable[[], Any]) -> Any:
        """Made once, although several threads may ask: the same table whoever makes it."""
        if key not in self._found:
            self._found[key] = make()
        return self._found[key]

    def _table(self, body: Class, hit: int = 0) -> Floats:
        """The bound for the bodies of a class after one more zone is hit, from the classes there are."""
        if self.end is not None:
            return self.end
        if hit == 0 and body in self.tables:
            return self._of_class(body)
        fit = self.bound.nearest(self.tables, body, hit)
        return self._once(("table", *fit), partial(self._make_table, fit))

    def _make_table(self, fit: list[Class]) -> Floats:
        if not fit:  # only possible from below: nothing is known
            return np.zeros_like(next(iter(self.tables.values())))
        closer = np.minimum if self.bound.upper else np.maximum
        table = self._of_class(fit[0])
        for other in fit[1:]:
            table = closer(table, self._of_class(other))
        return table

    def _event(self, body: Class, effect: Effect | None) -> Floats:
        """What his line does: nothing, a loss, or an injury (S15)."""
        if effect and effect.harm in (Harm.HEALTH, Harm.KI):
            return self._lost(self._table(body), effect)
        stay = self._unhurt(self._table(body))
        if effect is None:
            return stay
        chances = LEVEL_1 if effect.harm is Harm.LEVEL_1 else LEVEL_2
        total: Floats = np.ascontiguousarray(stay * stay.dtype.type(chances.get(1, 0)))  # dodged
        untouched = tuple(zone for zone in ZONES if zone not in body.zones)
        for group in (*body.struck, Group(untouched, 0)):
            self._add_group(total, body, group, {zone: chances[zone] for zone in group.zones if zone in chances})
        return total

    def _add_group(self, total: Floats, body: Class, group: Group, chances: dict[int, float]) -> None:
        """Add what a hit on a zone of a group leads to. Which of them are struck is chosen by value, at each state."""
        changes: list[Floats] = []
        all_struck = body.limb_lost or group.number == len(group.zones)
        for zone, chance in chances.items():
            p = total.dtype.type(chance)
            if all_struck:
                total += p * self._hit(body, zone, repeated=True)
            elif not group.number:
                total += p * self._hit(body, zone, repeated=False)
            else:
                anew, again = self._hit(body, zone, repeated=False), self._hit(body, zone, repeated=True)
                if not self.bound.upper:
                    anew = np.maximum(anew, again)  # to lose a limb never helps, so the greater bound holds
                total += p * anew
                changes.append(p * np.minimum(0, again - anew))
        count = group.number
        if self.bound.upper:
            count -= len(group.zones) - len(chances)  # struck ones may be those that this level cannot hit
        if changes and count > 0:
            rows = np.stack(changes).reshape(len(changes), -1)
            add_extremes(total.reshape(-1), rows, min(count, len(changes)), self.bound.upper)

    def _unhurt(self, table: Floats) -> Floats:
        return table[..., -1:] if self.last else table

    def _hit(self, body: Class, zone: int, *, repeated: bool) -> Floats:
        """A zone is hit: its cost, and it is struck out, or the limb is lost (S18)."""
        fresh = body.is_fresh(self.bound.deep)
        unwounded = fresh and zone not in self.bound.deep
        after, hit = (Class.lost(body.wounds, unwounded=unwounded), 0) if repeated else (body, zone)
        cost = self.bound.game.duel.player.injuries[zone]
        if cost.harm is Harm.DEEP_WOUND:
            return self._deep_wound(after, hit, fresh)
        table = self._table(after, hit)
        return self._once(("lost", id(table), cost), partial(self._lost, table, cost))

    def _deep_wound(self, after: Class, hit: int, fresh: bool) -> Floats:
        """One of the wounds still open (S20)."""
        table = self._table(after, hit)
        lasting = [
            self._table(after._replace(wounds=tuple(sorted((*after.wounds, wound)))), hit)
            for wound in LASTING
            if wound not in after.wounds
        ]
        key = ("deep", id(table), *map(id, lasting), fresh)
        return self._once(key, partial(self._mean_of_wounds, table, lasting, fresh))

    def _mean_of_wounds(self, table: Floats, lasting: list[Floats], fresh: bool) -> Floats:
        """The mean over the wounds. Which of 4–6 are open is chosen by value, unless all are."""
        plain = self._unhurt(table)
        total = np.sum([self._unhurt(each) for each in lasting], axis=0) if lasting else np.zeros_like(plain)
        once: list[Floats] = self._once(("once", id(table)), partial(self._wounds_that_act_once, table))
        if fresh:
            return (total + once[0] + once[1] + once[2]) / len(DEEP_WOUNDS)
        best = total / len(lasting) if lasting else plain
        for count, one in enumerate(once if self.bound.upper else reversed(once), start=len(lasting) + 1):
            total = total + one
            best = self.bound.better(best, total / count)
        return best

    def _wounds_that_act_once(self, plain: Floats) -> list[Floats]:
        """Deep Wounds 4, 5 and 6, the greatest value first at each state."""
        one = self._cleared(self._unhurt(plain))
        two, three = (self._mean_loss(plain, harm) for harm in (Harm.KI, Harm.HEALTH))
        one, two = np.maximum(one, two), np.minimum(one, two)
        two, three = np.maximum(two, three), np.minimum(two, three)
        one, two = np.maximum(one, two), np.minimum(one, two)
        return [one, two, three]

    def _mean_loss(self, table: Floats, harm: Harm) -> Floats:
        """A die tells how much is lost."""
        sixth = table.dtype.type(1 / 6)
        if self.last:
            return self._lose(table, harm, (1, 6), sixth)
        losses = (self._lost(table, Effect(harm, face)) for face in range(1, 7))
        return sum(losses, np.zeros_like(table)) * sixth

    def _lose(self, table: Floats, harm: Harm, amounts: tuple[int, int], weight: np.floating[Any]) -> Floats:
        """The sum of what losses from the least to the most lead to, from the highest health, each with a weight."""
        total = np.zeros(table.shape[:3], table.dtype)
        planes = np.ascontiguousarray(np.moveaxis(table, 3, 0))
        if harm is Harm.HEALTH:
            lose_health(planes, *amounts, weight, total)
        else:
            endless = self.bound.upper and self.bound.sweep.endless
            price = self.bound.ki_price if self.bound.upper and not endless else NEVER
            lose_ki(planes, *amounts, price, endless, weight, total)
        return total[..., None]

    def _lost(self, table: Floats, loss: Effect) -> Floats:
        """A loss (S17). Where Ki is bought when needed, the upper bound may still do so now."""
        sweep = self.bound.sweep
        if self.last:
            return self._lose(table, loss.harm, (loss.amount, loss.amount), table.dtype.type(1))
        result = lost(table, loss)
        if not self.bound.upper or loss.harm is not Harm.KI or not loss.amount:
            return result
        if sweep.endless:
            result[:, -1] = table[:, -1]
            return result
        price = self.bound.ki_price
        for ki in range(min(loss.amount, table.shape[1])):
            short = loss.amount - ki
            for bought in range(1, short + 1):
                paid = bought * price
                if paid < table.shape[2]:
                    put_lower(result[:, ki, paid:], table[:, 0, : table.shape[2] - paid], short - bought)
        return result

    def _cleared(self, table: Floats) -> Floats:
        """Deep Wound 4: concentration becomes 0. Where purchases wait until needed, the upper bound makes them now."""
        cleared = np.broadcast_to(table[:, :, :1], table.shape)
        if not self.bound.upper or self.bound.sweep.ahead:
            return cleared
        healths, kis, width, _ = table.shape
        price, top = self.bound.ki_price, kis - 1
        points = np.array(range(width), dtype=np.int64)
        ki = np.array(range(kis), dtype=np.int64)[:, None]
        bought = np.minimum(points // price, top - ki)
        rest = np.where(ki + bought == top, points - bought * price, 0)  # what is left is kept, to be on the safe side
        with_ki = table[:, ki + bought, rest]
        result = with_ki.copy()
        for damage in range(1, healths - 1):
            paid = int(self.bound.sweep.model.damage_prices[damage])
            if paid < width:
                target = result[damage + 1 :, :, paid:]
                np.maximum(target, with_ki[1 : healths - damage, :, : width - paid], out=target)
        return result
