"""The duel played through a real pseudo-terminal, and its screens compared."""

import re
from pathlib import Path

import pytest

from niten.core.record import read_file
from niten.texts import LANGUAGES, say
from testkit.screens import Screen, assert_screen


def only_save(home: Path) -> Path:
    (file,) = (home / "games").glob("*.niten")
    return file


def start(home: Path, arguments: str = "", *, lines: int = 40) -> Screen:
    screen = Screen(f"play samurai --seed 7 {arguments}", home, lines=lines)
    screen.wait_for("how many dice")
    screen.wait_for_question()
    return screen


def test_a_round_and_its_screens(tmp_path: Path) -> None:
    with start(tmp_path) as screen:
        assert_screen("samurai-start", screen.text)
        screen.type("3", "Place the dice")
        assert_screen("samurai-dice", screen.text)
        screen.type("ada", "Ready?")
        screen.type("a", "Attack 7")
        screen.type("", "let it stand")
        assert_screen("samurai-answer", screen.text)
        screen.type("", "Round 2: how many dice")
        assert_screen("samurai-round-2", screen.text)


def test_a_low_screen(tmp_path: Path) -> None:
    with start(tmp_path, lines=24) as screen:
        screen.type("3", "Place the dice")
        assert_screen("samurai-low", screen.text)
        assert "♥♥♥" in screen.text, "nothing has scrolled away"


@pytest.mark.parametrize("arguments", ["", "--lang de"])
def test_a_narrow_screen_is_plain_and_loses_nothing(arguments: str, tmp_path: Path) -> None:
    with Screen(f"play samurai --seed 7 {arguments}", tmp_path, columns=60) as screen:
        screen.wait_for("Oda")
        screen.wait_for_question()
        assert not set(screen.text) & set("╭│…")


def test_undo_reaches_back_to_the_last_roll_and_no_further(tmp_path: Path) -> None:
    with start(tmp_path) as screen:
        screen.type("3", "Place the dice")
        screen.type("aaa", "Ready?")
        screen.type("u", "Place the dice")
        screen.type("u", "a roll cannot be taken back")
        screen.type("ddd", "Defense 10")
    assert [step.split()[0] for step in read_file(only_save(tmp_path)).steps] == ["dice", "roll", "place"]


def test_undo_works_where_his_roll_would_follow_at_once(tmp_path: Path) -> None:
    """With no Ki and nothing to buy, placing is the last word of the Player phase: the roll waits."""
    duel = tmp_path / "poor.toml"
    oda = Path(__file__).parents[2] / "src/niten/booklet/duels/oda-nobunaga.toml"
    duel.write_text(oda.read_text() + "\n[player]\nki = 0\n")
    with start(tmp_path, f"--duel {duel}") as screen:
        screen.type("3", "Place the dice")
        screen.type("aaa", "rolls his dice")
        screen.type("u", "Place the dice")
        screen.type("ddd", "rolls his dice")
        screen.type("", "Round 2")


def test_odds_come_only_on_request(tmp_path: Path) -> None:
    with start(tmp_path) as screen:
        screen.type("3", "Place the dice")
        screen.type("aad", "Ready?")
        assert "%" not in screen.text
        screen.type("?", "he strikes you")
        assert "16.7%" in screen.text


def test_wrong_answers_say_what_to_do(tmp_path: Path) -> None:
    with start(tmp_path) as screen:
        screen.type("4", "1 to 3 dice")
        screen.type("b12", "That costs 12")
        screen.type("b13", "Prices are 8, 12")
        screen.type("hello", "i shows the keys")
        screen.type("3", "Place the dice")
        screen.type("9 9 9", "Each die goes whole")
        screen.type("r6", "No die shows 6")
        screen.type("i", "save and leave")


def test_quit_and_resume_go_on_with_the_same_dice(tmp_path: Path) -> None:
    with start(tmp_path) as screen:
        screen.type("3", "Place the dice")
        screen.type("aad", "Ready?")
        screen.type("q", "niten play --resume")
        assert screen.wait_for_end() == 0
    with Screen("play --resume", tmp_path) as screen:
        screen.wait_for("Ready?")
        screen.type("", "let it stand")
    resumed = read_file(only_save(tmp_path)).steps
    (tmp_path / "other").mkdir()
    with start(tmp_path / "other") as screen:
        screen.type("3", "Place the dice")
        screen.type("aad", "Ready?")
        screen.type("", "let it stand")
    assert read_file(only_save(tmp_path / "other")).steps == resumed


def test_a_killed_game_is_saved_up_to_its_last_step(tmp_path: Path) -> None:
    with start(tmp_path) as screen:
        screen.type("3", "Place the dice")
        screen.type("aad", "Ready?")
        screen.process.kill(9)
    assert len(read_file(only_save(tmp_path)).steps) == 3
    with Screen("play --resume", tmp_path) as screen:
        screen.wait_for("Ready?")


def test_own_dice(tmp_path: Path) -> None:
    with Screen("play samurai --dice own", tmp_path) as screen:
        screen.wait_for("how many dice")
        screen.type("3", "Throw 3 dice")
        screen.type("3 5", "3 numbers from 1 to 6")
        screen.type("3 5 7", "3 numbers from 1 to 6")
        screen.type("354", "Place the dice")
        screen.type("7 5 0", "Ready?")
        screen.type("", "Throw 1 die for him")
        screen.type("6", "let it stand")
        screen.type("", "Round 2")
    record = read_file(only_save(tmp_path))
    assert (record.seed, record.dice) == (None, "own")
    assert record.steps[:5] == ("dice 3", "roll 3 4 5", "place 7 5 0", "ready", "opponent 6")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_at_80_columns(language: str, tmp_path: Path) -> None:
    with Screen(f"play samurai --seed 7 --lang {language}", tmp_path, language=language) as screen:
        screen.wait_for(say(language, "samurai.ask.announce", count=3, round=1))
        screen.wait_for_question()
        screen.type("3", say(language, "samurai.ask.place", dice="1 4 5"))
        assert_screen(f"samurai-dice-{language}", screen.text)
        attack, defense = (say(language, f"samurai.key.{column}") for column in ("attack", "defense"))
        screen.type(attack * 2 + defense, say(language, "samurai.ask.raise", attack=5, defense=5))
        screen.type("?", say(language, "samurai.odds.safe"))


def test_a_whole_duel_by_keys_alone(tmp_path: Path) -> None:
    """Everything into Attack, everything else as offered, to the end."""
    with Screen("play samurai --seed 7 --plain", tmp_path, lines=60) as screen:
        while screen.wait_for_question():
            asked = screen.text.rsplit(">", 2)[-2]
            rolled = re.findall(r"You rolled ([1-6 ]+)\. (?:Place|Split)", asked)
            screen.process.send(f"{sum(map(int, rolled[-1].split()))} 0 0\r" if rolled else "\r")
        assert "Record:" in screen.text
        assert screen.wait_for_end() == 0
    record = read_file(only_save(tmp_path))
    assert record.result != "unfinished"
    assert re.search(r"Victory|Defeat|last round", screen.text)
