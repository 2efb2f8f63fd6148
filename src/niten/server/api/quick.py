"""Steps without the machinery of FastAPI, which takes longer to call a function than a step takes.

The routes of `tables` describe them, and what they do is theirs; only how they are called is here.
"""

from typing import NamedTuple, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from niten.server.api import tables
from niten.server.api.context import profile_of
from niten.server.api.errors import BadRequest
from niten.server.api.models import Based, StepAsked
from niten.server.hall import NoSuchTable

B = TypeVar("B", bound=Based)


class _Counted(NamedTuple):
    """The name under which a route is counted."""

    path: str


_STEP, _UNDO = _Counted("/tables/{table}/steps"), _Counted("/tables/{table}/undo")


def routes(prefix: str) -> list[Route]:
    """To be looked at before all others."""
    path = f"{prefix}/tables/{{table}}"
    return [Route(f"{path}/steps", _step, methods=["POST"]), Route(f"{path}/undo", _undo, methods=["POST"])]


async def _step(request: Request) -> Response:
    request.scope["route"] = _STEP
    profile = await profile_of(request)
    return await tables.step(_table(request), await _asked(request, StepAsked), profile, request.app.state.house)


async def _undo(request: Request) -> Response:
    request.scope["route"] = _UNDO
    profile = await profile_of(request)
    return await tables.undo(_table(request), await _asked(request, Based), profile, request.app.state.house)


def _table(request: Request) -> str:
    table = request.path_params["table"]
    if not tables.IS_ID(table):
        raise NoSuchTable
    return table


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
