"""Positions that somebody has set up: whatever no game can reach at the table is refused, all at once."""

from collections.abc import Mapping
from typing import NamedTuple

from niten.core import BadSetup
from niten.core.checking import Checker
from niten.core.errors import MISSING
from niten.dragon.elements import PATH_NUMBER, Colour, Element, Face, Power, Powers, Spot, powers_of
from niten.dragon.hands import ALL_DICE
from niten.dragon.scores import has_finisher
from niten.dragon.setup import Setup
from niten.dragon.state import OUT, TO_THROW, Phase, Spaces, State, first_state
from niten.dragon.steps import in_order
from niten.dragon.stones import Stones, by_path

_BEFORE_TURNS = (Phase.STONES, Phase.ROLL_OFF)
_ALLOWED = {
    "turn": (Phase.ROLL, Phase.MOVE, Phase.PERFECTION, Phase.END),
    "rolls": (Phase.ROLL, Phase.MOVE),
    "dice": (Phase.MOVE,),
    "kept": (Phase.ROLL,),
    "throws": (Phase.ROLL_OFF,),
}
"""The phases that have a field at all."""


class Placement(NamedTuple):
    """A position as it was written down; None is what was left out. `words` are the fields as they were written."""

    words: Mapping[str, str]
    phase: Phase
    pieces: Mapping[Colour, tuple[Spot, ...]]
    drawn: tuple[Spot, ...]
    turn: Colour | None
    rolls: int | None
    dice: tuple[Face, ...] | None
    kept: tuple[Face, ...] | None
    unspent: tuple[Colour, ...] | None
    throws: tuple[int, ...] | None
    turns: int

    def shown(self, name: str) -> object:
        """A field as it can be shown in a problem."""
        return self.words.get(name, MISSING)


def check_placement(setup: Setup, placed: Placement) -> State:
    """The state of a position; BadSetup names everything wrong with it."""
    check = Checker("position")
    first = first_state(setup)
    for name, phases in _ALLOWED.items():
        if name in placed.words and placed.phase not in phases:
            check.note(name, placed.shown(name), "not-in-phase", phase=placed.phase)
    stones = _stones(check, setup, placed)
    spaces = _spaces(check, setup, placed, stones)
    seat = _seat(check, setup, placed)
    unspent = _unspent(check, setup, placed, first.unspent)
    _check_end(check, setup, placed, spaces)
    if placed.phase == Phase.END and not (
        unspent[seat] and Power.REBIRTH in powers_of(setup.powers, setup.players[seat])
    ):
        check.note("phase", str(placed.phase), "rebirth-not-in-hand")
    throws = _throws(check, setup, placed)
    dice, rolls = _dice(check, placed)
    check.finish()
    return State(placed.phase, seat, spaces, stones, dice, rolls, unspent, throws, placed.turns)


def _stones(check: Checker, setup: Setup, placed: Placement) -> Stones:
    """D5: the stones drawn so far, judged together with those agreed on."""
    spots = (*setup.stones, *placed.drawn)
    left = setup.random_stones - len(placed.drawn)
    if left < 0:
        check.note("drawn", placed.shown("drawn"), "drawn-too-many", most=setup.random_stones)
    elif (left > 0) != (placed.phase == Phase.STONES):
        fits = "drawn-not-all" if placed.phase == Phase.STONES else "drawn-all"
        check.note("drawn", placed.shown("drawn"), fits, draws=setup.random_stones, phase=placed.phase)
    else:
        try:
            Setup.from_data(
                setup.to_data() | {"stones": [[path, space] for path, space in spots], "random_stones": left}
            )
        except BadSetup as error:
            check.problems += error.problems
    return by_path(spots)


def _spaces(check: Checker, setup: Setup, placed: Placement, stones: Stones) -> Spaces:
    """D4: a space holds one piece, and a player has one piece a path."""
    spaces = [[0] * len(setup.players) for _ in Element]
    for colour, spots in placed.pieces.items():
        if colour not in setup.players:
            check.note(colour, placed.shown(colour), "colour-not-playing", players=", ".join(setup.players))
            continue
        seat = setup.players.index(colour)
        seen: set[Element] = set()
        for element, space in spots:
            number = PATH_NUMBER[element]
            length = setup.board.paths[number].length
            if element in seen:
                check.note(colour, f"{element}{space}", "piece-doubled", path=element)
            elif space > length:
                check.note(colour, f"{element}{space}", "piece-off-path", high=length)
            elif space in stones[number]:
                check.note(colour, f"{element}{space}", "piece-on-stone")
            elif space and space in spaces[number]:
                check.note(colour, f"{element}{space}", "space-taken")
            elif space and placed.phase in _BEFORE_TURNS:
                check.note(colour, f"{element}{space}", "not-in-phase", phase=placed.phase)
            else:
                spaces[number][seat] = space
            seen.add(element)
    return tuple(map(tuple, spaces))


