"""The players of the duel: legal in every position, and apart from each other as their names say."""

from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niten.bots import SAMURAI_BOTS, UnknownBot, find_samurai_bot
from niten.core import CHANCE, NOBODY, SeededDice
from niten.samurai import Samurai, State, parse_duel
from niten.samurai.switches import switches_from
from niten.solver import PlainSolver
from testkit.duels import ODA, any_rules, duel_tables
from testkit.effort import examples
from testkit.small_duels import EXACT, PLAIN, small_game

PEOPLE = tuple(name for name in SAMURAI_BOTS if name != "optimal")
"""The optimal player solves the duel first: his are the small ones."""


def play(game: Samurai, name: str, seed: int) -> State:
    bot = find_samurai_bot(name)
    dice, own = SeededDice(seed), SeededDice(seed, "bot")
    state = game.start()
    while (actor := game.actor(state)) != NOBODY:
        step = game.chance(state).draw(dice) if actor == CHANCE else bot.choose(game, state, own)
        state = game.apply(state, step)
    return state


@given(table=duel_tables(), rules=any_rules(), seed=st.integers(0, 2**32))
@settings(max_examples=examples(60))
@pytest.mark.parametrize("name", PEOPLE)
def test_every_player_plays_any_duel_to_its_end(name: str, table: dict[str, Any], rules: str, seed: int) -> None:
    assert play(Samurai(parse_duel(table, "test"), switches_from(rules)), name, seed).ending


def test_they_differ_as_their_names_say() -> None:
    game = Samurai(ODA)
    results: dict[str, Counter[str]] = {}
    for name in PEOPLE:
        ends = [play(game, name, seed).ending for seed in range(150)]
        results[name] = Counter(end.outcome.result for end in ends if end)
    wins = [results[name]["victory"] for name in ("random", "beginner", "reckless", "careful")]
    assert wins == sorted(wins), wins
    assert wins[2] > 3 * wins[1], "counting the odds is worth much"
    assert results["reckless"]["defeat"] > 2 * results["careful"]["defeat"]


def test_an_unknown_player() -> None:
    with pytest.raises(UnknownBot, match="beginner"):
        find_samurai_bot("musashi")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the optimal player keeps what was solved."""
    monkeypatch.setenv("NITEN_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("duel", PLAIN | EXACT)
def test_the_optimal_player_plays_small_duels_to_their_end(duel: str, home: Path) -> None:
    game = small_game(duel)
    endings = {play(game, "optimal", seed).ending for seed in range(8)}
    assert None not in endings
    assert len(list((home / "cache").glob("*.solved"))) == 1, "solved once, and kept"
    assert {play(small_game(duel), "optimal", seed).ending for seed in range(8)} == endings, "the same from the cache"


@pytest.mark.parametrize(
    ("duel", "games"),
    [("purchases without limit", 2000), ("one purchase a round", 1000), ("one die of his again", 300)],
)
@pytest.mark.usefixtures("home")
def test_the_optimal_player_wins_as_often_as_can_be(duel: str, games: int) -> None:
    game = small_game(duel)
    value = PlainSolver(game).value(game.start())
    wins = 0
    for seed in range(games):
        ending = play(game, "optimal", seed).ending
        assert ending
        wins += ending.outcome.result == "victory"
    assert 0.1 < value < 0.9
    assert abs(wins / games - value) < 4 * sqrt(value * (1 - value) / games)


@pytest.mark.usefixtures("home")
def test_the_optimal_player_needs_no_luck_of_his_own() -> None:
    """Each move is worth what the position is worth."""
    game = small_game("every reward, one die")
    plain, bot = PlainSolver(game), find_samurai_bot("optimal")
    plain.value(game.start())
    decisions = [state for state in plain.values if game.legal_moves(state)]
    assert len(decisions) > 100
    for state in decisions[::15]:
        move = bot.choose(game, state, SeededDice(1))
        assert plain.moves(state)[move] == pytest.approx(plain.value(state), abs=1e-9)
