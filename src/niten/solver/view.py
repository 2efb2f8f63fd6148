"""One round as one bound sees it: the value of every state that can follow in it.

The kernels compute the round for one health and the chains of Ki that matter; its states are then looked up.
"""

from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import NamedTuple

import numpy as np

from niten.core import CHANCE
from niten.core.dice import Faces, throws
from niten.samurai import Phase, Samurai, State
from niten.samurai.editions import Reroll
from niten.samurai.state import SETTLED
from niten.solver.kernels import answer, answer_throws, hold_dice, play_round, strike_first
from niten.solver.solution import BoundSide, Side
from niten.solver.tables import NEVER, SPENT, Floats, Hands, Plan, Replies, Space

Levels = tuple[int, int]
"""Attack and Defense bought before the dice are placed."""


HandsOf = Callable[[int, Faces, Levels], Hands]
"""The dice in hand after rolling so many, with some faces discarded and some levels bought."""


class Table(NamedTuple):
    """A round with one number of dice."""

    plan: Plan
    space: Space
    replies: Replies
    value: Floats  # [b, his health, k, concentration]: before rolling
    events: Floats


class Workshop:
    """Work space for views of one bound, made once: one for each number of dice, and spare tables of dice in hand."""

    def __init__(self, side: Side, hands: HandsOf) -> None:
        self.side = side
        self.hands = hands
        rolls = range(1, max(side.sweep.game.duel.player.dice) + 1)
        self.spaces = {n: side.sweep.one_lane() for n in rolls}
        self.replies = {n: without_shortcuts(side.sweep.replies(n)) for n in rolls}
        self.spare: dict[int, list[Floats]] = {n: [] for n in self.spaces}

    def spare_held(self, rolled: int, number: int) -> Floats:
        """Another table of dice in hand."""
        spare = self.spare[rolled]
        while len(spare) <= number:
            spare.append(np.ones_like(self.spaces[rolled][1].held))
        return spare[number]


