"""The players of the race, from one who looks at his own pieces only to one who looks several turns ahead.

What the weaker ones lack is judgement, not arithmetic: they misjudge the positions a turn can end in, by chance and
each time anew, and then choose their dice well for what they believe. So they err as people do, and never blindly.
"""

from functools import cache

import numpy as np

from niten.bots.race.ends import final_shares
from niten.bots.race.net import Net, judging, shipped_net
from niten.bots.race.search import SECONDS, SearchJudge
from niten.bots.race.selfplay import shake
from niten.bots.race.tables import PATHS, Position, Race, Turn, among_greedy
from niten.bots.race.turn import RowJudge, SolvedTurn
from niten.core import Dice, Step
from niten.dragon import Dragon, State

_ARRIVED, _TURN, _COUNTER, _MOST = 2.0, 2.0, 1.5, 50.0
"""What a number reached, another turn and a counter in hand are worth to a beginner, in points; more than all of it."""
NODES = 1500
"""Turns the master solves for one of his own: enough for three turns of two players."""


@cache
def _net() -> Net:
    return shipped_net()[0]


def own_progress(race: Race, position: Position, turn: Turn) -> None:
    """A beginner's judgement: his own points and how far his pieces are, as if he were alone."""
    seat = position.seat
    for row in range(turn.sizes[1]):
        spaces = turn.spaces[turn.body[row]]
        if turn.roller[row] < 0:
            final_shares(race, spaces, turn.shares[row])
            continue
        worth = _TURN * (turn.roller[row] == seat) + _COUNTER * (not turn.spent[row])
        for path in range(PATHS):
            space, plain = spaces[path, seat], race.plain[path]
            if space > plain:
                worth += _ARRIVED + race.worth[path, space - plain - 1]
            else:
                worth += _ARRIVED * space / (plain + 1)
        turn.shares[row] = (1 - worth / _MOST) / (race.seats - 1)
        turn.shares[row, seat] = worth / _MOST


def taking_others_for_greedy(judge: RowJudge) -> RowJudge:
    """The same judgement by one who believes that all others play as the greedy bot does."""

    def judge_rows(race: Race, position: Position, turn: Turn) -> None:
        judge(among_greedy(race, position.seat), position, turn)

    return judge_rows


class RacePlayer:
    """Solves the turn with its ends judged by `judge`; `error` is by how much he misjudges them, in shares of a win."""

    def __init__(self, judge: RowJudge, error: float = 0.0) -> None:
        self.judge = judge
        self.error = error
        self._latest: SolvedTurn | None = None  # only saves time: a turn solved again has the same values

    def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
        if self._latest is None or self._latest.game != game or self.error:
            self._latest = SolvedTurn(game, self._judge(dice))
        moves = self._latest.moves(state)
        return max(moves, key=lambda step: moves[step][state.seat])

    def _judge(self, dice: Dice) -> RowJudge:
        if not self.error:
            return self.judge
        stream = np.array([dice.below(2**32)], np.uint64)

        def misjudge(race: Race, position: Position, turn: Turn) -> None:
            self.judge(race, position, turn)
            shake(position.seat, turn, self.error, stream)

        return misjudge


def beginner() -> RacePlayer:
    """Sees his own pieces only."""
    return RacePlayer(own_progress, 0.01)


def casual() -> RacePlayer:
    """Has a feeling for positions, and errs much."""
    return RacePlayer(judging(_net()), 0.048)


def solid() -> RacePlayer:
    """Errs a little."""
    return RacePlayer(judging(_net()), 0.029)


def strong() -> RacePlayer:
    """Takes the others for greedy players, and makes the most of that; errs very little."""
    return RacePlayer(taking_others_for_greedy(judging(_net())), 0.008)


def master() -> RacePlayer:
    """Looks three turns ahead with two players, two with more; he is mostly ready long before his second is over."""
    return RacePlayer(SearchJudge(_net(), nodes=NODES, seconds=SECONDS))


PLAYERS = {"beginner": beginner, "casual": casual, "solid": solid, "strong": strong, "master": master}
"""The levels by name, the weakest first; their errors are chosen by how often they beat the greedy bot."""
