"""Sheets for many at once: so many wait and no more, and those asked for last are kept."""

import asyncio

import pytest

from niten.core.game import JsonObject
from niten.server.press import Press, PressBusy


class Slow:
    """A press that sets nothing until it may."""

    def __init__(self, workers: int) -> None:
        assert workers == 1, "one after the other"
        self.may = asyncio.Event()

    async def run(self, task: str, sheet: JsonObject, *, seconds: float) -> bytes:
        await self.may.wait()
        return f"{task} {sheet['sheet']} within {seconds:.0f} s".encode()


def test_twenty_wait_and_sixteen_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Slow] = []

    def pool(workers: int) -> Slow:
        made.append(Slow(workers))
        return made[-1]

    monkeypatch.setattr("niten.server.press.Pool", pool)

    async def ask() -> None:
        press = Press()
        asked = [{"sheet": number} for number in range(20)]
        waiting = [asyncio.create_task(press.print(sheet)) for sheet in asked]
        await asyncio.sleep(0)
        with pytest.raises(PressBusy):
            await asyncio.wait_for(press.print({"sheet": 20}), 1)  # it is told at once
        made[0].may.set()
        sheets = await asyncio.gather(*waiting)
        assert len(set(sheets)) == 20
        assert [press.kept(sheet) for sheet in asked] == [None] * 4 + sheets[4:]
        press.kept(asked[4])  # asked for again: another one goes before it
        await press.print({"sheet": 20})
        assert (press.kept(asked[4]), press.kept(asked[5])) == (sheets[4], None)

    asyncio.run(ask())
