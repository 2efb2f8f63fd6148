"""One round of a simulated duel: the rules S5–S23 once more, on numbers, with every decision the best by the tables.

A duel is a row of numbers. Nothing here is shared with the engine or with the kernels but the tables that are followed;
the tests replay logged duels in the engine. Editions en and fr.
"""
# ruff: noqa: PLR0917 (compiled functions take their arguments by position)

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from niten.samurai.duel import DEEP_WOUNDS, ROUND_DICE
from niten.samurai.rules import BEHEADED, BEHEADING_STRIKE, BLEEDING, DODGED
from niten.solver.kernels import compiled
from niten.solver.tables import SPENT, Floats, Hands, Numbers, Plan, Replies

FIELDS = 13
HIS, KI, POINTS, HEALTH, STRUCK, LIMB, WOUNDS, RESULT, USED, ATTACK, DEFENSE, HAND, STEPS = range(FIELDS)
"""The columns of a duel; struck zones and wounds are bits, USED is the Ki spent in this round."""

RUNNING, VICTORY, DEFEAT, FAILURE = range(4)
ANNOUNCE, BUY, REROLL, PLACE, RAISE, READY, AGAIN, STAND, ROLL, OPPONENT, INJURY, STRIKE, WOUND, TOLL = range(14)
LOSS_OF_HEALTH, LOSS_OF_KI, LEVEL_1, LEVEL_2, DEEP_WOUND = range(5)
ALL_WOUNDS = sum(1 << wound for wound in DEEP_WOUNDS)


class Duels(NamedTuple):
    """All duels."""

    rows: Numbers  # [duel, column]
    random: npt.NDArray[np.uint64]  # [duel]: the state of its generator
    log: Numbers  # [duel, step, (kind, three numbers)]: of the first duels


class Page(NamedTuple):
    """What is printed, as numbers."""

    lines: Numbers  # [sum, (defense, counter, event)]
    damage: Numbers  # [Final Attack]; the last one goes on (S14)
    effects: Numbers  # [event, (harm, amount)]
    injuries: Numbers  # [zone, (harm, amount)]


class Guide(NamedTuple):
    """What a duel looks at in one round after rolling some number of dice."""

    page: Page
    plan: Plan
    raised: Floats
    held: Floats
    events: Floats
    replies: Replies
    hands: Hands
    rolled: int
    is_last: bool
    number: Numbers  # [low, middle, high]: the hand of these dice; 0: no die
    faces: Numbers  # [hand, i]: its i-th different face
    places: Numbers  # [hand, i, (attack, defense, concentration)]; attack -1: no more


# --- dice ---

GOLDEN, MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@compiled
def mixed(z: Any) -> Any:
    """The output function of splitmix64."""
    z = (z ^ (z >> np.uint64(30))) * MIX_1
    z = (z ^ (z >> np.uint64(27))) * MIX_2
    return z ^ (z >> np.uint64(31))


@compiled
def sow(random: npt.NDArray[np.uint64], seed: int) -> None:
    """A generator for each duel."""
    for i in range(random.size):
        random[i] = mixed(mixed(np.uint64(seed)) + np.uint64(i))


@compiled
def die(duels: Duels, i: int) -> int:
    """The next die of a duel."""
    state = duels.random[i] + GOLDEN
    duels.random[i] = state
    return np.int64(((mixed(state) >> np.uint64(32)) * np.uint64(6)) >> np.uint64(32)) + 1  # type: ignore[return-value]


@compiled
def note(duels: Duels, i: int, kind: int, x: int, y: int, z: int) -> None:
    """Write a step down."""
    if i < duels.log.shape[0]:
        at = duels.rows[i, STEPS]
        if at < duels.log.shape[1]:
            step = duels.log[i, at]
            step[0], step[1], step[2], step[3] = kind, x, y, z
        duels.rows[i, STEPS] = at + 1


# --- Player phase ---


@compiled
def level(replies: Replies, attack: int, defense: int) -> int:
    """Where Attack and Defense stand in the tables."""
    return min(attack, replies.levels[0] - 1) * replies.levels[1] + min(defense, replies.levels[1] - 1)


@compiled
def worth(guide: Guide, table: Floats, s: int, k: int, at: int, his: int, points: int) -> float:
    """What `raised` or `held` say of a state; from the sure price on he is dead."""
    if points >= guide.plan.sure[his]:
        return 1.0
    return table[min(guide.plan.chain_of[s, k], table.shape[0] - 1), 0, his, s, at, points]


