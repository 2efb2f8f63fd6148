"""The arithmetic of one round, compiled.

All tables have one long last axis, `lane`: concentration and health together, health the faster (lane = c · H + h - 1).
Every operation of the Player phase is the same for each lane, and spending concentration is a shift by price · H.
From the concentration that kills him outright on, every lane is 1, so no end has to be looked at.

The stages, from the last to the first (S23), for a number of dice rolled:

    answer[m, k]            his roll, with m re-rolls of it left
    raised[b, s, k, A, D]   dice placed: ready, one point more, or a purchase; b purchases made, s Ki spent
    held[b, s, hand, k]     dice in hand: place, throw one again, buy Ki or the strike
    value[b, k]             before rolling

A purchase that decides nothing and tells nothing (damage, Attack, Defense) may as well be made after placing, so only
Ki and the strike are looked at earlier.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from niten.solver.model import Floats, Numbers

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile with numba; the result is kept on disk. No fast-math: the same bits everywhere."""
    return cast("F", numba.njit(cache=True, nogil=True)(function))


@compiled
def keep_better(target: Floats, source: Floats, shift: int, end: int) -> None:
    """target[x] = max(target[x], source[x - shift]): what a price of `shift` lanes buys."""
    for x in range(shift, end):
        value, best = source[x - shift], target[x]
        target[x] = value if value > best else best


@compiled
def keep_better_throw(target: Floats, sources: Floats, after: Numbers, end: int) -> None:
    """One die is thrown again: target = max(target, the mean of the six tables that follow)."""
    one, two, three = sources[after[0]], sources[after[1]], sources[after[2]]
    four, five, six = sources[after[3]], sources[after[4]], sources[after[5]]
    for x in range(end):
        value, best = (one[x] + two[x] + three[x] + four[x] + five[x] + six[x]) / 6.0, target[x]
        target[x] = value if value > best else best


@compiled
def answer(
    answer: Floats,  # [m, k, lane]: the result
    throw: Floats,  # [m, k, throw, lane]: work space, only where one die is re-rolled
    events: Floats,  # [event, his health, k, lane]
    paid: Numbers,
    health: int,
    end: int,
    chance: Floats,
    damage: Numbers,
    event: Numbers,
    count: int,
    again: Numbers,
) -> None:
    """The value of his roll for one pair of levels, with 0 to 3 re-rolls left (S13, S14, S15)."""
    single = again.shape[0] > 0
    for left in range(answer.shape[0]):
        for ki in range(answer.shape[1]):
            total = answer[left, ki]
            if left and not ki:
                total[:end] = answer[0, 0, :end]
                if single:
                    throw[left, 0, :, :end] = throw[0, 0, :, :end]
                continue
            total[:end] = 0.0
            for n in range(count):
                p = chance[n]
                after = health - damage[n]
                if single:
                    best = throw[left, ki, n]
                    if after <= 0:
                        best[:end] = 1.0
                    else:
                        best[:end] = events[event[n], after, ki, :end]
                    if left:
                        for i in range(again.shape[1]):
                            if again[n, i, 0] >= 0:
                                keep_better_throw(best, throw[left - 1, paid[ki]], again[n, i], end)
                    for x in range(end):
                        total[x] += p * best[x]
                elif after <= 0:
                    for x in range(end):
                        total[x] += p
                elif left == 0:
                    stand = events[event[n], after, ki]
                    for x in range(end):
                        total[x] += p * stand[x]
                else:
                    stand = events[event[n], after, ki]
                    anew = answer[left - 1, paid[ki]]
                    for x in range(end):
                        total[x] += p * (stand[x] if stand[x] > anew[x] else anew[x])


@compiled
def strike(target: Floats, sources: Floats, health: int, price: int, size: int, end: int, mean: Floats) -> None:
    """The strike: he loses what a die shows, a 6 beheads (S9). `sources` are the tables by his health."""
    shift = price * size
    mean[: max(0, end - shift)] = 1.0 + max(0, 6 - health)  # the faces that end it
    for face in range(1, min(health, 6)):
        source = sources[health - face]
        for x in range(end - shift):
            mean[x] += source[x]
    for x in range(end - shift):
        value, best = mean[x] / 6.0, target[x + shift]
        target[x + shift] = value if value > best else best


