"""Set-ups and boards: what can be played, and what is refused, all at once."""

from pathlib import Path as File
from typing import Any

import pytest

from niten.core import BadSetup
from niten.dragon import (
    SHIPPED,
    Board,
    Colour,
    Dragon,
    Element,
    Path,
    Powers,
    Setup,
    load_board,
    read_board,
    shipped_board,
)
from testkit.races import problems

STANDARD: dict[str, Any] = {
    "name": "standard",
    "paths": {path: {"plain": 8, "values": [1, 2, 3, 4, 5]} for path in ("water", "fire", "metal", "earth", "wood")},
}
PLAIN: dict[str, Any] = {"board": STANDARD, "players": ["black", "red"]}


def refused(**changes: Any) -> list[tuple[str, str]]:
    with pytest.raises(BadSetup) as caught:
        Setup.from_data(PLAIN | changes)
    return problems(caught.value)


def with_path(**changes: Any) -> dict[str, Any]:
    path = STANDARD["paths"]["fire"] | changes
    return STANDARD | {"paths": STANDARD["paths"] | {"fire": path}}


def test_setup_as_data_and_back() -> None:
    setup = Setup(
        players=(Colour.BLUE, Colour.BLACK, Colour.RED),
        board=shipped_board("long"),
        powers=Powers.ANY,
        immunity=True,
        stones=((Element.WOOD, 3), (Element.WATER, 9)),
        random_stones=4,
        starts=2,
        max_turns=100,
    )
    assert Setup.from_data(setup.to_data()) == setup
    assert Dragon.from_setup(setup.to_data()) == Dragon(setup)
    assert setup.to_data() == {
        "board": shipped_board("long").to_data(),
        "players": ["blue", "black", "red"],
        "powers": "any",
        "immunity": True,
        "stones": [["water", 9], ["wood", 3]],
        "random_stones": 4,
        "starts": 2,
        "max_turns": 100,
    }


def test_setup_has_defaults() -> None:
    assert Setup.from_data(PLAIN) == Setup((Colour.BLACK, Colour.RED))


def test_order_of_stones_does_not_matter() -> None:
    one, other = (Element.WOOD, 3), (Element.WATER, 2)
    two = (Colour.RED, Colour.BLACK)
    assert Setup(two, stones=(one, other)) == Setup(two, stones=(other, one))


@pytest.mark.parametrize(
    ("players", "found"),
    [
        (["black", "black"], [("players[1]", "colour-doubled")]),
        (["black", "green"], [("players[1]", "colour-unknown")]),
        (["black", 7], [("players[1]", "colour-unknown")]),
        (["black"], [("players", "players")]),
        ([], [("players", "players")]),
        (["black", "red", "white", "yellow", "blue", "red"], [("players", "players")]),
        ("black", [("players", "players")]),
    ],
)
def test_d04_players(players: object, found: list[tuple[str, str]]) -> None:
    assert refused(players=players) == found


def test_wrong_players_raise_no_further_problems() -> None:
    assert refused(players=["black", "black"], starts=1, stones=[["water", 1]]) == [("players[1]", "colour-doubled")]
    six = ["black", "red", "white", "yellow", "blue", "red"]
    assert refused(players=six, random_stones=3) == [("players", "players")]


def test_five_players_at_most() -> None:
    assert len(Setup(tuple(Colour)).players) == 5


@pytest.mark.parametrize(
    ("stones", "found"),
    [
        ([["water", 9]], [("stones[0]", "stone-on-number")]),
        ([["water", 13]], [("stones[0]", "stone-on-number")]),
        ([["water", 0]], [("stones[0]", "stone-on-symbol")]),
        ([["water", 14]], [("stones[0]", "stone-off-path")]),
        ([["water", -1]], [("stones[0]", "stone-off-path")]),
        ([["water", 3], ["fire", 3], ["water", 3]], [("stones[2]", "stone-doubled")]),
        ([["water", n] for n in (1, 2, 3, 4, 5)], [("stones.water", "stones-in-a-row")]),
        ([["fire", n] for n in (5, 6, 7, 8)], [("stones.fire", "stones-at-the-end")]),
        (
            [["fire", n] for n in (4, 5, 6, 7, 8)],
            [("stones.fire", "stones-in-a-row"), ("stones.fire", "stones-at-the-end")],
        ),
        ([["dragon", 3]], [("stones[0][0]", "choice")]),
        ([["fire", "3"]], [("stones[0][1]", "number")]),
        ([["fire"]], [("stones[0]", "array-exact")]),
        ("fire3", [("stones", "array")]),
    ],
)
def test_d05_stones(stones: object, found: list[tuple[str, str]]) -> None:
    assert refused(stones=stones) == found


