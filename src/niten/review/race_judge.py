"""The judge of a race: what every state is worth to every seat, as the net sees it.

In the middle of a turn the value follows by backward induction from where the turn can end, and there the net judges.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from math import comb, prod

from niten.bots.race.net import judging, shipped_net
from niten.bots.race.plain import Shares, begins
from niten.bots.race.turn import RowJudge, SolvedTurn
from niten.core import CHANCE, Step
from niten.dragon import TO_THROW, Dragon, Phase, State
from niten.dragon.hands import ALL_DICE

ERROR: Mapping[int, float] = {2: 0.031, 3: 0.030, 4: 0.028, 5: 0.022}
"""How far a share is from the truth, root mean square, by the number of players: `python -m bench.race_judge`."""

_WAYS = tuple(comb(ALL_DICE, dragons) * 5 ** (ALL_DICE - dragons) for dragons in range(ALL_DICE + 1))
"""In how many ways five dice show so many dragons."""


class RaceJudge:
    """Values of all states of one race, for all seats; without a judge of its own, by the net that comes with Niten."""

    def __init__(self, game: Dragon, judge: RowJudge | None = None) -> None:
        self.game = game
        self._turn = SolvedTurn(game, judge or judging(shipped_net()[0]))

    def moves(self, state: State) -> dict[Step, Shares]:
        """What follows every legal move."""
        return self._turn.moves(state)

    def value(self, state: State) -> Shares:
        """What a state is worth, with best play for the rest of the turn; the stones must lie."""
        outcome = self.game.outcome(state)
        if outcome:
            return tuple(map(float, outcome.shares))
        if state.phase == Phase.ROLL_OFF:
            return self._thrown(state)
        if begins(state):
            return self._turn.begin(state)
        if self.game.actor(state) == CHANCE:
            return self._rolled(state)
        return max(self.moves(state).values(), key=lambda shares: shares[state.seat])

    def _rolled(self, state: State) -> Shares:
        chance = self.game.chance(state)
        after = (self.value(self.game.advance(state, step)) for step in chance.outcomes)
        return _mean(self.game.seats, zip(chance.weights, after, strict=True), chance.total)

    def _thrown(self, state: State) -> Shares:
        """Before a throw for the start (D6): each seat's first turn, as likely as it is."""
        chances = beginning(state.throws)
        turns = (
            (chance, self._turn.begin(state._replace(phase=Phase.ROLL, seat=seat, throws=())))
            for seat, chance in enumerate(chances)
            if chance
        )
        return _mean(self.game.seats, turns)


def beginning(throws: tuple[int, ...]) -> Shares:
    """How likely each seat begins. Those who tie throw again, and each of them is as likely as the others (D6)."""
    chances = [0.0] * len(throws)
    left = throws.count(TO_THROW)
    for dragons in product(range(len(_WAYS)), repeat=left):
        coming = iter(dragons)
        thrown = [next(coming) if each == TO_THROW else each for each in throws]
        best = [seat for seat, each in enumerate(thrown) if each == max(thrown)]
        for seat in best:
            chances[seat] += prod(_WAYS[each] for each in dragons) / len(best)
    return tuple(chance / 6 ** (ALL_DICE * left) for chance in chances)


def _mean(seats: int, weighted: Iterable[tuple[float, Shares]], total: float = 1) -> Shares:
    sums = [0.0] * seats
    for weight, shares in weighted:
        for seat, share in enumerate(shares):
            sums[seat] += weight * share
    return tuple(each / total for each in sums)
