"""Refusals: every one has a status, a stable code, a sentence in the reader's language, and details."""

import json
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from niten.booklet import UnknownDuel
from niten.bots.dragon_levels import MissingPackages
from niten.bots.part import UnknownBot
from niten.core import BadSetup, CannotUndo, NitenError
from niten.server.actions import Refused
from niten.server.dailies import NoSuchDaily
from niten.server.hall import NoSuchTable, Stale
from niten.server.jobs import NoSuchJob, QueueFull, TooManyJobs
from niten.server.log import NoProfile, Quota
from niten.server.press import PressBusy, PrintFailed
from niten.server.profiles import BadCode
from niten.server.store import StorageAway
from niten.server.table import DamagedLog
from niten.texts import LANGUAGES, say


class Forbidden(NitenError):
    """That right has to be shown first, by a link."""

    code = "forbidden"


class Limited(NitenError):
    """Too much was asked for; `seconds` is when to try again."""

    code = "limited"


class WrongOrigin(NitenError):
    """A change asked for by a page of another site."""

    code = "wrong-origin"


class TooLarge(NitenError):
    """More was sent than is read."""

    code = "too-large"


class Unexpected(NitenError):
    """A mistake of ours; the log has it under the id of the request."""

    code = "unexpected"


class BadRequest(NitenError):
    """The request cannot be read."""

    code = "bad-request"


class NotFound(NitenError):
    """Nothing has this address."""

    code = "not-found"


STATUS: dict[type[NitenError], int] = {
    BadRequest: 400,
    NoProfile: 401,
    Forbidden: 403,
    WrongOrigin: 403,
    NotFound: 404,
    NoSuchTable: 404,
    NoSuchJob: 404,
    NoSuchDaily: 404,
    BadCode: 404,
    Stale: 409,
    Refused: 409,
    CannotUndo: 409,
    TooLarge: 413,
    TooManyJobs: 429,
    QueueFull: 429,
    PressBusy: 429,
    PrintFailed: 503,
    Limited: 429,
    Quota: 429,
    StorageAway: 503,
    DamagedLog: 500,
    Unexpected: 500,
    UnknownBot: 422,
    UnknownDuel: 422,
    MissingPackages: 422,
}
"""What is not listed is a request that cannot be carried out as it is: 422."""
_HTTP = {400: BadRequest, 404: NotFound}
_DEEP = 200
_MOST = 20


def status_of(error: NitenError) -> int:
    """The status of a refusal."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 422)


def language_of(header: str) -> str:
    """The first of our languages that a browser asks for."""
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, name in sorted(wanted, key=lambda one: one[0]) if name in LANGUAGES), "en")


def body_of(error: NitenError, language: str) -> dict[str, Any]:
    """A refusal as it is sent."""
    detail: dict[str, Any] = {key: _plain(value, language) for key, value in error.details.items()}
    if isinstance(error, BadSetup):
        detail["problems"] = problems_of(error, language)
    return {"code": error.code, "message": error.text(language), "detail": detail}


def problems_of(error: BadSetup, language: str) -> list[dict[str, str]]:
    """Everything that is wrong with a set-up, each with the place where it stands."""
    return [
        {
            "where": found.where,
            "code": found.code,
            "message": found.text(language),
            "expected": found.expected(language),
        }
        for found in error.problems
    ]


def _plain(value: object, language: str) -> object:
    if isinstance(value, NitenError):
        return body_of(value, language)
    return value if isinstance(value, int | float | bool | None) else str(value)[:_DEEP]


def refusal(error: NitenError, language: str) -> JSONResponse:
    """A refusal as an answer."""
    status = status_of(error)
    headers: dict[str, str] = {}
    if status in (429, 503):
        headers["Retry-After"] = str(error.details.get("seconds", 2))
    return Written(body_of(error, language), status, headers)


class Written(JSONResponse):
    """What somebody sent may stand in a refusal: what is no text at all is not sent back."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def answer(error: Exception, language: str) -> JSONResponse:
    """The answer to any of the errors that are a refusal."""
    match error:
        case NitenError():
            return refusal(error, language)
        case RequestValidationError():
            return _invalid(error, language)
        case HTTPException():
            return _http(error, language)
        case _:
            raise AssertionError("not a refusal") from error


def _invalid(error: RequestValidationError, language: str) -> JSONResponse:
    found: Sequence[dict[str, Any]] = error.errors()[:_MOST]
    wrong = [{"where": ".".join(map(str, one["loc"]))[:_DEEP], "message": str(one["msg"])} for one in found]
    body = {
        "code": "invalid",
        "message": say(language, "error.invalid", where=", ".join(one["where"] for one in wrong)[:_DEEP]),
        "detail": {"problems": wrong},
    }
    return Written(body, 422)


def _http(error: HTTPException, language: str) -> JSONResponse:
    if error.status_code == 413:
        return refusal(TooLarge(most=int(error.detail)), language)
    if error.status_code in _HTTP:
        return refusal(_HTTP[error.status_code](), language)
    code = "wrong-method" if error.status_code == 405 else "http"
    message = say(language, f"error.{code}", status=error.status_code)
    body: dict[str, Any] = {"code": code, "message": message, "detail": {}}
    return JSONResponse(body, error.status_code, error.headers)


def install(app: FastAPI) -> None:
    """Answer every error in the one form."""

    async def handle(request: Request, error: Exception) -> JSONResponse:
        return answer(error, language_for(request))

    async def leave(_: Request, error: Exception) -> JSONResponse:
        raise error  # the guard tells it, and logs it first

    app.add_exception_handler(Exception, leave)
    for kind in (NitenError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, handle)


def language_for(request: Request) -> str:
    """The language to answer in: the profile's, or one the browser asks for."""
    known: str | None = getattr(request.state, "language", None)
    return known or language_of(request.headers.get("accept-language", ""))