class View:
    """What follows in the round of a state. Valid until the workshop is used for another one."""

    def __init__(self, workshop: Workshop, game: Samurai, state: State, alive: float) -> None:
        self.workshop, self.game, self.alive = workshop, game, alive
        self.side, self.sweep = workshop.side, workshop.side.sweep
        self.first = first = self._within(state)
        self.number = first.round
        self.is_placed = is_placed(first)
        self.rolls = [first.rolled] if first.rolled else list(range(1, game.most_dice(first) + 1))
        self.most = 0 if self.is_placed else first.concentration  # before rolling
        self.points = first.concentration + (0 if self.is_placed else 6 * max(self.rolls))
        self.bought: Levels = (0, 0) if self.is_placed else (first.attack, first.defense)
        self.discarded = tuple(wound for wound in first.wounds if wound <= 2)
        self.sixth = self.sweep.precision(1 / 6)
        self.tables: dict[int, Table] = {}
        self._spare: list[Levels] = []  # bought before placing, and asked about
        self._before = cache(self._make_before)
        self._held = cache(self._make_held)
        self._hand_numbers = cache(self._make_hand_numbers)
        self._answered: tuple[int, int, int] | None = None

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
            and state.concentration <= (self.points if is_placed(state) else self.most)
            and first.rolled in (0, state.rolled)
        )

    def _within(self, state: State) -> State:
        """Within the tables: what kills him anyway need not be more, and Ki beyond the chains is given up.

        From below it is given up for nothing, from above for all it cost.
        """
        most = self.sweep.ki - (0 if self.sweep.ahead else state.spent)
        extra = state.ki - most
        ki, points = state.ki, state.concentration
        if extra > 0 and isinstance(self.side, BoundSide):
            ki = most
            points += extra * self.side.bound.ki_price if self.side.bound.upper and not self.sweep.endless else 0
        return state._replace(ki=ki, concentration=min(points, self.sweep.points))

    # --- computing ---

    def tasks(self) -> list[Callable[[], None]]:
        """The round is computed by these, for each number of dice that can be rolled; in any order, or at once."""
        events = self.side.events(self.first, self.points)[..., -1]
        return [partial(self._compute, rolled, events) for rolled in self.rolls]

    def _compute(self, rolled: int, events: Floats) -> None:
        plan, space, flat = self.workshop.spaces[rolled]
        first = self.first
        chain = int(plan.chain_of[first.spent, first.ki])
        wanted = plan.ki_at.copy()
        wanted[:chain] = -1
        if not self.sweep.ahead:
            prices = self.sweep.model.prices.ki[:, 0]
            early = len(prices) and self.points >= prices[0]  # Ki can be bought although it is not needed
            wanted[max(chain + 1 + early, SPENT if early else 0) :] = -1
        plan = plan._replace(ki_at=wanted)
        flat[:, : first.opponent + 1, :, : self.points + 1] = events
        flat[:, 0] = 1
        value = np.zeros((self.sweep.layers, *flat[0, : first.opponent + 1].shape), self.sweep.precision)
        for health in range(1, first.opponent + 1):
            value[:, health, :, self.sweep.model.sure[health] :] = 1
        replies, hands = self.workshop.replies[rolled], self._hands(rolled, self.bought)
        after = self.points if self.is_placed else self.most + 6 * rolled
        play_round(value, plan, space, flat, replies, hands, self.lowest, self.most, after, self.sixth)
        self.tables[rolled] = Table(plan, space, replies, value, flat)

    def _hands(self, rolled: int, bought: Levels) -> Hands:
        return self.workshop.hands(rolled, self.discarded, bought)

    def _make_hand_numbers(self, rolled: int) -> dict[tuple[int, ...], int]:
        return {hand: n for n, hand in enumerate(self.sweep.model.hand_list(rolled, self.discarded))}

    @cached_property
    def lowest(self) -> int:
        """The least health of his that purchases of this round can leave."""
        model, opponent = self.sweep.model, self.first.opponent
        strikes = max((self.points // int(price) for price in model.prices.strike[:, 0]), default=0)
        bought = int(np.flatnonzero(model.damage_prices <= self.points)[-1])
        return max(1, opponent - bought - 5 * strikes)

    def _make_held(self, rolled: int, bought: Levels, opponent: int) -> tuple[Floats, Floats]:
        """(dice in hand, before rolling) with some Attack or Defense bought first; up to some health of his."""
        plan, space, _, value, _ = self.tables[rolled]
        if bought == self.bought:
            return space.held, value
        if bought not in self._spare:
            self._spare.append(bought)
        held = self.workshop.spare_held(rolled, self._spare.index(bought))
        other = space._replace(held=held)
        hands = self._hands(rolled, bought)
        chance = hands.chance[: len(hands.places)]
        result = np.zeros_like(value)
        layers = value.shape[0]
        most = self.most - self._spent_on(bought)
        strikes = self.sweep.model.prices.strike[:, 0]
        alone = not len(strikes) or most < strikes.min()  # then nothing of his other healths is needed
        mine = int(plan.chain_of[self.first.spent, self.first.ki])
        lone = not self.sweep.ahead and mine >= SPENT - 1  # no Ki will be bought
        for chain in [mine] if lone else range(len(plan.ki_at) - 1, -1, -1):
            if plan.ki_at[chain].max() < 0:
                continue
            ring = min(chain, held.shape[0] - 1)
            for health in range(opponent if alone else self.lowest, opponent + 1):
                sure = int(self.sweep.model.sure[health])
                end = min(most, sure - 1) + 1
                for b in range(layers - 1, -1, -1):
                    hold_dice(plan, other, hands, chain, b, b if layers == 1 else b + 1, health, end, self.sixth)
                    k = plan.ki_at[chain, 0]
                    if k >= 0:
                        result[b, health, k, :end] = chance @ held[ring, b, health, 0, : len(chance), :end]
                        result[b, health, k, sure:] = 1
        return held, result

    def _spent_on(self, bought: Levels) -> int:
        """The least concentration that went into what was bought since the first state."""
        prices = self.sweep.model.prices.attack, self.sweep.model.prices.defense
        more = (level > before for level, before in zip(bought, self.bought, strict=True))
        return sum(int(rows[:, 0].min()) for rows, is_more in zip(prices, more, strict=True) if is_more)

    def _make_before(self, bought: Levels, opponent: int) -> Floats:
        """Before the number of dice is announced."""
        values = [self._held(rolled, bought, opponent)[1] for rolled in self.tables]
        best = np.max(values, axis=0)
        plan, space = next(iter(self.tables.values()))[:2]
        strike_first(best, plan, self.most, space.mean, self.sixth)
        return best

    # --- looking up ---

    def value(self, state: State) -> float:
        """The bound for a state of this round, or one in which the next begins."""
        game = self.game
        if state.ending:
            outcome = state.ending.outcome
            return 1.0 if outcome.result == "victory" else self.alive if outcome.result != "defeat" else 0.0
        if state.round != self.number:
            return self.side.at_start_of_round(state)
        if state.phase in SETTLED or state.phase in (Phase.STRIKE, Phase.REROLL):
            return self._mean(state)
        state = self._within(state)
        at = state.concentration
        if (
            at >= self.sweep.model.sure[state.opponent]
            and game.actor(state) != CHANCE
            and state.phase is not Phase.ANSWER
        ):
            return 1.0  # bought dead
        b = state.purchases
        bought = state.attack, state.defense
        match state.phase:
            case Phase.ANNOUNCE:
                return float(self._before(bought, state.opponent)[b, state.opponent, state.ki, at])
            case Phase.ROLL:
                return float(self._held(state.rolled, bought, state.opponent)[1][b, state.opponent, state.ki, at])
            case Phase.PLACE:
                held = self._held(state.rolled, bought, state.opponent)[0]
                hand = self._hand_numbers(state.rolled)[state.dice]
                return float(held[self._ring(state), b, state.opponent, state.spent, hand, at])
            case Phase.RAISE:
                raised = self.tables[state.rolled].space.raised
                return float(raised[self._ring(state), b, state.opponent, state.spent, self._pair(state), at])
            case Phase.OPPONENT:
                return self._mean(state) if state.his else self._reply(state, state.spent)
            case Phase.ANSWER:
                return self._answer(state)
            case _:
                raise AssertionError(state.phase)

    def _mean(self, state: State) -> float:
        chance = self.game.chance(state)
        after = (self.value(self.game.advance(state, step)) for step in chance.outcomes)
        return sum(weight * value for weight, value in zip(chance.weights, after, strict=True)) / chance.total

    def _ring(self, state: State) -> int:
        table = next(iter(self.tables.values()))
        return min(int(table.plan.chain_of[state.spent, state.ki]), table.space.raised.shape[0] - 1)

    def _pair(self, state: State) -> int:
        levels_a, levels_d = self.tables[state.rolled].replies.levels
        return int(min(state.attack, levels_a - 1) * levels_d + min(state.defense, levels_d - 1))

    def _reply(self, state: State, spent: int) -> float:
        """His roll, with so much Ki spent when he makes it."""
        table = self.tables[state.rolled]
        chain = int(table.plan.chain_of[state.spent, state.ki])
        if self._answered != (state.rolled, chain, state.opponent):
            end = self.points + 1
            answer(table.plan, table.space, table.replies, table.events, chain, state.opponent, end, self.sixth)
            self._answered = (state.rolled, chain, state.opponent)
        kind = table.replies.kind[self._pair(state)]
        return float(table.space.reply[spent, kind, state.concentration])

    def _answer(self, state: State) -> float:
        """His dice lie open: they stand, or are thrown again (S13)."""
        game = self.game
        stand = self.value(game.advance(state, game.legal_moves(state)[0]))
        if game.edition.reroll is Reroll.ALL:
            return max(stand, self._reply(state, state.spent + 1))
        table = self.tables[state.rolled]
        chain = int(table.plan.chain_of[state.spent, state.ki])
        kind = int(table.replies.kind[self._pair(state)])
        self._answered = None
        for s in range(SPENT - 1, state.spent - 1, -1):
            k = int(table.plan.ki_at[chain, s])
            if k >= 0:
                again = s + 1 < SPENT and k > 0
                end = self.points + 1
                answer_throws(
                    table.space, table.replies, table.events, kind, s, k, state.opponent, again, end, self.sixth
                )
        throw = _throw_number(state.his)
        return max(stand, float(table.space.throw[state.spent, throw, state.concentration]))


def without_shortcuts(replies: Replies) -> Replies:
    """For states in which somebody has not done what was better before: bought levels, the strike before placing."""
    return replies._replace(
        price=np.zeros_like(replies.price), spare=np.zeros_like(replies.spare), gathered=replies.gathered + NEVER
    )


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
