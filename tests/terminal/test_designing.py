"""Duels made in the terminal: through a pipe, and in a pseudo-terminal."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from niten.booklet import duels
from niten.samurai import duel_data, load_duel
from niten.samurai.duelwriting import write_duel
from niten.terminal.app import run
from niten.terminal.shorthand import (
    id_from,
    read_counter,
    read_dice,
    read_effect,
    read_reward,
    write_dice,
    write_effect,
    write_reward,
)
from niten.texts import LANGUAGES
from testkit.duel_files import tiny_duel
from testkit.screens import Screen

TYPED: dict[str, list[Any]] = json.loads((Path(__file__).parents[1] / "data/shorthand.json").read_text("utf-8"))
KOJIRO = duel_data(duels()["sasaki-kojiro"])


@pytest.mark.parametrize(("typed", "effect"), TYPED["effects"])
def test_effects(typed: str, effect: str | None) -> None:
    assert read_effect(typed) == effect
    assert effect is None or read_effect(write_effect(effect)) == effect


@pytest.mark.parametrize(("typed", "counter"), TYPED["counters"])
def test_counters(typed: str, counter: int | str | None) -> None:
    assert read_counter(typed) == counter


@pytest.mark.parametrize(("typed", "row"), TYPED["rewards"])
def test_rewards(typed: str, row: dict[str, Any]) -> None:
    assert read_reward(typed) == row == read_reward(write_reward(row))


@pytest.mark.parametrize(("typed", "dice"), TYPED["dice"])
def test_dice(typed: str, dice: list[int | str]) -> None:
    assert read_dice(typed) == dice == read_dice(write_dice(dice))


@pytest.mark.parametrize(("name", "made"), TYPED["ids"])
def test_ids(name: str, made: str) -> None:
    assert id_from(name) == made


def typed(duel: dict[str, Any]) -> list[str]:
    """The answers that make a duel, from a standard player page."""
    answers = [duel["name"], str(duel["stars"]), str(duel["health"])]
    answers += [f"{reached} {damage}" for reached, damage in duel["resistance"]] + [""]
    for line in duel["lines"]:
        strikes = [f"<{line['counter']}", write_effect(line["effect"])] if "effect" in line else []
        answers.append(" ".join([str(line["defense"]), *strikes]))
    page = duel["player"]
    answers += [str(page["health"]), str(page["ki"]), "".join(map(str, page["dice"]))]
    rewards = [f"{row['price']} {write_reward(row)}" for row in page["concentration"]]
    answers += rewards + ["-"] * max(0, 7 - len(rewards)) + [""]
    answers += [write_effect(row["cost"]) for row in page["injuries"]]
    return [*answers, "", *(duel.get("text", {}).get(language, "") for language in LANGUAGES)]


def design(monkeypatch: pytest.MonkeyPatch, answers: list[str], *arguments: str) -> int:
    """`niten duels …` with answers through a pipe."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
    return run(["duels", *arguments])


@pytest.mark.parametrize("name", duels())
def test_a_printed_duel_is_typed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = tmp_path / "mine.toml"
    duel = duels()[name]
    answers = typed(duel_data(duel))
    answers[-5] = duel.id
    assert design(monkeypatch, answers, "new", str(file)) == 0
    assert load_duel(file) == duel
    assert list(tmp_path.glob("mine*")) == [file]


def test_what_does_not_fit_is_explained_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    answers = typed(KOJIRO)
    wrong = {0: "", 1: "9", 2: "many", 3: "4", 8: "100 7 L2", 9: "4 7", 10: "4 7 L3", 28: "3214", 29: "8 gold"}
    said = ["1 to 60 characters", "from 1 to 4", "from 1 to 99", "2 items", "from 0 to 99", "together", '"level 2"']
    mended = [line for at, answer in enumerate(answers) for line in ([wrong[at], answer] if at in wrong else [answer])]
    assert design(monkeypatch, mended, "new", str(file)) == 0
    out = capsys.readouterr().out
    assert out.count("That does not fit") >= len(wrong)
    assert [words for words in [*said, "from 1 to 3", "ki, opponent"] if words not in out] == []
    assert duel_data(load_duel(file)) == KOJIRO


