"""What is done beside a running server."""

import json
import re
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.server.playing import play_out
from tests.server.running import Client, Postgres, Server, free_port, serving

Come = Callable[..., Client]


def niten(*words: object, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "niten", *map(str, words), "--lang", "en"], capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if not code else done.stdout + done.stderr


def test_a_backup_while_it_runs_and_back(database: str, server: Server, come: Come, tmp_path: Path) -> None:
    ada = come(server)
    table = ada.table()["table"]["id"]
    over = play_out(ada, table)
    race = ada.table("dragon", seats=["me", "random"], begin=True)["table"]["id"]
    file = tmp_path / "backup.db"
    assert "rows copied" in niten("admin", "backup", file, "--database", database)
    assert "is there already" in niten("admin", "backup", file, "--database", database, code=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db"], "nothing else is left"
    copy = f"sqlite:///{tmp_path}/other.db"
    assert "brought back" in niten("admin", "restore", file, "--database", copy)
    assert "empty one" in niten("admin", "restore", file, "--database", copy, code=2)
    (tmp_path / "logs").mkdir()
    with serving(copy, tmp_path / "logs") as second:
        same = come(second, cookie=ada.cookie)
        assert same.look(table) == over
        play_out(same, race)


def test_a_backup_goes_to_postgresql(cluster: Postgres, sqlite: str, tmp_path: Path, come: Come) -> None:
    with serving(sqlite, tmp_path) as server:
        ada = come(server)
        table = ada.table()["table"]["id"]
        over = play_out(ada, table)
    niten("admin", "backup", tmp_path / "b.db", "--database", sqlite)
    there = cluster.new_database(secrets.token_hex(4))
    niten("admin", "restore", tmp_path / "b.db", "--database", there)
    with serving(there, tmp_path) as server:
        assert come(server, cookie=ada.cookie).look(table) == over


def test_all_that_follows_from_the_log_is_made_anew(sqlite: str, tmp_path: Path, come: Come) -> None:
    with serving(sqlite, tmp_path) as server:
        ada = come(server)
        play_out(ada, ada.table()["table"]["id"])
        race = ada.table("dragon", seats=["me", "random"], begin=True, pace=10_000)["table"]["id"]
        ada.table("dragon")
        before = ada.get("/profile/tables").json()
    with sqlite3.connect(tmp_path / "niten.db") as database:
        for table in ("summaries", "seats"):
            database.execute(f"DELETE FROM {table}")
        database.execute("DELETE FROM jobs")
    assert "3 tables made anew" in niten("admin", "rebuild", "--database", sqlite)
    with serving(sqlite, tmp_path) as server:
        ada = come(server, cookie=ada.cookie)
        assert ada.get("/profile/tables").json() == before
        assert ada.look(race)["stage"] == "playing"
    database.execute(
        'UPDATE entries SET data = \'{"step": "roll 6 6 6 6"}\' WHERE table_id = ? AND number = 5', (race,)
    )
    database.commit()
    database.close()
    assert f"Table {race}: its log is damaged at entry 5" in niten("admin", "rebuild", "--database", sqlite, code=1)


def test_somebody_is_exported_and_deleted(sqlite: str, tmp_path: Path, come: Come) -> None:
    with serving(sqlite, tmp_path) as server:
        ada = come(server)
        me = ada.get("/profile").json()["id"]
        ada.table()
        told = json.loads(niten("admin", "export", me, "--database", sqlite))
        assert told["profile"]["id"] == me
        assert len(told["tables"]) == 1
        assert "1 table." in niten("admin", "delete", me, "--database", sqlite)
        assert "Nobody has the id" in niten("admin", "export", me, "--database", sqlite, code=2)
    with serving(sqlite, tmp_path) as server:
        again = Client(server.url, cookie=ada.cookie)
        assert again.get("/profile").status_code == 401
        again.close()


@pytest.mark.parametrize("words", ["backup", "restore", "export", "delete"])
def test_what_is_missing_is_told(words: str) -> None:
    assert f"niten admin {words} --help" in niten("admin", words, code=2)


def test_only_one_server_for_a_file(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path):
        assert "Another server works with" in niten("serve", "--port", 0, "--database", sqlite, code=2)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_it_tells_an_address_that_can_be_opened(sqlite: str, host: str) -> None:
    command = [sys.executable, "-m", "niten", "serve", "--port", str(free_port()), "--host", host, "--database", sqlite]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert found
        try:
            with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
                assert client.get(f"{found[0]}/healthz").status_code == 200
        finally:
            process.terminate()
    assert "//0.0.0.0:" not in found[0]


def test_settings_by_file_environment_and_command(tmp_path: Path) -> None:
    file = tmp_path / "niten.toml"
    file.write_text('port = 1234\nhost = "::1"\ndatabase = "postgresql://me:geheim@db/niten"\n')
    shown = niten("serve", "--config", file, "--port", 99, "--print-config")
    assert "port = 99\n" in shown
    assert 'host = "::1"\n' in shown
    assert "geheim" not in shown
    (tmp_path / "hidden.toml").write_text(
        'database = "postgresql://db/niten?user=me&password=geheim&sslmode=require"\n'
    )
    hidden = niten("serve", "--config", tmp_path / "hidden.toml", "--print-config")
    assert "geheim" not in hidden
    assert "sslmode=require" in hidden
    (tmp_path / "shown.toml").write_text(shown)
    assert niten("serve", "--config", tmp_path / "shown.toml", "--print-config") == shown
    file.write_text("prot = 1\nheartbeat = -1\n")
    told = niten("serve", "--config", file, "--print-config", code=2)
    assert "prot" in told
    assert "heartbeat" in told
    file.write_text("port = = 1")
    assert "niten.toml" in niten("serve", "--config", file, code=2)
    assert "none.toml" in niten("serve", "--config", tmp_path / "none.toml", code=2)
