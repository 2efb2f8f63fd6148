"""The simulator: random games, core against core with OpenSpiel's C++; and on all cores, by the clock."""

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from niten.booklet import find_duel
from niten.core import Game
from niten.dragon import Colour, Dragon, Setup
from niten.samurai import Samurai
from niten.simulate import kernel_of, simulate
from niten.simulate.batch import cores
from niten.simulate.streams import new_streams
from niten.speed.figures import Asked, Figure, Found
from niten.speed.open_spiel import MAEDN, PIG, decisions, played_by_bots, rolled_out
from niten.speed.packages import OPEN_SPIEL
from niten.speed.timing import Did, Pace, Runner, in_turns

GAMES: Mapping[str, Game[Any, Any]] = {
    "duel": Samurai(find_duel("oda-nobunaga")),
    "race-2": Dragon(Setup((Colour.BLACK, Colour.RED))),
}
_TOGETHER = {"duel": 20_000, "race-2": 4_000}  # some hundredths of a second
_THREADED = {"duel": 200_000, "race-2": 20_000}


def measure(asked: Asked) -> Iterator[Found]:
    """Decisions of the duel, games of the race: what the peers are about."""
    paces = one_core(asked)
    whole = {name: Runner(_threaded(name, asked.seed), time.perf_counter) for name in GAMES}
    together = in_turns(whole, asked.seconds, lambda share: asked.progress((2 + share) / 3))
    pig, maedn = map(paces.get, (PIG, MAEDN))
    duel, race = paces["duel"], paces["race-2"]
    peer = OPEN_SPIEL.peer("pig", pig and pig.steps_a_second)
    yield Figure("simulator", "duel", duel.steps_a_second, "decisions/s", *duel.total, peer)
    peer = OPEN_SPIEL.peer("maedn", maedn and maedn.games_a_second)
    yield Figure("simulator", "race-2", race.games_a_second, "games/s", *race.total, peer)
    for name, pace in together.items():
        yield Figure("simulator", f"{name}-all-cores", pace.games_a_second, "games/s", *pace.total)
    if not pig:
        yield OPEN_SPIEL.missing("simulator")


def one_core(asked: Asked) -> dict[str, Pace]:
    """Ours and, where it is installed, OpenSpiel's, in turns."""
    runners = {name: Runner(_simulated(name, asked.seed)) for name in GAMES}
    spiel = OPEN_SPIEL.load()
    if spiel:
        pig, maedn = map(spiel.load_game, (PIG, MAEDN))
        runners[PIG] = Runner(rolled_out(spiel, pig, 2000, decisions(pig, 500, asked.seed), asked.seed))
        runners[MAEDN] = Runner(played_by_bots(spiel, maedn, 200, decisions(maedn, 100, asked.seed), asked.seed))
    return in_turns(runners, asked.seconds, lambda share: asked.progress(2 * share / 3))


def _simulated(name: str, seed: int) -> Callable[[], Did]:
    """Each time other games."""
    kernel, games = kernel_of(GAMES[name]), _TOGETHER[name]
    rows, first = kernel.new_rows(games), 0

    def play() -> Did:
        nonlocal first
        made = kernel.play_randomly(rows, new_streams(games, seed, first))
        first += games
        return Did(games, made)

    return play


def _threaded(name: str, seed: int) -> Callable[[], Did]:
    game, games, seeds = GAMES[name], _THREADED[name], count(seed)

    def play() -> Did:
        return Did(games, simulate(game, games=games, seed=next(seeds) % 2**64, threads=cores()).decisions)

    return play