@compiled
def strike_worth(guide: Guide, table: Floats, s: int, k: int, at: int, his: int, points: int) -> float:
    """The mean over the die of the strike (S9)."""
    total = 1.0
    for face in range(1, BEHEADING_STRIKE):
        total += worth(guide, table, s, k, at, max(0, his - face), points)
    return total / 6


@compiled
def pay(duels: Duels, i: int, price: int) -> None:
    """A purchase takes its price from the running total (S9)."""
    duels.rows[i, POINTS] -= price
    note(duels, i, BUY, price, 0, 0)


@compiled
def harm_him(row: Numbers, damage: int) -> None:
    """At 0 the duel is won (S11, S21)."""
    row[HIS] = max(0, row[HIS] - damage)
    if row[HIS] == 0:
        row[RESULT] = VICTORY


@compiled
def throw_strike(duels: Duels, i: int, price: int) -> None:
    """The strike: he loses what a die shows, a 6 beheads (S9)."""
    pay(duels, i, price)
    face = die(duels, i)
    note(duels, i, STRIKE, face, 0, 0)
    harm_him(duels.rows[i], face)
    if face == BEHEADING_STRIKE:
        duels.rows[i, RESULT] = VICTORY


@compiled
def buy_dead(duels: Duels, i: int, plan: Plan) -> None:
    """Buy him dead where concentration is enough for it (S11)."""
    row = duels.rows[i]
    while row[HIS] > 0 and row[POINTS] >= plan.sure[row[HIS]]:
        for j in range(plan.prices.damage.shape[0]):
            price, amount = plan.prices.damage[j]
            if row[POINTS] - price >= plan.sure[max(0, row[HIS] - amount)]:
                pay(duels, i, price)
                harm_him(row, amount)
                break


@compiled
def announce(duels: Duels, who: Numbers, plan: Plan, values: Floats, best: Floats, chosen: Numbers) -> None:
    """How many dice each duel rolls. values[n, his health, k, c] are without the strike bought first, `best` with."""
    for x in range(who.size):
        i = who[x]
        row = duels.rows[i]
        row[USED] = row[ATTACK] = row[DEFENSE] = 0
        while row[RESULT] == RUNNING:
            buy_dead(duels, i, plan)
            if row[RESULT] != RUNNING:
                break
            his, k, points = row[HIS], row[KI], row[POINTS]
            choice = 0
            for n in range(1, values.shape[0]):
                if values[n, his, k, points] > values[choice, his, k, points]:
                    choice = n
            if best[his, k, points] <= values[choice, his, k, points]:
                chosen[x] = choice + 1
                note(duels, i, ANNOUNCE, choice + 1, 0, 0)
                break
            throw_strike(duels, i, plan.prices.strike[0, 0])


@compiled
def hold(duels: Duels, i: int, guide: Guide) -> None:
    """Dice in hand: throw one again, buy Ki or the strike, or place them (S5, S7, S8, S11)."""
    row, plan, hands = duels.rows[i], guide.plan, guide.hands
    while row[RESULT] == RUNNING and guide.faces[row[HAND], 0]:
        buy_dead(duels, i, plan)
        if row[RESULT] != RUNNING:
            return
        s, k, hand, his, points = row[USED], row[KI], row[HAND], row[HIS], row[POINTS]
        best, action, choice = -1.0, PLACE, 0
        for j in range(guide.places.shape[1]):
            a, d, c = guide.places[hand, j]
            if a < 0:
                break
            value = worth(guide, guide.raised, s, k, level(guide.replies, a, d), his, points + c)
            if value > best:
                best, choice = value, j
        if k > 0 and s + 1 < SPENT:
            for j in range(hands.rest.shape[1]):
                if hands.rest[hand, j] >= 0:
                    value = 0.0
                    for face in range(6):
                        after = hands.again[hands.rest[hand, j], face]
                        value += worth(guide, guide.held, s + 1, k - 1, after, his, points) / 6
                    if value > best:
                        best, action, choice = value, REROLL, j
        for j in range(plan.prices.ki.shape[0]):
            price, amount = plan.prices.ki[j]
            if points >= price and (plan.ahead or k + s + 1 < SPENT):
                value = worth(guide, guide.held, s, k + amount, hand, his, points - price)
                if value > best:
                    best, action, choice = value, BUY, j
        for j in range(plan.prices.strike.shape[0]):
            price = plan.prices.strike[j, 0]
            if points >= price:
                value = strike_worth(guide, guide.held, s, k, hand, his, points - price)
                if value > best:
                    best, action, choice = value, STRIKE, j
        if action == PLACE:
            row[ATTACK], row[DEFENSE], gathered = guide.places[hand, choice]
            row[POINTS] += gathered
            note(duels, i, PLACE, row[ATTACK], row[DEFENSE], gathered)
            return
        if action == REROLL:
            row[KI], row[USED] = k - 1, s + 1
            note(duels, i, REROLL, guide.faces[hand, choice], 0, 0)
            face = die(duels, i)
            note(duels, i, ROLL, face, 0, 0)
            row[HAND] = hands.again[hands.rest[hand, choice], face - 1]
        elif action == BUY:
            pay(duels, i, plan.prices.ki[choice, 0])
            row[KI] += plan.prices.ki[choice, 1]
        else:
            throw_strike(duels, i, plan.prices.strike[choice, 0])


