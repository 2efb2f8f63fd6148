"""A duel measured: solved between proven bounds, and fought by three simple players and by the solver's own policy."""

from collections.abc import Callable

from niten.booklet.certificate import OPTIMAL, SIMPLE, Certificate, Play, content_key
from niten.bots.registry import find_samurai_bot
from niten.measuring.tally import Tally
from niten.samurai import Samurai
from niten.samurai.switches import switches_data
from niten.solver.certify import DEFAULT_GAP, MOST_MEMORY, solve
from niten.solver.simulation import can_simulate, simulate
from niten.solver.solution import Solution
from niten.solver.store import SOLVER, Store

GAMES = 4000
SEED = 1

Progress = Callable[[float], None]

_SOLVING = 0.7  # of the work
_EACH = (1 - _SOLVING) / (len(SIMPLE) + 1)
_STEP = 100  # duels between signs of progress


def measure(
    game: Samurai,
    *,
    gap: float = DEFAULT_GAP,
    games: int = GAMES,
    seed: int = SEED,
    store: Store | None = None,
    threads: int | None = None,
    memory: int = MOST_MEMORY,
    progress: Progress = lambda _: None,
) -> Certificate:
    """Solve the duel, then let each player fight `games` of it. Progress goes from 0 to 1, and may begin again."""
    solution = solve(
        game,
        gap=gap,
        store=store,
        threads=threads,
        memory=memory,
        progress=lambda share: progress(_SOLVING * share),
    )
    players: dict[str, Play] = {}
    for number, name in enumerate(SIMPLE):
        done = _SOLVING + number * _EACH
        players[name] = _simple(game, name, games, seed, lambda share, done=done: progress(done + share * _EACH))
    if can_simulate(solution.lower):
        players[OPTIMAL] = _optimal(solution, games, seed, threads)
    progress(1.0)
    return Certificate(
        key=content_key(game.duel, game.switches),
        solver=SOLVER,
        rules=dict(switches_data(game.switches)),
        lower=round(solution.start.lower, 6),
        upper=round(solution.start.upper, 6),
        seed=seed,
        players=players,
    )


def _simple(game: Samurai, name: str, games: int, seed: int, progress: Progress) -> Play:
    tally, bot = Tally(game), find_samurai_bot(name)
    for number in range(games):
        tally.watch(bot, seed, number)
        if number % _STEP == 0:
            progress(number / games)
    return tally.play()


def _optimal(solution: Solution, games: int, seed: int, threads: int | None) -> Play:
    played = simulate(solution.lower, games, seed, threads=threads, logged=games)
    tally = Tally(solution.game)
    for number in range(games):
        tally.replay(played.steps(number))
    return tally.play()
