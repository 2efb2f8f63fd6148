"""The application: all routes, with the house behind them; and the guard before them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

from niten import __version__
from niten.server.api import daily, duels, errors, jobs, ops, prints, profiles, tables
from niten.server.api.guard import Guard
from niten.server.api.quick import Quick
from niten.server.house import House
from niten.server.limits import Limiter
from niten.server.metrics import Metrics
from niten.server.pages import Pages
from niten.server.settings import Settings
from niten.server.store import Database

API = "/api/v1"
_ABOUT = """Tables for Way of the Samurai and Way of the Dragon.

Make a profile first (`POST /profile`): its secret comes as a cookie, and every other request needs it. Every refusal
has the form `{code, message, detail}`; codes are stable, messages are in the language of the profile or of
`Accept-Language`. A step names the entry it is based on: if the table has moved on, it is refused with `stale`. With a
`key`, a repeated request is answered as the first time. The stream of a table (`/events`) is its log: come back with
`Last-Event-ID` and nothing is missing or told twice.
"""


def make_app(settings: Settings, database: Database) -> FastAPI:
    """The application of one server."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with House(database, settings, metrics).open() as house:
            app.state.house = house
            yield

    app = FastAPI(
        title="Niten",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        root_path=settings.root_path,
        redirect_slashes=False,
    )
    app.state.metrics = metrics
    rate = settings.requests_per_second
    app.state.profile_limiter = Limiter(rate, rate * 10)
    app.state.profile_maker = Limiter(settings.new_profiles_per_hour / 3600, settings.new_profiles_per_hour)
    app.state.claims = Limiter(1 / 60, 10)
    app.state.printer = Limiter(1 / 6, 10)
    errors.install(app)
    for part in (ops, profiles, tables, jobs, daily, duels, prints):
        app.include_router(part.router, prefix=API)
    app.include_router(ops.probes)
    pages = Pages(settings.root_path)
    app.router.routes.extend(pages.routes())
    app.router.default = pages.nowhere(app.router.default)
    return app


def guarded(app: FastAPI, settings: Settings) -> ASGIApp:
    """The application as it is served: whatever comes passes the guard, and steps take the short way."""
    return Guard(Quick(app, f"{settings.root_path}{API}"), settings, app.state.metrics)
