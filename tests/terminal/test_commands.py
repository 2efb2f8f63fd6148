"""The command line as scripts use it: output, exit codes, help in four languages."""

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from niten.booklet import certificates, duels
from niten.booklet.certificate import read_certificate
from niten.core import Record
from niten.core.record import read_file, save
from niten.samurai import Samurai
from niten.terminal.app import run
from niten.texts import LANGUAGES, say
from testkit.duels import ODA
from testkit.matches import random_match


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "duel.niten"
    file.write_text(str(Record.of(random_match(Samurai(ODA), 7), seed=7)))
    return file


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    if code == 2:
        assert captured.err.strip(), "an error says what is wrong"
    return captured.out if code != 2 else captured.err


def test_replay_prints_the_whole_game_in_a_pipe(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "replay", str(record))
    steps = read_file(record).steps
    assert text.count("\n") >= len(steps)
    assert f"1. {steps[0]}  (You take" in text
    assert "every one of them possible" in text


def test_replay_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output(capsys, "replay", str(record), "--json"))
    assert [step["step"] for step in data["steps"]] == list(read_file(record).steps)
    assert data["steps"][-1]["position"].startswith("phase=over")
    assert (data["game"], data["seed"], data["result"]) == ("samurai", 7, read_file(record).result)


def test_a_tampered_record_is_refused(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(record.read_text().replace("2. roll", "2. roll 6", 1))
    assert "Record refused at step 2" in output(capsys, "replay", str(record), code=2)
    assert "Schritt 2" in output(capsys, "replay", str(record), "--lang", "de", code=2)


@pytest.mark.parametrize("name", ["missing.niten", "."])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Cannot read" in output(capsys, "replay", str(tmp_path / name), code=2)


def test_duels_list(capsys: pytest.CaptureFixture[str]) -> None:
    listed = output(capsys, "duels", "list")
    assert all(f"{duel.id}: {duel.name}" in listed for duel in duels().values())
    data = json.loads(output(capsys, "duels", "list", "--json"))
    assert [row["id"] for row in data] == list(duels())
    assert {row["id"]: read_certificate(row["certificate"]) for row in data} == certificates()


@pytest.mark.parametrize("language", LANGUAGES)
def test_duels_show(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "duels", "show", "oda-nobunaga", "--lang", language)
    assert ODA.texts[language] in text
    assert say(language, "samurai.zone.8") in text
    assert json.loads(output(capsys, "duels", "show", "oda-nobunaga", "--json"))["health"] == 10


def test_duels_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = Path(__file__).parents[2] / "src/niten/booklet/duels/oda-nobunaga.toml"
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text().replace("stars = 1", "stars = 7").replace('"level 2"', '"level 3"', 1))
    assert output(capsys, "duels", "check", str(good)).strip().endswith("fine")
    text = output(capsys, "duels", "check", str(good), str(bad), code=1)
    assert "2 problems" in text
    assert "stars = 7: expected a whole number from 1 to 4" in text
    data = json.loads(output(capsys, "duels", "check", str(good), str(bad), "--json", code=1))
    assert [entry["fine"] for entry in data] == [True, False]
    assert [problem["key"] for problem in data[1]["problems"]] == ["stars", "lines 1.effect"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["samurai", "dragon"])
