"""A table is what its log folds to. An entry that does not fit is a damaged log, never a player's mistake."""

from collections.abc import Iterable
from copy import copy
from enum import StrEnum
from typing import Any, NamedTuple

from niten.core import CHANCE, NOBODY, FairDice, Match, NitenError, Pledge, Record, Step
from niten.core.record import FAIR, AnyGame
from niten.games import TablePart, part_of, shared_game
from niten.server.entries import Entry, Kind


class DamagedLog(NitenError):
    """A log that does not fold: numbers are missing, or an entry does not fit what came before."""

    code = "damaged-log"


class Stage(StrEnum):
    """How far a table is."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


_BEFORE, _DURING = {Stage.GATHERING}, {Stage.PLAYING}
_STAGES = {
    Kind.OPENED: _BEFORE,
    Kind.SEATED: _BEFORE | _DURING,
    Kind.LEFT: _BEFORE | _DURING,
    Kind.BEGAN: _BEFORE,
    Kind.STEP: _DURING,
    Kind.UNDONE: _DURING,
    Kind.ENDED: _DURING,
    Kind.AGAIN: {Stage.OVER},
}
"""When each kind of entry can be added."""


class Seat(NamedTuple):
    """Who sits there, a profile or a bot by its name, or nobody yet; `entropy` is what was added to the dice."""

    profile: str | None = None
    bot: str | None = None
    entropy: str = ""

    @property
    def is_open(self) -> bool:
        return self.profile is None and self.bot is None


class Foreseen(NamedTuple):
    """A step as it is written and as it is, the state after it, and how far the dice are used up then."""

    text: str
    step: Step
    after: Any
    place: tuple[int, bytes, int] | None


class Table:
    """A table now. The secret of its dice is kept beside the log, and known only where the table is run."""

    def __init__(self, entries: Iterable[Entry], secret: str | None = None) -> None:
        self.number = 0
        self.stage = Stage.GATHERING
        self.seats: list[Seat] = []
        self.secret = secret
        self.again: str | None = None
        self._dice: FairDice | None = None
        self._ahead: dict[int, Foreseen] = {}
        """What the entries to come will be, if what was asked for last is added."""
        for entry in entries:
            self.fold(entry)

    def fold(self, entry: Entry) -> None:
        """Add an entry."""
        follows = entry.number == self.number + 1 and (entry.number == 1) == (entry.kind is Kind.OPENED)
        if not follows or self.stage not in _STAGES[entry.kind]:
            raise DamagedLog(number=entry.number)
        try:
            self._fold(entry)
        except (NitenError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise DamagedLog(number=entry.number) from error
        self.number = entry.number

    def _fold(self, entry: Entry) -> None:
        data = entry.data
        if entry.kind not in (Kind.STEP, Kind.BEGAN):
            self._ahead.clear()
        match entry.kind:
            case Kind.OPENED:
                self.id: str = data["table"]
                self.game: AnyGame = shared_game(data["game"], data["setup"])
                self.part = part_of(self.game.name, TablePart)
                self.dice_kind: str = data["dice"]
                self.commitment: str | None = data.get("commitment")
                self.daily: str | None = data.get("daily")
                self.pace: int = data.get("pace", 0)
                self.stand_in: str | None = data.get("stand_in")
                self.start: str | None = data.get("start")
                self.practice: bool = data.get("practice", False)
                start = self.game.read_position(self.start) if self.start else None
                self.match = Match[Any, Any](self.game, start)
                self.seats = [Seat() for _ in range(self.game.seats)]
            case Kind.SEATED:
                self.seats[data["seat"]] = Seat(data.get("profile"), data.get("bot"), data.get("entropy", ""))
            case Kind.LEFT:
                seat: int = data["seat"]
                # Once the game has begun, what somebody added to the dice stays.
                added = "" if self.stage is Stage.GATHERING else self.seats[seat].entropy
                self.seats[seat] = Seat(entropy=added)
            case Kind.BEGAN:
                self.stage = Stage.PLAYING
                self._dice = self.dice()
            case Kind.STEP:
                self._fold_step(data["step"])
            case Kind.UNDONE:
                self.match.undo(range(self.game.seats))
            case Kind.ENDED:
                self.stage = Stage.OVER
                self.secret = data.get("secret")
            case Kind.AGAIN:
                self.again = data["table"]

    def foresee(self, move: Step | None = None) -> list[Foreseen]:
        """A legal move, or the beginning of the game, and every roll that falls of itself after it.

        It is remembered: whoever asks mostly adds just that, and the rules need not be asked twice.
        """
        game, state, dice = self.game, self.match.state, self.dice()
        foreseen: list[Foreseen] = []

        def note(step: Step) -> None:
            foreseen.append(Foreseen(str(step), step, state, dice.place if dice else None))

        if move is not None:
            state = game.apply(state, move)
            note(move)
        while dice and game.actor(state) == CHANCE:
            roll = game.chance(state).draw(dice)
            state = game.advance(state, roll)
            note(roll)
        self._ahead = dict(enumerate(foreseen, self.number + (1 if move is not None else 2)))
        return foreseen

    def _fold_step(self, text: str) -> None:
        """Rolls come from the dice of the table, so folding them uses the dice up, and checks them."""
        foreseen = self._ahead.pop(self.number + 1, None)
        if foreseen and foreseen.text == text:
            self.match.add(foreseen.step, foreseen.after)
            if self._dice and foreseen.place:
                self._dice.place = foreseen.place
            return
        self._ahead.clear()
        step = self.game.read_step(text)
        if self.match.actor == CHANCE and self._dice and self.game.chance(self.match.state).draw(self._dice) != step:
            raise DamagedLog(number=self.number + 1)
        self.match.play(step)

    @property
    def is_rolled_here(self) -> bool:
        """Whether the table throws the dice: otherwise the players throw real ones."""
        return self.dice_kind == FAIR

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is awaited; none where dice are, or where nothing is."""
        actor = self.match.actor
        return None if self.stage is not Stage.PLAYING or actor in (CHANCE, NOBODY) else actor

    @property
    def awaits_real_dice(self) -> bool:
        """Whether somebody is to tell what the dice on the table show."""
        return self.stage is Stage.PLAYING and self.match.actor == CHANCE

    def seats_of(self, profile: str) -> frozenset[int]:
        """The seats of somebody: several at a hot seat."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.profile == profile)

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot is to move."""
        return self.to_move is not None and self.seats[self.to_move].bot is not None

    @property
    def bots(self) -> frozenset[int]:
        """The seats of bots."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.bot is not None)

    def pledge(self, secret: str | None = None) -> Pledge:
        """What is promised about the dice."""
        assert self.commitment is not None
        return Pledge(self.daily or self.id, self.commitment, tuple(seat.entropy for seat in self.seats), secret)

    def dice(self) -> FairDice | None:
        """The dice as they will fall from here on, to be used up by whoever asks; none where they are not known."""
        if self._dice is None and self.is_rolled_here and self.secret is not None:
            return self.pledge(self.secret).dice()
        return copy(self._dice)

    def record(self) -> Record:
        """The game so far; the secret is in it once it is revealed."""
        revealed = self.secret if self.stage is Stage.OVER else None
        pledge = self.pledge(revealed) if self.is_rolled_here else None
        seats = tuple(seat.bot or "human" for seat in self.seats)
        return Record.of(self.match, pledge=pledge, start=self.start, seats=seats)
