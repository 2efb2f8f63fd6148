"""What the race's face says, reads and draws, without a terminal around it."""

import io
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from niten.core import Match, Step
from niten.dragon import Board, Colour, Dragon, Element, Face, Setup, State, read_position
from niten.dragon import Path as BoardPath
from niten.dragon.rematch import rematch
from niten.terminal.console import Terminal
from niten.terminal.dragon_face import DragonFace
from niten.terminal.dragon_odds import face_odds
from niten.terminal.face import Unclear
from niten.texts import LANGUAGES, catalogue, say
from testkit.races import many_setups, walk

SOURCE = Path(__file__).parents[2] / "src/niten"
SETUPS = many_setups()


def face_of(text: str, language: str = "en", width: int = 80) -> DragonFace:
    setup, state = read_position(text)
    game = Dragon(setup)
    terminal = Terminal(language, source=io.StringIO(), target=io.StringIO(), width=width)
    return DragonFace(terminal, Match[State, Step](game, state), game)


# Answers

BASE = "players=black,red,white turn=black dice=water,water,fire,wood,dragon"
FOUR = "players=black,red,white black=fire2 red=fire5 turn=black dice=fire,dragon,dragon,dragon,dragon"


@pytest.mark.parametrize(
    ("position", "typed", "step"),
    [
        (BASE, "w", "move water"),
        (BASE, "fire", "move fire"),
        (BASE, "O", "move wood"),
        (BASE, "r13", "reroll water fire"),
        (BASE, "3, 5", "reroll fire dragon"),
        (BASE, "r 1 3", "reroll water fire"),
        (BASE, "r", "reroll water water fire wood dragon"),
        (BASE, "kw", "reroll fire wood dragon"),
        (BASE, "k w d", "reroll fire wood"),
        (BASE, "reroll wood fire", "reroll fire wood"),
        (BASE + " powers=any", "do", "become wood"),
        (BASE + " powers=any", "x", "fear"),
        (BASE + " powers=any red=water2", "jw", "leap water"),
        (BASE + " powers=any rolls=3", "t12", "eye water water"),
        (BASE + " powers=any rolls=3", "t", "eye water water fire wood dragon"),
        (FOUR, "skr", "swap fire black red"),
        (FOUR, "sfrk", "swap fire black red"),
        (FOUR, "f", "move fire"),
        ("players=black,red black=water2 red=water5 turn=red dice=dragon,dragon,dragon,dragon,dragon", "n", "pass"),
        ("players=black,red turn=black dice=water,fire,metal,earth,wood", "b", "balance"),
        ("players=black,red powers=any red=water1 turn=black dice=water,fire,metal,earth,wood", "jb", "leap-balance"),
        ("players=black,red turn=black phase=perfection", "a", "again"),
        ("players=black,red turn=black phase=perfection", "n", "end"),
        ("players=black,red turn=red powers=own phase=end", "b", "rebirth"),
        ("players=black,red turn=red powers=own phase=end", "", "end"),
    ],
)
def test_answers(position: str, typed: str, step: str) -> None:
    assert str(face_of(position).answer(typed)) == step


@pytest.mark.parametrize(
    ("position", "typed", "hint"),
    [
        (BASE, "", "i shows the keys"),
        (BASE, "17", "i shows the keys"),
        (BASE, "m", "No die shows metal"),
        (BASE, "kwfod", "Nothing would be rolled"),
        (BASE, "reroll metal", "The dice are water ×2, fire, wood, dragon"),
        (BASE, "n", "so you have to move"),
        (BASE, "b", "Balance needs five different elements"),
        (BASE, "skr", "i shows the keys"),
        (BASE, "swkr", "four dragons"),
        (BASE, "dw", "not yours to use"),
        (BASE, "x", "not yours to use"),
        (BASE, "jw", "not yours to use"),
        (BASE + " rolls=3", "r1", "last roll"),
        (BASE + " powers=any", "t1", "after the third roll"),
        (BASE + " powers=any", "jw", "no jump is needed"),
        (BASE + " powers=any unspent=red,white", "x", "not yours to use"),
        (BASE + " red=water2", "w", "On the water path space 2 is taken"),
        (BASE + " black=water11", "w", "the piece stands on a number"),
        ("players=black,red powers=any turn=black dice=fire,fire,fire,wood,wood", "dw", "No die shows a dragon"),
        (FOUR, "swkr", "four dragons"),
        (FOUR, "skw", "On the fire path these two cannot be swapped"),
        ("players=black,red turn=black dice=water,fire,metal,earth,wood", "w", "replaces the move. Its key is b"),
        ("players=black,red turn=black phase=perfection", "", "i shows the keys"),
        ("players=black,red turn=black phase=perfection", "b", "not yours to use"),
    ],
)
def test_refusals(position: str, typed: str, hint: str) -> None:
    with pytest.raises(Unclear, match=re.escape(hint)):
        face_of(position).answer(typed)


