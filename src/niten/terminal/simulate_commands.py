"""`niten simulate`: many games of either one."""

import secrets
from pathlib import Path

from niten.booklet import find_duel
from niten.core import BadSetup
from niten.dragon import Dragon
from niten.dragon.setup import FEWEST_PLAYERS, MOST_PLAYERS
from niten.samurai import Samurai
from niten.samurai.switches import switches_from
from niten.terminal import simulating
from niten.terminal.commands import DEMO, Language
from niten.terminal.console import Terminal
from niten.terminal.dragon_setup import Asked, agree
from niten.terminal.simulating import Work
from niten.terminal.usage import WrongUse
from niten.texts import LANGUAGES, language_from

_MOST_THREADS = 64
SAMURAI, DRAGON = "niten simulate samurai", "niten simulate dragon"


def simulate() -> None:
    """Which game?"""
    raise WrongUse("missing", "niten simulate", word="samurai | dragon")


def simulate_samurai(
    *,
    duel: str = DEMO,
    rules: str = "en",
    policy: str = "random",
    games: int = simulating.GAMES,
    threads: int | None = None,
    cluster: str | None = None,
    plot: Path | None = None,
    seed: int | None = None,
    json: bool = False,
    lang: Language | None = None,
    plain: bool = False,
) -> None:
    """Fight a duel many times."""
    seed = _check(SAMURAI, games, threads, cluster, seed)
    game = Samurai(find_duel(duel), switches_from(rules, "--rules"))
    terminal = _terminal(lang, plain or json)
    work = Work([policy], games, seed, threads, cluster)
    simulating.run(terminal, game, work, plot=plot, as_json=json)


def simulate_dragon(
    *,
    players: int = 2,
    policy: str = "random",
    games: int = simulating.GAMES,
    board: str | None = None,
    powers: str | None = None,
    immunity: bool = False,
    stones: int | None = None,
    max_turns: int | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    plot: Path | None = None,
    seed: int | None = None,
    json: bool = False,
    lang: Language | None = None,
    plain: bool = False,
) -> None:
    """Run a race many times."""
    seed = _check(DRAGON, games, threads, cluster, seed)
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise WrongUse("value", DRAGON, "players", word="--players", value=players)
    names = [name.strip() for name in policy.split(",")]
    if len(names) not in (1, players):
        raise WrongUse("value", DRAGON, "policies", word="--policy", value=policy)
    seats = ",".join(["random"] * players)
    try:
        game: Dragon = agree(Asked(seats, board, powers, immunity, stones, max_turns=max_turns)).game
    except BadSetup as error:
        raise BadSetup(DRAGON, error.problems) from None
    terminal = _terminal(lang, plain or json)
    work = Work(names * (players // len(names)), games, seed, threads, cluster)
    simulating.run(terminal, game, work, plot=plot, as_json=json)


def _check(command: str, games: int, threads: int | None, cluster: str | None, seed: int | None) -> int:
    """The seed, or a new one; WrongUse for numbers that are out of their range."""
    if not 1 <= games <= simulating.MOST_GAMES:
        raise WrongUse("value", command, "simulated-games", word="--games", value=games)
    if threads is not None and not 1 <= threads <= _MOST_THREADS:
        raise WrongUse("value", command, "workers", word="--threads", value=threads)
    if threads is not None and cluster is not None:
        raise WrongUse("together", command, word="--threads", other="--cluster")
    if seed is None:
        return secrets.randbelow(2**32)
    if not 0 <= seed < 2**64:
        raise WrongUse("value", command, "seed", word="--seed", value=seed)
    return seed


def _terminal(language: str | None, plain: bool) -> Terminal:
    return Terminal(language if language in LANGUAGES else language_from(), plain=plain)
