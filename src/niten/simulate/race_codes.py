"""The race's rows and actions as the engine's states and steps, and what a policy sees of a row."""

from functools import cache

import numpy as np

from niten.bots.race.tables import MULTISETS
from niten.core import Step
from niten.dragon import (
    Again,
    Balance,
    Become,
    Colour,
    Dragon,
    Element,
    End,
    Eye,
    Face,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Pass,
    Phase,
    Rebirth,
    Reroll,
    State,
    Swap,
)
from niten.dragon.board import NUMBERED
from niten.dragon.elements import PATH_NUMBER, Faces
from niten.simulate.race_tables import (
    AGAIN,
    ARRIVED,
    BALANCE,
    BECOME,
    CHOICES,
    COLUMNS,
    COUNTS,
    DICE,
    END,
    EYE,
    FEAR,
    KEPT,
    LEAP,
    LEAP_BALANCE,
    MOVE,
    OVER,
    PAIRS,
    PASS,
    PATHS,
    PHASE,
    REBIRTH,
    REROLL,
    ROLLS,
    SEAT,
    SEATS,
    SPACES,
    STONES,
    SWAP,
    TURNS,
    UNSPENT,
)
from niten.simulate.spec import Number, Spec, counts
from niten.simulate.streams import Numbers

_PHASES, _FACES, _ELEMENTS, _COLOURS = tuple(Phase), tuple(Face), tuple(Element), tuple(Colour)
_MULTISET = {tuple(_FACES[n] for n in chosen): number for number, chosen in enumerate(MULTISETS)}
_DICE = {number: dice for dice, number in _MULTISET.items()}
_SINGLE: dict[int, Step] = {
    BALANCE: Balance(),
    LEAP_BALANCE: LeapBalance(),
    FEAR: Fear(),
    PASS: Pass(),
    AGAIN: Again(),
    REBIRTH: Rebirth(),
    END: End(),
}
_NUMBER = {step: action for action, step in _SINGLE.items()}


def row_of(game: Dragon, state: State) -> Numbers:
    """A state at a decision or at the end as a row."""
    row = np.zeros(len(COLUMNS), np.int64)
    row[[PHASE, SEAT, ROLLS, TURNS]] = _PHASES.index(state.phase), state.seat, state.rolls, state.turns
    row[DICE] = _MULTISET[state.dice]
    row[UNSPENT] = sum(1 << seat for seat, unspent in enumerate(state.unspent) if unspent)
    for path, (spaces, stones) in enumerate(zip(state.spaces, state.stones, strict=True)):
        row[STONES + path] = sum(1 << space for space in stones)
        for seat, space in enumerate(spaces):
            row[SPACES + SEATS * path + seat] = space
            row[ARRIVED + seat] += space > game.options.board.paths[path].plain
    return row


def state_of(game: Dragon, row: Numbers) -> State:
    """A row as a state; turns count only where the set-up limits them."""
    spaces: list[list[int]] = row[SPACES:].reshape(PATHS, SEATS)[:, : game.seats].tolist()
    stones = row[STONES : STONES + PATHS].tolist()
    return State(
        phase=_PHASES[row[PHASE]],
        seat=int(row[SEAT]),
        spaces=tuple(map(tuple, spaces)),
        stones=tuple(tuple(space for space in range(bits.bit_length()) if bits >> space & 1) for bits in stones),
        dice=_DICE[int(row[DICE])],
        rolls=int(row[ROLLS]),
        unspent=tuple(bool(row[UNSPENT] >> seat & 1) for seat in range(game.seats)),
        throws=(),
        turns=0 if game.options.max_turns is None else int(row[TURNS]),
    )


def action_of(state: State, step: Step) -> int:
    """The number of a move in a state. It need not be legal, but must be a move of that phase."""
    match step:
        case Reroll(faces):
            return REROLL + _choices(state.dice)[faces]
        case Eye(faces):
            return EYE + _choices(state.dice)[faces]
        case Move(path):
            return MOVE + PATH_NUMBER[path]
        case Leap(path):
            return LEAP + PATH_NUMBER[path]
        case Become(path):
            return BECOME + PATH_NUMBER[path]
        case Swap(path, first, second):
            pair = _COLOURS.index(first), _COLOURS.index(second)
            return SWAP + len(PAIRS) * PATH_NUMBER[path] + PAIRS.index(pair)
        case _ if step in _NUMBER:
            return _NUMBER[step]
        case _:
            raise TypeError(f"{step} is no move of a player")


def step_of(state: State, action: int) -> Step:
    """The move of a number in a state."""
    if action < MOVE:
        choice = action % EYE + 1
        chosen = tuple(face for n, face in enumerate(state.dice) if choice >> n & 1)
        return Reroll(chosen) if action < EYE else Eye(chosen)
    if action < BALANCE:
        kind = (Move, Leap, Become)[(action - MOVE) // PATHS]
        return kind(_ELEMENTS[(action - MOVE) % PATHS])
    if action in _SINGLE:
        return _SINGLE[action]
    path, pair = divmod(action - SWAP, len(PAIRS))
    return Swap(_ELEMENTS[path], *(_COLOURS[n] for n in PAIRS[pair]))


@cache
def _choices(dice: Faces) -> dict[Faces, int]:
    known = KEPT[_MULTISET[dice]]
    chosen = [tuple(face for n, face in enumerate(dice) if choice + 1 >> n & 1) for choice in range(CHOICES)]
    return {faces: choice for choice, faces in enumerate(chosen) if known[choice] >= 0}


# --- what a policy sees: the table from the seat that acts, the others in the order of play ---


def spec_of(game: Dragon) -> Spec:
    """What `observe` gives: whole numbers; who acts is seat 0, the next one 1, and so on."""
    board, seats = game.options.board.paths, range(game.seats)
    stones = game.options.stones or game.options.random_stones
    return (
        Number("phase", 0, OVER),
        Number("rolls", 0, 3),
        Number("turns", 0, game.options.max_turns),
        *counts("dice", tuple(map(str, Face)), 5),
        *counts("unspent", tuple(map(str, seats)), 1),
        *(
            Number(f"space {element} {seat}", 0, path.length)
            for element, path in zip(Element, board, strict=True)
            for seat in seats
        ),
        *(
            Number(f"stone {element} {space}", 0, 1)
            for element, path in zip(Element, board, strict=True)
            for space in range(1, path.length - NUMBERED + 1 if stones else 1)
        ),
    )


def observe(game: Dragon, rows: Numbers) -> Numbers:
    """What the seat that acts sees of each row. Without stones in the set-up there are no numbers for them."""
    board, seats = game.options.board.paths, game.seats
    around = (rows[:, SEAT, None] + np.arange(seats)) % seats
    spaces = rows[:, SPACES:].reshape(-1, PATHS, SEATS)
    parts = [
        rows[:, [PHASE, ROLLS, TURNS]],
        COUNTS[rows[:, DICE]],
        rows[:, UNSPENT, None] >> around & 1,
        np.take_along_axis(spaces, around[:, None, :], axis=2).reshape(len(rows), -1),
    ]
    if game.options.stones or game.options.random_stones:
        parts += [
            rows[:, STONES + n, None] >> np.arange(1, path.length - NUMBERED + 1) & 1 for n, path in enumerate(board)
        ]
    return np.concatenate(parts, axis=1)
