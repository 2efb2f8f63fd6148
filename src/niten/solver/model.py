"""A duel as numbers for the kernels: every table a round needs, made once per duel and edition.

Words: `body` is what injuries have done so far; `hand` the dice in the player's hand; `level` an amount of Attack or
Defense, cut off where more makes no difference (S14, S15).
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from niten.core.dice import FACES, Faces, throws
from niten.samurai import Duel, Effect, Gain, Samurai
from niten.samurai.duel import ROUND_DICE, Line
from niten.samurai.editions import Reroll

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

NEVER = 10**6


@dataclass(frozen=True)
class Answers:
    """His roll after the player rolled n dice: for each pair of levels, what can happen and how likely.

    With all dice re-rolled only the sum matters, and lines with the same damage and effect are one outcome. With one
    die re-rolled every throw is an outcome, and `again[throw, i, f]` is the throw after its i-th different die shows f.
    """

    chance: Floats  # [attack, defense, outcome]
    damage: Numbers
    event: Numbers
    count: Numbers  # [attack, defense]: how many outcomes there are
    again: Numbers  # [throw, i, face]; -1: no such die; empty where all dice are re-rolled


@dataclass(frozen=True)
class Hands:
    """The dice in hand after rolling n with some faces discarded: every multiset, and what can be done with it."""

    chance: Floats  # [hand] of the first roll
    place: Numbers  # [hand, i, (attack, defense, concentration)]
    places: Numbers  # [hand]: how many placements there are
    again: Numbers  # [hand, i, face]: the hand after its i-th different die was thrown again; -1: no such die


class Model:
    """The tables of one duel under one edition."""

    def __init__(self, game: Samurai) -> None:
        self.game = game
        self.duel: Duel = game.duel
        self.lines = [self.duel.lines[n] for n in sorted(self.duel.lines)]
        self.attack_levels = max(line.defense for line in self.lines) + self.duel.resistance[-1][0] + 1
        self.defense_levels = max((line.counter or 0) for line in self.lines) + 1
        self.events: list[Effect | None] = [None]
        for line in self.lines:
            if line.effect not in self.events:
                self.events.append(line.effect)
        self.purchases = NEVER if game.edition.purchases is None else game.edition.purchases

    def rewards(self, gain: Gain) -> Numbers:
        """[(price, amount)] of the rewards of one kind."""
        rows = [(row.price, row.amount) for row in self.duel.player.rewards if row.gain is gain]
        return np.array(rows, dtype=np.int64).reshape(-1, 2)

    @cached_property
    def sure(self) -> Numbers:
        """For each health of his, the concentration from which he is bought dead at once (NEVER: not possible)."""
        cost = np.full(self.duel.health + 1, NEVER, dtype=np.int64)
        cost[0] = 0
        if self.game.edition.purchases is None:
            for health in range(1, self.duel.health + 1):
                for price, amount in self.rewards(Gain.OPPONENT):
                    cost[health] = min(cost[health], price + cost[max(0, health - amount)])
        return cost

    def most_concentration(self, rounds: int) -> int:
        """What the dice of the first rounds can bring in, or the sure price if that is less."""
        return int(min(6 * sum(self.duel.player.dice[:rounds]), self.sure[-1]))

    def answers(self, rolled: int) -> Answers:
        """What he can roll when the player rolled this many."""
        his = ROUND_DICE - rolled
        found = throws(his)
        single = self.game.edition.reroll is Reroll.ONE
        shape = (self.attack_levels, self.defense_levels)
        chance, damage, event = (np.zeros((*shape, len(found))) for _ in range(3))
        count = np.zeros(shape, dtype=np.int64)
        for attack, defense in product(*map(range, shape)):
            outcomes = [(*self._outcome(self.lines[sum(faces) - 1], attack, defense), ways) for faces, ways in found]
            if not single:
                grouped: Counter[tuple[int, int]] = Counter()
                for hurt, number, ways in outcomes:
                    grouped[hurt, number] += ways
                outcomes = [(hurt, number, ways) for (hurt, number), ways in sorted(grouped.items())]
            count[attack, defense] = len(outcomes)
            for n, (hurt, number, ways) in enumerate(outcomes):
                chance[attack, defense, n] = ways / 6**his
                damage[attack, defense, n] = hurt
                event[attack, defense, n] = number
        again = _again([faces for faces, _ in found]) if single else np.zeros((0, 0, 6), dtype=np.int64)
        return Answers(chance, damage.astype(np.int64), event.astype(np.int64), count, again)

    def _outcome(self, line: Line, attack: int, defense: int) -> tuple[int, int]:
        """(damage to him, number of the event) of a line."""
        damage = self.duel.damage(max(0, attack - line.defense))
        return damage, self.events.index(line.effect if line.strikes(defense) else None)

    def hands(self, rolled: int, discarded: Faces) -> Hands:
        """The hands of a roll; discarded faces are gone at once (S20)."""
        kept = [face for face in FACES if face not in discarded]
        hands = [hand for size in range(rolled + 1) for hand, _ in throws(size) if set(hand) <= set(kept)]
        number = {hand: n for n, hand in enumerate(hands)}
        chance = np.zeros(len(hands))
        for faces, ways in throws(rolled):
            chance[number[tuple(face for face in faces if face in kept)]] += ways / 6**rolled
        options = [self._placements(hand, rolled == 1) for hand in hands]
        place = np.zeros((len(hands), max(map(len, options)), 3), dtype=np.int64)
        for n, rows in enumerate(options):
            place[n, : len(rows)] = rows
        again = np.full((len(hands), rolled, 6), -1, dtype=np.int64)
        for n, hand in enumerate(hands):
            for i, face in enumerate(sorted(set(hand))):
                rest = list(hand)
                rest.remove(face)
                for shown in FACES:
                    again[n, i, shown - 1] = number[tuple(sorted(rest + [shown] * (shown in kept)))]
        return Hands(chance, place, np.array(list(map(len, options)), dtype=np.int64), again)

    def _placements(self, hand: Faces, split: bool) -> list[tuple[int, int, int]]:
        """The ways to place a hand (S5) that no other one betters in every column."""
        if split:
            points = sum(hand)
            totals = {(a, d, points - a - d) for a in range(points + 1) for d in range(points - a + 1)}
        else:
            totals = {
                tuple(sum(face for face, at in zip(hand, columns, strict=True) if at == column) for column in range(3))
                for columns in product(range(3), repeat=len(hand))
            }
        top_attack, top_defense = self.attack_levels - 1, self.defense_levels - 1
        cut = {(min(a, top_attack), min(d, top_defense), c) for a, d, c in totals}
        return sorted(
            one
            for one in cut
            if not any(o != one and o[0] >= one[0] and o[1] >= one[1] and o[2] >= one[2] for o in cut)
        )


def _again(found: list[Faces]) -> Numbers:
    """For each throw, its i-th different die and a face: the throw after that die shows that face."""
    number = {faces: n for n, faces in enumerate(found)}
    again = np.full((len(found), len(found[0]), 6), -1, dtype=np.int64)
    for n, faces in enumerate(found):
        for i, face in enumerate(sorted(set(faces))):
            rest = list(faces)
            rest.remove(face)
            for shown in FACES:
                again[n, i, shown - 1] = number[tuple(sorted([*rest, shown]))]
    return again
