"""One round as one bound sees it: the value of every state that can follow in it.

The kernels compute the round for one health and the chains of Ki that matter; its states are then looked up.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import cache, cached_property, reduce
from typing import NamedTuple

import numpy as np

from niten.core import CHANCE
from niten.core.dice import Faces, throws
from niten.samurai import Phase, Samurai, State
from niten.samurai.state import SETTLED
from niten.solver.kernels import answer, answer_throws, play_round, roll_again, strike_first
from niten.solver.model import least_of_kind, least_prices
from niten.solver.solution import BoundSide, Side
from niten.solver.tables import NEVER, SPENT, Floats, Hands, Numbers, Plan, Replies, Space

Levels = tuple[int, int]
"""Attack and Defense bought before the dice are placed."""


_MUCH = 70  # concentration from which on a second thread pays
_SPARE = 2  # kinds of levels that can be bought: Attack and Defense

HandsOf = Callable[[int, Faces, Levels], Hands]
"""The dice in hand after rolling so many, with some faces discarded and some levels bought."""


class Table(NamedTuple):
    """A round with one number of dice."""

    plan: Plan
    space: Space
    replies: Replies
    value: Floats  # [b, his health, k, concentration]: before rolling


class Workshop:
    """Work space for views, made once: one for each number of dice, and spare tables of dice in hand.

    The bounds of several sides are computed together, lane beside lane, where their sweeps have the same form.
    """

    def __init__(self, sides: Sequence[Side], hands: HandsOf) -> None:
        self.sides = sides
        self.sweep = sides[0].sweep
        self.hands = hands
        rolls = range(1, max(self.sweep.game.duel.player.dice) + 1)
        self.spaces = {n: self.sweep.new_space(len(sides))[:2] for n in rolls}
        self.events = self.sweep.new_events(len(sides))
        self._replies = {n: self.sweep.replies(n) for n in rolls}
        self.replies = cache(self._make_replies)
        self._spare = {n: [self.sweep.stage(*self.spaces[n][1].held.shape) for _ in range(_SPARE)] for n in rolls}

    def _make_replies(self, rolled: int, reach: int) -> Replies:
        """His roll when dice and what was bought before can reach so much: more Attack and Defense costs its price.

        Whoever is asked about may not have done what was better before, so the strike is looked at whenever it can be
        bought, not only where it could not have been bought before placing.
        """
        replies = self._replies[rolled]
        price = self.sweep.model.level_prices(rolled, reach)
        spare = least_of_kind(price, replies.kind)
        return replies._replace(price=price, spare=spare, gathered=NEVER)

    def spare_held(self, rolled: int, number: int) -> Floats:
        """Another table of dice in hand."""
        spare = self._spare[rolled]
        while len(spare) <= number:
            spare.append(self.sweep.stage(*spare[0].shape))
        return spare[number]


class View:
    """What follows in the round of a state. Valid until the workshop is used for another one."""

    def __init__(self, workshop: Workshop, game: Samurai, state: State, alive: float) -> None:
        self.workshop, self.game, self.alive = workshop, game, alive
        self.sides, self.sweep = workshop.sides, workshop.sweep
        self.size = len(self.sides)
        self.first = first = self._within(state)
        self.number = first.round
        self.is_placed = is_placed(first)
        self.rolls = [first.rolled] if first.rolled else list(range(1, game.most_dice(first) + 1))
        self.most = 0 if self.is_placed else first.concentration  # before rolling
        self.points = first.concentration + (0 if self.is_placed else 6 * max(self.rolls))
        self.bought: Levels = (0, 0) if self.is_placed else (first.attack, first.defense)
        self.discarded = tuple(wound for wound in first.wounds if wound <= 2)
        self.events = workshop.events
        self.sixth = self.sweep.precision(1 / 6)
        self.tables: dict[int, Table] = {}
        self._spare: list[Levels] = []  # bought before placing, and asked about
        self._before = cache(self._make_before)
        self._held = cache(self._make_held)
        self._hand_numbers = cache(self._make_hand_numbers)
        self._answered: tuple[int, ...] = ()  # for what his roll was computed last

    def covers(self, state: State) -> bool:
        """The state belongs to this round and to what was computed of it."""
        state = self._within(state)
        first = self.first
        if not self.tables and state.phase not in SETTLED:
            return False
        if not is_placed(state) and (self.is_placed or (state.attack, state.defense) != self.bought):
            return False
        return (
            _body(state) == _body(first)
            and state.ki + state.spent == first.ki + first.spent
            and state.opponent <= first.opponent
            and first.rolled in (0, state.rolled)
            and first.purchases <= state.purchases
            and state.concentration <= self._most_computed(state)
        )

    def _most_computed(self, state: State) -> int:
        """The concentration up to which states like this one were computed."""
        paid = int(self.paid[self.chain, state.opponent])
        if not is_placed(state):
            return self.most - paid
        price = self.tables[state.rolled].replies.price if state.rolled in self.tables else None
        return -1 if price is None else self.points - paid - int(price[state.spent, self._pair(state)])

    def _within(self, state: State, lane: int = -1) -> State:
        """Within the tables: what kills him anyway need not be more, and Ki beyond the chains is given up.

        From below it is given up for nothing, from above, the last lane, for all it cost.
        """
        most = self.sweep.ki - (0 if self.sweep.ahead else state.spent)
        extra = state.ki - most
        ki, points = state.ki, state.concentration
        side = self.sides[lane]
        if extra > 0 and isinstance(side, BoundSide):
            ki = most
            points += extra * side.bound.ki_price if side.bound.upper and not self.sweep.endless else 0
        return state._replace(ki=ki, concentration=min(points, self.sweep.points))

    # --- computing ---

    def compute(self, helper: Executor) -> None:
        """The round, for each number of dice that can be rolled; the most dice, if it is much, beside the others."""
        for lane, side in enumerate(self.sides):
            found = side.events(self.first, self.points)
            self.events[:, : found.shape[1], :, lane : found.shape[3] * self.size : self.size] = found
        self.events[:, 0] = 1
        *fewer, most = self.rolls
        beside = helper.submit(self._compute, most) if fewer and self.points >= _MUCH else None
        made = {rolled: self._compute(rolled) for rolled in fewer}
        made[most] = beside.result() if beside else self._compute(most)
        self.tables = made

    def _compute(self, rolled: int) -> Table:
        plan, space = self.workshop.spaces[rolled]
        plan = plan._replace(ki_at=self._wanted(plan), paid=self.paid, fewest=self.fewest)
        value = self._blank((self.sweep.layers, self.first.opponent + 1, *self.events.shape[2:]))
        replies, hands = self.workshop.replies(rolled, self._reach(rolled)), self._hands(rolled, self.bought)
        after = self.points if self.is_placed else self.most + 6 * rolled
        play_round(value, plan, space, self.events, replies, hands, self.lowest, self.most, after, self.sixth)
        return Table(plan, space, replies, value)

    def _wanted(self, plan: Plan) -> Numbers:
        """The chains of Ki that can follow."""
        wanted = plan.ki_at.copy()
        wanted[self.paid[:, self.first.opponent] > self.points] = -1
        wanted[: self.chain] = -1
        if not self.sweep.ahead:  # one more than is needed, because it can be bought although it is not
            wanted[max(self.chain + 2, SPENT) :] = -1
        return wanted

    def _reach(self, rolled: int) -> int:
        """The Attack and Defense that can be had without buying, and without any Ki of this round."""
        first = self.first
        return first.attack + first.defense + (-first.spent if self.is_placed else 6 * rolled)

    def _hands(self, rolled: int, bought: Levels) -> Hands:
        return self.workshop.hands(rolled, self.discarded, bought)

    def _make_hand_numbers(self, rolled: int) -> dict[tuple[int, ...], int]:
        return {hand: n for n, hand in enumerate(self.sweep.model.hand_list(rolled, self.discarded))}

    @cached_property
    def chain(self) -> int:
        """The chain of Ki of the first state."""
        return self._chain(self.first)

    @cached_property
    def paid(self) -> Numbers:
        """[chain, his health]: the concentration that purchases of this round must cost to get there."""
        first, model = self.first, self.sweep.model
        left = self._purchases_left
        ki = np.zeros(len(self._plan.ki_at), dtype=np.int64)
        ki[self.chain :] = least_prices(model.prices.ki, len(ki) - 1 - self.chain, left)
        if self.sweep.endless:  # the last chain may be nearer than its place tells
            ki[-1] = ki[self.chain : self.chain + 2].max()
        struck = np.zeros_like(model.sure)
        struck[: first.opponent + 1] = model.struck_prices(left)[first.opponent :: -1]
        return np.add.outer(ki, struck)

    @cached_property
    def fewest(self) -> Numbers:
        """[chain, his health]: the purchases it takes to get there, where they are counted."""
        if self._purchases_left is None:
            return np.zeros_like(self.paid)
        counts = np.full_like(self.paid, self.first.purchases)
        counts[:, : self.first.opponent] += 1
        counts[self.chain + 1 :] += 1
        return counts

    @cached_property
    def lowest(self) -> int:
        """The least health of his that purchases of this round can leave."""
        return max(1, int(np.flatnonzero(self.paid[self.chain] <= self.points)[0]))

    @property
    def _purchases_left(self) -> int | None:
        limit = self.game.most_purchases
        return None if limit is None else limit - self.first.purchases

    def _make_held(self, rolled: int, bought: Levels, opponent: int) -> tuple[Floats, Floats]:
        """(dice in hand, before rolling) with some Attack or Defense bought first; up to some health of his."""
        plan, space, _, value = self.tables[rolled]
        if bought == self.bought:
            return space.held, value
        if bought not in self._spare:
            self._spare.append(bought)
        held = self.workshop.spare_held(rolled, self._spare.index(bought))
        most = self.most - self._spent_on(bought)
        strikes = self.sweep.model.prices.strike[:, 0]
        alone = not len(strikes) or most < strikes.min()  # then nothing of his other healths is needed
        if not self.sweep.ahead and self.chain >= SPENT - 1:  # no Ki will be bought
            mine = plan.ki_at.copy()
            mine[self.chain + 1 :] = -1
            plan = plan._replace(ki_at=mine)
        if self._purchases_left is not None:
            plan = plan._replace(fewest=plan.fewest + 1)
        result = self._blank(value.shape)
        lowest = opponent if alone else self.lowest
        hands, other = self._hands(rolled, bought), space._replace(held=held)
        roll_again(result, plan, other, hands, lowest, opponent, most, self.sixth)
        return held, result

    def _blank(self, shape: tuple[int, ...]) -> Floats:
        """Nothing known before rolling but that he can be bought dead."""
        value = np.zeros(shape, self.sweep.precision)
        for health in range(1, self.first.opponent + 1):
            value[:, health, :, self.sweep.model.sure[health] * self.size :] = 1
        return value

    def _spent_on(self, bought: Levels) -> int:
        """The least concentration that went into what was bought since the first state."""
        prices = self.sweep.model.prices.attack, self.sweep.model.prices.defense
        more = (level > before for level, before in zip(bought, self.bought, strict=True))
        return sum(int(rows[:, 0].min()) for rows, is_more in zip(prices, more, strict=True) if is_more)

    def _make_before(self, bought: Levels, opponent: int) -> Floats:
        """Before the number of dice is announced."""
        first, *others = (self._held(rolled, bought, opponent)[1] for rolled in self.tables)
        best = reduce(np.maximum, others, first.copy())
        plan, space = next(iter(self.tables.values()))[:2]
        strike_first(best, plan, self.most, space.mean, self.sixth)
        return best

    # --- looking up ---

    def values(self, state: State) -> list[float]:
        """The bounds of all lanes for a state of this round, or one in which the next begins."""
        return [self._value(state, lane) for lane in range(self.size)]

    def _value(self, state: State, lane: int) -> float:
        game = self.game
        if state.ending:
            outcome = state.ending.outcome
            return 1.0 if outcome.result == "victory" else self.alive if outcome.result != "defeat" else 0.0
        if state.round != self.number:
            return self.sides[lane].at_start_of_round(state)
        if state.phase in SETTLED or state.phase in (Phase.STRIKE, Phase.REROLL):
            return self._mean(state, lane)
        if state.phase is Phase.OPPONENT and state.his:
            return self._mean(state, lane)
        if state.phase is Phase.ANSWER:
            return self._answer(state, lane)
        state = self._within(state, lane)
        if state.concentration >= self.sweep.model.sure[state.opponent] and game.actor(state) != CHANCE:
            return 1.0  # bought dead
        return self._bound(self._row(state), state.concentration, lane)

    def _row(self, state: State) -> Floats:
        """The row of a state, by concentration and lane."""
        bought = state.attack, state.defense
        b, opponent, rolled = state.purchases, state.opponent, state.rolled
        match state.phase:
            case Phase.ANNOUNCE:
                return self._before(bought, opponent)[b, opponent, state.ki]
            case Phase.ROLL:
                return self._held(rolled, bought, opponent)[1][b, opponent, state.ki]
            case Phase.PLACE:
                held = self._held(rolled, bought, opponent)[0]
                return held[self._ring(state), b, opponent, state.spent, self._hand_numbers(rolled)[state.dice]]
            case Phase.RAISE:
                return self.tables[rolled].space.raised[self._ring(state), b, opponent, state.spent, self._pair(state)]
            case Phase.OPPONENT:
                return self._reply(state, state.spent)
            case _:
                raise AssertionError(state.phase)

    def _bound(self, row: Floats, points: int, lane: int) -> float:
        """A computed value, and what rounding may have done to it: all its terms are positive, so a share of it."""
        value = float(row[points * self.size + lane])
        side = self.sides[lane]
        if not isinstance(side, BoundSide):
            return value
        margin = value * self.sweep.rounding
        return min(1.0, value + margin) if side.bound.upper else value - margin

    def _mean(self, state: State, lane: int) -> float:
        chance = self.game.chance(state)
        after = (self._value(self.game.advance(state, step), lane) for step in chance.outcomes)
        return sum(weight * value for weight, value in zip(chance.weights, after, strict=True)) / chance.total

    @property
    def _plan(self) -> Plan:
        return self.workshop.spaces[1][0]

    def _chain(self, state: State) -> int:
        return int(self._plan.chain_of[state.spent, state.ki])

    def _ring(self, state: State) -> int:
        return min(self._chain(state), self.workshop.spaces[1][1].raised.shape[0] - 1)

    def _pair(self, state: State) -> int:
        levels_a, levels_d = self.tables[state.rolled].replies.levels
        return int(min(state.attack, levels_a - 1) * levels_d + min(state.defense, levels_d - 1))

    def _reply(self, state: State, spent: int) -> Floats:
        """His roll, with so much Ki spent when he makes it."""
        table = self.tables[state.rolled]
        chain = self._chain(state)
        if self._answered != (state.rolled, chain, state.opponent):
            end = (self.points + 1) * self.size
            answer(table.plan, table.space, table.replies, self.events, chain, state.opponent, end, self.sixth)
            self._answered = (state.rolled, chain, state.opponent)
        return table.space.reply[spent, table.replies.kind[self._pair(state)]]

    def _answer(self, state: State, lane: int) -> float:
        """His dice lie open: they stand, or are thrown again (S13)."""
        game = self.game
        stand = self._value(game.advance(state, game.legal_moves(state)[0]), lane)
        state = self._within(state, lane)
        again = self._throw(state) if self.sweep.model.again.single else self._reply(state, state.spent + 1)
        return max(stand, self._bound(again, state.concentration, lane))

    def _throw(self, state: State) -> Floats:
        """The best that can be made of his throw where one die of it is re-rolled."""
        table = self.tables[state.rolled]
        chain = self._chain(state)
        kind = int(table.replies.kind[self._pair(state)])
        if self._answered != (state.rolled, chain, state.opponent, kind):
            end = (self.points + 1) * self.size
            for s in range(SPENT - 1, -1, -1):
                k = int(table.plan.ki_at[chain, s])
                if k >= 0:
                    again = s + 1 < SPENT and k > 0
                    answer_throws(
                        table.space, table.replies, self.events, kind, s, k, state.opponent, again, end, self.sixth
                    )
            self._answered = (state.rolled, chain, state.opponent, kind)
        return table.space.throw[state.spent, _throw_number(state.his)]


def is_placed(state: State) -> bool:
    """No dice are in hand, or on their way into it."""
    return bool(state.rolled) and not state.dice and state.phase not in (Phase.ROLL, Phase.REROLL)


@cache
def _throw_number(faces: Faces) -> int:
    """Where a throw of his stands in the tables."""
    return [found for found, _ in throws(len(faces))].index(faces)


def _body(state: State) -> tuple[object, ...]:
    """What stays the same throughout a round."""
    return state.round, state.health, state.struck, state.wounds, state.limb_lost
