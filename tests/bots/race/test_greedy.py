"""The greedy bot in arrays does what the greedy bot does."""

import random

from niten.bots import GreedyBot, RandomBot
from niten.bots.race.ends import list_ends
from niten.bots.race.greedy import play_greedily
from niten.bots.race.selfplay import new_table
from niten.bots.race.tables import AGAIN, END, multiset, position_of, race_of
from niten.bots.race.turn import slot_of
from niten.core import CHANCE, NOBODY, SeededDice
from niten.dragon import Colour, Dragon, Phase, Reroll, Setup, State, hand, shipped_board
from niten.dragon.hands import without


def test_it_chooses_what_the_greedy_bot_may_choose() -> None:
    """Of equally good choices the bot draws one; the array version's is always among those it can draw."""
    chosen = random.Random(2)
    compared = 0
    for number in range(40):
        game = _draw_game(chosen)
        bots = [chosen.choice((GreedyBot(), RandomBot())) for _ in range(game.seats)]
        dice, state = SeededDice(number), game.start()
        while (actor := game.actor(state)) != NOBODY:
            if actor == CHANCE:
                state = game.advance(state, game.chance(state).draw(dice))
                continue
            if state.phase is Phase.MOVE and chosen.random() < 0.1 and len(game.legal_moves(state)) > 1:
                assert _in_arrays(game, state) in {_by_bot(game, state, seed) for seed in range(8)}, state
                compared += 1
            state = game.advance(state, bots[actor].choose(game, state, SeededDice(chosen.getrandbits(40))))
    assert compared > 400


def _draw_game(chosen: random.Random) -> Dragon:
    players = chosen.choice((2, 2, 3, 4, 5))
    board = shipped_board(chosen.choice(("standard", "short", "long")))
    stones = chosen.choice((0, 3)) if players < 5 else 0
    immunity = chosen.random() < 0.3
    return Dragon(Setup(tuple(Colour)[:players], board, immunity=immunity, random_stones=stones, starts=0))


def _in_arrays(game: Dragon, state: State) -> tuple[str, int]:
    """("keep", dice) or ("end", row)."""
    turn, race, position = _table.turn, race_of(game, state), position_of(state)
    list_ends(race, position.spaces, position.unspent, position.seat, turn)
    play_greedily(race, position.seat, turn, _table.gains, _table.shares)
    dice = multiset(state.dice)
    kept = int(turn.keep[state.rolls - 1, dice])
    return ("keep", kept) if kept >= 0 else ("end", int(turn.leaf[0, dice]))


def _by_bot(game: Dragon, state: State, seed: int) -> tuple[str, int]:
    step = GreedyBot().choose(game, state, SeededDice(seed))
    if isinstance(step, Reroll):
        return "keep", multiset(without(state.dice, step.faces))
    _, slot = slot_of(game, state, step)
    return "end", int(_table.turn.rows[0, slot, AGAIN if hand(state.dice).is_perfection else END])


_table = new_table()
