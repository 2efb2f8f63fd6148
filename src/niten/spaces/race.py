"""The race as numbers.

Actions, in the order in which the engine lists moves:

    0    roll again (D7): 31 choices, the bits of the number + 1 are the sorted five dice (water lowest, dragon
         highest); among equal dice the first ones stand for all
    31   the same by Eye of the Tiger (D15)
    62   move on a path (D8), 67 leap (Anxiety), 72 become (The Dragon) (D15)
    77   Balance (D13), 78 Balance with Anxiety
    79   swap on a path, ten pairs of colours each (D11)
    129  Fear, 130 pass (D10), 131 again (D12), 132 Rebirth, 133 the end of the turn

A seat sees itself first, then the others in the order of play.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations

from niten.core import CHANCE, Step
from niten.dragon import (
    Again,
    Balance,
    Become,
    Colour,
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
    State,
    Swap,
)
from niten.dragon.elements import PATH_NUMBER, Faces
from niten.dragon.hands import ALL_DICE
from niten.spaces.space import Field, Space

REROLL, EYE, MOVE, LEAP, BECOME, BALANCE, LEAP_BALANCE, SWAP = 0, 31, 62, 67, 72, 77, 78, 79
FEAR, PASS, AGAIN, REBIRTH, END = range(129, 134)
ACTIONS = END + 1
CHOICES = 31
PAIRS = tuple(combinations(Colour, 2))
_PAIR_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}
_ON_PATH = {Move: MOVE, Leap: LEAP, Become: BECOME}
_ALONE: Mapping[type[Step], int] = {
    Balance: BALANCE,
    LeapBalance: LEAP_BALANCE,
    Fear: FEAR,
    Pass: PASS,
    Again: AGAIN,
    Rebirth: REBIRTH,
    End: END,
}
_DECISIONS = (Phase.MOVE, Phase.PERFECTION, Phase.END)
_ROLLS = 3


@cache
def choosing(dice: Faces) -> Mapping[Faces, int]:
    """The number of every choice of dice to roll again."""
    found: dict[Faces, int] = {}
    for number in range(2 ** len(dice) - 1):
        found.setdefault(tuple(face for n, face in enumerate(dice) if number + 1 >> n & 1), number)
    return found


class RaceSpace(Space[State]):
    """A race's actions and observations.

    >>> from niten.dragon import Setup
    >>> space = RaceSpace(Dragon(Setup(players=(Colour.BLACK, Colour.RED), starts=0)))
    >>> space.actions, space.size
    (134, 26)
    """

    def __init__(self, game: Dragon) -> None:
        options, paths = game.options, game.options.board.paths
        seats, longest = game.seats, max(path.length for path in paths)
        best = max(1, sum(max(path.values) for path in paths))
        has_stones = bool(options.stones or options.random_stones)
        tells_colours = options.immunity or options.powers is Powers.OWN
        self._plain = [(number, range(1, path.plain + 1)) for number, path in enumerate(paths) if has_stones]
        super().__init__(
            game,
            ACTIONS,
            (
                Field("phase", len(_DECISIONS)),
                Field("turn", seats),
                Field("rolls", 1, _ROLLS, _ROLLS),
                Field("dice", len(Face), ALL_DICE, ALL_DICE),
                Field("spaces", seats * len(Element), longest, longest),
                Field("points", seats, best, best),
                Field("counters", seats),
                Field("colours", seats * len(Colour) if tells_colours else 0),
                Field("stones", sum(len(spaces) for _, spaces in self._plain)),
                Field("turns", int(options.max_turns is not None), options.max_turns or 1, options.max_turns or 1),
            ),
        )
        self.race = game
        self._order = [tuple((seat + n) % seats for n in range(seats)) for seat in range(seats)]
        self._colours = [[own is colour for colour in Colour] if tells_colours else [] for own in options.players]

    def action(self, state: State, step: Step) -> int:
        match step:
            case Reroll():
                return REROLL + choosing(state.dice)[step.faces]
            case Eye():
                return EYE + choosing(state.dice)[step.faces]
            case Move() | Leap() | Become():
                return _ON_PATH[type(step)] + PATH_NUMBER[step.path]
            case Swap():
                return SWAP + PATH_NUMBER[step.path] * len(PAIRS) + _PAIR_NUMBER[step.first, step.second]
            case _:
                return _ALONE[type(step)]

    def numbers(self, state: State, seat: int) -> list[int]:
        order = self._order[seat]
        acts = -1 if state.phase is Phase.OVER or self.race.actor(state) == CHANCE else state.seat
        points = self.race.scores(state)
        seen: list[int] = [*(state.phase is phase for phase in _DECISIONS), *(other == acts for other in order)]
        seen.append(state.rolls)
        seen += [state.dice.count(face) for face in Face]
        seen += [spaces[other] for other in order for spaces in state.spaces]
        seen += [points[other] for other in order]
        seen += [state.unspent[other] for other in order]
        for other in order:
            seen += self._colours[other]
        seen += [space in state.stones[path] for path, spaces in self._plain for space in spaces]
        if self.race.options.max_turns is not None:
            seen.append(state.turns)
        return seen
