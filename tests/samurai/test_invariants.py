"""Random walks over any duel and edition: what must hold at every node."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niten.core import CHANCE, NOBODY, GameOver, IllegalStep, Match, Record, SeededDice, Step
from niten.core.record import read, replay
from niten.samurai import EDITIONS, Samurai, State, parse_duel
from niten.samurai.sheet import rows
from niten.samurai.state import DECISIONS
from niten.samurai.steps import NOTATION
from niten.samurai.story import tell
from niten.samurai.switches import switches_from
from testkit.duels import ODA, any_rules, duel_tables
from testkit.effort import examples
from testkit.matches import random_step

EVERY_STEP = [
    NOTATION.read(line)
    for line in (
        *("dice 1", "dice 3", "buy 8", "buy 40", "reroll 4", "place 3 0 0", "place 0 0 0", "raise attack"),
        *("raise defense", "ready", "again", "again 3", "stand", "roll 1", "roll 1 2 3", "opponent 6"),
        *("opponent 1 1 1", "injury 1", "injury 6 6", "strike 6", "wound 3", "toll 2"),
    )
]


def check_node(game: Samurai, state: State) -> None:
    actor = game.actor(state)
    moves = game.legal_moves(state)
    possible: set[Step] = set(moves)
    if actor == CHANCE:
        chance = game.chance(state)
        assert not moves
        assert sum(chance.weights) == chance.total > 0
        assert all(weight > 0 for weight in chance.weights)
        assert len(set(chance.outcomes)) == len(chance.outcomes)
        assert chance.dice == 1 or chance.total == 6**chance.dice
        possible = set(chance.outcomes)
    elif actor == NOBODY:
        assert not moves
        assert game.outcome(state) is not None
    else:
        assert state.phase in DECISIONS
        assert len(moves) >= 2, "asked where there is nothing to decide"
        assert len(possible) == len(moves), "a choice given twice"
    if actor != NOBODY:
        assert game.outcome(state) is None
        assert state.health > 0
        assert state.opponent > 0

    # legal ⇔ accepted
    for step in possible:
        assert NOTATION.read(str(step)) == step
        after = game.apply(state, step)
        assert hash(after) == hash(game.advance(state, step))
    for step in EVERY_STEP:
        if step not in possible:
            with pytest.raises((GameOver, IllegalStep)):
                game.apply(state, step)

    # numbers
    page = game.duel.player
    for number in (state.health, state.ki, state.concentration, state.opponent, state.attack, state.defense):
        assert number >= 0
    assert state.health <= page.health
    assert 0 <= state.spent <= 3
    assert 1 <= state.round <= page.rounds
    assert len(state.dice) <= state.rolled <= 3
    assert state.purchases <= (game.most_purchases or 0)
    assert list(state.struck) == sorted(set(state.struck))
    assert list(state.wounds) == sorted(set(state.wounds))

    # text
    assert game.read_position(game.position(state)) == state


def walk(game: Samurai, seed: int) -> Match[State, Step]:
    match = Match(game)
    dice, choices = SeededDice(seed), SeededDice(seed, "player")
    check_node(game, match.state)
    while match.actor != NOBODY:
        before = match.state
        step = random_step(game, before, dice, choices)
        after = match.play(step)
        check_node(game, after)
        assert after.round >= before.round
        assert after.opponent <= before.opponent
        assert after.health <= before.health
        assert set(after.struck) >= set(before.struck)
        assert set(after.wounds) >= set(before.wounds)
        assert after.limb_lost >= before.limb_lost
        check_story(game, before, step, after)
    return match


def check_story(game: Samurai, before: State, step: Step, after: State) -> None:
    """What is told accounts for every point lost."""
    events = tell(game, before, step, after)
    lost = sum(int(str(e.details["count"])) for e in events if e.kind == "lost-health")
    lost += sum(1 for e in events if e.kind == "bled" or (e.kind == "over" and "bled" in str(e.details["ending"])))
    assert lost == before.health - after.health
    his = sum(int(str(e.details["count"])) for e in events if e.kind == "he-loses")
    assert his == before.opponent - after.opponent or (after.ending and after.ending.endswith("beheaded"))


@given(table=duel_tables(), rules=any_rules(), seed=st.integers(0, 2**32))
@settings(max_examples=examples(150))
def test_every_node_of_any_duel(table: dict[str, Any], rules: str, seed: int) -> None:
    game = Samurai(parse_duel(table, "test"), switches_from(rules))
    match = walk(game, seed)
    text = str(Record.of(match, seed=seed))
    record = read(text)
    assert str(record) == text
    again, dice = replay(record, Samurai)
    assert again.states == match.states
    assert dice is not None
    assert len(rows(game, match.states, match.steps)) == match.state.round


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_thousands_of_games_end(edition: str) -> None:
    """At most 20 rounds, each with a bounded number of steps: no game goes on for ever."""
    game = Samurai(ODA, EDITIONS[edition])
    dice, choices = SeededDice(2), SeededDice(2, "player")
    endings: set[str] = set()
    for _ in range(examples(1500)):
        state = game.start()
        steps = 0
        while game.actor(state) != NOBODY:
            state = game.apply(state, random_step(game, state, dice, choices))
            assert 0 <= state.spent <= 3
            steps += 1
        assert steps <= 20 * 25
        endings.add(str(state.ending))
    assert len(endings) >= 3
