"""A position of a duel as one line: the fields of the state as `name=value`, those at their initial value left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from niten.core.checking import Checker
from niten.core.dice import Faces
from niten.core.errors import UnreadablePosition
from niten.samurai.duel import DEEP_WOUNDS, ROUND_DICE, ZONES
from niten.samurai.state import DECISIONS, SETTLED, Ending, Phase, State

if TYPE_CHECKING:
    from niten.samurai.rules import Samurai

_NUMBER = re.compile(r"0|[1-9][0-9]{0,6}")
_LISTS = ("struck", "wounds", "dice", "his")
_LONGEST = 400
_MOST = 9_999_999  # more than a duel file can bring about: 60 rounds, 99 for a point of concentration


def format_position(state: State) -> str:
    """The line for a state."""
    words: list[str] = []
    for name, value in state._asdict().items():
        if name not in State._field_defaults or value != State._field_defaults[name]:
            words.append(f"{name}={_format(value)}")
    return " ".join(words)


def _format(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType] — a tuple of faces
    if value is True:
        return "yes"
    return str(value).replace(" ", ":")


def read_position(game: Samurai, text: str) -> State:
    """The state a line stands for, if it can be a position of this duel."""
    words = text.split() if len(text) <= _LONGEST and text.isascii() else []
    pairs = [word.partition("=") for word in words]
    given = {name: value for name, _, value in pairs}
    required = [name for name in State._fields if name not in State._field_defaults]
    if len(given) != len(words) or not given.keys() <= set(State._fields) or not given.keys() >= set(required):
        raise UnreadablePosition(text=text[:_LONGEST])
    try:
        state = State(**{name: _parse(name, value) for name, value in given.items()})  # pyright: ignore[reportArgumentType] — _parse goes by name
    except ValueError:
        raise UnreadablePosition(text=text) from None
    _check(game, state)
    return state


def _parse(name: str, value: str) -> object:
    if name == "phase":
        return Phase(value)
    if name == "ending":
        return Ending(value.replace(":", " "))
    if name == "limb_lost" and value == "yes":
        return True
    numbers = value.split(",") if name in _LISTS else [value]
    if name == "limb_lost" or not all(_NUMBER.fullmatch(number) for number in numbers):
        raise ValueError(value)
    return tuple(map(int, numbers)) if name in _LISTS else int(value)


def _check(game: Samurai, state: State) -> None:
    """Refuse what the rules could not go on from."""
    check = Checker("position")
    page = game.duel.player
    over = state.phase is Phase.OVER
    check.number("round", state.round, 1, page.rounds)
    check.number("health", state.health, 0 if over else 1, page.health)
    check.number("ki", state.ki, 0, _MOST)
    check.number("concentration", state.concentration, 0, _MOST)
    check.number("opponent", state.opponent, 0 if over else 1, game.duel.health)
    check.number("spent", state.spent, 0, 3)
    check.number("purchases", state.purchases, 0, game.most_purchases or 0)
    _check_set(check, "struck", state.struck, ZONES)
    _check_set(check, "wounds", state.wounds, DEEP_WOUNDS)
    if state.limb_lost and not state.struck:
        check.note("limb_lost", "yes", "needs-struck")
    if over != (state.ending is not None):
        check.note("ending", state.ending, "ending")
    check.finish()  # what follows counts rounds and dice
    if state.phase in SETTLED:
        if state.settled() != state._replace(ending=None):
            check.note("phase", state.phase, "settled")
    else:
        _check_table(game, state, check)
        check.finish()
        if state.phase in DECISIONS and len(game.legal_moves(state)) < 2:
            check.note("phase", state.phase, "nothing-to-decide")
    if state.phase is Phase.WOUND and len(state.wounds) == len(DEEP_WOUNDS):
        check.note("wounds", state.wounds, "wounds-all")
    check.finish()


def _check_set(check: Checker, where: str, numbers: Faces, allowed: range) -> None:
    if list(numbers) != sorted(set(numbers)) or not set(numbers) <= set(allowed):
        check.note(where, numbers, "set", low=allowed[0], high=allowed[-1])


def _check_table(game: Samurai, state: State, check: Checker) -> None:
    """The dice on the table must fit the phase."""
    rolled = state.phase is not Phase.ANNOUNCE and (state.phase is not Phase.STRIKE or state.rolled > 0)
    check.number("rolled", state.rolled, int(rolled), game.most_dice(state) if rolled else 0)
    if check.problems:
        return
    in_hand = {
        Phase.PLACE: range(1, state.rolled + 1),
        Phase.REROLL: range(state.rolled),
        Phase.STRIKE: range(state.rolled + 1),
    }.get(state.phase, range(1))
    his_dice = ROUND_DICE - state.rolled
    on_table = {
        Phase.ANSWER: range(his_dice, his_dice + 1),
        Phase.OPPONENT: range(his_dice) if state.spent else range(1),
    }.get(state.phase, range(1))
    usable = [face for face in range(1, 7) if face > 2 or face not in state.wounds]
    _check_dice(check, "dice", state.dice, in_hand, usable)
    _check_dice(check, "his", state.his, on_table, list(range(1, 7)))


def _check_dice(check: Checker, where: str, dice: Faces, counts: range, faces: list[int]) -> None:
    if len(dice) not in counts or list(dice) != sorted(dice) or not set(dice) <= set(faces):
        code = "dice" if len(counts) > 1 else "dice-exact"
        check.note(where, dice, code, low=counts[0], high=counts[-1], faces=", ".join(map(str, faces)))
