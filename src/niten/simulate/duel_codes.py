"""The duel's rows and actions as the engine's states and steps, and what a policy sees of a row."""

from functools import cache

import numpy as np

from niten.core import Step
from niten.core.dice import FACES, Faces
from niten.samurai import (
    Again,
    Announce,
    Buy,
    Column,
    Ending,
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
from niten.simulate.duel_tables import (
    AGAIN,
    ANNOUNCE,
    BUY,
    COLUMNS,
    DICE,
    ENDING,
    HAND_NUMBER,
    HANDS,
    HIS,
    LIMB,
    PHASE,
    PLACES,
    RAISE,
    READY,
    REROLL,
    STAND,
    STRUCK,
    TOTALS,
    WOUNDS,
)
from niten.simulate.spec import Number, Spec, counts
from niten.simulate.streams import Rows

_PHASES, _ENDINGS, _COLUMNS = tuple(Phase), (None, *Ending), tuple(Column)


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def row_of(state: State) -> Rows:
    """A state as a row."""
    row = np.zeros(len(COLUMNS), np.int32)
    for column, (name, value) in enumerate(state._asdict().items()):
        if isinstance(value, int):
            row[column] = value
        assert name == COLUMNS[column]
    row[[PHASE, ENDING]] = _PHASES.index(state.phase), _ENDINGS.index(state.ending)
    row[[STRUCK, WOUNDS]] = _bits(state.struck), _bits(state.wounds)
    row[[DICE, HIS]] = HAND_NUMBER[state.dice], HAND_NUMBER[state.his]
    return row


def state_of(row: Rows) -> State:
    """A row as a state."""
    fields = dict(zip(COLUMNS, row.tolist(), strict=True))
    fields |= {"phase": _PHASES[row[PHASE]], "ending": _ENDINGS[row[ENDING]], "limb_lost": bool(row[LIMB])}
    fields |= {"struck": _numbers(int(row[STRUCK])), "wounds": _numbers(int(row[WOUNDS]))}
    fields |= {"dice": HANDS[row[DICE]], "his": HANDS[row[HIS]]}
    return State(**fields)


def action_of(game: Samurai, state: State, step: Step) -> int:
    """The number of a move in a state. It need not be legal, but must be a move of that phase."""
    match step:
        case Announce(count):
            return ANNOUNCE + count - 1
        case Place(attack, defense, concentration):
            return placing(state.dice, state.rolled == 1)[attack, defense, concentration]
        case RerollDie(face):
            return REROLL + face - 1
        case Ready():
            return READY
        case Raise(column):
            return RAISE + _COLUMNS.index(column)
        case Stand():
            return STAND
        case Again(face):
            return AGAIN + (face or 0)
        case Buy(price):
            return BUY + [row.price for row in game.duel.player.rewards].index(price)
        case _:
            raise TypeError(f"{step} is no move of a player")


def step_of(game: Samurai, state: State, action: int) -> Step:
    """The move of a number in a state."""
    if action < READY:
        if action < ANNOUNCE + ROUND_DICE - 1:
            return Announce(action - ANNOUNCE + 1)
        if action >= REROLL:
            return RerollDie(action - REROLL + 1)
        return Place(*TOTALS[HAND_NUMBER[state.dice], action].tolist())
    if action >= BUY:
        return Buy(game.duel.player.rewards[action - BUY].price)
    if action in (READY, STAND):
        return Ready() if action == READY else Stand()
    if action < STAND:
        return Raise(_COLUMNS[action - RAISE])
    return Again(action - AGAIN or None)


@cache
def placing(dice: Faces, split: bool) -> dict[tuple[int, ...], int]:
    """The actions that place some dice, by the points each column gets; a single rolled die is split."""
    ways = PLACES[int(split), HAND_NUMBER[dice]]
    return {tuple(TOTALS[HAND_NUMBER[dice], action].tolist()): action for action in ways[: ways[-1]].tolist()}


# --- what a policy sees ---

_PLAIN = [COLUMNS.index(name) for name in COLUMNS if name not in ("struck", "wounds", "dice", "his", "ending")]
_COUNTS = np.array([[hand.count(face) for face in FACES] for hand in HANDS], np.int32)


def spec_of(game: Samurai) -> Spec:
    """What `observe` gives: whole numbers, dice as counts of their faces, zones and wounds as 0 or 1."""
    page, faces = game.duel.player, tuple(map(str, FACES))
    high = {
        "phase": len(Phase) - 1,
        "round": page.rounds,
        "health": page.health,
        "opponent": game.duel.health,
        "limb_lost": 1,
        "spent": 3,
        "purchases": game.edition.purchases or 0,
        "rolled": ROUND_DICE - 1,
    }
    return (
        *(Number(COLUMNS[column], 0, high.get(COLUMNS[column])) for column in _PLAIN),
        *counts("dice", faces, ROUND_DICE - 1),
        *counts("his", faces, ROUND_DICE - 1),
        *counts("struck", tuple(map(str, ZONES)), 1),
        *counts("wounds", tuple(map(str, DEEP_WOUNDS)), 1),
    )


def observe(rows: Rows) -> Rows:
    """What a policy sees of each row."""
    struck = rows[:, STRUCK, None] >> np.array(ZONES) & 1
    wounds = rows[:, WOUNDS, None] >> np.array(DEEP_WOUNDS) & 1
    parts = [rows[:, _PLAIN], _COUNTS[rows[:, DICE]], _COUNTS[rows[:, HIS]], struck, wounds]
    return np.concatenate(parts, axis=1, dtype=np.int32)
