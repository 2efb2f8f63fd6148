"""One server for all processes of a run of tests: to start one is some seconds of work, and so are those it works with.

Whoever comes first starts it, and ends it when all others have left.
"""

import json
import os
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock

from testkit.servers import Server, serving


@contextmanager
def one_server(folder: Path) -> Generator[Server]:
    """The server of this folder, which the processes have in common."""
    users = folder / "users"
    users.mkdir(parents=True, exist_ok=True)
    here, told = users / str(os.getpid()), folder / "server.json"
    database = f"sqlite:///{folder}/niten.db"
    lock = FileLock(folder / "lock")

    def wait_for_all() -> None:
        while True:
            with lock:  # nobody comes while we go
                if not any(map(_is_running, users.iterdir())):
                    told.unlink()
                    return
            time.sleep(0.1)

    with ExitStack() as ours:
        with lock:
            here.touch()
            if told.exists():
                server = Server(database, folder)
                server.port, log = json.loads(told.read_text(encoding="utf-8"))
                server.url, server.log = f"http://127.0.0.1:{server.port}", Path(log)
            else:
                server = ours.enter_context(serving(database, folder))
                told.write_text(json.dumps([server.port, str(server.log)]), encoding="utf-8")
                ours.callback(wait_for_all)
        try:
            yield server
        finally:
            here.unlink()


def _is_running(user: Path) -> bool:
    """Whether somebody is still there; who has crashed has not said that he left."""
    try:
        os.kill(int(user.name), 0)
    except ProcessLookupError:
        return False
    return True
