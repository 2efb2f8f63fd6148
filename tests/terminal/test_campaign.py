"""The way through the booklet, from saved games."""

import json
from pathlib import Path

import pytest

from niten.booklet import duels, find_duel
from niten.core import Match, Record
from niten.samurai import Samurai, duel_data, parse_duel
from niten.terminal.app import run

KILL = ("dice 1", "roll 6", "place 6 0 0", "ready", "opponent 6 6 6", "stand")


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are saved."""
    monkeypatch.setenv("NITEN_HOME", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    return folder


def won(game: Samurai) -> str:
    """Dice that always show what is needed."""
    match = Match(game)
    while not game.outcome(match.state):
        step = next(read for read in map(game.read_step, KILL) if game.is_legal(match.state, read))
        match.play(step)
    return str(Record.of(match))


def test_what_was_saved_counts(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    oda = find_duel("oda-nobunaga")
    easier = parse_duel(duel_data(oda) | {"health": 1}, "easier")
    (games / "samurai-1.niten").write_text(won(Samurai(oda)))
    (games / "samurai-2.niten").write_text(won(Samurai(easier)))
    (games / "samurai-3.niten").write_text("no record")
    (games / "samurai-4.niten").write_text(str(Record.of(Match(Samurai(oda)))))
    assert run(["duels", "campaign", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    best = {"rounds": 5, "health": 10, "honours": ["unhurt", "calm", "swift", "blade"]}
    assert row == {"duel": "oda-nobunaga", "won": 1, "played": 1} | best


@pytest.mark.parametrize(("language", "told"), [("en", "1 of 39 opponents beaten"), ("de", "1 von 39 Gegnern besiegt")])
def test_it_is_shown_in_words(games: Path, capsys: pytest.CaptureFixture[str], language: str, told: str) -> None:
    (games / "samurai-1.niten").write_text(won(Samurai(find_duel("oda-nobunaga"))))
    assert run(["duels", "campaign", "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert told in shown
    assert all(duel.name in shown for duel in duels().values())
    assert max(map(len, shown.splitlines())) <= 80
