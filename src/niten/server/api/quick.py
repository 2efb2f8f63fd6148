"""Steps without the layers of FastAPI, which take longer to call a function than a step takes.

The routes of `tables` describe them, and what they do is theirs; only how they are called is here.
"""

import re
from typing import NamedTuple, TypeVar

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from niten.core import NitenError
from niten.server.api import tables
from niten.server.api.context import profile_of
from niten.server.api.errors import BadRequest, answer, language_for
from niten.server.api.models import Based, StepAsked

B = TypeVar("B", bound=Based)


class _Counted(NamedTuple):
    """The name under which a route is counted."""

    path: str


_COUNTED = {what: _Counted(f"/tables/{{table}}/{what}") for what in ("steps", "undo")}


class Quick:
    """Before the application: answers steps, and hands everything else on."""

    def __init__(self, app: FastAPI, prefix: str) -> None:
        self._app = app
        self._match = re.compile(rf"{re.escape(prefix)}/tables/([0-9A-Za-z_-]{{1,64}})/(steps|undo)").fullmatch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._match(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        table, what = found.groups()
        scope["app"], scope["route"] = self._app, _COUNTED[what]
        request = Request(scope, receive)
        try:
            response = await (_step if what == "steps" else _undo)(request, table)
        except (NitenError, RequestValidationError, HTTPException) as error:
            response = answer(error, language_for(request))
        await response(scope, receive, send)


async def _step(request: Request, table: str) -> Response:
    profile = await profile_of(request)
    return await tables.step(table, await _asked(request, StepAsked), profile, request.app.state.house)


async def _undo(request: Request, table: str) -> Response:
    profile = await profile_of(request)
    return await tables.undo(table, await _asked(request, Based), profile, request.app.state.house)


async def _asked(request: Request, kind: type[B]) -> B:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise RequestValidationError([{"loc": ("header", "content-type"), "msg": "expected application/json"}])
    try:
        return kind.model_validate_json(await request.body())
    except ClientDisconnect:
        raise BadRequest from None
    except ValidationError as error:
        raise RequestValidationError(
            [{"loc": ("body", *one["loc"]), "msg": one["msg"]} for one in error.errors()]
        ) from None
