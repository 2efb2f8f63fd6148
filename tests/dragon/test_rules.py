"""The referee, rule by rule: names carry the number."""

from itertools import pairwise

import pytest

from niten.core import GameOver, IllegalStep
from niten.dragon import (
    PATH_OF,
    SHIPPED,
    Colour,
    Dragon,
    Element,
    Face,
    Path,
    Phase,
    Roll,
    Setup,
    hand,
    shipped_board,
)
from niten.dragon.hands import rolling
from testkit.races import Table

BLACK_RED = "players=black,red"


# Board and pieces


def test_d01_paths_and_colours() -> None:
    assert list(Element) == ["water", "fire", "metal", "earth", "wood"]
    assert [PATH_OF[colour] for colour in Colour] == list(Element)
    assert list(Colour) == ["black", "red", "white", "yellow", "blue"]


def test_d01_numbers_are_at_the_far_end() -> None:
    path = shipped_board("standard").paths[0]
    assert [path.value(space) for space in range(path.length + 1)] == [0] * 9 + [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("name", "plain"), [("standard", 8), ("short", 5), ("long", 12)])
def test_d02_shipped_boards(name: str, plain: int) -> None:
    assert shipped_board(name).paths == (Path(plain, (1, 2, 3, 4, 5)),) * 5
    assert name in SHIPPED


def test_d02_paths_may_differ() -> None:
    table = Table(f"{BLACK_RED} water=1:5,4,3,2,1 fire=20 black=water2,fire24 red=fire20 turn=black")
    assert table.game.standing(table.state)[0] == (5, 4, 0, 0, 0)
    assert table.game.scores(table.state) == (9, 0)


def test_d03_a_die_has_six_faces() -> None:
    assert [str(outcome) for outcome in rolling(1).outcomes] == [f"roll {face}" for face in Face]


def test_d04_own_pieces_are_on_different_paths() -> None:
    table = Table(f"{BLACK_RED} black=water3 turn=black dice=water,water,fire,fire,fire").play("move water")
    assert table.where("black") == (5, 0, 0, 0, 0)


def test_d05_stones_block_and_stay() -> None:
    table = Table(f"{BLACK_RED} stones=water2 red=water3 turn=black dice=water,water,dragon,dragon,dragon")
    assert table.moves == ["pass"]
    # Stones are never swapped: with one animal on the path there is nothing to swap.
    table = Table(f"{BLACK_RED} stones=water2 red=water3 turn=black dice=water,dragon,dragon,dragon,dragon")
    assert table.moves == ["move water"]


def test_d05_stones_are_drawn_by_lot() -> None:
    table = Table(f"{BLACK_RED} stones=water3 draws=2 starts=red")
    outcomes = table.game.chance(table.state).outcomes
    assert len(outcomes) == 5 * 8 - 1
    assert set(table.game.chance(table.state).weights) == {1}
    assert "stone water 3" not in map(str, outcomes)
    table.play("stone water 4", "stone wood 8")
    assert table.state.stones == ((3, 4), (), (), (), (8,))
    assert table.turn == "red"
    assert table.state.phase == Phase.ROLL


def test_d05_drawn_stones_close_no_path() -> None:
    table = Table("players=black,red,white draws=8 starts=red").play("stone fire 8", "stone fire 7")
    assert "stone fire 6" not in map(str, table.game.chance(table.state).outcomes)
    table.play("stone wood 1", "stone wood 2", "stone wood 3", "stone wood 5")
    assert "stone wood 4" not in map(str, table.game.chance(table.state).outcomes)


def test_d05_drawn_stones_leave_room_for_the_rest() -> None:
    # One plain space a path and two players: every path takes one stone.
    table = Table(f"{BLACK_RED} water=1 fire=1 metal=1 earth=1 wood=5 draws=8 starts=red")
    for _ in range(8):
        table.match.play(table.game.chance(table.state).outcomes[-1])
    assert table.state.phase == Phase.ROLL
    # Wood must take four of its five: a gap in the wrong place would leave too little room.
    assert len(table.state.stones[4]) == 4


