"""Positions as text: round trips, what may be left out, what is refused."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from niten.core import CHANCE, NOBODY, BadSetup, UnreadablePosition
from niten.dragon import Board, Colour, Dragon, Element, Face, Path, Phase, Powers, Setup, read_position
from niten.dragon.position import write
from testkit.races import COLOURS, Table, many_setups, problems, walk

SETUPS = many_setups()


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_round_trip(number: int) -> None:
    game = Dragon(SETUPS[number])
    assert read_position(game.position(game.start())) == (game.options, game.start())
    for _, _, state in walk(game, number + 1000, most=60):
        text = game.position(state)
        assert read_position(text) == (game.options, state)
        assert text.isascii()


def test_the_start_is_short() -> None:
    game = Dragon(Setup(COLOURS[:2]))
    assert game.position(game.start()) == "players=black,red"


@pytest.mark.parametrize(
    "text",
    [
        "players=black,red",
        "players=red,blue powers=own immunity=yes starts=blue max-turns=50 turn=blue",
        "players=black,red stones=water3,earth5 draws=2 drawn=wood1",
        "players=black,red,white throws=2,-,-",
        "players=black,red,white throws=1,out,-",
        "players=black,red powers=own stones=water3,earth5 black=fire3,earth12,wood5 red=fire4 unspent=red turn=black"
        " rolls=2 dice=water,fire,fire,wood,dragon",
        "players=black,red turn=red rolls=1 kept=water,water",
        "players=black,red turn=red rolls=2 kept=-",
        "players=black,red black=water5 phase=perfection turn=black",
        "players=black,red powers=own black=water5 phase=end turn=red",
        "players=black,red black=water9,fire9,metal9,earth9,wood9 phase=over",
        "players=black,red max-turns=9 black=water3 turns=9 phase=over",
        "board=short water=5:1,2,3,4,5 fire=5:1,2,3,4,5 metal=5:1,2,3,4,5 earth=5:1,2,3,4,5 wood=5:1,2,3,4,5"
        " players=red,blue",
        "board=short water=8:1,2,3,4,5 fire=5:1,2,3,4,5 metal=5:1,2,3,4,5 earth=5:1,2,3,4,5 wood=5:1,2,3,4,5"
        " players=red,blue",
        "wood=4:0,0,0,9,9 players=red,blue",
        "board=standard wood=4:0,0,0,9,9 players=red,blue",
        "board=mine players=red,blue",
        "players=black,red powers=any black=water1 unspent=- turn=black",
    ],
)
def test_written_as_it_was_read(text: str) -> None:
    assert write(*read_position(text)) == text


def test_words_in_any_order_and_more_blanks() -> None:
    assert read_position("  turn=red   black=wood1,water2 players=black,red ") == read_position(
        "players=black,red black=water2,wood1 turn=red"
    )


def test_five_numbers_are_pieces_path_by_path() -> None:
    assert read_position("players=black,red black=0,3,0,12,5 turn=red") == read_position(
        "players=black,red black=fire3,earth12,wood5 turn=red"
    )


def test_a_shipped_board_by_its_name() -> None:
    setup, _ = read_position("board=short players=black,red")
    assert {path.plain for path in setup.board.paths} == {5}
    setup, _ = read_position("fire=3 players=black,red")
    assert setup.board == Board("custom", (Path(), Path(3), Path(), Path(), Path()))


def test_phase_follows_from_the_rest() -> None:
    def phase(more: str) -> tuple[Phase, int, int]:
        state = read_position(f"players=black,red {more}")[1]
        return state.phase, state.seat, state.rolls

    assert phase("") == (Phase.ROLL_OFF, 0, 0)
    assert phase("starts=red") == (Phase.ROLL, 1, 0)
    assert phase("draws=2") == (Phase.STONES, 0, 0)
    assert phase("draws=1 drawn=water1") == (Phase.ROLL_OFF, 0, 0)
    assert phase("turn=red") == (Phase.ROLL, 1, 0)
    assert phase("starts=red black=water1") == (Phase.ROLL, 1, 0)
    assert phase("turn=red kept=water") == (Phase.ROLL, 1, 1)
    assert phase("turn=red dice=fire,fire,fire,fire,fire") == (Phase.MOVE, 1, 1)
    assert phase("throws=3,-") == (Phase.ROLL_OFF, 1, 0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("black=water3 red=water3 turn=red", [("red", "space-taken")]),
        ("black=water3,water5 turn=red", [("black", "piece-doubled")]),
        ("black=water14 turn=red", [("black", "piece-off-path")]),
        ("stones=water3 black=water3 turn=red", [("black", "piece-on-stone")]),
        ("white=water3 turn=red", [("white", "colour-not-playing")]),
        ("black=water3", [("turn", "missing")]),
        ("turn=blue", [("turn", "colour-not-playing")]),
        ("turn=red dice=water,fire", [("dice", "dice-on-table")]),
        ("turn=red dice=water,fire,water,fire,water,fire", [("dice", "dice-on-table")]),
        ("turn=red phase=move", [("dice", "dice-on-table")]),
        ("turn=red kept=water,fire,water,fire,wood", [("kept", "dice-kept")]),
        ("turn=red kept=water rolls=0", [("rolls", "number")]),
        ("turn=red kept=water rolls=3", [("rolls", "number")]),
        ("turn=red dice=fire,fire,fire,fire,fire rolls=0", [("rolls", "number")]),
        ("turn=red dice=fire,fire,fire,fire,fire rolls=4", [("rolls", "number")]),
        ("turn=red dice=fire,fire,fire,fire,fire kept=fire", [("kept", "not-in-phase")]),
        ("turn=red throws=1,-", [("throws", "not-in-phase")]),
        ("phase=roll-off turn=red", [("turn", "not-in-phase")]),
        ("phase=roll-off black=water1", [("black", "not-in-phase")]),
        ("starts=red phase=roll-off", [("phase", "start-given")]),
        ("throws=1", [("throws", "throws")]),
        ("throws=-", [("throws", "throws")]),
        ("throws=1,2", [("throws", "throws")]),
        ("throws=-,2", [("throws", "throws")]),
        ("throws=out,-", [("throws", "throws")]),
        ("throws=-,-,-", [("throws", "throws")]),
        ("unspent=red turn=red", [("unspent", "unspent-without-powers")]),
        ("powers=own unspent=red,red turn=red", [("unspent", "colour-doubled")]),
        ("powers=own unspent=blue turn=red", [("unspent", "colour-not-playing")]),
        ("powers=own unspent=red", [("unspent", "not-in-phase")]),
        ("phase=end turn=red", [("phase", "rebirth-not-in-hand")]),
        ("powers=own phase=end turn=black", [("phase", "rebirth-not-in-hand")]),
        ("powers=own phase=end turn=red unspent=black", [("phase", "rebirth-not-in-hand")]),
        ("black=9,9,9,9,9 turn=red", [("phase", "game-decided")]),
        ("black=9,9,9,9,8 phase=over", [("phase", "game-undecided")]),
        ("black=9,9,9,9,9 phase=over turn=red", [("turn", "not-in-phase")]),
        ("turns=3 turn=red", [("turns", "turns-without-limit")]),
        ("max-turns=3 turns=3 turn=red", [("turns", "number")]),
        ("max-turns=3 turns=2 phase=over", [("turns", "number-exact")]),
        ("max-turns=3 turns=3 black=9,9,9,9,9 phase=over", [("turns", "number")]),
        ("draws=2 drawn=water1 turn=red", [("drawn", "drawn-all")]),
        ("draws=1 drawn=water1 phase=stones", [("drawn", "drawn-not-all")]),
        ("draws=1 drawn=water1,water2", [("drawn", "drawn-too-many")]),
        ("stones=water1 drawn=water1", [("stones[1]", "stone-doubled")]),
        ("drawn=water9", [("stones[0]", "stone-on-number")]),
        ("drawn=water5,water6 stones=water7,water8", [("stones.water", "stones-at-the-end")]),
        ("starts=blue", [("starts", "starts")]),
        ("powers=some", [("powers", "choice")]),
        ("water=0", [("board.paths.water.plain", "plain-spaces")]),
        ("water=8:1,2", [("board.paths.water.values", "values")]),
        ("board=a--b", [("board.name", "identifier")]),
    ],
)
def test_refused(text: str, found: list[tuple[str, str]]) -> None:
    with pytest.raises(BadSetup) as caught:
        read_position(f"players=black,red {text}")
    assert problems(caught.value) == found


def test_refused_throws_out_of_turn() -> None:
    with pytest.raises(BadSetup) as caught:
        read_position("players=black,red,white throws=-,2,-")
    assert problems(caught.value) == [("throws", "throws")]


def test_refused_players() -> None:
    for text, found in (("turn=red", ("players", "missing")), ("players=-", ("players", "players"))):
        with pytest.raises(BadSetup) as caught:
            read_position(text)
        assert problems(caught.value) == [found]


def test_several_problems_at_once() -> None:
    with pytest.raises(BadSetup) as caught:
        read_position(
            "players=black,red stones=fire1 black=water3,wood20 red=water3,fire1,wood2,wood3 blue=water1 turn=white"
            " dice=water unspent=black turns=7"
        )
    assert problems(caught.value) == [
        ("black", "piece-off-path"),
        ("red", "space-taken"),
        ("red", "piece-on-stone"),
        ("red", "piece-doubled"),
        ("blue", "colour-not-playing"),
        ("turn", "colour-not-playing"),
        ("unspent", "unspent-without-powers"),
        ("turns", "turns-without-limit"),
        ("dice", "dice-on-table"),
    ]


def test_a_game_insists_on_its_own_setup() -> None:
    game = Dragon(Setup(COLOURS[:2], powers=Powers.OWN, starts=0))
    with pytest.raises(BadSetup) as caught:
        game.read_position("players=black,red immunity=yes turn=black")
    assert problems(caught.value) == [("powers", "other-setup"), ("immunity", "other-setup"), ("starts", "other-setup")]
    state = game.read_position("players=black,red powers=own starts=black black=wood3 turn=red")
    assert state.spaces[4] == (3, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "players",
        "players=",
        "=black",
        "players=black,red players=black,red",
        "players=black,red colour=red",
        "players=black,red turn=Red",
        "players=black,red turn=red,black",
        "players=black,red black=water",
        "players=black,red black=water03",
        "players=black,red black=1,2,3",
        "players=black,red black=dragon3",
        "players=black,red rolls=-1",
        "players=black,red rolls=1234567",
        "players=black,red dice=water,,fire",
        "players=black,red phase=later",
        "players=black,red immunity=maybe",
        "players=black,red throws=6,-",
        "players=black,red\tturn=red",
        "players=black,red\nturn=red",
        "players=black,röd",
        "players=black,red turn=red\N{NO-BREAK SPACE}rolls=1",
        "players=black,red rolls=\N{ARABIC-INDIC DIGIT ONE}",
        "players=black,red " + "stones=" + ",".join(["water1"] * 500),
        "round=3 phase=place health=8",
    ],
)
def test_unreadable(text: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        read_position(text)
    assert len(str(caught.value.details["text"])) <= 200


def check_reading(text: str) -> None:
    """Any text is refused by name, or stands for a position that can be written, read and played on."""
    try:
        setup, state = read_position(text)
    except (UnreadablePosition, BadSetup):
        return
    game = Dragon(setup)
    assert read_position(game.position(state)) == (setup, state)
    if game.actor(state) == CHANCE:
        assert game.chance(state).total
    elif game.actor(state) != NOBODY:
        assert game.legal_moves(state)
    else:
        assert game.outcome(state)
    for _, _, after in walk(game, 1, state, most=10):
        assert read_position(game.position(after)) == (setup, after)


@settings(deadline=None)
@given(st.text(max_size=300))
@example("players=black,red")
def test_fuzz_text(text: str) -> None:
    check_reading(text)


NUMBERS = st.integers(0, 14).map(str) | st.sampled_from(["99", "100", "999999"])
FEW_COLOURS = st.lists(st.sampled_from(list(Colour)), max_size=3, unique=True).map(",".join)
SPOTS = st.lists(st.tuples(st.sampled_from(list(Element)), st.integers(0, 14)), max_size=5).map(
    lambda spots: ",".join(f"{path}{space}" for path, space in spots) or "-"
)
DICE = st.lists(st.sampled_from(list(Face)), min_size=4, max_size=5).map(",".join)
FIELDS = {
    "board": st.sampled_from(["standard", "short", "mine", "a-"]),
    **{
        path: NUMBERS | st.lists(NUMBERS, min_size=4, max_size=6).map(lambda values: "3:" + ",".join(values))
        for path in Element
    },
    "powers": st.sampled_from(["none", "own", "any", "all"]),
    "immunity": st.sampled_from(["yes", "no"]),
    "stones": SPOTS,
    "draws": NUMBERS,
    "starts": FEW_COLOURS,
    "max-turns": NUMBERS,
    "drawn": SPOTS,
    **{colour: SPOTS | st.lists(NUMBERS, min_size=5, max_size=5).map(",".join) for colour in Colour},
    "unspent": FEW_COLOURS,
    "turns": NUMBERS,
    "phase": st.sampled_from(list(Phase)),
    "turn": st.sampled_from(list(Colour)),
    "rolls": st.integers(0, 4).map(str),
    "dice": DICE,
    "kept": DICE,
    "throws": st.lists(st.sampled_from(["0", "5", "-", "out"]), min_size=2, max_size=3).map(",".join),
}


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(COLOURS), min_size=1, max_size=5).map(",".join),
    st.lists(st.sampled_from(list(FIELDS)), max_size=6, unique=True).flatmap(
        lambda names: st.tuples(*(FIELDS[name].map(f"{name}={{}}".format) for name in names))
    ),
)
def test_fuzz_fields(players: str, words: tuple[str, ...]) -> None:
    check_reading(" ".join([f"players={players}", *words]))


def test_an_illegal_step_names_the_position() -> None:
    table = Table("players=black,red black=water3 turn=red dice=water,water,water,fire,fire")
    with pytest.raises(ValueError, match="players=black,red black=water3 turn=red rolls=1"):
        table.play("move metal")
