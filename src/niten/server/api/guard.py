"""What stands before every request: who asks, how much, from where; and what goes with every answer.

Written for the bare interface of the server: it is passed by every step.
"""

import logging
import secrets
import time
from contextvars import ContextVar
from itertools import count
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from niten.core import NitenError
from niten.server.api.errors import Limited, TooLarge, Unexpected, WrongOrigin, language_of, refusal
from niten.server.limits import Limiter, neighbours
from niten.server.metrics import Metrics
from niten.server.settings import Settings

request_id: ContextVar[str] = ContextVar("request_id", default="-")
_log = logging.getLogger("niten.requests")
_SAFE = {"GET", "HEAD", "OPTIONS"}
_BURST = 10.0  # seconds' worth
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
Headers = dict[bytes, bytes]
"""Names in small letters; of several with one name the last."""
_NOT_KEPT = (b"cache-control", b"no-store")


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics
        self._body = settings.body_bytes
        self._origin = _origin(settings.public_url) if settings.public_url else None
        self._limiter = Limiter(settings.requests_per_second, settings.requests_per_second * _BURST)
        self._server, self._requests = secrets.token_hex(4), count(1)  # nobody needs to guess the id of a request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0
        headers: Headers = dict(scope["headers"])
        number = f"{self._server}{next(self._requests):08x}"
        token = request_id.set(number)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given: list[tuple[bytes, bytes]] = message["headers"]
                message["headers"] = [*given, *HEADERS, (b"x-request-id", number.encode())]
                if all(name != b"cache-control" for name, _ in given):
                    message["headers"].append(_NOT_KEPT)
            await send(message)

        try:
            self._check(scope, headers)
            await self._app(scope, _counted(receive, self._body), answer)
        except NitenError as error:
            await refusal(error, _language(headers))(scope, receive, answer)
        except Exception:
            _log.exception("unexpected")
            if not status:
                await refusal(Unexpected(request=number), _language(headers))(scope, receive, answer)
        finally:
            self._finish(scope, status, time.perf_counter() - begun)
            request_id.reset(token)

    def _check(self, scope: Scope, headers: Headers) -> None:
        address = (scope.get("client") or ("unknown",))[0]
        wait = self._limiter.wait(neighbours(address))
        if wait:
            raise Limited(seconds=int(wait) + 1)
        if scope["method"] not in _SAFE and not self._is_ours(scope, headers):
            raise WrongOrigin
        try:
            length = int(headers.get(b"content-length", 0))
        except ValueError:
            length = 0  # the server has refused it already
        if length > self._body:
            raise TooLarge(most=self._body)

    def _is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Whether a change may be asked for from there: our own pages, or no page at all."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")
        return origin == (self._origin or scope["scheme"].encode() + b"://" + headers.get(b"host", b""))

    def _finish(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        self._metrics.request(scope["method"], route, status, seconds)
        if status == 429:
            self._metrics.limited.inc()
        if _log.isEnabledFor(logging.INFO):
            about = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            _log.info("request", extra=about)


def _counted(receive: Receive, most: int) -> Receive:
    """A body that was not announced may still be too large."""
    read = 0

    async def counted() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > most:
                raise HTTPException(413, str(most))  # the one kind of error that is let through where bodies are read
        return message

    return counted


def _language(headers: Headers) -> str:
    return language_of(headers.get(b"accept-language", b"").decode("latin-1"))


def _origin(url: str) -> bytes:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".encode()
