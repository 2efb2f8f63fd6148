"""Both games in OpenSpiel: its own tests, and its exact algorithms against ours."""

import sys
from collections.abc import Generator
from functools import cache
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from niten.bots.race.plain import PlainTurn
from niten.bots.race.truth import Truth
from niten.core import CHANCE, NOBODY, SeededDice
from niten.dragon import Dragon, State, read_position
from niten.research.folding import Folded
from niten.research.open_spiel import NitenState, as_word, from_word, utilities
from niten.samurai import EDITIONS, Samurai, parse_duel
from niten.samurai.duelwriting import write_duel
from niten.solver import PlainSolver
from testkit.duels import duel_table, lines
from testkit.effort import examples
from testkit.spiel import TabularPolicy, expected_game_score, generate_playthrough, mcts, value_iteration

GAMES = [
    "niten_samurai(duel=oda-nobunaga)",
    "niten_samurai(duel=oda-nobunaga,rules=de)",
    "niten_dragon(max_turns=6)",
    "niten_dragon(players=4,powers=any,stones=3,immunity=True,max_turns=4,board=short,starts=2)",
]
HIT: dict[str, Any] = {"defense": 1, "counter": 3, "effect": "health 1"}
TINY: dict[str, tuple[str, dict[str, Any], str]] = {
    "one die": ("en", {"health": 1, "lines": lines(HIT), "player": {"dice": [1], "ki": 0, "concentration": []}}, ""),
    "the last exchange": (
        "en",
        {},
        "phase=place round=20 health=3 ki=0 concentration=8 opponent=3 rolled=2 dice=4,5",
    ),
    "one die of his again": (
        "de",
        {"player": {"dice": [2]}},
        "phase=place round=1 health=2 ki=1 concentration=0 opponent=3 rolled=2 dice=3,6",
    ),
}
"""Edition, changes to the demo duel, and the position to begin with: few states, since OpenSpiel walks every path."""
# The last throw of the last turn, by either seat: moves, swaps, Fear and Rebirth.
LAST_THROW = (
    "players=black,red powers=own max-turns=5 black=water8,fire9,metal9,earth11,wood9 "
    "red=water7,fire12,metal10,earth10,wood10 turns=4 turn={turn} rolls=2 kept=dragon,dragon"
)
# One plain space on each path. On water and fire nobody is swapped, wood changes hands. Black lacks metal and red lacks
# earth: whoever gets there ends the race. Black has all powers once, so that there is every kind of decision.
_RACE = "water=1 fire=1 metal=1 earth=1 wood=1 players=black,red {powers}immunity=yes "
_PIECES = "black=water2,fire2,metal1,earth6,wood3 red=water6,fire4,metal2,earth1,wood2 {unspent}turn=red"
BASIC = {"reroll", "move", "balance", "swap", "pass", "again", "end"}
TINY_RACES: dict[str, tuple[str, set[str], int]] = {
    "basic": ((_RACE + _PIECES).format(powers="", unspent=""), BASIC, 4),
    "with powers": (
        (_RACE + _PIECES).format(powers="powers=any ", unspent="unspent=black "),
        BASIC | {"eye", "leap", "become", "leap-balance", "fear", "rebirth"},
        8,
    ),
}
"""The race, what is decided in it, and its turns: for both seats, before and after a swap, with and without powers."""


@pytest.mark.parametrize("name", GAMES)
def test_its_own_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_can_be_written_and_follows_the_notation(name: str) -> None:
    text: str = generate_playthrough.playthrough(name, action_sequence=None, seed=3)
    assert f"game: {name}" in text
    assert "ChanceMode.EXPLICIT_STOCHASTIC" in text
    assert "StringLegalActions() = [" in text


