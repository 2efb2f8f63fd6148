"""Tables: open, join, look at, play."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Response

from niten.server import actions, gestures, log
from niten.server.actions import Refused, Terms
from niten.server.api.context import HouseHere, In, Whose, refusals
from niten.server.api.errors import Forbidden, Limited
from niten.server.api.models import (
    Answer,
    Based,
    Enter,
    EntriesView,
    GestureAsked,
    Links,
    NewTable,
    Number,
    OutlookView,
    PracticeAsked,
    ProspectView,
    SeatAsked,
    StepAsked,
    StepText,
    TableAsked,
    TableView,
)
from niten.server.hall import Action, Live, NoSuchTable
from niten.server.hall import Answer as Added
from niten.server.house import House
from niten.server.opening import Opening, open_again, open_table, practice_of
from niten.server.profiles import Profile
from niten.server.setups import check_bot, game_of
from niten.server.stream import EventStream, Reader
from niten.server.tokens import hashed, is_secret, new_secret
from niten.server.views import table_view

router = APIRouter(prefix="/tables", tags=["tables"])
_ID = r"^[0-9A-Za-z_-]{1,64}$"
TableId = Annotated[str, Path(pattern=_ID, examples=["tRnIrmY_mLVOHsBNZNRLnQ"])]
IS_ID = re.compile(_ID).fullmatch
SeatNumber = Annotated[int, Path(ge=0, le=9)]


@router.post("", status_code=201, responses=refusals(401, 403, 409, 422))
async def create(asked: TableAsked, profile: Whose, house: HouseHere, language: In) -> NewTable:
    """Open a table. Its links are told only now."""
    game = game_of(asked.game, asked.setup)
    places = asked.seats or ["me", *["open"] * (game.seats - 1)]
    if len(places) != game.seats:
        raise Refused("no-such-seat", count=game.seats)
    for bot in {*places, asked.stand_in} - {"me", "open", None}:
        check_bot(game, str(bot))
    terms = Terms(asked.pace, asked.stand_in)
    opening = Opening(game, terms, profile.id, tuple(places), asked.entropy, begins=asked.begin)
    live, join, watch = await open_table(
        house.hall, opening, rolled_here=asked.dice == "fair", most=house.settings.tables_each
    )
    return NewTable(table=await table_for(house, live, profile, language), links=Links(join=join, watch=watch))


@router.post("/{table}/enter", responses=refusals(401, 403, 404, 422))
async def enter(table: TableId, asked: Enter, profile: Whose, house: HouseHere, language: In) -> TableView:
    """Show the secret of a link: from now on I may look at the table, or join it."""
    async with house.hall.holding(table) as live:
        kept = await house.store.read(log.kept, table)
        if kept is None:
            raise NoSuchTable
        may_join, may_watch = is_secret(asked.secret, kept.join_hash), is_secret(asked.secret, kept.watch_hash)
        if not may_join and not may_watch:
            raise NoSuchTable
        await house.store.write(
            lambda connection: log.give_right(connection, table, profile.id, may_join=may_join)
        )  # fmt: skip
        live.rights[profile.id] = may_join or live.rights.get(profile.id, False)
        return await table_for(house, live, profile, language)


@router.post("/{table}/links", responses=refusals(401, 403, 404))
async def renew_links(table: TableId, profile: Whose, house: HouseHere) -> Links:
    """Other links: the old ones are good for nothing from now on. Who has used one stays."""
    async with house.hall.seen_by(table, profile.id) as live:
        if live.kept.owner != profile.id:
            raise Forbidden
        join, watch = new_secret(), new_secret()
        await house.store.write(
            lambda connection: log.new_links(connection, table, hashed(join), hashed(watch))
        )  # fmt: skip
        return Links(join=join, watch=watch)


@router.get("/{table}", responses=refusals(401, 404))
async def get_table(table: TableId, profile: Whose, house: HouseHere, language: In) -> TableView:
    """A table as I see it."""
    async with house.hall.seen_by(table, profile.id) as live:
        return await table_for(house, live, profile, language)


@router.delete("/{table}", status_code=204, responses=refusals(401, 403, 404, 409))
async def delete(table: TableId, profile: Whose, house: HouseHere) -> None:
    """Delete a table of mine at which nobody else ever sat."""
    async with house.hall.seen_by(table, profile.id) as live:
        if live.kept.owner != profile.id:
            raise Forbidden
        if live.table.daily:
            raise Refused("daily")
        if await house.store.read(log.has_others, table, profile.id):
            raise Refused("others")
        await house.store.write(lambda connection: log.delete_table(connection, table))
        house.hall.forget(table)


@router.get("/{table}/entries", responses=refusals(401, 404, 422))
async def get_entries(
    table: TableId, profile: Whose, house: HouseHere, after: Annotated[Number, Query()] = 0
) -> EntriesView:
    """The log, from an entry on."""
    async with house.hall.seen_by(table, profile.id) as live:
        told = await house.hall.told_after(live, after)
        return _answer(Added(told, live.table.number))  # pyright: ignore[reportReturnType]


@router.get(
    "/{table}/events",
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}, **refusals(401, 404, 422)},
    response_class=Response,
)
async def events(
    table: TableId,
    profile: Whose,
    house: HouseHere,
    after: Annotated[Number, Query()] = 0,
    last_event_id: Annotated[Number | None, Header()] = None,
) -> Response:
    """The log as it grows, as server-sent events: `entry` with its number as id, and `presence`.

    Begins after `Last-Event-ID`, or after the entry asked for.
    """
    check_streams(house, profile)
    async with house.hall.seen_by(table, profile.id) as live:
        told = await house.hall.told_after(live, after if last_event_id is None else last_event_id)
        reader = Reader(profile.id, [one.as_event() for one in told])
        check_streams(house, profile)  # others may have come meanwhile
        house.begin_stream(live, reader)
    return EventStream(reader, house.settings.heartbeat, lambda reader: house.end_stream(live, reader))


@router.get(
    "/{table}/record",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **refusals(401, 404)},
    response_class=Response,
)
async def get_record(table: TableId, profile: Whose, house: HouseHere) -> Response:
    """The game as a record: `niten verify` checks its dice once it is over, `niten review` looks at it again."""
    async with house.hall.seen_by(table, profile.id) as live:
        record = await house.record_of(live.table)
    name = f'attachment; filename="{table}.niten"'
    return Response(str(record), media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


@router.get("/{table}/outlook", responses=refusals(401, 403, 404, 409, 422))
async def get_outlook(
    table: TableId, profile: Whose, house: HouseHere, step: Annotated[StepText | None, Query()] = None
) -> OutlookView:
    """What his roll may bring in a duel, as things stand or if I placed or raised like this."""
    async with house.hall.seen_by(table, profile.id) as live:
        found = actions.look_ahead(live.table, step)
    return OutlookView(
        lines=[
            ProspectView(line=one.number, chance=one.chance, damage=one.damage, strikes=one.strikes) for one in found
        ],
        damage=float(sum(one.chance * one.damage for one in found)),
        strikes=float(sum(one.chance * one.strikes for one in found)),
    )


@router.post("/{table}/seats/{seat}", response_model=Answer, responses=refusals(401, 403, 404, 409, 422))
async def sit_down(table: TableId, seat: SeatNumber, asked: SeatAsked, profile: Whose, house: HouseHere) -> Response:
    """Take an open seat, or give it to a bot."""
    async with house.hall.seen_by(table, profile.id) as live:
        if not live.may_join(profile.id):
            await house.hall.read_rights(live)
            if not live.may_join(profile.id):
                raise Forbidden
        if asked.bot:
            check_bot(live.table.game, asked.bot)
        who: dict[str, Any] = {"bot": asked.bot} if asked.bot else {"profile": profile.id}
        added = await house.hall.act(live, lambda table: actions.sit_down(table, seat, entropy=asked.entropy, **who))
        house.presence_changed(live)
        return _answer(added)


@router.delete("/{table}/seats/{seat}", response_model=Answer, responses=refusals(401, 403, 404, 409, 422))
async def leave(table: TableId, seat: SeatNumber, profile: Whose, house: HouseHere) -> Response:
    """Give a seat of mine up."""
    async with house.hall.seen_by(table, profile.id) as live:
        added = await house.hall.act(live, lambda table: actions.leave(table, seat, profile.id))
        live.rights.setdefault(profile.id, True)
        house.presence_changed(live)
        return _answer(added)


@router.post("/{table}/begin", response_model=Answer, responses=refusals(401, 403, 404, 409))
async def begin(table: TableId, profile: Whose, house: HouseHere) -> Response:
    """Begin to play: every seat is taken, and what was added to the dice is fixed."""
    async with house.hall.seen_by(table, profile.id) as live:
        if not live.table.seats_of(profile.id):
            raise Refused("not-your-seat")
        return _answer(await house.hall.act(live, actions.begin))


@router.post("/{table}/steps", response_model=Answer, responses=refusals(401, 403, 404, 409, 422))
async def step(table: TableId, asked: StepAsked, profile: Whose, house: HouseHere) -> Response:
    """Make a move. The answer has it, and every roll that follows."""
    async with house.hall.seen_by(table, profile.id) as live:
        return await _step(house, live, profile, asked, lambda table: actions.play(table, asked.step, profile.id))


@router.post("/{table}/undo", response_model=Answer, responses=refusals(401, 403, 404, 409, 422))
async def undo(table: TableId, asked: Based, profile: Whose, house: HouseHere) -> Response:
    """Take the last step back, if no dice have fallen and nobody else has moved since."""
    async with house.hall.seen_by(table, profile.id) as live:
        return await _step(house, live, profile, asked, lambda table: actions.undo(table, profile.id))


@router.post("/{table}/again", status_code=201, responses=refusals(401, 403, 404, 409))
async def again(table: TableId, profile: Whose, house: HouseHere, language: In) -> NewTable:
    """A rematch: a new table with the same players; whoever lost begins."""
    async with house.hall.seen_by(table, profile.id) as live:
        new, join, watch = await open_again(house.hall, live, profile.id, most=house.settings.tables_each)
    return NewTable(table=await table_for(house, new, profile, language), links=Links(join=join, watch=watch))


@router.post("/{table}/practice", status_code=201, responses=refusals(401, 403, 404, 409, 422))
async def practice(table: TableId, asked: PracticeAsked, profile: Whose, house: HouseHere, language: In) -> NewTable:
    """Try again from a position of a finished game, at a table of my own: other dice, and it does not count."""
    async with house.hall.seen_by(table, profile.id) as live:
        opening = practice_of(live.table, profile.id, asked.step, asked.seat)
    new, join, watch = await open_table(house.hall, opening, most=house.settings.tables_each)
    return NewTable(table=await table_for(house, new, profile, language), links=Links(join=join, watch=watch))


@router.post("/{table}/gestures", status_code=204, responses=refusals(401, 403, 404, 409, 422))
async def gesture(table: TableId, asked: GestureAsked, profile: Whose, house: HouseHere) -> None:
    """A gesture for all who are looking: an event `gesture` of the stream, without an id, kept nowhere."""
    async with house.hall.seen_by(table, profile.id) as live:
        made = gestures.make(live.table, profile.id, asked.gesture)
    wait = house.gestures.wait(f"{table} {profile.id}")
    if wait:
        raise Limited(seconds=int(wait) + 1)
    await house.show_gesture(live, made)


def check_streams(house: House, profile: Profile) -> None:
    """Refuse one stream too many."""
    settings = house.settings
    if house.is_stopping or house.streams >= settings.streams or house.streams_of(profile.id) >= settings.streams_each:
        raise Limited(seconds=5)


async def _step(house: House, live: Live, profile: Profile, asked: Based, action: Action) -> Response:
    key = f"{profile.id}/{asked.key}" if asked.key else None
    return _answer(await house.hall.act(live, action, based_on=asked.based_on, key=key))


async def table_for(house: House, live: Live, profile: Profile, language: str) -> TableView:
    """A table as somebody sees it."""
    names = await house.profiles.names({seat.profile for seat in live.table.seats if seat.profile})
    view = table_view(live.table, profile.id, names, language)
    view["secret"] = view["secret"] or await house.secret_of(live.table)
    return TableView.model_validate(view)


def _answer(added: Added) -> Response:
    """Put together from what is written already."""
    entries = ",".join(one.text for one in added.told)
    return Response(f'{{"number":{added.number},"entries":[{entries}]}}', media_type="application/json")