def _seat(check: Checker, setup: Setup, placed: Placement) -> int:
    """Whose turn it is, or who throws."""
    if placed.phase == Phase.ROLL_OFF and placed.throws and TO_THROW in placed.throws:
        return min(placed.throws.index(TO_THROW), len(setup.players) - 1)
    if placed.phase not in _ALLOWED["turn"]:
        return 0
    if placed.turn is None:
        if setup.starts is None:
            check.note("turn", placed.shown("turn"), "missing")
        return setup.starts or 0
    if placed.turn not in setup.players:
        check.note("turn", placed.shown("turn"), "colour-not-playing", players=", ".join(setup.players))
        return 0
    return setup.players.index(placed.turn)


def _unspent(check: Checker, setup: Setup, placed: Placement, initial: tuple[bool, ...]) -> tuple[bool, ...]:
    """Who has a counter to hand in (D15)."""
    if placed.unspent is None:
        return initial
    words = placed.shown("unspent")
    if placed.unspent and setup.powers == Powers.NONE:
        check.note("unspent", words, "unspent-without-powers")
    if len(set(placed.unspent)) < len(placed.unspent):
        check.note("unspent", words, "colour-doubled")
    if not set(placed.unspent) <= set(setup.players):
        check.note("unspent", words, "colour-not-playing", players=", ".join(setup.players))
    unspent = tuple(colour in placed.unspent for colour in setup.players)
    if unspent != initial and placed.phase in _BEFORE_TURNS:
        check.note("unspent", words, "not-in-phase", phase=placed.phase)
    return unspent


def _check_end(check: Checker, setup: Setup, placed: Placement, spaces: Spaces) -> None:
    """D14 and the agreed number of turns: over if and only if one of them says so."""
    is_over = placed.phase == Phase.OVER
    is_decided = has_finisher([path.plain for path in setup.board.paths], spaces)
    if is_decided and not is_over:
        check.note("phase", str(placed.phase), "game-decided")
    if setup.max_turns is None:
        if placed.turns:
            check.note("turns", placed.turns, "turns-without-limit")
        if is_over and not is_decided:
            check.note("phase", str(placed.phase), "game-undecided")
    elif is_over and not is_decided:
        check.number("turns", placed.turns, setup.max_turns, setup.max_turns)
    else:
        check.number("turns", placed.turns, 0, 0 if placed.phase in _BEFORE_TURNS else setup.max_turns - 1)


def _throws(check: Checker, setup: Setup, placed: Placement) -> tuple[int, ...]:
    """D6: those still in throw one after the other; when all have thrown, the roll-off is decided or begins anew."""
    if placed.phase != Phase.ROLL_OFF:
        return ()
    if setup.starts is not None:
        check.note("phase", str(placed.phase), "start-given")
    throws = (TO_THROW,) * len(setup.players) if placed.throws is None else placed.throws
    still_in = [thrown for thrown in throws if thrown != OUT]
    in_turn = sorted(still_in, key=lambda thrown: thrown == TO_THROW)
    if len(throws) != len(setup.players) or len(still_in) < 2 or still_in[-1] != TO_THROW or still_in != in_turn:
        check.note("throws", placed.shown("throws"), "throws", players=len(setup.players))
    return throws


def _dice(check: Checker, placed: Placement) -> tuple[tuple[Face, ...], int]:
    """D7: the dice on the table or kept, and the rolls so far."""
    match placed.phase:
        case Phase.MOVE:
            dice = placed.dice or ()
            if len(dice) != ALL_DICE:
                check.note("dice", placed.shown("dice"), "dice-on-table")
            rolls = check.number("rolls", 1 if placed.rolls is None else placed.rolls, 1, 3)
        case Phase.ROLL:
            dice = placed.kept or ()
            if len(dice) >= ALL_DICE:
                check.note("kept", placed.shown("kept"), "dice-kept", most=ALL_DICE - 1)
            fewest = 0 if placed.kept is None else 1
            rolls = check.number("rolls", fewest if placed.rolls is None else placed.rolls, fewest, 2)
        case _:
            return (), 0
    return in_order(dice), rolls
