"""Powers and immunity, rule by rule: names carry the number."""

import pytest

from niten.dragon import POWER_OF, Colour, Element, Power
from testkit.races import Table

BLACK_RED = "players=black,red"
PERFECT = "water,water,water,water,water"
BALANCE = "water,fire,metal,earth,wood"


def test_d15_each_colour_has_its_power() -> None:
    assert POWER_OF == {
        Colour.BLACK: Power.FEAR,
        Colour.RED: Power.REBIRTH,
        Colour.WHITE: Power.EYE,
        Colour.YELLOW: Power.ANXIETY,
        Colour.BLUE: Power.DRAGON,
    }


def test_d15_fear_declines_a_move() -> None:
    table = Table(f"{BLACK_RED} powers=own turn=black dice=water,water,fire,fire,fire")
    assert table.moves == ["move water", "move fire", "fear"]
    table.play("fear")
    assert table.where("black") == (0, 0, 0, 0, 0)
    assert table.turn == "red"
    assert table.state.unspent == (False, True)


def test_d15_fear_declines_balance_whole() -> None:
    table = Table(f"{BLACK_RED} powers=own turn=black dice={BALANCE}")
    assert table.moves == ["balance", "fear"]
    assert table.play("fear").where("black") == (0, 0, 0, 0, 0)


def test_d15_fear_needs_something_to_decline() -> None:
    table = Table(f"{BLACK_RED} powers=own turn=black dice=dragon,dragon,dragon,dragon,dragon")
    assert table.moves == ["pass"]


def test_d15_rebirth_gives_another_full_turn() -> None:
    table = Table("players=red,black powers=own turn=red dice=water,water,fire,fire,fire").play("move fire")
    assert table.steps == ["rebirth", "end"]
    table.play("rebirth", "roll water fire fire fire fire")
    assert table.turn == "red"
    assert "reroll water" in table.steps
    assert table.play("move fire").turn == "black"


def test_d15_rebirth_after_a_pass_and_after_perfection() -> None:
    table = Table("players=red,black powers=own turn=red dice=dragon,dragon,dragon,dragon,dragon")
    assert table.play("pass").steps == ["rebirth", "end"]
    table = Table(f"players=red,black powers=own turn=red dice={PERFECT}").play("move water")
    assert table.steps == ["again", "rebirth", "end"]
    table.play("again", "roll fire fire fire fire fire", "move fire", "again", "roll wood wood wood wood fire")
    assert table.play("move wood").steps == ["rebirth", "end"]
    table.play("rebirth", "roll metal metal metal metal metal", "move metal")
    assert table.steps == ["again", "end"]


def test_d15_eye_is_a_fourth_roll() -> None:
    table = Table("players=white,black powers=own turn=white rolls=2 dice=water,water,fire,fire,fire")
    assert not any(step.startswith("eye") for step in table.steps)
    table.play("reroll water", "roll dragon")
    assert "eye water fire dragon" in table.steps
    assert not any(step.startswith("reroll") for step in table.steps)
    table.play("eye water dragon", "roll fire fire")
    assert table.steps == ["move fire"]
    assert table.state.unspent == (False, True)
    assert table.play("move fire").steps == ["again", "end"]


def test_d15_dragons_stand_for_an_element() -> None:
    table = Table("players=blue,black powers=own blue=metal13 black=fire5 turn=blue dice=water,fire,fire,dragon,dragon")
    # Fire 4 and all the others by 2 or 3; metal stands on a number.
    assert table.moves == ["move water", "move fire", "become water", "become fire", "become earth", "become wood"]
    assert table.play("become water").where("blue") == (3, 0, 13, 0, 0)
    assert table.state.unspent == (False, True)


def test_d15_becoming_needs_a_dragon_and_a_free_target() -> None:
    table = Table("players=blue,black powers=own turn=blue dice=water,fire,fire,fire,fire")
    assert table.moves == ["move water", "move fire"]
    table = Table("players=blue,black powers=own black=water2 turn=blue dice=water,fire,fire,fire,dragon")
    assert "become water" not in table.moves
    assert "become fire" in table.moves


def test_d15_becoming_is_never_perfection() -> None:
    table = Table("players=blue,black powers=own turn=blue dice=dragon,dragon,dragon,dragon,dragon")
    assert table.moves == ["become water", "become fire", "become metal", "become earth", "become wood", "pass"]
    table.play("become wood")
    assert table.where("blue") == (0, 0, 0, 0, 5)
    assert table.turn == "black"


