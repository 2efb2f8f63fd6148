"""`niten duels measure`, `list` and `show` with what was measured."""

import io
import json
import re
from pathlib import Path

import pytest

from niten.booklet import duels, measured_stars
from niten.booklet.certificate import read_certificate
from niten.terminal.app import run
from niten.terminal.booklet_page import list_page
from niten.terminal.console import Terminal
from niten.texts import LANGUAGES, say
from testkit.duel_files import tiny_duel


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NITEN_HOME", str(tmp_path / "home"))
    return tiny_duel(tmp_path)


def output(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert run(words) == code
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_measure_tells_stars_and_figures(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output(capsys, "duels", "measure", str(tiny), "--games", "200", "--json"))
    certificate = read_certificate(data["certificate"])
    assert data["stars"] == measured_stars(certificate)
    assert {play.games for play in certificate.players.values()} == {200}
    again = json.loads(output(capsys, "duels", "measure", str(tiny), "--games", "200", "--no-cache", "--json"))
    assert again == data


@pytest.mark.parametrize("language", LANGUAGES)
def test_measure_in_words(language: str, tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "duels", "measure", str(tiny), "--games", "100", "--rules", "de", "--lang", language)
    assert say(language, "measure.profile") in text
    assert say(language, "measure.player.careful") in text
    assert say(language, "measure.player.optimal") not in text, "nobody can play it in this edition"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", "DUEL is missing"),
        ("nobody", "duels, among them"),
        ("oda-nobunaga --gap 1", "“1.0” does not fit --gap"),
        ("oda-nobunaga --games 0", "a whole number from 1 to 20000"),
        ("oda-nobunaga --seed -1", "“-1” does not fit --seed"),
    ],
)
def test_wrong_use(words: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert expected in output(capsys, "duels", "measure", *words.split(), "--lang", "en", code=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_show_tells_what_was_measured(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "duels", "show", "arima-kihei", "--lang", language)
    assert say(language, "measure.profile") in text
    assert say(language, "measure.ending.victory-killed") in text


def test_a_changed_duel_is_not_shown_with_the_figures_of_the_old_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(__file__).parents[2] / "src/niten/booklet/duels/arima-kihei.toml"
    changed = tmp_path / "changed.toml"
    changed.write_text(file.read_text().replace("health = 8", "health = 9", 1))
    text = output(capsys, "duels", "show", str(changed), "--lang", "en")
    assert say("en", "measure.profile") in text
    assert say("en", "measure.ending.victory-killed") not in text


class Screen(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_fits_80_columns(language: str) -> None:
    terminal = Terminal(language, source=io.StringIO(), target=Screen(), width=80)
    assert terminal.draws
    terminal.show(*list_page(terminal))
    assert isinstance(terminal.target, Screen)
    rows = [re.sub(r"\x1b\[[0-9;]*m", "", row) for row in terminal.target.getvalue().splitlines()]
    assert all(len(row) <= 80 and "…" not in row for row in rows)
    for number, (duel, row) in enumerate(zip(duels().values(), rows[1:], strict=False), start=1):
        assert row.lstrip().startswith(f"{number} {duel.name} ")
        assert row.count("%") == 4
