"""Work that takes long, as rows of the database: whoever claims one does it, for as long as he shows signs of life.

Times are those of the database's clock. A claim far in the future is no claim: then a clock has stepped back.
"""

import asyncio
import json
import logging
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    case,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from niten.bots.bot import RandomBot
from niten.core import NitenError, SeededDice
from niten.core.game import JsonObject
from niten.server import actions, log
from niten.server.actions import new_id
from niten.server.hall import Hall, Live, NoSuchTable, Stale
from niten.server.pool import Pool, TaskFailed, TookTooLong, WorkerLost
from niten.server.settings import Settings
from niten.server.store import StorageAway
from niten.server.store.schema import jobs
from niten.texts import say

LEASE = 10_000
"""Milliseconds for which a claim is good."""
_SIGN = 1.0  # seconds between signs of life
_SWEEP = 2.0
_TRIES = 3
_BOT_SECONDS = 30.0  # a level's second, and the time to compile it where it never ran
_DAY = 24 * 3600 * 1000
_EPOCH = 2440587.5  # 1970 in Julian days
_FOREVER = 10 * _DAY  # how long the result of a job is kept

_log = logging.getLogger("niten.jobs")


class NoSuchJob(NitenError):
    """There is no such job, or it is somebody else's."""

    code = "no-such-job"


class TooManyJobs(NitenError):
    """Somebody has enough under way."""

    code = "too-many-jobs"


class QueueFull(NitenError):
    """Enough is under way for everybody."""

    code = "queue-full"


class Job(NamedTuple):
    """A job as its row has it."""

    id: str
    kind: str
    state: str
    progress: float
    result: JsonObject | None
    profile: str | None

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "failed", "cancelled")