def test_d15_becoming_is_never_balance() -> None:
    table = Table("players=blue,black powers=own turn=blue dice=water,fire,metal,earth,dragon")
    assert "balance" not in table.moves


def test_d15_anxiety_leaps_to_the_next_free_space() -> None:
    where = "players=yellow,black,red powers=own stones=water4 yellow=water1 black=water3 red=water5,fire2"
    table = Table(f"{where} turn=yellow dice=water,water,fire,fire,dragon")
    assert table.moves == ["leap water", "leap fire", "pass"]
    assert table.play("leap water").where("yellow")[0] == 6
    assert table.state.unspent == (False, True, True)


def test_d15_anxiety_on_entering() -> None:
    where = "players=yellow,black,red powers=own black=water3 red=water2"
    table = Table(f"{where} turn=yellow dice=water,water,fire,fire,dragon")
    assert table.play("leap water").where("yellow")[0] == 4


def test_d15_anxiety_onto_the_last_space() -> None:
    where = "players=yellow,black powers=own yellow=water8 black=water12"
    table = Table(f"{where} turn=yellow dice=water,water,water,water,dragon")
    assert table.play("leap water").where("yellow")[0] == 13


def test_d15_anxiety_needs_a_free_space() -> None:
    where = "players=yellow,black,red powers=own yellow=water8 black=water13 red=water12"
    table = Table(f"{where} turn=yellow dice=water,water,water,water,dragon")
    assert table.moves == ["pass"]


def test_d15_anxiety_in_balance() -> None:
    where = "players=yellow,black powers=own yellow=water1,fire3,metal9 black=water2,fire5,earth1"
    table = Table(f"{where} turn=yellow dice={BALANCE}")
    assert table.moves == ["balance", "leap-balance"]
    # One use lets every blocked piece jump: on water, and on entering earth.
    assert table.play("leap-balance").where("yellow") == (3, 4, 9, 2, 1)
    assert table.state.unspent == (False, True)


def test_d15_anxiety_in_balance_without_a_step() -> None:
    where = "players=yellow,black powers=own yellow=water9,fire9,metal9,earth9,wood7 black=wood8"
    table = Table(f"{where} turn=yellow dice={BALANCE}")
    assert table.moves == ["leap-balance", "pass"]
    assert table.play("leap-balance").result == "finished yellow"


def test_d15_anxiety_in_balance_needs_somebody_blocked() -> None:
    table = Table(f"players=yellow,black powers=own turn=yellow dice={BALANCE}")
    assert table.moves == ["balance"]


def test_d15_option_any_power() -> None:
    where = "players=white,black powers=any black=water1"
    table = Table(f"{where} turn=white rolls=3 dice=water,fire,fire,dragon,dragon")
    powers = [step for step in table.steps if not step.startswith("eye")]
    becomes = [f"become {path}" for path in Element]
    assert powers == ["move fire", "leap water", *becomes, "fear"]
    assert table.play("move fire").steps == ["rebirth", "end"]


@pytest.mark.parametrize("powers", ["own unspent=black", "any unspent=black", "none"])
def test_d16_no_counter_no_power(powers: str) -> None:
    where = f"players=red,black powers={powers} black=water1"
    table = Table(f"{where} turn=red rolls=3 dice=water,fire,fire,dragon,dragon")
    assert table.steps == ["move fire"]
    assert table.play("move fire").turn == "black"


def test_d16_any_power_but_only_one() -> None:
    table = Table("players=white,black powers=any turn=white rolls=3 dice=water,fire,fire,dragon,dragon")
    table.play("become metal")
    assert table.turn == "black"


def test_d17_immune_on_the_own_path() -> None:
    where = "players=black,red,white immunity=yes black=water3,fire1 red=water4,fire3 white=water6,fire4"
    table = Table(f"{where} turn=black dice=dragon,dragon,dragon,dragon,dragon")
    assert table.moves == ["swap water red white", "swap fire black white", "pass"]
    # It does not count as swappable: two animals, one immune, leave nothing to swap.
    table = Table(f"{BLACK_RED} immunity=yes black=water3 red=water4 turn=red dice=water,dragon,dragon,dragon,dragon")
    assert table.moves == ["move water"]
