"""The gradient is that of the loss, and the net judges a turn as it judges each of its positions."""

import numpy as np
import pytest

from niten.bots.race.ends import list_ends
from niten.bots.race.features import PATH_ROWS
from niten.bots.race.learning import first_net, judge, learn_position, new_trace, zeros
from niten.bots.race.net import Net, judging
from niten.bots.race.tables import Floats, Position, Race, among_greedy, new_turn, position_of, race_of
from niten.bots.race.turn import judge_each
from testkit.race_positions import any_shares, states

NET = first_net(np.random.default_rng(5))
SINGLE = 2e-6
"""Shares are sums of a few hundred single-precision products of the size of 1."""


def seen_by(number: int, race: Race) -> Race:
    """Every other set-up is one among greedy players."""
    return among_greedy(race, number % race.seats) if number % 2 else race


def loss(net: Net, race: Race, position: Position, target: Floats) -> float:
    trace = new_trace()
    judge(net, race, position.spaces, position.unspent, position.seat, trace)
    return -float(target[: race.seats] @ np.log(trace.shares[: race.seats]))


def test_a_turn_is_judged_position_by_position() -> None:
    trace, turn = new_trace(), new_turn()
    for number, (game, state) in enumerate(states(7, decisions=False)):
        race, position = seen_by(number, race_of(game, state)), position_of(state)

        def each(one: Position, race: Race = race) -> tuple[float, ...]:
            judge(NET, race, one.spaces, one.unspent, one.seat, trace)
            return tuple(trace.shares[: race.seats])

        list_ends(race, position.spaces, position.unspent, position.seat, turn)
        judge_each(each)(race, position, turn)
        rows = turn.sizes[1]
        expected = turn.shares[:rows].copy()
        judging(NET)(race, position, turn)
        assert turn.shares[:rows, : race.seats] == pytest.approx(expected[:, : race.seats], abs=SINGLE)
        assert turn.shares[:rows, : race.seats].sum(axis=1) == pytest.approx(1)


def test_the_gradient_is_that_of_the_loss() -> None:
    stream = np.random.default_rng(1)
    for number, (game, state) in enumerate(list(states(3, decisions=False))[::9]):
        race, position = seen_by(number, race_of(game, state)), position_of(state)
        target = np.zeros(5)
        target[: race.seats] = any_shares(str(state), race.seats)
        gradient, touched = zeros(), np.zeros(PATH_ROWS, dtype=np.int64)
        trace = new_trace()
        trace.mix_across[:], trace.deep_across[:] = NET.mix.T, NET.deep.T
        learn_position(
            NET, race, position.spaces, position.unspent, position.seat, target, 1.0, trace, gradient, touched
        )  # fmt: skip
        assert set(np.flatnonzero(np.abs(gradient.rows).sum(axis=1))) <= set(np.flatnonzero(touched))
        for name in Net._fields:
            slopes = getattr(gradient, name)
            used = np.argwhere(np.abs(slopes) > 0.3 * np.abs(slopes).max())
            for place in map(tuple, stream.permutation(used)[:3]):
                sides: list[float] = []
                for change in (2e-3, -2e-3):
                    net = Net(*(array.copy() for array in NET))
                    getattr(net, name)[place] += change
                    sides.append(loss(net, race, position, target))
                # A kink of a ReLU may lie between: the slope is near, not exact.
                assert slopes[place] == pytest.approx((sides[0] - sides[1]) / 4e-3, rel=0.1, abs=5e-4), name
