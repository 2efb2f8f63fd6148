"""Way of the Samurai: the rules S1–S23.

Reads from top to bottom like a round: the Player phase, the Opponent phase, injuries, the end.
"""

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import ClassVar

from niten.core import CHANCE, NOBODY, Actor, Chance, Game, IllegalStep, Outcome, Step, never
from niten.core.dice import FACES, Faces, throws
from niten.core.game import JsonObject
from niten.samurai import shelf
from niten.samurai.duel import DEEP_WOUNDS, ROUND_DICE, Duel, Effect, Gain, Harm
from niten.samurai.duelfile import duel_data, read_setup
from niten.samurai.position import format_position, read_position
from niten.samurai.state import DECISIONS, Ending, Phase, State
from niten.samurai.steps import (
    NOTATION,
    Again,
    Announce,
    Buy,
    Column,
    Injury,
    OpponentRoll,
    Place,
    Raise,
    Ready,
    RerollDie,
    Roll,
    Stand,
    Strike,
    Toll,
    Wound,
)
from niten.samurai.switches import EDITIONS, Purchases, Repeated, Reroll, Switches, switches_data, switches_from, typed

PLAYER = Actor(0)
KI_PER_ROUND = 3  # S7
BEHEADING_STRIKE = 6  # S9
DODGED, BEHEADED = 1, 12  # zones (S16)
BLEEDING = 3  # the Deep Wound that costs health every round (S20)