def test_d05_no_draw_spoils_the_room_for_the_rest() -> None:
    # Wood can take seven only with its gap on 5.
    board = f"{BLACK_RED} water=1 fire=1 metal=1 earth=1 starts=red"
    for draws, possible in ((11, False), (10, True)):
        table = Table(f"{board} draws={draws}")
        assert ("stone wood 5" in map(str, table.game.chance(table.state).outcomes)) == possible


# Turns


def test_d06_most_dragons_begins() -> None:
    table = Table("players=black,red,white")
    one, two = "roll water fire metal earth dragon", "roll water fire metal dragon dragon"
    table.play(one, two, one)
    assert table.turn == "red"
    assert table.state.phase == Phase.ROLL
    assert table.state.throws == ()


def test_d06_only_those_tied_throw_again() -> None:
    table = Table("players=black,red,white")
    none, two = "roll water water metal earth wood", "roll water fire metal dragon dragon"
    table.play(two, none, two)
    assert table.text.endswith("throws=-,out,-")
    assert table.turn == "black"
    table.play(none)
    assert table.turn == "white"
    table.play(none)
    assert table.text.endswith("throws=-,out,-")
    table.play(none, two)
    assert table.turn == "white"
    assert table.state.phase == Phase.ROLL


def test_d06_only_the_dragons_thrown_are_kept() -> None:
    one = Table(BLACK_RED).play("roll water fire metal earth dragon")
    other = Table(BLACK_RED).play("roll water water water water dragon")
    assert one.state == other.state


def test_d06_play_goes_by_seats() -> None:
    table = Table("players=white,black,blue turn=black")
    table.play("roll water water water water water", "move water", "end")
    assert table.turn == "blue"
    table.play("roll fire fire fire water water", "move fire")
    assert table.turn == "white"


def test_d06_who_lost() -> None:
    # The last plain space is no numbered one.
    table = Table(f"{BLACK_RED},white black=water10,fire8 red=water9,fire9 white=water13 turn=black")
    assert table.game.scores(table.state) == (2, 2, 5)
    assert table.game.loser(table.state) == (0,)
    table = Table(f"{BLACK_RED},white black=water10 red=fire10 white=water13 turn=black")
    assert table.game.loser(table.state) == (0, 1)


def test_d07_three_rolls_of_any_dice() -> None:
    table = Table(f"{BLACK_RED} turn=black").play("roll water water fire metal dragon")
    assert "reroll water water fire metal dragon" in table.steps
    table.play("reroll fire metal dragon", "roll wood wood wood")
    # A die kept earlier may be rolled later.
    table.play("reroll water", "roll wood")
    assert table.state.dice == (Face.WATER, Face.WOOD, Face.WOOD, Face.WOOD, Face.WOOD)
    assert table.steps == ["move water", "move wood"]


def test_d07_each_choice_once() -> None:
    table = Table(f"{BLACK_RED} turn=black").play("roll water water fire fire fire")
    rerolls = [step for step in table.steps if step.startswith("reroll")]
    assert len(rerolls) == len(set(rerolls)) == 3 * 4 - 1
    assert rerolls[:3] == ["reroll water", "reroll fire", "reroll water water"]


def test_d07_may_stop_after_any_roll() -> None:
    table = Table(f"{BLACK_RED} turn=black").play("roll water water fire fire fire")
    assert table.moves == ["move water", "move fire"]


def test_d07_only_the_last_dice_count() -> None:
    table = Table(f"{BLACK_RED} turn=black rolls=1 dice=water,water,water,water,water")
    table.play("reroll water", "roll fire", "move water")
    assert table.turn == "red"


def test_d08_moves_as_many_spaces_as_dice() -> None:
    table = Table(f"{BLACK_RED} black=fire3 red=fire4 turn=black dice=fire,fire,fire,earth,dragon")
    assert table.moves == ["move fire", "move earth"]
    # Red's piece in between does not matter.
    assert table.play("move fire").where("black") == (0, 6, 0, 0, 0)


def test_d08_enters_counting_from_the_symbol() -> None:
    table = Table(f"{BLACK_RED} turn=black dice=fire,earth,earth,dragon,dragon").play("move earth")
    assert table.where("black") == (0, 0, 0, 2, 0)


