"""The rules S1–S23 on a row of numbers: reads from top to bottom like `niten.samurai.rules`, which judges it.

A row rests at a decision or at the end. `apply` takes a legal action and everything random that follows.
"""

from niten.samurai.rules import BEHEADED, BEHEADING_STRIKE, BLEEDING, DODGED
from niten.simulate.duel_moves import can_spend_ki, most_dice, purchases
from niten.simulate.duel_tables import (
    ANNOUNCING,
    ANSWERING,
    ATTACK,
    BEHEADED_HIM,
    BEHEADED_ME,
    BLED,
    BOUGHT,
    CONCENTRATION,
    DEEP_WOUND,
    DEFENSE,
    DICE,
    ENDING,
    GAIN_ATTACK,
    GAIN_DEFENSE,
    GAIN_KI,
    GAIN_OPPONENT,
    GAIN_STRIKE,
    HE_WITHDREW,
    HEALTH,
    HEALTH_TOLL,
    HIS,
    HIS_ROLL,
    I_WITHDREW,
    INJURY_1,
    INJURY_2,
    KI,
    KI_TOLL,
    KILLED,
    KILLED_HIM,
    LEVEL_1,
    LEVEL_2,
    LIMB,
    LOSS_OF_HEALTH,
    LOSS_OF_KI,
    MORE,
    OPPONENT,
    OVER,
    PHASE,
    PLACING,
    PURCHASES,
    RAISING,
    REROLLING,
    ROLLED,
    ROLLING,
    ROUND,
    SPENT,
    STAND_OFF,
    STRIKING,
    STRUCK,
    SUMS,
    THROWN,
    THROWN_AT,
    TOTALS,
    WITHOUT,
    WOUNDING,
    WOUNDS,
    Page,
)
from niten.simulate.streams import Rows, Streams, inner, lot, throw
from niten.spaces.duel import AGAIN, ANNOUNCE, BUY, RAISE, READY, REROLL, STAND

ALL_WOUNDS = 0b1111110


# --- Player phase ---


@inner
def begin(page: Page, row: Rows, streams: Streams, i: int) -> None:
    """A new duel, up to its first decision."""
    for column in range(row.size):
        row[column] = page.start[column]
    player_phase(page, row)
    go_on(page, row, streams, i)


@inner
def player_phase(page: Page, row: Rows) -> None:
    """The stage of the Player phase that goes on (S23); one with nothing to decide is passed over."""
    if row[ROLLED] == 0:
        if most_dice(page, row) == 1 and purchases(page, row) == 0:
            row[ROLLED], row[PHASE] = 1, ROLLING
        else:
            row[PHASE] = ANNOUNCING
    elif row[DICE]:
        row[PHASE] = PLACING
    elif can_spend_ki(row) or purchases(page, row):
        row[PHASE] = RAISING
    else:
        row[PHASE] = HIS_ROLL


@inner
def apply(page: Page, row: Rows, streams: Streams, i: int, action: int) -> None:
    """A legal action, and everything random after it."""
    if action >= BUY:
        buy(page, row, action - BUY)
    elif action < 3:
        row[ROLLED], row[PHASE] = action - ANNOUNCE + 1, ROLLING
    elif action < REROLL:
        attack, defense, concentration = TOTALS[row[DICE], action]
        row[DICE] = 0
        row[ATTACK] += attack
        row[DEFENSE] += defense
        row[CONCENTRATION] += concentration
        player_phase(page, row)
    elif action < READY:
        pay_ki(row)
        row[DICE], row[PHASE] = WITHOUT[row[DICE], action - REROLL + 1], REROLLING
    elif action == READY:
        row[PHASE] = HIS_ROLL
    elif action < STAND:
        pay_ki(row)
        row[ATTACK + action - RAISE] += 1
        player_phase(page, row)
    elif action == STAND:
        exchange(page, row)
    else:
        pay_ki(row)
        row[HIS], row[PHASE] = 0 if action == AGAIN else WITHOUT[row[HIS], action - AGAIN], HIS_ROLL
    go_on(page, row, streams, i)


