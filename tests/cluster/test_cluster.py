"""Many machines: a real scheduler and several worker processes, one of which is killed in the middle."""

import json
import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from niten.bots.cluster import Cluster, ClusterAway
from niten.bots.race import training
from niten.bots.tournament import Deal, Tournament
from niten.bots.workers import WorkerDied, spread
from niten.core import BadSetup
from niten.dragon import Board, Colour, Setup
from niten.dragon import Path as Way
from niten.terminal.app import run
from testkit.machines import WORKERS, Machines
from testkit.servers import free_port

SHORT = Setup((Colour.BLACK, Colour.RED), Board("tiny", (Way(8),) * 5))


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
