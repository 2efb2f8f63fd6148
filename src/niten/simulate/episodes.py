"""Games side by side in which one seat is asked; those that are over begin anew. What a vector environment stands on.

One compiled loop does all of a step: the action, everything up to the seat's next decision, the new games, and what the
seat then sees and may do. Each place has its own dice: a game follows from its seed, its place, how many games there
were before it, and its own actions; not from the other games, nor from how many there are.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from niten.core import NitenError
from niten.dragon import Dragon
from niten.samurai import Samurai
from niten.simulate import duel_episodes, race_episodes
from niten.simulate.kernels import AnyRows, DuelKernel, Kernel, RaceKernel
from niten.simulate.policies import GREEDY, RANDOM
from niten.simulate.race_greedy import greed_of
from niten.simulate.streams import Numbers, Streams, new_streams
from niten.simulate.table import ILLEGAL, Table, first_illegal
from niten.spaces import Floats

Bools = npt.NDArray[np.bool_]

BOTS = (GREEDY, RANDOM)
"""Those who can have the other seats of a race."""


_NO_GAMES = 1 << 63  # numbers that no games have


class BotNotCompiled(NitenError):
    """A bot that plays in the engine only."""

    code = "bot-not-compiled"


class Told(NamedTuple):
    """What a step tells of each game, in arrays of its own."""

    observations: Floats
    rewards: npt.NDArray[np.float64]  # the share of the win, of games that are over
    over: Bools
    ended: int  # how many are over


class Episodes(ABC):
    """Some games, not yet begun. With `at_once` a game that is over gives its place up in the same step."""

    def __init__(self, kernel: Kernel, size: int, *, at_once: bool) -> None:
        if size < 1:
            raise ValueError(f"at least one game expected, not {size}")
        self.kernel = kernel
        self.rows: AnyRows = kernel.new_rows(size)
        self.streams = new_streams(size, 0)
        self.table = Table(
            seeds=np.zeros(size, np.uint64),
            numbers=np.arange(size, dtype=np.uint64),
            seats=np.zeros(size, np.int64),
            waiting=np.ones(size, np.bool_),
            endings=np.zeros(size, np.int64),
            masks=np.zeros((size, kernel.actions), np.uint8),
            last=np.zeros((size if at_once else 0, kernel.space.size), np.float32),
        )
        self._names = np.array([*kernel.ending_names, None], object)  # the last is that of ILLEGAL
        self._choices = self.streams._replace(lots=np.zeros(size, np.uint64))
        self._everywhere, self._nothing = np.ones(size, np.bool_), np.zeros(size, np.int64)

    def __len__(self) -> int:
        return len(self.rows)

    def begin(self, which: Bools, seed: int) -> Floats:
        """New games in some places, with dice from a seed; what is seen everywhere."""
        table, places = self.table, np.flatnonzero(which).astype(np.uint64)
        table.seeds[which], table.numbers[which], table.waiting[which] = seed, places, True
        self._choices.lots[which] = new_streams(len(self), seed, first=_NO_GAMES).lots[which]
        return self._play(which, self._nothing).observations

    def step(self, actions: Numbers) -> Told:
        """An action in each game; where one was over before, a new one begins instead. What is illegal ends a game."""
        return self._play(self._everywhere, actions)

    def _play(self, which: Bools, actions: Numbers) -> Told:
        size = len(self)
        seen, rewards = np.empty((size, self.kernel.space.size), np.float32), np.empty(size)
        over = np.empty(size, np.bool_)
        ended = self._go_on(which, actions, seen, rewards, over)
        return Told(seen, rewards, over, ended)

    @abstractmethod
    def _go_on(self, which: Bools, actions: Numbers, seen: Floats, rewards: AnyRows, over: Bools) -> int:
        """The compiled loop."""

    def masks(self) -> npt.NDArray[np.int8]:
        """[game, action]: 1 where it is legal."""
        return self.table.masks.view(np.int8).copy()

    def random_actions(self) -> Numbers:
        """A legal action for each game, each as likely, by lots that nothing else depends on."""
        actions = np.empty(len(self), np.int64)
        self._choose(self._choices, actions)
        return actions

    @abstractmethod
    def _choose(self, streams: Streams, actions: Numbers) -> None:
        """Write a random action for each row."""

    def first_illegal(self, actions: Numbers) -> int:
        """The first game for which its action is not legal; -1 if there is none."""
        return first_illegal(self.table, actions)

    def results(self, places: Numbers) -> npt.NDArray[np.object_]:
        """[game]: how those in some places, which are over, ended; None for the others, and where it was illegal."""
        found = np.full(len(self), None)
        found[places] = self._names[self.table.endings[places]]
        return found

    def illegal(self, places: Numbers) -> Numbers:
        """Those of some places whose games, which are over, ended by something illegal."""
        return places[self.table.endings[places] == ILLEGAL]


class DuelEpisodes(Episodes):
    """Duels."""

    def __init__(self, game: Samurai, size: int, *, at_once: bool = False) -> None:
        super().__init__(DuelKernel(game), size, at_once=at_once)

    def _go_on(self, which: Bools, actions: Numbers, seen: Floats, rewards: AnyRows, over: Bools) -> int:
        return duel_episodes.play(
            self.kernel.tables, self.kernel.space.scales, self.rows, self.streams, self.table, which, actions,
            seen, rewards, over,
        )  # fmt: skip

    def _choose(self, streams: Streams, actions: Numbers) -> None:
        duel_episodes.choose(self.kernel.tables, self.rows, streams, actions)


class RaceEpisodes(Episodes):
    """Races of one seat against bots, which have the others in the order of play. Without a seat, one is drawn."""

    def __init__(
        self, game: Dragon, bots: Sequence[str], size: int, *, seat: int | None = 0, at_once: bool = False
    ) -> None:
        for bot in bots:
            if bot not in BOTS:
                raise BotNotCompiled(name=bot, known=", ".join(BOTS))
        kernel = RaceKernel(game)
        super().__init__(kernel, size, at_once=at_once)
        self._sight = kernel.sight
        self._rivals = race_episodes.Rivals(
            greed_of(game), np.array([bot == GREEDY for bot in bots]), -1 if seat is None else seat
        )

    def _go_on(self, which: Bools, actions: Numbers, seen: Floats, rewards: AnyRows, over: Bools) -> int:
        ended = race_episodes.play(
            self.kernel.tables, self._sight, self._rivals, self.rows, self.streams, self.table, which, actions,
            seen, rewards, over,
        )  # fmt: skip
        if ended < 0:
            raise ValueError(f"the seat was not asked once in {race_episodes.MOST_TRIES} races: max_turns is too low")
        return ended

    def _choose(self, streams: Streams, actions: Numbers) -> None:
        race_episodes.choose(self.kernel.tables, self.rows, streams, self._rivals.greed.found, actions)
