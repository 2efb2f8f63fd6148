"""A duel as numbers for the kernels: every table a round needs, made once per duel and switches.

Words: `hand` is the dice in the player's hand; `level` an amount of Attack or Defense, cut off where more makes no
difference (S14, S15).
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from niten.core import never
from niten.core.dice import FACES, Faces, throws
from niten.samurai import Duel, Effect, Gain, Samurai
from niten.samurai.duel import ROUND_DICE, Line
from niten.samurai.switches import Reroll
from niten.solver.tables import NEVER, SPENT, Hands, Numbers, Prices, Replies

Outcome = tuple[int, int, int]  # damage to him, number of the event, ways


class Model:
    """The tables of one duel under one reading of the rules, in single or double precision."""

    def __init__(self, game: Samurai, precision: type[np.floating[Any]] = np.float64) -> None:
        self.game = game
        self.precision = precision
        self.duel: Duel = game.duel
        _, reroll, _, _ = game.switches  # the game counts purchases and knows the costs; the sheet changes nothing
        self.again = _again_of(reroll)
        self._plain_hands = cache(self._make_hands)
        self.events: list[Effect | None] = [None]
        for line in self.duel.lines.values():
            if line.effect not in self.events:
                self.events.append(line.effect)

    def rewards(self, gain: Gain) -> Numbers:
        """[(price, amount)] of the rewards of one kind."""
        rows = [(row.price, row.amount) for row in self.duel.player.rewards if row.gain is gain]
        return np.array(rows, dtype=np.int64).reshape(-1, 2)

    @cached_property
    def prices(self) -> Prices:
        """All rewards, by kind."""
        return Prices(*map(self.rewards, (Gain.KI, Gain.ATTACK, Gain.DEFENSE, Gain.OPPONENT, Gain.STRIKE)))

    @cached_property
    def damage_prices(self) -> Numbers:
        """For each damage, the least concentration that buys it, in any number of purchases (NEVER: not for sale)."""
        return least_prices(self.prices.damage, self.duel.health)

    def struck_prices(self, purchases: int | None) -> Numbers:
        """For each loss of his, the least concentration that can bring it about: bought, or struck with luck (S9)."""
        strikes = [np.array([price, 5], dtype=np.int64) for price, _ in self.prices.strike]
        return least_prices([*self.prices.damage, *strikes], self.duel.health, purchases)

    @cached_property
    def sure(self) -> Numbers:
        """For each health of his, the concentration from which he is bought dead at once."""
        if self.game.most_purchases is None:
            return self.damage_prices
        return np.where(np.arange(self.duel.health + 1) > 0, NEVER, 0)

    def most_concentration(self, rounds: int) -> int:
        """What the dice of the first rounds can bring in, or the sure price if that is less."""
        return int(min(6 * sum(self.duel.player.dice[:rounds]), self.sure[-1]))

    def _lines(self, rolled: int) -> list[Line]:
        """The lines his dice can pick when the player rolled this many."""
        his = ROUND_DICE - rolled
        return [self.duel.lines[total] for total in range(his, 6 * his + 1)]

    def levels(self, rolled: int) -> tuple[int, int]:
        """How many levels of Attack and of Defense make a difference."""
        lines = self._lines(rolled)
        attack = max(line.defense for line in lines) + self.duel.resistance[-1][0] + 1
        return attack, max((line.counter or 0) for line in lines) + 1

    def replies(self, rolled: int) -> Replies:
        """What he can roll when the player rolled this many."""
        his = ROUND_DICE - rolled
        single = self.again.single
        found = throws(his) if single else _sums(his)
        levels_a, levels_d = self.levels(rolled)
        lines = [self.duel.lines[sum(faces)] for faces, _ in found]
        damages = [[self.duel.damage(max(0, a - line.defense)) for line in lines] for a in range(levels_a)]
        effects = [[line.effect if line.strikes(d) else None for line in lines] for d in range(levels_d)]
        events = [[self.events.index(effect) for effect in row] for row in effects]
        ways_of = [ways for _, ways in found]
        kinds: dict[tuple[Outcome, ...], int] = {}
        kind: list[int] = []
        for attack, defense in product(range(levels_a), range(levels_d)):
            outcomes = list(zip(damages[attack], events[defense], ways_of, strict=True))
            if not single:
                grouped: Counter[tuple[int, int]] = Counter()
                for damage, event, ways in outcomes:
                    grouped[damage, event] += ways
                outcomes = [(damage, event, ways) for (damage, event), ways in sorted(grouped.items())]
            kind.append(kinds.setdefault(tuple(outcomes), len(kinds)))
        price = self.level_prices(rolled, 6 * rolled)
        count = np.array([-(-len(outcomes) // 4) * 4 for outcomes in kinds])
        table = np.zeros((3, len(kinds), count.max()), dtype=np.int64)
        for n, outcomes in enumerate(kinds):
            table[:, n, : len(outcomes)] = np.array(outcomes).T
        damage, event, ways = table
        return Replies(
            np.array(kind),
            price,
            least_of_kind(price, np.array(kind)),
            self._hurt(rolled),
            6 * rolled,
            count,
            (ways / 6**his).astype(self.precision),
            np.ascontiguousarray(damage),
            np.ascontiguousarray(event),
            *_again([faces for faces, _ in found] if single else []),
            self.again.whole,
            np.array(self.levels(rolled)),
        )

    def level_prices(self, rolled: int, reach: int) -> Numbers:
        """[s, attack and defense]: what has to be bought to get there, more than `reach` and s Ki can give."""
        levels_a, levels_d = self.levels(rolled)
        rows = [*self.prices.attack, *self.prices.defense]
        points = least_prices(rows, levels_a + levels_d, self.game.most_purchases)
        level = np.add.outer(np.arange(levels_a), np.arange(levels_d)).reshape(1, -1)
        short = level - reach - np.arange(SPENT).reshape(-1, 1)
        return points[np.maximum(0, short)]

    def _hurt(self, rolled: int) -> Numbers:
        """[attack]: the most damage any line of his lets through."""
        softest = min(line.defense for line in self._lines(rolled))
        return np.array([self.duel.damage(max(0, attack - softest)) for attack in range(self.levels(rolled)[0])])

    def hand_list(self, rolled: int, discarded: Faces) -> list[Faces]:
        """Every hand that a roll can leave, in the order of the tables."""
        sizes = range(0 if discarded else rolled, rolled + 1)
        return [hand for size in sizes for hand, _ in throws(size) if not set(hand) & set(discarded)]

    def hands(self, rolled: int, discarded: Faces, bought: tuple[int, int] = (0, 0)) -> Hands:
        """The hands of a roll; discarded faces are gone at once (S20). Attack and Defense may be bought already."""
        plain = self._plain_hands(rolled, discarded)
        if bought == (0, 0):
            return plain
        return plain._replace(
            place=self._raised(plain.place, rolled, bought), part=self._raised(plain.part, rolled, bought)
        )

    def _make_hands(self, rolled: int, discarded: Faces) -> Hands:
        kept = [face for face in FACES if face not in discarded]
        hands = self.hand_list(rolled, discarded)
        number = {hand: n for n, hand in enumerate(hands)}
        chance = np.zeros(-(-len(hands) // 4) * 4)
        for faces, ways in throws(rolled):
            chance[number[tuple(face for face in faces if face in kept)]] += ways / 6**rolled
        parts = _parts(hands, rolled)
        place, places = self._ways(hands, parts, rolled)
        part, part_ways = self._ways(parts, parts, rolled)
        room = np.array([6 * rolled - sum(left) for left in parts], dtype=np.int64)
        rests = sorted({_without(hand, face) for hand in hands for face in hand})
        rest = np.full((len(hands), rolled), -1)
        for n, hand in enumerate(hands):
            for i, face in enumerate(sorted(set(hand))):
                rest[n, i] = rests.index(_without(hand, face))
        again = np.zeros((len(rests), 6), dtype=np.int64)
        for n, left in enumerate(rests):
            again[n] = [number[tuple(sorted((*left, *[face] * (face in kept))))] for face in FACES]
        return Hands(chance.astype(self.precision), place, places, part, part_ways, room, rest, again)

    def _raised(self, ways: Numbers, rolled: int, bought: tuple[int, int]) -> Numbers:
        """Ways to place dice when some Attack and Defense was bought before: every pair of levels is higher by that."""
        levels_a, levels_d = self.levels(rolled)
        attack, defense = np.divmod(ways[..., 0], levels_d)
        pair = np.minimum(attack + bought[0], levels_a - 1) * levels_d + np.minimum(defense + bought[1], levels_d - 1)
        raised = ways.copy()
        raised[..., 0] = np.where(ways[..., 1] == 0, pair, ways[..., 0])  # the others lead to a part
        return raised

    def _ways(self, hands: list[Faces], parts: list[Faces], rolled: int) -> tuple[Numbers, Numbers]:
        """For each hand the ways to place it, and how many: all in Attack and Defense, or a part less."""
        options: list[list[tuple[int, int]]] = []
        for hand in hands:
            ways = [(at, points) for at, points in self._placements(hand, rolled) if not points]
            options.append(ways + [(parts.index(left), points) for left, points in _lessened(hand, rolled)])
        counts = [-(-len(rows) // 4) * 4 for rows in options]
        table = np.zeros((len(hands), max(counts, default=0), 2), dtype=np.int64)
        for n, rows in enumerate(options):
            table[n] = rows[0]  # the kernel takes them by fours: the first one again is harmless
            table[n, : len(rows)] = rows
        return table, np.array(counts, dtype=np.int64)

    def _placements(self, hand: Faces, rolled: int) -> list[tuple[int, int]]:
        """The ways to place a hand (S5) that no other one betters in every column, as (level pair, concentration)."""
        if rolled == 1:
            points = sum(hand)
            totals = {(a, d, points - a - d) for a in range(points + 1) for d in range(points - a + 1)}
        else:
            totals = {
                tuple(sum(face for face, at in zip(hand, columns, strict=True) if at == column) for column in range(3))
                for columns in product(range(3), repeat=len(hand))
            }
        levels_a, levels_d = self.levels(rolled)
        cut = {(min(a, levels_a - 1), min(d, levels_d - 1), c) for a, d, c in totals}
        best = [
            one
            for one in cut
            if not any(o != one and o[0] >= one[0] and o[1] >= one[1] and o[2] >= one[2] for o in cut)
        ]
        return [(a * levels_d + d, c) for a, d, c in sorted(best)]


class Rerolled(NamedTuple):
    """What a Ki throws again of his dice (S13)."""

    single: bool  # one of them: then every throw has a choice of its own
    whole: bool  # all of them
    rounding: int
    """Half units in the last place that one round may add to the error of a value (docs/solver.md counts them)."""


def _again_of(reroll: Reroll) -> Rerolled:
    match reroll:
        case Reroll.ALL:
            return Rerolled(single=False, whole=True, rounding=110)
        case Reroll.ONE:
            return Rerolled(single=True, whole=False, rounding=160)
        case Reroll.EITHER:
            return Rerolled(single=True, whole=True, rounding=310)
        case _:
            return never(reroll)


def _sums(dice: int) -> list[tuple[Faces, int]]:
    """One throw for each sum of so many dice, with the ways of the sum: where only the sum matters."""
    ways: Counter[int] = Counter()
    for faces, count in throws(dice):
        ways[sum(faces)] += count
    shown = {sum(faces): faces for faces, _ in throws(dice)}
    return [(shown[total], count) for total, count in sorted(ways.items())]


def least_of_kind(price: Numbers, kind: Numbers) -> Numbers:
    """[s, kind]: the least price of all levels of a kind."""
    least = np.full((SPENT, kind.max() + 1), NEVER)
    for row, prices in zip(least, price, strict=True):
        np.minimum.at(row, kind, prices)
    return least


def least_prices(rewards: Iterable[Numbers], most: int, purchases: int | None = None) -> Numbers:
    """For each amount up to `most`, the least price of that much, in any number of purchases or at most so many."""
    rows = list(rewards)
    cost = np.full(most + 1, NEVER, dtype=np.int64)
    cost[0] = 0
    for _ in range(most if purchases is None else purchases):
        before = cost.copy()
        for price, amount in rows:
            fewer = np.maximum(0, np.arange(most + 1) - amount)
            cost = np.minimum(cost, price + before[fewer])
    return np.minimum(cost, NEVER)


def _again(found: list[Faces]) -> tuple[Numbers, Numbers]:
    """For throws: what is left when the i-th different die is taken up (-1: no such die), and the throw by its face."""
    number = {faces: n for n, faces in enumerate(found)}
    rests = sorted({_without(faces, face) for faces in found for face in faces})
    rest = np.full((len(found), len(found[0]) if found else 0), -1, dtype=np.int64)
    for n, faces in enumerate(found):
        for i, face in enumerate(sorted(set(faces))):
            rest[n, i] = rests.index(_without(faces, face))
    rows = [[number[tuple(sorted((*left, face)))] for face in FACES] for left in rests]
    return rest, np.array(rows, dtype=np.int64).reshape(-1, 6)


def _without(hand: Faces, face: int) -> Faces:
    """The hand less one die."""
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]


def _lessened(hand: Faces, rolled: int) -> list[tuple[Faces, int]]:
    """(what is left, points) when one die goes into concentration, or one point of a single die."""
    if rolled == 1:
        return [((sum(hand) - 1,), 1)] if sum(hand) else []
    return [(_without(hand, face), face) for face in sorted(set(hand))]


def _parts(hands: list[Faces], rolled: int) -> list[Faces]:
    """All that can be left of the hands, the smallest first."""
    found: set[Faces] = set()
    new = set(hands)
    while new:
        new = {left for hand in new for left, _ in _lessened(hand, rolled)}
        found |= new
    return sorted(found, key=lambda left: (sum(left), left))
