"""For those who run the server, and what can be played here."""

import asyncio

from fastapi import APIRouter, Response
from sqlalchemy import Connection, text

from niten import __version__
from niten.booklet import duels
from niten.dragon import SHIPPED
from niten.samurai.switches import DEFAULTS, EDITIONS, options, switches_data
from niten.server.api.context import HouseHere, refusals
from niten.server.api.models import DuelRow, GamesView
from niten.server.setups import bots_here
from niten.server.store import StorageAway
from niten.texts import LANGUAGES

router = APIRouter(tags=["games"])
probes = APIRouter(include_in_schema=False)
_PATIENCE = 3.0  # seconds: a database that takes longer to say so is not ready


@router.get("/games", responses=refusals())
async def games() -> GamesView:
    """What can be played here."""
    found = [DuelRow(id=one.id, name=one.name, stars=one.stars, text=one.texts) for one in duels().values()]
    return GamesView(
        duels=found,
        boards=list(SHIPPED),
        editions={name: dict(switches_data(preset)) for name, preset in EDITIONS.items()},
        switches={name: options(name) for name in DEFAULTS},
        bots=bots_here(),
        languages=list(LANGUAGES),
        version=__version__,
    )


@probes.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process is alive."""
    return {"status": "ok"}


@probes.get("/readyz")
async def readyz(house: HouseHere, response: Response) -> dict[str, str]:
    """The database answers, and the server is not about to stop."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await house.store.read(_ask)
    except TimeoutError:
        raise StorageAway from None
    if house.is_stopping:
        response.status_code = 503
        return {"status": "stopping"}
    return {"status": "ready"}


def _ask(connection: Connection) -> None:
    is_remote = connection.dialect.name == "postgresql"
    if is_remote:  # it also gives up itself, so that no reader is kept waiting in vain
        connection.execute(text(f"SET statement_timeout = {int(_PATIENCE * 1000)}"))
    connection.execute(text("SELECT count(*) FROM alembic_version")).one()
    if is_remote:  # otherwise the connection is not used again
        connection.execute(text("RESET statement_timeout"))


@probes.get("/metrics")
async def metrics(house: HouseHere) -> Response:
    """For Prometheus."""
    house.metrics.tables.set(len(house.hall))
    house.metrics.jobs.set(len(house.jobs))
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
