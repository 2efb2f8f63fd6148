"""What is agreed before a game: board, players, options, stones. Whatever cannot be played is refused, all at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self, cast

from niten.core.checking import Checker
from niten.core.game import JsonObject
from niten.dragon import stones as rows
from niten.dragon.board import Board, Path, check_board, is_whole, shipped_board
from niten.dragon.elements import PATH_NUMBER, Colour, Element, Powers, Spot

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
MOST_TURNS = 999_999
_OPTIONAL = ("powers", "immunity", "stones", "random_stones", "starts", "max_turns")


@dataclass(frozen=True, slots=True)
class Setup:
    """A game as it is agreed on. A Setup that exists can be played: everything else raises BadSetup.

    `players` are in the order of play. `starts` is a seat; with None, a roll-off decides (D6). `stones` are dead stones
    put where agreed, `random_stones` is how many more are drawn by lot (D5). With `max_turns`, a game that has lasted
    so many turns ends without a winner.
    """

    players: tuple[Colour, ...]
    board: Board = field(default_factory=lambda: shipped_board("standard"))
    powers: Powers = Powers.NONE
    immunity: bool = False
    stones: tuple[Spot, ...] = ()
    random_stones: int = 0
    starts: int | None = None
    max_turns: int | None = None

    def __post_init__(self) -> None:
        in_order = sorted(self.stones, key=lambda spot: (PATH_NUMBER[spot[0]], spot[1]))
        object.__setattr__(self, "stones", tuple(in_order))
        _read(self.to_data(), "setup")

    @classmethod
    def from_data(cls, content: object, source: str = "setup") -> Self:
        """The set-up that plain JSON values describe; BadSetup names everything wrong with them."""
        return cls(**_read(content, source)._asdict())

    def to_data(self) -> JsonObject:
        """The set-up as plain JSON values."""
        return {
            "board": self.board.to_data(),
            "players": [str(colour) for colour in self.players],
            "powers": str(self.powers),
            "immunity": self.immunity,
            "stones": [[str(path), space] for path, space in self.stones],
            "random_stones": self.random_stones,
            "starts": self.starts,
            "max_turns": self.max_turns,
        }


class _Parts(NamedTuple):
    board: Board
    players: tuple[Colour, ...]
    powers: Powers
    immunity: bool
    stones: tuple[Spot, ...]
    random_stones: int
    starts: int | None
    max_turns: int | None


def _read(content: object, source: str) -> _Parts:
    check = Checker(source)
    table = check.table("", content, required=("board", "players"), optional=_OPTIONAL)
    board: Mapping[str, Any] = {}
    if "board" in table:
        board = check.table("board", table["board"], required=("name", "paths"))
    name, paths = check_board(check, "board.", board)
    players = _read_players(check, table["players"]) if "players" in table else ()
    powers = Powers(check.choice("powers", table.get("powers", "none"), tuple(Powers)))
    immunity = check.flag("immunity", table.get("immunity", False))
    spots = tuple(_read_stones(check, table.get("stones", ())))
    random_stones = check.number("random_stones", table.get("random_stones", 0), 0, rows.most_stones(0))
    starts, max_turns = table.get("starts"), table.get("max_turns")
    seats = len(players) or MOST_PLAYERS
    if starts is not None and not is_whole(starts, 0, seats - 1):
        check.note("starts", starts, "starts", high=seats - 1)
    if max_turns is not None and not is_whole(max_turns, 1, MOST_TURNS):
        check.note("max_turns", max_turns, "max-turns", low=1, high=MOST_TURNS)
    _check_stones(check, paths, len(players), spots, random_stones)
    check.finish()
    return _Parts(
        Board(name, tuple(paths[element] for element in Element)),
        players,
        powers,
        immunity,
        tuple(spot for _, spot in spots),
        random_stones,
        starts,
        max_turns,
    )


def _read_players(check: Checker, content: object) -> tuple[Colour, ...]:
    """The players (D4); none if anything was noted, so that no further problem follows from it."""
    before = len(check.problems)
    words = cast("Sequence[object]", content) if isinstance(content, list | tuple) else ()
    if not FEWEST_PLAYERS <= len(words) <= MOST_PLAYERS:
        check.note("players", cast("object", content), "players", low=FEWEST_PLAYERS, high=MOST_PLAYERS)
        return ()
    players: list[Colour] = []
    for number, word in enumerate(words):
        if not isinstance(word, str) or word not in tuple(Colour):
            check.note(f"players[{number}]", word, "colour-unknown", options=", ".join(Colour))
        elif word in players:
            check.note(f"players[{number}]", word, "colour-doubled")
        else:
            players.append(Colour(word))
    return tuple(players) if len(check.problems) == before else ()


def _read_stones(check: Checker, content: object) -> Iterator[tuple[str, Spot]]:
    """The stones that have the form of one, each with its place in the set-up."""
    for number, item in enumerate(check.array("stones", content, 0, 300)):
        where = f"stones[{number}]"
        pair = check.array(where, item, 2, 2)
        if pair:
            before = len(check.problems)
            path = check.choice(f"{where}[0]", pair[0], tuple(Element))
            space = check.number(f"{where}[1]", pair[1], -999, 999)
            if len(check.problems) == before:
                yield where, (Element(path), space)


def _check_stones(
    check: Checker, paths: Mapping[Element, Path], players: int, spots: Sequence[tuple[str, Spot]], random_stones: int
) -> None:
    """What D5 refuses, as far as board and players are known."""
    standing: dict[Element, list[int]] = {element: [] for element in paths}
    for where, (element, space) in spots:
        if element not in paths:
            continue
        path = paths[element]
        if space == 0:
            check.note(where, [str(element), space], "stone-on-symbol", path=element)
        elif not 1 <= space <= path.plain:
            numbered = path.plain < space <= path.length
            check.note(
                where, [str(element), space], "stone-on-number" if numbered else "stone-off-path", high=path.plain
            )
        elif space in standing[element]:
            check.note(where, [str(element), space], "stone-doubled")
        else:
            standing[element].append(space)
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return
    most = rows.most_stones(players)
    if len(spots) + random_stones > most:
        check.note("stones", len(spots) + random_stones, "stones-too-many", most=most)
    left = 0
    for element, spaces in standing.items():
        on_path = tuple(sorted(spaces))
        if rows.has_long_row(on_path):
            check.note(f"stones.{element}", list(on_path), "stones-in-a-row", path=element)
        if rows.last_row(paths[element].plain, on_path) > rows.longest_last_row(players):
            check.note(f"stones.{element}", list(on_path), "stones-at-the-end", most=rows.longest_last_row(players))
        left += max(0, rows.room(paths[element].plain, on_path, players))
    if len(paths) == len(Element) and random_stones > left:
        check.note("random_stones", random_stones, "stones-no-room", room=left)
