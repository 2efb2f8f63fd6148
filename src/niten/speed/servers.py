"""Servers as processes of their own, while they are needed."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from niten.speed.figures import Failed

_PATIENCE = 60.0  # seconds: the machine may be busy
_UNBOUND = {
    "NITEN_REQUESTS_PER_SECOND": "1000000",
    "NITEN_NEW_PROFILES_PER_HOUR": "1000000",
    "NITEN_TABLES_EACH": "100000",
    "NITEN_LOG_LEVEL": "warning",
}


@contextmanager
def niten_server(folder: Path) -> Generator[tuple[int, int]]:
    """`niten serve` on a database of its own; its port and its process."""
    port = _free_port()
    where = ["--port", str(port), "--database", f"sqlite:///{folder / 'niten.db'}"]
    with _running(["niten", "serve", *where], port, folder, _UNBOUND | {"NITEN_HOME": str(folder)}) as process:
        yield port, process


@contextmanager
def bare_server(folder: Path) -> Generator[tuple[int, int]]:
    """A bare FastAPI; its port and its process."""
    port = _free_port()
    with _running(["niten.speed.bare", str(port)], port, folder, {}) as process:
        yield port, process


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def _running(command: list[str], port: int, folder: Path, settings: Mapping[str, str]) -> Generator[int]:
    log = folder / f"{command[0]}-{port}.log"
    with log.open("wb") as told:
        process = subprocess.Popen(  # noqa: S603 — our own programs
            [sys.executable, "-m", *command], stdout=told, stderr=told, env={**os.environ, **settings}
        )
    try:
        _wait(process, port, log)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Until it takes calls."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise Failed(part="server", reason=log.read_text(encoding="utf-8", errors="replace")[-2000:] or f"127.0.0.1:{port}")


def cpu_seconds(process: int) -> float | None:
    """What a process has used so far, where the system tells it of others."""
    if sys.platform != "linux":
        return None
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
