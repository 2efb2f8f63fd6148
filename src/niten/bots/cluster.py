"""Many machines: a Dask cluster as it is, with Niten installed on its workers.

Whatever is spread decides by itself what comes of each item, seeds included: so neither the number of workers nor the
death of one changes any result. Dask gives what a dead worker had to another one.
"""

import threading
from collections.abc import Callable, Generator, Iterable
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from niten.bots.workers import Refusal, WorkerDied, done
from niten.core import NitenError

T = TypeVar("T")
R = TypeVar("R")

_SECONDS = 10  # to find the scheduler
_AHEAD = 4  # items on their way for each thread of the cluster
_FEWEST = 16
_alone = threading.Lock()


class NoCluster(NitenError):
    """Dask is not installed."""

    code = "no-cluster"


class ClusterAway(NitenError):
    """Nobody answers at the address of the scheduler."""

    code = "cluster-away"


class Cluster:
    """The workers behind a scheduler."""

    def __init__(self, address: str) -> None:
        try:
            self._dask: Any = import_module("distributed")  # heavy, and an extra
        except ImportError as error:
            raise NoCluster(reason=error.msg) from error
        try:
            self._client = self._dask.Client(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterAway(address=address, reason=str(error)) from error
        if not self._client.ncores():
            self._client.close()
            raise ClusterAway(address=address, reason="no workers")

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()  # what is still on its way is let go

    def spread(self, task: Callable[[T], R], items: Iterable[T]) -> Generator[R]:
        """`task` of each item, in the order in which they are done; only some of them wait at the cluster."""
        waiting = iter(items)
        threads = sum(self._client.ncores().values())
        first = islice(waiting, max(_FEWEST, _AHEAD * threads))
        under_way = self._dask.as_completed([self._send(task, item) for item in first], loop=self._client.loop)
        for future in under_way:
            try:
                found: R | Refusal = future.result()
            except self._dask.KilledWorker:
                raise WorkerDied(exit=None) from None  # every worker that tried it
            if isinstance(found, Refusal):
                raise found.error()
            future.release()
            for item in islice(waiting, 1):
                under_way.add(self._send(task, item))
            yield found

    def _send(self, task: Callable[[T], R], item: T) -> Any:
        return self._client.submit(partial(_done_alone, task), item, pure=False)


def _done_alone(task: Callable[[T], R], item: T) -> "R | Refusal":
    """One at a time in each process: bots and kernels keep work space between their moves."""
    with _alone:
        return done(task, item)
