"""The key h: what every move is worth, when somebody asks for it."""

import io
import re
import sys
from pathlib import Path

import pytest

from niten.core import Step
from niten.core.record import read_file
from niten.samurai import Announce, Place, Roll, Samurai, State, load_duel
from niten.solver.certify import solve
from niten.solver.coach import Coach
from niten.solver.solution import Interval
from niten.terminal import samurai_hints
from niten.terminal.app import run
from niten.terminal.console import Terminal
from niten.terminal.samurai_hints import Hints
from niten.terminal.samurai_words import Words
from niten.texts import LANGUAGES, catalogue, percent, say
from testkit.duel_files import tiny_duel
from testkit.screens import Screen

TITLE = "How likely you are to win after each move"


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    return tiny_duel(tmp_path)


@pytest.fixture
def game(duel: Path) -> Samurai:
    return Samurai(load_duel(duel))


@pytest.fixture
def coach(game: Samurai) -> Coach:
    """Also has the kernels compiled, so that no test waits for that in a terminal."""
    coach = Coach(solve(game))
    coach.moves(rolled(game))
    return coach


def rolled(game: Samurai) -> State:
    """What seed 7 leads to."""
    return game.apply(game.apply(game.start(), Announce(3)), Roll((1, 4, 5)))


class Typed(io.StringIO):
    """An output that says it is a terminal, or not."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


class Guess(Coach):
    """A coach that does not know everything."""

    def __init__(self, values: dict[Step, Interval]) -> None:
        self.values = values

    def moves(self, state: State) -> dict[Step, Interval]:  # noqa: ARG002
        return self.values


def told(
    monkeypatch: pytest.MonkeyPatch,
    game: Samurai,
    values: dict[Step, Interval],
    *,
    width: int = 80,
    plain: bool = False,
) -> list[str]:
    """The hint of a coach who sees these values, in German: the longest words."""

    def make_coach(*_: object) -> Coach:
        return Guess(values)

    monkeypatch.setattr(samurai_hints, "make_coach", make_coach)
    terminal = Terminal("de", plain=plain, target=Typed(is_terminal=True), source=io.StringIO(), width=width)
    lines = Hints(terminal, game, Words("de", game)).about(rolled(game)).split("\n")
    return [line.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def test_every_move_with_its_value_and_the_record_as_it_was(
    duel: Path, game: Samurai, coach: Coach, tmp_path: Path
) -> None:
    with Screen(f"play samurai --seed 7 --duel {duel}", tmp_path, lines=60) as screen:
        screen.wait_for("how many dice")
        screen.wait_for_question()
        assert "h hint" in screen.text
        screen.type("3", "Place the dice")
        assert "%" not in screen.text, "never unasked"
        (save,) = (tmp_path / "games").glob("*.niten")
        before = save.read_bytes()
        screen.type("h", "more moves")
        assert "has to be solved first" in screen.text
        hint = screen.text.rpartition(TITLE)[2]
        values = coach.moves(rolled(game))
        best = max(values, key=lambda move: values[move].middle)
        assert f"{percent('en', values[best].middle, 2)}" in hint.split("\n")[1]
        assert Words("en", game).move(best) in hint.split("\n")[1]
        shares = [float(share) for share in re.findall(r"([\d.]+)%", hint)]
        assert len(shares) == 8
        assert shares == sorted(shares, reverse=True)
        assert f"… and {len(values) - 8} more moves" in hint
        assert "±" not in hint, "the little duel is solved exactly"
        assert save.read_bytes() == before
        screen.type("H", "more moves")
        assert screen.text.count("has to be solved first") == 1
        screen.type("i", "h  hint: how likely you are to win")
        screen.type("aad", "Ready?")
    assert read_file(save).steps == ("dice 3", "roll 1 4 5", "place 5 5 0")


def test_plain(
    duel: Path, tmp_path: Path, coach: Coach, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    del coach
    monkeypatch.setattr(sys, "stdin", io.StringIO("h\n3\nh\n"))
    assert run(["play", "samurai", "--seed", "7", "--duel", str(duel), "--plain"]) == 0
    captured = capsys.readouterr()
    assert captured.out.count(TITLE) == 2
    assert re.search(r"\n  \d\d\.\d\d%: roll \w+ dice\n", captured.out), "the best"
    assert re.search(r"\n  \d\d\.\d\d%, −\d+\.\d\d: Attack \d+, Defense \d+, Concentration \d+\n", captured.out)
    assert not captured.err, "no bar"
    (save,) = (tmp_path / "games").glob("*.niten")
    assert len(read_file(save).steps) == 2


def test_where_the_dice_decide(
    duel: Path, coach: Coach, game: Samurai, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\nh\n"))
    assert run(["play", "samurai", "--dice", "own", "--duel", str(duel)]) == 0
    value = coach.value(game.apply(game.start(), Announce(3)))
    assert f"you win in {percent('en', value.middle, 2)} of cases" in capsys.readouterr().out


def test_ctrl_c_goes_back_to_the_game(coach: Coach, tmp_path: Path) -> None:
    del coach
    with Screen("play samurai --seed 7", tmp_path) as screen:
        screen.wait_for("how many dice")
        screen.wait_for_question()
        screen.process.send("h\r")
        screen.wait_for("━", 120)
        screen.process.send("\x03")
        screen.wait_for("Stopped. The game goes on.", 60)
        assert "━━" not in screen.text.rpartition("Ctrl-C: back")[2], "the bar has gone"
        screen.type("3", "Place the dice")
    assert not list(tmp_path.rglob("*.solved"))


def test_what_is_not_known_is_shown(game: Samurai, monkeypatch: pytest.MonkeyPatch) -> None:
    values: dict[Step, Interval] = {
        Place(0, 10, 0): Interval(0.085, 0.095),
        Place(10, 0, 0): Interval(0.55555, 0.55559),
        Place(5, 5, 0): Interval(1.0, 1.0),
    }
    title, *rows, legend = told(monkeypatch, game, values)
    assert title == say("de", "samurai.hint.title")
    assert rows == [
        "  100,00 %                 Angriff 5, Verteidigung 5, Konzentration 0",
        "   55,56 %  −44,44         Angriff 10, Verteidigung 0, Konzentration 0",
        "    9,00 %  −91,00  ±0,50  Angriff 0, Verteidigung 10, Konzentration 0",
    ]
    assert legend == "− Prozentpunkte weniger als der beste Zug   ± Unsicherheit"
    assert told(monkeypatch, game, values, plain=True)[1:-1] == [
        "  100,00 %: Angriff 5, Verteidigung 5, Konzentration 0",
        "  55,56 %, −44,44: Angriff 10, Verteidigung 0, Konzentration 0",
        "  9,00 %, −91,00, ±0,50: Angriff 0, Verteidigung 10, Konzentration 0",
    ]


def test_a_narrow_screen(game: Samurai, monkeypatch: pytest.MonkeyPatch) -> None:
    values: dict[Step, Interval] = {
        Place(10, 0, 0): Interval(0.5, 0.6),
        Place(0, 10, 0): Interval(0.4, 0.5),
    }
    lines = told(monkeypatch, game, values, width=60)
    assert all(len(line) <= 60 for line in lines[1:])
    assert lines[3:5] == [
        "  45,00 %  −10,00  ±5,00  Angriff 0, Verteidigung 10,",
        "                          Konzentration 0",
    ]


def test_moves_of_the_same_value_and_only_a_few(game: Samurai, monkeypatch: pytest.MonkeyPatch) -> None:
    values: dict[Step, Interval] = {Place(n, 10 - n, 0): Interval(0.5, 0.5) for n in range(9)}
    title, *rows, more = told(monkeypatch, game, values)
    assert len(rows) == samurai_hints.MOST_LINES
    assert rows[0] == "  50,00 %  Angriff 0, Verteidigung 10, Konzentration 0"
    assert more == "  … und 1 weiterer Zug", "no explanation of signs that are not there"
    assert len(title) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letter_is_free_in_every_language(language: str) -> None:
    taken = [text for key, text in catalogue(language).items() if key.startswith("samurai.key.")]
    assert "h" not in taken
    assert say(language, "terminal.key.hint").startswith("h  ")
    assert len(say(language, "samurai.hint.title")) <= 80


def test_the_race_gives_no_hints(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("h\ni\n"))
    assert run(["play", "dragon", "--seed", "7", "--players", "human,random"]) == 0
    text = capsys.readouterr().out
    assert "That is not possible here" in text
    assert say("en", "terminal.key.odds") in text
    assert say("en", "terminal.key.hint") not in text


def test_without_the_extra_the_game_goes_on(
    duel: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("niten.solver.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("h\n3\ni\n"))
    assert run(["play", "samurai", "--seed", "7", "--duel", str(duel), "--lang", "es"]) == 0
    text = capsys.readouterr().out
    assert 'pip install "niten[solver]"' in text
    assert "h pista" not in text, "not offered with every question"
    assert say("es", "terminal.key.hint") in text, "but in the list of keys"
    assert say("es", "samurai.ask.place", dice="1 4 5") in text
