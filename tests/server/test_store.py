"""The database: migrations, the one writer, and what is told when it does not answer."""

import asyncio
import json
import secrets
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path

import httpx
import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, select, text

from niten.server.store import BadDatabase, Conflict, Database, StorageAway, Store, open_database
from niten.server.store.database import InUse, newest_version, only_server
from niten.server.store.schema import metadata, profiles
from testkit.servers import PLAIN, Postgres, serving
from testkit.waiting import PATIENCE


def row(name: str) -> dict[str, object]:
    return {"id": name, "at": 0}


def names(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(connection.scalars(select(profiles.c.id)))


def test_migrations_make_what_the_schema_says(database: str) -> None:
    opened = open_database(database)
    with opened.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    opened.close()


def test_what_is_up_to_date_is_not_migrated_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading what migrates takes longer than a look whether it is needed."""

    def upgrade(*_: object) -> None:
        raise AssertionError("nothing is to be done")

    open_database(database).close()
    monkeypatch.setattr(command, "upgrade", upgrade)
    open_database(database).close()
    folder = resources.files("niten.server.store") / "migrations"
    assert ScriptDirectory(str(folder)).get_current_head() == newest_version()


def test_many_servers_start_at_once(cluster: Postgres) -> None:
    address = cluster.new_database(secrets.token_hex(4))
    barrier = threading.Barrier(8)

    def start(_: int) -> None:
        barrier.wait()
        open_database(address).close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(start, range(8)))
    opened = open_database(address)
    with opened.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar_one() == 1
    opened.close()


def test_a_write_that_fails_takes_no_other_with_it(database: str) -> None:
    opened = open_database(database)
    store = Store(opened)

    def add(connection: Connection, name: str) -> str:
        connection.execute(insert(profiles), row(name))
        if name.startswith("bad"):
            raise ZeroDivisionError
        return name

    async def all_at_once() -> list[object]:
        asked = [f"bad{n}" if n % 7 == 3 else f"p{n % 40}" for n in range(60)]
        writes = (store.write(lambda connection, name=name: add(connection, name)) for name in asked)
        return list(await asyncio.gather(*writes, return_exceptions=True))

    answers = asyncio.run(all_at_once())
    fine = {answer for answer in answers if isinstance(answer, str)}
    assert names(opened) == fine == {f"p{n % 40}" for n in range(60) if n % 7 != 3}
    assert sum(isinstance(answer, ZeroDivisionError) for answer in answers) == len([n for n in range(60) if n % 7 == 3])
    conflicts = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(conflicts) == 60 - len(fine) - len([n for n in range(60) if n % 7 == 3])
    store.close()


def test_what_is_written_is_on_disk(sqlite: str) -> None:
    opened = open_database(sqlite)
    with opened.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "FULL"
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    opened.close()


def test_a_writer_elsewhere_is_waited_for_or_told(sqlite: str) -> None:
    opened = open_database(sqlite)
    other = sqlite3.connect(opened.url.database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.5, lambda: None)
    timer.start()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(_write, opened, "later")
        timer.join()
        other.execute("COMMIT")
        waiting.result()
    assert names(opened) == {"later"}
    other.close()
    opened.close()


def _write(database: Database, name: str) -> None:
    with database.writing() as connection:
        connection.execute(insert(profiles), row(name))


def test_a_database_that_is_away(cluster: Postgres) -> None:
    opened = open_database(cluster.new_database(secrets.token_hex(4)))
    away = Database(opened.url.set(port=1))
    opened.close()
    with pytest.raises(StorageAway), away.reading() as connection:
        connection.execute(text("SELECT 1"))
    with pytest.raises(StorageAway):
        _write(away, "x")


def test_ready_means_that_the_database_answers(cluster: Postgres, tmp_path: Path) -> None:
    """One that is there but does not come to an answer is not ready either, and that is said in time."""
    address = cluster.new_database(secrets.token_hex(4))
    with serving(address, tmp_path) as server, psycopg.connect(address) as other:
        other.execute("LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE")
        for _ in range(2):
            answer = httpx.get(f"{server.url}/readyz", timeout=PATIENCE, verify=PLAIN)
            assert (answer.status_code, answer.json()["code"]) == (503, "storage-away")
        assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE, verify=PLAIN).status_code == 200
        other.rollback()
        assert httpx.get(f"{server.url}/readyz", timeout=PATIENCE, verify=PLAIN).status_code == 200


@pytest.mark.parametrize("address", ["", "niten.db", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "postgresql:"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises((BadDatabase, StorageAway)):
        open_database(address)


def test_a_folder_that_cannot_be_made() -> None:
    with pytest.raises(BadDatabase):
        open_database("sqlite:////dev/null/niten.db")


def test_one_server_for_one_file(sqlite: str) -> None:
    url = open_database(sqlite).url
    with only_server(url), pytest.raises(InUse), only_server(url):
        pass
    with only_server(url):
        pass


def test_the_description_has_examples_and_no_server_of_ours(database: str) -> None:
    from niten.server.api import models  # noqa: PLC0415
    from niten.server.app import make_app  # noqa: PLC0415
    from niten.server.settings import Settings  # noqa: PLC0415

    opened = open_database(database)
    described = make_app(Settings.read(), opened).openapi()
    assert all(path.startswith("/api/v1/") for path in described["paths"])
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (path, method)
            assert operation["description"], (path, method)
            assert {"429", "503"} <= set(operation["responses"]), (path, method)
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                assert described["components"]["schemas"][schema]["examples"], schema
            for status, answer in operation["responses"].items():
                shown = answer.get("content", {}).get("application/json", {}).get("schema", {})
                name = (shown.get("items") or shown).get("$ref", "").rpartition("/")[2]
                if name:  # what `export` answers has no schema of its own
                    model = getattr(models, name)  # in the description a null is left out
                    examples = model.model_config["json_schema_extra"]["examples"]
                    assert examples, (path, method, status)
                    for example in examples:
                        model.model_validate(example)
    assert "secret_hash" not in json.dumps(described)
    opened.close()