@pytest.mark.parametrize("number", range(0, len(SETUPS), 7))
def test_every_offered_key_plays_and_every_move_has_one(number: int) -> None:
    """Over whole games: each key on offer is legal, each legal move but a reroll can be reached by one."""
    game = Dragon(SETUPS[number])
    terminal = Terminal("en", source=io.StringIO(), target=io.StringIO(), width=80)
    seen: set[str] = set()
    for state, step, _ in walk(game, 1, most=1500):
        moves = game.legal_moves(state)
        if len(moves) < 2:
            continue
        face = DragonFace(terminal, Match[State, Step](game, state), game)
        keys = [option.key for option in face.options()]
        assert len(set(keys)) == len(keys)
        played = {face.answer("" if key == "↵" else key) for key in keys if key not in "?i"}
        seen |= {move.verb for move in played}
        left = [move for move in moves if move not in played and move.verb not in {"reroll", "eye", "swap"}]
        assert not left
        assert face.answer(str(step) if step in moves else str(moves[0])) in moves
        assert face.question()
    assert {"move", "reroll"} <= seen


def test_many_swaps_are_not_listed_one_by_one() -> None:
    face = face_of(
        "players=black,red,white,yellow,blue black=water1,fire1 red=water2,fire2 white=water3 yellow=water4 "
        "turn=black rolls=3 dice=dragon,dragon,dragon,dragon,dragon"
    )
    options = {option.key: option.meaning for option in face.options()}
    assert options["swkr"] == "swap, all in all 7: key, path, two marks"
    assert [str(face.answer(key)) for key in ("swkr", "swyw", "sf r k")] == [
        "swap water black red",
        "swap water white yellow",
        "swap fire black red",
    ]


# Words and keys in every language that has them


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_and_letters_cannot_be_mixed_up(language: str) -> None:
    def keys(*names: str) -> list[str]:
        return [say(language, f"dragon.key.{name}") for name in names]

    marks = [say(language, f"dragon.mark.{colour}").lower() for colour in Colour]
    assert len(set(marks)) == len(Colour)
    letters = keys(*Face, "reroll", "keep", "eye", "leap", "balance", "swap", "fear", "pass")
    assert len(set(letters)) == len(letters)
    at_the_end = keys("again", "rebirth", "end")
    assert len(set(at_the_end)) == len(at_the_end)
    for key in (*letters, *at_the_end, *marks):
        assert len(key) == 1, key
        assert key.islower(), key
    assert not set(letters + at_the_end) & set("ulpiq?")
    words = [say(language, f"dragon.element.{face}") for face in Face]
    assert len(set(words)) == len(Face)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_words(language: str) -> None:
    story = (SOURCE / "dragon/story.py").read_text()
    kinds = set(re.findall(r'(?:Event\(\s*|kind or \(|_piece\(.*, |else )"([a-z-]+)"', story)) | {
        "reroll", "eye", "balance", "leap-balance", "again", "rebirth", "moved", "entered", "leapt",
    }  # fmt: skip
    for kind in kinds - {"over", "numbered"}:
        assert f"dragon.event.{kind}" in catalogue(language), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_told(language: str) -> None:
    for number, setup in enumerate(SETUPS[::12]):
        game = Dragon(setup)
        match = Match[State, Step](game)
        for _, step, _ in walk(game, number, most=600):
            match.play(step)
        terminal = Terminal(language, source=io.StringIO(), target=io.StringIO(), width=80)
        face = DragonFace(terminal, match, game)
        for index in range(len(match.steps)):
            assert all(face.sentences(index)), match.steps[index]
        assert all(face.account(0, len(match.steps)))
        assert face.plain_status()
        assert face.result()
        terminal.show(face.plain_pages(), face.ending(), face.odds())