def test_d08_taken_target_makes_a_move_impossible() -> None:
    table = Table(f"{BLACK_RED} black=water2 red=water3,fire1 turn=black rolls=3 dice=water,fire,earth,dragon,dragon")
    assert table.moves == ["move earth"]
    with pytest.raises(IllegalStep):
        table.play("move water")


def test_d08_five_dice_reach_the_end_from_the_last_plain_space() -> None:
    table = Table(f"{BLACK_RED} black=water8 turn=black dice=water,water,water,water,water").play("move water")
    assert table.where("black")[0] == 13


def test_d09_numbered_pieces_stay() -> None:
    table = Table(f"{BLACK_RED} black=water9 turn=black dice=water,water,water,fire,dragon")
    assert table.moves == ["move fire"]


def test_d09_swapped_back_a_piece_moves_again() -> None:
    table = Table(f"{BLACK_RED} black=water9 red=water4 turn=black dice=water,dragon,dragon,dragon,dragon")
    table.play("swap water black red", "roll fire fire fire fire dragon", "move fire")
    assert table.turn == "black"
    table.play("roll water water fire fire fire")
    assert "move water" in table.moves


def test_d10_moving_is_mandatory() -> None:
    table = Table(f"{BLACK_RED} red=water1 turn=black dice=water,fire,fire,fire,dragon")
    assert table.moves == ["move fire"]
    with pytest.raises(IllegalStep):
        table.play("pass")


def test_d10_without_a_move_the_turn_passes() -> None:
    table = Table(f"{BLACK_RED} red=water1,fire4 turn=black dice=water,fire,fire,fire,fire")
    assert table.moves == ["pass"]
    assert table.play("pass").turn == "red"


def test_d10_a_move_that_needs_a_power_is_not_possible_here() -> None:
    table = Table("players=yellow,red powers=own red=water1,fire4 turn=yellow dice=water,fire,fire,fire,fire")
    assert table.moves == ["leap water", "leap fire", "pass"]


def test_d11_four_dragons_swap_on_the_path_of_the_fifth_die() -> None:
    where = "players=red,black,white black=water3,fire1 red=water9,fire2 white=water1"
    table = Table(f"{where} turn=red dice=water,dragon,dragon,dragon,dragon")
    # Red's piece stands on a number, so there is no move; the swap is not forced.
    assert table.moves == ["swap water black red", "swap water black white", "swap water red white", "pass"]
    table.play("swap water white black")
    assert (table.where("black")[0], table.where("red")[0], table.where("white")[0]) == (1, 9, 3)
    assert table.turn == "black"


def test_d11_five_dragons_swap_anywhere() -> None:
    where = f"{BLACK_RED} black=water3,fire1,wood4 red=water9,fire2,earth1"
    table = Table(f"{where} turn=red dice=dragon,dragon,dragon,dragon,dragon")
    assert table.moves == ["swap water black red", "swap fire black red", "pass"]


def test_d11_not_called_the_fifth_die_moves() -> None:
    table = Table(f"{BLACK_RED} black=water3 red=water5 turn=black dice=water,dragon,dragon,dragon,dragon")
    assert table.moves == ["move water", "swap water black red"]
    assert table.play("move water").where("black")[0] == 4


def test_d11_three_dragons_are_not_enough() -> None:
    table = Table(f"{BLACK_RED} black=water3 red=water5 turn=black dice=water,water,dragon,dragon,dragon")
    assert table.moves == ["pass"]


PERFECT = "water,water,water,water,water"


def test_d12_perfection_gives_another_roll_and_move() -> None:
    table = Table(f"{BLACK_RED} turn=black rolls=3 dice={PERFECT}").play("move water")
    assert table.steps == ["again", "end"]
    table.play("again", "roll fire fire fire fire fire")
    assert "reroll fire" in table.steps
    # No limit on repeats.
    table.play("move fire", "again", "roll fire water metal earth dragon", "reroll fire", "roll wood", "move metal")
    assert table.turn == "red"


def test_d12_also_after_an_impossible_move() -> None:
    table = Table(f"{BLACK_RED} red=water5 turn=black dice={PERFECT}")
    assert table.moves == ["pass"]
    assert table.play("pass").steps == ["again", "end"]


