"""The race played through a real pseudo-terminal, and its screens compared."""

import re
from pathlib import Path

from niten.core.record import read_file
from testkit.screens import Screen, assert_screen


def only_save(home: Path) -> Path:
    (file,) = (home / "games").glob("*.niten")
    return file


def steps(home: Path) -> tuple[str, ...]:
    return read_file(only_save(home)).steps


def start(home: Path, arguments: str, *, lines: int = 40) -> Screen:
    screen = Screen(f"play dragon {arguments}", home, lines=lines)
    screen.wait_for("? odds")
    screen.wait_for_question()
    return screen


def test_a_hot_seat_game_of_two_to_the_end(tmp_path: Path) -> None:
    """Each takes the first move that is offered; on the way, what can be taken back is, and a roll is not."""
    undone = False
    with Screen("play dragon --players human,human --board short --seed 3", tmp_path) as screen:
        while screen.wait_for_question() and "Again?" not in screen.text:
            if "u takes back" in screen.text and not undone:
                undone = True
                before = len(steps(tmp_path))
                screen.type("u", "move, or roll again?")
                screen.wait_for_question()
                assert len(steps(tmp_path)) == before - 1
                screen.type("u", "a roll cannot be taken back")
                screen.wait_for_question()
                assert len(steps(tmp_path)) == before - 1
            screen.process.send("\r" if "↵" in screen.text else f"{options_of(screen)[0]}\r")
        assert undone
        assert re.search(r"(Black|Red) wins\.|A shared win", screen.text)
        assert "Seed: 3" in screen.text
        assert_screen("dragon-end", without_paths(screen.text))
        screen.process.send("q\r")
        assert screen.wait_for_end() == 0
    record = read_file(only_save(tmp_path))
    assert record.result.startswith("finished ")
    assert record.setup["board"]["name"] == "short"


def options_of(screen: Screen) -> list[str]:
    """The first line of keys on the screen."""
    lines = screen.text.split("\n")
    first = next(n for n, line in enumerate(lines) if line.endswith("?") and ":" in line) + 1
    return re.findall(r"(?:^|   )(\S+) (?=\S)", lines[first])


def without_paths(text: str) -> str:
    """The screen without what differs from run to run."""
    return re.sub(r"(?s)Record: .*?(?=\nAgain)", "Record: …", text)


def test_screens(tmp_path: Path) -> None:
    with start(tmp_path, "--players human,greedy,greedy --seed 3 --powers any --stones 3") as screen:
        assert_screen("dragon-start", screen.text)
        screen.type("?", "exactly so many dice lead to is taken")
        assert "66.5%" in screen.text
        assert_screen("dragon-odds", screen.text)
        screen.type("kw", "Roll 2 of 3")
        screen.wait_for("? odds")
        screen.wait_for(">")
        assert_screen("dragon-second-roll", screen.text)


def test_a_low_screen_with_five_players(tmp_path: Path) -> None:
    with start(
        tmp_path, "--players human,human:blue,greedy,random,greedy --seed 4 --powers own --starts black", lines=24
    ) as screen:
        assert_screen("dragon-low", screen.text)
        assert screen.text.startswith("           1   2   3"), "nothing has scrolled away"


def test_the_long_board_fits(tmp_path: Path) -> None:
    with start(tmp_path, "--board long --players human,greedy,human --seed 5 --stones 10") as screen:
        assert_screen("dragon-long", screen.text)


def test_quit_and_resume_go_on_as_if_never_left(tmp_path: Path) -> None:
    arguments = "--players human,random,greedy --seed 8 --starts black"
    with start(tmp_path, arguments) as screen:
        screen.type(options_of(screen)[0], "↵ Red rolls")
        screen.type("", "? odds")
        screen.type("q", "niten play --resume")
        assert screen.wait_for_end() == 0
    assert read_file(only_save(tmp_path)).seats == ("human", "random", "greedy")
    with Screen("play --resume", tmp_path) as screen:
        screen.wait_for("? odds")
        screen.wait_for(">")
        assert "bot: random" in screen.text
        screen.type("u", "a roll cannot be taken back")
        screen.type(options_of(screen)[0], "↵ Red rolls")
        screen.type("", "? odds")
    resumed = steps(tmp_path)
    other = tmp_path / "other"
    with start(other, arguments) as screen:
        for _ in range(2):
            screen.type(options_of(screen)[0], "↵ Red rolls")
            screen.type("", "? odds")
    assert steps(other) == resumed