# What is told


def test_an_account_has_a_line_for_each_turn() -> None:
    face = face_of("players=black,red,white turn=black")
    for line in (
        "roll water water fire wood dragon",
        "reroll fire wood dragon",
        "roll water metal metal",
        "move water",
        "roll fire fire fire fire fire",
        "move fire",
        "again",
        "roll water fire metal earth wood",
        "balance",
    ):
        face.match.play(face.game.read_step(line))
    assert list(face.account(0, len(face.match.steps))) == [
        "Black has water ×3, metal ×2. Black enters the water path on 3.",
        "Red has fire ×5. Red enters the fire path on 5. Perfection on the fire path! Red rolls and moves once more. "
        "Red has water, fire, metal, earth, wood. Balance for Red. Red enters the water path on 1. "
        "Red moves on the fire path from 5 to 6. Red enters the metal path on 1. Red enters the earth path on 1. "
        "Red enters the wood path on 1.",
    ]
    assert list(face.account(3, 4)) == ["Black enters the water path on 3."], "the dice lay on the table"


def test_anxiety_is_told_once_in_balance() -> None:
    face = face_of("players=black,red powers=any red=water1,fire1 turn=black dice=water,fire,metal,earth,wood")
    face.match.play(face.game.read_step("leap-balance"))
    told = " ".join(face.sentences(0))
    assert told.count("Anxiety") == 1
    assert "Black jumps on the water path from outside to 2." in told


# What is drawn