def test_d12_also_after_fear() -> None:
    table = Table(f"{BLACK_RED} powers=own turn=black dice={PERFECT}").play("fear")
    assert table.steps == ["again", "end"]


def test_d12_also_after_a_leap() -> None:
    table = Table(f"players=yellow,red powers=own red=water5 turn=yellow dice={PERFECT}").play("leap water")
    assert table.steps == ["again", "end"]


def test_d12_may_be_left() -> None:
    assert Table(f"{BLACK_RED} turn=black dice={PERFECT}").play("move water", "end").turn == "red"


def test_d12_dragons_are_not_perfect() -> None:
    dragons = "dragon,dragon,dragon,dragon,dragon"
    assert Table(f"{BLACK_RED} turn=black dice={dragons}").play("pass").turn == "red"
    assert not hand((Face.DRAGON,) * 5).is_perfection


BALANCE = "water,fire,metal,earth,wood"


def test_d13_balance_moves_every_piece_and_enters_the_others() -> None:
    table = Table(f"{BLACK_RED} black=water3,fire8,metal9 red=wood1 turn=black dice={BALANCE}")
    # It replaces the move. Metal stands on a number, wood is blocked by red.
    assert table.moves == ["balance"]
    assert table.play("balance").where("black") == (4, 9, 9, 1, 0)
    assert table.turn == "red"


def test_d13_without_a_step_the_turn_passes() -> None:
    table = Table(f"{BLACK_RED} black=water9,fire9,metal9,earth9 red=wood1 turn=black dice={BALANCE}")
    assert table.moves == ["pass"]
    assert table.play("pass").turn == "red"


def test_d13_the_dice_may_be_rolled_again() -> None:
    assert "reroll water" in Table(f"{BLACK_RED} turn=black rolls=2 dice={BALANCE}").steps


def test_d13_needs_five_elements() -> None:
    table = Table(f"{BLACK_RED} turn=black dice=water,fire,metal,earth,dragon")
    assert table.moves == ["move water", "move fire", "move metal", "move earth"]


def test_d14_ends_the_moment_five_are_numbered() -> None:
    where = f"{BLACK_RED} black=water9,fire9,metal9,earth9,wood8 red=water10"
    table = Table(f"{where} turn=black dice=wood,wood,wood,wood,wood").play("move wood")
    # Neither the Perfection turn nor the lap is played.
    assert table.result == "finished black"
    assert table.steps == []
    assert table.game.scores(table.state) == (9, 2)
    with pytest.raises(GameOver):
        table.play("again")


def test_d14_an_announced_rebirth_lapses_too() -> None:
    where = "players=red,black powers=own red=water9,fire9,metal9,earth9,wood8"
    table = Table(f"{where} turn=red dice=wood,dragon,dragon,fire,fire").play("move wood")
    assert table.state.phase == Phase.OVER


def test_d14_highest_score_wins_not_the_finisher() -> None:
    where = f"{BLACK_RED} black=water9,fire9,metal9,earth9,wood8 red=water13,fire13"
    table = Table(f"{where} turn=black dice=wood,fire,fire,dragon,dragon").play("move wood")
    assert table.result == "finished red"
    assert table.shares == ["0", "1"]


def test_d14_ties_go_to_more_numbered_pieces() -> None:
    where = f"{BLACK_RED} black=water9,fire9,metal9,earth9,wood8 red=water13"
    table = Table(f"{where} turn=black dice=wood,fire,fire,dragon,dragon").play("move wood")
    assert table.game.scores(table.state) == (5, 5)
    assert table.result == "finished black"


def test_d14_still_tied_is_a_shared_win() -> None:
    where = "players=white,red,black white=water9,fire9,metal9,earth9,wood8 black=water10,fire11,metal10,earth11"
    table = Table(f"{where} red=water11,fire10,metal11,earth10 turn=white dice=wood,fire,fire,dragon,dragon")
    assert table.play("move wood").game.scores(table.state) == (5, 10, 10)
    assert table.result == "finished red+black"
    assert table.shares == ["0", "1/2", "1/2"]