def test_what_another_seat_did_is_not_taken_back(tmp_path: Path) -> None:
    """Own dice, so that a question comes between a bot's step and the roll."""
    with Screen("play dragon --players human,greedy --dice own --starts red", tmp_path) as screen:
        screen.wait_for("Red: throw 5 dice")
        screen.type("wwfmo", "throw 3 dice")
        screen.type("u", "Another player has moved since")
        screen.type("ddd", "throw")


def test_own_dice(tmp_path: Path) -> None:
    with Screen("play dragon --players human,human --dice own", tmp_path) as screen:
        screen.wait_for("Black throws five dice for the start")
        screen.type("w w w", "5 dice, please")
        screen.type("wfmoz", "5 dice, please")
        screen.type("wood d d water earth", "Red throws five dice for the start")
        screen.type("wfmeo", "Black: throw 5 dice")
        screen.type("dffmf", "Black: move, or roll again?")
        screen.type("kf", "Black: throw 2 dice")
        screen.wait_for("Kept")
        screen.type("roll fire wood", "Roll 2 of 3")
        screen.type("f", "Red: throw 5 dice")
        screen.type("u", "Roll 2 of 3")
        screen.type("o", "Red: throw 5 dice")
    record = read_file(only_save(tmp_path))
    assert (record.seed, record.dice) == (None, "own")
    assert record.steps == (
        "roll water earth wood dragon dragon",
        "roll water fire metal earth wood",
        "roll fire fire fire metal dragon",
        "reroll metal dragon",
        "roll fire wood",
        "move wood",
    )


def test_own_dice_draw_stones(tmp_path: Path) -> None:
    with Screen("play dragon --players human,human --dice own --stones 2 --starts black", tmp_path) as screen:
        screen.wait_for("Draw a space for a dead stone")
        screen.type("water 9", "No stone may stand there")
        screen.type("w3", "Draw a space for a dead stone")
        screen.type("earth5", "Black: throw 5 dice")
        screen.wait_for("Dead stones: water 3, earth 5. Black begins.")
    assert steps(tmp_path) == ("stone water 3", "stone earth 5")


def test_again_with_the_loser_starting(tmp_path: Path) -> None:
    """A game of two turns: nobody wins, and whoever has fewer points begins the next one."""
    with start(tmp_path, "--players human,human --seed 3 --starts black --max-turns 2") as screen:
        screen.type(options_of(screen)[0], "↵ Red rolls")
        screen.type("", "Red: move, or roll again?")
        screen.type(options_of(screen)[0], "unfinished, nobody wins")
        screen.wait_for("Again? Black, Red lost and throw for the start.")
        screen.type("x", "Again?")
        screen.type("", "Black throws")
        screen.wait_for("begins.")
        screen.wait_for(">")
        screen.type("q", "niten play --resume")
    found = {record.seed: record for record in map(read_file, (tmp_path / "games").glob("*.niten"))}
    assert found[3].result == "unfinished max-turns"
    assert found[4].start is None, "both lost: an ordinary roll-off"


def test_wrong_answers_say_what_to_do(tmp_path: Path) -> None:
    with start(tmp_path, "--players human,greedy,greedy --seed 3 --stones 3") as screen:
        screen.type("m", "No die shows metal")
        screen.type("w", "On the water path space 2 is taken")
        screen.type("n", "A move is possible, so you have to move")
        screen.type("x", "not yours to use")
        screen.type("b", "Balance needs five different elements")
        screen.type("swkr", "The Great Dragon comes with four dragons")
        screen.type("reroll metal", "you can roll only those again")
        screen.type("hello", "i shows the keys")
        screen.type("i", "save and leave")
        screen.type("p", "Position: players=black,red,white")
        screen.type("l", "(Black throws 1 dragon.)")
        screen.type("", "i shows the keys")
