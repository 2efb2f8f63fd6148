"""The kernels equal the plain engine, game by game, under the same dice and the same decisions.

100,000 games are `python -m bench.simulator_equality`.
"""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from niten.booklet import duels, find_duel
from niten.core import SeededDice
from niten.dragon import SHIPPED, Board, Dragon, Face, Path, Phase, Power, Powers, Setup, State, shipped_board
from niten.dragon.elements import powers_of
from niten.dragon.scores import has_finisher
from niten.dragon.steps import in_order
from niten.samurai import EDITIONS, Samurai, parse_duel
from niten.samurai.switches import switches_from
from niten.simulate import kernel_of
from niten.simulate.streams import new_streams
from testkit.duels import any_rules, duel_tables, game, lines
from testkit.effort import examples
from testkit.kernels import GivenDice, compare, given_numbers, settle
from testkit.races import COLOURS, many_setups

BOOKLET = sorted(duels())


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_demo_duel(edition: str) -> None:
    assert compare(Samurai(find_duel("oda-nobunaga"), EDITIONS[edition]), 300, seed=1, width=2000, every=7) > 6000


@pytest.mark.parametrize("number", range(8))
def test_duels_of_the_booklet(number: int) -> None:
    for duel, edition in list(product(BOOKLET, EDITIONS))[number::8]:
        compare(Samurai(find_duel(duel), EDITIONS[edition]), 8, seed=number, width=4000, every=11)


@pytest.mark.parametrize("edition", EDITIONS)
def test_injuries_everywhere(edition: str) -> None:
    """Wounds of every kind, limbs lost, beheadings: lines that always strike, and a player who lasts."""
    injuries = [{"zone": zone, "cost": "deep wound" if zone % 2 else "ki 3"} for zone in range(2, 12)]
    struck = game(
        edition,
        health=99,
        lines=lines({"defense": 0, "counter": 99, "effect": "level 2"}, line_3={"defense": 9}),
        player={"health": 60, "ki": 30, "dice": [3, 2, 1] * 10, "injuries": injuries},
    )
    assert compare(struck, 60, seed=3, width=6000, every=5) > 2000


@pytest.mark.parametrize("edition", EDITIONS)
def test_purchases_everywhere(edition: str) -> None:
    kinds = ("ki", "opponent", "attack", "defense")
    rewards: list[dict[str, Any]] = [{"price": n + 1, "reward": kinds[n % 4], "amount": n % 3 + 1} for n in range(29)]
    rich = game(edition, health=40, player={"concentration": [*rewards, {"price": 30, "reward": "strike"}]})
    assert compare(rich, 60, seed=4, width=6000, every=5) > 2000


