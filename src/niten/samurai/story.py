"""What a step of a duel did, as events: derived from the step and the states around it, never kept."""

from collections.abc import Iterator
from typing import NamedTuple

from niten.core import Step
from niten.core.story import Event
from niten.samurai.duel import ZONES, Gain, Harm, Line
from niten.samurai.rules import Samurai
from niten.samurai.state import Ending, Phase, State
from niten.samurai.steps import (
    Again,
    Announce,
    Buy,
    Injury,
    OpponentRoll,
    Place,
    Raise,
    RerollDie,
    Roll,
    Stand,
    Strike,
    Toll,
    Wound,
)


class Exchange(NamedTuple):
    """His line carried out against the player's Attack and Defense (S14, S15)."""

    number: int
    line: Line
    attack: int
    defense: int
    final_attack: int
    damage: int
    won: bool

    @property
    def tick(self) -> bool | None:
        """What goes into the Defense box: tick, cross, or nothing if the attack won the duel (S15)."""
        return None if self.won else not self.line.strikes(self.defense)


def exchange(game: Samurai, before: State, step: Step) -> Exchange | None:
    """The exchange this step brought about, if it did."""
    if isinstance(step, OpponentRoll) and not game.can_spend_ki(before):
        before = before._replace(his=tuple(sorted(before.his + step.faces)))
    elif not isinstance(step, Stand):
        return None
    number = sum(before.his)
    final = game.final_attack(before)
    damage = min(game.duel.damage(final), before.opponent)
    line = game.duel.lines[number]
    return Exchange(number, line, before.attack, before.defense, final, damage, damage == before.opponent)


def tell(game: Samurai, before: State, step: Step, after: State) -> tuple[Event, ...]:
    """The events of one step, in the order they happened."""
    return tuple(_tell(game, before, step, after))


def _tell(game: Samurai, before: State, step: Step, after: State) -> Iterator[Event]:
    yield from _step(before, step, after)
    if isinstance(step, Buy):
        yield from _purchase(game, before, step, after)
    if isinstance(step, Strike) and after.ending is not Ending.BEHEADED_HIM:
        yield _he_loses(before.opponent - after.opponent, after.opponent)
    clash = exchange(game, before, step)
    if clash:
        yield from _exchange(clash, after)
    bled = after.round > before.round and 3 in after.wounds
    yield from _losses(game, before, step, after, bled)
    if isinstance(step, Injury):
        yield from _injury(before, after)
    if after.round > before.round and after.ending is not Ending.BLED:
        yield Event("round", {"round": after.round, "dice": game.most_dice(after)})
        if bled:
            yield Event("bled", {"left": after.health})
    if after.ending:
        yield Event("over", {"ending": after.ending})


def _step(before: State, step: Step, after: State) -> Iterator[Event]:
    match step:
        case Announce(count):
            yield Event("announced", {"count": count})
        case Roll(faces):
            yield Event("rolled", {"dice": faces, "count": len(faces)})
            lost = tuple(face for face in faces if face <= 2 and face in before.wounds)
            if lost:
                yield Event("discarded", {"dice": lost, "count": len(lost)})
        case RerollDie(face):
            yield Event("rerolled", {"face": face, "ki": after.ki})
        case Place(attack, defense, concentration):
            yield Event("placed", {"attack": attack, "defense": defense, "concentration": concentration})
        case Raise(column):
            total = before.attack if column == "attack" else before.defense
            yield Event(f"raised-{column}", {"total": total + 1, "ki": before.ki - 1})
        case OpponentRoll(faces):
            his = tuple(sorted(before.his + faces))
            yield Event("his-roll", {"dice": his, "line": sum(his), "count": len(his)})
        case Again(face):
            yield Event("again-all" if face is None else "again-one", {"face": face, "ki": after.ki})
        case Injury(faces):
            yield Event("injury-roll", {"level": len(faces), "dice": faces, "zone": sum(faces)})
        case Strike(face):
            yield Event("strike", {"face": face})
        case Wound(face):
            yield Event("wound", {"wound": face})
            if face == 4:
                yield Event("concentration-lost", {"count": before.concentration})
        case Toll(face):
            yield Event("toll-ki" if before.phase is Phase.KI_TOLL else "toll-health", {"face": face})
        case _:
            return


def _purchase(game: Samurai, before: State, step: Buy, after: State) -> Iterator[Event]:
    reward = next(row for row in game.duel.player.rewards if row.price == step.price)
    left = before.concentration - step.price
    yield Event(f"bought-{reward.gain}", {"price": step.price, "amount": reward.amount, "left": left})
    if reward.gain is Gain.OPPONENT:
        yield _he_loses(before.opponent - after.opponent, after.opponent)


def _he_loses(amount: int, left: int) -> Event:
    return Event("he-loses", {"count": amount, "left": left})


def _exchange(clash: Exchange, after: State) -> Iterator[Event]:
    line = clash.line
    yield Event(
        "attack", {"line": clash.number, "attack": clash.attack, "his": line.defense, "final": clash.final_attack}
    )
    yield _he_loses(clash.damage, after.opponent) if clash.damage else Event("no-damage")
    if clash.won:
        return
    if line.counter is None:
        yield Event("no-counter")
    elif clash.tick:
        yield Event("parried", {"defense": clash.defense, "counter": line.counter})
    else:
        yield Event("hit", {"defense": clash.defense, "counter": line.counter})
        if line.effect and line.effect.harm in (Harm.LEVEL_1, Harm.LEVEL_2):
            yield Event("injured", {"level": 1 if line.effect.harm is Harm.LEVEL_1 else 2})


def _owed_ki(game: Samurai, before: State, step: Step) -> bool:
    """Whether the step demanded Ki (S17)."""
    if isinstance(step, Injury):
        zone = sum(step.faces)
        return zone in ZONES and game.cost(zone, repeated=zone in before.struck).harm is Harm.KI
    return before.phase is Phase.KI_TOLL


def _losses(game: Samurai, before: State, step: Step, after: State, bled: bool) -> Iterator[Event]:
    """What the opponent took from the player; Ki that the player spent is told with the step that spent it."""
    ki = before.ki - after.ki
    if ki > 0 and before.phase in (Phase.INJURY_1, Phase.INJURY_2, Phase.KI_TOLL):
        yield Event("lost-ki", {"count": ki, "left": after.ki})
    health = before.health - after.health - bled
    if health > 0 and _owed_ki(game, before, step):
        yield Event("ki-short")
    if health > 0:
        yield Event("lost-health", {"count": health, "left": after.health + bled})


def _injury(before: State, after: State) -> Iterator[Event]:
    if after.limb_lost and not before.limb_lost:
        yield Event("limb-lost")
    if after.phase is Phase.WOUND:
        yield Event("deep-wound")
