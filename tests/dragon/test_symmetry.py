"""Renaming paths, colours or seats changes nothing but names."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice

import pytest

from niten.core import CHANCE, Step
from niten.dragon import Board, Colour, Dragon, Element, Face, Path, Powers, Setup, State
from niten.dragon.steps import in_order
from testkit.races import COLOURS, walk

LONGEST = 400
BOARD = Board("uneven", tuple(Path(4 + number, (1, 2, 3, 4, 5)) for number in range(5)))

Renaming = Mapping[str, str]


def renamed(game: Dragon, step: Step, names: Renaming) -> Step:
    return game.read_step(" ".join(names.get(word, word) for word in str(step).split()))


def check_same(
    one: Dragon, other: Dragon, translate: Callable[[State], State], names: Renaming, *, seed: int = 1
) -> None:
    """Along a random game, both have the same choices and go the same way."""
    for before, step, after in islice(walk(one, seed), LONGEST):
        there = translate(before)
        assert (one.actor(before) == CHANCE) == (other.actor(there) == CHANCE)
        if one.actor(before) == CHANCE:
            weights = {renamed(one, each, names): weight for each, weight in one.chance(before).weight.items()}
            assert weights == other.chance(there).weight
        else:
            moves = {renamed(one, each, names) for each in one.legal_moves(before)}
            assert moves == set(other.legal_moves(there))
        assert other.apply(there, renamed(one, step, names)) == translate(after)


@pytest.mark.parametrize("order", [(1, 2, 3, 4, 0), (4, 3, 2, 1, 0), (0, 2, 1, 3, 4)])
def test_paths(order: tuple[int, ...]) -> None:
    """In the basic game no colour owns a path; `order[new]` is the old number of a path."""
    elements = tuple(Element)
    names = {str(elements[old]): str(elements[new]) for new, old in enumerate(order)}
    setup = Setup(COLOURS[:3], board=BOARD, stones=((Element.FIRE, 2), (Element.WOOD, 5)), random_stones=2, starts=0)
    other = replace(
        setup,
        board=Board("uneven", tuple(BOARD.paths[old] for old in order)),
        stones=tuple((Element(names[path]), space) for path, space in setup.stones),
    )

    def translate(state: State) -> State:
        return state._replace(
            spaces=tuple(state.spaces[old] for old in order),
            stones=tuple(state.stones[old] for old in order),
            dice=in_order(Face(names.get(face, face)) for face in state.dice),
        )

    check_same(Dragon(setup), Dragon(other), translate, names)


@pytest.mark.parametrize("powers", [Powers.NONE, Powers.ANY])
def test_colours(powers: Powers) -> None:
    """Without immunity and own powers a colour is a name."""
    names = {"black": "blue", "red": "white", "blue": "red"}
    setup = Setup((Colour.BLACK, Colour.RED, Colour.BLUE), board=BOARD, powers=powers)
    other = replace(setup, players=tuple(Colour(names[colour]) for colour in setup.players))
    check_same(Dragon(setup), Dragon(other), lambda state: state, names)


@pytest.mark.parametrize("shift", [1, 2, 3])
def test_seats(shift: int) -> None:
    """Whoever sits first: steps name colours, so they are the same ones."""
    setup = Setup(COLOURS[1:], board=BOARD, powers=Powers.OWN, immunity=True, starts=shift)
    other = replace(setup, players=setup.players[shift:] + setup.players[:shift], starts=0)
    seats = len(setup.players)

    def translate(state: State) -> State:
        if game.actor(state) == -2:
            return state._replace(spaces=turn_rows(state), unspent=turn(state.unspent))
        return state._replace(seat=(state.seat - shift) % seats, spaces=turn_rows(state), unspent=turn(state.unspent))

    def turn_rows(state: State) -> tuple[tuple[int, ...], ...]:
        return tuple(row[shift:] + row[:shift] for row in state.spaces)

    def turn(unspent: tuple[bool, ...]) -> tuple[bool, ...]:
        return unspent[shift:] + unspent[:shift]

    game = Dragon(setup)
    check_same(game, Dragon(other), translate, {}, seed=shift)
