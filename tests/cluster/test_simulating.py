"""Simulations on a real cluster: the same bytes as here, whoever dies in the middle."""

import json
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from niten.booklet import find_duel
from niten.bots import cluster
from niten.core import Game
from niten.dragon import Board, Colour, Dragon, Setup
from niten.dragon import Path as Way
from niten.samurai import Samurai
from niten.simulate import simulate
from niten.simulate.crew import gather
from niten.terminal.app import run
from testkit.duels import game
from testkit.machines import Machines
from testkit.policies import first, last
from testkit.servers import free_port
from testkit.waiting import PATIENCE, wait_until

ODA = Samurai(find_duel("oda-nobunaga"))
RACE = Dragon(Setup((Colour.BLACK, Colour.RED), Board("tiny", (Way(3),) * 5)))
SMALL = game(health=2, player={"health": 2, "ki": 1, "dice": [2, 1]})
GERMAN = game("de", health=2, player={"health": 2, "ki": 1, "dice": [2, 1]})
PLAYED: dict[str, tuple[Game[Any, Any], Any, int]] = {
    "races in arrays": (RACE, "random", 15_000),
    "a compiled function": (ODA, last, 20_000),
    "a function for each seat": (RACE, [first, last], 3_000),
    "the solved duel in the engine": (GERMAN, "optimal", 100),
}
# Whatever is played, a part is sent, lost and sent again in the same way: once for each way to send it.
KILLED: dict[str, tuple[Game[Any, Any], Any, int]] = {
    "in arrays": (ODA, "random", 1_000_000),
    "in the engine": (RACE, ["beginner", "greedy"], 150),
    "with tables sent apart": (SMALL, "optimal", 15_000),
}


class Killer:
    """Ends a process when the first part is there, and not before."""

    def __init__(self, process: subprocess.Popen[bytes], then: Callable[[], None] = lambda: None) -> None:
        self.process, self.then = process, then
        self.seen: list[float] = []

    def __call__(self, share: float) -> None:
        if not self.seen:
            self.process.kill()
            self.process.wait()
            self.then()
        self.seen.append(share)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NITEN_HOME", str(tmp_path / "here"))


@pytest.mark.parametrize("name", PLAYED)
def test_a_simulation_is_the_same_anywhere(machines: Machines, name: str) -> None:
    table, policy, games = PLAYED[name]
    assert as_text(table, policy, games, cluster=machines.address) == as_text(table, policy, games, threads=2)


@pytest.mark.parametrize("name", KILLED)
def test_a_worker_that_is_killed_changes_no_simulation(machines: Machines, name: str) -> None:
    table, policy, games = KILLED[name]
    here = as_text(table, policy, games, threads=2)
    killer = Killer(machines.workers[0])
    assert as_text(table, policy, games, cluster=machines.address, progress=killer) == here
    assert killer.process.returncode == -signal.SIGKILL
    assert killer.seen[0] < 0.4, "there was much to do when it died"
    assert killer.seen == sorted(killer.seen)


def as_text(table: Game[Any, Any], policy: Any, games: int, **more: Any) -> str:
    return json.dumps(simulate(table, games=games, policy=policy, seed=5, **more).as_json())


def test_the_tables_of_a_solved_duel_are_large_enough_to_be_sent_apart() -> None:
    crew = gather(SMALL, ["optimal"], 5, lambda _: None)
    assert len(pickle.dumps(crew.play_part)) > cluster.LARGE


@pytest.mark.parametrize("duel", [SMALL, GERMAN], ids=["in arrays", "in the engine"])
def test_no_worker_solves_the_duel_for_itself(machines: Machines, tmp_path: Path, duel: Samurai) -> None:
    """One that had solved it more closely would play other games than its neighbour."""
    as_text(duel, "optimal", 100, cluster=machines.address)
    assert [path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*.solved")] == ["here"]
    assert not list(machines.home.rglob("*.solved"))


def test_what_was_sent_apart_is_sent_again_when_nobody_has_it_any_more(machines: Machines) -> None:
    here = as_text(SMALL, "optimal", 15_000)
    for process in machines.workers[1:]:
        process.kill()
        process.wait()
    killer = Killer(machines.workers[0], then=machines.start_worker)
    assert as_text(SMALL, "optimal", 15_000, cluster=machines.address, progress=killer) == here
    assert killer.seen[-1] == 1


@pytest.mark.parametrize("arguments", ["samurai --policy careful --games 40000", "dragon --players 3 --games 3000"])
def test_the_command_says_the_same_anywhere(
    machines: Machines, arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Byte for byte: on one thread, on two, by three workers and by one."""
    asked = ["simulate", *arguments.split(), "--seed", "3", "--json"]

    def told(*more: str) -> str:
        assert run([*asked, *more]) == 0
        return capsys.readouterr().out

    here = told("--threads", "1")
    assert json.loads(here)["games"] > 0
    assert told("--threads", "2") == here
    assert told("--cluster", machines.address) == here
    for process in machines.workers[1:]:
        process.kill()
        process.wait()
    assert told("--cluster", machines.address) == here


@pytest.mark.parametrize("address", ["nowhere", "tcp://", "tcp://127.0.0.1", "tcp://host:port", "http://host:80", "?"])
def test_an_address_that_is_none(address: str) -> None:
    """In a process of its own: what is wrong may show only when it ends."""
    command = [sys.executable, "-m", "niten", "simulate", "samurai", "--cluster", address]
    found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert found.returncode == 2
    assert len(found.stderr.splitlines()) == 1
    assert address in found.stderr


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("niten.bots.cluster._SECONDS", 1)
    address = f"tcp://127.0.0.1:{free_port()}"
    assert run(["simulate", "samurai", "--cluster", address]) == 2
    assert address in capsys.readouterr().err


def test_a_scheduler_that_dies_is_told(machines: Machines) -> None:
    with at_work(machines) as process:
        machines.scheduler.kill()
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert errors.count("\n") == 1, "a sentence, and no trace of Dask's own"
    assert machines.address in errors


def test_ctrl_c_takes_the_work_back(machines: Machines) -> None:
    with at_work(machines) as process:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors == ""
    wait_until(lambda: not has_work(machines))


@contextmanager
def at_work(machines: Machines) -> Generator[subprocess.Popen[str]]:
    """A simulation for hours, as soon as the workers have something of it."""
    command = [sys.executable, "-m", "niten", "simulate", "samurai", "--games", "1000000000"]
    with subprocess.Popen([*command, "--cluster", machines.address], stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: has_work(machines))
        yield process


def has_work(machines: Machines) -> bool:
    from distributed import Client  # noqa: PLC0415 — only where it is needed

    with Client(machines.address, set_as_default=False) as client:
        return any(cast("Any", client).processing().values())
