"""What can be asked of a table: each answer is the entries to be added, or a refusal. Nothing is changed here."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from niten.core import NOBODY, CannotUndo, NitenError, Pledge
from niten.core.fair import ENTROPY, committed
from niten.core.game import JsonObject
from niten.core.record import FAIR, OWN, AnyGame
from niten.games.table import Prospect
from niten.server.entries import Entry, Kind
from niten.server.table import Foreseen, Stage, Table
from niten.texts import say

Entries = list[Entry]
Told = tuple[Kind, JsonObject]


class Refused(NitenError):
    """What was asked cannot be done at this table now."""

    code = "refused"

    def __init__(self, reason: str, **details: object) -> None:
        self.reason = reason
        super().__init__(reason=reason, **details)

    def text(self, language: str = "en") -> str:
        return say(language, f"error.refused.{self.reason}", **self.details)


class Terms(NamedTuple):
    """What is agreed beside the game: the milliseconds a bot takes for a move at least, who plays for one who leaves.

    `start` is the position a game begins in, where that is not the usual one; `practice` is a game that does not count.
    """

    pace: int = 0
    stand_in: str | None = None
    start: str | None = None
    practice: bool = False


_DEFAULT = Terms()


def open_table(game: AnyGame, terms: Terms = _DEFAULT, *, rolled_here: bool = True) -> tuple[Entry, str | None]:
    """The first entry of a new table, and the secret of its dice, which is to be kept where nobody can look."""
    opened = _opened(game, terms)
    if not rolled_here:
        return Entry(1, Kind.OPENED, opened | {"dice": OWN}), None
    pledge = Pledge.make(opened["table"])
    return Entry(1, Kind.OPENED, opened | {"dice": FAIR, "commitment": pledge.commitment}), pledge.secret


def open_daily(game: AnyGame, daily: str, secret: str, terms: Terms = _DEFAULT) -> Entry:
    """The first entry of somebody's table of a daily game: the dice are those of the day, the same for everyone."""
    dice = {"dice": FAIR, "commitment": committed(bytes.fromhex(secret)), "daily": daily}
    return Entry(1, Kind.OPENED, _opened(game, terms) | dice)


def _opened(game: AnyGame, terms: Terms) -> JsonObject:
    agreed = {name: value for name, value in terms._asdict().items() if value}
    return {"table": new_id(), "game": game.name, "setup": game.setup(), **agreed}


def new_id() -> str:
    """An id that cannot be guessed, and that no command takes for an option."""
    found = secrets.token_urlsafe(16)
    return found if not found.startswith("-") else new_id()


def sit_down(
    table: Table, seat: int, *, profile: str | None = None, bot: str | None = None, entropy: str = ""
) -> Entries:
    """Somebody, or a bot, takes a seat that is open. Something can be added to the dice until the game begins."""
    assert (profile is None) != (bot is None)
    _not_over(table)
    if not 0 <= seat < len(table.seats):
        raise Refused("no-such-seat", count=len(table.seats))
    if not table.seats[seat].is_open:
        raise Refused("seat-taken")
    if table.stage is Stage.PLAYING:
        entropy = table.seats[seat].entropy
    if not ENTROPY.fullmatch(entropy):
        raise Refused("entropy")
    who = {"profile": profile} if profile is not None else {"bot": bot}
    return _entries(table, (Kind.SEATED, {"seat": seat, **who, "entropy": entropy}))


def leave(table: Table, seat: int, profile: str) -> Entries:
    """Somebody gives up a seat: it is open again, or in a game under way taken by the bot that was agreed on."""
    _not_over(table)
    if seat not in table.seats_of(profile):
        raise Refused("not-your-seat")
    if table.daily:  # nobody plays it twice: he would know the dice
        raise Refused("daily")
    left: Told = (Kind.LEFT, {"seat": seat})
    if table.stage is Stage.GATHERING or table.stand_in is None:
        return _entries(table, left)
    taken = {"seat": seat, "bot": table.stand_in, "entropy": table.seats[seat].entropy}
    return _entries(table, left, (Kind.SEATED, taken))


def begin(table: Table) -> Entries:
    """Play begins once every seat is taken; the first dice fall at once."""
    if table.stage is not Stage.GATHERING:
        raise Refused("begun")
    if any(seat.is_open for seat in table.seats):
        raise Refused("seats-open")
    return _entries(table, (Kind.BEGAN, {}), *_told(table, table.foresee()))


def play(table: Table, step: str, profile: str | None = None) -> Entries:
    """A move of the seat that is to move, a bot's where no profile is given; every roll that follows falls at once.

    With real dice, whoever sits at the table tells what they show.
    """
    _playing(table)
    seats = table.bots if profile is None else table.seats_of(profile)
    allowed = profile is not None and bool(seats) if table.to_move is None else table.to_move in seats
    if not allowed:
        raise Refused("not-your-seat")
    return _entries(table, *_told(table, table.foresee(table.game.read_step(step))))


def undo(table: Table, profile: str) -> Entries:
    """Take the last step back, where no dice have fallen and nobody else has moved since."""
    _playing(table)
    error: CannotUndo | None = table.match.cannot_undo(table.seats_of(profile))
    if error:
        raise error
    return _entries(table, (Kind.UNDONE, {}))


def again(table: Table, profile: str, other: str) -> Entries:
    """Those who played sit down once more, at another table."""
    if table.stage is not Stage.OVER:
        raise Refused("not-over")
    if not table.seats_of(profile):
        raise Refused("not-your-seat")
    if table.again is not None:
        raise Refused("again")
    return _entries(table, (Kind.AGAIN, {"table": other}))


def look_ahead(table: Table, step: str | None) -> Sequence[Prospect]:
    """What his roll may bring in a duel, once dice are placed: as things stand, or after a step."""
    _playing(table)
    game, state = table.game, table.match.state
    if step is not None:
        state = game.apply(state, game.read_step(step))
    found = table.part.outlook(game, state)
    if found is None:
        raise Refused("no-outlook")
    return found


def _told(table: Table, steps: list[Foreseen]) -> Iterator[Told]:
    """Steps, and the end if they lead there."""
    for step in steps:
        yield Kind.STEP, {"step": step.text}
    game, state = table.game, steps[-1].after if steps else table.match.state
    if game.actor(state) == NOBODY:
        ended: dict[str, Any] = {"result": str(game.outcome(state))}
        # The secret of a daily game is not told before the day is over.
        yield Kind.ENDED, ended | ({"secret": table.secret} if table.secret and not table.daily else {})


def _entries(table: Table, *told: Told) -> Entries:
    return [Entry(number, kind, data) for number, (kind, data) in enumerate(told, table.number + 1)]


def _playing(table: Table) -> None:
    _not_over(table)
    if table.stage is Stage.GATHERING:
        raise Refused("not-begun")


def _not_over(table: Table) -> None:
    if table.stage is Stage.OVER:
        raise Refused("over")