@compiled
def play_round(
    value: Floats,  # [b, his health, k, lane]: made better where rolling this many dice is
    raised: Floats,  # work space [his health, b, s, k, attack, defense, lane]
    held: Floats,  # work space [his health, b, s, hand, k, lane]
    reply: Floats,  # work space [m, k, lane]
    throw: Floats,  # work space [m, k, throw, lane], where one die of his is re-rolled
    events: Floats,
    paid: Numbers,
    size: int,  # lanes per point of concentration
    most: int,  # concentration before rolling
    after: int,  # concentration after placing
    sure: Numbers,
    answers: tuple[Floats, Numbers, Numbers, Numbers, Numbers],
    hands: tuple[Floats, Numbers, Numbers, Numbers],
    rewards: tuple[Numbers, Numbers, Numbers, Numbers, Numbers],
) -> None:
    """One round with one number of dice, for one state of the body."""
    chance, damage, event, count, again = answers
    first, place, places, rethrown = hands
    for_ki, for_attack, for_defense, for_damage, for_strike = rewards
    kis = value.shape[2]
    purchases = value.shape[0]
    levels_a, levels_d = raised.shape[4], raised.shape[5]
    mean = np.empty(value.shape[3])
    # Levels outside, his health inside: what a purchase leads to has just been written and is still in the cache.
    for a in range(levels_a - 1, -1, -1):
        for d in range(levels_d - 1, -1, -1):
            for health in range(1, value.shape[1]):
                end = (min(after, sure[health] - 1) + 1) * size
                answer(
                    reply, throw, events, paid, health, end, chance[a, d], damage[a, d], event[a, d], count[a, d], again
                )
                for b in range(purchases - 1, -1, -1):
                    # Where purchases are not limited there is one layer, which buying does not leave.
                    bought = b if purchases == 1 else b + 1
                    for s in range(3, -1, -1):
                        for k in range(kis - 1, -1, -1):
                            best = raised[health, b, s, k, a, d]
                            best[:end] = reply[min(3 - s, k), k, :end]
                            if s < 3 and k > 0:
                                if a + 1 < levels_a:
                                    keep_better(best, raised[health, b, s + 1, paid[k], a + 1, d], 0, end)
                                if d + 1 < levels_d:
                                    keep_better(best, raised[health, b, s + 1, paid[k], a, d + 1], 0, end)
                            if bought >= purchases:
                                continue
                            for i in range(for_ki.shape[0]):
                                more = min(kis - 1, k + for_ki[i, 1])
                                if more > k:
                                    keep_better(best, raised[health, bought, s, more, a, d], for_ki[i, 0] * size, end)
                            for i in range(for_attack.shape[0]):
                                to = min(levels_a - 1, a + for_attack[i, 1])
                                if to > a:
                                    keep_better(best, raised[health, bought, s, k, to, d], for_attack[i, 0] * size, end)
                            for i in range(for_defense.shape[0]):
                                to = min(levels_d - 1, d + for_defense[i, 1])
                                if to > d:
                                    keep_better(
                                        best, raised[health, bought, s, k, a, to], for_defense[i, 0] * size, end
                                    )
                            for i in range(for_damage.shape[0]):
                                left = health - for_damage[i, 1]
                                if left <= 0:
                                    best[for_damage[i, 0] * size : end] = 1.0
                                else:
                                    keep_better(best, raised[left, bought, s, k, a, d], for_damage[i, 0] * size, end)
                            for i in range(for_strike.shape[0]):
                                strike(best, raised[:, bought, s, k, a, d], health, for_strike[i, 0], size, end, mean)
    for health in range(1, value.shape[1]):
        start = (min(most, sure[health] - 1) + 1) * size
        for b in range(purchases - 1, -1, -1):
            bought = b if purchases == 1 else b + 1
            for s in range(3, -1, -1):
                for k in range(kis - 1, -1, -1):
                    for hand in range(first.shape[0]):
                        best = held[health, b, s, hand, k]
                        best[:start] = 0.0
                        for i in range(places[hand]):
                            source = raised[health, b, s, k, place[hand, i, 0], place[hand, i, 1]]
                            gathered = place[hand, i, 2] * size
                            keep_better(best, source[gathered:], 0, start)
                        if s < 3 and k > 0:
                            for i in range(rethrown.shape[1]):
                                if rethrown[hand, i, 0] >= 0:
                                    sources = held[health, b, s + 1, :, paid[k]]
                                    keep_better_throw(best, sources, rethrown[hand, i], start)
                        if bought >= purchases:
                            continue
                        for i in range(for_ki.shape[0]):
                            more = min(kis - 1, k + for_ki[i, 1])
                            if more > k:
                                keep_better(best, held[health, bought, s, hand, more], for_ki[i, 0] * size, start)
                        for i in range(for_strike.shape[0]):
                            strike(best, held[:, bought, s, hand, k], health, for_strike[i, 0], size, start, mean)
            for k in range(kis):
                mean[:start] = 0.0
                for hand in range(first.shape[0]):
                    source, p = held[health, b, 0, hand, k], first[hand]
                    for x in range(start):
                        mean[x] += p * source[x]
                keep_better(value[b, health, k], mean, 0, start)


@compiled
def strike_first(value: Floats, size: int, most: int, sure: Numbers, for_strike: Numbers) -> None:
    """Before rolling, the strike may be bought too: what it shows can decide the number of dice."""
    purchases = value.shape[0]
    mean = np.empty(value.shape[3])
    for health in range(1, value.shape[1]):
        start = (min(most, sure[health] - 1) + 1) * size
        for b in range(purchases - 1, -1, -1):
            bought = b if purchases == 1 else b + 1
            if bought < purchases:
                for k in range(value.shape[2]):
                    for i in range(for_strike.shape[0]):
                        strike(value[b, health, k], value[bought, :, k], health, for_strike[i, 0], size, start, mean)
