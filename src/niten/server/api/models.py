"""What is sent and answered, as it is described in the OpenAPI document."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from niten.games import kinds
from niten.samurai.honours import Honour
from niten.server.api import examples
from niten.server.gestures import Gesture

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(kinds())]  # those this server knows: the description lists them
Language = Literal["de", "en", "es", "fr"]
Paper = Literal["a4", "letter"]
Key = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,64}$")]
Entropy = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{0,64}$")]
Secret = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,64}$")]
StepText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]


def _visible(name: str) -> str:
    """Nothing that is not seen, or turns the line around, except what joins pictures."""
    if not all(letter.isprintable() or letter == _JOINER for letter in name):
        raise ValueError("only letters and signs that can be seen")
    return name


_JOINER = "\u200d"
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(_visible),
]
BotName = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
Place = Literal["me", "open"] | BotName


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


def _example(**values: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [values]})


def _shown(values: dict[str, Any]) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [values]})


class Refusal(BaseModel):
    """Why something was not done. The code is stable, the message is in the reader's language."""

    model_config = _example(
        code="stale", message="The table has moved on: it is at entry 43 now.", detail={"number": 43}
    )
    code: str
    message: str
    detail: dict[str, Any]


class ProfileView(BaseModel):
    """Somebody who comes here."""

    model_config = _example(id="pEpSXf0V2Rz1mXbQyTt9Lw", name="Ada", language="en")
    id: str
    name: str | None
    language: str | None


class ProfileChange(_Asked):
    """A name and a language, both optional: what is left out stays, null takes it away."""

    model_config = _example(name="Ada", language="en")
    name: Name | None = None
    language: Language | None = None


class CodeView(BaseModel):
    """A code that carries the profile to another device, once. As a link it stands behind the `#`."""

    model_config = _example(code="7KQ2M-9XVAT", until=1790000000000)
    code: str
    until: int


class Claim(_Asked):
    """The code from the other device."""

    model_config = _example(code="7KQ2M-9XVAT")
    code: Annotated[str, StringConstraints(min_length=8, max_length=24)]


class TableAsked(_Asked):
    """A new table."""

    model_config = _example(
        game="dragon", setup={"players": ["black", "red"], "board": "standard"}, seats=["me", "solid"], begin=True
    )
    game: GameName
    setup: dict[str, Any]
    """As in a record; `board` may be `standard`, `short` or `long`, `duel` the id of a duel of the booklet."""
    seats: Annotated[list[Place], Field(max_length=5)] = []
    """Who sits where: `me`, `open` or the name of a bot. None: me in the first seat, the others open."""
    dice: Literal["fair", "own"] = "fair"
    """`own`: people throw real dice and tell what they show."""
    pace: Annotated[int, Field(ge=0, le=10_000)] = 600
    """Milliseconds a bot takes for a move, at least."""
    stand_in: BotName | None = None
    """The bot that plays for one who leaves; none: the seat waits."""
    entropy: Entropy = ""
    """What is added to the dice for the seats that are mine."""
    begin: bool = False
    """Begin at once; every seat must be taken."""


class Links(BaseModel):
    """The secrets of a table, told once. In a link they stand behind the `#`, so that no server logs them."""

    model_config = _example(join="b8HkS0yW…", watch="0Jm4dQnl…")
    join: str
    watch: str


class SeatView(BaseModel):
    """Who sits there."""

    model_config = _shown(examples.SEAT)
    taken: bool
    bot: str | None
    name: str | None
    yours: bool
    entropy: str


class UndoView(BaseModel):
    """Whether the last step can be taken back by you, and why not."""

    possible: bool
    reason: str | None
    message: str | None


class ResultView(BaseModel):
    """How it ended; the shares of the win, seat by seat."""

    result: str
    reason: str
    shares: list[float]


