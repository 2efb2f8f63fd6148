"""A race as it is agreed on the command line: every word of it checked, everything wrong told at once."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from niten.bots import find_dragon_bot
from niten.core import BadSetup
from niten.core.checking import Checker
from niten.core.errors import Problem
from niten.dragon import (
    SHIPPED,
    Board,
    Colour,
    Dragon,
    Element,
    Setup,
    State,
    load_board,
    read_position,
    shipped_board,
)
from niten.dragon.setup import FEWEST_PLAYERS, MOST_PLAYERS
from niten.terminal.dragon_seats import HUMAN, KINDS

_OPTION_OF = {
    "players": "--players",
    "board": "--board",
    "powers": "--powers",
    "stones": "--stones-at",
    "random_stones": "--stones",
    "starts": "--starts",
    "max_turns": "--max-turns",
}
"""What a key of the set-up is called on the command line."""


@dataclass(frozen=True)
class Asked:
    """The words of the command line; None is what was not said."""

    players: str | None = None
    board: str | None = None
    powers: str | None = None
    immunity: bool = False
    stones: int | None = None
    stones_at: str | None = None
    starts: str | None = None
    max_turns: int | None = None
    position: str | None = None


class Agreed(NamedTuple):
    """A race that can begin: the game, where it begins, and `human` or a bot's name for each seat."""

    game: Dragon
    start: State
    kinds: tuple[str, ...]


class _Seat(NamedTuple):
    kind: str
    colour: str | None


def agree(asked: Asked) -> Agreed:
    """What the command line asks for; BadSetup names everything wrong with it."""
    return _from_position(asked, asked.position) if asked.position is not None else _from_options(asked)


def _from_options(asked: Asked) -> Agreed:
    check = Checker("niten play dragon")
    seats = _read_seats(check, asked.players or f"{HUMAN},greedy")
    colours = _colours(check, seats)
    board = _read_board(check, asked.board or "standard")
    starts = None
    if asked.starts is not None:
        if asked.starts in colours:
            starts = colours.index(asked.starts)
        else:
            playing = ", ".join(colour for colour in colours if colour in list(Colour))
            check.note("starts", asked.starts, "colour-not-playing", players=playing)
    data: dict[str, Any] = {
        "board": (board or shipped_board("standard")).to_data(),
        "players": colours,
        "powers": asked.powers or "none",
        "immunity": asked.immunity,
        "starts": starts,
        "max_turns": asked.max_turns,
    }
    stones = _read_stones(check, asked.stones_at or "")
    if board:  # without it, nobody knows where stones may stand
        data |= {"stones": stones, "random_stones": asked.stones or 0}
    setup = None
    try:
        setup = Setup.from_data(data)
    except BadSetup as error:
        check.problems += error.problems
    if check.problems or not setup:
        raise BadSetup(check.source, map(_as_option, check.problems))
    game = Dragon(setup)
    return Agreed(game, game.start(), tuple(seat.kind for seat in seats))


def _from_position(asked: Asked, text: str) -> Agreed:
    """The position says everything but who sits where."""
    check = Checker("niten play dragon")
    for name in ("board", "powers", "stones", "stones_at", "starts", "max_turns", "immunity"):
        value = getattr(asked, name)
        if value is not None and value is not False:
            check.note(f"--{name.replace('_', '-')}", value, "said-by-position")
    setup, state = read_position(" ".join(text.split()))  # copied from a narrow window, it may have line breaks
    colours = [str(colour) for colour in setup.players]
    usual = ",".join([HUMAN, *["greedy"] * (len(colours) - 1)])
    seats = _read_seats(check, asked.players or usual)
    if len(seats) != len(colours):
        check.note("--players", asked.players, "seats-and-colours", players=", ".join(colours))
    else:
        for number, (seat, colour) in enumerate(zip(seats, colours, strict=True)):
            if seat.colour not in (None, colour):
                check.note(f"players[{number}]", seat.colour, "seat-colour", colour=colour)
    if check.problems:
        raise BadSetup(check.source, map(_as_option, check.problems))
    return Agreed(Dragon(setup), state, tuple(seat.kind for seat in seats))


def _as_option(found: Problem) -> Problem:
    """A problem of the set-up, told where the command line has it."""
    key = re.match("[a-z_]*", found.where)
    name = key[0] if key else ""
    option = "--stones" if found.where == "stones" else _OPTION_OF.get(name, name)  # all of them together
    return found._replace(where=option + found.where[len(name) :])


def _read_seats(check: Checker, text: str) -> list[_Seat]:
    """The seats, as `human`, `greedy` or `greedy:blue`."""
    seats: list[_Seat] = []
    for number, word in enumerate(part.strip() for part in text.split(",")):
        kind, colon, colour = word.partition(":")
        if kind not in KINDS:
            check.note(f"players[{number}]", word, "seat-unknown", options=", ".join(KINDS))
        elif kind != HUMAN:
            find_dragon_bot(kind)
        seats.append(_Seat(kind, colour if colon else None))
    return seats


def _colours(check: Checker, seats: list[_Seat]) -> list[str]:
    """The colours of the seats; those not named get the ones left, in the order of the paths."""
    left = [colour for colour in Colour if colour not in {seat.colour for seat in seats}]
    colours = [str(left.pop(0)) if seat.colour is None and left else seat.colour or "" for seat in seats]
    if FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        return colours
    check.note("players", ",".join(seat.kind for seat in seats), "players", low=FEWEST_PLAYERS, high=MOST_PLAYERS)
    # A stand-in, so that everything else can be checked as well.
    return [str(colour) for colour in Colour][: FEWEST_PLAYERS if len(seats) < FEWEST_PLAYERS else MOST_PLAYERS]


def find_board(name: str) -> Board:
    """A board by the name it comes with, or by the path of a board file."""
    check = Checker("--board")
    board = _read_board(check, name)
    check.finish()
    if board is None:
        raise AssertionError("finish raises when the board is missing")
    return board


def _read_board(check: Checker, name: str) -> Board | None:
    """A board that comes with Niten, or that of a file."""
    if name in SHIPPED:
        return shipped_board(name)
    if not Path(name).is_file():
        check.note("board", name, "board-unknown", options=", ".join(SHIPPED))
        return None
    try:
        return load_board(Path(name))
    except BadSetup as error:
        check.problems += [found._replace(where=f"--board {name} {found.where}".rstrip()) for found in error.problems]
        return None


def _read_stones(check: Checker, text: str) -> list[list[Any]]:
    """Stones as `water3,earth5`."""
    stones: list[list[Any]] = []
    for number, word in enumerate(part.strip() for part in text.split(",") if part.strip()):
        found = re.fullmatch(r"([a-z]+)([0-9]{1,3})", word)
        if found and found[1] in tuple(Element):
            stones.append([found[1], int(found[2])])
        else:
            check.note(f"stones[{number}]", word, "stone-form", options=", ".join(Element))
    return stones
