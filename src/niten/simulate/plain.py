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
from niten.simulate.result import Part, portions

TOGETHER = 20
"""Games that are played before they are reported."""


def play_in_engine(
    game: Game[Any, Any], seats: Sequence[Any], seed: int, numbers: range, workers: int
) -> Iterator[Part]:
    """The games with these numbers in parts, as they are finished. At the seats are bots, or their names."""
    if isinstance(game, Dragon) and game.options.max_turns is None:  # then the engine counts turns
        game = Dragon(replace(game.options, max_turns=MOST_TURNS))
    yield from spread(partial(_play_some, game, tuple(seats), seed), portions(numbers, TOGETHER), workers)


def find_bot(game: Game[Any, Any], name: str) -> Any:
    """A bot for this game by its name; UnknownBot tells who there is."""
    return find_dragon_bot(name) if isinstance(game, Dragon) else find_samurai_bot(name)


def _play_some(game: Game[Any, Any], seats: tuple[Any, ...], seed: int, numbers: range) -> Part:
    bots = [find_bot(game, each) if isinstance(each, str) else each for each in seats]
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
