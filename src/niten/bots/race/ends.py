"""The rules for arrays: every position a turn can end in, each once, and which action leads to it."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from niten.bots.race.tables import (
    AGAIN,
    ANXIETY,
    BALANCE,
    DRAGON,
    END,
    EYE,
    FEAR,
    LEAP_BALANCE,
    LEAPS,
    MOVES,
    PAIR,
    PATHS,
    REBIRTH,
    REBORN,
    SLOTS,
    STAY,
    SWAPS,
    Floats,
    Numbers,
    Race,
    Turn,
    compiled,
    copy,
)


@compiled
def is_free(race: Race, spaces: Numbers, path: int, space: int) -> bool:
    """Whether neither a piece nor a stone stands there (D4, D5)."""
    for seat in range(race.seats):
        if spaces[path, seat] == space:
            return False
    return race.stones[path, space] == 0


@compiled
def next_free(race: Race, spaces: Numbers, path: int, space: int) -> int:
    """The first free space from here on; 0 if the path is full to its end (D15)."""
    while space <= race.plain[path] + 5:
        if is_free(race, spaces, path, space):
            return space
        space += 1
    return 0


@compiled
def is_finished(race: Race, spaces: Numbers) -> bool:
    """Whether somebody has all five pieces on numbered spaces (D14)."""
    for seat in range(race.seats):
        arrived = 0
        for path in range(PATHS):
            arrived += spaces[path, seat] > race.plain[path]
        if arrived == PATHS:
            return True
    return False


@compiled
def final_shares(race: Race, spaces: Numbers, shares: Floats) -> None:
    """Each seat's share of the win: points, then pieces on numbered spaces, then shared (D14)."""
    most, winners = -1.0, 0
    for seat in range(race.seats):
        result = 0.0
        for path in range(PATHS):
            number = spaces[path, seat] - race.plain[path]
            if number > 0:
                result += race.points[path, number - 1] * 8 + 1  # more points outweigh all five pieces
        shares[seat] = result
        if result > most:
            most, winners = result, 1
        elif result == most:
            winners += 1
    for seat in range(race.seats):
        shares[seat] = 1 / winners if shares[seat] == most else 0.0


@compiled
def _body(turn: Turn, slot: int, spaces: Numbers) -> int:
    """A new body for a slot, standing as now."""
    number = turn.sizes[0]
    turn.sizes[0] += 1
    turn.bodies[slot] = number
    for path in range(PATHS):
        copy(turn.spaces[number, path], spaces[path])
    return number


@compiled
def _list_moves(race: Race, spaces: Numbers, seat: int, can_leap: bool, turn: Turn) -> None:
    """D8, and what Anxiety adds (D15)."""
    for path in range(PATHS):
        here = spaces[path, seat]
        if here > race.plain[path]:
            continue  # D9
        for dice in range(1, 6):
            if is_free(race, spaces, path, here + dice):
                turn.spaces[_body(turn, MOVES + 5 * path + dice - 1, spaces), path, seat] = here + dice
        if not can_leap:
            continue
        for dice in range(1, 6):
            if turn.bodies[MOVES + 5 * path + dice - 1] < 0:
                target = next_free(race, spaces, path, here + dice)
                slot = LEAPS + 5 * path + dice - 1
                if target and target <= here + 5:
                    turn.bodies[slot] = turn.bodies[MOVES + 5 * path + target - here - 1]
                elif target:
                    turn.spaces[_body(turn, slot, spaces), path, seat] = target


@compiled
def _list_balances(spaces: Numbers, seat: int, turn: Turn) -> None:
    """D13, and what Anxiety adds (D15)."""
    steps, leaps = 0, 0
    for path in range(PATHS):
        steps += turn.bodies[MOVES + 5 * path] >= 0
        leaps += turn.bodies[LEAPS + 5 * path] >= 0
    for slot, possible in ((BALANCE, steps > 0), (LEAP_BALANCE, leaps > 0)):
        if possible:
            after = turn.spaces[_body(turn, slot, spaces)]
            for path in range(PATHS):
                moved = turn.bodies[MOVES + 5 * path]
                if moved < 0 and slot == LEAP_BALANCE:
                    moved = turn.bodies[LEAPS + 5 * path]
                if moved >= 0:
                    after[path, seat] = turn.spaces[moved, path, seat]


@compiled
def _list_swaps(race: Race, spaces: Numbers, turn: Turn) -> None:
    """D11: any two animals of a path, but for immune ones (D17)."""
    for path in range(PATHS):
        for one in range(race.seats):
            if spaces[path, one] == 0 or not race.swappable[path, one]:
                continue
            for other in range(one + 1, race.seats):
                if spaces[path, other] > 0 and race.swappable[path, other]:
                    after = turn.spaces[_body(turn, SWAPS + 10 * path + PAIR[one, other], spaces)]
                    after[path, one], after[path, other] = spaces[path, other], spaces[path, one]


@compiled
def _row(turn: Turn, body: int, spent: int, roller: int) -> int:
    number = turn.sizes[1]
    turn.sizes[1] += 1
    turn.body[number], turn.spent[number], turn.roller[number] = body, spent, roller
    return number


@compiled
def _list_rows(race: Race, seat: int, kinds: int, spent: int, slot: int, turn: Turn) -> None:
    """What may follow an action: the end of the turn, after Perfection another one (D12), or Rebirth (D15)."""
    rows, body = turn.rows[spent, slot], turn.bodies[slot]
    if turn.over[body]:
        rows[:] = _row(turn, body, spent, -1)  # D14: extra turns lapse
        return
    rows[END] = _row(turn, body, spent, (seat + 1) % race.seats)
    if slot == STAY or (MOVES <= slot < SWAPS and (slot - MOVES) % 5 == 4):
        rows[AGAIN] = _row(turn, body, spent, seat)
    if kinds & REBIRTH and not spent:
        rows[REBORN] = _row(turn, body, 1, seat)


@compiled
def list_ends(race: Race, spaces: Numbers, unspent: Numbers, seat: int, turn: Turn) -> None:
    """Fill the turn with everything it can end in."""
    kinds = race.kinds[seat] if unspent[seat] else 0  # D16
    turn.sizes[:] = 0
    turn.bodies[:] = -1
    turn.rows[:] = -1
    _body(turn, STAY, spaces)
    _list_moves(race, spaces, seat, kinds & ANXIETY > 0, turn)
    _list_balances(spaces, seat, turn)
    _list_swaps(race, spaces, turn)
    for body in range(turn.sizes[0]):
        turn.over[body] = is_finished(race, turn.spaces[body])
    for slot in range(SLOTS):
        if turn.bodies[slot] < 0:
            continue
        leaps = slot == LEAP_BALANCE or LEAPS <= slot < SWAPS
        if not leaps:
            _list_rows(race, seat, kinds, 0, slot, turn)
        feared = slot == STAY and kinds & FEAR
        became = MOVES <= slot < LEAPS and kinds & DRAGON
        if leaps or feared or became or kinds & EYE:
            _list_rows(race, seat, kinds, 1, slot, turn)
