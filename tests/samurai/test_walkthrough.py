"""The three rounds that every rulebook plays through, exactly."""

import pytest

from niten.core import IllegalStep, Match
from niten.samurai import EDITIONS, Reroll, Samurai, Switches
from niten.samurai.sheet import rows
from testkit.duels import ODA

ROUND_1 = ["dice 3", "roll 3 5 4", "place 7 5 0", "ready", "opponent 6", "stand"]
ROUND_2 = ["dice 2", "roll 5 1", "reroll 1", "roll 4", "place 5 0 4", "ready", "opponent 5 2", "stand", "injury 3"]
ROUND_3 = ["roll 5", "place 3 2 0", "raise attack", "ready", "opponent 2 5 3"]
REROLL_ALL = ["again", "opponent 4 3 6", "stand"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_walkthrough(edition: str) -> None:
    game = Samurai(ODA, EDITIONS[edition])
    match = Match(game)

    def play(lines: list[str]) -> None:
        for line in lines:
            match.play(game.read_step(line))

    play(ROUND_1)
    assert (match.state.round, match.state.opponent, match.state.health) == (2, 9, 10)
    play(ROUND_2)
    assert (match.state.round, match.state.opponent, match.state.health) == (3, 9, 8)
    play(ROUND_3 + REROLL_ALL)
    state = match.state
    assert (state.round, state.health, state.ki, state.concentration) == (4, 8, 7, 4)
    assert (state.opponent, state.struck, state.wounds, state.limb_lost) == (8, (3,), (), False)

    table = rows(game, match.states, match.steps)[:3]
    assert [(row.attack, row.final_attack, row.defense, row.tick, row.total) for row in table] == [
        (7, 5, 5, True, 0),
        (5, 2, 0, False, 4),
        (4, 4, 2, True, 4),
    ]
    assert [row.line for row in table] == [6, 7, 13]


def test_where_one_die_is_thrown_again_all_of_them_are_not() -> None:
    game = Samurai(ODA, Switches(reroll=Reroll.ONE))
    match = Match(game)
    for line in ROUND_1 + ROUND_2 + ROUND_3:
        match.play(game.read_step(line))
    with pytest.raises(IllegalStep):
        match.play(game.read_step("again"))
    assert list(map(str, game.legal_moves(match.state))) == ["stand", "again 2", "again 3", "again 5"]
