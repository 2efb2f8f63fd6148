"""A scheduler and some workers, as anybody would start them."""

import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from testkit import ROOT
from testkit.servers import free_port
from testkit.waiting import PATIENCE

WORKERS = 3


class Machines:
    """Processes that can be killed, and are there again for the next test."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.home = folder, folder / "home"
        self._environment = os.environ | {"NITEN_HOME": str(self.home), "PYTHONPATH": str(ROOT)}
        self._environment["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "1"
        self.workers: list[subprocess.Popen[bytes]] = []
        self._start_scheduler()

    def _start_scheduler(self) -> None:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port))

    def start_worker(self) -> None:
        """One more."""
        self.workers.append(self._start("worker", self.address, "--nthreads", "1", "--no-nanny"))

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self._folder / "dask.log").open("ab") as log:
            command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
            return subprocess.Popen(command, cwd=self._folder, env=self._environment, stdout=log, stderr=log)

    def mend(self) -> None:
        """Whatever was killed is replaced: to start all of them anew costs ten times as much."""
        if self.scheduler.poll() is not None:
            self.stop()
            self._start_scheduler()
        self.workers = [process for process in self.workers if process.poll() is None]
        for process in self.workers[WORKERS:]:
            process.kill()
            process.wait()
        del self.workers[WORKERS:]
        while len(self.workers) < WORKERS:
            self.start_worker()
        self._wait_for_all()

    def _wait_for_all(self) -> None:
        """Until the scheduler knows these workers, and no other: one that was killed is known for a moment longer."""
        from distributed import Client  # noqa: PLC0415 — only where it is needed

        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(OSError), Client(self.address, timeout=5, set_as_default=False) as client:
                if set(cast("Any", client).run(os.getpid).values()) == {process.pid for process in self.workers}:
                    return
            time.sleep(0.1)
        raise AssertionError("not all of them are there: " + (self._folder / "dask.log").read_text()[-2000:])

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def start_machines(folder: Path) -> Generator[Machines]:
    """A scheduler and three workers, gone when they are not needed any more."""
    machines = Machines(folder)
    try:
        yield machines
    finally:
        machines.stop()
