"""Three people at the duel, as programs: a beginner, a reckless one and a careful one.

They measure how hard a duel is for people, so they play as people do: one round at a time, with a feeling for the odds
of the coming roll and none for the rounds after it.
"""

from weakref import WeakKeyDictionary

from niten.bots.samurai_scale import KI, Scale
from niten.core import Dice, Step
from niten.core.dice import FACES, Faces
from niten.samurai import (
    Again,
    Announce,
    Buy,
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


class RoundPlayer:
    """Plays for the worth of this round, which the scale tells; `caution` is how much own harm weighs in it.

    He saves concentration for rewards of at least the price `patience`, unless a smaller one kills.
    """

    def __init__(self, *, caution: float, patience: int) -> None:
        self.caution = caution
        self.patience = patience
        self._scales: WeakKeyDictionary[Samurai, Scale] = WeakKeyDictionary()

    def choose(self, game: Samurai, state: State, dice: Dice) -> Step:  # noqa: ARG002 — he needs no chance
        scale = self._scales.get(game)
        if scale is None:
            scale = self._scales[game] = Scale(game.duel, self.caution)
        if state.phase is Phase.ANSWER:
            return _answer(game, state, scale)
        bought = self._purchase(game, state)
        if bought:
            return bought
        match state.phase:
            case Phase.ANNOUNCE:
                return Announce(max(range(1, game.most_dice(state) + 1), key=scale.roll))
            case Phase.PLACE:
                return _place_or_reroll(game, state, scale)
            case _:
                return _raise_or_ready(game, state, scale)

    def _purchase(self, game: Samurai, state: State) -> Step | None:
        """Damage that kills or was saved up for, the dearest first; Ki when none is left."""
        for reward in reversed(game.duel.player.rewards):
            if Buy(reward.price) not in game.purchases(state):
                continue
            kills = reward.amount >= state.opponent
            if reward.gain is Gain.OPPONENT and (kills or reward.price >= self.patience):
                return Buy(reward.price)
            if reward.gain is Gain.KI and state.ki == 0:
                return Buy(reward.price)
        return None


def _place_or_reroll(game: Samurai, state: State, scale: Scale) -> Step:
    here = scale.hand(state.dice, state.rolled)
    if game.can_spend_ki(state):
        for face in sorted(set(state.dice)):
            at = state.dice.index(face)
            rest = state.dice[:at] + state.dice[at + 1 :]
            mean = sum(scale.hand(tuple(sorted((*rest, shown))), state.rolled) for shown in FACES) / 6
            if mean - KI > here:
                return RerollDie(face)
    return scale.placement(state.dice, state.rolled)


def _raise_or_ready(game: Samurai, state: State, scale: Scale) -> Step:
    here = scale.points(state.attack, state.defense, state.rolled)
    for step in game.legal_moves(state):
        if isinstance(step, Raise):
            attack, defense = state.attack + (step.column == "attack"), state.defense + (step.column == "defense")
            if scale.points(attack, defense, state.rolled) - KI > here:
                return step
    return Ready()


def _answer(game: Samurai, state: State, scale: Scale) -> Step:
    """His dice stand unless throwing again, all of them or one (S13), promises more than the Ki is worth."""

    def promise(step: Step) -> float:
        if not isinstance(step, Again):
            return scale.line(sum(state.his), state.attack, state.defense)
        if step.face is None:
            return scale.points(state.attack, state.defense, state.rolled) - KI
        rest = sum(state.his) - step.face
        return sum(scale.line(rest + face, state.attack, state.defense) for face in FACES) / 6 - KI

    return max(game.legal_moves(state), key=promise)


class Beginner:
    """Everything at once, nothing counted: all dice, the best ones into Attack, every reward as soon as it is there."""

    def choose(self, game: Samurai, state: State, dice: Dice) -> Step:  # noqa: ARG002 — he needs no chance
        if state.phase is Phase.ANSWER:
            frightened = game.duel.lines[sum(state.his)].strikes(state.defense) and not state.spent
            return game.legal_moves(state)[-1] if frightened else Stand()
        purchases = game.purchases(state)
        if purchases:
            return purchases[-1]
        match state.phase:
            case Phase.ANNOUNCE:
                return Announce(game.most_dice(state))
            case Phase.PLACE if state.dice[0] == 1 and not state.spent and state.ki:
                return RerollDie(1)
            case Phase.PLACE:
                return by_feel(state.dice, state.rolled)
            case _:
                return Ready()


def by_feel(dice: Faces, rolled: int) -> Place:
    """Half of a single die into Attack; of several the best, the second into Defense, the third with the best."""
    if rolled == 1:
        half = dice[0] // 2
        return Place(dice[0] - half, half, 0)
    best, *others = sorted(dice, reverse=True)
    return Place(best + sum(others[1:]), sum(others[:1]), 0)
