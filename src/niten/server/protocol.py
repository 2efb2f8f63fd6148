"""What is said on the wire before a request is one: not without end, and refused in the one form."""

import json

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from niten.server.api.errors import BadRequest, body_of
from niten.server.api.guard import HEADERS
from niten.server.stream import HANG_UP

_LONGEST_HEAD = 64 * 1024


class Protocol(HttpToolsProtocol):
    """A head is kept in memory until it ends: so there is a limit to it."""

    _head: int | None = 0
    """Bytes of a head that has not ended; none while a body is read."""

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > _LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {HANG_UP: {"now": self.transport.abort}}

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        body = json.dumps(body_of(BadRequest(), "en")).encode()
        head = [b"HTTP/1.1 400 Bad Request", b"content-type: application/json", b"connection: close"]
        head += [name + b": " + value for name, value in HEADERS]
        head += [f"content-length: {len(body)}".encode(), b"cache-control: no-store", b"", body]
        self.transport.write(b"\r\n".join(head))
        self.transport.close()
