"""Positions as one line of text that holds everything: set-up and state.

    players=black,red powers=own stones=water3 black=fire3,wood12 red=fire5 turn=red dice=water,fire,fire,wood,dragon

Words `name=value`, separated by blanks, in any order; a list is separated by commas, `-` is an empty one. What has
its initial value may be left out:

- board=NAME, and a path as water=PLAIN or water=PLAIN:VALUE,VALUE,VALUE,VALUE,VALUE. A path left out is as on the board
  of that name that comes with Niten, otherwise as on the standard board. The name left out is `standard`, or `custom`
  when a path differs from it.
- players, in the order of play: the only field that is always needed. powers, immunity=yes, starts=COLOUR, max-turns=N.
- stones=water3,earth5: where agreed. drawn=…: those drawn by lot, and draws=N, how many will be drawn in all.
- black=fire3,wood12 and so on: the pieces that are not outside. Five numbers, path by path, are read as well:
  black=0,3,0,0,12.
- unspent: the colours that still have their counter. turns=N: completed turns, with max-turns.
- phase: what is due. Left out, it follows from the rest: `move` with dice, `roll` with a turn or a piece, otherwise
  the start.
- turn=COLOUR, rolls=N, dice: the five on the table; kept: those kept while the others are rolled again.
- throws=2,-,out: in the roll-off, the dragons thrown, `-` still to throw, `out` beaten.
"""

import re
from collections.abc import Iterable
from typing import Any

from niten.core import UnreadablePosition
from niten.core.game import JsonObject
from niten.dragon.board import SHIPPED, Path, shipped_board
from niten.dragon.elements import Colour, Element, Face, Powers
from niten.dragon.placing import Placement, check_placement
from niten.dragon.setup import Setup
from niten.dragon.state import OUT, TO_THROW, Phase, State, first_state

_LONGEST = 2000
_STANDARD, _CUSTOM = "standard", "custom"
_NOT_THROWN = {"-": TO_THROW, "out": OUT}


def _list(item: str) -> str:
    return f"(?:-|{item}(?:,{item})*)"


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


_NUMBER = "(?:0|[1-9][0-9]{0,5})"
_SPOTS = _list(_one_of(Element) + _NUMBER)
_COLOUR = _one_of(Colour)
_DICE = _list(_one_of(Face))
_WORD = re.compile(r"([a-z]+(?:-[a-z]+)?)=(.+)")
_SPOT = re.compile(r"([a-z]+)([0-9]+)")

_FORMS = {
    name: re.compile(form)
    for name, form in (
        ("board", r"[a-z0-9-]+"),
        *((path, f"{_NUMBER}(?::{_list(_NUMBER)})?") for path in Element),
        ("players", _list("[a-z]+")),
        ("powers", "[a-z]+"),
        ("immunity", "yes|no"),
        ("stones", _SPOTS),
        ("draws", _NUMBER),
        ("starts", _COLOUR),
        ("max-turns", _NUMBER),
        ("drawn", _SPOTS),
        *((colour, f"{_SPOTS}|{_NUMBER}(?:,{_NUMBER}){{4}}") for colour in Colour),
        ("unspent", _list(_COLOUR)),
        ("turns", _NUMBER),
        ("phase", _one_of(Phase)),
        ("turn", _COLOUR),
        ("rolls", _NUMBER),
        ("dice", _DICE),
        ("kept", _DICE),
        ("throws", _list(_one_of(("[0-5]", "-", "out")))),
    )
}
"""The fields, in the order they are written, and what their values look like."""


# Writing


def write(setup: Setup, state: State) -> str:
    """The position as text; fields with their initial value are left out."""
    first = first_state(setup)
    words: dict[str, str] = _setup_words(setup)
    if state.stones != first.stones:
        given = set(setup.stones)
        drawn = [spot for spot in _spots(state.stones) if spot not in given]
        words["drawn"] = _join(f"{path}{space}" for path, space in drawn)
    for colour, spaces in zip(setup.players, zip(*state.spaces, strict=True), strict=True):
        if any(spaces):
            words[colour] = _join(f"{path}{space}" for path, space in zip(Element, spaces, strict=True) if space)
    if state.unspent != first.unspent:
        words["unspent"] = _join(colour for colour, has in zip(setup.players, state.unspent, strict=True) if has)
    if state.turns:
        words["turns"] = str(state.turns)
    match state.phase:
        case Phase.STONES:
            pass
        case Phase.ROLL_OFF:
            if state.throws != first.throws:
                shown = {thrown: word for word, thrown in _NOT_THROWN.items()}
                words["throws"] = _join(shown.get(thrown, str(thrown)) for thrown in state.throws)
        case Phase.OVER:
            words["phase"] = state.phase
        case Phase.PERFECTION | Phase.END:
            words |= {"phase": state.phase, "turn": setup.players[state.seat]}
        case Phase.ROLL:
            words["turn"] = setup.players[state.seat]
            if state.rolls:
                words |= {"rolls": str(state.rolls), "kept": _join(state.dice)}
        case Phase.MOVE:
            words |= {"turn": setup.players[state.seat], "rolls": str(state.rolls), "dice": _join(state.dice)}
    return " ".join(f"{name}={words[name]}" for name in _FORMS if name in words)


