"""What is done beside a running server."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from testkit.crashes import serving_with_moments
from testkit.databases import connected, rows
from testkit.servers import PLAIN, Client, Server, free_port, niten, niten_here, serving
from testkit.tables import play_out
from testkit.waiting import PATIENCE, wait_until

Come = Callable[..., Client]


def test_a_backup_while_it_runs_and_back(
    server: Server, new_database: Callable[[str], str], tmp_path: Path, come: Come
) -> None:
    """Into a database of the other kind; the backup itself is a file of SQLite."""
    ada = come(server)
    table = ada.table()["table"]["id"]
    over = play_out(ada, table)
    short = {"players": ["black", "red"], "board": "short", "max_turns": 4}
    race = ada.table("dragon", setup=short, seats=["me", "random"], begin=True)["table"]["id"]
    file = tmp_path / "backup.db"
    assert "rows copied" in niten("admin", "backup", file, "--database", server.database)
    assert "is there already" in niten_here("admin", "backup", file, "--database", server.database, code=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db"], "nothing else is left"
    copy = new_database("postgresql" if server.database.startswith("sqlite") else "sqlite")
    assert "brought back" in niten_here("admin", "restore", file, "--database", copy)
    assert "empty one" in niten_here("admin", "restore", file, "--database", copy, code=2)
    with serving(copy, tmp_path) as second:
        same = come(second, cookie=ada.cookie)
        assert same.look(table) == over
        play_out(same, race)


def test_all_that_follows_from_the_log_is_made_anew(sqlite: str, tmp_path: Path, come: Come) -> None:
    with serving_with_moments(sqlite, tmp_path) as server:
        ada = come(server)
        play_out(ada, ada.table()["table"]["id"])
        server.orders.give("claimed", stand=True)  # so that the lists stay as they are
        setup = {"players": ["black", "red"], "starts": 1}
        race = ada.table("dragon", setup=setup, seats=["me", "random"], begin=True)["table"]["id"]
        ada.table("dragon")
        wait_until(lambda: server.orders.is_reached)
        before = ada.get("/profile/tables").json()
        server.kill()
        with connected(sqlite) as database:
            for table in ("summaries", "seats", "jobs"):
                database.execute(f"DELETE FROM {table}")
        assert "3 tables made anew" in niten_here("admin", "rebuild", "--database", sqlite)
        server.orders.give("claimed", stand=True)
        server.start()
        wait_until(lambda: server.orders.is_reached, "the bot that is to move is forgotten")
        assert ada.get("/profile/tables").json() == before
        assert ada.look(race)["stage"] == "playing"
    with connected(sqlite) as database:
        wrong = (json.dumps({"step": "roll 6 6 6 6"}), race)
        database.execute("UPDATE entries SET data = ? WHERE table_id = ? AND number = 5", wrong)
    told = niten_here("admin", "rebuild", "--database", sqlite, code=1)
    assert f"Table {race}: its log is damaged at entry 5" in told


def test_somebody_is_exported_and_deleted(server: Server, come: Come) -> None:
    ada = come(server)
    me = ada.get("/profile").json()["id"]
    ada.table()
    told = json.loads(niten("admin", "export", me, "--database", server.database))
    assert told["profile"]["id"] == me
    assert len(told["tables"]) == 1
    assert "1 table." in niten_here("admin", "delete", me, "--database", server.database)
    assert "Nobody has the id" in niten_here("admin", "export", me, "--database", server.database, code=2)
    assert ada.post("/tables", json={"game": "samurai", "setup": {"duel": "oda-nobunaga"}}).status_code == 401
    for what in ("profiles WHERE id", "devices WHERE profile", "tables WHERE owner"):
        assert rows(server.database, f"SELECT * FROM {what} = '{me}'") == []


@pytest.mark.parametrize("words", ["backup", "restore", "export", "delete"])
def test_what_is_missing_is_told(words: str) -> None:
    assert f"niten admin {words} --help" in niten_here("admin", words, code=2)


def test_only_one_server_for_a_file(one_server: Server) -> None:
    assert "Another server works with" in niten("serve", "--port", 0, "--database", one_server.database, code=2)


def test_it_tells_an_address_that_can_be_opened(one_server: Server, sqlite: str) -> None:
    assert f"{one_server.url}," in one_server.told()
    command = [sys.executable, "-m", "niten", "serve", "--port", str(free_port()), "--host", "0.0.0.0"]
    with subprocess.Popen(
        [*command, "--database", sqlite], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert found
        try:
            with httpx.Client(verify=PLAIN, timeout=PATIENCE) as client:
                wait_until(lambda: is_there(client, f"{found[0]}/healthz"))
        finally:
            process.terminate()
    assert "//0.0.0.0:" not in found[0]


def is_there(client: httpx.Client, address: str) -> bool:
    with suppress(httpx.TransportError):
        return client.get(address).status_code == 200
    return False


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
    hidden = niten_here("serve", "--config", tmp_path / "hidden.toml", "--print-config")
    assert "geheim" not in hidden
    assert "sslmode=require" in hidden
    (tmp_path / "shown.toml").write_text(shown)
    assert niten_here("serve", "--config", tmp_path / "shown.toml", "--print-config") == shown
    file.write_text("prot = 1\nheartbeat = -1\n")
    told = niten_here("serve", "--config", file, "--print-config", code=2)
    assert "prot" in told
    assert "heartbeat" in told
    file.write_text("port = = 1")
    assert "niten.toml" in niten_here("serve", "--config", file, code=2)
    assert "none.toml" in niten_here("serve", "--config", tmp_path / "none.toml", code=2)