def test_rules_mark_their_rulings(game: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules", game, "--lang", language)
    assert say(language, "rules.ruling").strip() in text
    assert say(language, "rules.standing") in text
    assert text.count("\n") > 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "command",
    [
        "",
        "play",
        "play samurai",
        "replay",
        "rules",
        "duels",
        "duels list",
        "duels show",
        "duels check",
        "solve",
        "bench",
    ],
)
def test_help_in_every_language(language: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, *command.split(), "--help", "--lang", language)
    key = command.replace(" ", "-") or "niten"
    assert say(language, f"command.{key}.help").split("\n")[0][:30] in text
    if command not in ("", "play", "duels"):
        assert f"niten {command}" in text, "with an example"
    if language != "en":
        assert "Usage: " not in text
        assert "[default" not in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("dance", "no command “dance”"),
        ("play samurai --seed seven", "“seven” does not fit --seed"),
        ("play samurai --seed -7", "does not fit --seed"),
        (f"play samurai --seed {2**64}", "from 0 to 18446744073709551615"),
        ("play samurai --rules it", "one of en, fr, es, de"),
        ("play samurai --duel nobody", "duels, among them"),
        ("play samurai --speed 3", "no option “--speed”"),
        ("play samurai --resume", "no unfinished game"),
        ("play --resume", "no unfinished game"),
        ("replay", "is missing"),
        ("rules chess", "“chess” does not fit"),
        ("duels check", "Nothing was given"),
        ("bench --seconds 0", "a number above 0"),
        ("bench --seconds nan", "a number above 0"),
        ("bench --seconds inf", "a number above 0"),
        ("bench --seed -5", "does not fit --seed"),
        ("bench brakes", "Expected: engine, simulator, solver, coach, bots, environments, server"),
        ("play chess", "no command “chess”"),
        ("duels --nope", "no option “--nope”"),
        ("play samurai --seed 3 --dice own", "--seed and --dice own do not go together"),
        ("play dragon --seed 3 --resume", "--seed and --resume do not go together"),
        ("play dragon --board long --resume", "and --resume do not go together"),
        ("play samurai --rules de --resume", "--rules and --resume do not go together"),
        ("duels check nowhere.toml", "Cannot read nowhere.toml"),
        ("duels show nowhere.toml", "no such file"),
    ],
)
def test_wrong_use(arguments: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in output(capsys, *arguments.split(), code=2)


def test_a_piped_game_is_plain_and_ends_with_its_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\naad\n\n"))
    text = output(capsys, "play", "samurai", "--seed", "7")
    assert "Seed: 7" in text
    assert "You roll 1 4 5." in text
    assert "niten play --resume" in text
    assert not set(text) & set("╭╮│─\x1b")
    (save,) = (tmp_path / "games").glob("*.niten")
    assert read_file(save).seed == 7


def test_a_chosen_save_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n"))
    output(capsys, "play", "samurai", "--save", str(tmp_path / "here" / "mine.niten"))
    file = tmp_path / "here" / "mine.niten"
    assert len(read_file(file).steps) == 2
    monkeypatch.setattr(sys, "stdin", io.StringIO("aad\n"))
    text = output(capsys, "play", "--resume", "--save", str(file))
    assert "Ready?" in text
    assert f"niten play --resume --save {file}" in text, "it says how to go on with this file"
    assert len(read_file(file).steps) == 3


def test_an_unwritable_folder_does_not_end_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\naad\n"))
    assert run(["play", "samurai", "--seed", "7", "--save", str(tmp_path / "file" / "mine.niten")]) == 2
    captured = capsys.readouterr()
    assert captured.out.count("Cannot save") == 2, "once at each question"
    assert "Ready?" in captured.out, "the game goes on"
    assert "could not be saved" in captured.err, "but whoever leaves it is told that it is lost"


def test_nothing_that_exists_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("precious")
    assert f"niten play --resume --save {notes}" in output(capsys, "play", "samurai", "--save", str(notes), code=2)
    assert "is a folder" in output(capsys, "play", "dragon", "--save", str(tmp_path), code=2)
    assert notes.read_text() == "precious"


def test_leaving_before_the_first_step_promises_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert "--resume" not in output(capsys, "play", "samurai", "--seed", "1")
    assert not list(tmp_path.rglob("*.niten"))


def test_whatever_else_lies_in_the_games_folder_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n"))
    output(capsys, "play", "samurai", "--seed", "7")
    (save,) = (tmp_path / "games").glob("*.niten")
    (save.parent / "samurai-folder.niten").mkdir()
    (save.parent / "samurai-broken.niten").write_text("not a record")
    (save.parent / "samurai-newer.niten").write_text(str(replace(read_file(save), rules=2)))
    (save.parent / "samurai-loop.niten").symlink_to("samurai-loop.niten")
    assert "Place the dice" in output(capsys, "play", "--resume")


def test_two_processes_with_one_game_do_not_destroy_each_others_steps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.niten"

    class Typed(io.StringIO):
        """While this one thinks, the other one plays on."""

        def readline(self, size: int | None = -1, /) -> str:  # noqa: ARG002
            if not file.exists() or self.tell():
                return super().readline()
            record = read_file(file)
            save(file, replace(record, steps=(*record.steps, "place 10 0 0")))
            return super().readline()

    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n"))
    output(capsys, "play", "samurai", "--seed", "7", "--save", str(file))
    monkeypatch.setattr(sys, "stdin", Typed("0 0 10\n"))
    text = output(capsys, "play", "--resume", "--save", str(file))
    assert f"Another process has written to {file}. This game goes on in {tmp_path / 'game-2.niten'}." in text
    assert read_file(file).steps[-1] == "place 10 0 0"
    assert read_file(tmp_path / "game-2.niten").steps[-1] == "place 0 0 10"


def test_a_finished_game_is_not_resumed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"niten replay {record}" in output(capsys, "play", "--resume", "--save", str(record), code=2)


def test_every_file_is_checked_even_if_one_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    good = Path(__file__).parents[2] / "src/niten/booklet/duels/oda-nobunaga.toml"
    assert run(["duels", "check", "nowhere.toml", str(good), "--json"]) == 2
    assert [entry["fine"] for entry in json.loads(capsys.readouterr().out)] == [False, True]


def test_concentration_is_kept_as_the_edition_prints_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """S12: the Spanish edition writes what a round added and strikes what is spent."""
    file = tmp_path / "own.niten"
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n6 6 6\n0 0 18\nb8\np\n"))
    text = output(capsys, "play", "samurai", "--dice", "own", "--rules", "es", "--save", str(file))
    assert "  1. 0, 0, −8 18\n" in text
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n6 6 6\n0 0 18\nb8\np\n"))
    text = output(capsys, "play", "samurai", "--dice", "own", "--save", str(tmp_path / "other.niten"))
    assert "  1. 0, 0, −8 10\n" in text


def test_an_output_that_knows_no_unicode() -> None:
    command = [sys.executable, "-m", "niten", "duels", "show", "oda-nobunaga"]
    done = subprocess.run(command, env={"PYTHONIOENCODING": "ascii"}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_bytes_that_are_no_text_are_a_wrong_answer(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "niten", "play", "samurai", "--seed", "7"]
    typed = b"\xff\xfe\n" + b"a" * 100_000 + b"\n\x00\n3\n"
    done = subprocess.run(command, input=typed, capture_output=True, check=True)
    assert done.stdout.count(b"That is not possible here") == 3
    assert b"You roll 1 4 5." in done.stdout


def test_a_full_disk_behind_the_output_is_told() -> None:
    command = f"{sys.executable} -m niten rules samurai > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Cannot write: No space left on device" in done.stderr


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m niten rules samurai | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Way of the Samurai")


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['cyclopts'] = None; from niten.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "niten[terminal]" in done.stderr
