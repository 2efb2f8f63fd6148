"""Work that takes long: solutions, hints and reviews. Ask for it, and look in again or listen."""

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Response

from niten.games import part_of
from niten.server.actions import Refused
from niten.server.api.context import HouseHere, In, Whose, refusals
from niten.server.api.models import JobView, SolveAsked
from niten.server.api.tables import TableId, check_streams
from niten.server.house import House
from niten.server.jobs import Job, NoSuchJob
from niten.server.part import ServerPart
from niten.server.setups import game_of
from niten.server.store import StorageAway
from niten.server.stream import EventStream, Reader, event
from niten.server.table import Stage

router = APIRouter(tags=["jobs"])
JobId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,64}$", examples=["kzOLmOOI0B0sRXUYMq3Aig"])]
_EVERY = 0.5


@router.post("/solutions", status_code=202, responses=refusals(401, 403, 422))
async def solve(asked: SolveAsked, profile: Whose, house: HouseHere, language: In) -> JobView:
    """The chance of winning a duel with perfect play."""
    game = game_of("samurai", asked.setup)
    work = {"setup": game.setup(), "goal": asked.goal, "language": language}
    return job_view(await house.jobs.ask("solve", work, profile.id))


@router.post("/tables/{table}/review", status_code=202, responses=refusals(401, 403, 404, 409, 422))
async def review(table: TableId, profile: Whose, house: HouseHere, language: In) -> JobView:
    """A finished game looked at again: what was luck, and what were mistakes."""
    async with house.hall.seen_by(table, profile.id) as live:
        if live.table.stage is not Stage.OVER:
            raise Refused("not-over")
        if not part_of(live.table.game.name, ServerPart).gives_reviews:
            raise Refused("no-review")
        record = str(await house.record_of(live.table))
    return job_view(await house.jobs.ask("review", {"record": record, "language": language}, profile.id))


@router.post("/tables/{table}/hints", status_code=202, responses=refusals(401, 403, 404, 409, 422))
async def hint(table: TableId, profile: Whose, house: HouseHere, language: In) -> JobView:
    """What each of my moves in a duel is worth now."""
    async with house.hall.seen_by(table, profile.id) as live:
        now = live.table
        if now.to_move is None or now.to_move not in now.seats_of(profile.id):
            raise Refused("not-your-seat")
        if not part_of(now.game.name, ServerPart).gives_hints or now.daily:
            raise Refused("no-hints")
        position = now.game.position(now.match.state)
        work = {"game": now.game.name, "setup": now.game.setup(), "position": position, "language": language}
    return job_view(await house.jobs.ask("hint", work, profile.id))


@router.get("/jobs/{job}", responses=refusals(401, 404, 422))
async def get_job(job: JobId, profile: Whose, house: HouseHere) -> JobView:
    """How far it is, and what came of it."""
    return job_view(await house.jobs.find(job, profile.id))


@router.delete("/jobs/{job}", responses=refusals(401, 403, 404, 422))
async def cancel(job: JobId, profile: Whose, house: HouseHere) -> JobView:
    """End it."""
    return job_view(await house.jobs.cancel(job, profile.id))


@router.get(
    "/jobs/{job}/events",
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}, **refusals(401, 404, 422)},
    response_class=Response,
)
async def events(job: JobId, profile: Whose, house: HouseHere) -> Response:
    """How far it is as it goes, as server-sent events `job`; the stream ends with the job."""
    found = await house.jobs.find(job, profile.id)
    check_streams(house, profile)
    reader = Reader(profile.id, [_event(found)])
    house.count_stream(reader)
    task = asyncio.create_task(_follow(house, found, reader))

    def ended(reader: Reader) -> None:
        task.cancel()
        house.uncount_stream(reader)

    return EventStream(reader, house.settings.heartbeat, ended)


async def _follow(house: House, job: Job, reader: Reader) -> None:
    with suppress(NoSuchJob, StorageAway):
        while not job.is_over and not house.is_stopping:
            await asyncio.sleep(_EVERY)
            before, job = job, await house.jobs.find(job.id, reader.profile)
            if job != before:
                reader.give(_event(job))
    reader.close()


def _event(job: Job) -> bytes:
    return event("job", job_view(job).model_dump())


def job_view(job: Job) -> JobView:
    """A job as its owner sees it."""
    shown = {"id": job.id, "kind": job.kind, "state": job.state, "progress": job.progress, "result": job.result}
    return JobView.model_validate(shown)