@compiled
def lift(duels: Duels, i: int, guide: Guide) -> None:
    """Dice placed: Ki for a point more, purchases, until ready (S7, S9)."""
    row, plan, prices = duels.rows[i], guide.plan, guide.plan.prices
    while row[RESULT] == RUNNING:
        buy_dead(duels, i, plan)
        if row[RESULT] != RUNNING:
            return
        s, k, his, points = row[USED], row[KI], row[HIS], row[POINTS]
        attack, defense = row[ATTACK], row[DEFENSE]
        here = level(guide.replies, attack, defense)
        best, action, price, gain, amount = reply(guide, here, s, k, his, points), READY, 0, 0, 0
        if k > 0 and s + 1 < SPENT:
            for column in range(2):
                at = level(guide.replies, attack + 1 - column, defense + column)
                value = worth(guide, guide.raised, s + 1, k - 1, at, his, points)
                if at != here and value > best:
                    best, action, gain, amount = value, RAISE, ATTACK + column, 1
        for column, rows in ((ATTACK, prices.attack), (DEFENSE, prices.defense), (HIS, prices.damage), (KI, prices.ki)):
            for j in range(rows.shape[0]):
                if points < rows[j, 0] or (column == KI and not plan.ahead and k + s + 1 >= SPENT):
                    continue
                more = rows[j, 1]
                at = level(guide.replies, attack + more * (column == ATTACK), defense + more * (column == DEFENSE))
                left, ki = max(0, his - more * (column == HIS)), k + more * (column == KI)
                value = worth(guide, guide.raised, s, ki, at, left, points - rows[j, 0])
                if value > best:
                    best, action, price, gain, amount = value, BUY, rows[j, 0], column, more
        for j in range(prices.strike.shape[0]):
            if points >= prices.strike[j, 0]:
                value = strike_worth(guide, guide.raised, s, k, here, his, points - prices.strike[j, 0])
                if value > best:
                    best, action, price = value, STRIKE, prices.strike[j, 0]
        if action == READY:
            note(duels, i, READY, 0, 0, 0)
            return
        if action == STRIKE:
            throw_strike(duels, i, price)
            continue
        if action == BUY:
            pay(duels, i, price)
        else:
            row[KI], row[USED] = k - 1, s + 1
            note(duels, i, RAISE, gain, 0, 0)
        if gain == HIS:
            harm_him(row, amount)
        else:
            row[gain] += amount


# --- Opponent phase ---


@compiled
def reply(guide: Guide, at: int, s: int, k: int, his: int, points: int) -> float:
    """The value of his roll, all re-rolls that Ki allows included (S13)."""
    replies = guide.replies
    kind = replies.kind[at]
    value = 0.0
    for more in range(min(k, SPENT - 1 - s), -1, -1):
        anew, value = value, 0.0
        for n in range(replies.outcomes[kind]):
            left = max(0, his - replies.damage[kind, n])
            value += replies.chance[kind, n] * max(anew, guide.events[replies.event[kind, n], left, k - more, points])
    return value


