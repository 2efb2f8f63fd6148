"""What his lines lead to, class by class: the tables of the next round as seen from before his reply.

Twice: for all healths of the player at once, as the sweep needs it, and for one, as the coach does.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial, reduce
from typing import Any, Generic, TypeVar

import numpy as np

from niten.samurai import Effect, Harm
from niten.samurai.duel import DEEP_WOUNDS
from niten.solver.bodies import LEVEL_1, LEVEL_2, is_dearer_again
from niten.solver.bounds import Bound
from niten.solver.classes import LASTING, ZONES, Class, Group
from niten.solver.kernels import add_extremes
from niten.solver.losses import lose_ki
from niten.solver.sweep import bled, lost, put_lower
from niten.solver.tables import NEVER, Floats

T = TypeVar("T")


class HisLines(ABC, Generic[T]):
    """What each line of his does to the bodies of a class. T is what the tables of the next round are."""

    def __init__(self, bound: Bound, classes: Mapping[Class, object], end: T | None = None) -> None:
        self.bound = bound
        self.classes = classes
        self.end = end  # after the last round nothing depends on the body
        self._found: dict[object, Any] = {}

    def events(self, body: Class) -> Floats:
        """The value of what each line of his does: [event, his health, ki, concentration, health - 1]."""
        return np.stack([self._event(body, effect) for effect in self.bound.sweep.model.events])

    # --- tables ---

    @abstractmethod
    def _of_class(self, one: Class) -> T:
        """The table of a class, before the bleeding with which the round begins."""

    @abstractmethod
    def _closest(self, fit: list[Class]) -> T:
        """The closest of some bounds, at each state."""

    @abstractmethod
    def _unhurt(self, table: T) -> Floats:
        """What follows without any loss."""

    @abstractmethod
    def _lost(self, table: T, loss: Effect) -> Floats:
        """A loss (S17). Where Ki is bought when needed, the upper bound may still do so now."""

    @abstractmethod
    def _mean_loss(self, table: T, harm: Harm) -> Floats:
        """A die tells how much is lost."""

    def _table(self, body: Class, hit: int = 0) -> T:
        """The bound for the bodies of a class after one more zone is hit, from the classes there are."""
        if self.end is not None:
            return self.end
        if hit == 0 and body in self.classes:
            return self._class(body)
        fit = self.bound.nearest(self.classes, body, hit)
        return self._once(("table", *fit), partial(self._closest, fit))

    def _class(self, one: Class) -> T:
        return self._once(("class", one), partial(self._of_class, one))

    def _once(self, key: object, make: Callable[[], Any]) -> Any:
        """Made once, although several threads may ask: the same table whoever makes it."""
        if key not in self._found:
            self._found[key] = make()
        return self._found[key]

    # --- what a line does ---

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
                total += p * self._hit_again(body, zone)
            elif not group.number:
                total += p * self._hit_anew(body, zone)
            else:
                anew, again = self._hit_anew(body, zone), self._hit(body, zone, repeated=True)
                if not self.bound.upper:  # to lose a limb never helps, so the greater bound holds
                    anew = np.maximum(anew, self._hit(body, zone, repeated=True, in_kind=True))
                total += p * anew
                changes.append(p * np.minimum(0, again - anew))
        count = group.number
        if self.bound.upper:
            count -= len(group.zones) - len(chances)  # struck ones may be those that this level cannot hit
        if changes and count > 0:
            rows = np.stack(changes).reshape(len(changes), -1)
            add_extremes(total.reshape(-1), rows, min(count, len(changes)), self.bound.upper)

    def _hit_again(self, body: Class, zone: int) -> Floats:
        """A hit on a zone that is struck as far as the class can tell: from below it may still be whole."""
        again = self._hit(body, zone, repeated=True)
        if not is_dearer_again(self.bound.game, zone):
            return again
        in_kind = self._hit(body, zone, repeated=True, in_kind=True)  # not better than whole, and the limb not lost
        if self.bound.upper:
            return np.maximum(again, in_kind) if body.limb_lost else again
        return np.minimum(again, in_kind)

    def _hit_anew(self, body: Class, zone: int) -> Floats:
        """A hit on a zone that is whole as far as the class can tell: from above it may still be struck."""
        anew = self._hit(body, zone, repeated=False)
        if not self.bound.upper or not is_dearer_again(self.bound.game, zone):
            return anew
        return np.maximum(anew, self._hit(body, zone, repeated=True))

    def _hit(self, body: Class, zone: int, *, repeated: bool, in_kind: bool = False) -> Floats:
        """A zone is hit: its cost, and it is struck out, or the limb is lost (S18)."""
        fresh = body.is_fresh(self.bound.deep)
        unwounded = fresh and zone not in self.bound.deep
        after, hit = (Class.lost(body.wounds, unwounded=unwounded), 0) if repeated else (body, zone)
        cost = self.bound.game.cost(zone, repeated=repeated and not in_kind)
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

    def _mean_of_wounds(self, table: T, lasting: list[T], fresh: bool) -> Floats:
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

    def _wounds_that_act_once(self, plain: T) -> list[Floats]:
        """Deep Wounds 4, 5 and 6, the greatest value first at each state."""
        one = self._cleared(self._unhurt(plain))
        two, three = (self._mean_loss(plain, harm) for harm in (Harm.KI, Harm.HEALTH))
        one, two = np.maximum(one, two), np.minimum(one, two)
        two, three = np.maximum(two, three), np.minimum(two, three)
        one, two = np.maximum(one, two), np.minimum(one, two)
        return [one, two, three]

    def _cleared(self, table: Floats) -> Floats:
        """Deep Wound 4: concentration becomes 0. Where purchases wait until needed, the upper bound makes them now."""
        cleared = np.broadcast_to(table[:, :, :1], table.shape)
        if not self.bound.upper or self.bound.sweep.ahead:
            return cleared
        healths, kis, width = table.shape[:3]
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


class Following(HisLines[Floats]):
    """For every health at once: [his health, ki, concentration, health - 1]."""

    def __init__(self, bound: Bound, tables: Mapping[Class, Floats], end: Floats | None = None) -> None:
        super().__init__(bound, tables, end)
        self.tables = tables

    @classmethod
    def nothing(cls, bound: Bound) -> "Following":
        """What follows the last round."""
        return cls(bound, {}, np.full(bound.sweep.shape, bound.alive, bound.sweep.precision))

    def _of_class(self, one: Class) -> Floats:
        return bled(self.tables[one]) if 3 in one.wounds else self.tables[one]

    def _closest(self, fit: list[Class]) -> Floats:
        if not fit:  # only possible from below: nothing is known
            return np.zeros_like(next(iter(self.tables.values())))
        return reduce(self.bound.closer, map(self._class, fit))

    def _unhurt(self, table: Floats) -> Floats:
        return table

    def _mean_loss(self, table: Floats, harm: Harm) -> Floats:
        sixth = table.dtype.type(1 / 6)
        losses = (self._lost(table, Effect(harm, face)) for face in range(1, 7))
        return sum(losses, np.zeros_like(table)) * sixth

    def _lost(self, table: Floats, loss: Effect) -> Floats:
        sweep = self.bound.sweep
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


Plane = Callable[[int, int], Floats]
"""[his health, ki up to some number, concentration] with so much health lost; zeros where that is death."""


class Planes:
    """A table for the highest health and those below it, each made when it is looked at: few of them are."""

    def __init__(self, make: Plane, kis: int) -> None:
        self._make, self._kis = make, kis
        self._made: dict[tuple[int, int], Floats] = {}

    def plane(self, lost: int, kis: int) -> Floats:
        key = lost, kis
        if key not in self._made:
            self._made[key] = self._make(lost, kis)
        return self._made[key]

    def at(self, lost: int) -> Floats:
        return self.plane(lost, self._kis)

    def without_ki(self, lost: int) -> Floats:
        return self.plane(lost, 1)[:, 0]


class FollowingHealth(HisLines[Planes]):
    """For one health alone: [his health, ki, concentration]."""

    def __init__(self, bound: Bound, tables: Mapping[Class, Plane], health: int, end: Plane | None = None) -> None:
        super().__init__(bound, tables)
        self.tables = tables
        self.health = health
        self.end = self._planes(end) if end else None

    def _planes(self, make: Plane) -> Planes:
        return Planes(make, self.bound.sweep.ki + 1)

    def _of_class(self, one: Class) -> Planes:
        make = self.tables[one]
        return self._planes((lambda lost, kis: make(lost + 1, kis)) if 3 in one.wounds else make)

    def _closest(self, fit: list[Class]) -> Planes:
        if not fit:  # only possible from below: nothing is known
            some = next(iter(self.tables.values()))
            return self._planes(lambda _, kis: some(self.health, kis))
        tables = [*map(self._class, fit)]
        return self._planes(lambda lost, kis: reduce(self.bound.closer, (table.plane(lost, kis) for table in tables)))

    def _unhurt(self, table: Planes) -> Floats:
        return table.at(0)

    def _lost(self, table: Planes, loss: Effect) -> Floats:
        if loss.harm is Harm.HEALTH:
            return table.at(loss.amount)
        return self._lost_ki(table, (loss.amount, loss.amount), 1)

    def _mean_loss(self, table: Planes, harm: Harm) -> Floats:
        if harm is Harm.KI:
            return self._lost_ki(table, (1, 6), 1 / 6)
        total = table.at(1).copy()
        for face in range(2, min(7, self.health)):
            total += table.at(face)
        total *= total.dtype.type(1 / 6)
        return total

    def _lost_ki(self, table: Planes, amounts: tuple[int, int], weight: float) -> Floats:
        """The sum over some amounts of what such a loss leads to, with a weight."""
        kept = table.at(0)
        without = np.stack([table.without_ki(short) for short in range(min(amounts[1] + 1, self.health))])
        endless = self.bound.upper and self.bound.sweep.endless
        price = self.bound.ki_price if self.bound.upper and not endless else NEVER
        total = np.zeros_like(kept)
        lose_ki(kept, without, *amounts, price, endless, kept.dtype.type(weight), total)
        return total