@settings(max_examples=examples(60), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(table=duel_tables(), rules=any_rules(), seed=st.integers(0, 1000))
def test_any_duel(table: dict[str, Any], rules: str, seed: int) -> None:
    compare(Samurai(parse_duel(table, "test"), switches_from(rules)), 6, seed, width=4000, every=3)


@pytest.mark.parametrize("number", range(8))
def test_every_kind_of_race(number: int) -> None:
    """Every number of players, board, power and variant: a whole race, and the beginnings of more."""
    for n, setup in list(enumerate(many_setups()))[number::8]:
        if len(setup.players) < 4 and setup.board.name != "long":
            compare(Dragon(setup), 1, seed=n, every=9)
        compare(Dragon(replace(setup, max_turns=25)), 5, seed=n, width=4000, every=9)


@pytest.mark.parametrize("powers", Powers)
@pytest.mark.parametrize("players", range(2, 6))
def test_crowded_races(players: int, powers: Powers) -> None:
    """On the shortest board everything happens soon: full paths, leaps, shared wins, ties."""
    board = Board("crowded", tuple(Path(plain, (n, 0, 99, 1, 1)) for n, plain in enumerate((1, 2, 3, 1, 2))))
    setup = Setup(players=COLOURS[:players], board=board, powers=powers, immunity=players % 2 == 0)
    compare(Dragon(setup), 12, seed=players, every=9)


@pytest.mark.parametrize("board", SHIPPED)
def test_as_many_stones_as_there_can_be(board: str) -> None:
    """Most of what happens is the drawing (D5)."""
    setup = Setup(players=COLOURS[:2], board=shipped_board(board), random_stones=10 if board == "short" else 15)
    compare(Dragon(replace(setup, max_turns=6)), 15, seed=5, width=1000, every=9)


def test_stones_that_just_find_room() -> None:
    """Six spaces take five stones, but only four once 3, 4 and 5 are taken: refused where that leaves too little."""
    board = Board("tight", tuple(Path(plain, (1, 2, 3, 4, 5)) for plain in (6, 6, 1, 1, 1)))
    setup = Setup(players=COLOURS[:2], board=board, random_stones=13, max_turns=2)
    compare(Dragon(setup), 60, seed=7, width=500, every=9)


def test_the_longest_board() -> None:
    """Spaces beyond 63 exist, stones only up to 60."""
    board = Board("longest", (Path(60, (1, 2, 3, 4, 5)),) * 5)
    stones = tuple((path, space) for path in ("water", "wood") for space in (1, 30, 59))
    setup = Setup.from_data(
        {
            "board": board.to_data(),
            "players": ["red", "blue", "white"],
            "powers": "any",
            "stones": list(map(list, stones)),
        }
    )
    compare(Dragon(setup), 2, seed=6, every=9)


def any_position(game: Dragon, stream: SeededDice) -> State:
    """Pieces anywhere, most of them near the end, where they are in each other's way."""
    rows: list[tuple[int, ...]] = []
    for path in game.options.board.paths:
        free = [*range(1, path.length + 1), *([0] * game.seats), *range(path.plain - 2, path.length + 1)]
        row: list[int] = []
        while len(row) < game.seats:
            space = max(0, free[stream.below(len(free))])
            if space == 0 or space not in row:
                row.append(space)
        rows.append(tuple(row))
    faces = tuple(Face)
    few = (Face.DRAGON, faces[stream.below(5)], faces[stream.below(6)])  # hands with many of a kind
    dice = [few[stream.below(3)] if stream.below(3) else faces[stream.below(6)] for _ in range(5)]
    return game.start()._replace(
        phase=Phase.MOVE,
        seat=stream.below(game.seats),
        spaces=tuple(rows),
        dice=in_order(dice) if stream.below(6) else faces[:5],
        rolls=1 + stream.below(3),
        unspent=tuple(game.options.powers != Powers.NONE and stream.below(4) > 0 for _ in range(game.seats)),
        throws=(),
    )


@pytest.mark.parametrize("powers", Powers)
@pytest.mark.parametrize("players", range(2, 6))
def test_any_position_of_the_race(players: int, powers: Powers) -> None:
    """Every legal move of positions that random play seldom reaches, and what follows it."""
    board = Board("narrow", tuple(Path(plain, (1, 2, 3, 4, 5)) for plain in (2, 3, 1, 4, 2)))
    game = Dragon(Setup(COLOURS[-players:], board, powers=powers, immunity=players == 3))
    kernel, stream, leaps = kernel_of(game), SeededDice(players, powers), 0
    for number in range(250):
        state = any_position(game, stream)
        if has_finisher([path.plain for path in board.paths], state.spaces):
            continue
        moves = game.legal_moves(state)
        actions = [kernel.space.action(state, step) for step in moves]
        rows = np.repeat(kernel.row_of(state)[None], len(moves), axis=0)
        masks = np.zeros((len(moves), kernel.actions), np.uint8)
        kernel.fill_masks(rows, masks, 0, 1)
        assert np.flatnonzero(masks[0]).tolist() == sorted(actions), game.position(state)
        given_dice = given_numbers(len(moves), number, 12)
        kernel.apply(rows, new_streams(len(moves), 1, given=given_dice), np.array(actions), 0, len(moves))
        for n, step in enumerate(moves):
            after = settle(game, game.advance(state, step), GivenDice(given_dice[n]))
            assert kernel.state_of(rows[n]) == after, f"{step} in {game.position(state)}"
            leaps += step.verb in ("leap", "leap-balance")
    can_leap = any(Power.ANXIETY in powers_of(powers, colour) for colour in game.options.players)
    assert (leaps > 3) == can_leap