def test_back_help_and_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From another duel, Enter keeps everything; < goes back; a row is taken out."""
    file = tmp_path / "mine.toml"
    answers = ["Kojirō the Elder", "?", "2", "<", "3", "12", "", "-"] + [""] * 60
    assert design(monkeypatch, answers, "new", str(file), "--from", "sasaki-kojiro", "--lang", "de") == 0
    expected = KOJIRO | {"id": "kojiro-the-elder", "name": "Kojirō the Elder", "stars": 3, "health": 12}
    expected["resistance"] = [KOJIRO["resistance"][0], *KOJIRO["resistance"][2:]]
    assert duel_data(load_duel(file)) == expected
    out = capsys.readouterr().out
    assert "Seine Gesundheit [11] >" in out
    assert "Reihe 1 [5 9 L2] >" in out
    assert f"Später: niten duels measure {file}" in out


def test_it_stops_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    answers = typed(KOJIRO)
    assert design(monkeypatch, [*answers[:12], "q"], "new", str(file)) == 1
    assert f"Kept in {file}.draft" in capsys.readouterr().out
    assert not file.exists()
    assert design(monkeypatch, answers[12:20], "new", str(file)) == 1  # the input ends
    assert not file.exists()
    assert design(monkeypatch, answers[20:], "new", str(file)) == 0
    assert f"You go on with {file}.draft" in capsys.readouterr().out
    assert duel_data(load_duel(file)) == KOJIRO
    assert not Path(f"{file}.draft").exists()


def test_a_file_is_changed_and_never_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(write_duel(duels()["sasaki-kojiro"]), encoding="utf-8")
    before = file.read_bytes()
    assert design(monkeypatch, ["", "", "42", "q"], "edit", str(file)) == 1
    assert file.read_bytes() == before
    assert design(monkeypatch, [""] * 60, "edit", str(file)) == 0
    assert duel_data(load_duel(file)) == KOJIRO | {"health": 42}


def test_a_broken_file_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enter does not keep what does not fit."""
    file = tmp_path / "mine.toml"
    text = write_duel(duels()["sasaki-kojiro"]).replace("health = 11\n", "health = 1100\n")
    file.write_text(text.replace("{ sum = 7, ", "{ sum = 70, "), encoding="utf-8")
    answers = ["", "", "", "11"] + [""] * 11 + ["", "3 6 4"] + [""] * 60
    assert design(monkeypatch, answers, "edit", str(file)) == 0
    assert duel_data(load_duel(file)) == KOJIRO
    assert "from 1 to 99" in capsys.readouterr().out


def test_wrong_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    there = tiny_duel(tmp_path)
    (tmp_path / "x.toml.draft").write_text("{}", encoding="utf-8")
    for arguments, said in (
        (["new"], "FILE is missing"),
        (["edit"], "FILE is missing"),
        (["new", str(there)], "is there already"),
        (["new", str(tmp_path / "y.toml"), "--from", "nobody"], "There is no duel “nobody”"),
        (["new", str(tmp_path / "x.toml")], "is no draft"),
        (["edit", str(tmp_path / "z.toml")], "z.toml"),
        (["new", str(tmp_path / "no" / "folder.toml")], "folder.toml"),
    ):
        assert design(monkeypatch, ["Kojirō"], *arguments) == 2, arguments
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_an_example(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for word, example in (("new", "niten duels new mine.toml --from akiyama"), ("edit", "niten duels edit mine.toml")):
        assert run(["duels", word, "--help", "--lang", language]) == 0
        assert example in capsys.readouterr().out


def test_in_a_terminal_and_measured_at_the_end(tmp_path: Path) -> None:
    """A tiny duel: everything is kept but its name, and the offer is taken."""
    start = tiny_duel(tmp_path)
    file = tmp_path / "mine.toml"
    with Screen(f"duels new {file} --from {start}", tmp_path, lines=50) as screen:
        screen.wait_for("Name [Little Oda] >")
        screen.type("Small Oda", "Stars [1] >")
        screen.type("7", "Expected: a whole number from 1 to 4")
        for _ in range(60):
            if "Measure now" in screen.text:
                break
            screen.type("", ">")
        assert "His mean line" in screen.text
        screen.process.send("y\r")
        screen.wait_for("Best achievable win probability", seconds=120)
        assert screen.wait_for_end() == 0
    assert load_duel(file).name == "Small Oda"
