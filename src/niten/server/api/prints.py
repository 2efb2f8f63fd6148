"""Sheets to print, as PDF."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from niten.booklet import UnknownDuel, duels
from niten.core.checking import printable
from niten.core.game import JsonObject
from niten.samurai import duel_data, parse_duel
from niten.server.api.context import In, Whose, house_of, refusals
from niten.server.api.errors import Limited
from niten.server.api.models import DuelPrint, Language, Paper
from niten.server.limits import Limiter
from niten.server.press import Press

router = APIRouter(prefix="/prints", tags=["prints"])
_PDF: dict[int | str, dict[str, Any]] = {200: {"content": {"application/pdf": {"schema": {"type": "string"}}}}}


class Printer:
    """The press, for one who does not ask too often: only what is really made counts."""

    def __init__(self, press: Press, limiter: Limiter, profile: str) -> None:
        self._press, self._limiter, self._profile = press, limiter, profile

    async def print(self, sheet: JsonObject) -> bytes:
        """A sheet; Limited if he has had enough of them."""
        kept = self._press.kept(sheet)
        if kept is not None:
            return kept
        wait = self._limiter.wait(self._profile)
        if wait:
            raise Limited(seconds=int(wait) + 1)
        return await self._press.print(sheet)


async def printer_of(request: Request, profile: Whose) -> Printer:
    """The press, for the one who asks."""
    return Printer((await house_of(request)).press, request.app.state.printer, profile.id)


PrinterHere = Annotated[Printer, Depends(printer_of)]


@router.post("/duel", responses=_PDF | refusals(401, 403, 422), response_class=Response)
async def print_duel(asked: DuelPrint, printer: PrinterHere, own: In) -> Response:
    """The double page of a duel: one of the booklet by its id, or any."""
    if isinstance(asked.duel, str):
        if asked.duel not in duels():
            raise UnknownDuel.of(printable(asked.duel))
        duel = duels()[asked.duel]
    else:
        duel = parse_duel(asked.duel, "duel")
    sheet = {"sheet": "duel", "duel": duel_data(duel), "language": asked.language or own, "paper": asked.paper}
    return _pdf(await printer.print(sheet), duel.id)


@router.get("/{sheet}", responses=_PDF | refusals(401, 422), response_class=Response)
async def print_sheet(
    sheet: Literal["booklet", "race"],
    printer: PrinterHere,
    own: In,
    language: Annotated[Language | None, Query()] = None,
    paper: Annotated[Paper, Query()] = "a4",
) -> Response:
    """The whole booklet with its rules, or the board of the race and its animals to cut out."""
    return _pdf(await printer.print({"sheet": sheet, "language": language or own, "paper": paper}), f"niten-{sheet}")


def _pdf(pdf: bytes, name: str) -> Response:
    named = {"content-disposition": f'attachment; filename="{name}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=named)
