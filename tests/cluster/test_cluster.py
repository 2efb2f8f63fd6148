"""Many machines: a real scheduler and several worker processes, one of which is killed in the middle."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from niten.bots.cluster import Cluster, ClusterAway
from niten.bots.race import training
from niten.bots.tournament import Deal, Tournament
from niten.bots.workers import WorkerDied, spread
from niten.core import BadSetup
from niten.dragon import Board, Colour, Setup
from niten.dragon import Path as Way
from niten.terminal.app import run
from tests.server.running import PATIENCE, free_port

WORKERS = 3
SHORT = Setup((Colour.BLACK, Colour.RED), Board("tiny", (Way(8),) * 5))


class Machines(NamedTuple):
    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def machines(tmp_path: Path) -> Generator[Machines]:
    """A cluster as anybody would start it."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    tests = str(Path(__file__).parents[2])  # whose work is done there
    environment = os.environ | {"NITEN_HOME": str(tmp_path / "home"), "PYTHONPATH": tests}
    environment["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "1"
    scheduler = _start(tmp_path, environment, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    workers = [
        _start(tmp_path, environment, "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for _ in range(WORKERS)
    ]
    try:
        _wait_for_all(address)
        yield Machines(address, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def _start(folder: Path, environment: dict[str, str], *words: str) -> subprocess.Popen[bytes]:
    with (folder / "dask.log").open("ab") as log:
        command = [sys.executable, "-m", "dask", *words]
        return subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)


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


def slowly(where: str, number: int) -> tuple[int, int]:
    """Work that leaves a trace of who did it."""
    Path(where, f"{number}-{os.getpid()}").touch()
    time.sleep(0.05)
    return number, number * number


def refused(number: int) -> int:
    if number == 3:
        raise BadSetup("three", [])
    return number


def end_at_once(_: int) -> int:
    os._exit(1)


def test_a_worker_that_is_killed_changes_nothing(machines: Machines, tmp_path: Path) -> None:
    traces = tmp_path / "traces"
    traces.mkdir()
    found: list[tuple[int, int]] = []
    for one in spread(partial(slowly, str(traces)), range(120), machines.address):
        found.append(one)
        if len(found) == 20:
            machines.workers[0].send_signal(signal.SIGKILL)
    assert sorted(found) == [(number, number * number) for number in range(120)], "each once, none missing"
    assert len({trace.name.partition("-")[2] for trace in traces.iterdir()}) == WORKERS, "all of them worked"


def test_a_tournament_is_the_same_anywhere(machines: Machines) -> None:
    held = Tournament(("random", "greedy"), SHORT, seed=5)
    here = list(held.play_all(range(30)))
    there: list[Deal] = []
    for deal in held.play_all(range(30), machines.address):
        there.append(deal)
        if len(there) == 5:
            machines.workers[1].kill()
    assert sorted(there) == here


def test_training_is_the_same_anywhere(machines: Machines, tmp_path: Path) -> None:
    course = training.Course(seed=3, parts=4, games=2)
    games = 2 * course.parts * course.games
    training.train(tmp_path / "here.npz", course, games=games)
    with Cluster(machines.address) as cluster:
        training.train(tmp_path / "there.npz", course, games=games, cluster=cluster)
    here, there = training.load(tmp_path / "here.npz"), training.load(tmp_path / "there.npz")
    for one, other in zip(here.net, there.net, strict=True):
        assert (one == other).all(), "bit by bit"


def test_a_refusal_comes_back_as_it_is(machines: Machines) -> None:
    with pytest.raises(BadSetup) as caught:
        list(spread(refused, range(6), machines.address))
    assert caught.value.source == "three"


def test_work_that_kills_every_worker_is_told(machines: Machines) -> None:
    with pytest.raises(WorkerDied):
        list(spread(end_at_once, range(1), machines.address))


def test_the_command(machines: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["tournament", "--bots", "random,greedy", "--games", "40", "--board", "short", "--seed", "2", "--json"]
    assert run(asked) == 0
    here = json.loads(capsys.readouterr().out)
    assert run([*asked, "--cluster", machines.address]) == 0
    assert json.loads(capsys.readouterr().out) == here


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("niten.bots.cluster._SECONDS", 1)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(ClusterAway):
        Cluster(address)
    assert run(["tournament", "--bots", "random,greedy", "--games", "4", "--cluster", address]) == 2
    assert address in capsys.readouterr().err
