"""A scheduler and some workers, as anybody would start them."""

import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.server.running import PATIENCE, free_port

WORKERS = 3


class Machines:
    """Processes that can be killed."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self._folder = folder
        tests = str(Path(__file__).parents[2])  # whose work is done there
        self._environment = os.environ | {"NITEN_HOME": str(folder / "home"), "PYTHONPATH": tests}
        self._environment["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "1"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port))

    def start_worker(self) -> None:
        """One more."""
        self.workers.append(self._start("worker", self.address, "--nthreads", "1", "--no-nanny"))

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self._folder / "dask.log").open("ab") as log:
            command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
            return subprocess.Popen(command, cwd=self._folder, env=self._environment, stdout=log, stderr=log)


@contextmanager
def start_machines(folder: Path) -> Generator[Machines]:
    """A scheduler and three workers, gone when they are not needed any more."""
    machines = Machines(folder)
    try:
        for _ in range(WORKERS):
            machines.start_worker()
        _wait_for_all(machines.address)
        yield machines
    finally:
        for process in (*machines.workers, machines.scheduler):
            process.kill()
            process.wait()


def _wait_for_all(address: str) -> None:
    from distributed import Client  # noqa: PLC0415 — only where it is needed

    end = time.monotonic() + PATIENCE
    while True:
        try:
            with Client(address, timeout=5, set_as_default=False) as client:
                client.wait_for_workers(WORKERS, timeout=PATIENCE)
                return
        except OSError:
            assert time.monotonic() < end, "no scheduler"
            time.sleep(0.2)