@pytest.mark.parametrize("plain", [(8, 8), (12, 12), (3, 20), (60, 1)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_the_screen(plain: tuple[int, int], language: str) -> None:
    board = Board("odd", tuple(BoardPath(plain[n % 2], (1, 2, 3, 4, 99)) for n in range(5)))
    game = Dragon(Setup(tuple(Colour)[:4], board, random_stones=3))
    target = io.StringIO()
    terminal = Terminal(language, source=io.StringIO(), target=target, width=80)
    match = Match[State, Step](game)
    for _, step, _ in walk(game, 2, most=200):
        match.play(step)
    terminal.show(DragonFace(terminal, match, game, ("human", "greedy", "random", "greedy")).pages())
    lines = target.getvalue().split("\n")
    assert max(map(len, lines)) <= 80
    for element in Element:
        assert sum(say(language, f"dragon.element.{element}") in line for line in lines[:7]) == 1


# Odds


@pytest.mark.parametrize(("dice", "rolls"), [("water,water,fire,wood,dragon", 2), ("water,fire,fire,fire,fire", 3)])
def test_the_odds_of_one_roll_are_those_of_counting(dice: str, rolls: int) -> None:
    """One roll to come, every outcome counted."""
    _, state = read_position(f"players=black,red turn=black rolls={rolls} dice={dice}")
    for face in Face:
        kept = state.dice.count(face)
        outcomes = list(product(Face, repeat=5 - kept))
        for count, chance in enumerate(face_odds(state, face, 1)):
            ways = sum(kept + outcome.count(face) >= count for outcome in outcomes)
            assert chance == Fraction(ways, len(outcomes))


def test_the_odds_of_two_rolls_are_those_of_counting() -> None:
    _, state = read_position("players=black,red turn=black rolls=1 dice=water,water,fire,wood,dragon")

    def at_least(missing: int, dice: int, rolls: int) -> Fraction:
        if missing <= 0 or not rolls:
            return Fraction(missing <= 0)
        outcomes = list(product(range(6), repeat=dice))
        hits = [outcome.count(0) for outcome in outcomes]
        return sum((at_least(missing - hit, dice - hit, rolls - 1) for hit in hits), Fraction(0)) / len(outcomes)

    assert face_odds(state, Face.WATER, 2) == tuple(at_least(count - 2, 3, 2) for count in range(6))


@pytest.mark.parametrize(
    ("position", "part"),
    [
        ("players=black,red turn=black rolls=3 dice=water,water,fire,wood,dragon", "No roll is left"),
        ("players=white,red powers=own turn=white rolls=3 dice=water,water,fire,wood,dragon", "1 roll to come"),
        ("players=black,red turn=black", "3 rolls to come"),
        ("players=black,red turn=black rolls=1 kept=water,fire", "2 rolls to come"),
        ("players=black,red black=water9 turn=black", "on a number, moves no more"),
        ("players=black,red draws=1", "equally likely: 40 of them"),
        ("players=black,red", "Every face of a die is equally likely."),
    ],
)
def test_odds_where_there_are_some(position: str, part: str) -> None:
    assert part in face_of(position).odds()


# Again


@pytest.mark.parametrize(
    ("end", "start"),
    [
        (  # one has lost
            "players=black,red,white black=9,9,9,9,9 red=10,0,0,0,0 white=12,13,0,0,0 phase=over",
            "players=black,red,white starts=red turn=red",
        ),
        (  # two have: they throw for the start
            "players=black,red,white black=13,9,9,9,9 white=0,8,0,0,0 phase=over",
            "players=black,red,white throws=out,-,-",
        ),
        (  # stones stay
            "players=black,red draws=1 drawn=water3 black=9,9,9,9,9 red=10,10,10,0,0 phase=over",
            "players=black,red draws=1 starts=black drawn=water3 turn=black",
        ),
        (
            "players=black,red,white stones=fire1 draws=1 drawn=water3 black=9,9,9,9,9 phase=over",
            "players=black,red,white stones=fire1 draws=1 drawn=water3 throws=out,-,-",
        ),
    ],
)
def test_again(end: str, start: str) -> None:
    setup, state = read_position(end)
    game, first = rematch(Dragon(setup), state)
    assert game.position(first) == start
    assert game.read_position(start) == first


# What has to be heard


def test_the_plain_table_is_whole_at_every_roll() -> None:
    """At the second and third roll points and pieces were left out of it."""
    for rolls in (1, 2, 3):
        text = rendered(face_of(f"{BASE} black=fire3 rolls={rolls}"))
        assert "Points:" in text
        assert "fire" in text.split("Points:")[1], "the pieces of whoever acts"


def test_agreed_stones_are_told_before_the_first_question() -> None:
    assert "dead stones 3" in rendered(face_of(f"{BASE} stones=water3"))
    face = face_of("players=black,red starts=black stones=water3 turn=black dice=water,fire,fire,wood,dragon")
    face.terminal.show(face.plain_opening())
    assert "dead stones 3" in output_of(face)


def test_a_first_roll_is_told_once() -> None:
    face = face_of("players=black,red turn=black")
    face.match.play(face.game.read_step("roll water fire fire fire metal"))
    assert face.sentences(0) == ["Black rolls water, fire ×3, metal. 2 rolls left."]
    face.match.play(face.game.read_step("reroll water metal"))
    face.match.play(face.game.read_step("roll fire wood"))
    assert face.sentences(2) == ["Black rolls fire, wood: fire ×4, wood. 1 roll left."]


def test_a_pass_straight_from_a_position_tells_its_dice() -> None:
    face = face_of(f"players=yellow,red yellow=water3 turn=yellow rolls=3 dice={','.join(['dragon'] * 5)}")
    face.match.play(face.game.read_step("pass"))
    assert "dragon ×5" in " ".join(face.account(0, 1))


def rendered(face: DragonFace) -> str:
    face.terminal.show(face.plain_pages())
    return output_of(face)


def output_of(face: DragonFace) -> str:
    target = face.terminal.target
    assert isinstance(target, io.StringIO)
    return target.getvalue()