@compiled
def exchange(duels: Duels, i: int, guide: Guide) -> None:
    """His roll and its re-rolls, damage to him, his counterattack (S13–S15)."""
    row, page = duels.rows[i], guide.page
    while True:
        one, two, three = die(duels, i), 0, 0
        if guide.rolled < ROUND_DICE - 1:
            two = die(duels, i)
        if guide.rolled < ROUND_DICE - 2:
            three = die(duels, i)
        note(duels, i, OPPONENT, one, two, three)
        defense, counter, event = page.lines[one + two + three]
        damage = page.damage[min(max(0, row[ATTACK] - defense), page.damage.size - 1)]
        if row[DEFENSE] >= counter:
            event = 0
        s, k, his, points = row[USED], row[KI], row[HIS], row[POINTS]
        if k == 0 or s + 1 == SPENT:
            break
        at = level(guide.replies, row[ATTACK], row[DEFENSE])
        if reply(guide, at, s + 1, k - 1, his, points) <= guide.events[event, max(0, his - damage), k, points]:
            note(duels, i, STAND, 0, 0, 0)
            break
        note(duels, i, AGAIN, 0, 0, 0)
        row[KI], row[USED] = k - 1, s + 1
    harm_him(row, damage)
    if row[RESULT] == RUNNING and event:
        suffer(duels, i, page, page.effects[event, 0], page.effects[event, 1])


@compiled
def lose(row: Numbers, harm: int, amount: int) -> None:
    """A loss; what Ki cannot pay health does (S17), and at 0 the duel is lost (S21)."""
    if harm == LOSS_OF_KI:
        from_ki = min(row[KI], amount)
        row[KI] -= from_ki
        amount -= from_ki
    row[HEALTH] = max(0, row[HEALTH] - amount)
    if row[HEALTH] == 0:
        row[RESULT] = DEFEAT


@compiled
def suffer(duels: Duels, i: int, page: Page, harm: int, amount: int) -> None:
    """A loss, or an injury: its cost, then struck out or the limb is lost, then the Deep Wound (S15–S18)."""
    row = duels.rows[i]
    if harm < LEVEL_1:
        lose(row, harm, amount)
        return
    one, two = die(duels, i), die(duels, i) if harm == LEVEL_2 else 0
    note(duels, i, INJURY, one, two, 0)
    zone = one + two
    if zone == DODGED:
        return
    if zone == BEHEADED:
        row[RESULT] = DEFEAT
        return
    cost, much = page.injuries[zone]
    if cost != DEEP_WOUND:
        lose(row, cost, much)
        if row[RESULT] != RUNNING:
            return
    if row[STRUCK] >> zone & 1:
        row[LIMB] = 1
    row[STRUCK] |= 1 << zone
    if cost == DEEP_WOUND and row[WOUNDS] != ALL_WOUNDS:
        wound_deeply(duels, i)


@compiled
def wound_deeply(duels: Duels, i: int) -> None:
    """A Deep Wound; one that was suffered before is rolled again (S20)."""
    row = duels.rows[i]
    wound = die(duels, i)
    while row[WOUNDS] >> wound & 1:
        wound = die(duels, i)
    note(duels, i, WOUND, wound, 0, 0)
    row[WOUNDS] |= 1 << wound
    if wound == 4:
        row[POINTS] = 0
    elif wound > 4:
        toll = die(duels, i)
        note(duels, i, TOLL, toll, 0, 0)
        lose(row, LOSS_OF_KI if wound == 5 else LOSS_OF_HEALTH, toll)


@compiled
def kept(duels: Duels, i: int, face: int) -> int:
    """A die rolled, or 0 if Deep Wound 1 or 2 discards it (S20)."""
    return 0 if face <= 2 and duels.rows[i, WOUNDS] >> face & 1 else face


@compiled
def play(duels: Duels, who: Numbers, guide: Guide) -> None:
    """The round of some duels, from the first roll on (S23)."""
    for x in range(who.size):
        i = who[x]
        row = duels.rows[i]
        one = die(duels, i)
        two = die(duels, i) if guide.rolled > 1 else 0
        three = die(duels, i) if guide.rolled > 2 else 0
        note(duels, i, ROLL, one, two, three)
        one, two, three = kept(duels, i, one), kept(duels, i, two), kept(duels, i, three)
        low, high = min(one, two, three), max(one, two, three)
        row[HAND] = guide.number[low, one + two + three - low - high, high]
        hold(duels, i, guide)
        lift(duels, i, guide)
        if row[RESULT] == RUNNING:
            exchange(duels, i, guide)
        if row[RESULT] == RUNNING:
            if guide.is_last:
                row[RESULT] = FAILURE  # S22
            elif row[WOUNDS] >> BLEEDING & 1:
                lose(row, LOSS_OF_HEALTH, 1)  # when the next round begins
