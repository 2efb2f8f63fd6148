"""The duel as numbers.

Actions, in the order in which the engine lists moves:

    0   announce 1, 2, 3 dice (S2)
    3   place several dice: the digits of the number in base 3 are the columns (0 Attack, 1 Defense, 2 Concentration) of
        the sorted dice, the lowest die the lowest digit; of equal totals the smallest number stands for all (S5)
    30  place a single rolled die, split: the pairs (attack, defense) with a sum up to 6, the rest is Concentration (S5)
    58  throw again one own die that shows 1 to 6 (S7)
    64  ready, 65 one point more Attack, 66 Defense (S7)
    67  his dice stand, 68 all again, 69 one of his that shows 1 to 6 again (S13)
    75  buy a row of the Concentration table (S9); the duel's rows are the last actions
"""

from collections.abc import Mapping
from functools import cache
from itertools import product

from niten.core import Step
from niten.core.dice import FACES, Faces
from niten.samurai import (
    Again,
    Announce,
    Buy,
    Column,
    Gain,
    Phase,
    Place,
    Raise,
    Ready,
    RerollDie,
    Samurai,
    Stand,
    State,
)
from niten.samurai.duel import DEEP_WOUNDS, ROUND_DICE, ZONES
from niten.samurai.rules import KI_PER_ROUND
from niten.samurai.state import DECISIONS
from niten.spaces.space import Field, Space

ANNOUNCE, PLACE, SPLIT, REROLL, READY, RAISE, STAND, AGAIN, BUY = 0, 3, 30, 58, 64, 65, 67, 68, 75
_PHASES = tuple(phase for phase in Phase if phase in DECISIONS)
_COLUMNS = tuple(Column)
_HIGHEST_FACE = FACES[-1]

Totals = tuple[int, int, int]


@cache
def placing(dice: Faces, split: bool) -> Mapping[Totals, int]:
    """The action of every way to place some dice, by what the columns get."""
    if split:
        (face,) = dice
        pairs = ((a, d) for a in range(_HIGHEST_FACE + 1) for d in range(_HIGHEST_FACE + 1 - a))
        return {(a, d, face - a - d): SPLIT + n for n, (a, d) in enumerate(pairs) if a + d <= face}
    found: dict[Totals, int] = {}
    for number, columns in enumerate(product(range(3), repeat=len(dice))):
        # The last one of a product changes first: so it is the lowest die's.
        placed = list(zip(dice, reversed(columns), strict=True))
        attack, defense, gathered = (sum(face for face, at in placed if at == column) for column in range(3))
        found.setdefault((attack, defense, gathered), PLACE + number)
    return found


class DuelSpace(Space[State]):
    """A duel's actions and observations.

    >>> from niten.booklet import find_duel
    >>> space = DuelSpace(Samurai(find_duel("oda-nobunaga")))
    >>> space.actions, space.size
    (82, 43)
    >>> {action: str(step) for action, step in space.legal(space.game.start()).items()}
    {0: 'dice 1', 1: 'dice 2', 2: 'dice 3'}
    """

    def __init__(self, game: Samurai) -> None:
        page = game.duel.player
        gathered = _HIGHEST_FACE * sum(page.dice)
        bought = {gain: _most_bought(game, gain, gathered) for gain in Gain}
        dearest = page.rewards[-1].price if page.rewards else gathered
        # In a round three dice and three Ki can go to one column, and all that Concentration may buy.
        column = _HIGHEST_FACE * (ROUND_DICE - 1)
        self._limits = game.most_purchases is not None
        self._prices = {reward.price: BUY + row for row, reward in enumerate(page.rewards)}
        super().__init__(
            game,
            BUY + len(page.rewards),
            (
                Field("phase", len(_PHASES)),
                Field("round", 1, page.rounds, page.rounds),
                Field("health", 1, page.health, page.health),
                Field("ki", 1, page.ki + bought[Gain.KI], max(page.ki, 1)),
                Field("concentration", 1, gathered, dearest),
                Field("opponent", 1, game.duel.health, game.duel.health),
                Field("struck", len(ZONES)),
                Field("wounds", len(DEEP_WOUNDS)),
                Field("limb_lost", 1),
                Field("spent", 1, KI_PER_ROUND, KI_PER_ROUND),
                Field("purchases", int(self._limits), game.most_purchases or 0),
                Field("most_dice", 1, ROUND_DICE - 1, ROUND_DICE - 1),
                Field("rolled", 1, ROUND_DICE - 1, ROUND_DICE - 1),
                Field("dice", len(FACES), ROUND_DICE - 1, ROUND_DICE - 1),
                Field("attack", 1, column + KI_PER_ROUND + bought[Gain.ATTACK], column),
                Field("defense", 1, column + KI_PER_ROUND + bought[Gain.DEFENSE], column),
                Field("his", len(FACES), ROUND_DICE - 1, ROUND_DICE - 1),
            ),
        )
        self.duel = game

    def action(self, state: State, step: Step) -> int:
        match step:
            case Place():
                return placing(state.dice, state.rolled == 1)[step.attack, step.defense, step.concentration]
            case Announce():
                return ANNOUNCE + step.count - 1
            case RerollDie():
                return REROLL + step.face - 1
            case Ready():
                return READY
            case Raise():
                return RAISE + _COLUMNS.index(step.column)
            case Stand():
                return STAND
            case Again():
                return AGAIN + (step.face or 0)
            case Buy():
                return self._prices[step.price]
            case _:
                raise TypeError(step)

    def numbers(self, state: State, seat: int) -> list[int]:  # noqa: ARG002 — there is one, which sees everything
        return [
            *(state.phase is phase for phase in _PHASES),
            state.round,
            state.health,
            state.ki,
            state.concentration,
            state.opponent,
            *(zone in state.struck for zone in ZONES),
            *(wound in state.wounds for wound in DEEP_WOUNDS),
            state.limb_lost,
            state.spent,
            *((state.purchases,) if self._limits else ()),
            self.duel.most_dice(state),
            state.rolled,
            *(state.dice.count(face) for face in FACES),
            state.attack,
            state.defense,
            *(state.his.count(face) for face in FACES),
        ]


def _most_bought(game: Samurai, gain: Gain, concentration: int) -> int:
    """What all points ever gathered could buy of one thing."""
    rows = (row for row in game.duel.player.rewards if row.gain is gain)
    return max((concentration // row.price * row.amount for row in rows), default=0)
