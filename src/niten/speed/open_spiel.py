"""OpenSpiel's games with dice nearest to ours: `pig` beside the duel, `maedn`, a race for two, beside the race."""

from collections.abc import Callable
from statistics import fmean
from typing import Any

from niten.core import Dice, SeededDice
from niten.speed.timing import Did

PIG = "pig"
MAEDN = "maedn(players=2,twoPlayersOpposite=true)"
_FINE = 2**32
_SEEDS = 2**30  # its seeds have 32 bits


def stepped(game: Any, dice: Dice) -> Did:
    """One random game of any kind, step by step from Python; chance nodes are steps too."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(_drawn(state.chance_outcomes(), dice) if state.is_chance_node() else _any(state, dice))
        steps += 1
    return Did(1, steps)


def _any(state: Any, dice: Dice) -> int:
    actions = state.legal_actions()
    return actions[dice.below(len(actions))]


def _drawn(outcomes: list[tuple[int, float]], dice: Dice) -> int:
    left = dice.below(_FINE) / _FINE
    for outcome, chance in outcomes:
        left -= chance
        if left < 0:
            return outcome
    return outcomes[-1][0]


def decisions(game: Any, games: int, seed: int) -> float:
    """How many a random game has on average: what plays whole games in C++ does not tell."""
    dice, found = SeededDice(seed, "decisions"), list[int]()
    for _ in range(games):
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            is_chance = state.is_chance_node()
            state.apply_action(_drawn(state.chance_outcomes(), dice) if is_chance else _any(state, dice))
            made += not is_chance
        found.append(made)
    return fmean(found)


def rolled_out(spiel: Any, game: Any, games: int, each: float, seed: int) -> Callable[[], Did]:
    """The root of a search is judged by so many random games, all in C++."""
    seed %= _SEEDS
    evaluator = spiel.RandomRolloutEvaluator(games, seed)
    bot = spiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)  # noqa: FBT003

    def play() -> Did:
        bot.mcts_search(game.new_initial_state())
        return Did(games, round(games * each))

    return play


def played_by_bots(spiel: Any, game: Any, games: int, each: float, seed: int) -> Callable[[], Did]:
    """Its random bots play in C++, one game after the other."""
    number = seed % _SEEDS
    bots = [spiel.make_uniform_random_bot(player, number + player) for player in range(game.num_players())]

    def play() -> Did:
        nonlocal number
        for _ in range(games):
            number += 1
            spiel.evaluate_bots(game.new_initial_state(), bots, number)
        return Did(games, round(games * each))

    return play
