"""Where dead stones may stand (D5): no path may be closed for good.

A set of stones that may stand may also lose any of them, so stones can be drawn one after the other.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from niten.dragon.board import Board
from niten.dragon.elements import Element, Spot

STONES_PER_COLOUR = 5
_COLOURS = 5
_LONGEST_ROW = 4

Stones = tuple[tuple[int, ...], ...]
"""Path by path, the spaces with a stone, in ascending order."""


def most_stones(players: int) -> int:
    """Five for each unused colour (D5)."""
    return STONES_PER_COLOUR * (_COLOURS - players)


def by_path(spots: Iterable[Spot]) -> Stones:
    """Stones path by path."""
    given = tuple(spots)
    return tuple(tuple(sorted(space for path, space in given if path == element)) for element in Element)


def with_stone(stones: Stones, path: int, space: int) -> Stones:
    """The stones and one more."""
    return (*stones[:path], tuple(sorted((*stones[path], space))), *stones[path + 1 :])


def longest_last_row(players: int) -> int:
    """How long a row ending on the last plain space may be: one throw of five reaches a numbered space that is free."""
    return 5 - players


def has_long_row(stones: tuple[int, ...]) -> bool:
    """Whether five stones stand in a row: no throw gets past them."""
    return any(set(range(space, space + _LONGEST_ROW + 1)) <= set(stones) for space in stones)


def last_row(plain: int, stones: tuple[int, ...]) -> int:
    """The length of the row of stones that ends on the last plain space."""
    return next(length for length in range(plain + 1) if plain - length not in stones)


@lru_cache(maxsize=4096)
def room(plain: int, stones: tuple[int, ...], players: int) -> int:
    """How many more stones a path can take; below zero if those on it may not stand."""
    # The most stones up to a space, by the length of the row that ends there.
    impossible = -plain - 1
    most = [0] + [impossible] * _LONGEST_ROW
    for space in range(1, plain + 1):
        left_free = impossible if space in stones else max(most)
        most = [left_free, *(count + 1 for count in most[:-1])]
    return max(most[: longest_last_row(players) + 1]) - len(stones)


def places(board: Board, stones: Stones, players: int, left: int) -> Iterator[Spot]:
    """Where the next of `left` stones may fall: on a plain space, closing no path and leaving room for the others."""
    rooms = [room(path.plain, on_path, players) for path, on_path in zip(board.paths, stones, strict=True)]
    for number, (element, path) in enumerate(zip(Element, board.paths, strict=True)):
        elsewhere = sum(rooms) - rooms[number]
        for space in range(1, path.plain + 1):
            if space in stones[number]:
                continue
            after = room(path.plain, with_stone(stones, number, space)[number], players)
            if after >= 0 and elsewhere + after >= left - 1:
                yield element, space
