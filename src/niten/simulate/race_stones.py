"""Dead stones drawn by lot (D5), on bits: what `niten.dragon.stones` does."""

from niten.dragon.stones import longest_last_row
from niten.simulate.race_tables import PATHS, STONES, Track
from niten.simulate.streams import Numbers, Streams, inner, lot

_IMPOSSIBLE = -1000
_LAST_ROW = tuple(map(longest_last_row, range(6)))


@inner
def room(plain: int, stones: int, players: int) -> int:
    """How many more stones a path can take; below zero if those on it may not stand."""
    # The most stones up to a space, by the length of the row that ends there: none to four.
    most = (0, _IMPOSSIBLE, _IMPOSSIBLE, _IMPOSSIBLE, _IMPOSSIBLE)
    standing = 0
    for space in range(1, plain + 1):
        free = _IMPOSSIBLE
        if stones >> space & 1:
            standing += 1
        else:
            free = max(most)
        most = (free, most[0] + 1, most[1] + 1, most[2] + 1, most[3] + 1)
    best = _IMPOSSIBLE
    for length in range(_LAST_ROW[players] + 1):
        best = max(best, most[length])
    return best - standing


@inner
def fits(track: Track, row: Numbers, path: int, space: int, rooms: int, left: int) -> bool:  # noqa: PLR0917
    """Whether a stone may fall there: no path is closed, the others have room; `rooms` is that of all paths."""
    stones = row[STONES + path]
    if stones >> space & 1:
        return False
    after = room(track.plain[path], stones | 1 << space, track.seats)
    return after >= 0 and rooms - room(track.plain[path], stones, track.seats) + after >= left - 1


@inner
def draw_stones(track: Track, row: Numbers, streams: Streams, i: int) -> None:
    """Each space where the next stone may fall is as likely."""
    for left in range(track.drawn, 0, -1):
        rooms = 0
        for path in range(PATHS):
            rooms += room(track.plain[path], row[STONES + path], track.seats)
        places = 0
        for path in range(PATHS):
            for space in range(1, track.plain[path] + 1):
                places += fits(track, row, path, space, rooms, left)
        chosen = lot(streams, i, places)
        for path in range(PATHS):
            for space in range(1, track.plain[path] + 1):
                if chosen >= 0 and fits(track, row, path, space, rooms, left):
                    if chosen == 0:
                        row[STONES + path] |= 1 << space
                    chosen -= 1
