"""What the net sees of a position, from one seat: numbers of rows, each with a weight.

Seats are counted from the one that looks on, in the order of play: the rivals are slots 1 to 4. Paths are
interchangeable, so each is described by the same rows; what belongs to no path are the facts.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from niten.bots.race.ends import is_free
from niten.bots.race.tables import PATHS, Numbers, Race, Singles, compiled

NEAR = 14  # steps to the first number that are told apart
PLACES = 5 + NEAR + 4  # on a number; so many steps before the first one; four ranges of more

_SELF = 0
_OUTSIDE = _SELF + PLACES  # [slot]
_PAIR = _OUTSIDE + 5  # [slot - 1, place, place of the rival]
_TAKEN = _PAIR + 4 * PLACES * PLACES  # [place, numbers taken]
_BLOCKED = _TAKEN + PLACES * 32  # [steps to the first number, next five spaces taken]
_IMMUNE = _BLOCKED + 7 * 32  # [slot]
_STEPS = _IMMUNE + 5  # weighted: how far to the first number
_VALUE = _STEPS + 1  # weighted: own number, by how much it is worth more than on a shipped board
_FREE = _VALUE + 1  # weighted: [number] the same of free numbers
PATH_ROWS = _FREE + 5
MOST_PATH_ROWS = 24

_ALWAYS = 0
_NUMBERED = 1  # [slot, pieces]
_LEAD = _NUMBERED + 30  # [most pieces on numbers of any seat, lead over the best rival]
_LEADS = _LEAD + 3 * 31  # weighted: [slot - 1]
_BEST = _LEADS + 4  # weighted: over the best rival
_LEFT = _BEST + 1  # weighted: [slot] steps left
_AHEAD = _LEFT + 5  # weighted: fewer than the best rival
_STONES = _AHEAD + 1
_SWAPS = _STONES + 1
_ROLLER = _SWAPS + 1  # [players - 2, slot]
_COUNTER = _ROLLER + 20  # [slot, power]
_ANY = _COUNTER + 25  # [slot]
_GREEDY = _ANY + 5  # [slot]
FACTS = _GREEDY + 5
MOST_FACTS = 48


@compiled
def place(plain: int, space: int) -> int:
    """Where a piece stands: 0 to 4 on a number, then by the steps to the first one."""
    steps = plain + 1 - space
    if steps <= 0:
        return -steps
    if steps <= NEAR:
        return 4 + steps
    for far, most in enumerate((17, 21, 29)):
        if steps < most:
            return 5 + NEAR + far
    return 5 + NEAR + 3


@compiled
def path_rows(race: Race, spaces: Numbers, path: int, looks: int, rows: Numbers, weights: Singles) -> int:
    """Describe a path as a seat sees it; returns how many rows."""
    plain, own = race.plain[path], spaces[path, looks]
    here = place(plain, own)
    taken, count = 0, 0
    for seat in range(race.seats):
        number = spaces[path, seat] - plain
        if number > 0:
            taken |= 1 << (number - 1)
    rows[0], rows[1], count = _SELF + here, _TAKEN + here * 32 + taken, 2
    for slot in range(race.seats):
        seat = (looks + slot) % race.seats
        if spaces[path, seat] == 0:
            rows[count], count = _OUTSIDE + slot, count + 1
        if race.flags[1] and not race.swappable[path, seat]:
            rows[count], count = _IMMUNE + slot, count + 1
        if slot:
            there = place(plain, spaces[path, seat])
            rows[count], count = _PAIR + ((slot - 1) * PLACES + here) * PLACES + there, count + 1
    weights[:count] = 1.0
    if own <= plain:
        blocked = 0
        for dice in range(1, 6):
            if not is_free(race, spaces, path, own + dice):
                blocked |= 1 << (dice - 1)
        steps = plain + 1 - own
        rows[count], weights[count] = _BLOCKED + (min(steps, 7) - 1) * 32 + blocked, 1.0
        rows[count + 1], weights[count + 1] = _STEPS, steps / 10
        count += 2
    for number in range(5):
        more = race.worth[path, number] - (number + 1)
        if more != 0:
            if own == plain + 1 + number:
                rows[count], weights[count], count = _VALUE, more / 5, count + 1
            elif not taken >> number & 1:
                rows[count], weights[count], count = _FREE + number, more / 5, count + 1
    return count


@compiled
def body_facts(race: Race, spaces: Numbers, looks: int, rows: Numbers, weights: Singles) -> int:
    """Describe how the race stands as a seat sees it; returns how many rows."""
    rows[0], weights[0], count = _ALWAYS, 1.0, 1
    most, mine, best, my_steps, best_steps = 0, 0.0, -1e9, 0, 1_000_000
    for slot in range(race.seats):
        seat = (looks + slot) % race.seats
        numbered, points, steps = 0, 0.0, 0
        for path in range(PATHS):
            number = spaces[path, seat] - race.plain[path]
            if number > 0:
                numbered += 1
                points += race.worth[path, number - 1]
            else:
                steps += 1 - number
        most = max(most, numbered)
        rows[count], weights[count] = _NUMBERED + 6 * slot + numbered, 1.0
        rows[count + 1], weights[count + 1] = _LEFT + slot, steps / 20
        count += 2
        if race.plays[seat]:
            rows[count], weights[count], count = _GREEDY + slot, 1.0, count + 1
        if slot:
            rows[count], weights[count], count = _LEADS + slot - 1, max(-4.0, min(4.0, (mine - points) / 5)), count + 1
            best, best_steps = max(best, points), min(best_steps, steps)
        else:
            mine, my_steps = points, steps
    lead = max(-15.0, min(15.0, mine - best))
    rows[count], weights[count] = _LEAD + 31 * min(2, max(0, most - 2)) + round(lead) + 15, 1.0
    rows[count + 1], weights[count + 1] = _BEST, lead / 5
    rows[count + 2], weights[count + 2] = _AHEAD, (best_steps - my_steps) / 20
    rows[count + 3], weights[count + 3] = _STONES, float(race.flags[0])
    rows[count + 4], weights[count + 4] = _SWAPS, float(race.flags[1])
    return count + 5


@compiled
def turn_facts(race: Race, unspent: Numbers, roller: int, looks: int, rows: Numbers, weights: Singles) -> int:
    """Describe who rolls and who has which power in hand as a seat sees it; returns how many rows."""
    count = 1
    rows[0] = _ROLLER + 5 * (race.seats - 2) + (roller - looks) % race.seats
    for slot in range(race.seats):
        seat = (looks + slot) % race.seats
        if not unspent[seat]:
            continue
        kinds = race.kinds[seat]
        if kinds == 31:
            rows[count], count = _ANY + slot, count + 1
            continue
        for kind in range(5):
            if kinds >> kind & 1:
                rows[count], count = _COUNTER + 5 * slot + kind, count + 1
    weights[:count] = 1.0
    return count