class Samurai(Game[State, Step]):
    """A duel under one reading of the rules: the id of a duel, its file or the duel itself; an edition and switches.

    >>> game = Samurai("oda-nobunaga")
    >>> [str(move) for move in game.legal_moves(game.start())]
    ['dice 1', 'dice 2', 'dice 3']
    >>> Samurai("oda-nobunaga", "es,reroll=one")
    Samurai('oda-nobunaga', 'es,reroll=one')
    >>> Samurai("oda-nobunaga", "de") == Samurai("oda-nobunaga", EDITIONS["de"])
    True
    """

    name: ClassVar[str] = "samurai"
    rules_version: ClassVar[int] = 1

    def __init__(self, duel: Duel | str, switches: Switches | str = EDITIONS["en"]) -> None:
        self.duel = duel = shelf.look_up(duel) if isinstance(duel, str) else duel
        self.switches = switches = switches_from(switches) if isinstance(switches, str) else switches
        self.seats = 1
        purchases, reroll, repeated, _ = switches
        self.most_purchases = _most_purchases(purchases)
        self._again = _again(reroll)
        self._costs = dict(duel.player.injuries)
        self._costs_again = {zone: _cost_again(repeated, cost) for zone, cost in self._costs.items()}
        self._rewards = {reward.price: reward for reward in duel.player.rewards}
        self._prices = tuple(self._rewards)
        self._buys = tuple(tuple(map(Buy, self._prices[:n])) for n in range(len(self._prices) + 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Samurai) and (self.duel, self.switches) == (other.duel, other.switches)

    def __hash__(self) -> int:
        return hash((self.duel.id, self.switches))

    def __repr__(self) -> str:
        duel = repr(self.duel.id) if shelf.has(self.duel) else f"<duel {self.duel.id!r}>"
        return f"Samurai({duel})" if self.switches == EDITIONS["en"] else f"Samurai({duel}, {typed(self.switches)!r})"

    # --- the game as a tree ---

    @classmethod
    def from_setup(cls, setup: JsonObject) -> "Samurai":
        return cls(*read_setup(setup))

    def setup(self) -> JsonObject:
        return {"rules": switches_data(self.switches), "duel": duel_data(self.duel)}

    def start(self) -> State:
        page = self.duel.player
        return self._player_phase(State(Phase.ANNOUNCE, 1, page.health, page.ki, 0, self.duel.health))

    def actor(self, state: State) -> Actor:
        if state.phase in DECISIONS:
            return PLAYER
        return NOBODY if state.phase is Phase.OVER else CHANCE

    def legal_moves(self, state: State) -> tuple[Step, ...]:
        """In the order of the round: dice, placements (attack first), re-rolls, raises, purchases by price."""
        match state.phase:
            case Phase.ANNOUNCE:
                return _ANNOUNCEMENTS[self.most_dice(state)] + self.purchases(state)
            case Phase.PLACE:
                rerolls = _rerolls(state.dice) if self.can_spend_ki(state) else ()
                return placements(state.dice, state.rolled == 1) + rerolls + self.purchases(state)
            case Phase.RAISE:
                raises = _RAISES if self.can_spend_ki(state) else ()  # not before placing, and no re-roll after (S8)
                return _READY + raises + self.purchases(state)
            case Phase.ANSWER:
                return _STAND + self._again(state.his)
            case _:
                return ()

    def chance(self, state: State) -> Chance[Step]:
        match state.phase:
            case Phase.ROLL:
                return _thrown(Roll, state.rolled)
            case Phase.REROLL:
                return _thrown(Roll, 1)
            case Phase.OPPONENT:
                return _thrown(OpponentRoll, ROUND_DICE - state.rolled - len(state.his))
            case Phase.INJURY_1:
                return _thrown(Injury, 1)
            case Phase.INJURY_2:
                return _thrown(Injury, 2)
            case Phase.STRIKE:
                return _one_die(Strike)
            case Phase.WOUND:
                return _one_die(Wound, state.wounds)
            case Phase.KI_TOLL | Phase.HEALTH_TOLL:
                return _one_die(Toll)
            case _:
                raise IllegalStep(step="roll", position=self.position(state))

    def advance(self, state: State, step: Step) -> State:
        match step:
            case Place():
                return self._place(state, step)
            case Roll():
                return self._roll(state, step.faces)
            case OpponentRoll():
                return self._opponent_roll(state, step.faces)
            case Announce():
                return state._replace(phase=Phase.ROLL, rolled=step.count)
            case RerollDie():
                return _pay_ki(state)._replace(phase=Phase.REROLL, dice=_without(state.dice, step.face))
            case Raise():
                return self._raise(state, step.column)
            case Ready():
                return state._replace(phase=Phase.OPPONENT)
            case Buy():
                return self._buy(state, step.price)
            case Strike():
                return self._strike(state, step.face)
            case Stand():
                return self._exchange(state)
            case Again():
                left = () if step.face is None else _without(state.his, step.face)
                return _pay_ki(state)._replace(phase=Phase.OPPONENT, his=left)
            case Injury():
                return self._injure(state, sum(step.faces))
            case Wound():
                return self._wound(state, step.face)
            case Toll():
                harm = Harm.KI if state.phase is Phase.KI_TOLL else Harm.HEALTH
                return self._pay(state, Effect(harm, step.face))
            case _:
                raise IllegalStep(step=step, position=self.position(state))

    def outcome(self, state: State) -> Outcome | None:
        return state.ending.outcome if state.ending else None

    def read_step(self, text: str) -> Step:
        return NOTATION.read(text)

    def position(self, state: State) -> str:
        return format_position(state)

    def read_position(self, text: str) -> State:
        return read_position(self, text)

    # --- Player phase ---

    def most_dice(self, state: State) -> int:
        """How many dice the player may roll this round (S2); one after a lost limb (S18)."""
        return 1 if state.limb_lost else self.duel.player.dice[state.round - 1]

    def can_spend_ki(self, state: State) -> bool:
        """Ki left, and not yet three spent this round (S7)."""
        return state.ki > 0 and state.spent < KI_PER_ROUND

    def purchases(self, state: State) -> tuple[Step, ...]:
        """What can be bought now (S9, S10)."""
        if self.most_purchases is not None and state.purchases >= self.most_purchases:
            return ()
        return self._buys[bisect_right(self._prices, state.concentration)]

    def _player_phase(self, state: State) -> State:
        """The stage of the Player phase that goes on (S23); one with nothing to decide is passed over."""
        if not state.rolled:
            if self.most_dice(state) == 1 and not self.purchases(state):
                return state._replace(phase=Phase.ROLL, rolled=1)
            return state._replace(phase=Phase.ANNOUNCE)
        if state.dice:
            return state._replace(phase=Phase.PLACE)
        if self.can_spend_ki(state) or self.purchases(state):
            return state._replace(phase=Phase.RAISE)
        return state._replace(phase=Phase.OPPONENT)

    def _roll(self, state: State, faces: Faces) -> State:
        """Dice fall; Deep Wounds 1 and 2 discard theirs at once (S20)."""
        kept = faces
        if state.wounds and state.wounds[0] <= 2:
            kept = tuple(face for face in faces if face > 2 or face not in state.wounds)
        return self._player_phase(state._replace(dice=tuple(sorted(state.dice + kept))))

    def _place(self, state: State, step: Place) -> State:
        return self._player_phase(
            state._replace(
                dice=(),
                attack=state.attack + step.attack,
                defense=state.defense + step.defense,
                concentration=state.concentration + step.concentration,
            )
        )

    def _raise(self, state: State, column: Column) -> State:
        state = _pay_ki(state)
        if column is Column.ATTACK:
            return self._player_phase(state._replace(attack=state.attack + 1))
        return self._player_phase(state._replace(defense=state.defense + 1))

    def _buy(self, state: State, price: int) -> State:
        """A purchase takes its price from the running total (S9)."""
        reward = self._rewards[price]
        state = state._replace(
            concentration=state.concentration - price,
            purchases=state.purchases + (self.most_purchases is not None),
        )
        match reward.gain:
            case Gain.KI:
                return self._player_phase(state._replace(ki=state.ki + reward.amount))
            case Gain.ATTACK:
                return self._player_phase(state._replace(attack=state.attack + reward.amount))
            case Gain.DEFENSE:
                return self._player_phase(state._replace(defense=state.defense + reward.amount))
            case Gain.OPPONENT:
                return self._surprise(state, reward.amount)
            case Gain.STRIKE:
                return state._replace(phase=Phase.STRIKE)
            case _:
                return never(reward.gain)

    def _strike(self, state: State, face: int) -> State:
        """He loses what the die shows, and a 6 beheads him (S9)."""
        if face == BEHEADING_STRIKE:
            return _over(_harm_him(state, face), Ending.BEHEADED_HIM)
        return self._surprise(state, face)

    def _surprise(self, state: State, damage: int) -> State:
        """Bought damage; at 0 the duel is won at once (S11)."""
        state = _harm_him(state, damage)
        return self._player_phase(state) if state.opponent else _over(state, Ending.BOUGHT)

    # --- Opponent phase ---

    def _opponent_roll(self, state: State, faces: Faces) -> State:
        """His dice fall; with Ki to spend the player may have them rolled again (S13)."""
        state = state._replace(his=tuple(sorted(state.his + faces)))
        return state._replace(phase=Phase.ANSWER) if self.can_spend_ki(state) else self._exchange(state)

    def final_attack(self, state: State) -> int:
        """Attack less his Defense, not below 0 (S14)."""
        return max(0, state.attack - self.duel.lines[sum(state.his)].defense)

    def _exchange(self, state: State) -> State:
        """His line: damage to him first (S14), then his counterattack (S15)."""
        line = self.duel.lines[sum(state.his)]
        struck = line.strikes(state.defense)
        state = _harm_him(state, self.duel.damage(self.final_attack(state))).settled()
        if not state.opponent:
            return _over(state, Ending.KILLED_HIM)
        if line.effect and struck:
            return self._suffer(state, line.effect)
        return self._next_round(state)

    # --- Injuries ---

    def _suffer(self, state: State, effect: Effect) -> State:
        """What a counterattack does (S15)."""
        match effect.harm:
            case Harm.LEVEL_1:
                return state._replace(phase=Phase.INJURY_1)
            case Harm.LEVEL_2:
                return state._replace(phase=Phase.INJURY_2)
            case _:
                return self._pay(state, effect)

    def _pay(self, state: State, loss: Effect) -> State:
        """A loss, and then the next round."""
        state = _lose(state, loss)
        return self._next_round(state) if state.health else _over(state, Ending.KILLED)

    def cost(self, zone: int, *, repeated: bool) -> Effect:
        """What a hit on a zone costs (S19), the first time and again (S18)."""
        return self._costs_again[zone] if repeated else self._costs[zone]

    def _injure(self, state: State, zone: int) -> State:
        """A zone is hit (S16): its cost, then struck out, or the limb is lost if it was struck before (S18)."""
        if zone == DODGED:
            return self._next_round(state)
        if zone == BEHEADED:
            return _over(state, Ending.BEHEADED)
        cost = self.cost(zone, repeated=zone in state.struck)
        state = _lose(state, cost)
        if not state.health:
            return _over(state, Ending.KILLED)
        if zone in state.struck:
            state = state._replace(limb_lost=True)
        else:
            state = state._replace(struck=tuple(sorted((*state.struck, zone))))
        # S20: with all six suffered, a Deep Wound changes nothing more.
        if cost.harm is Harm.DEEP_WOUND and len(state.wounds) < len(DEEP_WOUNDS):
            return state._replace(phase=Phase.WOUND)
        return self._next_round(state)

    def _wound(self, state: State, wound: int) -> State:
        """Deep Wounds 1–3 act later: on the dice rolled, and when a round begins (S20)."""
        state = state._replace(wounds=tuple(sorted((*state.wounds, wound))))
        match wound:
            case 4:
                return self._next_round(state._replace(concentration=0))
            case 5:
                return state._replace(phase=Phase.KI_TOLL)
            case 6:
                return state._replace(phase=Phase.HEALTH_TOLL)
            case _:
                return self._next_round(state)

    # --- The end of a round and of the duel ---

    def _next_round(self, state: State) -> State:
        """The next round, which begins with bleeding (S20, S23), or the end after the last (S22)."""
        if state.round == self.duel.player.rounds:
            if state.health > state.opponent:
                return _over(state, Ending.OPPONENT_WITHDREW)
            return _over(state, Ending.STAND_OFF if state.health == state.opponent else Ending.PLAYER_WITHDREW)
        state = state._replace(round=state.round + 1, health=state.health - (BLEEDING in state.wounds))
        return self._player_phase(state) if state.health else _over(state, Ending.BLED)


def _pay_ki(state: State) -> State:
    return state._replace(ki=state.ki - 1, spent=state.spent + 1)


def _harm_him(state: State, damage: int) -> State:
    return state._replace(opponent=max(0, state.opponent - damage))


def _lose(state: State, loss: Effect) -> State:
    """A loss of health, or of Ki, which health pays for when there is too little (S17)."""
    from_ki = min(state.ki, loss.amount) if loss.harm is Harm.KI else 0
    return state._replace(ki=state.ki - from_ki, health=max(0, state.health - (loss.amount - from_ki)))


def _over(state: State, ending: Ending) -> State:
    return state.settled()._replace(phase=Phase.OVER, ending=ending)


def _without(dice: Faces, face: int) -> Faces:
    """The dice less one with this face."""
    at = dice.index(face)
    return dice[:at] + dice[at + 1 :]


# --- moves and chances, each made once ---


@cache
def placements(dice: Faces, split: bool) -> tuple[Step, ...]:
    """Every way to place the dice, equal totals once (S5); a single rolled die may be split."""
    if split:
        points = sum(dice)
        totals = {(a, d, points - a - d) for a in range(points + 1) for d in range(points - a + 1)}
    else:
        totals = {
            tuple(sum(face for face, at in zip(dice, columns, strict=True) if at == column) for column in range(3))
            for columns in product(range(3), repeat=len(dice))
        }
    return tuple(Place(*total) for total in sorted(totals, reverse=True))


@cache
def _rerolls(dice: Faces) -> tuple[Step, ...]:
    return tuple(RerollDie(face) for face in FACES if face in dice)


def _most_purchases(purchases: Purchases) -> int | None:
    """A round (S10); None: any number."""
    match purchases:
        case Purchases.ANY:
            return None
        case Purchases.ONE:
            return 1
        case _:
            return never(purchases)


def _cost_again(repeated: Repeated, cost: Effect) -> Effect:
    """What a zone costs that is hit again (S18); a Deep Wound is another one."""
    match repeated:
        case Repeated.KIND:
            return cost
        case Repeated.HEALTH:
            return Effect(Harm.HEALTH, cost.amount) if cost.harm is Harm.KI else cost
        case _:
            return never(repeated)


def _again(reroll: Reroll) -> Callable[[Faces], tuple[Step, ...]]:
    """What Ki can throw again of his dice (S13)."""
    match reroll:
        case Reroll.ALL:
            return _again_all
        case Reroll.ONE:
            return _again_one
        case Reroll.EITHER:
            return _again_either
        case _:
            return never(reroll)


def _again_all(_: Faces) -> tuple[Step, ...]:
    return _AGAIN_ALL


@cache
def _again_one(his: Faces) -> tuple[Step, ...]:
    return tuple(Again(face) for face in FACES if face in his)


@cache
def _again_either(his: Faces) -> tuple[Step, ...]:
    """Of a single die, one is all."""
    return _AGAIN_ALL + (_again_one(his) if len(his) > 1 else ())


_ANNOUNCEMENTS = tuple(tuple(Announce(n) for n in range(1, most + 1)) for most in range(ROUND_DICE))
_READY: tuple[Step, ...] = (Ready(),)
_RAISES: tuple[Step, ...] = tuple(map(Raise, Column))
_STAND: tuple[Step, ...] = (Stand(),)
_AGAIN_ALL: tuple[Step, ...] = (Again(),)


@cache
def _thrown(kind: Callable[[Faces], Step], count: int) -> Chance[Step]:
    """A throw of several dice."""
    return Chance[Step].of_dice(count, ((faces, ways, kind(faces)) for faces, ways in throws(count)))


@cache
def _one_die(kind: Callable[[int], Step], without: Faces = ()) -> Chance[Step]:
    """One die; the faces left out are thrown again (S20)."""
    return Chance[Step].of_dice(1, (((face,), 1, kind(face)) for face in FACES if face not in without))
