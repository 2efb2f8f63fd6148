"""Work in other processes: it ends, it can be ended, and it survives the end of a worker."""

import os
import signal
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path

import pytest

from testkit.databases import connected
from testkit.duels import quick_duel
from testkit.jobs import LONG, wait_for_job
from testkit.servers import Client, Server, events_of, serving
from testkit.tables import play_out
from testkit.waiting import wait_until

SHORT = {"players": ["black", "red"], "board": "short", "max_turns": 3}
Come = Callable[..., Client]


def tasks(pid: int) -> list[Path]:
    """The threads of a process."""
    return list(Path(f"/proc/{pid}/task").iterdir())


def workers(server: Server) -> list[int]:
    """The processes of a server that work for it."""
    assert server.process
    children: list[str] = []
    for task in tasks(server.process.pid):
        with suppress(OSError):  # it has just ended
            children += (task / "children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in command_of(pid)]


def command_of(pid: str) -> bytes:
    with suppress(OSError):  # it has just ended
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def test_a_solution_and_its_progress(server: Server, come: Come) -> None:
    ada, bo = come(server), come(server)
    job = ada.post("/solutions", json={"setup": quick_duel()}).json()
    assert job["kind"] == "solve"
    assert bo.get(f"/jobs/{job['id']}").status_code == 404, "nobody else's business"
    with ada.stream("GET", f"/jobs/{job['id']}/events") as stream:
        told = [event.data for event in events_of(stream.iter_lines()) if event.kind == "job"]
    assert '"state":"done"' in told[-1], "the stream ends with the job"
    result = wait_for_job(ada, job["id"], "done")["result"]
    assert 0 < result["lower"] <= result["upper"] < 1
    assert result["duel"] == "small"


def test_a_hint_and_a_review(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    view = ada.table(setup=quick_duel())["table"]
    hint = wait_for_job(ada, ada.post(f"/tables/{view['id']}/hints").json()["id"], "done")["result"]
    assert {row["step"] for row in hint["moves"]} == set(view["legal"])
    assert hint["moves"][0]["lower"] == max(row["lower"] for row in hint["moves"])
    early = ada.post(f"/tables/{view['id']}/review")
    assert (early.status_code, early.json()["code"]) == (409, "refused")
    over = play_out(ada, view["id"])
    review = wait_for_job(ada, ada.post(f"/tables/{view['id']}/review").json()["id"], "done")["result"]
    assert review["duel"] == "small"
    assert review["final"] == over["result"]["shares"][0]


def test_a_race_is_reviewed(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    setup = {"players": ["black", "red"], "board": "short", "max_turns": 3}
    view = ada.table("dragon", setup=setup, seats=["me", "greedy"], begin=True)["table"]
    assert ada.post(f"/tables/{view['id']}/hints").status_code == 409, "only in a duel"
    play_out(ada, view["id"])
    review = wait_for_job(ada, ada.post(f"/tables/{view['id']}/review").json()["id"], "done")["result"]
    assert review["players"] == ["black", "red"]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server whose workers can be killed, and so can be itself: others do not work with it."""
    folder = tmp_path_factory.mktemp("own")
    with serving(f"sqlite:///{folder}/niten.db", folder, jobs_each=2, home=folder / "home") as running:
        yield running


def test_a_job_is_cancelled_and_its_worker_with_it(own: Server, come: Come) -> None:
    ada = come(own)
    job = ada.post("/solutions", json={"setup": LONG}).json()["id"]
    wait_for_job(ada, job, "running")
    other = ada.post("/solutions", json={"setup": LONG}).json()["id"]
    third = ada.post("/solutions", json={"setup": LONG})
    assert (third.status_code, third.json()["code"]) == (429, "too-many-jobs")
    assert ada.delete(f"/jobs/{job}").json()["state"] == "cancelled"
    assert ada.delete(f"/jobs/{other}").json()["state"] == "cancelled"
    small = ada.post("/solutions", json={"setup": quick_duel()}).json()["id"]
    wait_for_job(ada, small, "done")  # there is one worker only: it is free again
    assert ada.get(f"/jobs/{job}").json()["state"] == "cancelled"


def looks_after(server: Server, come: Come) -> list[set[int]]:
    """How the threads of those who think for bots, and of those who solve, are scheduled."""
    ada = come(server)
    job = ada.post("/solutions", json={"setup": LONG}).json()["id"]
    wait_for_job(ada, job, "running")

    def priorities() -> list[int]:
        with suppress(OSError):
            return [os.getpriority(os.PRIO_PROCESS, pid) for pid in workers(server)]
        return []

    wait_until(lambda: priorities() == [10, 10], "a bot and a solution, both with low priority")
    found = [{os.sched_getscheduler(int(task.name)) for task in tasks(pid)} for pid in workers(server)]
    assert ada.delete(f"/jobs/{job}").json()["state"] == "cancelled"
    return found


def test_long_work_takes_only_the_time_that_nobody_else_wants(
    own: Server, sqlite: str, tmp_path: Path, come: Come
) -> None:
    assert looks_after(own, come) == [{os.SCHED_OTHER}] * 2, "where it is asked to"
    with serving(sqlite, tmp_path, home=tmp_path / "home", long_jobs_yield=True) as server:
        found = looks_after(server, come)
        assert {os.SCHED_OTHER} in found, "bots answer people"
        assert {os.SCHED_IDLE} in found, "all threads of a solution"


def test_a_killed_worker_is_replaced_and_its_work_done(own: Server, come: Come) -> None:
    ada = come(own)
    job = ada.post("/solutions", json={"setup": quick_duel()}).json()["id"]
    wait_for_job(ada, job, "running", "done")
    view = ada.table("dragon", setup=SHORT, seats=["me", "greedy"], begin=True)["table"]
    gone: set[int] = set()
    for _ in range(2):  # the third try is the last one
        wait_until(lambda: bool(set(workers(own)) - gone))
        for pid in set(workers(own)) - gone:
            os.kill(pid, signal.SIGKILL)
            gone.add(pid)
    assert wait_for_job(ada, job, "done", "failed")["state"] == "done"
    play_out(ada, view["id"])


def test_work_that_a_server_left_is_done_by_the_next(own: Server, come: Come) -> None:
    ada = come(own)
    job = ada.post("/solutions", json={"setup": quick_duel() | {"rules": "fr"}}).json()["id"]
    view = ada.table("dragon", setup=SHORT, seats=["me", "greedy"], begin=True)["table"]
    own.kill()
    with connected(own.database) as database:  # as if the clock had stepped back since it was claimed
        left = "UPDATE jobs SET until = 9999999999999, state = 'running', owner = 'gone' WHERE id = ? OR table_id = ?"
        database.execute(left, (job, view["id"]))
    own.start()
    assert wait_for_job(ada, job, "done")["result"]["duel"] == "small"
    play_out(ada, view["id"])


def test_a_job_that_fails_says_why(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    answer = ada.post("/solutions", json={"setup": {"duel": "nobody"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-duel")
