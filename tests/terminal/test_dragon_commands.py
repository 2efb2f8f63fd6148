"""The race on the command line, as scripts use it: pipes, set-ups, positions, records, exit codes."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from niten.core import CHANCE, NOBODY, Match, SeededDice, Step
from niten.core.record import read_file, save
from niten.dragon import Dragon, Reroll, State
from niten.terminal.app import run
from niten.terminal.dragon_seats import Seats
from niten.terminal.dragon_setup import Asked, agree

Niten = Callable[..., str]


@pytest.fixture
def niten(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Niten:
    """Run a command with some input; what it prints, or with exit code 2 what it complains about."""

    def call(*arguments: str, stdin: str = "", code: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        assert run(arguments) == code
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return captured.err if code == 2 else captured.out

    return call


def answers(players: str, seed: int) -> list[str]:
    """What a person types who never rolls again and takes the first move there is, to the end of the game."""
    agreed = agree(Asked(players=players))
    match = Match[State, Step](agreed.game, agreed.start)
    dice, seats = SeededDice(seed), Seats(agreed.kinds, seed)
    typed: list[str] = []
    while match.actor != NOBODY:
        if match.actor == CHANCE:
            match.play(agreed.game.chance(match.state).draw(dice))
        elif match.actor not in seats.humans:
            match.play(seats.choose(match))
        else:
            moves = agreed.game.legal_moves(match.state)
            step = next(move for move in moves if not isinstance(move, Reroll))
            if len(moves) > 1:
                typed.append(str(step))
            match.play(step)
    return typed


def test_a_piped_game_with_bots_to_the_end(niten: Niten, tmp_path: Path) -> None:
    file = tmp_path / "race.niten"
    typed = answers("human,greedy,greedy", 3)
    text = niten(
        "play", "dragon", "--players", "human,greedy,greedy", "--seed", "3", "--save", str(file),
        stdin="\n".join(typed),
    )  # fmt: skip
    assert text.count("> ") >= len(typed)
    assert "\x1b" not in text, "no colour, nothing redrawn"
    assert not set("╭│▓▸≈▲●■♣◆") & set(text), "nothing but words"
    assert "White wins." in text or "Red wins." in text
    assert "points in all" in text
    assert text.rstrip().endswith(f"Seed: 3\nRecord: {file}")
    assert read_file(file).result.startswith("finished ")
    assert "Again?" not in text, "nobody is there to be asked"


def test_the_end_of_the_input_saves_and_leaves(niten: Niten, home: Path) -> None:
    assert "Saved. Go on with: niten play --resume" in niten("play", "dragon", "--seed", "3", "--starts", "black")
    (file,) = (home / "games").glob("*.niten")
    assert len(read_file(file).steps) == 1
    assert "You go on where you stopped, at step 1." in niten("play", "dragon", "--resume")


def test_bots_alone(niten: Niten) -> None:
    text = niten("play", "dragon", "--players", "greedy,greedy", "--seed", "3", "--board", "short")
    assert " wins." in text
    assert "> " not in text


def test_the_same_seed_gives_the_same_record_in_another_process(tmp_path: Path) -> None:
    def record(hash_seed: str) -> bytes:
        file = tmp_path / f"{hash_seed}.niten"
        command = "play dragon --players greedy,random,greedy --seed 3 --powers any --board short --save"
        subprocess.run(
            [sys.executable, "-m", "niten", *command.split(), str(file)],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
        )
        return file.read_bytes()

    assert record("1") == record("2")


def test_a_folder_that_cannot_be_written_does_not_end_the_game(niten: Niten, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("not a folder")
    file = str(tmp_path / "full" / "race.niten")
    assert "could not be saved" in niten("play", "dragon", "--players", "greedy,greedy", "--save", file, code=2)


def test_max_turns_end_a_game_clearly(niten: Niten, tmp_path: Path) -> None:
    file = tmp_path / "race.niten"
    text = niten("play", "dragon", "--players", "random,greedy", "--seed", "3", "--max-turns", "4", "--save", str(file))
    assert "The turns agreed on are over: unfinished, nobody wins." in text
    assert read_file(file).result == "unfinished max-turns"
    assert "no unfinished game to go on with" in niten("play", "--resume", code=2), "it has an outcome"


def test_wrong_set_ups_are_told_all_at_once(niten: Niten, tmp_path: Path) -> None:
    board = tmp_path / "bad.toml"
    board.write_text('format = 1\nname = "bad"\n[paths.water]\nplain = 99\nvalues = [1, 2]\n')
    text = niten(
        "play", "dragon", "--players", "human:green,deep,greedy:green", "--powers", "all", "--starts", "blue",
        "--max-turns", "0", "--stones-at", "water,earth3", "--board", str(board),
        code=2,
    )  # fmt: skip
    for part in (
        "--players[1] = 'deep': expected a seat such as",
        "--players[0] = 'green': expected one of black, red, white, yellow, blue",
        "--powers = 'all': expected one of none, own, any",
        "--starts = 'blue': expected one of the players",
        "--max-turns = 0: expected a whole number of turns from 1",
        "--stones-at[0] = 'water': expected a path and a space",
        f"--board {board} paths.water.plain = 99: expected 1 to 60 plain spaces",
        f"--board {board} paths.fire is missing",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("--players human", "a list of 2 to 5 players"),
        ("--players human,human,human,human,human,human", "a list of 2 to 5 players"),
        ("--players human:red,greedy:red", "each colour once"),
        ("--players human,greedy,", "a seat such as human"),
        ("--board round", "one of standard, short, long, or a board file"),
        ("--stones 16", "--stones = 16: expected at most 15 stones"),
        ("--stones -1", "a whole number from 0"),
        ("--stones-at water9", "no stone stands on a number"),
        ("--stones-at water1,water2,water3,water4,water5", "at most four stones in a row"),
        ("--seed -3", "--seed"),
        ("--stones many", "a whole number"),
        ("--from players", "is not a position of this game"),
    ],
)
def test_what_is_refused(arguments: str, problem: str, niten: Niten, home: Path) -> None:
    assert problem in niten("play", "dragon", *arguments.split(), code=2)
    assert not (home / "games").exists(), "nothing is saved"


def test_seats_and_colours() -> None:
    agreed = agree(Asked(players="human:red,greedy,random:black", powers="any", immunity=True, starts="white"))
    assert agreed.kinds == ("human", "greedy", "random")
    assert agreed.game.options.players == ("red", "white", "black")
    assert agreed.game.options.starts == 1
    assert agree(Asked()).kinds == ("human", "greedy")
    assert agree(Asked()).game.options.players == ("black", "red")


POSITION = "players=blue,red powers=own blue=water3,fire12 red=water5 turn=red dice=water,fire,fire,wood,dragon"


def test_from_a_position(niten: Niten, tmp_path: Path) -> None:
    file = tmp_path / "race.niten"
    text = niten("play", "dragon", "--from", POSITION, "--players", "greedy,human", "--save", str(file), stdin="p\nf\n")
    assert "Red, roll 1 of 3. Dice: 1 water, 2 fire, 3 fire, 4 wood, 5 dragon." in text
    written = next(line for line in text.split("\n") if line.startswith("Position: ")).removeprefix("Position: ")
    game = Dragon.from_setup(read_file(file).setup)
    assert game.read_position(POSITION) == game.read_position(written)
    assert read_file(file).start == written
    again = niten("play", "dragon", "--from", written.replace(" ", "\n"), "--players", "human,human", stdin="q\n")
    assert "Red, roll 1 of 3." in again
    assert "1. move fire  (Red enters the fire path on 2." in niten("replay", str(file))


def test_what_is_not_to_be_decided_is_not_asked(niten: Niten, tmp_path: Path) -> None:
    """After the third roll only one move is possible: it is played and told, and taking it back would not help."""
    file = tmp_path / "race.niten"
    position = "players=black,red turn=black rolls=2 dice=water,fire,fire,fire,dragon"
    text = niten(
        "play", "dragon", "--from", position, "--players", "human,human", "--dice", "own", "--save", str(file),
        stdin="kw\ndddd\nu\n",
    )  # fmt: skip
    assert "Black has water, dragon ×4. Black enters the water path on 1." in text
    assert "The dice have fallen: a roll cannot be taken back." in text
    assert read_file(file).steps[-1] == "move water"


def test_a_position_says_it_all(niten: Niten) -> None:
    text = niten(
        "play", "dragon", "--from", POSITION, "--players", "human:red,greedy", "--board", "short", "--immunity",
        "--stones", "2", "--starts", "red",
        code=2,
    )  # fmt: skip
    assert "--players[0] = 'red': expected blue, the colour of this seat in the position" in text
    for option in ("--board", "--immunity", "--stones", "--starts"):
        assert f"{option} = " in text
    assert text.count("nothing: the position of --from says it") == 4
    assert "as many seats as the position has players: blue, red" in niten(
        "play", "dragon", "--from", POSITION, "--players", "human,human,human", code=2
    )
    assert "turn = 'white': expected one of the players" in niten(
        "play", "dragon", "--from", POSITION.replace("turn=red", "turn=white"), code=2
    )


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ("human", "“seats” has the value “human”"),
        ("human deep", "no bot “deep”"),
    ],
)
def test_spoilt_seats_are_refused(seats: str, problem: str, niten: Niten, home: Path) -> None:
    niten("play", "dragon", "--seed", "3", "--starts", "black")
    (file,) = (home / "games").glob("*.niten")
    record = read_file(file)
    assert record.seats == ("human", "greedy")
    save(file, replace(record, seats=tuple(seats.split())))
    assert problem in niten("play", "--resume", code=2)


def test_resume_takes_the_game_played_last(niten: Niten) -> None:
    niten("play", "samurai", "--seed", "7", stdin="3\n")
    niten("play", "dragon", "--seed", "3", "--starts", "black")
    assert "move, or roll again?" in niten("play", "--resume")
    niten("play", "samurai", "--resume", stdin="aad\n")
    assert "Ready?" in niten("play", "--resume")


def test_replay(niten: Niten, tmp_path: Path) -> None:
    file = tmp_path / "race.niten"
    niten("play", "dragon", "--players", "greedy,greedy", "--seed", "3", "--save", str(file))
    text = niten("replay", str(file))
    assert "every one of them possible" in text
    assert text.count("\n") >= len(read_file(file).steps)
    data = json.loads(niten("replay", str(file), "--json"))
    assert data["game"] == "dragon"
    assert data["steps"][-1]["position"].endswith("phase=over")


def test_rules(niten: Niten) -> None:
    assert "D17" in niten("rules", "dragon")


def test_the_seed_is_said_once_where_nobody_is_asked(niten: Niten) -> None:
    assert niten("play", "dragon", "--players", "greedy,greedy", "--seed", "3").count("Seed: 3") == 1