@inner
def go_on(page: Page, row: Rows, streams: Streams, i: int) -> None:
    """Everything random, up to the next decision or the end."""
    while ROLLING <= row[PHASE] < OVER:
        phase = row[PHASE]
        if phase == ROLLING:  # Deep Wounds 1 and 2 discard theirs at once (S20)
            dice = row[ROLLED]
            row[DICE] = THROWN[row[WOUNDS] >> 1 & 3, THROWN_AT[dice] + throw(streams, i, dice)]
            player_phase(page, row)
        elif phase == HIS_ROLL:
            his_roll(page, row, streams, i)
        elif phase == REROLLING:
            face = throw(streams, i, 1) + 1
            if face > 2 or not row[WOUNDS] >> face & 1:
                row[DICE] = MORE[row[DICE], face]
            player_phase(page, row)
        elif phase == STRIKING:  # he loses what the die shows, and a 6 beheads him (S9)
            face = throw(streams, i, 1) + 1
            if face == BEHEADING_STRIKE:
                row[OPPONENT] = max(0, row[OPPONENT] - face)
                end(row, BEHEADED_HIM)
            else:
                surprise(page, row, face)
        elif phase == INJURY_1:
            injure(page, row, throw(streams, i, 1) + 1)
        elif phase == INJURY_2:
            both = throw(streams, i, 2)
            injure(page, row, both // 6 + both % 6 + 2)
        elif phase == WOUNDING:
            wound(page, row, streams, i)
        else:
            pay(page, row, LOSS_OF_KI if phase == KI_TOLL else LOSS_OF_HEALTH, throw(streams, i, 1) + 1)


@inner
def pay_ki(row: Rows) -> None:
    """One Ki is spent (S7)."""
    row[KI] -= 1
    row[SPENT] += 1


@inner
def buy(page: Page, row: Rows, number: int) -> None:
    """A purchase takes its price from the running total (S9); purchases are counted where they are limited."""
    price, gain, amount = page.rewards[number]
    row[CONCENTRATION] -= price
    if page.most_purchases >= 0:
        row[PURCHASES] += 1
    if gain == GAIN_OPPONENT:
        surprise(page, row, amount)
        return
    if gain == GAIN_KI:
        row[KI] += amount
    elif gain == GAIN_ATTACK:
        row[ATTACK] += amount
    elif gain == GAIN_DEFENSE:
        row[DEFENSE] += amount
    elif gain == GAIN_STRIKE:
        row[PHASE] = STRIKING
        return
    else:
        raise ValueError("no such gain")
    player_phase(page, row)


@inner
def surprise(page: Page, row: Rows, damage: int) -> None:
    """Bought damage; at 0 the duel is won at once (S11)."""
    row[OPPONENT] = max(0, row[OPPONENT] - damage)
    if row[OPPONENT]:
        player_phase(page, row)
    else:
        end(row, BOUGHT)


# --- Opponent phase ---


@inner
def his_roll(page: Page, row: Rows, streams: Streams, i: int) -> None:
    """His dice fall, those that were taken up; with Ki to spend the player may have them rolled again (S13)."""
    if row[HIS]:
        row[HIS] = MORE[row[HIS], throw(streams, i, 1) + 1]
    else:
        dice = 4 - row[ROLLED]
        row[HIS] = THROWN[0, THROWN_AT[dice] + throw(streams, i, dice)]
    if can_spend_ki(row):
        row[PHASE] = ANSWERING
    else:
        exchange(page, row)


@inner
def exchange(page: Page, row: Rows) -> None:
    """His line: damage to him first (S14), then his counterattack (S15)."""
    defense, counter, harm, amount = page.lines[SUMS[row[HIS]]]
    final = max(0, row[ATTACK] - defense)
    is_struck = row[DEFENSE] < counter
    row[OPPONENT] = max(0, row[OPPONENT] - page.damage[min(final, page.damage.size - 1)])
    settle(row)
    if row[OPPONENT] == 0:
        end(row, KILLED_HIM)
    elif not is_struck:
        next_round(page, row)
    elif harm == LEVEL_1:
        row[PHASE] = INJURY_1
    elif harm == LEVEL_2:
        row[PHASE] = INJURY_2
    else:
        pay(page, row, harm, amount)


@inner
def settle(row: Rows) -> None:
    """Forget what belongs to this round only."""
    row[SPENT] = row[PURCHASES] = row[ROLLED] = row[DICE] = row[ATTACK] = row[DEFENSE] = row[HIS] = 0


# --- Injuries ---


@inner
def lose(row: Rows, harm: int, amount: int) -> None:
    """A loss of health, or of Ki, which health pays for when there is too little (S17)."""
    if harm == LOSS_OF_KI:
        from_ki = min(row[KI], amount)
        row[KI] -= from_ki
        amount -= from_ki
    row[HEALTH] = max(0, row[HEALTH] - amount)


@inner
def pay(page: Page, row: Rows, harm: int, amount: int) -> None:
    """A loss, and then the next round."""
    lose(row, harm, amount)
    if row[HEALTH]:
        next_round(page, row)
    else:
        end(row, KILLED)


@inner
def injure(page: Page, row: Rows, zone: int) -> None:
    """A zone is hit (S16): its cost, then struck out, or the limb is lost if it was struck before (S18)."""
    if zone == DODGED:
        next_round(page, row)
        return
    if zone == BEHEADED:
        end(row, BEHEADED_ME)
        return
    is_repeated = row[STRUCK] >> zone & 1
    harm, amount = page.injuries[is_repeated, zone]
    if harm != DEEP_WOUND:
        lose(row, harm, amount)
        if row[HEALTH] == 0:
            end(row, KILLED)
            return
    if is_repeated:
        row[LIMB] = 1
    row[STRUCK] |= 1 << zone
    if harm == DEEP_WOUND and row[WOUNDS] != ALL_WOUNDS:  # S20: with all six, nothing more happens
        row[PHASE] = WOUNDING
    else:
        next_round(page, row)


@inner
def wound(page: Page, row: Rows, streams: Streams, i: int) -> None:
    """Which Deep Wound; one that was suffered is thrown again. 1 to 3 act later (S20)."""
    which = lot(streams, i, 6) + 1
    while row[WOUNDS] >> which & 1:
        which = lot(streams, i, 6) + 1
    row[WOUNDS] |= 1 << which
    if which == 5:
        row[PHASE] = KI_TOLL
    elif which == 6:
        row[PHASE] = HEALTH_TOLL
    else:
        if which == 4:
            row[CONCENTRATION] = 0
        next_round(page, row)


# --- The end of a round and of the duel ---


@inner
def next_round(page: Page, row: Rows) -> None:
    """The next round, which begins with bleeding (S20, S23), or the end after the last (S22)."""
    if row[ROUND] == page.dice.size:
        if row[HEALTH] == row[OPPONENT]:
            end(row, STAND_OFF)
        else:
            end(row, HE_WITHDREW if row[HEALTH] > row[OPPONENT] else I_WITHDREW)
        return
    row[ROUND] += 1
    row[HEALTH] -= row[WOUNDS] >> BLEEDING & 1
    if row[HEALTH]:
        player_phase(page, row)
    else:
        end(row, BLED)


@inner
def end(row: Rows, ending: int) -> None:
    """The duel is over (S21)."""
    settle(row)
    row[PHASE], row[ENDING] = OVER, ending
