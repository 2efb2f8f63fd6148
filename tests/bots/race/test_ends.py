"""The rules for arrays are the rules: every action of every decision of random games leads to the same position."""

import numpy as np
import pytest

from niten.bots.race.ends import final_shares, list_ends
from niten.bots.race.plain import begins
from niten.bots.race.tables import AGAIN, END, REBORN, STAY, Turn, new_turn, position_of, race_of
from niten.bots.race.turn import row_position, slot_of
from niten.core import Step
from niten.dragon import Again, Dragon, End, Eye, Phase, Rebirth, Reroll, State
from testkit.race_positions import SETUPS
from testkit.races import walk

_ENDINGS: dict[type[Step], int] = {Again: AGAIN, Rebirth: REBORN, End: END}


def listed(game: Dragon, state: State, turn: Turn) -> None:
    race, position = race_of(game, state), position_of(state)
    list_ends(race, position.spaces, position.unspent, position.seat, turn)


def check_row(game: Dragon, before: State, turn: Turn, row: int, after: State) -> None:
    """A row is the position in which the next roll is due, or the game over."""
    spaces = turn.spaces[turn.body[row]]
    assert spaces[:, : game.seats].tolist() == [list(path) for path in after.spaces]
    if turn.roller[row] < 0:
        shares = np.zeros(5)
        final_shares(race_of(game, before), spaces, shares)
        outcome = game.outcome(after)
        assert outcome
        assert shares[: game.seats] == pytest.approx([float(share) for share in outcome.shares])
    else:
        found = row_position(position_of(before), turn, row)
        assert begins(after)
        assert (found.seat, found.unspent[: game.seats].tolist()) == (after.seat, list(map(int, after.unspent)))


def check_step(game: Dragon, state: State, step: Step, turn: Turn) -> None:
    after = game.advance(state, step)
    if isinstance(step, Reroll | Eye):
        return
    if type(step) in _ENDINGS:
        check_row(game, state, turn, turn.rows[0, STAY, _ENDINGS[type(step)]], after)
        return
    spent, slot = slot_of(game, state, step)
    if after.phase in (Phase.PERFECTION, Phase.END):
        for end in game.legal_moves(after):
            row = turn.rows[spent, slot, _ENDINGS[type(end)]]
            check_row(game, state, turn, row, game.advance(after, end))
    else:
        check_row(game, state, turn, turn.rows[spent, slot, END], after)


def test_random_games_are_the_same_step_by_step() -> None:
    turn, seen = new_turn(), set[str]()
    for number, setup in enumerate(SETUPS):
        game = Dragon(setup)
        for state, _, _ in walk(game, number):
            if state.rolls not in (0, 3) or not game.legal_moves(state):
                continue
            listed(game, state, turn)
            for step in game.legal_moves(state):
                check_step(game, state, step, turn)
                seen.add(step.verb)
    assert len(seen) >= 11, seen  # of 12: blocked in Balance with Anxiety in hand is rare