class TableView(BaseModel):
    """A table as you see it. `state` is the position as data, `position` the same as one line of text."""

    model_config = _shown(examples.TABLE)
    id: str
    game: GameName
    title: str
    rules: int
    setup: dict[str, Any]
    dice: Literal["fair", "own"]
    commitment: str | None
    secret: str | None
    daily: str | None
    practice: bool
    """It does not count: it began in a position of another game."""
    pace: int
    stand_in: str | None
    stage: Literal["gathering", "playing", "over"]
    number: int
    seats: list[SeatView]
    yours: list[int]
    start: dict[str, Any]
    """The position before the first step, as data: with the changes each entry tells, every later one follows."""
    state: dict[str, Any]
    position: str
    to_move: int | None
    legal: list[str]
    undo: UndoView
    result: ResultView | None
    again: str | None


class NewTable(BaseModel):
    """The table, and its links."""

    model_config = _shown({"table": examples.TABLE, "links": examples.LINKS})
    table: TableView
    links: Links


class EntryView(BaseModel):
    """An entry of the log. Steps carry what happened as events, and the parts of the state that changed."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [examples.ENTRY]})
    number: int
    kind: Literal["opened", "seated", "left", "began", "step", "undone", "ended", "again"]
    at: int
    stage: Literal["gathering", "playing", "over"]
    to_move: int | None


class Answer(BaseModel):
    """What a request added to the log, and where the table was then."""

    model_config = _shown({"number": 42, "entries": [examples.ENTRY]})
    number: int
    entries: list[EntryView]


class EntriesView(BaseModel):
    """A part of the log."""

    model_config = _shown({"number": 42, "entries": [examples.ENTRY]})
    number: int
    entries: list[EntryView]


class Enter(_Asked):
    """The secret of a link."""

    model_config = _example(secret="b8HkS0yWz3tY4m0yq6dUoJ5Zb8HkS0yWz3tY4m0yq6d")  # noqa: S106
    secret: Secret


class SeatAsked(_Asked):
    """Take a seat, or give it to a bot; what is added to the dice until the game begins."""

    model_config = _example(entropy="blue-whale-7")
    bot: BotName | None = None
    entropy: Entropy = ""


class Based(_Asked):
    """The entry a request is based on, and a key by which a repeated one is known."""

    model_config = _example(based_on=41, key="b7f1c0")
    based_on: Number
    key: Key | None = None


class StepAsked(Based):
    """A step in the notation."""

    model_config = _example(step="move fire", based_on=41, key="b7f1c0")
    step: StepText


class PracticeAsked(_Asked):
    """Where to begin: after so many steps of the game, those that stand; 0 is its beginning."""

    model_config = _example(step=17)
    step: Number
    seat: Annotated[int, Field(ge=0, le=9)] | None = None
    """The seat I lead; none: those that were mine, or else that of the first person."""


class GestureAsked(_Asked):
    """One of the few gestures there are."""

    model_config = _example(gesture="bow")
    gesture: Gesture


class ProspectView(BaseModel):
    """A line he may roll: how likely, the health he loses, whether he strikes."""

    line: int
    chance: float
    damage: int
    strikes: bool


class OutlookView(BaseModel):
    """What his roll may bring if I did this: line by line, and on average."""

    model_config = _example(
        lines=[{"line": 6, "chance": 0.1667, "damage": 1, "strikes": False}], damage=1.5, strikes=0.25
    )
    lines: list[ProspectView]
    damage: float
    strikes: float


class JobView(BaseModel):
    """Work that takes long."""

    model_config = _example(id="kzOLmOOI0B0sRXUYMq3Aig", kind="review", state="running", progress=0.4, result=None)
    id: str
    kind: str
    state: Literal["open", "running", "done", "failed", "cancelled"]
    progress: float
    result: dict[str, Any] | None


class SolveAsked(_Asked):
    """A duel to solve: a set-up of Way of the Samurai."""

    model_config = _example(setup={"duel": "oda-nobunaga", "rules": "en"}, goal="win")
    setup: dict[str, Any]
    goal: Literal["win", "survive"] = "win"


class DuelAsked(_Asked):
    """A duel, as a duel file has it; nothing in it needs to be right."""

    model_config = _example(duel={"id": "my-duel", "name": "My Duel"})
    duel: dict[str, Any]


class DuelFile(_Asked):
    """The text of a duel file."""

    model_config = _example(text='id = "my-duel"')
    text: Annotated[str, StringConstraints(max_length=200_000)]


class MeasureAsked(_Asked):
    """A duel to measure: one of the booklet by its id, or any."""

    model_config = _example(duel="oda-nobunaga", rules="en")
    duel: dict[str, Any] | Annotated[str, StringConstraints(max_length=60)]
    rules: dict[str, str] | Annotated[str, StringConstraints(max_length=60)] = "en"


class DuelPrint(_Asked):
    """A duel to print: one of the booklet by its id, or any."""

    model_config = _example(duel="oda-nobunaga", language="en", paper="a4")
    duel: dict[str, Any] | Annotated[str, StringConstraints(max_length=60)]
    language: Language | None = None
    paper: Paper = "a4"


class ProblemView(BaseModel):
    """Something that is wrong with a duel: where it stands there, and what is expected."""

    where: str
    code: str
    message: str
    expected: str


class ProfileRow(BaseModel):
    """His mean line when the player rolls so many dice: his Defense, the Defense safe from him, the harm he does."""

    dice: int
    defense: float
    guard: float
    harm: float


class CheckView(BaseModel):
    """A duel looked at: whole and with his profile, or what is wrong with it."""

    model_config = _shown(examples.CHECK)
    problems: list[ProblemView]
    duel: dict[str, Any] | None
    profile: list[ProfileRow]


class DuelDetail(BaseModel):
    """A duel of the booklet, with its certificate (docs/booklet)."""

    model_config = _shown(examples.DUEL)
    duel: dict[str, Any]
    profile: list[ProfileRow]
    certificate: dict[str, Any] | None
    stars: int


class DailyView(BaseModel):
    """The game of a day: the same dice for everyone. The secret is told when the day is over (UTC)."""

    model_config = _shown(examples.DAILY)
    id: str
    date: str
    game: GameName
    setup: dict[str, Any]
    commitment: str
    secret: str | None
    yours: str | None
    """Your table."""
    played: int
    """How many finished it that day."""
    won: float
    """Their wins in all, a shared one in parts."""


class TableRow(BaseModel):
    """A table of yours."""

    model_config = _shown(examples.ROW)
    id: str
    game: GameName
    title: str
    stage: Literal["gathering", "playing", "over"]
    dice: Literal["fair", "own"]
    daily: str | None
    practice: bool
    at: int
    seats: list[int]
    your_turn: bool
    result: str | None
    share: float | None


class ProgressRow(BaseModel):
    """What became of your duels against an opponent of the booklet."""

    model_config = _shown(
        {"duel": "oda-nobunaga", "won": 1, "played": 3, "rounds": 9, "health": 4, "honours": ["calm", "swift"]}
    )
    duel: str
    won: int
    played: int
    rounds: int | None
    """Of the quickest victory."""
    health: int | None
    """The most that was left after one."""
    honours: list[Honour]
    """All that were ever earned against him, each once."""


class DuelRow(BaseModel):
    """A duel of the booklet, with a sentence about the opponent in each language."""

    model_config = _example(id="oda-nobunaga", name="Oda Nobunaga", stars=1, text={"en": "He means to bring …"})
    id: str
    name: str
    stars: int
    text: dict[str, str]


class GamesView(BaseModel):
    """What can be played here; the duels easiest first."""

    model_config = _shown(examples.GAMES)
    duels: list[DuelRow]
    boards: list[str]
    editions: dict[str, dict[str, str]]
    """The switches of each printed edition."""
    switches: dict[str, list[str]]
    """What each switch can be set to."""
    bots: dict[str, list[str]]
    languages: list[str]
    version: str
