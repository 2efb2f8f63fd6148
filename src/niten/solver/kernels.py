"""The arithmetic of one round, compiled.

All tables have one long last axis, `lane`: concentration and health together, health the faster (lane = c · H + h - 1).
Every operation of the Player phase is the same for each lane, and spending concentration is a shift by price · H.
From the concentration that kills him outright on, every lane is 1, so no end has to be looked at.

The stages, from the last to the first (S23), for a number of dice rolled:

    reply[s, kind]                 his roll: s Ki spent so far, the rest may still re-roll it
    raised[.., s, A and D]         dice placed: ready, one point more, or a purchase
    held[.., s, hand]              dice in hand: place, throw one again, buy Ki or the strike
    value[b, his health, k]        before rolling

Spending Ki leaves the sum of the Ki left and the Ki spent as it is. So the stages are computed by *chains*: chain K
holds the states with k + s = K, and is small enough for the cache. Only buying Ki leads from a chain to a higher one,
so the chains are computed from the highest to the lowest. Where Ki is bought only when needed no chain above the third
is ever bought into, and those share one place (`ring`).

Purchases that tell nothing (damage, Attack, Defense) may as well be made after placing, so only Ki and the strike are
looked at earlier. b counts the purchases of the round where they are limited.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs]
from numba.extending import intrinsic

from niten.solver.tables import SPENT, VECTOR, Floats, Hands, Number, Numbers, Plan, Replies, Space

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile with numba; the result is kept on disk. No fast-math: the same bits everywhere.

    Without numba's own memory no references are counted, which would cost more than the arithmetic of a short row.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
    return cast("F", numba.njit(**options)(function))


def _greater(_typing: Any, a: Any, b: Any) -> Any:  # noqa: ARG001 — both have the same type
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = arguments[0].type
        function = builder.module.declare_intrinsic("llvm.maxnum", [kind], ir.FunctionType(kind, [kind, kind]))
        return builder.call(function, arguments, fastmath=("nnan", "nsz"))

    return a(a, a), generate


greater = cast("Callable[[Any, Any], Any]", intrinsic(_greater))
"""The greater of two numbers as one instruction: a comparison would keep the loops from becoming vectors."""


@compiled
def whole(lanes: int) -> int:
    """As many lanes as fill whole vectors: what is computed beyond the end is never looked at."""
    return (lanes + VECTOR - 1) // VECTOR * VECTOR


@compiled
def keep_better(target: Floats, source: Floats, shift: int, start: int, end: int) -> None:
    """target[x] = max(target[x], source[x - shift]): what a price of `shift` lanes buys."""
    if end > start:
        size = whole(end - start)
        best, other = target[start : start + size], source[start - shift : start - shift + size]
        for x in range(best.size):
            best[x] = greater(best[x], other[x])


@compiled
def mean_of_six(target: Floats, sources: Floats, after: Numbers, end: int, sixth: Number) -> None:
    """A die shows each face as often as the others."""
    one, two, three = sources[after[0]], sources[after[1]], sources[after[2]]
    four, five, six = sources[after[3]], sources[after[4]], sources[after[5]]
    for x in range(end):
        target[x] = (one[x] + two[x] + three[x] + four[x] + five[x] + six[x]) * sixth


@compiled
def strike(
    tables: Floats,
    ring: int,
    b: int,
    health: int,
    s: int,
    at: int,
    target: Floats,
    shift: int,
    end: int,
    sixth: Number,
) -> None:
    """The strike: he loses what a die shows, a 6 beheads (S9). `tables` hold what follows, by his health: 1 at 0."""
    if end <= shift:
        return
    size = whole(end - shift)
    best, dead = target[shift : shift + size], tables[0, 0, 0, 0, 0]
    one, two = tables[ring, b, health - 1, s, at], tables[ring, b, max(0, health - 2), s, at]
    three, four = tables[ring, b, max(0, health - 3), s, at], tables[ring, b, max(0, health - 4), s, at]
    five = tables[ring, b, max(0, health - 5), s, at]
    for x in range(best.size):
        best[x] = greater(best[x], (dead[x] + one[x] + two[x] + three[x] + four[x] + five[x]) * sixth)


@compiled
def answer(
    plan: Plan, space: Space, replies: Replies, events: Floats, chain: int, health: int, end: int, sixth: Number
) -> None:
    """The value of his roll for every kind, from no re-roll left to all that Ki allows (S13, S14, S15)."""
    single = replies.again.shape[0] > 0
    for kind in range(replies.outcomes.shape[0]):
        for s in range(SPENT - 1, -1, -1):
            k = plan.ki_at[chain, s]
            if k < 0:
                continue
            total = space.reply[s, kind]
            again = s + 1 < SPENT and k > 0
            stop = whole(end - replies.spare[s, kind] * plan.size)
            if stop <= 0:
                continue
            if single:
                answer_throws(space, replies, events, kind, s, k, health, again, stop, sixth)
            elif again:
                anew = space.reply[s + 1, kind]
                for n in range(0, replies.outcomes[kind], 4):
                    p = replies.chance[kind, n : n + 4]
                    one, two, three, four = stands(events, replies, kind, n, health, k)
                    if n == 0:
                        for x in range(stop):
                            total[x] = (p[0] * greater(one[x], anew[x]) + p[1] * greater(two[x], anew[x])) + (
                                p[2] * greater(three[x], anew[x]) + p[3] * greater(four[x], anew[x])
                            )
                    else:
                        for x in range(stop):
                            total[x] += (p[0] * greater(one[x], anew[x]) + p[1] * greater(two[x], anew[x])) + (
                                p[2] * greater(three[x], anew[x]) + p[3] * greater(four[x], anew[x])
                            )
            else:
                for n in range(0, replies.outcomes[kind], 4):
                    p = replies.chance[kind, n : n + 4]
                    one, two, three, four = stands(events, replies, kind, n, health, k)
                    if n == 0:
                        for x in range(stop):
                            total[x] = (p[0] * one[x] + p[1] * two[x]) + (p[2] * three[x] + p[3] * four[x])
                    else:
                        for x in range(stop):
                            total[x] += (p[0] * one[x] + p[1] * two[x]) + (p[2] * three[x] + p[3] * four[x])


@compiled
def stands(
    events: Floats, replies: Replies, kind: int, n: int, health: int, k: int
) -> tuple[Floats, Floats, Floats, Floats]:
    """What four outcomes lead to; with his health at 0 it is a victory."""
    damage, event = replies.damage[kind], replies.event[kind]
    return (
        events[event[n], max(0, health - damage[n]), k],
        events[event[n + 1], max(0, health - damage[n + 1]), k],
        events[event[n + 2], max(0, health - damage[n + 2]), k],
        events[event[n + 3], max(0, health - damage[n + 3]), k],
    )


@compiled
def answer_throws(
    space: Space,
    replies: Replies,
    events: Floats,
    kind: int,
    s: int,
    k: int,
    health: int,
    again: bool,
    end: int,
    sixth: Number,
) -> None:
    """The same where one die of his is re-rolled: every throw has its own choice."""
    total = space.reply[s, kind]
    total[:end] = 0
    if again:
        for rest in range(replies.again.shape[0]):
            mean_of_six(space.again[rest], space.throw[s + 1], replies.again[rest], end, sixth)
    for n in range(replies.rest.shape[0]):
        best = space.throw[s, n]
        stand = events[replies.event[kind, n], max(0, health - replies.damage[kind, n]), k]
        for x in range(end):
            best[x] = stand[x]
        if again:
            for i in range(replies.rest.shape[1]):
                if replies.rest[n, i] >= 0:
                    keep_better(best, space.again[replies.rest[n, i]], 0, 0, end)
            if replies.whole:
                keep_better(best, space.reply[s + 1, kind], 0, 0, end)
        p = replies.chance[kind, n]
        for x in range(end):
            total[x] += p * best[x]


@compiled
def buy_ki(plan: Plan, tables: Floats, b: int, health: int, s: int, at: int, k: int, target: Floats, end: int) -> None:
    """Ki is bought: the same state in a higher chain."""
    for i in range(plan.prices.ki.shape[0]):
        more = min(plan.chain_of.shape[1] - 1, k + plan.prices.ki[i, 1])
        if more > k:
            shift = plan.prices.ki[i, 0] * plan.size
            ring = min(plan.chain_of[s, more], tables.shape[0] - 1)
            keep_better(target, tables[ring, b, health, s, at], shift, shift, end)


@compiled
def raise_levels(
    plan: Plan, space: Space, replies: Replies, chain: int, b: int, bought: int, health: int, placed: int, sixth: Number
) -> None:
    """Dice placed: ready, Ki for one point more (S7), or a purchase (S9)."""
    raised, prices, size = space.raised, plan.prices, plan.size
    ring = min(chain, raised.shape[0] - 1)
    levels_a, levels_d = replies.levels[0], replies.levels[1]
    layers = raised.shape[1]
    may_buy = bought < layers
    for s in range(SPENT - 1, -1, -1):
        k = plan.ki_at[chain, s]
        if k < 0:
            continue
        for a in range(levels_a - 1, -1, -1):
            for d in range(levels_d - 1, -1, -1):
                at = a * levels_d + d
                end = whole(placed - replies.price[s, at] * size)
                if end <= 0:
                    continue
                best, ready = raised[ring, b, health, s, at], space.reply[s, replies.kind[at]]
                if s + 1 < SPENT and k > 0:
                    # At the highest level a point more changes nothing.
                    more = raised[ring, b, health, s + 1, at + (levels_d if a + 1 < levels_a else 0)]
                    safer = raised[ring, b, health, s + 1, at + (1 if d + 1 < levels_d else 0)]
                    for x in range(end):
                        best[x] = greater(ready[x], greater(more[x], safer[x]))
                else:
                    for x in range(end):
                        best[x] = ready[x]
                if not may_buy:
                    continue
                for i in range(prices.attack.shape[0]):
                    to = min(levels_a - 1, a + prices.attack[i, 1])
                    if to > a:
                        shift = prices.attack[i, 0] * size
                        keep_better(best, raised[ring, bought, health, s, to * levels_d + d], shift, shift, end)
                for i in range(prices.defense.shape[0]):
                    to = min(levels_d - 1, d + prices.defense[i, 1])
                    if to > d:
                        shift = prices.defense[i, 0] * size
                        keep_better(best, raised[ring, bought, health, s, a * levels_d + to], shift, shift, end)
                for i in range(prices.damage.shape[0]):
                    left = health - prices.damage[i, 1]
                    shift = prices.damage[i, 0] * size
                    if left <= 0:
                        best[min(shift, end) : end] = 1
                    else:
                        start = max(shift, plan.useful[max(0, health - replies.hurt[a])] * size)
                        keep_better(best, raised[ring, bought, left, s, at], shift, start, end)
                if layers == 1:
                    best[min(plan.sure[health] * size, end) : end] = 1
                if plan.ahead or k + s < SPENT - 1:
                    buy_ki(plan, raised, bought, health, s, at, k, best, end)
                for i in range(prices.strike.shape[0]):
                    # With more points the strike could be bought before placing, which is better: it tells something.
                    shift = prices.strike[i, 0] * size
                    stop = min(end, shift + replies.gathered * size)
                    strike(raised, ring, bought, health, s, at, best, shift, stop, sixth)


@compiled
def place(target: Floats, placed: Floats, parts: Floats, ways: Numbers, count: int, size: int, end: int) -> None:
    """The best way to place some dice: all in Attack and Defense, or some in concentration, which leaves a part."""
    for i in range(0, count, 4):
        at, points = ways[i : i + 4, 0], ways[i : i + 4, 1]
        one = parts[at[0], points[0] * size :] if points[0] else placed[at[0]]
        two = parts[at[1], points[1] * size :] if points[1] else placed[at[1]]
        three = parts[at[2], points[2] * size :] if points[2] else placed[at[2]]
        four = parts[at[3], points[3] * size :] if points[3] else placed[at[3]]
        if i == 0:
            for x in range(end):
                target[x] = greater(greater(one[x], two[x]), greater(three[x], four[x]))
        else:
            for x in range(end):
                target[x] = greater(target[x], greater(greater(one[x], two[x]), greater(three[x], four[x])))


@compiled
def hold_dice(
    plan: Plan, space: Space, hands: Hands, chain: int, b: int, bought: int, health: int, end: int, sixth: Number
) -> None:
    """Dice in hand: place them (S5), throw one again (S7), or buy what may change that."""
    held, size = space.held, plan.size
    ring = min(chain, held.shape[0] - 1)
    may_buy = bought < held.shape[1]
    for s in range(SPENT - 1, -1, -1):
        k = plan.ki_at[chain, s]
        if k < 0:
            continue
        again = s + 1 < SPENT and k > 0
        if again:
            for rest in range(hands.again.shape[0]):
                mean_of_six(space.again[rest], held[ring, b, health, s + 1], hands.again[rest], end, sixth)
        placed = space.raised[ring, b, health, s]
        for part in range(hands.parts.size):
            room = whole(end + hands.room[part] * size)
            place(space.part[part], placed, space.part, hands.part[part], hands.parts[part], size, room)
        for hand in range(hands.places.size):
            best = held[ring, b, health, s, hand]
            place(best, placed, space.part, hands.place[hand], hands.places[hand], size, end)
            if again:
                for i in range(hands.rest.shape[1]):
                    if hands.rest[hand, i] >= 0:
                        keep_better(best, space.again[hands.rest[hand, i]], 0, 0, end)
            if may_buy:
                if plan.ahead or (k == 0 and s + 1 < SPENT):
                    buy_ki(plan, held, bought, health, s, hand, k, best, end)
                for i in range(plan.prices.strike.shape[0]):
                    shift = plan.prices.strike[i, 0] * size
                    strike(held, ring, bought, health, s, hand, best, shift, end, sixth)


@compiled
def roll_dice(
    value: Floats,
    plan: Plan,
    space: Space,
    hands: Hands,
    chain: int,
    b: int,
    bought: int,
    health: int,
    end: int,
    sixth: Number,
) -> None:
    """Before rolling: the mean over all hands."""
    hold_dice(plan, space, hands, chain, b, bought, health, end, sixth)
    k = plan.ki_at[chain, 0]
    if k < 0:
        return
    mean, p = space.mean, hands.chance
    mean[:end] = 0
    first = space.held[min(chain, space.held.shape[0] - 1), b, health, 0]
    for hand in range(0, p.size, 4):
        one, two, three, four = first[hand], first[hand + 1], first[hand + 2], first[hand + 3]
        for x in range(end):
            mean[x] += (p[hand] * one[x] + p[hand + 1] * two[x]) + (p[hand + 2] * three[x] + p[hand + 3] * four[x])
    keep_better(value[b, health, k], mean, 0, 0, end)


@compiled
def reach(plan: Plan, chain: int, health: int, most: int) -> int:
    """The lanes to compute where there can be so much concentration, less what getting there has cost."""
    return whole((min(most - plan.paid[chain, health], plan.sure[health] - 1) + 1) * plan.size)


@compiled
def play_round(
    value: Floats,  # [b, his health, k, lane]: made better where rolling this many dice is
    plan: Plan,
    space: Space,
    events: Floats,  # [event, his health, k, lane]
    replies: Replies,
    hands: Hands,
    lowest: int,  # of his healths to look at
    most: int,  # concentration before rolling
    after: int,  # concentration after placing
    sixth: Number,
) -> None:
    """One round with one number of dice, for one state of the body."""
    layers = value.shape[0]
    for chain in range(plan.ki_at.shape[0] - 1, -1, -1):
        for health in range(lowest, value.shape[1]):
            placed, start = reach(plan, chain, health, after), reach(plan, chain, health, most)
            if placed <= 0:
                continue
            answer(plan, space, replies, events, chain, health, placed, sixth)
            for b in range(layers - 1, plan.fewest[chain, health] - 1, -1):
                # Where purchases are not limited there is one layer, which buying does not leave.
                bought = b if layers == 1 else b + 1
                raise_levels(plan, space, replies, chain, b, bought, health, placed, sixth)
                if start > 0:
                    roll_dice(value, plan, space, hands, chain, b, bought, health, start, sixth)


@compiled
def roll_again(
    value: Floats, plan: Plan, space: Space, hands: Hands, lowest: int, highest: int, most: int, sixth: Number
) -> None:
    """The dice of a round once more, with other hands: what follows placing them is there already."""
    layers = value.shape[0]
    for chain in range(plan.ki_at.shape[0] - 1, -1, -1):
        for health in range(lowest, highest + 1):
            start = reach(plan, chain, health, most)
            for b in range(layers - 1, plan.fewest[chain, health] - 1, -1):
                if start > 0:
                    roll_dice(value, plan, space, hands, chain, b, b if layers == 1 else b + 1, health, start, sixth)


@compiled
def strike_first(value: Floats, plan: Plan, most: int, mean: Floats, sixth: Number) -> None:
    """Before rolling, the strike may be bought too: what it shows can decide the number of dice."""
    layers = value.shape[0]
    for health in range(1, value.shape[1]):
        end = (min(most, plan.sure[health] - 1) + 1) * plan.size
        for b in range(layers - 1, -1, -1):
            bought = b if layers == 1 else b + 1
            for i in range(plan.prices.strike.shape[0]):
                shift = plan.prices.strike[i, 0] * plan.size
                if bought == layers or end <= shift:
                    continue
                for k in range(value.shape[2]):
                    mean[: end - shift] = 1 + max(0, 6 - health)
                    for face in range(1, min(health, 6)):
                        source = value[bought, health - face, k]
                        for x in range(end - shift):
                            mean[x] += source[x]
                    best = value[b, health, k, shift:end]
                    for x in range(best.size):
                        best[x] = greater(best[x], mean[x] * sixth)


@numba.njit(cache=True, nogil=True)
def add_extremes(total: Floats, rows: Floats, count: int, greatest: bool) -> None:
    """Add to each element the sum of its `count` greatest, or least, of the rows."""
    taken = np.empty(count, rows.dtype)
    sign = 1 if greatest else -1
    for x in range(total.size):
        for i in range(count):
            taken[i] = -np.inf
        for row in range(rows.shape[0]):
            value = rows[row, x] * sign
            for i in range(count):
                if value > taken[i]:
                    value, taken[i] = taken[i], value
        for i in range(count):
            total[x] += taken[i] * sign
