"""Many machines: a Dask cluster as it is, with Niten installed on its workers.

Whatever is spread decides by itself what comes of each item, seeds included: so neither the number of workers nor the
death of one changes any result. Dask gives what a dead worker had to another one.
"""

import logging
import threading
from collections.abc import Callable, Generator, Iterable
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from niten.bots.workers import Refusal, WorkerDied, done
from niten.core import NitenError

T = TypeVar("T")
R = TypeVar("R")

_SECONDS = 10  # to find the scheduler
_AHEAD = 4  # items on their way for each thread of the cluster
_FEWEST = 16
_SCHEDULER_LOST = "scheduler-connection-lost"  # as Dask says it
_alone = threading.Lock()

LARGE = 50_000
"""Bytes of a task that are not sent with every item, but to each worker once."""


class NoCluster(NitenError):
    """Dask is not installed."""

    code = "no-cluster"


class ClusterAway(NitenError):
    """Nobody answers at the address of the scheduler."""

    code = "cluster-away"


class Cluster:
    """The workers behind a scheduler."""

    def __init__(self, address: str) -> None:
        self._address = address
        try:
            self._dask: Any = import_module("distributed")  # heavy, and an extra
        except ImportError as error:
            raise NoCluster(reason=error.msg) from error
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it would say, our errors say
        try:
            self._check_address()
            self._client = self._dask.Client(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterAway(address=address, reason=str(error)) from error
        if not self._client.ncores():
            self._client.close()
            raise ClusterAway(address=address, reason="no workers")

    def _check_address(self) -> None:
        """A client that cannot make anything of its address would be in nobody's hands, and end with a traceback."""
        communication = self._dask.comm
        protocol, place = communication.addressing.parse_address(self._address)
        communication.registry.get_backend(protocol)
        communication.addressing.parse_host_port(place)

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()  # what is still on its way is let go

    def spread(self, task: Callable[[T], R], items: Iterable[T]) -> Generator[R]:
        """`task` of each item, in the order in which they are done; only some of them wait at the cluster."""
        waiting = iter(items)
        threads = sum(self._client.ncores().values())
        parcel, under_way = self._pack(task), dict[str, tuple[_Parcel, T]]()

        def send(item: T) -> Any:
            future = self._client.submit(_done_alone, parcel.name, parcel.content, item, pure=False)
            under_way[future.key] = parcel, item
            return future

        first = islice(waiting, max(_FEWEST, _AHEAD * threads))
        finished = self._dask.as_completed(map(send, first), loop=self._client.loop)
        for future in finished:
            given, item = under_way.pop(future.key)
            try:
                found: R | Refusal = future.result()
            except self._dask.KilledWorker:
                raise WorkerDied(exit=None) from None  # every worker that tried it
            except self._dask.CancelledError as error:
                if error.reason == _SCHEDULER_LOST or isinstance(given.content, bytes):
                    raise ClusterAway(address=self._address, reason=error.reason) from None
                if given is parcel:  # all who had it have died
                    parcel = self._pack(task)
                finished.add(send(item))
                continue
            if isinstance(found, Refusal):
                raise found.error()
            future.release()
            finished.update(map(send, islice(waiting, 1)))
            yield found

    def _pack(self, task: Callable[[Any], Any]) -> "_Parcel":
        """A task ready to be sent. What is large, such as the tables of a solved duel, goes to each worker now."""
        content = self._dask.protocol.pickle.dumps(task)
        if len(content) > LARGE:
            try:
                content = self._client.scatter(content, broadcast=True, hash=False)
            except (OSError, TimeoutError) as error:
                raise ClusterAway(address=self._address, reason=str(error)) from error
        return _Parcel(uuid4().hex, content)


class _Parcel(NamedTuple):
    """A task by a name of its own, and its bytes or where they are to be had."""

    name: str
    content: Any


_unpacked: dict[str, Callable[[Any], Any]] = {}


def _done_alone(name: str, content: bytes, item: Any) -> Any:
    """One at a time in each process: bots and kernels keep work space between their moves. What is sent is kept too."""
    with _alone:
        if name not in _unpacked:
            _unpacked.clear()  # whoever comes with something new has done with the old
            _unpacked[name] = import_module("distributed").protocol.pickle.loads(content)
        return done(_unpacked[name], item)
