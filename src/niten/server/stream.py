"""Server-sent events: a short queue for each reader. One who does not keep up is hung up on, and resumes by number."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from niten.server.entries import to_json

LONGEST = 256
"""Events waiting for one reader."""
HANG_UP = "niten.hang-up"
"""What a scope has for one who does not read: whatever waits for him is dropped with the line."""
_PATIENCE = 2.0  # seconds for a reader to take what is on its way to him when his stream ends
HEARTBEAT = b": \n\n"
RETRY = b"retry: 1000\n\n"


class Reader:
    """Somebody who is looking. `backlog` is what came before: it is not counted as waiting."""

    def __init__(self, profile: str, backlog: Iterable[bytes] = ()) -> None:
        self.profile = profile
        self.is_closed = self.was_slow = False
        self._backlog = b"".join(backlog)
        self._waiting: deque[bytes] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._pump: asyncio.Task[None] | None = None

    def give(self, event: bytes) -> None:
        """One more event; too many and the reader is hung up on."""
        if self.is_closed:
            return
        if len(self._waiting) >= LONGEST:
            self.was_slow = self.is_closed = True
            self._waiting.clear()
            if self._pump:
                self._pump.cancel()
            return
        self._waiting.append(event)
        self._stir()

    def close(self) -> None:
        """No more events after those on their way, and no long wait for these."""
        if self._pump and not self.is_closed:
            self._pump.get_loop().call_later(_PATIENCE, self._pump.cancel)
        self.is_closed = True
        self._stir()

    def _stir(self) -> None:
        if self._wake and not self._wake.done():
            self._wake.set_result(None)

    async def pump(self, send: Callable[[bytes], Awaitable[None]], heartbeat: float) -> None:
        """Send what is given, as it comes, with signs of life between; nothing at the end, when it is closed."""
        self._pump = asyncio.current_task()
        loop = asyncio.get_running_loop()
        await send(RETRY + self._backlog)
        self._backlog = b""
        while True:
            while self._waiting:
                together = b"".join(self._waiting)
                self._waiting.clear()
                await send(together)
            if self.is_closed:
                await send(b"")
                return
            self._wake = loop.create_future()
            timer = loop.call_later(heartbeat, self._beat)
            try:
                await self._wake
            finally:
                timer.cancel()

    def _beat(self) -> None:
        if not self._waiting:
            self._waiting.append(HEARTBEAT)
        self._stir()


class EventStream(Response):
    """The answer to one who looks: ends when he hangs up, or when his reader is closed."""

    def __init__(self, reader: Reader, heartbeat: float, ended: Callable[[Reader], None]) -> None:
        super().__init__()
        self._reader, self._heartbeat, self._ended = reader, heartbeat, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def body(content: bytes) -> None:
            await send({"type": "http.response.body", "body": content, "more_body": bool(content)})

        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        headers.append((b"x-accel-buffering", b"no"))
        pump = gone = None
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            pump = asyncio.create_task(self._reader.pump(body, self._heartbeat))
            gone = asyncio.create_task(_gone(receive))
            await asyncio.wait((pump, gone), return_when=asyncio.FIRST_COMPLETED)
            if pump.cancelled():
                scope["extensions"][HANG_UP]["now"]()
                await gone
            elif pump.done():
                pump.result()
            else:  # he has hung up, or sends more than anybody reads
                pump.cancel()
                with suppress(TimeoutError):
                    async with asyncio.timeout(_PATIENCE):
                        await body(b"")
                scope["extensions"][HANG_UP]["now"]()
        finally:
            for task in (pump, gone):
                if task:
                    task.cancel()
            self._ended(self._reader)


async def _gone(receive: Receive) -> None:
    with suppress(HTTPException):  # he sends more than is read
        while (await receive())["type"] != "http.disconnect":
            pass


def event(kind: str, data: object) -> bytes:
    """An event that has no number: it is not repeated to one who comes back."""
    return f"event: {kind}\ndata: {to_json(data)}\n\n".encode()
