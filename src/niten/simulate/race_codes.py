"""The race's rows as the engine's states."""

import numpy as np

from niten.bots.race.tables import MULTISETS
from niten.dragon import Dragon, Face, Phase, State
from niten.simulate.race_tables import (
    ARRIVED,
    COLUMNS,
    DICE,
    PATHS,
    PHASE,
    ROLLS,
    SEAT,
    SEATS,
    SPACES,
    STONES,
    TURNS,
    UNSPENT,
)
from niten.simulate.streams import Numbers

_PHASES, _FACES = tuple(Phase), tuple(Face)
_MULTISET = {tuple(_FACES[n] for n in chosen): number for number, chosen in enumerate(MULTISETS)}
_DICE = {number: dice for dice, number in _MULTISET.items()}


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
