"""Random games with everything that must always hold looked at on the way."""

import random
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest

from niten.core import CHANCE, NOBODY, GameOver, IllegalStep, Match, Record, Step
from niten.core.record import replay
from niten.dragon import (
    NOTATION,
    Again,
    Balance,
    Become,
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
    Powers,
    Rebirth,
    Reroll,
    Roll,
    Setup,
    State,
    Stone,
    Swap,
)
from testkit.effort import examples
from testkit.races import COLOURS, many_setups, walk

SETUPS = many_setups()
LONGEST = examples(700, quick=150, soak=700)  # steps
SPENDING = {"eye", "leap", "become", "leap-balance", "fear", "rebirth"}
CHANGING = {"move", "leap", "become", "balance", "leap-balance", "swap"}


@cache
def universe() -> tuple[Step, ...]:
    """Every step that can be written, but for stones far away."""
    dice = [faces for count in range(1, 6) for faces in combinations_with_replacement(Face, count)]
    return (
        *(kind(faces) for kind in (Roll, Reroll, Eye) for faces in dice),
        *(kind(path) for kind in (Move, Leap, Become) for path in Element),
        *(kind() for kind in (Balance, LeapBalance, Fear, Pass, Again, Rebirth, End)),
        *(Swap(path, one, other) for path in Element for one, other in combinations(COLOURS, 2)),
        *(Stone(path, space) for path in Element for space in range(15)),
    )


def test_every_step_reads_back() -> None:
    for step in universe():
        assert NOTATION.read(str(step)) == step


def test_every_combination_is_walked() -> None:
    seen = {(len(setup.players), setup.board.name, setup.powers, setup.immunity) for setup in SETUPS}
    assert len(seen) == len(SETUPS) == 4 * 3 * 3 * 2
    assert {setup.starts is None for setup in SETUPS} == {True, False}
    assert {setup.random_stones > 0 for setup in SETUPS} == {True, False}


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_walk(number: int) -> None:
    game = Dragon(SETUPS[number])
    match = Match(game)
    stream = random.Random(number)
    for before, step, after in walk(game, number, most=LONGEST):
        assert match.play(step) == after
        check_choices(game, before, stream)
        check_board(game, after)
        check_progress(game, before, step, after)
        if stream.random() < 0.1:
            assert game.read_position(game.position(after)) == after
    assert replay(Record.of(match), Dragon).match.state == match.state


def check_choices(game: Dragon, state: State, stream: random.Random) -> None:
    """Whoever acts has choices; what is a choice is accepted, what is not is refused."""
    moves = game.legal_moves(state)
    if game.actor(state) == CHANCE:
        assert moves == ()
        chance = game.chance(state)
        assert len(set(chance.outcomes)) == len(chance.outcomes) == len(chance.weights)
        assert chance.total == (6**chance.dice if chance.dice else len(chance.outcomes))
        possible = set(chance.outcomes)
    else:
        assert game.actor(state) == state.seat
        assert moves == tuple(dict.fromkeys(moves))
        assert ("pass" in {move.verb for move in moves}) == (
            state.phase == Phase.MOVE and not {"move", "balance"} & {move.verb for move in moves}
        )
        possible = set(moves)
    assert possible
    assert game.outcome(state) is None
    steps = stream.sample(universe(), 5)
    assert [game.is_legal(state, step) for step in steps] == [step in possible for step in steps]
    step = stream.choice(steps)
    if step not in possible:
        with pytest.raises(IllegalStep):
            game.apply(state, step)


def check_board(game: Dragon, state: State) -> None:
    """D4, D5: one piece or stone a space, each on its path; nobody stays on a symbol."""
    for path, pieces, stones in zip(game.options.board.paths, state.spaces, state.stones, strict=True):
        standing = [space for space in pieces if space] + list(stones)
        assert len(standing) == len(set(standing))
        assert all(1 <= space <= path.length for space in standing)
        assert all(space <= path.plain for space in stones)
        assert list(stones) == sorted(stones)
    assert len(state.dice) == 5 if state.phase == Phase.MOVE else len(state.dice) < 5
    assert list(state.dice) == sorted(state.dice, key=list(Face).index)
    if game.options.powers == Powers.NONE:
        assert not any(state.unspent)
    if game.options.max_turns is None:
        assert state.turns == 0
    assert all(score == sum(row) for score, row in zip(game.scores(state), game.standing(state), strict=True))


def check_progress(game: Dragon, before: State, step: Step, after: State) -> None:
    """What a step changes, and what it leaves alone."""
    assert (before.spaces != after.spaces) == (step.verb in CHANGING)
    assert (before.unspent != after.unspent) == (step.verb in SPENDING)
    assert (before.stones != after.stones) == (step.verb == "stone")
    if step.verb != "swap":
        for path in range(5):
            for seat in range(game.seats):
                moved = after.spaces[path][seat] - before.spaces[path][seat]
                assert moved >= 0
                assert moved == 0 or seat == before.seat
    assert (after.phase == Phase.OVER) == (game.outcome(after) is not None) == (game.actor(after) == NOBODY)


@pytest.mark.parametrize("players", range(2, 6))
def test_whole_games_end(players: int) -> None:
    game = Dragon(Setup(COLOURS[:players], powers=Powers.OWN))
    last = [after for _, _, after in walk(game, players)][-1]
    outcome = game.outcome(last)
    assert outcome
    assert outcome.result == "finished"
    assert sum(outcome.shares) == 1
    for step in (Pass(), End(), Roll((Face.WATER,))):
        with pytest.raises(GameOver):
            game.apply(last, step)


def test_order_of_moves_is_that_of_the_notation() -> None:
    verbs = [
        "reroll",
        "eye",
        "move",
        "leap",
        "become",
        "balance",
        "leap-balance",
        "swap",
        "fear",
        "pass",
        "again",
        "rebirth",
        "end",
    ]
    for setup in SETUPS[::5]:
        game = Dragon(setup)
        for state, _, _ in walk(game, 1, most=200):
            places = [verbs.index(move.verb) for move in game.legal_moves(state)]
            assert places == sorted(places)


def test_equal_states_from_different_dice() -> None:
    game = Dragon(Setup(COLOURS[:2], starts=0))
    states = [game.start(), game.start()]
    lines = (
        ("roll water water fire fire dragon", "reroll fire fire dragon", "roll water metal metal", "move water"),
        ("roll water water water wood wood", "move water"),
    )
    for number, steps in enumerate(lines):
        for line in steps:
            states[number] = game.apply(states[number], game.read_step(line))
    assert states[0] == states[1]
    assert hash(states[0]) == hash(states[1])


def test_a_fourth_roll_is_as_good_as_a_third() -> None:
    game = Dragon(Setup((COLOURS[2], COLOURS[0]), powers=Powers.OWN, starts=0))
    state = game.read_position(
        "players=white,black powers=own starts=white turn=white rolls=3 dice=water,fire,fire,wood,wood"
    )
    for line in ("eye water", "roll fire"):
        state = game.apply(state, game.read_step(line))
    third = "players=white,black powers=own starts=white turn=white rolls=3 unspent=black dice=fire,fire,fire,wood,wood"
    assert state == game.read_position(third)
