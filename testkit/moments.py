"""Moments in the life of a server at which it can be made to die, or to stand still; and a clock that can be set.

Orders come in files. What is rare and short otherwise (a commit that nobody was told of yet) happens for certain, and
once is enough.
"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, Literal

Moment = Literal["migrating", "starting", "writing", "committed", "told", "answered", "opened", "claimed", "moved"]
"""The tables of the database are half made; all is there but nobody is answered yet; a step is in its transaction, is
committed and nobody knows, was told to those who look, was answered; a new table is committed; a bot's move is claimed;
it is in the log."""
PROGRAM: Final = """
import sys
from pathlib import Path

sys.path.insert(0, sys.argv.pop(1))
from testkit import moments

moments.obey(Path(sys.argv.pop(1)))
from niten.__main__ import main

main()
"""
_LOOK = 0.002  # seconds between two looks for an order to go on


class Orders:
    """What one process writes and the other obeys, each once."""

    def __init__(self, file: Path) -> None:
        self._file, self._clock = file, file.with_suffix(".clock")
        self._reached, self._go = file.with_suffix(".reached"), file.with_suffix(".go")

    def give(self, moment: Moment, *, stand: bool = False) -> None:
        """Die at the next such moment, or stand still there."""
        for file in (self._reached, self._go):
            file.unlink(missing_ok=True)
        new = self._file.with_suffix(".new")
        new.write_text(f"{'stand' if stand else 'die'} {moment}")
        new.replace(self._file)

    @property
    def is_reached(self) -> bool:
        return self._reached.exists()

    def go_on(self) -> None:
        self._go.touch()

    def cancel(self) -> None:
        """Whatever was ordered: nobody stands still any longer."""
        self._file.unlink(missing_ok=True)
        self._go.touch()

    def set_clock(self, seconds: int) -> None:
        """So much ahead of the real one."""
        new = self._clock.with_suffix(".set")
        new.write_text(str(seconds))
        new.replace(self._clock)

    # --- in the process of the server ---

    def at(self, moment: Moment) -> None:
        """Whenever it comes to one."""
        if self._is_told_to_stand(moment):
            while not self._go.exists():
                time.sleep(_LOOK)

    async def at_leisure(self, moment: Moment) -> None:
        """The same where others are answered meanwhile."""
        if self._is_told_to_stand(moment):
            while not self._go.exists():
                await asyncio.sleep(_LOOK)

    def _is_told_to_stand(self, moment: Moment) -> bool:
        try:
            what, _, wanted = self._file.read_text().partition(" ")
            if wanted != moment:
                return False
            self._file.replace(self._reached)
        except FileNotFoundError:  # no order, or another thread has taken it
            return False
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    def ahead(self) -> int:
        """Of the real clock, in nanoseconds."""
        return int(self._clock.read_text()) * 1_000_000_000 if self._clock.exists() else 0


def obey(file: Path) -> None:
    """In the process of a server, before it starts."""
    orders, real_time = Orders(file), time.time_ns
    time.time_ns = lambda: real_time() + orders.ahead()
    time.time = lambda: time.time_ns() / 1e9
    from alembic import command  # noqa: PLC0415

    from niten.server.api.quick import Quick  # noqa: PLC0415
    from niten.server.hall import Hall  # noqa: PLC0415
    from niten.server.jobs import Jobs  # noqa: PLC0415
    from niten.server.store import writer  # noqa: PLC0415
    from niten.server.store.writer import Writer  # noqa: PLC0415

    inner = {"steps": False}
    commit: Callable[[Writer, list[Any]], list[Any]] = getattr(Writer, "_commit")  # noqa: B009
    upgrade, tell = command.upgrade, getattr(writer, "_tell")  # noqa: B009
    start, think = Jobs.start, getattr(Jobs, "_bot_step")  # noqa: B009

    def after(owner: Any, name: str, moment: Callable[[tuple[Any, ...], dict[str, Any]], Moment | None]) -> None:
        real: Callable[..., Awaitable[Any]] = getattr(owner, name)

        @wraps(real)
        async def shown(*args: Any, **more: Any) -> Any:
            result = await real(*args, **more)
            if found := moment(args, more):
                orders.at(found)
            return result

        setattr(owner, name, shown)

    def half_migrated(config: Any, revision: str) -> None:
        upgrade(config, "0002")
        orders.at("migrating")
        upgrade(config, revision)

    def in_transaction(self: Writer, batch: list[Any]) -> list[Any]:
        inner["steps"] = any(row["key"] for asked in batch for row in asked.added)  # somebody's, and no bot's
        if not inner["steps"]:
            return commit(self, batch)
        last = batch[-1]

        def write(connection: Any) -> Any:
            result = last.write(connection)
            orders.at("writing")
            return result

        return commit(self, [*batch[:-1], last._replace(write=write)])

    def untold(done: list[Any]) -> None:
        if inner["steps"]:
            orders.at("committed")
        tell(done)

    def about_to_start(self: Jobs) -> None:
        orders.at("starting")
        start(self)

    async def about_to_think(self: Jobs, asked: Any) -> Any:
        await orders.at_leisure("claimed")
        return await think(self, asked)

    command.upgrade = half_migrated
    setattr(Writer, "_commit", in_transaction)  # noqa: B010
    setattr(writer, "_tell", untold)  # noqa: B010
    setattr(Jobs, "start", about_to_start)  # noqa: B010
    setattr(Jobs, "_bot_step", about_to_think)  # noqa: B010
    after(Hall, "open", lambda _, __: "opened")
    after(Hall, "act", lambda _, more: "told" if more.get("key") else None if more.get("based_on") is None else "moved")
    after(Quick, "__call__", lambda args, _: "answered" if args[1].get("path", "").endswith("/steps") else None)
