"""`niten serve`: one process that answers until it is told to stop."""

import gc
import signal
import socket
import sys

import uvicorn
from fastapi import FastAPI

from niten.server import logs
from niten.server.app import guarded, make_app
from niten.server.protocol import Protocol
from niten.server.settings import Settings
from niten.server.store import only_server, open_database

_PATIENCE = 10  # seconds for requests under way when it is told to stop
_IDLE = 75  # seconds without a request: longer than clients and proxies wait, who would ask while it is closed


class _Server(uvicorn.Server):
    """Streams never end by themselves, so they are ended first when the server is to stop."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._niten = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._niten.state.house.stop()
        await super().shutdown(sockets)


def serve(settings: Settings) -> None:
    """Answer until told to stop."""
    logs.install(settings.log_level)
    for told_to_stop in (signal.SIGTERM, signal.SIGINT):  # raised once more by uvicorn when it has ended in good order
        signal.signal(told_to_stop, _leave)
    database = open_database(settings.database)
    with only_server(database.url):
        app = make_app(settings, database)
        config = uvicorn.Config(
            guarded(app, settings),
            host=settings.host,
            port=settings.port,
            http=Protocol,
            log_config=None,
            access_log=False,
            lifespan="on",
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=settings.trusted_proxies,
            timeout_graceful_shutdown=_PATIENCE,
            timeout_keep_alive=_IDLE,
            backlog=4096,
        )
        _spare_the_collector()
        _Server(config, app).run()


def _leave(*_: object) -> None:
    sys.exit(0)


def _spare_the_collector() -> None:
    """Looking for cycles among thousands of tables again and again took a fifth of the time of a step."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 100)
