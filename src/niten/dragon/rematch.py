"""Another race after a race (D6)."""

from dataclasses import replace

from niten.dragon.rules import Dragon
from niten.dragon.state import OUT, TO_THROW, Phase, State, first_state, first_turn


def rematch(game: Dragon, end: State) -> tuple[Dragon, State]:
    """The next race and its first position: the loser begins, several throw for it (D6); stones stay where they are."""
    losers = game.loser(end)
    options = replace(game.options, starts=losers[0] if len(losers) == 1 else None)
    state = first_turn(options, first_state(options)._replace(stones=end.stones))
    if state.phase == Phase.ROLL_OFF:
        throws = tuple(TO_THROW if seat in losers else OUT for seat in range(game.seats))
        state = state._replace(seat=losers[0], throws=throws)
    return Dragon(options), state
