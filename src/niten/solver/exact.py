"""The fast solver: backward over the rounds, every body by itself, the arithmetic in the kernels."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from threading import local
from typing import NamedTuple

import numpy as np

from niten.samurai import Effect, Gain, Harm, Samurai, State
from niten.samurai.duel import ROUND_DICE
from niten.solver.bodies import Body, consequences, reachable
from niten.solver.kernels import play_round, strike_first
from niten.solver.model import Floats, Model

REPLIES = 4  # 0 to 3 Ki spent, or re-rolls of his dice left
HANDS = 84  # of up to three dice
BLOCK = 2  # healths in one block: few enough for the cache, many enough for long loops


@dataclass(frozen=True)
class Solution:
    """Values at the start of rounds: tables[round - 1][body][his health, ki, concentration, health - 1]."""

    game: Samurai
    tables: list[dict[Body, Floats]]

    def value(self, state: State) -> float:
        """The value of a state in which a round begins."""
        table = self.tables[state.round - 1][Body.of(state)]
        return float(table[state.opponent, state.ki, min(state.concentration, table.shape[2] - 1), state.health - 1])

    @property
    def states(self) -> int:
        """How many values there are."""
        return sum(table.size for bodies in self.tables for table in bodies.values())


class ExactSolver:
    """Solves a duel with every body kept apart. `alive` is the worth of ending without a victory, but alive."""

    def __init__(self, game: Samurai, *, alive: float = 0.0) -> None:
        self.game = game
        self.model = Model(game)
        self.alive = alive
        page = game.duel.player
        self.health, self.opponent = page.health, game.duel.health
        self.points = self.model.most_concentration(page.rounds)
        self.ki = page.ki + max(
            (self.points // row.price * row.amount for row in page.rewards if row.gain is Gain.KI), default=0
        )
        self.paid = np.maximum(np.arange(self.ki + 1) - 1, 0)
        self.width = self.points + 1 + 6 * (ROUND_DICE - 1)
        self._answers = cache(self.model.answers)
        self._hands = cache(self.model.hands)
        self._local = local()
        self._threads = ThreadPoolExecutor(os.cpu_count())
        self.layers = 1 if game.edition.purchases is None else game.edition.purchases + 1
        rewards = self.model.rewards
        self.rewards = (
            rewards(Gain.KI),
            rewards(Gain.ATTACK),
            rewards(Gain.DEFENSE),
            rewards(Gain.OPPONENT),
            rewards(Gain.STRIKE),
        )

    def solve(self) -> Solution:
        """All tables."""
        rounds = reachable(self.game)
        shape = (self.opponent + 1, self.ki + 1, self.width, self.health)
        tables: list[dict[Body, Floats]] = []
        following: dict[Body, Floats] | None = None
        for number in range(len(rounds), 0, -1):
            if following is None:
                end = np.full(shape, self.alive)
                entered = {}
            else:
                end = None
                entered = {body: _bled(table) if body.is_bleeding else table for body, table in following.items()}
            current: dict[Body, Floats] = {}
            for body in rounds[number - 1]:
                events = np.stack([self._event(entered, end, body, effect) for effect in self.model.events])
                current[body] = self._round(number, body, events)
            tables.insert(0, current)
            following = current
        return Solution(self.game, tables)

    def _event(self, entered: dict[Body, Floats], end: Floats | None, body: Body, effect: Effect | None) -> Floats:
        """The value of what his line does, by all that the state holds then."""

        def after(other: Body) -> Floats:
            return entered[other] if end is None else end

        if effect is None:
            return after(body)
        if effect.harm in (Harm.HEALTH, Harm.KI):
            return _lost(after(body), effect)
        total = np.zeros_like(after(body))
        for way in consequences(self.game, body, effect.harm):
            table = after(way.body)
            if way.clears_concentration:
                table = np.broadcast_to(table[:, :, :1], table.shape)
            total += way.chance * _lost(table, way.cost)
        return total

    def _round(self, number: int, body: Body, events: Floats) -> Floats:
        """The values before a round, from those of what his lines do.

        Healths are independent of each other: they are taken in blocks, by threads.
        """

        def solve(low: int) -> Floats:
            return self._block(number, body, events[..., low : low + BLOCK])

        return np.concatenate(list(self._threads.map(solve, range(0, self.health, BLOCK))), axis=-1)

    def _block(self, number: int, body: Body, events: Floats) -> Floats:
        """A round for some healths only."""
        size = events.shape[-1]
        lanes = self.width * size
        kis = self.ki + 1
        flat = np.ascontiguousarray(events).reshape(*events.shape[:3], lanes)
        value = np.zeros((self.layers, self.opponent + 1, kis, lanes))
        for health in range(1, self.opponent + 1):
            value[:, health, :, self.model.sure[health] * size :] = 1.0
        most = self.model.most_concentration(number - 1)
        after = self.model.most_concentration(number)
        space = self._space(size)
        for rolled in range(1, (1 if body.limb_lost else self.game.duel.player.dice[number - 1]) + 1):
            answers = self._answers(rolled)
            hands = self._hands(rolled, body.discarded)
            play_round(
                value,
                space.raised,
                space.held,
                space.reply,
                space.throw,
                flat,
                self.paid,
                size,
                most,
                after,
                self.model.sure,
                (answers.chance, answers.damage, answers.event, answers.count, answers.again),
                (hands.chance, hands.place, hands.places, hands.again),
                self.rewards,
            )
        strike_first(value, size, most, self.model.sure, self.rewards[-1])
        return value[0].reshape(self.opponent + 1, kis, self.width, size)

    def _space(self, size: int) -> "Space":
        """This thread's work space; lanes beyond the sure price are 1 and stay so."""
        spaces: dict[int, Space] | None = getattr(self._local, "spaces", None)
        if spaces is None:
            spaces = self._local.spaces = {}
        if size not in spaces:
            lanes, kis, healths = self.width * size, self.ki + 1, self.opponent + 1
            levels = (self.model.attack_levels, self.model.defense_levels)
            throws_of_his = max(len(self._answers(rolled).again) for rolled in (1, 2, 3))
            spaces[size] = Space(
                np.ones((healths, self.layers, REPLIES, kis, *levels, lanes)),
                np.ones((healths, self.layers, REPLIES, HANDS, kis, lanes)),
                np.zeros((REPLIES, kis, lanes)),
                np.zeros((REPLIES, kis, throws_of_his, lanes)),
            )
        return spaces[size]


class Space(NamedTuple):
    """What the kernels write in."""

    raised: Floats
    held: Floats
    reply: Floats
    throw: Floats


def _bled(table: Floats) -> Floats:
    """The round begins with a loss of 1 health (S20)."""
    return _lost(table, Effect(Harm.HEALTH, 1))


def _lost(table: Floats, loss: Effect) -> Floats:
    """The table as seen before a loss (S17): dead is worth 0."""
    if not loss.amount:
        return table
    result = np.zeros_like(table)
    for ki in range(table.shape[1]):
        from_ki = min(ki, loss.amount) if loss.harm is Harm.KI else 0
        health = loss.amount - from_ki
        if health < table.shape[3]:
            result[:, ki, :, health:] = table[:, ki - from_ki, :, : table.shape[3] - health]
    return result