@pytest.mark.parametrize("name", GAMES)
def test_it_walks_the_engines_tree(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    lots = SeededDice(1)
    while not state.is_terminal():
        assert isinstance(state, NitenState)
        engine, before = state.node.rules.engine, state.node.state
        if state.is_chance_node():
            event = engine.chance(before)
            outcomes = state.chance_outcomes()
            assert fsum(chance for _, chance in outcomes) == pytest.approx(1, abs=1e-12)
            assert [state.action_to_string(n) for n, _ in outcomes] == list(map(str, event.outcomes))
            action, _ = outcomes[lots.below(len(outcomes))]
        else:
            legal = state.legal_actions()
            assert legal == sorted(set(legal))
            assert {state.action_to_string(a) for a in legal} == {str(move) for move in engine.legal_moves(before)}
            assert state.information_state_string(state.current_player()) == engine.position(before)
            assert len(state.observation_tensor(0)) == state.node.rules.space.size
            action = legal[lots.below(len(legal))]
        step = engine.read_step(state.action_to_string(action))
        state.apply_action(action)
        assert isinstance(state, NitenState)
        assert state.node.state == engine.apply(before, step)
    assert isinstance(state, NitenState)
    outcome = state.node.rules.engine.outcome(state.node.state)
    assert outcome is not None
    assert list(state.returns()) == utilities(tuple(map(float, outcome.shares)))


@pytest.mark.parametrize("name", TINY)
def test_value_iteration_agrees_with_the_plain_solver(name: str, tmp_path: Path) -> None:
    game, spiel = tiny(name, tmp_path)
    values = found_by_value_iteration(spiel)
    plain = PlainSolver(game)
    assert len(values) > 10
    for position, value in values.items():
        assert value == pytest.approx(plain.value(game.read_position(position)), abs=1e-6)
    assert len(set(values.values())) > 2


def tiny(name: str, folder: Path) -> tuple[Samurai, pyspiel.Game]:
    """A tiny duel of ours, and of OpenSpiel."""
    edition, changes, position = TINY[name]
    game = Samurai(parse_duel(duel_table(**changes), "tiny"), EDITIONS[edition])
    file = folder / "tiny.toml"
    file.write_text(write_duel(game.duel), encoding="utf-8")
    options = {"duel": str(file), "rules": edition, "position": position}
    return game, pyspiel.load_game("niten_samurai", options)


@pytest.mark.parametrize("turn", ["black", "red"])
def test_value_iteration_of_the_end_of_a_race_agrees_with_ours(turn: str) -> None:
    text = LAST_THROW.format(turn=turn)
    setup, _ = read_position(text)
    game = Dragon(setup)

    @cache
    def ours(state: State) -> float:
        """What it is worth to black, when both play for themselves."""
        actor = game.actor(state)
        if actor == NOBODY:
            outcome = game.outcome(state)
            assert outcome is not None
            return utilities(tuple(map(float, outcome.shares)))[0]
        if actor == CHANCE:
            event = game.chance(state)
            worth = (ours(game.advance(state, step)) for step in event.outcomes)
            return fsum(weight * value for weight, value in zip(event.weights, worth, strict=True)) / event.total
        values = [ours(game.advance(state, move)) for move in game.legal_moves(state)]
        return max(values) if actor == 0 else min(values)

    values = found_by_value_iteration(pyspiel.load_game(f"niten_dragon(position={as_word(text)})"))
    assert len(values) > 50
    assert {-1.0, 0.0, 1.0} & set(values.values()) != {0.0}
    for position, value in values.items():
        assert value == pytest.approx(ours(game.read_position(position)), abs=1e-6)


@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize("name", list(TINY_RACES)[: examples(1, soak=2)])
def test_value_iteration_of_a_tiny_race_agrees_with_the_exact_one(name: str) -> None:
    """Turn after turn without a limit, at every decision and every end."""
    text, wanted, different = TINY_RACES[name]
    setup, start = read_position(text)
    game = Dragon(setup)
    truth = Truth(game, start)
    turns = dict[State, float]()

    def judge(state: State) -> tuple[float, float]:
        share = turns[state] = truth.value(state)
        return share, 1 - share

    plain = PlainTurn(game, judge)
    values = found_by_value_iteration(Folded(pyspiel.load_game("niten_dragon", {"position": text})))
    decisions = set[str]()
    for position, value in values.items():
        state = game.read_position(position)
        assert value == pytest.approx(2 * plain.value(state)[0] - 1, abs=1e-6), position
        decisions |= {str(move).partition(" ")[0] for move in game.legal_moves(state)}
    assert decisions == wanted
    assert len(values) > 3000
    assert len(turns) == len(set(turns.values())) == different


def test_a_folded_game_has_one_state_for_a_position_and_nobody_changes_it() -> None:
    state = Folded(pyspiel.load_game("niten_dragon(max_turns=6,starts=0)")).new_initial_state()
    thrown = state.child(state.legal_actions()[0])
    again, twice = thrown.legal_actions()[:2]
    assert thrown.child(again) is thrown.child(again) is not thrown.child(twice)
    assert thrown.clone() is thrown
    assert thrown.observation_tensor(0)
    with pytest.raises(AttributeError, match="child"):
        thrown.apply_action(again)


@pytest.fixture
def deep() -> Generator[None]:
    """Whoever walks a race without an end goes deep: from throw to throw, turn after turn."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(before)


def found_by_value_iteration(game: Any) -> dict[str, float]:
    return value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-7, cyclic_game=True)


def test_the_uniform_policy_is_worth_what_the_engine_says(tmp_path: Path) -> None:
    game, spiel = tiny("one die", tmp_path)
    policy = TabularPolicy(spiel)  # uniform
    (found,) = expected_game_score.policy_value(spiel.new_initial_state(), [policy])

    @cache
    def uniform(state: Any) -> float:
        outcome = game.outcome(state)
        if outcome:
            return float(outcome.shares[0])
        if game.actor(state) == CHANCE:
            event = game.chance(state)
            worth = (uniform(game.advance(state, step)) for step in event.outcomes)
            return fsum(weight * value for weight, value in zip(event.weights, worth, strict=True)) / event.total
        moves = game.legal_moves(state)
        return fsum(uniform(game.advance(state, move)) for move in moves) / len(moves)

    assert found == pytest.approx(uniform(game.start()), abs=1e-9)


@pytest.mark.parametrize("name", ["niten_dragon(max_turns=3,starts=0)", "niten_samurai(duel=oda-nobunaga,rules=es)"])
def test_monte_carlo_tree_search_plays_legally(name: str) -> None:
    game = pyspiel.load_game(name)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=random) for _ in range(game.num_players())]
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(int(random.choice([n for n, _ in outcomes], p=[chance for _, chance in outcomes])))
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
    assert decisions >= 3


def test_a_game_and_its_state_survive_being_written_down() -> None:
    text = LAST_THROW.format(turn="red")
    game = pyspiel.load_game(f"niten_dragon(position={as_word(text)})")
    state = game.new_initial_state()
    state.apply_action(3)
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(game)
    assert str(same) == str(state)
    assert from_word(as_word(text)) == text == from_word(text)


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(ValueError, match="leave out players"):
        pyspiel.load_game("niten_dragon", {"players": 3, "position": LAST_THROW.format(turn="red")})
