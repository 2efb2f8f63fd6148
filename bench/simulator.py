"""How fast random games are, core against core with OpenSpiel's C++ in one run: python -m bench.simulator

OpenSpiel (extra `research`): `pig` through its C++ RandomRolloutEvaluator, and `maedn`, a dice race
for two, through its C++ bots. Its decisions are counted in games played step by step. One core is measured in processor
time, the best of several rounds in which all take turns; all cores are measured by the clock. Any environment
with Niten and OpenSpiel can be measured, an installed wheel as well as the source tree: the first line tells which.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyspiel

import niten
from niten.booklet import find_duel
from niten.core import Game
from niten.dragon import Colour, Dragon, Setup
from niten.samurai import Samurai
from niten.simulate import kernel_of, simulate
from niten.simulate.batch import cores
from niten.simulate.streams import new_streams

ROUNDS = 7
MAEDN = "maedn(players=2,twoPlayersOpposite=true)"


class Played(NamedTuple):
    games: float
    decisions: float


def rolled_out(game: Any, games: int, decisions: float) -> Callable[[], Played]:
    """The root of a search is judged by so many rollouts, all in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)  # noqa: FBT003

    def play() -> Played:
        bot.mcts_search(game.new_initial_state())
        return Played(games, games * decisions)

    return play


def played_by_bots(game: Any, games: int, decisions: float) -> Callable[[], Played]:
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def play() -> Played:
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return Played(games, games * decisions)

    return play


def counted(game: Any, games: int) -> float:
    """The decisions of a random game on average, step by step."""
    state_of, found = game.new_initial_state, list[int]()
    for number in range(games):
        state, decisions, mixed = state_of(), 0, number + 1
        while not state.is_terminal():
            mixed = mixed * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[(mixed >> 33) % len(outcomes)][0])  # all as likely in both games
            else:
                actions = state.legal_actions()
                state.apply_action(actions[(mixed >> 33) % len(actions)])
                decisions += 1
        found.append(decisions)
    return statistics.fmean(found)


def simulated(game: Game[Any, Any], games: int) -> Callable[[], Played]:
    kernel = kernel_of(game)
    rows, first = kernel.new_rows(games), 0

    def play() -> Played:
        nonlocal first
        decisions = kernel.play_randomly(rows, new_streams(games, 1, first))
        first += games
        return Played(games, decisions)

    return play


def main() -> None:
    print(f"niten {niten.__version__} in {Path(niten.__file__).parent}")
    pig, maedn = pyspiel.load_game("pig"), pyspiel.load_game(MAEDN)
    duel, race = Samurai(find_duel("oda-nobunaga")), Dragon(Setup((Colour.BLACK, Colour.RED)))
    players = {
        "OpenSpiel pig": rolled_out(pig, 10_000, counted(pig, 500)),
        "OpenSpiel maedn": played_by_bots(maedn, 1000, counted(maedn, 200)),
        "duel": simulated(duel, 40_000),
        "race of two": simulated(race, 10_000),
    }
    best = {name: Played(0, 0) for name in players}
    for number in range(ROUNDS + 1):
        for name, play in players.items():
            begun = time.process_time()
            played = play()
            seconds = time.process_time() - begun
            if number:  # the first round compiles
                best[name] = max(best[name], Played(played.games / seconds, played.decisions / seconds))
    for name, rate in best.items():
        print(f"{name:16} {rate.games:12,.0f} games {rate.decisions:14,.0f} decisions a second on one core")
    times = best["duel"].decisions / best["OpenSpiel pig"].decisions
    print(f"duel against pig: {times:.1f} times the decisions")
    times = best["race of two"].games / best["OpenSpiel maedn"].games
    print(f"race against maedn: {times:.1f} times the games")
    for name, game, games in (("duel", duel, 3_000_000), ("race of two", race, 300_000)):
        clock, spent = dict[int, float](), dict[int, float]()
        for threads in (1, cores()) * ROUNDS:
            begun = time.process_time()
            took = simulate(game, games=games, seed=1, threads=threads).seconds
            clock[threads] = min(took, clock.get(threads, took))
            work = time.process_time() - begun
            spent[threads] = min(work, spent.get(threads, work))
        rates = ", ".join(f"{games / took:,.0f} on {threads}" for threads, took in clock.items())
        print(f"{name}: games a second by the clock: {rates} ({clock[1] / clock[cores()]:.2f} times)")
        print(
            f"{name}: the same work takes {spent[cores()] / spent[1]:.2f} times the processor time on {cores()} threads"
        )


if __name__ == "__main__":
    main()