class Jobs:
    """The jobs of this node, and those others left behind."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall, self._store, self._node = hall, hall.store, hall.node
        self._settings = settings
        self._bots = Pool(settings.bot_workers)
        self._long = Pool(settings.long_workers, patient=settings.long_jobs_yield)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        hall.moved = self.table_moved

    def start(self) -> None:
        """Look for what is left undone, now and from time to time."""
        self._sweeper = asyncio.create_task(self._sweep())
        self._begin("warm up", self._bots.warm_up())

    async def stop(self) -> None:
        """End everything; claims are given back, so that others go on at once."""
        running = [task for task in (self._sweeper, *self._tasks.values()) if task]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self._bots.close()
        self._long.close()
        with suppress(StorageAway):  # then the claims run out
            await self._store.write(partial(_give_back, node=self._node))

    def __len__(self) -> int:
        return len(self._tasks)

    # --- bots ---

    def table_moved(self, live: Live) -> None:
        """After a change: if a bot is to move, it begins to think."""
        if live.table.awaits_bot:
            self._begin(f"{live.id}/{live.table.number}", self._play_bot(live.id, live.table.number))

    async def _play_bot(self, table: str, number: int) -> None:
        begun = asyncio.get_running_loop().time()
        if not await self._store.write(partial(_claim_bot, node=self._node, table=table, number=number)):
            return
        async with self._hall.holding(table) as live:
            if live.table.number != number or not live.table.awaits_bot:
                return
            asked, pace = _asked_of_bot(live), live.table.pace / 1000
        step = await self._bot_step(asked)
        await asyncio.sleep(max(0.0, begun + pace - asyncio.get_running_loop().time()))
        try:
            async with self._hall.holding(table) as live:
                await self._hall.act(live, lambda table: actions.play(table, step), based_on=number)
        except (Stale, NoSuchTable, actions.Refused):
            pass  # the table has gone on meanwhile

    async def _bot_step(self, asked: JsonObject) -> str:
        """What a bot does; where it cannot, after three tries, the table goes on with any move."""
        for _ in range(_TRIES):
            try:
                return await self._bots.run("bot", asked, seconds=_BOT_SECONDS)
            except WorkerLost as error:
                _log.warning("a bot's worker was lost", extra={"bot": asked["bot"], "error": repr(error)})
            except TaskFailed as error:
                _log.error("a bot failed", extra={"bot": asked["bot"], "error": str(error)})
                break
        return asked["any"]

    # --- what people ask for ---

    async def ask(self, kind: str, asked: JsonObject, profile: str) -> Job:
        """A new job; TooManyJobs if he has enough, QueueFull if all together have."""
        job = Job(new_id(), kind, "open", 0.0, None, profile)
        asked = asked | {"memory": self._settings.job_gigabytes * 1024**3}
        row = job._asdict() | {"asked": json.dumps(asked), "until": 0, "tries": 0, "at": log.now()}
        most = self._settings.jobs_each

        def write(connection: Connection) -> None:
            log.one_at_a_time(connection, profile)
            where = (jobs.c.profile == profile, jobs.c.state.in_(("open", "running")))
            if connection.execute(select(func.count()).where(*where)).scalar_one() >= most:
                raise TooManyJobs(count=most)
            waiting = select(func.count()).where(jobs.c.state.in_(("open", "running")), jobs.c.kind != log.BOT)
            if connection.execute(waiting).scalar_one() >= self._settings.jobs_waiting:
                raise QueueFull
            connection.execute(insert(jobs), row)

        await self._store.write(write)
        self._begin(job.id, self._do(job.id))
        return job

    async def find(self, job: str, profile: str) -> Job:
        """Somebody's job."""
        found = await self._store.read(_find, job)
        if found is None or found.profile != profile:
            raise NoSuchJob
        return found

    async def cancel(self, job: str, profile: str) -> Job:
        """End a job that is not over; its worker stops at once, at another node within a second."""
        await self.find(job, profile)
        await self._store.write(partial(_end, job=job, state="cancelled", result=None))
        if task := self._tasks.get(job):
            task.cancel()
        return await self.find(job, profile)

    async def end_all(self, profile: str) -> None:
        """End whatever somebody has under way."""
        for job in await self._store.read(_under_way, profile):
            await self.cancel(job, profile)

    async def _do(self, job: str) -> None:
        row = await self._store.write(partial(_claim, node=self._node, job=job))
        if row is None:
            return
        kind, asked, tries = row[0], json.loads(row[1]), row[2]
        share = 0.0

        def progress(done: float) -> None:
            nonlocal share
            share = done

        seconds = float(self._settings.job_seconds)
        work = asyncio.create_task(self._long.run(kind, asked, seconds=seconds, progress=progress))
        try:
            while not work.done():
                await asyncio.wait([work], timeout=_SIGN)
                if not await self._sign(job, share):
                    return  # cancelled, or somebody else's by now
            state, result = "done", work.result()
        except TookTooLong:
            state, result = "failed", _told("job-too-long", asked, seconds=self._settings.job_seconds)
        except TaskFailed as error:
            if error.inside:
                _log.error("a job failed", extra={"job": job, "kind": kind, "error": error.inside})
            state, result = "failed", error.refusal
        except WorkerLost:
            if tries < _TRIES:
                await self._store.write(partial(_give_back, node=self._node, job=job))
                return
            state, result = "failed", _told("job-crashed", asked)
        finally:
            work.cancel()
        await self._store.write(partial(_end, job=job, state=state, result=result))

    async def _sign(self, job: str, share: float) -> bool:
        try:
            return await self._store.write(partial(_sign, node=self._node, job=job, share=share))
        except StorageAway:
            return True  # the work goes on

    # --- what is left undone ---

    async def _sweep(self) -> None:
        while True:
            try:
                for job in await self._store.read(_left_undone, self._node):
                    table = job["table_id"]
                    if job["kind"] == log.BOT:
                        self._begin(f"{table}/{job['number']}", self._play_bot(table, job["number"]))
                    else:
                        self._begin(job["id"], self._do(job["id"]))
            except StorageAway:
                pass  # it will be back
            await asyncio.sleep(_SWEEP)

    def _begin(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        if name in self._tasks:
            work.close()
            return
        task = self._tasks[name] = asyncio.create_task(_logged(name, work))
        task.add_done_callback(lambda _: self._tasks.pop(name, None))


def _told(code: str, asked: JsonObject, **details: object) -> JsonObject:
    """Why a job failed, in the language of whoever asked for it."""
    message = say(asked.get("language", "en"), f"error.{code}", **details)
    return {"code": code, "message": message} | details


async def _logged(name: str, work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except (StorageAway, NoSuchTable) as error:  # the job stays where it is: it is found again
        _log.debug("put off", extra={"job": name, "error": error.code})
    except Exception:
        _log.exception("a job failed")


def _asked_of_bot(live: Live) -> JsonObject:
    table = live.table
    assert table.to_move is not None
    state = table.match.state
    return {
        "game": table.game.name,
        "setup": table.game.setup(),
        "position": table.game.position(state),
        "bot": table.seats[table.to_move].bot,
        "any": str(RandomBot().choose(table.game, state, SeededDice(table.number, table.id))),
    }


def database_now(connection: Connection) -> ColumnElement[int]:
    """Milliseconds by the clock of the database."""
    if connection.dialect.name == "sqlite":
        return cast((func.julianday("now") - _EPOCH) * _DAY, BigInteger)
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def _is_free(connection: Connection, node: str) -> ColumnElement[bool]:
    """Nobody's, or this node's own: it knows itself what it is working on."""
    now = database_now(connection)
    nobodys = or_(jobs.c.until < now, jobs.c.until > now + 2 * LEASE, jobs.c.owner == node)
    return and_(jobs.c.state.in_(("open", "running")), nobodys)


def _claimed(connection: Connection, node: str) -> dict[str, Any]:
    until = database_now(connection) + LEASE
    return {"owner": node, "state": "running", "until": until, "tries": jobs.c.tries + 1}


def _claim_bot(connection: Connection, node: str, table: str, number: int) -> bool:
    where = (jobs.c.table_id == table, jobs.c.number == number, _is_free(connection, node))
    return connection.execute(update(jobs).where(*where).values(**_claimed(connection, node))).rowcount == 1


def _claim(connection: Connection, node: str, job: str) -> tuple[str, str, int] | None:
    where = (jobs.c.id == job, _is_free(connection, node))
    if connection.execute(update(jobs).where(*where).values(**_claimed(connection, node))).rowcount != 1:
        return None
    row = connection.execute(select(jobs.c.kind, jobs.c.asked, jobs.c.tries).where(jobs.c.id == job)).one()
    return row.kind, row.asked, row.tries


def _sign(connection: Connection, node: str, job: str, share: float) -> bool:
    where = (jobs.c.id == job, jobs.c.owner == node, jobs.c.state == "running")
    values = {"until": database_now(connection) + LEASE, "progress": share}
    return connection.execute(update(jobs).where(*where).values(**values)).rowcount == 1


def _end(connection: Connection, job: str, state: str, result: JsonObject | None) -> None:
    progress = case((jobs.c.state == "done", 1.0), else_=jobs.c.progress) if state != "done" else 1.0
    values = {"state": state, "result": json.dumps(result), "progress": progress, "owner": None}
    where = (jobs.c.id == job, jobs.c.state.in_(("open", "running")))
    connection.execute(update(jobs).where(*where).values(**values))
    old = (jobs.c.at < log.now() - _FOREVER, jobs.c.kind != log.BOT, jobs.c.id != job)
    connection.execute(delete(jobs).where(*old))


def _give_back(connection: Connection, node: str, job: str | None = None) -> None:
    where = [jobs.c.owner == node, *([jobs.c.id == job] if job else [])]
    connection.execute(update(jobs).where(*where).values(owner=None, state="open", until=0))


def release_all(connection: Connection) -> None:
    """Where there is one server only, whatever was claimed before it started is nobody's."""
    connection.execute(update(jobs).where(jobs.c.state == "running").values(owner=None, state="open", until=0))


def _left_undone(connection: Connection, node: str) -> list[Any]:
    columns = (jobs.c.id, jobs.c.kind, jobs.c.table_id, jobs.c.number)
    return list(connection.execute(select(*columns).where(_is_free(connection, node)).limit(100)).mappings())


def _under_way(connection: Connection, profile: str) -> list[str]:
    where = (jobs.c.profile == profile, jobs.c.state.in_(("open", "running")))
    return list(connection.scalars(select(jobs.c.id).where(*where)))


def _find(connection: Connection, job: str) -> Job | None:
    row = connection.execute(select(jobs).where(jobs.c.id == job, jobs.c.kind != log.BOT)).mappings().one_or_none()
    if row is None:
        return None
    result = json.loads(row["result"]) if row["result"] else None
    return Job(row["id"], row["kind"], row["state"], row["progress"], result, row["profile"])
