"""Many games of one set-up, played by anybody, here or on a cluster."""

import time
from collections.abc import Iterator, Sequence
from typing import Any, cast

from niten.bots.workers import spread
from niten.core import Game
from niten.simulate.batch import cores
from niten.simulate.crew import Crew, Policy, Progress, gather
from niten.simulate.policies import RANDOM
from niten.simulate.result import Part, Result, portions, total


def simulate(
    game: Game[Any, Any],
    *,
    games: int,
    policy: Policy | Sequence[Policy] = RANDOM,
    seed: int = 0,
    threads: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda _: None,
) -> Result:
    """Play so many games; a race may have a policy for each seat.

    Every game has dice of its own, from the seed and its number: the result is the same for any number of threads, and
    for the workers of a cluster, of which the address of the scheduler is given. Progress goes from 0 to 1; where a
    duel has to be solved first, it does so twice.

    >>> from niten import Samurai, find_duel
    >>> result = simulate(Samurai(find_duel("oda-nobunaga")), games=1000, seed=1)
    >>> sum(result.endings.values()), round(result.shares[0], 1)
    (1000, 0.0)
    """
    if games < 1:
        raise ValueError(f"at least one game expected, found {games}")
    if threads and cluster:
        raise ValueError("either threads of this machine or a cluster")
    is_one = isinstance(policy, str) or callable(policy)
    seats: list[Policy] = [policy] * game.seats if is_one else list(cast("Sequence[Policy]", policy))
    if len(seats) != game.seats:
        raise ValueError(f"{game.seats} policies expected, one for each seat; found {len(seats)}")
    begun, found, done = time.perf_counter(), list[Part](), 0
    for part in _play(gather(game, seats, seed, progress), range(games), cluster or threads or cores()):
        found.append(part)
        done += sum(part.endings.values())
        progress(done / games)
    whole = total(found)
    names = tuple(each if isinstance(each, str) else getattr(each, "__name__", "policy") for each in seats)
    seconds = time.perf_counter() - begun
    return Result(game, names, seed, games, whole.endings, whole.lengths, whole.decisions, seconds)


def _play(crew: Crew, numbers: range, where: int | str) -> Iterator[Part]:
    """On so many threads, or by the workers behind an address."""
    if isinstance(where, str):
        return spread(crew.play_part, portions(numbers, crew.way.sent), where)
    return crew.way.play(numbers, where)
