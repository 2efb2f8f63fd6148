"""Duels: those of the booklet, and what a designer asks about his own. Nothing of these is kept here."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from niten.booklet import certificates, duels, measured_stars
from niten.booklet.character import profile as profile_of_lines
from niten.core import BadSetup
from niten.samurai import Duel, duel_data, loads_duel, parse_duel
from niten.samurai.duelwriting import write_duel
from niten.server.api.context import HouseHere, In, Whose, refusals
from niten.server.api.errors import NotFound, problems_of
from niten.server.api.jobs import job_view
from niten.server.api.models import (
    CheckView,
    DuelAsked,
    DuelDetail,
    DuelFile,
    JobView,
    MeasureAsked,
    ProblemView,
    ProfileRow,
)
from niten.server.setups import game_of

router = APIRouter(prefix="/duels", tags=["duels"])
DuelId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$", examples=["oda-nobunaga"])]
_SOURCE = "duel"


@router.get("/{duel}", responses=refusals(404))
async def get_duel(duel: DuelId) -> DuelDetail:
    """A duel of the booklet, whole, with what was measured about it."""
    found = duels().get(duel)
    if found is None:
        raise NotFound
    measured = certificates().get(duel)
    return DuelDetail(
        duel=duel_data(found),
        profile=_profile(found),
        certificate=measured.as_json() if measured else None,
        stars=measured_stars(measured) if measured else found.stars,
    )


@router.post("/check", responses=refusals(401, 403))
async def check(asked: DuelAsked, profile: Whose, language: In) -> CheckView:  # noqa: ARG001 — it counts who asks
    """Whether a duel is one: everything that is wrong with it, or what he is like."""
    return _checked(language, lambda: parse_duel(asked.duel, _SOURCE))


@router.post("/read", responses=refusals(401, 403))
async def read(asked: DuelFile, profile: Whose, language: In) -> CheckView:  # noqa: ARG001
    """The duel in a duel file."""
    return _checked(language, lambda: loads_duel(asked.text.encode("utf-8", "replace"), _SOURCE))


@router.post(
    "/write",
    responses={200: {"content": {"application/toml": {"schema": {"type": "string"}}}}, **refusals(401, 403, 422)},
    response_class=Response,
)
async def write(asked: DuelAsked, profile: Whose) -> Response:  # noqa: ARG001
    """A duel as a duel file."""
    duel = parse_duel(asked.duel, _SOURCE)
    name = {"content-disposition": f'attachment; filename="{duel.id}.toml"'}
    return Response(write_duel(duel), media_type="application/toml; charset=utf-8", headers=name)


@router.post("/measure", status_code=202, responses=refusals(401, 403, 422))
async def measure(asked: MeasureAsked, profile: Whose, house: HouseHere, language: In) -> JobView:
    """How hard a duel is: solved, and fought by three simple players. A job like a solution."""
    game = game_of("samurai", {"duel": asked.duel, "rules": asked.rules})
    return job_view(await house.jobs.ask("measure", {"setup": game.setup(), "language": language}, profile.id))


def _checked(language: str, read: Any) -> CheckView:
    try:
        duel: Duel = read()
    except BadSetup as error:
        return CheckView(problems=[ProblemView(**one) for one in problems_of(error, language)], duel=None, profile=[])
    return CheckView(problems=[], duel=duel_data(duel), profile=_profile(duel))


def _profile(duel: Duel) -> list[ProfileRow]:
    return [ProfileRow(**row._asdict()) for row in profile_of_lines(duel)]
