"""Clients that load a server: bare HTTP/1.1, so that asking costs less than answering.

Nothing here asks the server what is legal: the answer of a step tells the dice, and the rules tell the rest.
"""

import asyncio
import json
import re
from typing import Any, NamedTuple, cast

from niten.booklet import find_duel
from niten.core import NOBODY, SeededDice
from niten.core.record import AnyGame
from niten.dragon import Colour, Dragon, Setup
from niten.samurai import Samurai

API = "/api/v1"
GAMES: dict[str, AnyGame] = {
    "samurai": Samurai(find_duel("oda-nobunaga")),
    "dragon": Dragon(Setup(tuple(Colour)[:2])),
}
_HEAD = re.compile(rb"HTTP/1\.1 (\d+).*?\r\n\r\n", re.DOTALL)
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: niten=([^;]+);", re.IGNORECASE)


class Reply(NamedTuple):
    """An answer as it came."""

    status: int
    head: bytes
    body: bytes


class Line(asyncio.Protocol):
    """A connection that stays open: one request, its answer, the next request."""

    def __init__(self, port: int) -> None:
        self._port, self._got = port, b""
        self._answered: asyncio.Future[Reply] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    async def ask(self, request: bytes) -> Reply:
        """The answer; a line that is hung up because nobody spoke for long is taken up again."""
        try:
            return await self._ask(request)
        except ConnectionError:
            return await self._ask(request)

    async def _ask(self, request: bytes) -> Reply:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            await loop.create_connection(lambda: self, "127.0.0.1", self._port)
        assert self._transport
        self._answered = loop.create_future()
        self._transport.write(request)
        return await self._answered

    def data_received(self, data: bytes) -> None:
        self._got += data
        head = _HEAD.match(self._got)
        if head is None or self._answered is None:
            return
        length = _LENGTH.search(head[0])
        end = head.end() + (int(length[1]) if length else 0)
        if len(self._got) >= end:
            body, self._got = self._got[head.end() : end], self._got[end:]
            self._answered.set_result(Reply(int(head[1]), head[0], body))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answered and not self._answered.done():
            self._answered.set_exception(exc or ConnectionResetError())

    def close(self) -> None:
        if self._transport:
            self._transport.close()


class Somebody:
    """A profile at a server, and his line to it."""

    def __init__(self, port: int) -> None:
        self.port, self.line, self.cookie = port, Line(port), ""

    @classmethod
    async def comes(cls, port: int) -> "Somebody":
        somebody = cls(port)
        reply = await somebody.line.ask(request("POST", "/profile"))
        found = _COOKIE.search(reply.head)
        assert reply.status == 201, reply
        assert found
        somebody.cookie = found[1].decode()
        return somebody

    async def ask(self, method: str, path: str, body: object = None, *, wanted: int = 200) -> Any:
        reply = await self.line.ask(request(method, path, body, self.cookie))
        assert reply.status == wanted, reply
        return json.loads(reply.body) if reply.body else None

    async def open(self, game: str, seats: list[str] | None = None) -> "Followed":
        """A new table at which all seats are his, or as they are given; play begins."""
        seats = seats or ["me"] * GAMES[game].seats
        setup = {"duel": "oda-nobunaga"} if game == "samurai" else {"players": ["black", "red"]}
        asked = {"game": game, "setup": setup, "seats": seats, "pace": 0, "begin": True}
        view = (await self.ask("POST", "/tables", asked, wanted=201))["table"]
        return Followed(view["id"], GAMES[game], view["position"], view["number"])


class Followed:
    """A table followed by the rules. Any legal move is made there; the first one where it is said so."""

    def __init__(self, table: str, game: AnyGame, position: str, number: int, *, first: bool = False) -> None:
        self.id, self.game, self.number, self._first = table, game, number, first
        self._state: Any = game.read_position(position)
        self._choices = SeededDice(0, table)

    @property
    def is_over(self) -> bool:
        return self.game.actor(self._state) == NOBODY

    def next_step(self, cookie: str) -> bytes:
        """A move, as a request."""
        moves = self.game.legal_moves(self._state)
        move = moves[0] if self._first else moves[self._choices.below(len(moves))]
        asked = {"step": str(move), "based_on": self.number, "key": f"k{self.number}"}
        return request("POST", f"/tables/{self.id}/steps", asked, cookie)

    def fold(self, reply: Reply) -> None:
        """What the answer of a step tells."""
        assert reply.status == 200, reply
        answer = json.loads(reply.body)
        self.number = answer["number"]
        for entry in answer["entries"]:
            if entry["kind"] == "step":
                self._state = self.game.advance(self._state, self.game.read_step(entry["step"]))


def request(method: str, path: str, body: object = None, cookie: str = "") -> bytes:
    """A request as it goes over the line."""
    content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
    head = f"{method} {API}{path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(content)}\r\n"
    head += "content-type: application/json\r\n" if content else ""
    head += f"cookie: niten={cookie}\r\n" if cookie else ""
    return head.encode() + b"\r\n" + content
