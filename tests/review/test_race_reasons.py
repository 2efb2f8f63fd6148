"""What a worse move of a race cost, in terms of the game: one position for each reason."""

import pytest

from niten.dragon import NOTATION, Dragon, State, read_position
from niten.review.marks import RACE_THRESHOLDS
from niten.review.race import Decision
from niten.review.race_reasons import MOST_REASONS, explain
from niten.review.reasons import Reason
from niten.texts import catalogue
from testkit.race_reviews import races, reviewed

KEY = "dragon.reason."
FOUR = "black=water13,fire12,metal11,earth10"  # one piece short, 14 points so far
Case = tuple[str, str, str | None, list[Reason]]
CASES: list[Case] = [
    # (position, played, best, reasons)
    (f"{FOUR},wood8 turn=black rolls=3 dice=water,fire,metal,wood,wood", "move wood", None, []),
    (
        f"{FOUR},wood7 red=fire3 turn=black rolls=2 dice=water,fire,metal,wood,wood",
        "reroll water fire metal",
        "move wood",
        [Reason("win"), Reason("stop"), Reason("number", {"path": "wood", "to": 9})],
    ),
    (
        "black=water9,fire9,metal9,earth9,wood7 red=water13,fire13 turn=black rolls=2 dice=water,fire,metal,wood,wood",
        "move wood",
        "reroll water fire metal",
        [
            Reason("ends-behind", {"colours": "red"}),
            Reason("roll-on"),
            Reason("hope", {"dice": "wood wood", "average": 2.5}),
        ],
    ),
    (
        "black=water3,wood2 red=wood8 turn=black rolls=1 dice=water,water,wood,dragon,dragon",
        "reroll water water wood dragon",
        "reroll wood dragon dragon",
        [Reason("keep", {"dice": "water water"}), Reason("hope", {"dice": "water water", "average": 2 + 3 * 11 / 36})],
    ),
    (
        "black=water3,wood2 red=wood8 turn=black rolls=2 dice=water,fire,dragon,dragon,dragon",
        "reroll water",
        "reroll water fire",
        [
            Reason("throw", {"dice": "fire"}),
            Reason("call", {"dice": "dragon dragon dragon", "chance": 1 - (5 / 6) ** 2}),
        ],
    ),
    (
        "black=water3,wood2 red=wood8 turn=black rolls=2 dice=water,dragon,dragon,dragon,dragon",
        "reroll dragon",
        "reroll water",
        [Reason("keep", {"dice": "dragon"})],
    ),
    (
        "black=water3,wood5 red=wood13 turn=black rolls=2 dice=fire,wood,wood,wood,wood",
        "reroll fire wood",
        "move wood",
        [Reason("stop"), Reason("number", {"path": "wood", "to": 9})],
    ),
    (
        "black=water3,wood2 red=wood13 turn=black rolls=3 dice=wood,dragon,dragon,dragon,dragon",
        "move wood",
        "swap wood black red",
        [Reason("swap"), Reason("swap-up", {"path": "wood", "from": 2, "to": 13, "colour": "black"})],
    ),
    (
        "players=black,red,blue black=wood5 red=wood13 blue=wood2 turn=black rolls=3"
        " dice=wood,dragon,dragon,dragon,dragon",
        "swap wood black blue",
        "swap wood red blue",
        [Reason("other-swap"), Reason("swap-back", {"path": "wood", "from": 13, "to": 2, "colour": "red"})],
    ),
    (
        "black=wood8 red=wood6 turn=black rolls=3 dice=wood,dragon,dragon,dragon,dragon",
        "swap wood black red",
        "move wood",
        [Reason("no-swap"), Reason("number", {"path": "wood", "to": 9})],
    ),
    (
        "black=wood8,fire2 turn=black rolls=3 dice=wood,fire,fire,metal,dragon",
        "move wood",
        "move fire",
        [Reason("low", {"path": "wood", "to": 9})],
    ),
    (
        "black=wood8,fire8 turn=black rolls=3 dice=wood,fire,fire,fire,dragon",
        "move wood",
        "move fire",
        [Reason("low", {"path": "wood", "to": 9}), Reason("number", {"path": "fire", "to": 11})],
    ),
    (
        "black=wood2,fire2 turn=black rolls=3 dice=wood,fire,fire,fire,dragon",
        "move wood",
        "move fire",
        [Reason("further", {"mine": 1, "count": 3})],
    ),
    ("black=wood2,fire2 turn=black rolls=3 dice=wood,wood,fire,fire,dragon", "move wood", "move fire", []),
    ("black=wood2 phase=perfection turn=black", "end", "again", [Reason("again")]),
    ("black=wood2 phase=perfection turn=black", "again", "end", [Reason("enough")]),
    (
        "powers=any black=wood2 phase=end turn=black unspent=black",
        "rebirth",
        "end",
        [Reason("power-wasted", {"power": "rebirth"})],
    ),
    (
        "powers=any black=wood2 phase=end turn=black unspent=black",
        "end",
        "rebirth",
        [Reason("power", {"power": "rebirth"})],
    ),
    (
        "powers=any black=wood2 red=wood4 turn=black rolls=3 dice=wood,wood,fire,dragon,dragon unspent=black",
        "leap wood",
        "become wood",
        [
            Reason("power", {"power": "dragon"}),
            Reason("power-wasted", {"power": "anxiety"}),
            Reason("further", {"mine": 3, "count": 4}),
        ],
    ),
    (
        "powers=any black=wood2 turn=black rolls=3 dice=wood,wood,wood,metal,dragon unspent=black",
        "move wood",
        "eye metal dragon",
        [Reason("power", {"power": "eye"})],
    ),
    (
        f"powers=any {FOUR},wood8 red=water12,fire13,metal13,earth13 turn=black rolls=3"
        " dice=water,fire,metal,metal,wood",
        "move wood",
        "fear",
        [Reason("ends-behind", {"colours": "red"}), Reason("power", {"power": "fear"})],
    ),
]


