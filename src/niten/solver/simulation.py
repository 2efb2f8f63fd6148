"""Playing a solved duel many times: a check of the certified interval by dice instead of sums.

The policy played: when a round begins, the body is put into a class of the lower bound (of several that fit, the one
with the greatest value there), and within the round every decision is the best by the kernels' tables for that class.
It gets what the lower bound promises, less at most 1/65535 a round for the rounding of kept tables to 16 bits.

All duels advance together. Those of the same class, discards and health share the tables of a round, which are computed
chain by chain (kernels.py); while a chain lies in its slot, its duels are played on. The dice of a duel depend on the
seed and its number only, so threads make no difference. Editions en and fr only: one purchase a round (es) and single
dice thrown again (de) have tables of another form.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, cast

import numpy as np

from niten.core import Step
from niten.core.dice import Faces
from niten.samurai import Effect, Harm, Samurai
from niten.samurai.rules import placements
from niten.samurai.steps import (
    Again,
    Announce,
    Buy,
    Column,
    Injury,
    OpponentRoll,
    Place,
    Raise,
    Ready,
    RerollDie,
    Roll,
    Stand,
    Strike,
    Toll,
    Wound,
)
from niten.samurai.switches import Repeated, Reroll
from niten.solver import playing as to
from niten.solver.bodies import Body
from niten.solver.bounds import buys_when_needed
from niten.solver.classes import LASTING, ZONES, Class, nearest
from niten.solver.exact import ExactFollowing
from niten.solver.following import Following
from niten.solver.kernels import play_round, strike_first
from niten.solver.playing import (
    ALL_WOUNDS,
    FIELDS,
    HEALTH,
    HIS,
    KI,
    LIMB,
    POINTS,
    RESULT,
    RUNNING,
    STEPS,
    STRUCK,
    VICTORY,
    WOUNDS,
    Duels,
    Guide,
    Page,
)
from niten.solver.solution import BoundSide, ExactSide, Side, unpacked
from niten.solver.sweep import Sweep, in_threads
from niten.solver.tables import Floats, Numbers, Plan, Space

MOST_STEPS = 600  # that are written down of one duel
HARMS = {
    Harm.HEALTH: to.LOSS_OF_HEALTH,
    Harm.KI: to.LOSS_OF_KI,
    Harm.LEVEL_1: to.LEVEL_1,
    Harm.LEVEL_2: to.LEVEL_2,
    Harm.DEEP_WOUND: to.DEEP_WOUND,
}
DISCARDS, LASTING_BITS = 0b110, sum(1 << wound for wound in LASTING)
"""Deep Wounds 1 and 2, and 1 to 3, as bits."""

Work = tuple[Plan, Space, Floats]
"""Tables to work in, and the events to work from; for one health."""


# --- all duels, round by round ---


class Played(NamedTuple):
    """Duels played to their end."""

    duels: Duels

    @property
    def wins(self) -> int:
        """How many were won."""
        return int((self.duels.rows[:, RESULT] == VICTORY).sum())

    @property
    def mean(self) -> float:
        """The share that was won."""
        return self.wins / len(self.duels.rows)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return float(np.sqrt(self.mean * (1 - self.mean) / len(self.duels.rows)))

    def steps(self, duel: int) -> Iterator[Step]:
        """The steps of a logged duel, those included that the engine passes over because there is nothing to decide."""
        for step in self.duels.log[duel, : self.duels.rows[duel, STEPS]].tolist():
            yield _make_step(*step)


def _make_step(kind: int, x: int, y: int, z: int) -> Step:
    thrown = {to.ROLL: Roll, to.OPPONENT: OpponentRoll, to.INJURY: Injury}
    shown = {to.STRIKE: Strike, to.WOUND: Wound, to.TOLL: Toll}
    decided = {to.ANNOUNCE: Announce, to.BUY: Buy, to.REROLL: RerollDie}
    if kind in thrown:
        return thrown[kind](tuple(face for face in (x, y, z) if face))
    if kind in shown:
        return shown[kind](x)
    if kind in decided:
        return decided[kind](x)
    if kind == to.PLACE:
        return Place(x, y, z)
    if kind == to.RAISE:
        return Raise(Column.ATTACK if x == to.ATTACK else Column.DEFENSE)
    return {to.READY: Ready(), to.AGAIN: Again(), to.STAND: Stand()}[kind]


class Group(NamedTuple):
    """Duels that share the tables of a round. Their discards and limbs are their own, whatever the class has."""

    guide: Class | Body
    discarded: Faces
    limb_lost: bool
    health: int
    who: Numbers


def can_simulate(side: Side) -> bool:
    """Whether the policy of these tables can be played here."""
    game = side.sweep.game
    fits = not isinstance(side, BoundSide) or (not side.bound.upper and buys_when_needed(game))
    return isinstance(side, BoundSide | ExactSide) and fits and _has_tables(game)


def _has_tables(game: Samurai) -> bool:
    _, reroll, repeated, _ = game.switches
    return game.most_purchases is None and reroll is Reroll.ALL and repeated is Repeated.KIND


def simulate(side: Side, duels: int, seed: int = 1, *, threads: int | None = None, logged: int = 0) -> Played:
    """Play the policy of a lower bound, or of an exact solution; the first `logged` duels are written down."""
    if not isinstance(side, BoundSide | ExactSide):
        raise TypeError("only tables can be followed")
    game = side.sweep.game
    if not _has_tables(game):
        raise ValueError("only rules with any number of purchases, all his dice re-rolled and costs in kind")
    if not can_simulate(side):
        raise ValueError("only lower bounds of duels in which Ki is sold singly")
    page = game.duel.player
    all_duels = Duels(
        np.zeros((duels, FIELDS), np.int64), np.empty(duels, np.uint64), np.zeros((logged, MOST_STEPS, 4), np.int64)
    )
    all_duels.rows[:, [HIS, KI, HEALTH]] = game.duel.health, page.ki, page.health
    to.sow(all_duels.random, seed)
    player = _Player(side, all_duels)
    for number in range(1, page.rounds + 1):
        player.play_round(number, threads)
    return Played(all_duels)


class _Player:
    """Finds the tables that each duel follows, and plays."""

    def __init__(self, side: BoundSide | ExactSide, duels: Duels) -> None:
        self.side, self.duels, self.sweep = side, duels, side.sweep
        self.game: Samurai = side.sweep.game
        self.page = page_of(self.sweep)
        self.sixth = cast("float", self.sweep.precision(1 / 6))
        self.spaces: SimpleQueue[Work] = SimpleQueue()
        self.hand_tables = cache(self._make_hand_tables)
        self.fitting = cache(self._make_fitting)

    def play_round(self, number: int, threads: int | None) -> None:
        """All duels that are not over; groups are independent of each other."""
        groups = self._groups(number)
        events = self._events(number)
        guides = list(dict.fromkeys(group.guide for group in groups))
        found = dict(zip(guides, in_threads(events, guides, threads), strict=True))
        groups.sort(key=lambda group: -len(group.who))
        in_threads(lambda group: self._play_group(number, group, found[group.guide]), groups, threads)

    # --- which tables ---

    def _events(self, number: int) -> Callable[[Any], Floats]:
        """What his lines do to a body, from the tables of the next round."""
        side, sweep = self.side, self.sweep
        is_last = number == self.game.duel.player.rounds
        rows = {} if is_last else side.rounds[number]
        tables: dict[Any, Floats] = {
            key: unpacked(row, sweep.opponent, sweep.points, sweep.health) for key, row in rows.items()
        }
        if isinstance(side, BoundSide):
            return (Following.nothing(side.bound) if is_last else Following(side.bound, tables)).events
        end = np.full(sweep.shape, side.alive, sweep.precision) if is_last else None
        following = ExactFollowing(self.game, tables, end)
        return lambda body: following.events(body, sweep.model.events)

    def _groups(self, number: int) -> list[Group]:
        """Every duel that goes on, with those like it."""
        rows = self.duels.rows
        who = np.flatnonzero(rows[:, RESULT] == RUNNING)
        wounds = rows[who, WOUNDS] & (LASTING_BITS if isinstance(self.side, BoundSide) else ALL_WOUNDS)
        struck = np.where(rows[who, LIMB], 0, rows[who, STRUCK])
        codes, body = np.unique(struck << 8 | wounds | rows[who, LIMB], return_inverse=True)
        fits = [self.fitting(int(code)) for code in codes]
        names = {fit: n for n, fit in enumerate(dict.fromkeys(fits))}
        fit_of = np.array([names[fit] for fit in fits], np.int64)[body]
        groups: list[Group] = []
        for fit, n in names.items():
            same = who[fit_of == n]
            shared = (
                self._best(number, fit, same),
                rows[same, WOUNDS] & DISCARDS,
                rows[same, LIMB],
                rows[same, HEALTH],
            )
            shape = len(fit), DISCARDS + 1, 2, self.sweep.health + 1
            kinds, kind = np.unique(np.ravel_multi_index(shared, shape), return_inverse=True)
            for m, (choice, wounded, limb, health) in enumerate(np.transpose(np.unravel_index(kinds, shape)).tolist()):
                groups.append(Group(fit[choice], _bits(wounded), bool(limb), health, same[kind == m]))
        return groups

    def _make_fitting(self, code: int) -> tuple[Class | Body, ...]:
        """The classes that bound a body from below. Two wounds may have none: then those of fewer, as a guess."""
        struck, limb_lost, wounds = _bits(code >> 8), bool(code & 1), _bits(code & ALL_WOUNDS)
        side = self.side
        if isinstance(side, ExactSide):
            return (Body(struck, limb_lost, wounds),)
        for count in range(len(wounds), -1, -1):
            bodies = [Class.of(struck, limb_lost, some) for some in combinations(wounds, count)]
            fit = [
                one for body in bodies for one in nearest(tuple(side.rounds[0]), body, 0, side.bound.deep, upper=False)
            ]
            if fit:
                return tuple(fit)
        raise AssertionError("every ladder has a class for all zones struck and one for a lost limb")

    def _best(self, number: int, fit: tuple[Any, ...], who: Numbers) -> Numbers:
        """Which of the classes promises each duel the most."""
        if len(fit) == 1:
            return np.zeros(len(who), np.int64)
        his, ki, points, health = self.duels.rows[who][:, [HIS, KI, POINTS, HEALTH]].T
        tables: list[Floats] = [self.side.rounds[number - 1][one] for one in fit]
        return np.argmax([row[his, ki, np.minimum(points, row.shape[2] - 1), health - 1] for row in tables], axis=0)

    # --- one group ---

    def _play_group(self, number: int, group: Group, events: Floats) -> None:
        try:
            work = self.spaces.get_nowait()
        except Empty:
            work = self.sweep.new_space(1)
        plan, space, flat = work
        flat[..., : events.shape[-2]] = events[..., group.health - 1]
        flat[:, 0] = 1  # he is dead
        rows, who = self.duels.rows, group.who
        most_dice = 1 if group.limb_lost else self.game.duel.player.dice[number - 1]
        chosen = np.zeros(len(who), np.int64)
        to.announce(self.duels, who, plan, *self._before(work, group, most_dice), chosen)
        is_last = number == self.game.duel.player.rounds
        for rolled in range(1, most_dice + 1):
            some = who[chosen == rolled]
            begun = plan.chain_of[0, rows[some, KI]]  # playing changes the Ki
            for chains in _chain_sets(plan, space, rows[some, KI]):
                now = some[np.isin(begun, chains)]
                self._compute(work, group.discarded, rolled, chains, now)
                replies, hands = self.sweep.replies(rolled), self.sweep.hands(rolled, group.discarded)
                tables = self.hand_tables(rolled, group.discarded)
                guide = Guide(self.page, plan, space.raised, space.held, flat, replies, hands, rolled, is_last, *tables)
                to.play(self.duels, now, guide)
        self.spaces.put(work)

    def _before(self, work: Work, group: Group, most_dice: int) -> tuple[Floats, Floats]:
        """The values of each number of dice, and the best of them or of buying the strike first (S11)."""
        plan, space, flat = work
        rows = self.duels.rows[group.who]
        if most_dice == 1:  # nothing to decide; the strike can wait until the die is seen
            nothing = np.zeros((1, *flat.shape[1:3], int(rows[:, POINTS].max()) + 1), flat.dtype)
            return nothing, nothing[0]
        chains = [chain for some in _chain_sets(plan, space, rows[:, KI]) for chain in some]
        dice = range(1, most_dice + 1)
        values = np.concatenate([self._compute(work, group.discarded, n, chains, group.who) for n in dice])
        best = values.max(axis=0, keepdims=True)
        strike_first(best, plan, int(rows[:, POINTS].max()), space.mean, self.sixth)
        return values, best[0]

    def _compute(self, work: Work, discarded: Faces, rolled: int, chains: list[int], who: Numbers) -> Floats:
        """The tables of a round for some chains, as far as these duels need them; the values before rolling."""
        plan, space, flat = work
        wanted = np.full_like(plan.ki_at, -1)
        wanted[chains] = plan.ki_at[chains]
        his, most = int(self.duels.rows[who, HIS].max()), int(self.duels.rows[who, POINTS].max())
        value = np.zeros((1, his + 1, *flat.shape[2:]), flat.dtype)
        for health in range(1, his + 1):
            value[:, health, :, self.sweep.model.sure[health] :] = 1
        replies, hands = self.sweep.replies(rolled), self.sweep.hands(rolled, discarded)
        limited = plan._replace(ki_at=wanted)
        play_round(value, limited, space, flat, replies, hands, 1, most, most + 6 * rolled, self.sixth)
        return value

    def _make_hand_tables(self, rolled: int, discarded: Faces) -> tuple[Numbers, Numbers, Numbers]:
        """`number`, `faces` and `places` of a guide."""
        hands = self.sweep.model.hand_list(rolled, discarded)
        number = np.zeros((7, 7, 7), np.int64)
        faces, places = np.zeros((len(hands), 3), np.int64), np.full((len(hands), 28, 3), -1)
        for n, hand in enumerate(hands):
            number[(0,) * (3 - len(hand)) + hand] = n
            different = sorted(set(hand))
            faces[n, : len(different)] = different
            ways = [way for way in placements(hand, rolled == 1) if isinstance(way, Place)]
            places[n, : len(ways)] = [(way.attack, way.defense, way.concentration) for way in ways]
        return number, faces, places


def page_of(sweep: Sweep) -> Page:
    """What is printed for a duel, as numbers."""
    duel, events = sweep.game.duel, sweep.model.events

    def numbers(effect: Effect | None) -> tuple[int, int]:
        return (HARMS[effect.harm], effect.amount) if effect else (0, 0)

    lines = [(line.defense, line.counter or 0, events.index(line.effect)) for _, line in sorted(duel.lines.items())]
    damage = [duel.damage(attack) for attack in range(duel.resistance[-1][0] + 1)]
    injuries = [numbers(duel.player.injuries.get(zone)) for zone in range(max(ZONES) + 1)]
    effects = [numbers(effect) for effect in events]
    return Page(np.array([(0, 0, 0), *lines]), np.array(damage), np.array(effects), np.array(injuries))


def _chain_sets(plan: Plan, space: Space, kis: Numbers) -> list[list[int]]:
    """The chains to compute for duels with so much Ki, as far as they have slots together: buying Ki leads upwards."""
    slots = space.held.shape[0]
    present: list[int] = np.unique(plan.chain_of[0, kis]).tolist()
    low = [chain for chain in present if chain < slots]
    return [[chain] for chain in present if chain >= slots] + ([list(range(low[0], slots))] if low else [])


def _bits(mask: int) -> Faces:
    """The numbers of the bits that are set; 0 is none of them."""
    return tuple(n for n in range(1, mask.bit_length()) if mask >> n & 1)
