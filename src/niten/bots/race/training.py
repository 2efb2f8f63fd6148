"""Training by self-play. Nothing is taken from anywhere else: the net learns from games with itself.

A round plays some games of every kind (`curriculum`) with the net as it is, then learns their positions. The games of
a round are played in parts, each with a random stream of its own made from seed, round and part: the result has the
same bits for any number of threads. A checkpoint holds everything the next round needs, and replaces the one before
it at once: a run that was stopped, in whatever way, goes on as if it had not been.
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from niten.bots.cluster import Cluster
from niten.bots.race.curriculum import draw_race
from niten.bots.race.features import PATH_ROWS
from niten.bots.race.learning import first_net, learn, new_trace, zeros
from niten.bots.race.measuring import share_against_greedy, share_against_net
from niten.bots.race.net import Net, save_net
from niten.bots.race.selfplay import Log, Table, new_log, new_table, play_games
from niten.bots.race.tables import Races, stack
from niten.dragon import Colour, Setup

FORMAT = 2
DUEL = Setup((Colour.BLACK, Colour.RED), starts=0)


@dataclass(frozen=True, slots=True)
class Course:
    """How training goes. Whatever is here decides the result, together with the number of games."""

    seed: int = 1
    parts: int = 8
    games: int = 32
    """Of a part."""
    batch: int = 256
    """Positions of a step of learning."""
    rate: float = 1e-3
    slower: int = 40_000
    """Games after which the rate is halved; after twice as many it is a third, and so on."""
    tries: float = 0.1
    """How often a turn is played with its ends misjudged ..."""
    shake: float = 0.05
    """... by how much."""
    trust: float = 0.5
    """How far what came of a position counts for its target; at first almost all the way."""

    def rate_at(self, games: int) -> float:
        return max(self.rate / 20, self.rate / (1 + games / self.slower))

    def trust_at(self, games: int) -> float:
        return self.trust + (0.95 - self.trust) * exp(-games / 10_000)


@dataclass(slots=True)
class Progress:
    """How far training is; `curve` is a row for every time strength was measured."""

    course: Course
    net: Net
    mean: Net
    square: Net
    earlier: Net
    """The net at most half as many games ago."""
    steps: int = 0
    rounds: int = 0
    games: int = 0
    earlier_games: int = 0
    positions: int = 0
    loss: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list[dict[str, float]])


_COUNTERS = ("steps", "rounds", "games", "earlier_games", "positions", "loss", "curve")
_NETS = ("net", "mean", "square", "earlier")


def begin(course: Course) -> Progress:
    """Before the first game."""
    net = first_net(np.random.default_rng([course.seed]))
    return Progress(course, net, zeros(), zeros(), Net(*(array.copy() for array in net)))


def save(progress: Progress, file: Path) -> None:
    """Write a checkpoint; there is always a whole one."""
    about = {"format": FORMAT, "course": asdict(progress.course)}
    about |= {name: getattr(progress, name) for name in _COUNTERS}
    arrays = {f"{kind}_{name}": array for kind in _NETS for name, array in getattr(progress, kind)._asdict().items()}
    beside = file.with_name(f"{file.name}.part")
    with beside.open("wb") as stream:
        np.savez(stream, about=np.array(json.dumps(about)), **arrays)
    beside.replace(file)


def load(file: Path) -> Progress:
    """Read a checkpoint."""
    with np.load(file, allow_pickle=False) as arrays:
        about: dict[str, Any] = json.loads(str(arrays["about"]))
        if about["format"] != FORMAT:
            raise ValueError(f"checkpoint of another format: {file}")
        nets = {kind: Net(*(arrays[f"{kind}_{name}"] for name in Net._fields)) for kind in _NETS}
    return Progress(Course(**about["course"]), **nets, **{name: about[name] for name in _COUNTERS})


def export(progress: Progress, file: Path) -> None:
    """Write the net alone, as it is shipped, with how it came about."""
    trained = {"course": asdict(progress.course), "curve": progress.curve}
    trained |= {"games": progress.games, "positions": progress.positions}
    with file.open("wb") as stream:
        save_net(stream, progress.net, trained)


class _Round(NamedTuple):
    """What the games of a round depend on."""

    course: Course
    net: Net
    number: int
    games: int  # before it


def _play_part(now: _Round, part: int, table: Table) -> Log:
    """The games of a part, as logged."""
    course = now.course
    stream = np.random.default_rng([course.seed, now.number, part])
    drawn = [draw_race(stream) for _ in range(course.games)]
    log = new_log(stack(race for race, _ in drawn), course.games)
    starts = np.array([seat for _, seat in drawn])
    own = stream.integers(2**63, size=1, dtype=np.uint64)
    trust = course.trust_at(now.games)
    end = play_games(now.net, log, starts, course.tries, course.shake, trust, own, table)
    return Log._make((log.races, *(array[:end] for array in log[1:])))


def _play_elsewhere(now: _Round, part: int) -> tuple[int, Log]:
    """The same on another machine, with the number of the part: they come back in any order."""
    return part, _play_part(now, part, new_table())


def _together(logs: list[Log]) -> Log:
    """Logs one after the other."""
    races = Races._make(np.concatenate(fields) for fields in zip(*(log.races for log in logs), strict=True))
    before = np.cumsum([0, *(len(log.races.seats) for log in logs[:-1])])
    numbers = np.concatenate([log.game + first for log, first in zip(logs, before, strict=True)])
    others = (np.concatenate(fields) for fields in zip(*(log[2:] for log in logs), strict=True))
    return Log._make((races, numbers, *others))


class Trainer:
    """Goes on with training, round by round."""

    def __init__(self, progress: Progress, threads: int = 1, cluster: Cluster | None = None) -> None:
        self.progress, self._cluster = progress, cluster
        self._pool = ThreadPoolExecutor(threads)
        self._tables = [new_table() for _ in range(progress.course.parts)]
        self._trace, self._gradient = new_trace(), zeros()
        self._touched = np.zeros(PATH_ROWS, dtype=np.int64)

    def round(self) -> None:
        """Play, then learn."""
        progress, course = self.progress, self.progress.course
        log = _together(self._play(_Round(course, progress.net, progress.rounds, progress.games)))
        order = np.random.default_rng([course.seed, progress.rounds, course.parts]).permutation(len(log.game))
        steps = np.array([progress.steps])
        progress.loss = learn(
            progress.net,
            self._gradient,
            progress.mean,
            progress.square,
            self._touched,
            steps,
            log,
            order,
            course.batch,
            course.rate_at(progress.games),
            self._trace,
        )
        progress.steps = int(steps[0])
        progress.rounds += 1
        progress.games += course.parts * course.games
        progress.positions += len(order)

    def _play(self, now: _Round) -> list[Log]:
        """The games of all parts, in order."""
        parts = range(now.course.parts)
        if self._cluster is None:
            return list(self._pool.map(partial(_play_part, now), parts, self._tables))
        played = dict(self._cluster.spread(partial(_play_elsewhere, now), parts))
        return [played[part] for part in parts]

    def measure(self, games: int = 4000) -> None:
        """Add a row to the curve: the share of the wins against the greedy bot and against an earlier net."""
        progress = self.progress
        greedy, error = share_against_greedy(progress.net, DUEL, games, progress.games)
        earlier = share_against_net(progress.net, progress.earlier, DUEL, games, progress.games)
        row = {"games": progress.games, "loss": progress.loss, "greedy": greedy, "greedy_error": error}
        progress.curve.append(row | {"earlier_games": progress.earlier_games, "earlier": earlier})
        if progress.games >= 2 * progress.earlier_games:
            progress.earlier = Net(*(array.copy() for array in progress.net))
            progress.earlier_games = progress.games


def train(
    checkpoint: Path,
    course: Course,
    *,
    games: int | None = None,
    minutes: float | None = None,
    threads: int = 1,
    cluster: Cluster | None = None,
    measure_every: int = 10_000,
    tell: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Begin training, or go on from a checkpoint where there is one, until so many games in all or minutes from now.

    The checkpoint is written whenever strength is measured and every few rounds, and at the end; stopping in between
    loses a few rounds, which are played the same again. `tell` is called after each round and each measurement.
    """
    progress = load(checkpoint) if checkpoint.exists() else begin(course)
    if progress.course != course:
        raise ValueError(f"the checkpoint belongs to another course: {progress.course}")
    trainer = Trainer(progress, threads, cluster)
    end = None if minutes is None else time.monotonic() + 60 * minutes
    while (games is None or progress.games < games) and (end is None or time.monotonic() < end):
        before = progress.games
        trainer.round()
        if before // measure_every != progress.games // measure_every:
            trainer.measure()
            save(progress, checkpoint)
        elif progress.rounds % 8 == 1:  # the first at once: whoever stops early has something
            save(progress, checkpoint)
        tell(progress)
    save(progress, checkpoint)
    return progress
