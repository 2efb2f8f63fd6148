"""The coach: what every legal move is worth, in any position of a solved duel."""

from niten.core import CHANCE, NitenError, Step
from niten.samurai import Gain, State
from niten.solver.certify import GOALS
from niten.solver.solution import Interval, Solution
from niten.solver.view import View, Workshop


class OutsideTables(NitenError):
    """The position cannot come about in this duel."""

    code = "outside-tables"


class Coach:
    """Answers in milliseconds: a round is computed when it is first asked about, its positions are then looked up."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.game = solution.game
        sides = [solution.lower] if solution.is_exact else [solution.lower, solution.upper]
        self._shops = [Workshop(side) for side in sides]
        self._views: list[View] = []

    def value(self, state: State) -> Interval:
        """The best achievable probability of the goal from here."""
        if self.game.actor(state) == CHANCE or state.ending:
            return self._value(self._seen(state), state)
        return best(self.moves(state))

    def moves(self, state: State) -> dict[Step, Interval]:
        """The value of every legal move, in the order of the moves."""
        views = self._seen(state)
        return {move: self._value(views, self.game.advance(state, move)) for move in self.game.legal_moves(state)}

    def forget(self) -> None:
        """Compute afresh what is asked next."""
        self._views = []

    def _seen(self, state: State) -> list[View]:
        self._check(state)
        if not self._views or not all(view.covers(state) for view in self._views):
            alive = GOALS[self.solution.goal]
            self._views = [View(shop, self.game, state, alive) for shop in self._shops]
        return self._views

    def _value(self, views: list[View], state: State) -> Interval:
        try:
            values = [view.value(state) for view in views]
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
