"""Games of bots that play in the engine, in as many processes as wanted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from niten.bots.registry import find_dragon_bot, find_samurai_bot
from niten.bots.workers import spread
from niten.core import CHANCE, NOBODY, Game, SeededDice
from niten.dragon import Dragon
from niten.dragon.setup import MOST_TURNS
from niten.games import find_game
from niten.simulate.result import Part

_TOGETHER = 20  # games a process plays before it reports


def play_in_engine(game: Game[Any, Any], names: Sequence[str], games: int, seed: int, workers: int) -> Iterator[Part]:
    """The games in parts, as they are finished."""
    numbers = [range(first, min(first + _TOGETHER, games)) for first in range(0, games, _TOGETHER)]
    task = partial(_play_some, game.name, game.setup(), tuple(names), seed)
    yield from spread(task, numbers, workers)


def find_bot(game: Game[Any, Any], name: str) -> Any:
    """A bot for this game by its name; UnknownBot tells who there is."""
    return find_dragon_bot(name) if isinstance(game, Dragon) else find_samurai_bot(name)


def _play_some(name: str, setup: dict[str, Any], names: tuple[str, ...], seed: int, numbers: range) -> Part:
    game: Game[Any, Any] = find_game(name).from_setup(setup)
    if isinstance(game, Dragon) and game.options.max_turns is None:  # then the engine counts turns
        game = Dragon(replace(game.options, max_turns=MOST_TURNS))
    bots = [find_bot(game, name) for name in names]
    endings, lengths, decisions = Counter[str](), Counter[int](), 0
    for number in numbers:
        state, steps = _play(game, bots, seed, number)
        outcome = game.outcome(state)
        assert outcome, "played to its end"
        endings[str(outcome)] += 1
        lengths[state.turns + (outcome.result == "finished") if isinstance(game, Dragon) else state.round] += 1
        decisions += steps
    return Part(endings, lengths, decisions)


def _play(game: Game[Any, Any], bots: Sequence[Any], seed: int, number: int) -> tuple[Any, int]:
    """One game: where it ends, and its decisions. Dice and thoughts follow from the seed and its number."""
    kind = "race" if isinstance(game, Dragon) else "duel"
    dice, thoughts = SeededDice(seed, f"{kind} {number}"), SeededDice(seed, f"bot {number}")
    state, decisions = game.start(), 0
    while (actor := game.actor(state)) != NOBODY:
        if actor == CHANCE:
            state = game.advance(state, game.chance(state).draw(dice))
        else:
            state = game.apply(state, bots[actor].choose(game, state, thoughts))
            decisions += 1
    return state, decisions
