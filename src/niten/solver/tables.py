"""The tables the kernels read and write."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.floating[Any]]
"""Single or double precision: the kernels are compiled for both."""

Kept = npt.NDArray[Any]
"""A table as it is kept: [his health, ki, concentration, health - 1], 16-bit numbers or doubles."""

Number = float | np.floating[Any]

SPENT = 4  # 0 to 3 Ki spent in a round (S7)
NEVER = 10**6
VECTOR = 32  # lanes the compiled loops take at a time


class Prices(NamedTuple):
    """The rewards of each kind: [(price, amount)]."""

    ki: Numbers
    attack: Numbers
    defense: Numbers
    damage: Numbers
    strike: Numbers


class Replies(NamedTuple):
    """His roll after the player rolled n dice. A kind is what can happen at a pair of levels, and how likely it is.

    With all dice re-rolled only the sum matters, and lines with the same damage and effect are one outcome. With one
    die re-rolled every throw is an outcome of its own; `rest` and `again` are empty otherwise.
    """

    kind: Numbers  # [attack and defense]
    price: Numbers  # [s, attack and defense]: concentration spent on getting there, at least
    spare: Numbers  # [s, kind]: the same for all levels of a kind
    hurt: Numbers  # [attack]: the most damage it can do
    gathered: int  # concentration the dice can bring in
    outcomes: Numbers  # [kind]: how many there are, a multiple of four
    chance: Floats  # [kind, outcome]
    damage: Numbers
    event: Numbers
    rest: Numbers  # [throw, i]: what is left when its i-th different die is taken up; -1: no such die
    again: Numbers  # [rest, face]: the throw when that die shows a face
    whole: bool  # all of them can be re-rolled too
    levels: Numbers  # how many levels of Attack, and of Defense


class Hands(NamedTuple):
    """The dice in hand after rolling n with some faces discarded: every multiset, and what can be done with it."""

    chance: Floats  # [hand] of the first roll, filled up with zeros to a multiple of four
    place: Numbers  # [hand, i, (row, concentration)]: a pair of levels if that is 0, or a part; a multiple of four
    places: Numbers  # [hand]: how many ways there are to place it
    part: Numbers  # [part, i, (row, concentration)]: the same for what is left when dice went into concentration
    parts: Numbers  # [part]
    room: Numbers  # [part]: the concentration it can lack of a hand
    rest: Numbers  # [hand, i]: what is left when its i-th different die is taken up; -1: no such die
    again: Numbers  # [rest, face]: the hand when that die shows a face


class Plan(NamedTuple):
    """What is the same for every round."""

    size: int  # lanes per point of concentration
    sure: Numbers  # [his health]: the concentration that kills him outright
    paid: Numbers  # [chain, his health]: the concentration that was spent on getting there in this round, at least
    fewest: Numbers  # [chain, his health]: the purchases that took, where they are counted
    useful: Numbers  # [damage]: its price, where damage is only bought to end the duel in this round; or 0
    ki_at: Numbers  # [chain, s]: the Ki left; -1: no such state
    chain_of: Numbers  # [s, ki]
    ahead: bool  # Ki may be bought before it is needed
    prices: Prices


class Space(NamedTuple):
    """What the kernels write in."""

    raised: Floats  # [ring, b, his health, s, attack and defense, lane]
    held: Floats  # [ring, b, his health, s, hand, lane]
    reply: Floats  # [s, kind, lane]
    throw: Floats  # [s, throw, lane], where one die of his is re-rolled
    again: Floats  # [rest, lane]
    part: Floats  # [part, lane]
    mean: Floats  # [lane]
