"""Why an answer cannot be played: the most useful reason, in a sentence."""

from niten.core import Step
from niten.dragon import (
    Balance,
    Become,
    Element,
    Eye,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Pass,
    Phase,
    Power,
    Rebirth,
    Reroll,
    State,
    Swap,
)
from niten.dragon.elements import PATH_NUMBER, powers_of
from niten.dragon.hands import hand
from niten.terminal.dragon_words import ROLLS, Words

_POWER_OF_STEP: dict[type[Step], Power] = {
    Fear: Power.FEAR,
    Rebirth: Power.REBIRTH,
    Eye: Power.EYE,
    Leap: Power.ANXIETY,
    LeapBalance: Power.ANXIETY,
    Become: Power.DRAGON,
}


def why_not(words: Words, state: State, step: Step) -> str:
    """Why a step of the game is not possible now."""
    say, options = words.say, words.game.options
    power = _POWER_OF_STEP.get(type(step))
    in_hand = state.unspent[state.seat] and power in powers_of(options.powers, options.players[state.seat])
    if power and not in_hand:
        return say("refused.no-power")
    if state.phase != Phase.MOVE:
        return say("unclear")
    match step:
        case Reroll() if state.rolls == ROLLS:
            return say("refused.no-roll")
        case Eye() if state.rolls < ROLLS:
            return say("refused.eye")
        case Reroll() | Eye():
            return say("refused.no-such-dice", dice=words.dice(state.dice)) if step.faces else say("refused.no-dice")
        case Become() if not hand(state.dice).dragons:
            return say("refused.no-dragon")
        case Move(path):
            return _why_no_move(words, state, path, 0)
        case Become(path):
            return _why_no_move(words, state, path, hand(state.dice).dragons)
        case Leap(path):
            return say("refused.leap-free", path=words.path(path))
        case LeapBalance() if hand(state.dice).is_balance:
            return say("refused.leap-balance-free")
        case Balance() | LeapBalance():
            return say("refused.no-balance")
        case Swap(path):
            has_dragon = PATH_NUMBER[path] in hand(state.dice).swap_paths
            return say("refused.swap-path", path=words.path(path)) if has_dragon else say("refused.swap-dice")
        case Pass():
            return say("refused.must")
        case _:
            return say("unclear")


def _why_no_move(words: Words, state: State, path: Element, dragons: int) -> str:
    say, dice, number = words.say, hand(state.dice), PATH_NUMBER[path]
    here = state.spaces[number][state.seat]
    count = dice.counts[number] + dragons
    if dice.is_balance:  # D13
        return say("refused.balance", letter=say("key.balance"))
    if here > words.game.options.board.paths[number].plain:
        return say("refused.numbered", path=words.path(path))
    if not count:
        return say("refused.no-die", element=words.element(path))
    return say("refused.taken", path=words.path(path), there=words.space(path, here + count))
