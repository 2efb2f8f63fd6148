"""Duel files: read whole, or refused with every problem at once."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from niten.booklet import UnknownDuel, duels, find_duel
from niten.core import BadSetup
from niten.samurai import Samurai, duel_data, load_duel, loads_duel, parse_duel
from niten.texts import LANGUAGES
from testkit.duels import ODA, duel_table, duel_tables, lines
from testkit.effort import examples

NO_ZONES = [(f"player.injuries zone {zone}", "zone-missing") for zone in range(2, 12)]
FILE = Path(__file__).parents[2] / "src/niten/booklet/duels/oda-nobunaga.toml"


def problems(table: dict[str, Any]) -> list[tuple[str, str]]:
    """(where, code) of everything found; each can be said in every language."""
    with pytest.raises(BadSetup) as caught:
        parse_duel(table, "test.toml")
    for language in LANGUAGES:
        assert caught.value.text(language).count("\n") == len(caught.value.problems)
    return [(problem.where, problem.code) for problem in caught.value.problems]


def test_the_demo_duel() -> None:
    assert (ODA.name, ODA.stars, ODA.health) == ("Oda Nobunaga", 1, 10)
    assert ODA.resistance == ((4, 1), (6, 2), (8, 3), (10, 4))
    shown = [(line.defense, line.counter, str(line.effect)) for line in ODA.lines.values()]
    assert shown == [
        *((4, 7, "level 2"), (3, 6, "level 2"), (3, 6, "health 4"), (1, 5, "health 3"), (3, 4, "level 1")),
        *((2, 3, "health 4"), (3, 5, "level 1"), (2, 4, "health 2"), (2, 4, "health 2"), (0, 3, "level 2")),
        *((1, 4, "level 1"), (2, 1, "health 1"), (0, 2, "health 2"), (0, 2, "level 1"), (0, 3, "level 1")),
        *((0, 2, "health 1"), (0, 1, "health 1"), (0, None, "None")),
    ]
    assert set(ODA.texts) == set(LANGUAGES)


@pytest.mark.parametrize("duel", duels().values(), ids=duels())
def test_every_duel_of_the_booklet_round_trips(duel: Any) -> None:
    assert parse_duel(duel_data(duel), "again") == duel


@given(duel_tables())
@settings(max_examples=examples(50))
def test_any_duel_round_trips(table: dict[str, Any]) -> None:
    duel = parse_duel(table, "test")
    assert parse_duel(duel_data(duel), "again") == duel


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"health": 0}, [("health", "number")]),
        ({"health": -3}, [("health", "number")]),
        ({"health": 10**30}, [("health", "number")]),
        ({"health": True}, [("health", "number")]),
        ({"health": "ten"}, [("health", "number")]),
        ({"stars": 5}, [("stars", "number")]),
        ({"id": "Oda Nobunaga"}, [("id", "identifier")]),
        ({"id": "../etc"}, [("id", "identifier")]),
        ({"name": ""}, [("name", "text")]),
        ({"name": "x" * 5000}, [("name", "text")]),
        ({"name": "a\x1b[31mred"}, [("name", "text")]),
        ({"name": "a\u202eb"}, [("name", "text")]),
        ({"format": 2}, [("format", "number-exact")]),
        ({"colour": "red"}, [("colour", "unknown-key")]),
        ({"text": {"it": "ciao"}}, [("text.it", "unknown-key")]),
        ({"resistance": []}, [("resistance", "array")]),
        ({"resistance": [[4, 1], [4, 2]]}, [("resistance[1]", "rising")]),
        ({"resistance": [[4, 2], [6, 1]]}, [("resistance[1]", "rising")]),
        ({"resistance": [[4]]}, [("resistance[0]", "array-exact")]),
        ({"resistance": [[0, 1]]}, [("resistance[0][0]", "number")]),
        ({"lines": 7}, [("lines", "lines")]),
        ({"lines": lines({"defense": 1})[:-1]}, [("lines 18", "line-missing")]),
        ({"lines": [*lines({"defense": 1}), {"sum": 7, "defense": 0}]}, [("lines 7", "line-doubled")]),
        ({"lines": [*lines({"defense": 1}), {"sum": 19, "defense": 0}]}, [("lines[18].sum", "unreachable-line")]),
        ({"lines": [*lines({"defense": 1}), {"sum": 0, "defense": 0}]}, [("lines[18].sum", "unreachable-line")]),
        ({"lines": [*lines({"defense": 1}), "x"]}, [("lines[18]", "table")]),
        ({"lines": lines({"defense": 1}, line_3={"defense": -1})}, [("lines 3.defense", "number")]),
        (
            {"lines": lines({"defense": 1}, line_3={"defense": 1, "counter": 3})},
            [("lines 3.effect", "counter-and-effect")],
        ),
        (
            {"lines": lines({"defense": 1}, line_3={"defense": 1, "effect": "level 1"})},
            [("lines 3.counter", "counter-and-effect")],
        ),
        (
            {"lines": lines({"defense": 1}, line_3={"defense": 1, "counter": 3, "effect": "ki 2"})},
            [("lines 3.effect", "effect")],
        ),
        (
            {"lines": lines({"defense": 1}, line_3={"defense": 1, "counter": 0, "effect": "health 0"})},
            [("lines 3.counter", "number"), ("lines 3.effect", "effect")],
        ),
        ({"player": {"dice": []}}, [("player.dice", "array")]),
        ({"player": {"dice": [3, 4, 0]}}, [("player.dice[1]", "number"), ("player.dice[2]", "number")]),
        ({"player": {"speed": 3}}, [("player.speed", "unknown-key")]),
        ({"player": {"ki": -1}}, [("player.ki", "number")]),
        (
            {
                "player": {
                    "concentration": [{"price": 8, "reward": "ki", "amount": 1}, {"price": 8, "reward": "strike"}]
                }
            },
            [("player.concentration[1].price", "rising")],
        ),
        (
            {"player": {"concentration": [{"price": 8, "reward": "gold", "amount": 1}]}},
            [("player.concentration[0].reward", "choice")],
        ),
        (
            {"player": {"concentration": [{"price": 8, "reward": "ki"}]}},
            [("player.concentration[0].amount", "number")],
        ),
        (
            {"player": {"concentration": [{"price": 8, "reward": "strike", "amount": 2}]}},
            [("player.concentration[0].amount", "strike-amount")],
        ),
        ({"player": {"injuries": []}}, NO_ZONES),
        ({"player": {"injuries": "all"}}, [("player.injuries", "array"), *NO_ZONES]),
        (
            {"player": {"injuries": [{"zone": 1, "cost": "x"}, *({"zone": z, "cost": "ki 1"} for z in range(2, 12))]}},
            [("player.injuries[0].cost", "effect"), ("player.injuries[0].zone", "number")],
        ),
        (
            {"player": {"injuries": [{"zone": 2, "cost": "ki 1"}] * 2}},
            [("player.injuries[1].zone", "zone-doubled"), *NO_ZONES[1:]],
        ),
        (
            {"player": {"injuries": [{"zone": z, "cost": "level 1" if z == 5 else "ki 1"} for z in range(2, 12)]}},
            [("player.injuries[3].cost", "effect")],
        ),
    ],
)
def test_problems(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert problems(duel_table(**changes)) == expected


def test_all_problems_come_at_once() -> None:
    table = duel_table(health=-1, stars=9, colour="red", lines=lines({"defense": -1})[:17], player={"dice": [7]})
    del table["name"]
    found = problems(table)
    assert {("health", "number"), ("stars", "number"), ("colour", "unknown-key"), ("name", "text")} <= set(found)
    assert {("lines 18", "line-missing"), ("lines 1.defense", "number"), ("player.dice[0]", "number")} <= set(found)


def test_the_message_names_file_key_value_and_what_was_expected(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FILE.read_text(encoding="utf-8").replace("health = 10", "health = -4"), encoding="utf-8")
    with pytest.raises(BadSetup) as caught:
        load_duel(file)
    assert str(caught.value) == f"{file}: 1 problem\n  health = -4: expected a whole number from 1 to 99"


def test_a_missing_key_is_told_with_what_it_should_hold() -> None:
    table = duel_table(lines=[{"sum": 3}])
    del table["health"]
    with pytest.raises(BadSetup) as caught:
        parse_duel(table, "test.toml")
    assert "health is missing: expected a whole number from 1 to 99" in str(caught.value)
    assert "lines[0].defense is missing: expected a whole number from 0 to 99" in str(caught.value)


def test_what_is_left_out_of_the_player_page_is_standard() -> None:
    table = duel_table()
    del table["player"]
    assert parse_duel(table, "test") == ODA
    assert Samurai(parse_duel(table, "test")).start().ki == 10


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xff\xff", "file-utf8"),
        (b"name = ", "file-toml"),
        (b"a = 1\na = 2", "file-toml"),
        (b"#" * (2**20 + 1), "file-size"),
    ],
)
def test_files_that_are_no_toml(content: bytes, code: str) -> None:
    with pytest.raises(BadSetup) as caught:
        loads_duel(content)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_ten_thousand_lines_are_refused_quickly_and_briefly() -> None:
    with pytest.raises(BadSetup) as caught:
        parse_duel(duel_table(lines=[{"sum": 3, "defense": 0}] * 10_000), "big")
    assert len(str(caught.value)) < 20_000


@given(st.binary(max_size=400))
@example(b"lines = [1]\n")
@example(b"[player]\n[[lines]]\n")
@example(b"a" + b".a" * 5000 + b" = 1")
@example(b"lines = " + b"[" * 20_000)
def test_any_bytes_are_refused_or_round_trip(content: bytes) -> None:
    try:
        duel = loads_duel(content)
    except BadSetup as error:
        assert str(error)
        return
    assert parse_duel(duel_data(duel), "again") == duel


@given(st.integers(0, 2000), st.integers(0, 30), st.binary(max_size=10))
@settings(max_examples=examples(200))
def test_any_edit_of_a_duel_file_is_refused_or_a_duel(at: int, cut: int, put: bytes) -> None:
    content = FILE.read_bytes()
    try:
        duel = loads_duel(content[:at] + put + content[at + cut :])
    except BadSetup as error:
        assert str(error)
        return
    assert parse_duel(duel_data(duel), "again") == duel


_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_keys = st.sampled_from([*tomllib.loads(FILE.read_text(encoding="utf-8")), "player"])
_player_keys = st.sampled_from(["health", "ki", "dice", "concentration", "injuries"])


@given(st.dictionaries(_keys, _values, max_size=4), st.dictionaries(_player_keys, _values, max_size=3))
@settings(max_examples=examples(200))
def test_any_values_are_refused_or_a_duel(changes: dict[str, Any], player: dict[str, Any]) -> None:
    table = duel_table(player=player) | changes
    try:
        parse_duel(table, "test")
    except BadSetup as error:
        assert str(error)


def test_a_duel_by_id_or_file(tmp_path: Path) -> None:
    assert find_duel("oda-nobunaga") is ODA
    copy = tmp_path / "copy.toml"
    copy.write_bytes(FILE.read_bytes())
    assert find_duel(str(copy)) == ODA
    for name in ("oda-nobunga", str(tmp_path / "oda-nobunaga.toml")):
        with pytest.raises(UnknownDuel, match="oda-nobunaga"):
            find_duel(name)
