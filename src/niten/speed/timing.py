"""Measuring on a machine that others use too: all take turns, in processor time, and the median of the turns counts."""

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

TURNS = 5
"""Odd, so that the median is one of them."""


class Did(NamedTuple):
    """What was done; with the time, what was done in it."""

    games: int = 0
    steps: int = 0
    seconds: float = 0.0


class Runner(NamedTuple):
    """Some work that can be repeated, and the clock that counts for it; a thread's own where nothing else is said."""

    work: Callable[[], Did]
    clock: Callable[[], float] = time.thread_time


class Stopwatch:
    """Counts only while it is held: not what prepares the work."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock, self._spent = clock, 0.0

    @contextmanager
    def held(self) -> Generator[None]:
        """Time that counts."""
        begun = self._clock()
        yield
        self._spent += self._clock() - begun

    def __call__(self) -> float:
        return self._spent


class Pace:
    """What the turns of one runner tell."""

    def __init__(self) -> None:
        self._turns: list[Did] = []

    def add(self, turn: Did) -> None:
        """Another turn."""
        self._turns.append(turn)

    @property
    def total(self) -> Did:
        """All turns together."""
        games, steps, seconds = zip(*self._turns, strict=True)
        return Did(sum(games), sum(steps), sum(seconds))

    @property
    def games_a_second(self) -> float:
        """The median of the turns."""
        return median(turn.games / turn.seconds for turn in self._turns)

    @property
    def steps_a_second(self) -> float:
        """The median of the turns."""
        return median(turn.steps / turn.seconds for turn in self._turns)

    @property
    def milliseconds(self) -> float:
        """What a piece of work took: the median of the turns, each with its own number of them."""
        return median(1000 * turn.seconds / turn.steps for turn in self._turns)


def in_turns(
    runners: Mapping[str, Runner], seconds: float, progress: Callable[[float], None] = lambda _: None
) -> dict[str, Pace]:
    """Everybody's pace after so many seconds each. What a first time costs, as compiling does, is not counted."""
    paces = {name: Pace() for name in runners}
    rest = TURNS * len(runners)
    for runner in runners.values():
        runner.work()
    for turn in range(TURNS):
        for place, (name, runner) in enumerate(runners.items(), 1):
            paces[name].add(_turn(runner, seconds / TURNS))
            progress((turn * len(runners) + place) / rest)
    return paces


def once(runner: Runner) -> float:
    """The seconds of a single time, for what takes too long to be repeated."""
    begun = runner.clock()
    runner.work()
    return runner.clock() - begun


def _turn(runner: Runner, seconds: float) -> Did:
    games = steps = 0
    begun = now = runner.clock()
    while now - begun < seconds:
        did = runner.work()
        games, steps, now = games + did.games, steps + did.steps, runner.clock()
    return Did(games, steps, now - begun)
