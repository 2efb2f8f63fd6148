"""The engine against an oracle written from the rules alone, without sight of the engine.

Whole random games step by step, and tens of thousands of random positions with random dice.
"""

from fractions import Fraction
from typing import Any

import pytest

from niten.core import CHANCE, NOBODY, SeededDice
from niten.dragon import Dragon, Phase, State
from niten.dragon.elements import Colour, Element, Face
from niten.dragon.setup import Setup
from niten.dragon.stones import places
from testkit.effort import examples
from tests.oracles.dragon import DragonOracle, check_examples

PLAIN = {"standard": 8, "short": 5, "long": 12}


def setup_data(dice: SeededDice, players: int, **changes: Any) -> dict[str, Any]:
    """A random set-up for this many players."""
    colours = [str(colour) for colour in Colour]
    for n in range(4, 0, -1):  # shuffle
        other = dice.below(n + 1)
        colours[n], colours[other] = colours[other], colours[n]
    plain = [dice.below(8) + 1 for _ in Element]
    paths = {str(path): {"plain": plain[n], "values": [1, 2, 3, 4, 5]} for n, path in enumerate(Element)}
    data: dict[str, Any] = {
        "board": {"name": "test", "paths": paths},
        "players": colours[:players],
        "powers": ("none", "own", "any")[dice.below(3)],
        "immunity": dice.below(2) == 1,
        "stones": [],
        "random_stones": 0,
        "starts": dice.below(players),
        "max_turns": None,
    }
    return data | changes


def compare(game: Dragon, state: State, oracle: DragonOracle) -> None:
    """Everything the two can be asked must agree."""
    outcome = game.outcome(state)
    expected = oracle.outcome()
    assert (expected is None) == (outcome is None)
    if outcome and expected:
        assert (outcome.result, list(outcome.shares)) == expected
    actor = game.actor(state)
    assert oracle.actor() == {CHANCE: "chance", NOBODY: "nobody"}.get(actor, actor)
    assert oracle.legal() == set(map(str, game.legal_moves(state)))
    if actor == CHANCE:
        chance = game.chance(state)
        weights = zip(chance.outcomes, chance.weights, strict=True)
        assert oracle.chances() == {str(step): Fraction(weight, chance.total) for step, weight in weights}
    view: dict[str, Any] = oracle.view()
    assert view["pieces"] == [[row[seat] for row in state.spaces] for seat in range(game.seats)]
    assert view["stones"] == sorted([str(p), n] for p, row in zip(Element, state.stones, strict=True) for n in row)
    assert list(game.scores(state)) == oracle.scores()
    if state.phase in (Phase.ROLL, Phase.MOVE):
        assert view["dice"] == list(map(str, state.dice))
        assert view["seat"] == state.seat
        assert min(view["rolls"], 3) == state.rolls or state.phase is Phase.ROLL  # a fourth roll counts as the third
    if game.options.powers != "none":
        assert view["counters"] == list(state.unspent)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_random_games_agree_with_the_oracle(players: int, seed: int) -> None:
    dice, choices = SeededDice(seed), SeededDice(seed, "players")
    stones = 0 if players == 5 else choices.below(4)
    starts = None if seed % 2 else choices.below(players)
    data = setup_data(choices, players, random_stones=stones, starts=starts, max_turns=25 + choices.below(10))
    game, oracle = Dragon.from_setup(data), DragonOracle(data)
    state = game.start()
    compare(game, state, oracle)
    while (actor := game.actor(state)) != NOBODY:
        if actor == CHANCE:
            step = game.chance(state).draw(dice)
        else:
            moves = game.legal_moves(state)
            others = [move for move in moves if not str(move).startswith(("reroll", "eye"))]
            pool = others if others and choices.below(2) else moves  # not only rerolls
            step = pool[choices.below(len(pool))]
        oracle.apply(str(step))
        state = game.apply(state, step)
        compare(game, state, oracle)


_LOADED = (  # throws that the rare rules are about come up often enough
    (Face.DRAGON,) * 4,
    (Face.DRAGON,) * 5,
    (Face.WATER,) * 5,
    (Face.WATER, Face.FIRE, Face.METAL, Face.EARTH, Face.WOOD),
)


def random_position(source: SeededDice) -> tuple[dict[str, Any], Dragon, State]:
    """Pieces, stones and dice thrown together at random; nobody has finished."""
    players = source.below(4) + 2
    data = setup_data(source, players)
    options = Setup.from_data(data)
    stones: tuple[tuple[int, ...], ...] = ((),) * 5
    for _ in range(source.below(6) if players < 5 else 0):
        spots = tuple(places(options.board, stones, players, 1))
        if spots:
            path, space = spots[source.below(len(spots))]
            at = list(Element).index(path)
            stones = (*stones[:at], tuple(sorted((*stones[at], space))), *stones[at + 1 :])
    spaces = [[0] * players for _ in Element]
    for row, path, taken in zip(spaces, options.board.paths, stones, strict=True):
        for seat in range(players):
            space = source.below(path.length + 1)
            if space not in taken and space not in row:
                row[seat] = space
    for seat in range(players):  # a finished game has no moves
        if all(row[seat] > path.plain for row, path in zip(spaces, options.board.paths, strict=True)):
            spaces[source.below(5)][seat] = 0
    faces = list(_LOADED[source.below(4)]) if source.below(4) == 0 else []
    faces += [tuple(Face)[source.below(6)] for _ in range(5 - len(faces))]
    data |= {"stones": [[str(p), n] for p, row in zip(Element, stones, strict=True) for n in row]}
    game = Dragon.from_setup(data)
    state = game.start()._replace(
        phase=Phase.MOVE,
        seat=source.below(players),
        spaces=tuple(map(tuple, spaces)),
        stones=stones,
        dice=tuple(sorted(faces, key=list(Face).index)),
        rolls=source.below(3) + 1,
        unspent=tuple(options.powers != "none" and source.below(2) == 1 for _ in range(players)),
    )
    return data, game, state


@pytest.mark.parametrize("seed", range(8))
def test_random_positions_agree_with_the_oracle(seed: int) -> None:
    source = SeededDice(seed, "positions")
    for _ in range(examples(1000)):
        data, game, state = random_position(source)

        def oracle(data: dict[str, Any] = data, game: Dragon = game, state: State = state) -> DragonOracle:
            return DragonOracle.at(
                data,
                pieces=[[row[seat] for row in state.spaces] for seat in range(game.seats)],
                seat=state.seat,
                dice=list(map(str, state.dice)),
                rolls=state.rolls,
                counters=list(state.unspent),
                stones=data["stones"],
            )

        first = oracle()
        moves = game.legal_moves(state)
        assert first.legal() == set(map(str, moves)), game.position(state)
        step = moves[source.below(len(moves))]
        if source.below(3):  # rerolls are most of the moves, and the least of the rules
            others = [move for move in moves if not str(move).startswith(("reroll", "eye"))]
            step = others[source.below(len(others))]
        first.apply(str(step))
        compare(game, game.apply(state, step), first)


def test_the_oracle_itself_reproduces_the_examples() -> None:
    check_examples()