def test_d14_a_swap_can_end_it_for_another_player() -> None:
    where = "players=black,red,white red=water9,fire9,metal9,earth9,wood8 white=wood10"
    table = Table(f"{where} turn=black dice=wood,dragon,dragon,dragon,dragon").play("swap wood red white")
    assert table.result == "finished red"
    assert table.where("red") == (9, 9, 9, 9, 10)


def test_d14_balance_is_checked_after_all_five_steps() -> None:
    where = f"{BLACK_RED} black=water8,fire9,metal8,earth8,wood8 red=wood13"
    table = Table(f"{where} turn=black dice={BALANCE}").play("balance")
    assert table.result == "finished black"
    assert table.where("black") == (9, 9, 9, 9, 9)


# Turns and their number


def test_max_turns_end_the_game_unfinished() -> None:
    table = Table(f"{BLACK_RED} max-turns=2 starts=black")
    table.play("roll water water fire fire fire", "move water", "roll water fire fire fire fire", "move fire")
    assert table.result == "unfinished max-turns"
    assert table.shares == ["0", "0"]


def test_max_turns_count_rebirth_but_not_perfection() -> None:
    table = Table("players=red,black powers=own max-turns=2 starts=red").play(
        "roll fire fire fire fire fire", "move fire"
    )
    table.play("again", "roll metal metal metal metal wood", "move metal")
    assert table.state.turns == 0
    assert table.play("rebirth").state.turns == 1
    table.play("roll earth earth earth earth wood")
    assert table.play("move earth").result == "unfinished max-turns"
    last = Table("players=red,black powers=own max-turns=1 starts=red").play(
        "roll fire fire fire fire wood", "move fire"
    )
    assert last.play("rebirth").result == "unfinished max-turns"


def test_finishing_in_the_last_turn_counts() -> None:
    where = f"{BLACK_RED} max-turns=7 turns=6 black=water9,fire9,metal9,earth9,wood8"
    table = Table(f"{where} turn=black dice=wood,fire,fire,dragon,dragon").play("move wood")
    assert table.result == "finished black"


def test_turns_are_not_counted_without_a_limit() -> None:
    game = Dragon(Setup((Colour.BLACK, Colour.RED), starts=0))
    states = [game.start()]
    roll = Roll((Face.DRAGON,) * 5)
    for _ in range(2):
        for step in (roll, game.read_step("pass")):
            states.append(game.apply(states[-1], step))
    assert states[0] == states[-1]
    assert all(one != other for one, other in pairwise(states))


# The examples at the end of the rules


def test_example_red_enters_on_the_fourth_water_space() -> None:
    table = Table(f"{BLACK_RED} turn=red").play("roll dragon water water metal earth")
    table.play("reroll dragon metal earth", "roll water fire fire", "reroll fire fire", "roll water dragon")
    assert table.moves == ["move water"]
    assert table.play("move water").where("red") == (4, 0, 0, 0, 0)


def test_example_four_dragons_and_a_water() -> None:
    everybody = (
        "players=black,red,white,yellow,blue black=water1 red=water2 white=water9 yellow=water10,fire1 blue=fire2"
    )
    table = Table(f"{everybody} turn=blue dice=water,dragon,dragon,dragon,dragon")
    pairs = ["black red", "black white", "black yellow", "red white", "red yellow", "white yellow"]
    assert [move for move in table.moves if move.startswith("swap")] == [f"swap water {pair}" for pair in pairs]


def test_example_final_scoring() -> None:
    table = Table(
        "players=black,red,white,yellow,blue phase=over"
        " black=water11,fire11,metal13,earth8,wood9 red=water12,fire9,metal8,earth10,wood11"
        " white=water10,fire8,metal9,earth12,wood12 yellow=water9,fire12,metal11,earth9,wood10"
        " blue=water13,fire13,metal10,earth11,wood1"
    )
    assert table.game.standing(table.state)[0] == (3, 3, 5, 0, 1)
    assert table.game.scores(table.state) == (12, 10, 11, 11, 15)
    assert table.result == "finished blue"
    assert table.game.loser(table.state) == (1,)
