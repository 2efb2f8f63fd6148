"""What is played in training: every kind of game there is, the plain ones most."""

from typing import TypeVar

import numpy as np

from niten.bots.race.tables import Race, among_greedy, race_of
from niten.core import BadSetup
from niten.dragon import Board, Colour, Dragon, Path, Phase, Powers, Setup, State, shipped_board
from niten.dragon.stones import most_stones

_BASIC = 0.25  # two players, the standard board, nothing else
_PLAYERS = {2: 0.4, 3: 0.2, 4: 0.2, 5: 0.2}
_BOARDS = {"standard": 0.66, "short": 0.12, "long": 0.12, "drawn": 0.1}
_POWERS = {Powers.NONE: 0.4, Powers.OWN: 0.3, Powers.ANY: 0.3}
_IMMUNITY, _STONES = 0.2, 0.2
_GREEDY = 0.4  # all but one play as the greedy bot does

T = TypeVar("T")


def draw_game(stream: np.random.Generator) -> tuple[Dragon, State]:
    """A game, and its position before the first turn."""
    is_basic = stream.random() < _BASIC
    game = Dragon(Setup(_colours(stream, 2), starts=int(stream.integers(2))) if is_basic else _draw_setup(stream))
    state = game.start()
    while state.phase == Phase.STONES:
        outcomes = game.chance(state).outcomes
        state = game.advance(state, outcomes[stream.integers(len(outcomes))])
    return game, state


def draw_race(stream: np.random.Generator) -> tuple[Race, int]:
    """The same as arrays, and who begins."""
    game, state = draw_game(stream)
    race = race_of(game, state)
    if stream.random() < _GREEDY:
        race = among_greedy(race, int(stream.integers(race.seats)))
    return race, state.seat


def _draw_setup(stream: np.random.Generator) -> Setup:
    players = _choice(stream, _PLAYERS)
    name = _choice(stream, _BOARDS)
    board = _draw_board(stream) if name == "drawn" else shipped_board(name)
    powers, immunity = _choice(stream, _POWERS), stream.random() < _IMMUNITY
    stones = int(stream.integers(1, most_stones(players) + 1)) if players < 5 and stream.random() < _STONES else 0
    colours, starts = _colours(stream, players), int(stream.integers(players))
    while True:
        try:
            return Setup(colours, board, powers, immunity, (), stones, starts)
        except BadSetup:  # more stones than there is room for
            stones //= 2


def _draw_board(stream: np.random.Generator) -> Board:
    """Some paths longer than others, some numbers worth more than others."""
    plains = stream.integers(1, 17, size=5)
    values = np.tile(np.arange(1, 6), (5, 1))
    if stream.random() < 0.5:
        values = stream.integers(0, 10, size=(5, 5))
    return Board(
        "drawn", tuple(Path(int(plain), tuple(row)) for plain, row in zip(plains, values.tolist(), strict=True))
    )


def _colours(stream: np.random.Generator, count: int) -> tuple[Colour, ...]:
    colours = tuple(Colour)
    order: list[int] = stream.permutation(5).tolist()
    return tuple(colours[number] for number in order[:count])


def _choice(stream: np.random.Generator, chances: dict[T, float]) -> T:
    options = tuple(chances)
    return options[int(np.searchsorted(np.cumsum(tuple(chances.values())), stream.random()))]
