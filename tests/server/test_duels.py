"""What a designer asks of the server: duels checked, read, written, measured and printed; nothing of it is kept."""

import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from niten.booklet import certificates, duels, measured_stars
from niten.samurai import duel_data, loads_duel
from niten.samurai.duelwriting import write_duel
from testkit.jobs import LONG, wait_for_job
from testkit.servers import Client, Server, serving

Come = Callable[..., Client]
ODA = duel_data(duels()["oda-nobunaga"])
SMALL = ODA | {"id": "small", "name": "Small", "health": 3, "player": ODA["player"] | {"dice": [3, 2], "ki": 2}}


@pytest.mark.parametrize("duel", duels())
def test_every_duel_of_the_booklet_is_written_as_it_is_read(duel: str) -> None:
    ours = duels()[duel]
    assert loads_duel(write_duel(ours).encode()) == ours


def test_what_is_as_on_the_standard_page_is_not_written() -> None:
    assert "player" not in tomllib.loads(write_duel(duels()["oda-nobunaga"]))


def test_a_duel_of_the_booklet(one_server: Server, come: Come) -> None:
    found = come(one_server).get("/duels/oda-nobunaga").json()
    assert found["duel"] == ODA
    measured = certificates()["oda-nobunaga"]
    assert (found["stars"], found["certificate"]["lower"]) == (measured_stars(measured), measured.lower)
    assert [row["dice"] for row in found["profile"]] == [1, 2, 3]
    unknown = come(one_server).get("/duels/oda")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not-found")


def test_a_check_names_each_place(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    fine = ada.post("/duels/check", json={"duel": ODA}).json()
    assert (fine["problems"], fine["duel"]) == ([], ODA)
    assert len(fine["profile"]) == 3
    lines = [line | {"defense": 100} if line["sum"] == 7 else line for line in ODA["lines"]]
    wrong = ada.post("/duels/check", json={"duel": ODA | {"lines": lines, "name": "", "resistance": [[4, 1], [3, 2]]}})
    assert wrong.status_code == 200
    places = [problem["where"] for problem in wrong.json()["problems"]]
    assert places == ["name", "resistance[1]", "lines 7.defense"]
    assert all(problem["expected"] and problem["message"] for problem in wrong.json()["problems"])
    assert wrong.json()["duel"] is None
    ada.patch("/profile", json={"language": "fr"})
    told = ada.post("/duels/check", json={"duel": {}}).json()["problems"][0]["expected"]
    assert "mot" in told or "lettres" in told, told


def test_files_there_and_back(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    file = ada.post("/duels/write", json={"duel": SMALL})
    assert file.headers["content-disposition"] == 'attachment; filename="small.toml"'
    assert ada.post("/duels/read", json={"text": file.text}).json()["duel"] == SMALL
    for text in ("", "id = ", "\x00", "[[[[", 'id = "x"\nid = "y"', "é = 1"):
        told = ada.post("/duels/read", json={"text": text}).json()
        assert told["duel"] is None
        assert told["problems"], text
    assert ada.post("/duels/read", json={"text": "x" * 200_001}).status_code == 422
    assert ada.post("/duels/write", json={"duel": SMALL | {"id": "../x"}}).json()["code"] == "bad-setup"


def test_a_duel_is_measured_as_a_job(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    asked = ada.post("/duels/measure", json={"duel": SMALL, "rules": "es"})
    assert asked.status_code == 202, asked.text
    done = wait_for_job(ada, asked.json()["id"], "done")
    certificate = done["result"]["certificate"]
    assert 0 <= certificate["lower"] <= certificate["upper"] <= 1
    assert set(certificate["players"]) >= {"beginner", "careful", "reckless"}
    assert certificate["rules"]["purchases"] == "one"
    assert done["result"]["stars"] in {1, 2, 3, 4}
    bad: dict[str, Any] = {"duel": SMALL | {"health": 0}}
    assert ada.post("/duels/measure", json=bad).json()["code"] == "bad-setup"


def test_work_without_end_is_refused(sqlite: str, tmp_path: Path, come: Come) -> None:
    """Too much memory is told at once, too much for one or for all before it begins."""
    page = ODA["player"] | {"health": 99, "ki": 99, "dice": [3] * 60}
    with serving(sqlite, tmp_path, job_gigabytes=3, jobs_each=2, jobs_waiting=3) as server:
        ada, bo = come(server), come(server)
        asked = ada.post("/duels/measure", json={"duel": ODA | {"health": 99, "player": page}})
        assert wait_for_job(ada, asked.json()["id"], "failed")["result"]["code"] == "solve-too-large"
        for who in (ada, ada, bo):
            assert who.post("/duels/measure", json={"duel": LONG["duel"]}).status_code == 202
        mine = ada.post("/duels/measure", json={"duel": LONG["duel"]})
        assert (mine.status_code, mine.json()["code"]) == (429, "too-many-jobs")
        everybodys = bo.post("/duels/measure", json={"duel": LONG["duel"]})
        assert (everybodys.status_code, everybodys.json()["code"]) == (429, "queue-full")
        assert everybodys.headers["retry-after"]


def test_what_takes_too_long_is_given_up_with_a_sentence(sqlite: str, tmp_path: Path, come: Come) -> None:
    with serving(sqlite, tmp_path, job_seconds=1) as server:
        ada = come(server)
        ada.patch("/profile", json={"language": "de"})
        asked = ada.post("/duels/measure", json={"duel": LONG["duel"]})
        result = wait_for_job(ada, asked.json()["id"], "failed")["result"]
        assert (result["code"], result["seconds"]) == ("job-too-long", 1)
        assert result["message"] == "Das dauerte länger als 1 s, und der Server hat aufgegeben."


def test_sheets(one_server: Server, come: Come) -> None:
    ada = come(one_server)
    hostile = SMALL | {"name": '#import "/etc/passwd" $x$ \\'}
    for duel in (SMALL, hostile, "oda-nobunaga"):
        sheet = ada.post("/prints/duel", json={"duel": duel, "language": "de", "paper": "letter"})
        assert sheet.status_code == 200, sheet.text
        assert (sheet.content[:5], sheet.headers["content-type"]) == (b"%PDF-", "application/pdf")
    again = ada.post("/prints/duel", json={"duel": "oda-nobunaga", "language": "de", "paper": "letter"})
    assert again.content == sheet.content
    race = ada.get("/prints/race?language=fr&paper=a4")
    assert race.content[:5] == b"%PDF-"
    assert 'filename="niten-race.pdf"' in race.headers["content-disposition"]
    for asked in ({"duel": "nobody"}, {"duel": SMALL | {"name": "x" * 5000}}, {"duel": SMALL, "paper": "a0"}):
        assert ada.post("/prints/duel", json=asked).status_code == 422
    assert ada.get("/prints/poster").status_code == 422
    wrong = {"duel": SMALL | {"health": 0}}
    assert {ada.post("/prints/duel", json=wrong).status_code for _ in range(20)} == {422}, "mistakes cost nothing"
    same = {"duel": "oda-nobunaga", "language": "de", "paper": "letter"}
    assert {ada.post("/prints/duel", json=same).status_code for _ in range(20)} == {200}, "nor does what is kept"

    def one_more(number: int) -> int:
        return ada.post("/prints/duel", json={"duel": SMALL | {"name": f"Small {number}"}}).status_code

    with ThreadPoolExecutor(15) as pool:
        assert set(pool.map(one_more, range(15))) == {200, 429}, "not without end"
