"""What injuries leave behind, and what they cost: the part of a state that only grows (S16–S20)."""

from collections.abc import Iterator
from typing import NamedTuple

from niten.core.dice import Faces
from niten.samurai import Effect, Harm, Samurai, State
from niten.samurai.duel import DEEP_WOUNDS
from niten.samurai.rules import BEHEADED, BLEEDING, DODGED

LEVEL_1 = dict.fromkeys(range(1, 7), 1 / 6)
LEVEL_2 = {zone: (6 - abs(7 - zone)) / 36 for zone in range(2, 13)}
NOTHING = Effect(Harm.HEALTH, 0)


class Body(NamedTuple):
    """Struck zones and suffered Deep Wounds. With a lost limb most zones no longer matter, and are not kept."""

    struck: Faces = ()
    limb_lost: bool = False
    wounds: Faces = ()

    @classmethod
    def of(cls, game: Samurai, state: State) -> "Body":
        """The body of a state."""
        return cls(_kept(game, state.struck) if state.limb_lost else state.struck, state.limb_lost, state.wounds)

    @property
    def is_bleeding(self) -> bool:
        """Deep Wound 3: health falls when a round begins."""
        return BLEEDING in self.wounds

    @property
    def discarded(self) -> Faces:
        """The faces that Deep Wounds 1 and 2 take away."""
        return tuple(wound for wound in self.wounds if wound <= 2)

    def hit(self, game: Samurai, zone: int) -> "Body":
        """After a hit on a zone: struck out, or the limb is lost (S18)."""
        struck = tuple(sorted({*self.struck, zone}))
        if self.limb_lost or zone in self.struck:
            return self._replace(struck=_kept(game, struck), limb_lost=True)
        return self._replace(struck=struck)

    def wounded(self, wound: int) -> "Body":
        """After a Deep Wound."""
        return self._replace(wounds=tuple(sorted((*self.wounds, wound))))


def is_dearer_again(game: Samurai, zone: int) -> bool:
    """Whether a zone costs something else when it is hit again (S18)."""
    return game.cost(zone, repeated=True) != game.cost(zone, repeated=False)


def _kept(game: Samurai, struck: Faces) -> Faces:
    """The zones that matter when a limb is lost already."""
    return tuple(zone for zone in struck if is_dearer_again(game, zone))


class Consequence(NamedTuple):
    """One way an injury can go: how likely, the body after it, and what it costs."""

    chance: float
    body: Body
    cost: Effect = NOTHING
    clears_concentration: bool = False


def consequences(game: Samurai, body: Body, level: Harm) -> Iterator[Consequence]:
    """Every way an injury of a level can go; the chance that is missing is that of being beheaded."""
    for zone, chance in (LEVEL_1 if level is Harm.LEVEL_1 else LEVEL_2).items():
        if zone == DODGED:
            yield Consequence(chance, body)
        elif zone != BEHEADED:
            cost = game.cost(zone, repeated=zone in body.struck)
            after = body.hit(game, zone)
            if cost.harm is Harm.DEEP_WOUND:
                yield from _deep_wound(after, chance)
            else:
                yield Consequence(chance, after, cost)


def _deep_wound(body: Body, chance: float) -> Iterator[Consequence]:
    open_wounds = [wound for wound in DEEP_WOUNDS if wound not in body.wounds]
    if not open_wounds:
        yield Consequence(chance, body)
    for wound in open_wounds:
        each = chance / len(open_wounds)
        after = body.wounded(wound)
        if wound in (5, 6):
            harm = Harm.KI if wound == 5 else Harm.HEALTH
            yield from (Consequence(each / 6, after, Effect(harm, face)) for face in range(1, 7))
        else:
            yield Consequence(each, after, clears_concentration=wound == 4)


def reachable(game: Samurai, most: int | None = None) -> list[set[Body]] | None:
    """The bodies with which each round can begin, round 1 first; None if there are more than `most` in all."""
    levels = {line.effect.harm for line in game.duel.lines.values() if line.effect} & {Harm.LEVEL_1, Harm.LEVEL_2}
    rounds = [{Body()}]
    total = 1
    while len(rounds) < game.duel.player.rounds:
        before = rounds[-1]
        after = {way.body for body in before for level in levels for way in consequences(game, body, level)}
        rounds.append(before | after)
        total += len(rounds[-1])
        if most is not None and total > most:
            return None
    return rounds