@pytest.mark.parametrize(("players", "longest"), [(2, 3), (3, 2), (4, 1)])
def test_d05_longest_row_at_the_end(players: int, longest: int) -> None:
    colours = list(Colour)[:players]
    stones = [["wood", 8 - n] for n in range(longest + 1)]
    assert refused(players=colours, stones=stones) == [("stones.wood", "stones-at-the-end")]
    assert Setup.from_data(PLAIN | {"players": colours, "stones": stones[:-1]})


def test_d05_four_in_a_row_elsewhere_are_fine() -> None:
    assert Setup.from_data(PLAIN | {"stones": [["wood", n] for n in (1, 2, 3, 4, 6, 7, 8)]})


@pytest.mark.parametrize(("players", "most"), [(2, 15), (3, 10), (4, 5), (5, 0)])
def test_d05_five_stones_per_unused_colour(players: int, most: int) -> None:
    colours = list(Colour)[:players]
    stones = [[path, space] for path in Element for space in (1, 3, 5, 7)][:most]
    assert Setup.from_data(PLAIN | {"players": colours, "stones": stones})
    assert Setup.from_data(PLAIN | {"players": colours, "random_stones": most})
    assert refused(players=colours, stones=stones, random_stones=1) == [("stones", "stones-too-many")]


def test_d05_no_room_for_random_stones() -> None:
    small = {"name": "small", "paths": {path: {"plain": 2, "values": [1, 2, 3, 4, 5]} for path in Element}}
    three = ["black", "red", "white"]
    assert Setup.from_data({"board": small, "players": three, "random_stones": 10})
    four = [*three, "blue"]
    # One of each path's two: the last plain space and the one before it would be a row of two.
    assert Setup.from_data({"board": small, "players": four, "random_stones": 5})
    tiny = {"name": "tiny", "paths": {path: {"plain": 1, "values": [1, 2, 3, 4, 5]} for path in Element}}
    assert refused(board=tiny, players=three, random_stones=6) == [("random_stones", "stones-no-room")]
    assert refused(board=tiny, players=three, stones=[["wood", 1]], random_stones=5) == [
        ("random_stones", "stones-no-room")
    ]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"plain": 0}, [("board.paths.fire.plain", "plain-spaces")]),
        ({"plain": 61}, [("board.paths.fire.plain", "plain-spaces")]),
        ({"plain": True}, [("board.paths.fire.plain", "plain-spaces")]),
        ({"plain": 8.0}, [("board.paths.fire.plain", "plain-spaces")]),
        ({"values": [1, 2, 3, 4]}, [("board.paths.fire.values", "values")]),
        ({"values": [1, 2, 3, 4, 5, 6]}, [("board.paths.fire.values", "values")]),
        ({"values": [1, 2, 3, 4, 100]}, [("board.paths.fire.values", "values")]),
        ({"values": [1, 2, 3, 4, -1]}, [("board.paths.fire.values", "values")]),
        ({"values": "12345"}, [("board.paths.fire.values", "values")]),
        ({"length": 3}, [("board.paths.fire.length", "unknown-key")]),
    ],
)
def test_d02_paths(change: dict[str, object], found: list[tuple[str, str]]) -> None:
    assert refused(board=with_path(**change)) == found


def test_d02_limits_are_fine() -> None:
    setup = Setup.from_data(PLAIN | {"board": with_path(plain=60, values=[0, 99, 0, 99, 0])})
    assert setup.board.paths[1] == Path(60, (0, 99, 0, 99, 0))