def position(text: str) -> tuple[Dragon, State]:
    setup, state = read_position(text if "players=" in text else f"players=black,red {text}")
    return Dragon(setup), state


def told(text: str, played: str, best: str | None, change: tuple[float, ...] = (-0.1, 0.1)) -> list[Reason]:
    game, state = position(text)
    moves = game.legal_moves(state)
    mine, better = NOTATION.read(played), NOTATION.read(best or played)
    assert mine in moves, moves
    assert better in moves, moves
    change = (-0.3, *[0.3 / (game.seats - 1)] * (game.seats - 1)) if game.seats > 2 else change
    return list(explain(game, state, mine, better, change))


def same(mine: Reason, other: Reason) -> bool:
    return (mine.kind, dict(mine.details)) == (other.kind, pytest.approx(dict(other.details)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1]}, not {case[2]}")
def test_each_reason(case: Case) -> None:
    text, played, best, expected = case
    found = told(text, played, best)
    expected = expected or [Reason("plain")]
    assert len(found) == len(expected), found
    assert all(map(same, found, expected)), found


def test_whoever_gets_most_of_it_is_named() -> None:
    pieces, dice = "black=wood2,fire2", "dice=wood,wood,fire,fire,dragon"
    game, state = position(f"players=black,red,blue {pieces} turn=black rolls=3 {dice}")
    mine, better = NOTATION.read("move wood"), NOTATION.read("move fire")
    (found,) = explain(game, state, mine, better, (-0.1, 0.02, 0.08))
    assert same(found, Reason("helped", {"colour": "blue", "share": 0.08}))
    assert explain(game, state, mine, better, (-0.1, 0.05, 0.05)) == (Reason("plain"),)


def test_every_reason_is_told_and_every_text_used() -> None:
    kinds = {reason.kind for case in CASES for reason in case[3]} | {"helped", "plain"}
    assert {f"{KEY}{kind}" for kind in kinds} == {key for key in catalogue("en") if key.startswith(KEY)}


def test_every_mistake_of_many_races_is_explained() -> None:
    kinds: set[str] = set()
    for match in races(60):
        for seat in reviewed(match).seats:
            for decision in seat.marked(*RACE_THRESHOLDS):
                assert isinstance(decision, Decision)
                assert 1 <= len(decision.reasons) <= MOST_REASONS + 1
                found = [reason.kind for reason in decision.reasons]
                assert len(set(found)) == len(found)
                kinds |= set(found)
    assert all(f"{KEY}{kind}" in catalogue("en") for kind in kinds)
    assert len(kinds) > 14, kinds
