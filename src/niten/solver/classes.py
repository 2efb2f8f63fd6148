"""Bodies put into classes: a full duel has 65,600 bodies, a bound needs a few tables.

A class says how many zones of some groups are struck. From above it bounds every body with *at least* so many, from
below every body with *at most* so many and none outside its groups. That holds because struck zones, a lost limb and
Deep Wounds 1–3 never help: whoever has them can be imitated move by move by one who has not (with a lost limb the
player rolls one die, which every line allows).

Deep Wounds 4–6 act once and are not kept. A class is *fresh* if its bodies cannot have suffered any Deep Wound.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from niten.core.dice import Faces
from niten.samurai import Harm, Samurai

LOW: Faces = (2, 3, 4, 5, 6)  # zones that both levels can hit (S16)
HIGH: Faces = (7, 8, 9, 10, 11)  # zones that only Level 2 can hit
ZONES = LOW + HIGH
LASTING: Faces = (1, 2, 3)  # the Deep Wounds that go on (S20)


class Group(NamedTuple):
    """So many of these zones are struck."""

    zones: Faces
    number: int


class Class(NamedTuple):
    """What is known about a body. With a lost limb the zones no longer matter (S18)."""

    struck: tuple[Group, ...] = ()
    limb_lost: bool = False
    wounds: Faces = ()  # of the lasting ones
    unwounded: bool = False  # the limb is lost, but no Deep Wound was suffered: the zones can no longer tell

    @classmethod
    def of(cls, struck: Faces, limb_lost: bool, wounds: Faces) -> "Class":
        """The class of exactly one set of zones."""
        lasting = tuple(wound for wound in wounds if wound in LASTING)
        return cls.lost(lasting, unwounded=not wounds) if limb_lost else cls.exactly(struck, lasting)

    @classmethod
    def exactly(cls, struck: Faces, wounds: Faces) -> "Class":
        """These zones and no others."""
        return cls(tuple(Group((zone,), 1) for zone in struck), wounds=wounds)

    @classmethod
    def lost(cls, wounds: Faces = (), *, unwounded: bool = False) -> "Class":
        """A lost limb."""
        return cls((), limb_lost=True, wounds=wounds, unwounded=unwounded)

    def is_fresh(self, deep: Faces) -> bool:
        """No Deep Wound can have been suffered; `deep` are the zones that give one."""
        touched = any(zone in deep for group in self.struck if group.number for zone in group.zones)
        return self.unwounded or not (self.limb_lost or self.wounds or touched)

    @property
    def is_kept(self) -> bool:
        """Worth keeping for the coach. What many zones struck exactly are worth is only computed for those before."""
        return not self.is_exact or len(self.struck) <= 2

    @property
    def is_exact(self) -> bool:
        """Every struck zone is known."""
        return not self.limb_lost and all(len(group.zones) == 1 for group in self.struck)

    @property
    def zones(self) -> Faces:
        """The zones that may be struck."""
        return tuple(zone for group in self.struck if group.number for zone in group.zones)


def fewest(struck: Iterable[Group], hit: int, zones: Faces) -> int:
    """With at least so many of each group struck, and then one more zone hit: how many of `zones` at least."""
    count = int(hit in zones)
    for group in struck:
        elsewhere = sum(zone not in zones and zone != hit for zone in group.zones)
        count += max(0, group.number - elsewhere)
    return count


def most(struck: Iterable[Group], hit: int, zones: Faces) -> int:
    """With at most so many of each group struck, and then one more zone hit: how many of `zones` at most."""
    count = int(hit in zones)
    for group in struck:
        count += min(group.number, sum(zone in zones and zone != hit for zone in group.zones))
    return count


def is_above(one: Class, body: Class, hit: int, deep: Faces) -> bool:
    """The class bounds every body of another class, with one more zone hit (0: none), from above."""
    if one.limb_lost > body.limb_lost or not set(one.wounds) <= set(body.wounds):
        return False
    if one.is_fresh(deep) and not (body.is_fresh(deep) and hit not in deep):
        return False  # which of the wounds that act once are still to come is not a matter of more or less
    return body.limb_lost or all(fewest(body.struck, hit, group.zones) >= group.number for group in one.struck)


def is_below(one: Class, body: Class, hit: int) -> bool:
    """The same from below."""
    if one.limb_lost < body.limb_lost or not set(one.wounds) >= set(body.wounds):
        return False
    touched = {*body.zones, hit} - {0}
    inside = all(most(body.struck, hit, group.zones) <= group.number for group in one.struck)
    return one.limb_lost or (touched <= set(one.zones) and inside)


def holds_for(one: Class, body: Class, hit: int, deep: Faces, *, upper: bool) -> bool:
    """What bounds a class from one side also bounds another one, with one more zone hit."""
    return is_above(one, body, hit, deep) if upper else is_below(one, body, hit)


@cache
def nearest(classes: tuple[Class, ...], body: Class, hit: int, deep: Faces, upper: bool) -> list[Class]:
    """The classes that bound such bodies, without those that another one of them makes superfluous."""
    fit = [one for one in classes if holds_for(one, body, hit, deep, upper=upper)]
    return [
        one for one in fit if not any(other != one and holds_for(one, other, 0, deep, upper=upper) for other in fit)
    ]


def deep_zones(game: Samurai) -> Faces:
    """The zones that give a Deep Wound."""
    return tuple(zone for zone in ZONES if game.duel.player.injuries[zone].harm is Harm.DEEP_WOUND)


# --- the ladder: which classes there are, from coarse to fine ---

LIMB_LOST = tuple(map(Class.lost, ((), (1,), (2,), (3,))))
LIMB_ONLY = Class.lost(unwounded=True)
WORST = Class((Group(ZONES, len(ZONES)),))
"""Every zone struck."""

PARTS: tuple[tuple[Faces, ...], ...] = (
    (LOW, HIGH),
    ((2, 3, 4), (5, 6), (7, 8, 9), (10, 11)),
    ((2,), (3, 4), (5, 6), (7,), (8, 9), (10, 11)),
    tuple((zone,) for zone in ZONES),
)
"""Zones taken together, from coarse to fine: those that are hit about as often."""


def counted(total: int, wounds: Faces = ()) -> list[Class]:
    """So many zones struck in all, told apart only by low and high."""
    return [
        Class(tuple(Group(zones, n) for zones, n in ((LOW, low), (HIGH, total - low)) if n), wounds=wounds)
        for low in range(max(0, total - len(HIGH)), min(total, len(LOW)) + 1)
    ]


def chosen(parts: Iterable[Faces], total: int, wounds: Faces = ()) -> list[Class]:
    """One struck zone in each of so many different parts."""
    return [Class(tuple(Group(zones, 1) for zones in some), wounds=wounds) for some in combinations(parts, total)]


Rung = tuple[list[Class], list[Class]]
"""The classes for the lower bound, and those for the upper bound."""

COARSE = 4
RUNGS = COARSE + len(ZONES) - 3


def rung(level: int, deep: Faces) -> Rung:
    """From the cheapest to the dearest: four by hand, then one after the other all sets of 3, 4, … struck zones."""
    return coarse_rungs()[level] if level < COARSE else exact_rung(level - COARSE + 3, deep)


def exact_rung(most: int, deep: Faces) -> Rung:
    """Every set of up to so many zones is a class. One more only counts; more than that is every zone from below.

    Without a lost limb every Deep Wound has its zone, so no more of them are known than such zones are struck.
    """
    sets = [struck for total in range(most + 1) for struck in combinations(ZONES, total)]
    every = [wounds for number in range(len(LASTING) + 1) for wounds in combinations(LASTING, number)]
    exact = [
        Class.exactly(struck, wounds)
        for wounds in every
        for struck in sets
        if len(wounds) <= sum(zone in deep for zone in struck)
    ]
    rest = [one for wounds in every if len(wounds) <= len(deep) for one in counted(most + 1, wounds)]
    # Where the ones that count count every zone, they are the worst.
    worst = [WORST._replace(wounds=wounds) for wounds in every if most + 1 < len(ZONES) or len(wounds) > len(deep)]
    limbs = list(map(Class.lost, every))
    return [*exact, *rest, *worst, *limbs], [*exact, *rest, *limbs, LIMB_ONLY]


def coarse_rungs() -> list[Rung]:
    """Those that are enough for most duels."""

    def wounded(*classes: Class) -> list[Class]:
        return [one._replace(wounds=(wound,)) for wound, one in product(LASTING, classes)]

    bare = Class()
    worst = [WORST, *wounded(WORST)]
    high = Class((Group(HIGH, 1),))
    two_high = Class((Group(HIGH, 2),))
    two_each = Class((Group(LOW, 2), Group(HIGH, 2)))
    pairs_of_wounds = [one._replace(wounds=pair) for pair in combinations(LASTING, 2) for one in (WORST, LIMB_LOST[0])]
    single = PARTS[-1]
    return [
        (
            [bare, *chosen(PARTS[0], 1), *counted(2), *worst, *LIMB_LOST],
            [bare, *chosen(PARTS[0], 1), *wounded(high), LIMB_LOST[0], LIMB_ONLY],
        ),
        (
            [bare, *chosen(PARTS[1], 1), *counted(2), *worst, *LIMB_LOST],
            [bare, *chosen(PARTS[2], 1), *wounded(high), LIMB_LOST[0], LIMB_ONLY],
        ),
        (
            [bare, *chosen(single, 1), *counted(2), *counted(3), *worst, *wounded(two_high, two_each), *LIMB_LOST],
            [bare, *chosen(single, 1), *counted(2), *wounded(high, *counted(2)), *LIMB_LOST, LIMB_ONLY],
        ),
        (
            [
                *[bare, *chosen(single, 1), *chosen(single, 2), *counted(3), *counted(4), *worst],
                *wounded(two_each, *chosen(single[5:], 1), *counted(2), *counted(3)),
                *[*pairs_of_wounds, *LIMB_LOST],
            ],
            [
                *[bare, *chosen(single, 1), *chosen(single, 2), *counted(3)],
                *wounded(*chosen(single[5:], 1), *counted(2), *counted(3)),
                *[*LIMB_LOST, LIMB_ONLY],
            ],
        ),
    ]
