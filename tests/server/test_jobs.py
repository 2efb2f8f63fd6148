"""Work in other processes: it ends, it can be ended, and it survives the end of a worker."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from niten.booklet import duels
from niten.samurai import duel_data
from tests.server.playing import play_out
from tests.server.running import PATIENCE, Client, Server, events_of, serving

Come = Callable[..., Client]


def small_duel() -> dict[str, Any]:
    """A duel that is solved in no time: the demo duel, over after two rounds."""
    data = duel_data(duels()["oda-nobunaga"])
    player = data["player"] | {"dice": [2, 1], "health": 4, "ki": 2}
    return {"duel": data | {"id": "small", "health": 2, "player": player}, "edition": "en"}


def wait_for(client: Client, job: str, *states: str) -> dict[str, Any]:
    end, found = time.monotonic() + 3 * PATIENCE, {}
    while time.monotonic() < end:
        found = client.get(f"/jobs/{job}").json()
        if found["state"] in states:
            return found
        time.sleep(0.05)
    raise AssertionError(f"not {states}: {found}")


def tasks(pid: int) -> list[Path]:
    """The threads of a process."""
    return list(Path(f"/proc/{pid}/task").iterdir())


def workers(server: Server) -> list[int]:
    """The processes of a server that work for it."""
    assert server.process
    found: list[int] = []
    for task in tasks(server.process.pid):
        found += [int(pid) for pid in (task / "children").read_text().split()]
    return [pid for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_solution_and_its_progress(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    job = ada.post("/solutions", json={"setup": small_duel()}).json()
    assert job["kind"] == "solve"
    assert bo.get(f"/jobs/{job['id']}").status_code == 404, "nobody else's business"
    with ada.stream("GET", f"/jobs/{job['id']}/events") as stream:
        told = [event.data for event in events_of(stream.iter_lines()) if event.kind == "job"]
    assert '"state":"done"' in told[-1], "the stream ends with the job"
    result = wait_for(ada, job["id"], "done")["result"]
    assert 0 < result["lower"] <= result["upper"] < 1
    assert result["duel"] == "small"


def test_a_hint_and_a_review(server: Server, come: Come) -> None:
    ada = come(server)
    view = ada.table(setup=small_duel())["table"]
    hint = wait_for(ada, ada.post(f"/tables/{view['id']}/hints").json()["id"], "done")["result"]
    assert {row["step"] for row in hint["moves"]} == set(view["legal"])
    assert hint["moves"][0]["lower"] == max(row["lower"] for row in hint["moves"])
    early = ada.post(f"/tables/{view['id']}/review")
    assert (early.status_code, early.json()["code"]) == (409, "refused")
    over = play_out(ada, view["id"])
    review = wait_for(ada, ada.post(f"/tables/{view['id']}/review").json()["id"], "done")["result"]
    assert review["duel"] == "small"
    assert review["final"] == over["result"]["shares"][0]


def test_a_race_is_reviewed(server: Server, come: Come) -> None:
    ada = come(server)
    setup = {"players": ["black", "red"], "board": "short"}
    view = ada.table("dragon", setup=setup, seats=["me", "greedy"], begin=True)["table"]
    assert ada.post(f"/tables/{view['id']}/hints").status_code == 409, "only in a duel"
    play_out(ada, view["id"])
    review = wait_for(ada, ada.post(f"/tables/{view['id']}/review").json()["id"], "done")["result"]
    assert review["players"] == ["black", "red"]


@pytest.fixture
def long_job(sqlite: str, tmp_path: Path) -> Any:
    """A server whose cache is empty, so that solving the demo duel takes its time."""
    with serving(sqlite, tmp_path, jobs_each=2, home=tmp_path / "home", bot_workers=1, long_workers=1) as running:
        yield running


def test_a_job_is_cancelled_and_its_worker_with_it(long_job: Server, come: Come) -> None:
    ada = come(long_job)
    job = ada.post("/solutions", json={"setup": {"duel": "oda-nobunaga"}}).json()["id"]
    wait_for(ada, job, "running")
    other = ada.post("/solutions", json={"setup": {"duel": "oda-nobunaga"}}).json()["id"]
    third = ada.post("/solutions", json={"setup": {"duel": "oda-nobunaga"}})
    assert (third.status_code, third.json()["code"]) == (429, "too-many-jobs")
    begun = time.monotonic()
    assert ada.delete(f"/jobs/{job}").json()["state"] == "cancelled"
    assert ada.delete(f"/jobs/{other}").json()["state"] == "cancelled"
    small = ada.post("/solutions", json={"setup": small_duel()}).json()["id"]
    wait_for(ada, small, "done")
    assert time.monotonic() - begun < PATIENCE, "the worker is free again"
    assert ada.get(f"/jobs/{job}").json()["state"] == "cancelled"


@pytest.mark.parametrize("yields", [True, False])
def test_long_work_takes_only_the_time_that_nobody_else_wants(
    sqlite: str, tmp_path: Path, come: Come, yields: bool
) -> None:
    with serving(sqlite, tmp_path, home=tmp_path / "home", long_jobs_yield=yields) as server:
        ada = come(server)
        job = ada.post("/solutions", json={"setup": {"duel": "oda-nobunaga"}}).json()["id"]
        wait_for(ada, job, "running")
        end, found = time.monotonic() + PATIENCE, dict[int, int]()
        while not (len(found) == 2 and all(found.values())) and time.monotonic() < end:
            found = {pid: os.getpriority(os.PRIO_PROCESS, pid) for pid in workers(server)}
        assert list(found.values()) == [10, 10], "a bot and a solution, both with low priority"
        kinds = [{os.sched_getscheduler(int(task.name)) for task in tasks(pid)} for pid in found]
        assert {os.SCHED_OTHER} in kinds, "bots answer people"
        assert ({os.SCHED_IDLE} in kinds) == yields, "all threads of a solution"
        ada.delete(f"/jobs/{job}")


def test_a_killed_worker_is_replaced_and_its_work_done(long_job: Server, come: Come) -> None:
    ada = come(long_job)
    job = ada.post("/solutions", json={"setup": small_duel()}).json()["id"]
    wait_for(ada, job, "running", "done")
    view = ada.table("dragon", seats=["me", "greedy"], begin=True)["table"]
    for _ in range(3):
        time.sleep(0.2)
        for pid in workers(long_job):
            os.kill(pid, signal.SIGKILL)
    assert wait_for(ada, job, "done", "failed")["state"] == "done"
    play_out(ada, view["id"])


def test_work_that_a_server_left_is_done_by_the_next(sqlite: str, tmp_path: Path, come: Come) -> None:
    server = Server(sqlite, tmp_path, home=tmp_path / "home")
    try:
        ada = come(server.start())
        job = ada.post("/solutions", json={"setup": small_duel()}).json()["id"]
        view = ada.table("dragon", seats=["me", "greedy"], begin=True)["table"]
        server.kill()
        with sqlite3.connect(
            tmp_path / "niten.db"
        ) as database:  # as if the clock had stepped back since it was claimed
            database.execute("UPDATE jobs SET until = 9999999999999, state = 'running', owner = 'gone'")
        database.close()
        server.start()
        assert wait_for(ada, job, "done")["result"]["duel"] == "small"
        play_out(ada, view["id"])
    finally:
        server.kill()


def test_a_job_that_fails_says_why(server: Server, come: Come) -> None:
    ada = come(server)
    answer = ada.post("/solutions", json={"setup": {"duel": "nobody"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-duel")
