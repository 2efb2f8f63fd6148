"""What leaves the server: tables and entries as plain JSON values. No secrets, no profiles."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from niten.core import CHANCE, NitenError, Step
from niten.core.game import JsonObject
from niten.server.actions import Refused
from niten.server.entries import Entry, Kind, to_json
from niten.server.log import Stored
from niten.server.table import Seat, Stage, Table


class Told(NamedTuple):
    """An entry as it is told, once for everybody."""

    number: int
    text: str
    """JSON."""

    def as_event(self) -> bytes:
        """As an event of the stream."""
        return f"id: {self.number}\nevent: entry\ndata: {self.text}\n\n".encode()


def fold_and_tell(table: Table, added: Iterable[Stored]) -> Iterator[Told]:
    """Fold entries into a table and tell each with what it changed."""
    for entry, at in added:
        before = table.match.state if table.number else None
        table.fold(entry)
        yield Told(entry.number, to_json(_told(table, entry, before, at)))


def _told(table: Table, entry: Entry, before: Any, at: int) -> JsonObject:
    told: JsonObject = {"number": entry.number, "kind": entry.kind, "at": at}
    after = table.match.state
    match entry.kind:
        case Kind.OPENED:
            told |= {"game": table.game.name, "dice": table.dice_kind, "commitment": table.commitment}
        case Kind.STEP:
            actor = table.game.actor(before)
            told["seat"] = None if actor == CHANCE else actor
            told["step"] = entry.data["step"]
            told["events"] = events(table, before, table.match.steps[-1], after)
            told["changed"] = _changed(before, after)
        case Kind.UNDONE:
            told["changed"] = _changed(before, after)
        case Kind.SEATED:
            told |= {name: entry.data.get(name) for name in ("seat", "bot", "entropy")}
        case _:
            told |= entry.data
    return told | {"stage": table.stage, "to_move": table.to_move}


def events(table: Table, before: Any, step: Step, after: Any) -> list[JsonObject]:
    """What happened in a step, in no language; the kinds are those of the text catalogues."""
    return [{**event.details, "kind": event.kind} for event in table.part.tell(table.game, before, step, after)]


def _changed(before: Any, after: Any) -> JsonObject:
    """The parts of the state that are different now."""
    return {name: value for name, was, value in zip(after._fields, before, after, strict=True) if value != was}


def seat_view(seat: Seat, names: dict[str, str | None], viewer: str | None) -> JsonObject:
    """Who sits there."""
    return {
        "taken": not seat.is_open,
        "bot": seat.bot,
        "name": names.get(seat.profile) if seat.profile else None,
        "yours": seat.profile is not None and seat.profile == viewer,
        "entropy": seat.entropy,
    }


def table_view(table: Table, viewer: str, names: dict[str, str | None], language: str) -> JsonObject:
    """A whole table, as somebody sees it."""
    mine = table.seats_of(viewer)
    may_move = table.to_move in mine if table.to_move is not None else table.awaits_real_dice and bool(mine)
    return {
        "id": table.id,
        "game": table.game.name,
        "title": table.part.title(table.game),
        "rules": table.game.rules_version,
        "setup": table.game.setup(),
        "dice": table.dice_kind,
        "commitment": table.commitment,
        "secret": table.secret if table.stage is Stage.OVER else None,
        "daily": table.daily,
        "practice": table.practice,
        "pace": table.pace,
        "stand_in": table.stand_in,
        "stage": table.stage,
        "number": table.number,
        "seats": [seat_view(seat, names, viewer) for seat in table.seats],
        "yours": sorted(mine),
        "start": table.match.states[0]._asdict(),
        "state": table.match.state._asdict(),
        "position": table.game.position(table.match.state),
        "to_move": table.to_move,
        "legal": legal(table) if may_move else [],
        "undo": undo_view(table, mine, language),
        "result": result_view(table),
        "again": table.again,
    }


def legal(table: Table) -> list[str]:
    """What can be done now, in the notation; with real dice, what they can show."""
    state = table.match.state
    if table.awaits_real_dice:
        return [str(step) for step in table.game.chance(state).outcomes]
    return [str(step) for step in table.game.legal_moves(state)]


def undo_view(table: Table, mine: frozenset[int], language: str) -> JsonObject:
    """Whether somebody can take the last step back, and why not."""
    error: NitenError | None = None
    if table.stage is Stage.PLAYING:
        error = table.match.cannot_undo(mine)
        reason = str(error.details["reason"]) if error else None
    else:
        error, reason = Refused("over" if table.stage is Stage.OVER else "not-begun"), "not-playing"
    return {"possible": error is None, "reason": reason, "message": error.text(language) if error else None}


def result_view(table: Table) -> JsonObject | None:
    """How it ended."""
    outcome = table.game.outcome(table.match.state) if table.stage is Stage.OVER else None
    if outcome is None:
        return None
    shares = [float(share) for share in outcome.shares]
    return {"result": outcome.result, "reason": outcome.reason, "shares": shares}
