"""The engine against an oracle written from the rules alone, without sight of the engine."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niten.core import CHANCE, NOBODY, SeededDice
from niten.samurai import EDITIONS, Phase, Samurai, State, parse_duel
from niten.samurai.state import SETTLED
from niten.samurai.switches import switches_data, switches_from
from testkit.duels import any_rules, duel_table, duel_tables
from testkit.effort import examples
from testkit.matches import random_step
from tests.oracles.samurai import SamuraiOracle, check_walkthrough


def compare(game: Samurai, state: State, oracle: SamuraiOracle) -> None:
    """Everything the two can be asked must agree."""
    outcome = game.outcome(state)
    assert oracle.outcome() == ((outcome.result, outcome.reason) if outcome else None)
    actor = game.actor(state)
    assert oracle.actor() == {CHANCE: "chance", NOBODY: "nobody"}.get(actor, "player")
    assert oracle.legal() == set(map(str, game.legal_moves(state)))
    if actor == CHANCE:
        chance = game.chance(state)
        weights = zip(chance.outcomes, chance.weights, strict=True)
        assert oracle.chances() == {str(step): Fraction(weight, chance.total) for step, weight in weights}
    view: dict[str, Any] = oracle.view()
    mine: dict[str, Any] = {
        "round": state.round,
        "health": state.health,
        "ki": state.ki,
        "concentration": state.concentration,
        "opponent": state.opponent,
        "struck": list(state.struck),
        "wounds": list(state.wounds),
        "limb_lost": state.limb_lost,
    }
    if state.phase not in SETTLED:
        mine |= {"ki_spent": state.spent, "dice": list(state.dice), "attack": state.attack}
        mine |= {"defense": state.defense, "his": list(state.his)}
        if state.phase is not Phase.ROLL:
            mine |= {"rolled": state.rolled}
    assert {key: view[key] for key in mine} == mine


def walk(table: dict[str, Any], rules: str, seed: int) -> None:
    game = Samurai(parse_duel(table, "test"), switches_from(rules))
    oracle = SamuraiOracle(table, dict(switches_data(game.switches)))
    dice, choices = SeededDice(seed), SeededDice(seed, "player")
    state = game.start()
    compare(game, state, oracle)
    while game.actor(state) != NOBODY:
        step = random_step(game, state, dice, choices)
        oracle.apply(str(step))
        state = game.apply(state, step)
        compare(game, state, oracle)


@given(table=duel_tables(), rules=any_rules(), seed=st.integers(0, 2**32))
@settings(max_examples=examples(300))
def test_any_duel_agrees_with_the_oracle(table: dict[str, Any], rules: str, seed: int) -> None:
    walk(table, rules, seed)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_the_demo_duel_agrees_with_the_oracle(edition: str) -> None:
    for seed in range(examples(60)):
        walk(duel_table(), edition, seed)
        # A player who survives longer sees more of the rules.
        walk(duel_table(player={"health": 60, "ki": 30}, health=40), edition, seed)


def test_the_oracle_itself_replays_the_walkthrough() -> None:
    check_walkthrough()