def _setup_words(setup: Setup) -> dict[str, str]:
    words: dict[str, str] = {}
    board = setup.board
    standard = shipped_board(_STANDARD).paths
    if board.name != (_STANDARD if board.paths == standard else _CUSTOM):
        words["board"] = board.name
    for element, path, usual in zip(Element, board.paths, standard, strict=True):
        # A shipped board's paths are written out too: the text then holds everything, whatever becomes of the board.
        if path != usual or (board.name in SHIPPED and board.name != _STANDARD):
            words[element] = f"{path.plain}:{_join(map(str, path.values))}"
    words["players"] = _join(setup.players)
    if setup.powers != Powers.NONE:
        words["powers"] = setup.powers
    if setup.immunity:
        words["immunity"] = "yes"
    if setup.stones:
        words["stones"] = _join(f"{path}{space}" for path, space in setup.stones)
    if setup.random_stones:
        words["draws"] = str(setup.random_stones)
    if setup.starts is not None:
        words["starts"] = setup.players[setup.starts]
    if setup.max_turns is not None:
        words["max-turns"] = str(setup.max_turns)
    return words


def _spots(stones: tuple[tuple[int, ...], ...]) -> list[tuple[Element, int]]:
    return [(element, space) for element, spaces in zip(Element, stones, strict=True) for space in spaces]


def _join(words: Iterable[str]) -> str:
    return ",".join(words) or "-"


# Reading


def read(text: str) -> tuple[Setup, State]:
    """The set-up and state a text stands for; UnreadablePosition or BadSetup otherwise."""
    words = _words(text)
    setup = Setup.from_data(_setup_data(words), "position")
    placement = Placement(
        words=words,
        phase=_phase(setup, words),
        pieces={colour: _read_pieces(words[colour]) for colour in Colour if colour in words},
        drawn=tuple(_read_spots(words.get("drawn", "-"))),
        turn=Colour(words["turn"]) if "turn" in words else None,
        rolls=int(words["rolls"]) if "rolls" in words else None,
        dice=_read_dice(words, "dice"),
        kept=_read_dice(words, "kept"),
        unspent=tuple(map(Colour, _items(words["unspent"]))) if "unspent" in words else None,
        throws=tuple(_read_throw(item) for item in _items(words["throws"])) if "throws" in words else None,
        turns=int(words.get("turns", "0")),
    )
    return setup, check_placement(setup, placement)


def _words(text: str) -> dict[str, str]:
    """The fields of a text, each in its form and there once."""
    if len(text) > _LONGEST or not text.isascii() or not text.isprintable():
        raise UnreadablePosition(text=text[:200])
    words: dict[str, str] = {}
    for word in text.split():
        found = _WORD.fullmatch(word)
        if not found or found[1] not in _FORMS or found[1] in words or not _FORMS[found[1]].fullmatch(found[2]):
            raise UnreadablePosition(text=word[:200])
        words[found[1]] = found[2]
    if not words:
        raise UnreadablePosition(text=text[:200])
    return words


def _items(value: str) -> list[str]:
    return [] if value == "-" else value.split(",")


def _setup_data(words: dict[str, str]) -> JsonObject:
    """The set-up part of a position, as Setup reads it."""
    data: JsonObject = {"board": _board_data(words)}
    if "players" in words:
        data["players"] = _items(words["players"])
    if "powers" in words:
        data["powers"] = words["powers"]
    data["immunity"] = words.get("immunity") == "yes"
    data["stones"] = [list(spot) for spot in _read_spots(words.get("stones", "-"))]
    data["random_stones"] = int(words.get("draws", len(_items(words.get("drawn", "-")))))
    if "starts" in words:
        # A colour that does not play stays a word: Setup refuses it as a seat.
        seats: dict[str, Any] = {colour: seat for seat, colour in enumerate(data.get("players", ()))}
        data["starts"] = seats.get(words["starts"], words["starts"])
    if "max-turns" in words:
        data["max_turns"] = int(words["max-turns"])
    return data


def _board_data(words: dict[str, str]) -> JsonObject:
    usual = shipped_board(words["board"] if words.get("board") in SHIPPED else _STANDARD).to_data()["paths"]
    paths: JsonObject = {
        element: _path_data(words[element]) if element in words else usual[element] for element in Element
    }
    return {"name": words.get("board", _STANDARD if paths == usual else _CUSTOM), "paths": paths}


def _path_data(value: str) -> JsonObject:
    plain, _, values = value.partition(":")
    return {"plain": int(plain), "values": list(map(int, _items(values))) if values else list(Path().values)}


def _phase(setup: Setup, words: dict[str, str]) -> Phase:
    if "phase" in words:
        return Phase(words["phase"])
    if "dice" in words:
        return Phase.MOVE
    if any(name in words for name in ("turn", "rolls", "kept", *Colour)):
        return Phase.ROLL
    if len(_items(words.get("drawn", "-"))) < setup.random_stones:
        return Phase.STONES
    return Phase.ROLL_OFF if setup.starts is None or "throws" in words else Phase.ROLL


def _read_spots(value: str) -> list[tuple[Element, int]]:
    found = [_SPOT.fullmatch(item) for item in _items(value)]
    return [(Element(spot[1]), int(spot[2])) for spot in found if spot]


def _read_pieces(value: str) -> tuple[tuple[Element, int], ...]:
    """Pieces as spots; five numbers are the spaces path by path."""
    if value[0].isdigit():
        return tuple(zip(Element, map(int, value.split(",")), strict=True))
    return tuple(_read_spots(value))


def _read_dice(words: dict[str, str], name: str) -> tuple[Face, ...] | None:
    return tuple(map(Face, _items(words[name]))) if name in words else None


def _read_throw(item: str) -> int:
    return _NOT_THROWN[item] if item in _NOT_THROWN else int(item)
