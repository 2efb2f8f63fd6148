"""`niten print` as people use it."""

from pathlib import Path

import pytest

from niten.printing import duel_sheet, race_sheets
from niten.terminal.app import run
from testkit.sheets import ODA, opened


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_duel_is_written_under_its_name(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "oda-nobunaga"]) == 0
    assert capsys.readouterr().out == "Written: oda-nobunaga.pdf\n"
    assert (here / "oda-nobunaga.pdf").read_bytes() == duel_sheet(ODA, "en")


def test_a_duel_of_ones_own(here: Path) -> None:
    source = (Path(__file__).parents[2] / "src/niten/booklet/duels/oda-nobunaga.toml").read_text()
    (here / "mine.toml").write_text(source.replace('id = "oda-nobunaga"', 'id = "mine"'))
    assert run(["print", "mine.toml", "--lang", "de", "--paper", "letter", "--out", "x.pdf"]) == 0
    assert [file.name for file in here.glob("*.pdf")] == ["x.pdf"]


def test_the_booklet_and_the_race(here: Path) -> None:
    assert run(["print", "--booklet", "--lang", "fr"]) == 0
    assert run(["print", "--race", "--board", "short", "--lang", "fr"]) == 0
    for name in ("booklet.pdf", "race.pdf"):
        with opened((here / name).read_bytes()) as document:
            assert str(document.Root.Lang) == "fr"


def test_to_the_standard_output(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["print", "--race", "--out", "-"]) == 0
    assert capfdbinary.readouterr().out == race_sheets("en")
    assert not list(here.iterdir())


def test_a_pdf_is_replaced_and_nothing_else(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "old.pdf").write_bytes(b"%PDF-1.4 old")
    assert run(["print", "oda-nobunaga", "--out", "old.pdf"]) == 0
    assert (here / "old.pdf").read_bytes().startswith(b"%PDF-1.7")
    (here / "letter.txt").write_text("Dear Musashi")
    assert run(["print", "oda-nobunaga", "--out", "letter.txt"]) == 2
    assert "is not a PDF" in capsys.readouterr().err
    assert (here / "letter.txt").read_text() == "Dear Musashi"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "DUEL is missing"),
        (["nobody"], "There is no duel “nobody”"),
        (["oda-nobunaga", "--race"], "oda-nobunaga and --race do not go together"),
        (["--booklet", "--race"], "--booklet and --race do not go together"),
        (["--booklet", "--board", "short"], "--booklet and --board do not go together"),
        (["--race", "--board", "nowhere"], "standard, short, long, or a board file"),
        (["oda-nobunaga", "--paper", "a5"], "“a5” does not fit --paper"),
        (["oda-nobunaga", "--out", "no/such/folder.pdf"], "Cannot write: no/such/folder.pdf"),
        (["oda-nobunaga", "--out", "."], "Cannot write: ."),
    ],
)
def test_wrong_use(here: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not list(here.iterdir())