@pytest.mark.parametrize("starts", [2, -1, True, "black"])
def test_d06_starts_is_a_seat(starts: object) -> None:
    assert refused(starts=starts) == [("starts", "starts")]


@pytest.mark.parametrize("turns", [0, -5, 1.5, True, 10**9])
def test_max_turns(turns: object) -> None:
    assert refused(max_turns=turns) == [("max_turns", "max-turns")]


def test_other_options() -> None:
    assert refused(powers="all") == [("powers", "choice")]
    assert refused(immunity="yes") == [("immunity", "flag")]
    assert refused(random_stones=-1) == [("random_stones", "number")]
    assert refused(colour="red") == [("colour", "unknown-key")]


def test_everything_missing() -> None:
    with pytest.raises(BadSetup) as caught:
        Setup.from_data({})
    assert problems(caught.value) == [("board", "missing"), ("players", "missing")]
    with pytest.raises(BadSetup) as caught:
        Setup.from_data(None)
    assert problems(caught.value) == [("", "table")]


def test_several_problems_at_once() -> None:
    assert refused(
        board=with_path(plain=0) | {"name": "My Board"},
        players=["black", "black", "pink"],
        powers="some",
        immunity=1,
        stones=[["water", 0], ["water", 10], ["fire", 1], ["wood", 2], ["wood", 2]],
        starts=9,
        max_turns=0,
    ) == [
        ("board.name", "identifier"),
        ("board.paths.fire.plain", "plain-spaces"),
        ("players[1]", "colour-doubled"),
        ("players[2]", "colour-unknown"),
        ("powers", "choice"),
        ("immunity", "flag"),
        ("starts", "starts"),
        ("max_turns", "max-turns"),
        ("stones[0]", "stone-on-symbol"),
        ("stones[1]", "stone-on-number"),
        ("stones[4]", "stone-doubled"),
    ]


def test_a_setup_built_in_code_is_checked_too() -> None:
    with pytest.raises(BadSetup) as caught:
        Setup((Colour.RED,), max_turns=0)
    assert problems(caught.value) == [("players", "players"), ("max_turns", "max-turns")]


# Board files


def test_board_files() -> None:
    folder = File(__file__).parents[2] / "src" / "niten" / "dragon" / "boards"
    assert {file.stem for file in folder.iterdir()} == set(SHIPPED)
    for name in SHIPPED:
        assert load_board(folder / f"{name}.toml") == shipped_board(name)
        assert shipped_board(name).name == name
    with pytest.raises(LookupError):
        shipped_board("round")


def test_board_file_with_every_problem() -> None:
    content = b"""
format = 2
name = "A b"
colour = "red"
[paths.water]
plain = 0
values = [1]
[paths.fire]
plain = 8
[paths.metal]
plain = 8
values = [1, 2, 3, 4, 5]
[paths.air]
plain = 8
"""
    with pytest.raises(BadSetup) as caught:
        read_board("my.toml", content)
    assert caught.value.source == "my.toml"
    assert problems(caught.value) == [
        ("colour", "unknown-key"),
        ("format", "number-exact"),
        ("name", "identifier"),
        ("paths.air", "unknown-key"),
        ("paths.earth", "missing"),
        ("paths.wood", "missing"),
        ("paths.water.plain", "plain-spaces"),
        ("paths.water.values", "values"),
        ("paths.fire.values", "missing"),
    ]


def test_board_file_that_is_none() -> None:
    with pytest.raises(BadSetup):
        read_board("my.toml", b"\xff\xfe")
    with pytest.raises(BadSetup):
        read_board("my.toml", b"water = ")


def test_own_board() -> None:
    content = "format = 1\nname = 'own'\n" + "".join(
        f"[paths.{path}]\nplain = 3\nvalues = [5, 4, 3, 2, 1]\n" for path in Element
    )
    assert read_board("own.toml", content.encode()) == Board("own", (Path(3, (5, 4, 3, 2, 1)),) * 5)
