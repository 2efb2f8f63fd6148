"""Why a move was worse than the best one: what it cost, in terms of the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from niten.core import Step
from niten.core.dice import throws
from niten.samurai import Again, Announce, Buy, Gain, Place, Raise, Ready, RerollDie, Samurai, Stand, State
from niten.samurai.duel import ROUND_DICE
from niten.samurai.steps import Column

_NOTICEABLE = 0.05
"""Health, or a share of his rolls: less is not worth a sentence."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One cost; the kind is a key of the [review.reason] texts, the details fill it in."""

    kind: str
    details: Mapping[str, object] = field(default_factory=dict[str, object])


def explain(game: Samurai, state: State, played: Step, best: Step) -> tuple[Reason, ...]:
    """What the best move had that the played one had not."""
    return tuple(_explain(game, state, played, best)) or (Reason("plain"),)


def _explain(game: Samurai, state: State, played: Step, best: Step) -> Iterator[Reason]:
    match played, best:
        case Place(), Place():
            yield from _placements(game, state, played, best)
        case Announce(), Announce():
            yield Reason("dice", {"count": ROUND_DICE - best.count})
            yield from _dice(game, state, played.count, best.count)
        case Ready() | Raise() | Place() | Announce() | RerollDie(), Buy():
            yield from _not_bought(game, state, best)
        case Buy(), _:
            yield from _bought(played, best)
        case _, RerollDie():
            yield Reason("reroll", {"face": best.face})
        case RerollDie(), _:
            yield Reason("ki-wasted")
        case Ready(), Raise():
            yield Reason(f"raise-{best.column}")
            yield from _levels(game, state, *_raised(state, best.column))
        case Raise(), Raise():
            yield Reason(f"raise-{best.column}")
        case Raise(), _:
            yield Reason("ki-wasted")
        case Stand(), Again():
            yield from _his_roll(game, state, best, "again")
        case Again(), Stand():
            yield from _his_roll(game, state, played, "stand")
        case Again(), Again():
            yield Reason("other-die", {"face": best.face})
        case _:
            return


def _placements(game: Samurai, state: State, played: Place, best: Place) -> Iterator[Reason]:
    """Damage not dealt, a counterattack not covered, points not gathered."""
    attack, defense = state.attack, state.defense
    mine = _outlook(game, state, attack + played.attack, defense + played.defense)
    better = _outlook(game, state, attack + best.attack, defense + best.defense)
    if better.damage - mine.damage > _NOTICEABLE:
        yield Reason("damage", {"mine": mine.damage, "better": better.damage})
    if mine.struck - better.struck > _NOTICEABLE:
        yield Reason("cover", {"mine": mine.struck, "better": better.struck})
    if best.concentration > played.concentration:
        yield Reason("gather", {"count": best.concentration - played.concentration})


def _dice(game: Samurai, state: State, mine: int, better: int) -> Iterator[Reason]:
    """Without any Defense: how often each number of his dice strikes."""
    struck = {count: _outlook(game, state._replace(rolled=count), 0, 0).struck for count in (mine, better)}
    risk = struck[mine] - struck[better]
    if risk > _NOTICEABLE:
        yield Reason("dice-safer")
    elif better > mine:
        yield Reason("dice-more")


def _levels(game: Samurai, state: State, attack: int, defense: int) -> Iterator[Reason]:
    mine = _outlook(game, state, state.attack, state.defense)
    better = _outlook(game, state, attack, defense)
    if better.damage - mine.damage > _NOTICEABLE:
        yield Reason("damage", {"mine": mine.damage, "better": better.damage})
    if mine.struck - better.struck > _NOTICEABLE:
        yield Reason("cover", {"mine": mine.struck, "better": better.struck})


def _raised(state: State, column: Column) -> tuple[int, int]:
    more = column is Column.ATTACK
    return state.attack + more, state.defense + (not more)


def _not_bought(game: Samurai, state: State, best: Buy) -> Iterator[Reason]:
    reward = next(row for row in game.duel.player.rewards if row.price == best.price)
    if reward.gain is Gain.OPPONENT and reward.amount >= state.opponent:
        yield Reason("kill", {"price": best.price})
    else:
        yield Reason("not-bought", {"price": best.price})


def _bought(played: Buy, best: Step) -> Iterator[Reason]:
    if isinstance(best, Buy):
        yield Reason("other-reward", {"price": best.price})
    else:
        yield Reason("bought", {"price": played.price})


def _his_roll(game: Samurai, state: State, thrown: Again, kind: str) -> Iterator[Reason]:
    """His line, and what another roll, of all his dice or of one (S13), would do on average."""
    number = sum(state.his)
    line = game.duel.lines[number]
    again = _outlook(game, state, state.attack, state.defense, thrown.face)
    damage = float(min(state.opponent, game.duel.damage(game.final_attack(state))))
    yield Reason(kind, {"line": number})
    if kind == "again" and again.damage - damage > _NOTICEABLE:
        yield Reason("damage", {"mine": damage, "better": again.damage})
    if kind == "again" and line.strikes(state.defense) and again.struck < 1 - _NOTICEABLE:
        yield Reason("cover-roll", {"better": again.struck})
    if kind == "stand" and damage - again.damage > _NOTICEABLE:
        yield Reason("damage", {"mine": again.damage, "better": damage})


@dataclass(frozen=True, slots=True)
class Outlook:
    """His next roll: the damage to expect, and how often his counterattack strikes."""

    damage: float
    struck: float


def _outlook(game: Samurai, state: State, attack: int, defense: int, one: int | None = None) -> Outlook:
    """With these levels; he throws all his dice, or only one that shows this face. He cannot lose more than he has."""
    his = ROUND_DICE - state.rolled if one is None else 1
    lying = 0 if one is None else sum(state.his) - one
    damage = struck = 0
    for faces, ways in throws(his):
        line = game.duel.lines[lying + sum(faces)]
        damage += ways * min(state.opponent, game.duel.damage(max(0, attack - line.defense)))
        struck += ways * bool(line.effect and line.strikes(defense))
    return Outlook(damage / 6**his, struck / 6**his)
