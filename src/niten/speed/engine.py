"""The plain engine: random play, every step checked as at a real table. OpenSpiel is asked step by step too."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from niten.booklet import find_duel
from niten.core import CHANCE, NOBODY, Game, SeededDice
from niten.dragon import Colour, Dragon, Powers, Setup
from niten.samurai import EDITIONS, Samurai
from niten.speed import open_spiel
from niten.speed.figures import Asked, Figure, Found
from niten.speed.packages import OPEN_SPIEL
from niten.speed.timing import Did, Runner, in_turns

_BESIDE = {"duel-en": open_spiel.PIG, "race-2": open_spiel.MAEDN}


def measure(asked: Asked) -> Iterator[Found]:
    """Steps a second of every edition and of races of several sizes."""
    runners = {name: Runner(_random(game, asked.seed)) for name, game in _games().items()}
    spiel = OPEN_SPIEL.load()
    if spiel:
        for name in _BESIDE.values():
            work = partial(open_spiel.stepped, spiel.load_game(name), SeededDice(asked.seed, "peer"))
            runners[name] = Runner(work)
    paces = in_turns(runners, asked.seconds, asked.progress)
    for name in _games():
        pace, other = paces[name], _BESIDE.get(name)
        value = paces[other].steps_a_second if spiel and other else None
        peer = OPEN_SPIEL.peer(other.partition("(")[0], value) if other else None
        yield Figure("engine", name, pace.steps_a_second, "steps/s", *pace.total, peer)
    if not spiel:
        yield OPEN_SPIEL.missing("engine")


def _games() -> dict[str, Game[Any, Any]]:
    duel, colours = find_duel("oda-nobunaga"), tuple(Colour)
    games: dict[str, Game[Any, Any]] = {f"duel-{name}": Samurai(duel, edition) for name, edition in EDITIONS.items()}
    games |= {f"race-{count}": Dragon(Setup(colours[:count])) for count in (2, 4, 5)}
    return games | {f"race-{count}-powers": Dragon(Setup(colours[:count], powers=Powers.ANY)) for count in (2, 5)}


def _random(game: Game[Any, Any], seed: int) -> partial[Did]:
    return partial(play_randomly, game, SeededDice(seed), SeededDice(seed, "player"))


def play_randomly(game: Game[Any, Any], dice: SeededDice, choices: SeededDice) -> Did:
    """One game of random moves."""
    state, steps = game.start(), 0
    while (actor := game.actor(state)) != NOBODY:
        if actor == CHANCE:
            step = game.chance(state).draw(dice)
        else:
            moves = game.legal_moves(state)
            step = moves[choices.below(len(moves))]
        state = game.apply(state, step)
        steps += 1
    return Did(1, steps)
