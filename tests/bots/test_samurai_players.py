"""The players of the duel: legal in every position, and apart from each other as their names say."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niten.bots import SAMURAI_BOTS, UnknownBot, find_samurai_bot
from niten.core import CHANCE, NOBODY, SeededDice
from niten.samurai import EDITIONS, Samurai, State, parse_duel
from tests.samurai.duels import ODA, duel_tables


def play(game: Samurai, name: str, seed: int) -> State:
    bot = find_samurai_bot(name)
    dice, own = SeededDice(seed), SeededDice(seed, "bot")
    state = game.start()
    while (actor := game.actor(state)) != NOBODY:
        step = game.chance(state).draw(dice) if actor == CHANCE else bot.choose(game, state, own)
        state = game.apply(state, step)
    return state


@given(table=duel_tables(), edition=st.sampled_from(sorted(EDITIONS)), seed=st.integers(0, 2**32))
@settings(max_examples=60)
@pytest.mark.parametrize("name", SAMURAI_BOTS)
def test_every_player_plays_any_duel_to_its_end(name: str, table: dict[str, Any], edition: str, seed: int) -> None:
    assert play(Samurai(parse_duel(table, "test"), EDITIONS[edition]), name, seed).ending


def test_they_differ_as_their_names_say() -> None:
    game = Samurai(ODA)
    results: dict[str, Counter[str]] = {}
    for name in SAMURAI_BOTS:
        ends = [play(game, name, seed).ending for seed in range(150)]
        results[name] = Counter(end.outcome.result for end in ends if end)
    wins = [results[name]["victory"] for name in ("random", "beginner", "reckless", "careful")]
    assert wins == sorted(wins), wins
    assert wins[2] > 3 * wins[1], "counting the odds is worth much"
    assert results["reckless"]["defeat"] > 2 * results["careful"]["defeat"]


def test_an_unknown_player() -> None:
    with pytest.raises(UnknownBot, match="beginner"):
        find_samurai_bot("musashi")
