"""Profiles: who somebody is, his tables, results and progress."""

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response

from niten.booklet.campaign import progress
from niten.games import kinds
from niten.server import actions, log
from niten.server.api.context import COOKIE, HouseHere, Whose, cookie_for, profile_of, refusals
from niten.server.api.errors import Limited
from niten.server.api.models import Claim, CodeView, ProfileChange, ProfileView, ProgressRow, TableRow
from niten.server.hall import NoSuchTable
from niten.server.house import House
from niten.server.limits import neighbours
from niten.server.log import NoProfile
from niten.server.profiles import Profile, export_profile
from niten.server.table import DamagedLog, Stage

router = APIRouter(prefix="/profile", tags=["profiles"])
_MOST = 500


@router.post("", status_code=201, responses=refusals(403))
async def make_profile(request: Request, response: Response, house: HouseHere) -> ProfileView:
    """Make a profile; its secret is in the cookie. Who has one already keeps it."""
    with suppress(NoProfile):
        return _view(await profile_of(request))
    address = neighbours(request.client.host if request.client else "unknown")
    wait = request.app.state.profile_maker.wait(address)
    if wait:
        raise Limited(seconds=int(wait) + 1)
    profile, secret = await house.profiles.make()
    response.set_cookie(**cookie_for(request, secret))
    return _view(profile)


@router.get("", responses=refusals(401))
async def get_profile(profile: Whose) -> ProfileView:
    """Who I am."""
    return _view(profile)


@router.patch("", responses=refusals(401, 403, 422))
async def change_profile(asked: ProfileChange, profile: Whose, house: HouseHere) -> ProfileView:
    """Another name or language."""
    given = asked.model_fields_set
    name = asked.name if "name" in given else profile.name
    language = asked.language if "language" in given else profile.language
    return _view(await house.profiles.change(profile, name, language))


@router.delete("", status_code=204, responses=refusals(401, 403))
async def delete_profile(profile: Whose, house: HouseHere, response: Response) -> None:
    """Delete me, and the tables at which nobody else ever sat."""
    for table in await house.store.read(log.seats_kept, profile.id):
        with suppress(NoSuchTable, DamagedLog, actions.Refused):
            async with house.hall.holding(table) as live:
                for seat in sorted(live.table.seats_of(profile.id)):
                    await house.hall.act(live, lambda table, seat=seat: actions.leave(table, seat, profile.id))
    await house.jobs.end_all(profile.id)
    house.stop_readers(profile.id)
    for table in await house.profiles.delete(profile):
        house.hall.forget(table)
    response.delete_cookie(COOKIE, path=house.settings.root_path or "/")


@router.post("/codes", status_code=201, responses=refusals(401, 403))
async def make_code(profile: Whose, house: HouseHere) -> CodeView:
    """A code that carries me to another device, once, within a quarter of an hour."""
    code, until = await house.profiles.new_code(profile)
    return CodeView(code=f"{code[:5]}-{code[5:]}", until=until)


@router.post("/claim", responses=refusals(403, 404, 422))
async def claim_code(asked: Claim, request: Request, response: Response, house: HouseHere) -> ProfileView:
    """On another device: become the profile the code is of."""
    address = neighbours(request.client.host if request.client else "unknown")
    wait = request.app.state.claims.wait(address)
    if wait:
        raise Limited(seconds=int(wait) + 1)
    secret = await house.profiles.claim(asked.code)
    response.set_cookie(**cookie_for(request, secret))
    profile = await house.profiles.find(secret)
    assert profile
    return _view(profile)


@router.get("/tables", responses=refusals(401))
async def list_tables(profile: Whose, house: HouseHere) -> list[TableRow]:
    """My tables, the latest first."""
    return await _rows(house, profile)


@router.get("/results", responses=refusals(401))
async def list_results(profile: Whose, house: HouseHere) -> list[TableRow]:
    """My finished games, practice apart."""
    return [row for row in await _rows(house, profile, only_over=True) if not row.practice]


@router.get("/progress", responses=refusals(401))
async def list_progress(profile: Whose, house: HouseHere) -> list[ProgressRow]:
    """My way through the booklet, in its order: how my duels went, at best, and my honours."""
    found = await house.store.read(log.feats_of, profile.id)
    return [ProgressRow(**row._asdict()) for row in progress(found)]


@router.get("/export", responses=refusals(401))
async def export(profile: Whose, house: HouseHere) -> dict[str, Any]:
    """All that is kept about me."""
    return await house.store.read(export_profile, profile.id) or {}


def _view(profile: Profile) -> ProfileView:
    return ProfileView(id=profile.id, name=profile.name, language=profile.language)


async def _rows(house: House, profile: Profile, *, only_over: bool = False) -> list[TableRow]:
    """A row for each table, however many seats of it are mine."""
    rows: dict[str, TableRow] = {}
    for row in await house.store.read(log.tables_of, profile.id, limit=_MOST, only_over=only_over):
        table = row["table_id"]
        if row["game"] not in kinds():  # of a package that was here once
            continue
        if table in rows:
            rows[table].seats.append(row["seat"])
            rows[table].share = (rows[table].share or 0) + row["share"] if row["share"] is not None else None
            continue
        names = ("game", "title", "stage", "dice", "daily", "practice", "at", "result", "share")
        shown = {name: row[name] for name in names}
        rows[table] = TableRow(id=table, seats=[row["seat"]], your_turn=False, **shown)
    for row in rows.values():
        if row.stage == Stage.PLAYING:
            with suppress(NoSuchTable, DamagedLog):
                async with house.hall.holding(row.id) as live:
                    to_move = live.table.to_move
                    row.your_turn = to_move in row.seats if to_move is not None else live.table.awaits_real_dice
    return list(rows.values())
