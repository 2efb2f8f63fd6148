"""The coach: what every legal move is worth, in any position of a solved duel."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product

from niten.core import CHANCE, NOBODY, NitenError, Step
from niten.samurai import Gain, Phase, State
from niten.samurai.state import SETTLED
from niten.solver.certify import GOALS
from niten.solver.solution import Interval, Solution
from niten.solver.view import HandsOf, View, Workshop


class OutsideTables(NitenError):
    """The position cannot come about in this duel."""

    code = "outside-tables"


class Coach:
    """Answers in milliseconds: a round is computed when it is first asked about, its positions are then looked up."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.game = solution.game
        sides = [solution.lower] if solution.is_exact else [solution.lower, solution.upper]
        hands = solution.lower.sweep.hands  # the same for both bounds
        alike = len({side.sweep.form for side in sides}) == 1
        self._shops = [Workshop(some, hands) for some in ([sides] if alike else [[side] for side in sides])]
        self._views: list[View] = []
        self._helper = ThreadPoolExecutor(1)
        self._prepare(hands)

    def _prepare(self, hands: HandsOf) -> None:
        """Make the tables of dice in hand, and load what is compiled, now, so that no answer has to wait for it."""
        page = self.game.duel.player
        for rolled, discarded in product(range(1, max(page.dice) + 1), ((), (1,), (2,), (1, 2))):
            hands(rolled, discarded, (0, 0))
        # A round in which everything can be bought, from the first decision to his answer.
        points = min(6 * sum(page.dice[:-1]), 2 * max((row.price for row in page.rewards), default=0))
        state = self.game.start()._replace(round=page.rounds, concentration=points)
        while self.game.actor(state) != NOBODY and state.round == page.rounds:
            if self.game.actor(state) == CHANCE:
                step = self.game.chance(state).outcomes[-1]
            else:
                step = list(self.moves(state))[0 if state.phase is not Phase.RAISE else -1]
            state = self.game.advance(state, step)

    def value(self, state: State) -> Interval:
        """The best achievable probability of the goal from here."""
        if self.game.actor(state) == CHANCE or state.ending:
            return self._value(self._seen(state), state)
        return best(self.moves(state))

    def moves(self, state: State) -> dict[Step, Interval]:
        """The value of every legal move, in the order of the moves."""
        views = self._seen(state)
        return {move: self._value(views, self.game.advance(state, move)) for move in self.game.legal_moves(state)}

    def _seen(self, state: State) -> list[View]:
        self._check(state)
        if not self._views or not all(view.covers(state) for view in self._views):
            alive = GOALS[self.solution.goal]
            views = [View(shop, self.game, state, alive) for shop in self._shops]
            if state.phase not in SETTLED:
                try:
                    for view in views:
                        view.compute(self._helper)
                except KeyError as error:  # a body that no injuries of this duel can leave
                    raise OutsideTables from error
            self._views = views
        return self._views

    def _value(self, views: list[View], state: State) -> Interval:
        try:
            values = [value for view in views for value in view.values(state)]
        except KeyError as error:  # a body that no injuries of this duel can leave
            raise OutsideTables from error
        return Interval(values[0], max(values))

    def _check(self, state: State) -> None:
        """Positions made by hand may hold what no duel can bring together."""
        page = self.game.duel.player
        gathered = 6 * sum(page.dice[: state.round])
        bought = max(0, state.ki - page.ki)
        price = min((row.price for row in page.rewards if row.gain is Gain.KI), default=1)
        is_fine = (
            state.health <= page.health
            and state.opponent <= self.game.duel.health
            and state.concentration + bought * price <= gathered
        )
        if not is_fine:
            raise OutsideTables


def best(moves: dict[Step, Interval]) -> Interval:
    """The value of a decision: its best move's, whichever that is."""
    return Interval(max(move.lower for move in moves.values()), max(move.upper for move in moves.values()))
