"""What a victory can be proud of."""

from typing import Any

import pytest

from niten.core import Match
from niten.samurai import Samurai
from niten.samurai.honours import Feat, Honour, feat, swift
from testkit.duels import game, lines

EASY: dict[str, Any] = {
    "health": 4,
    "resistance": [[1, 1], [4, 2], [6, 4]],
    "lines": lines({"defense": 0}, line_8={"defense": 0, "counter": 3, "effect": "health 2"}),
}


def fought(duel: Samurai, *steps: str) -> Feat:
    match = Match(duel)
    for step in steps:
        match.play(duel.read_step(step))
    assert duel.outcome(match.state), "the duel is over"
    return feat(duel, match.states, match.steps)


def test_all_at_once_with_the_blade() -> None:
    done = fought(game(**EASY), "dice 1", "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "stand")
    assert done == Feat(True, 1, 10, (Honour.UNHURT, Honour.CALM, Honour.SWIFT, Honour.BLADE))


@pytest.mark.parametrize(
    ("steps", "calm"),
    [
        (["dice 1", "roll 5", "place 5 0 0", "raise attack", "ready", "opponent 1 1 1", "stand"], False),
        (["dice 1", "roll 1", "reroll 1", "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "stand"], False),
        (["dice 1", "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "again", "opponent 1 1 2", "stand"], False),
        (["dice 1", "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "stand"], True),
    ],
)
def test_without_ki_means_that_none_was_spent(steps: list[str], *, calm: bool) -> None:
    assert (Honour.CALM in fought(game(**EASY), *steps).honours) is calm


def hurt() -> list[str]:
    """A round in which he strikes, and one that ends it."""
    first = ["dice 1", "roll 1", "place 0 1 0", "ready", "opponent 2 3 3", "stand"]
    return [*first, "dice 1", "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "stand"]


def test_who_was_hurt_is_not_unhurt_and_who_has_one_left_breathed_his_last() -> None:
    assert fought(game(**EASY), *hurt()) == Feat(True, 2, 8, (Honour.CALM, Honour.SWIFT, Honour.BLADE))
    breath = fought(game(**EASY, player={"health": 3}), *hurt())
    assert (breath.health, Honour.LAST_BREATH in breath.honours) == (1, True)
    frail = fought(
        game(**EASY, player={"health": 1}), "dice 1", "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "stand"
    )
    assert Honour.LAST_BREATH not in frail.honours, "who never had more did not come close"


def test_a_victory_that_was_bought() -> None:
    table: list[dict[str, Any]] = [{"price": 3, "reward": "opponent", "amount": 4}, {"price": 5, "reward": "strike"}]
    duel = game(**EASY, player={"concentration": table})
    bought = fought(duel, "dice 1", "roll 4", "place 0 0 4", "buy 3")
    assert (bought.won, Honour.BLADE in bought.honours, Honour.BEHEADING in bought.honours) == (True, False, False)
    beheaded = fought(duel, "dice 1", "roll 6", "place 0 0 6", "buy 5", "strike 6")
    assert Honour.BEHEADING in beheaded.honours


@pytest.mark.parametrize(("rounds", "most"), [(1, 1), (2, 1), (3, 2), (20, 10)])
def test_swift_is_half_of_the_rounds(rounds: int, most: int) -> None:
    assert swift(rounds) == most


def test_slow_is_not_swift() -> None:
    idle = ["dice 1", "roll 1", "place 0 0 1", "ready", "opponent 1 1 1", "stand"]
    duel = game(**EASY, player={"dice": [2, 2, 2]})
    kill = ["dice 1", "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "stand"]
    assert Honour.SWIFT in fought(duel, *idle, *kill).honours
    assert Honour.SWIFT not in fought(duel, *idle, *idle, *kill).honours


def test_one_limb_lost() -> None:
    striking = EASY | {"lines": lines({"defense": 0, "counter": 9, "effect": "level 1"})}
    duel = game(
        "en",
        **striking,
        player={"injuries": [{"zone": zone, "cost": "ki 1"} for zone in range(2, 12)]},
    )
    struck = ["dice 1", "roll 1", "place 0 1 0", "ready", "opponent 1 1 1", "stand", "injury 3"]
    done = fought(duel, *struck, *struck, "roll 6", "place 6 0 0", "ready", "opponent 1 1 1", "stand")
    assert Honour.MAIMED in done.honours
    assert Honour.UNHURT not in done.honours, "Ki was lost, but zones were struck"


def test_defeat_has_no_honours() -> None:
    deadly = {"lines": lines({"defense": 0, "counter": 9, "effect": "health 99"})}
    lost = fought(game("en", **EASY | deadly), "dice 1", "roll 1", "place 0 1 0", "ready", "opponent 1 1 1", "stand")
    assert lost == Feat(False, 1, 0, ())
