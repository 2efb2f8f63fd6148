"""Work in other processes: one job at a time in each, with progress, a limit of time, and an end at any moment.

A worker that dies, is stopped or takes too long is replaced; what it was doing fails, and nothing else.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from niten.core import NitenError
from niten.core.game import JsonObject
from niten.server.tasks import TASKS

Progress = Callable[[float], None]
_BELOW = 10  # niceness: people's steps come first


class WorkerLost(Exception):
    """The process that worked on it ended."""


class TookTooLong(WorkerLost):
    """It was not done in time."""


class TaskFailed(Exception):
    """The work itself went wrong; `refusal` is the named error, if it is one."""

    def __init__(self, refusal: JsonObject, inside: str = "") -> None:
        super().__init__(inside or str(refusal))
        self.refusal, self.inside = refusal, inside


class _Progress(NamedTuple):
    share: float


class _Failed(NamedTuple):
    refusal: JsonObject
    inside: str = ""


class Pool:
    """Some processes, started when they are first needed; `patient` ones take only what nobody else wants to have."""

    def __init__(self, workers: int, *, patient: bool = False) -> None:
        self._workers = workers
        self._patient = patient
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._idle: asyncio.LifoQueue[_Worker | None] = asyncio.LifoQueue()
        for _ in range(workers):
            self._idle.put_nowait(None)
        self._working: set[_Worker] = set()

    async def run(self, task: str, asked: JsonObject, *, seconds: float, progress: Progress = lambda _: None) -> Any:
        """Do one of the tasks; being cancelled ends the work at once."""
        worker = await self._idle.get()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                if worker is None:
                    worker = await loop.run_in_executor(self._threads, _Worker, self._patient)
                self._working.add(worker)
                await loop.run_in_executor(self._threads, worker.connection.send, (task, asked))
                while isinstance(got := await loop.run_in_executor(self._threads, worker.connection.recv), _Progress):
                    progress(got.share)
        except BaseException as error:
            if worker is not None:
                worker.kill()
                self._working.discard(worker)
            self._idle.put_nowait(None)
            if isinstance(error, TimeoutError):
                raise TookTooLong from error
            if isinstance(error, EOFError | OSError):
                raise WorkerLost from error
            raise
        self._working.discard(worker)
        self._idle.put_nowait(worker)
        if isinstance(got, _Failed):
            raise TaskFailed(got.refusal, got.inside)
        return got

    async def warm_up(self) -> None:
        """Start all processes, so that nobody waits for one."""
        idle = [await self._idle.get() for _ in range(self._workers)]
        for worker in idle:
            started = worker or await asyncio.get_running_loop().run_in_executor(self._threads, _Worker, self._patient)
            self._idle.put_nowait(started)

    def close(self) -> None:
        """End all processes, whatever they do."""
        while not self._idle.empty():
            worker = self._idle.get_nowait()
            if worker:
                self._working.add(worker)
        for worker in self._working:
            worker.kill()
        self._threads.shutdown(wait=False)


class _Worker:
    """A process, and our end of the pipe to it."""

    def __init__(self, patient: bool) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, patient), daemon=True)
        self._process.start()
        theirs.close()  # so that the pipe ends with the process

    def kill(self) -> None:
        self._process.kill()


def _work(connection: Connection, patient: bool) -> None:
    """What a worker does, until nobody is there to ask."""
    _step_back(patient)
    try:
        while True:
            task, asked = connection.recv()
            connection.send(_done(task, asked, lambda share: connection.send(_Progress(share))))
    except (EOFError, ConnectionError, KeyboardInterrupt):
        return


def _step_back(patient: bool) -> None:
    """People's steps come first."""
    if patient and hasattr(os, "SCHED_IDLE"):  # Linux
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_BELOW)


def _done(task: str, asked: JsonObject, progress: Progress) -> Any:
    try:
        return TASKS[task](asked, progress)
    except NitenError as error:
        return _Failed({"code": error.code, "message": error.text(asked.get("language", "en"))})
    except (EOFError, ConnectionError):
        raise
    except Exception as error:
        return _Failed({"code": "task-failed"}, f"{type(error).__name__}: {error}")
