"""What a seat sees of a row of the race: the numbers of `niten.spaces.RaceSpace`, which judges it."""

from typing import NamedTuple

import numpy as np

from niten.dragon import Colour, Face
from niten.simulate.race_tables import (
    COUNTS,
    DICE,
    ENDING,
    MOVING,
    OVER,
    PATHS,
    PERFECTION,
    PHASE,
    ROLLS,
    SEAT,
    SEATS,
    SPACES,
    STONES,
    TURNS,
    UNSPENT,
    Track,
)
from niten.simulate.streams import Numbers, compiled, inner
from niten.spaces import Floats, RaceSpace

_COLOURS, _FACES = len(Colour), len(Face)


class Sight(NamedTuple):
    """What the space of a set-up shows."""

    scales: Floats  # [number]
    colours: Numbers  # [seat]: its colour; empty where that does not matter
    shows_stones: bool


def sight_of(space: RaceSpace) -> Sight:
    """What a space shows."""
    shown = {field.name for field in space.fields}
    colours = [list(Colour).index(colour) for colour in space.race.options.players if "colours" in shown]
    return Sight(space.scales, np.array(colours, np.int64), "stones" in shown)


@inner
def see(track: Track, sight: Sight, row: Numbers, seat: int, seen: Floats) -> None:
    """The observation of one row: the seat itself first, then the others in the order of play."""
    seats, phase = track.seats, row[PHASE]
    seen[0], seen[1], seen[2] = phase == MOVING, phase == PERFECTION, phase == ENDING
    turn, rolls = 3, 3 + seats
    seen[rolls] = row[ROLLS]
    for face in range(_FACES):
        seen[rolls + 1 + face] = COUNTS[row[DICE], face]
    spaces = rolls + 1 + _FACES
    points, counters, colours = spaces + PATHS * seats, spaces + (PATHS + 1) * seats, spaces + (PATHS + 2) * seats
    at = colours
    for n in range(seats):
        other = seat + n if seat + n < seats else seat + n - seats
        total = 0
        for path in range(PATHS):
            space = row[SPACES + SEATS * path + other]
            seen[spaces + PATHS * n + path] = space
            if space > track.plain[path]:
                total += track.values[path, space - track.plain[path] - 1]
        seen[turn + n] = phase != OVER and other == row[SEAT]
        seen[points + n] = total
        seen[counters + n] = row[UNSPENT] >> other & 1
        if sight.colours.size:
            for colour in range(_COLOURS):
                seen[at + colour] = colour == sight.colours[other]
            at += _COLOURS
    if sight.shows_stones:
        for path in range(PATHS):
            for space in range(1, track.plain[path] + 1):
                seen[at] = row[STONES + path] >> space & 1
                at += 1
    if track.most_turns:
        seen[at] = row[TURNS]
    for n in range(seen.size):
        seen[n] /= sight.scales[n]


@compiled
def see_all(track: Track, sight: Sight, rows: Numbers, seats: Numbers, seen: Floats) -> None:
    """The observations of all rows, each from a seat."""
    for i in range(rows.shape[0]):
        see(track, sight, rows[i], seats[i], seen[i])
