"""The games of the day."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query

from niten.core.fair import committed
from niten.server.api.context import HouseHere, In, Whose, refusals
from niten.server.api.models import DailyView, TableView
from niten.server.api.tables import table_for
from niten.server.dailies import daily_games, daily_of, score_of, sit_down, table_of

router = APIRouter(prefix="/daily", tags=["daily"])
if TYPE_CHECKING:
    Game = str
else:
    Game = Literal[daily_games()]


@router.get("/{game}", responses=refusals(401, 404, 422))
async def get_daily(
    game: Game, profile: Whose, house: HouseHere, day: Annotated[date | None, Query()] = None
) -> DailyView:
    """Today's game, or that of a day gone by."""
    daily = await daily_of(house.hall, game, day)
    score = await house.store.read(score_of, daily)
    return DailyView(
        id=daily.id,
        date=daily.day.isoformat(),
        game=game,
        setup=daily.setup,
        commitment=committed(bytes.fromhex(daily.secret)),
        secret=daily.secret if daily.is_over else None,
        yours=await house.store.read(table_of, daily.id, profile.id),
        played=score.played,
        won=score.won,
    )


@router.post("/{game}", responses=refusals(401, 403, 422))
async def play_daily(game: Game, profile: Whose, house: HouseHere, language: In) -> TableView:
    """My table of today's game: the one I have, or a new one."""
    live = await sit_down(house.hall, await daily_of(house.hall, game), profile.id)
    return await table_for(house, live, profile, language)
