"""Bots against each other at Way of the Dragon: who sits down with whom, where, and with which dice.

A *deal* is one lot of dice, and of dead stones where they are drawn. Every line-up plays it in every rotation of its
seating, so that each bot has each seat, and its dice, once. A roll depends on the deal, the turn and the roll within
it, not on what was rolled before: games that run differently still see the same dice.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations
from typing import NamedTuple

from niten.bots.registry import DragonBot, find_dragon_bot
from niten.bots.workers import Workers, spread
from niten.core import CHANCE, NOBODY, Dice, SeededDice
from niten.core.dice import Faces
from niten.dragon import Dragon, Phase, Setup
from niten.dragon.hands import ALL_DICE

MAX_TURNS = 20_000
"""Turns after which a game counts for nobody, where nothing else is agreed on: far more than even random moves need."""
_ROLLS = 3

LineUp = tuple[str, ...]
Winners = tuple[int, ...]


class Deal(NamedTuple):
    """A deal that was played: the seats that won each of its games, none in a game that did not end."""

    number: int
    winners: tuple[Winners, ...]


class Game(NamedTuple):
    """One game of a deal: the number of its line-up, and the bots in the order of play."""

    line_up: int
    seating: tuple[str, ...]


@dataclass(frozen=True)
class Tournament:
    """Who takes part, what is played, and the seed of everything random in it; `own` are bots of no registry."""

    bots: tuple[str, ...]
    setup: Setup
    seed: int
    own: Mapping[str, DragonBot] = field(default_factory=dict[str, DragonBot])

    @property
    def players(self) -> int:
        """The seats at a table."""
        return len(self.setup.players)

    @cached_property
    def line_ups(self) -> tuple[LineUp, ...]:
        """Who sits down together."""
        return line_ups(self.bots, self.players)

    @cached_property
    def _game(self) -> Dragon:
        """The same one for all deals: what bots know about a game they may keep."""
        return Dragon(self.setup)

    @property
    def deal_size(self) -> int:
        """The games of a deal."""
        return len(self.line_ups) * self.players

    def games(self, deal: int) -> Iterator[Game]:
        """The games of a deal. Who sits next to whom is drawn for each deal anew; then all move on seat by seat."""
        lots = SeededDice(self.seed, f"deal-{deal}-seats")
        for number, line_up in enumerate(self.line_ups):
            order = _shuffled(line_up, lots)
            for first in range(self.players):
                yield Game(number, (*order[first:], *order[:first]))

    def play(self, deal: int) -> Deal:
        """All games of a deal."""
        table = _Table(self._game, self.seed, deal)
        seatings = ([self._find(name) for name in seating] for _, seating in self.games(deal))
        return Deal(deal, tuple(map(table.play, seatings)))

    def _find(self, name: str) -> DragonBot:
        return self.own[name] if name in self.own else find_dragon_bot(name)

    def play_all(self, deals: Sequence[int], workers: Workers = 1) -> Generator[Deal]:
        """These deals, in the order in which the workers finish them; what happens in them does not depend on that."""
        return spread(partial(_play, self), deals, workers)


def _play(tournament: Tournament, deal: int) -> Deal:
    return tournament.play(deal)


def line_ups(bots: Sequence[str], players: int) -> tuple[LineUp, ...]:
    """Every way in which one bot sits alone and the others share the other seats as evenly as can be.

    With more bots than seats these are all groups, with as many bots as seats it is everybody at one table. Two bots
    at a larger table are one against copies of the other, and the other way round.

    >>> line_ups(("a", "b", "c"), 2)
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> line_ups(("a", "b"), 4)
    (('a', 'b', 'b', 'b'), ('a', 'a', 'a', 'b'))
    """
    found: dict[LineUp, None] = {}
    for alone in bots:
        others = [name for name in bots if name != alone]
        copies, more = divmod(players - 1, len(others))
        for chosen in combinations(others, more):
            seats = {name: copies + (name in chosen) for name in others} | {alone: 1}
            found[tuple(name for name in bots for _ in range(seats[name]))] = None
    return tuple(found)


class _Table:
    """The table of one deal. Its dice and the bots' streams are told apart by turns, so that games stay paired."""

    def __init__(self, game: Dragon, seed: int, deal: int) -> None:
        self.game = game
        self.seed = seed
        self.deal = deal
        # Drawn from the seed in a way that does not lead back to it: a bot cannot know the dice to come.
        self.bots_seed = SeededDice(seed, "bots").below(2**64)

    def play(self, bots: Sequence[DragonBot]) -> Winners:
        """One game. Bots give legal moves, which are not checked again."""
        game = self.game
        state = game.start()
        turn, seat = 0, -1
        dice = _FiveAtOnce(SeededDice(self.seed, f"deal-{self.deal}-start"))
        own = SeededDice(self.bots_seed, f"deal-{self.deal}-start")
        while (actor := game.actor(state)) != NOBODY:
            if actor == CHANCE:
                if state.phase == Phase.ROLL and state.seat != seat:  # extra turns belong to the one before (D12, D15)
                    turn, seat = turn + 1, state.seat
                    dice = _FiveAtOnce(SeededDice(self.seed, f"deal-{self.deal}-turn-{turn}"))
                    own = SeededDice(self.bots_seed, f"deal-{self.deal}-turn-{turn}")
                step = game.chance(state).draw(dice)
            else:
                # Before the last roll nothing is forced: one may always roll again (D7).
                moves = game.legal_moves(state) if state.rolls == _ROLLS else ()
                step = moves[0] if len(moves) == 1 else bots[actor].choose(game, state, own)
            state = game.advance(state, step)
        outcome = game.outcome(state)
        assert outcome
        return tuple(seat for seat, share in enumerate(outcome.shares) if share)


class _FiveAtOnce:
    """Takes all five dice from a stream for every roll: the next roll is the same, however many dice were kept."""

    def __init__(self, stream: Dice) -> None:
        self._stream = stream

    def roll(self, count: int) -> Faces:
        return self._stream.roll(ALL_DICE)[:count]

    def below(self, limit: int) -> int:
        return self._stream.below(limit)


def _shuffled(names: Sequence[str], lots: Dice) -> list[str]:
    left = list(names)
    return [left.pop(lots.below(len(left))) for _ in names]
