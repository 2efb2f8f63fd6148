"""Work spread over processes, here or on a cluster: results as they come, a clear error if one dies, nothing left."""

import signal
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NamedTuple, TypeVar

from niten.core import NitenError

T = TypeVar("T")
R = TypeVar("R")


class WorkerDied(NitenError):
    """A process ended before its work was done."""

    code = "worker-died"


Workers = int | str
"""So many processes of this machine, or the address of a Dask scheduler."""


def spread(task: Callable[[T], R], items: Sequence[T], workers: Workers) -> Generator[R]:
    """`task` of each item, in the order in which they are done; a single worker is this process itself."""
    if isinstance(workers, str):
        from niten.bots.cluster import Cluster  # noqa: PLC0415 — it needs workers, and Dask

        with Cluster(workers) as cluster:
            yield from cluster.spread(task, items)
        return
    if min(workers, len(items)) < 2:
        yield from map(task, items)
        return
    waiting = iter(items)
    crew: dict[object, _Worker[T, R]] = {}
    try:
        for item in islice(waiting, workers):
            worker = _Worker(task)
            crew[worker.connection] = worker
            worker.give(item)
        while crew:
            for connection in wait([worker.connection for worker in crew.values()]):
                yield crew[connection].take()
                try:
                    crew[connection].give(next(waiting))
                except StopIteration:
                    crew.pop(connection).stop()
    finally:
        for worker in crew.values():
            worker.stop()


class _Worker(Generic[T, R]):
    """A process with something to do, and our end of the pipe to it."""

    def __init__(self, task: Callable[[T], R]) -> None:
        context = get_context("spawn")  # a fork would copy the threads that compiled code may have started
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(task, theirs), daemon=True)
        with _deaf():
            self._process.start()
        theirs.close()  # so that the pipe ends with the process

    def give(self, item: T) -> None:
        with self._alive():
            self.connection.send(item)

    def take(self) -> R:
        with self._alive():
            found: R | Refusal = self.connection.recv()
        if isinstance(found, Refusal):
            raise found.error()
        return found

    def stop(self) -> None:
        self._process.terminate()
        self._process.join()

    @contextmanager
    def _alive(self) -> Generator[None]:
        try:
            yield
        except (EOFError, OSError):
            self._process.join(1)
            raise WorkerDied(exit=self._process.exitcode) from None


def _serve(task: Callable[[T], R], connection: Connection) -> None:
    """What a worker does: one item after the other, until nobody is there to take the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows deafness is not handed on
    try:
        while True:
            connection.send(done(task, connection.recv()))
    except (EOFError, ConnectionError):
        return


def done(task: Callable[[T], R], item: T) -> "R | Refusal":
    """What came of an item, in a form that can be sent."""
    try:
        return task(item)
    except NitenError as error:
        return Refusal(type(error), vars(error))


class Refusal(NamedTuple):
    """A named error on its way: made of keywords, it cannot be sent as it is."""

    kind: type[NitenError]
    content: dict[str, Any]

    def error(self) -> NitenError:
        error = self.kind.__new__(self.kind)
        vars(error).update(self.content)
        return error


@contextmanager
def _deaf() -> Generator[None]:
    """A process started here never hears Ctrl-C, not even while it loads: this one decides what is to be done then."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
