"""What is told about a step."""

import pytest

from niten.dragon import Dragon, Setup, tell
from testkit.races import Table, many_setups, walk

BALANCE = "water,fire,metal,earth,wood"


def story(text: str, line: str) -> list[str]:
    """Each event of a step, as its kind and details."""
    table = Table(text)
    step = table.game.read_step(line)
    events = tell(table.game, table.state, step, table.game.apply(table.state, step))
    return [" ".join([event.kind, *(f"{key}={value}" for key, value in event.details.items())]) for event in events]


def test_before_the_first_turn() -> None:
    assert story("players=black,red draws=2", "stone water 3") == ["stone path=water space=3"]
    assert story("players=black,red draws=1 starts=red", "stone water 3") == [
        "stone path=water space=3",
        "starts colour=red",
    ]
    one = "roll water fire fire fire dragon"
    thrown = "thrown=water fire fire fire dragon dragons=1"
    assert story("players=black,red", one) == [f"throw colour=black {thrown}"]
    assert story("players=black,red throws=2,-", one) == [f"throw colour=red {thrown}", "starts colour=black"]
    assert story("players=black,red,white throws=1,0,-", one) == [
        f"throw colour=white {thrown}",
        "tied colours=black white count=2",
    ]


def test_rolling() -> None:
    rolled = "thrown=water water dice=water water fire fire fire left=1"
    assert story("players=black,red turn=red rolls=1 kept=fire,fire,fire", "roll water water") == [
        f"rolled colour=red {rolled}"
    ]
    again = "colour=black thrown=water fire count=2 kept=fire fire fire"
    dice = "dice=water,fire,fire,fire,fire"
    assert story(f"players=black,red turn=black {dice}", "reroll water fire") == [f"reroll {again}"]
    assert story(f"players=black,red powers=any turn=black rolls=3 {dice}", "eye water fire") == [f"eye {again}"]


def test_moving() -> None:
    dice = "turn=black dice=water,water,fire,fire,dragon"
    turn = "turn colour=red ended=black"
    assert story(f"players=black,red {dice}", "move fire") == ["entered colour=black path=fire from=0 to=2", turn]
    assert story(f"players=black,red black=fire7 {dice}", "move fire") == [
        "moved colour=black path=fire from=7 to=9",
        "numbered colour=black path=fire space=9 value=1",
        turn,
    ]


def test_powers() -> None:
    dice = "turn=yellow dice=water,water,fire,fire,dragon"
    turn = "turn colour=red ended=yellow"
    table = f"players=yellow,red powers=any red=water2 {dice}"
    assert story(table, "leap water") == ["leapt colour=yellow path=water from=0 to=3", turn]
    assert story(table, "become fire") == [
        "became colour=yellow path=fire dragons=1",
        "entered colour=yellow path=fire from=0 to=3",
        turn,
    ]
    assert story(table, "fear") == ["declined colour=yellow", turn]
    assert story("players=red,black powers=own phase=end turn=red", "rebirth") == ["rebirth colour=red"]
    assert story("players=red,black powers=own phase=end turn=red", "end") == ["turn colour=black ended=red"]


def test_balance() -> None:
    table = f"players=yellow,red powers=own yellow=water8,fire9,wood3 red=wood4 turn=yellow dice={BALANCE}"
    steps = [
        "moved colour=yellow path=water from=8 to=9",
        "numbered colour=yellow path=water space=9 value=1",
        "entered colour=yellow path=metal from=0 to=1",
        "entered colour=yellow path=earth from=0 to=1",
    ]
    turn = "turn colour=red ended=yellow"
    assert story(table, "balance") == ["balance colour=yellow", *steps, "blocked colour=yellow path=wood space=3", turn]
    leapt = "leapt colour=yellow path=wood from=3 to=5"
    assert story(table, "leap-balance") == ["leap-balance colour=yellow", *steps, leapt, turn]


def test_great_dragon_and_passing() -> None:
    table = "players=black,red,white red=wood9 white=wood3 turn=black dice=wood,dragon,dragon,dragon,dragon"
    assert story(table, "swap wood white red") == [
        "swapped colour=black path=wood first=red first_to=3 second=white second_to=9",
        "numbered colour=white path=wood space=9 value=1",
        "turn colour=red ended=black",
    ]
    table = "players=black,red turn=black dice=dragon,dragon,dragon,dragon,dragon"
    assert story(table, "pass") == ["passed colour=black", "turn colour=red ended=black"]


def test_perfection() -> None:
    table = "players=black,red turn=black dice=fire,fire,fire,fire,fire"
    assert story(table, "move fire") == [
        "entered colour=black path=fire from=0 to=5",
        "perfection colour=black path=fire",
    ]
    table = "players=black,red red=fire5 turn=black dice=fire,fire,fire,fire,fire"
    assert story(table, "pass") == ["passed colour=black", "perfection colour=black path=fire"]
    assert story("players=black,red phase=perfection turn=black", "again") == ["again colour=black"]


def test_the_end() -> None:
    table = "players=black,red black=9,9,9,9,8 red=13,13,0,0,0 turn=black dice=wood,fire,fire,dragon,dragon"
    assert story(table, "move wood") == [
        "moved colour=black path=wood from=8 to=9",
        "numbered colour=black path=wood space=9 value=1",
        "over result=finished reason=red",
        "score colour=black points=5 numbered=5 wins=0",
        "score colour=red points=10 numbered=2 wins=1",
    ]
    table = "players=black,red max-turns=1 turn=black dice=wood,fire,fire,dragon,dragon"
    assert story(table, "move wood")[1:] == [
        "over result=unfinished reason=max-turns",
        "score colour=black points=0 numbered=0 wins=0",
        "score colour=red points=0 numbered=0 wins=0",
    ]


@pytest.mark.parametrize("setup", many_setups()[::7])
def test_every_step_tells_something(setup: Setup) -> None:
    game = Dragon(setup)
    for before, step, after in walk(game, 3, most=400):
        events = tell(game, before, step, after)
        assert events
        assert all(type(value) in {int, str} for event in events for value in event.details.values())
