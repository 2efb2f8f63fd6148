"""The fast turn equals the plain one."""

import pytest

from niten.bots.race.plain import PlainTurn
from niten.bots.race.turn import SolvedTurn, judge_each
from niten.dragon import Dragon
from testkit.effort import examples
from testkit.race_positions import any_shares, key_of_position, key_of_state, states

EXACT = 1e-9


def both(game: Dragon) -> tuple[PlainTurn, SolvedTurn]:
    """Two solvers with the same random judgement of positions."""
    seats = game.seats
    plain = PlainTurn(game, lambda state: any_shares(key_of_state(state), seats))
    fast = SolvedTurn(game, judge_each(lambda position: any_shares(key_of_position(position, seats), seats)))
    return plain, fast


@pytest.mark.parametrize("seed", range(2))
def test_every_move_is_worth_the_same(seed: int) -> None:
    for game, state in states(seed, decisions=True):
        plain, fast = both(game)
        expected, found = plain.moves(state), fast.moves(state)
        assert list(expected) == list(found)
        for step, shares in expected.items():
            assert found[step][state.seat] == pytest.approx(shares[state.seat], abs=EXACT), (game.position(state), step)


@pytest.mark.parametrize("seed", range(examples(1, soak=2)))
def test_a_turn_is_worth_the_same_to_every_seat(seed: int) -> None:
    for game, state in states(seed, decisions=False):
        plain, fast = both(game)
        assert fast.begin(state) == pytest.approx(plain.begin(state), abs=EXACT), game.position(state)
