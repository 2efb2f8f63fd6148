"""`niten bench`: real measurements, short ones; the documented shape; what is said where something is not installed."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from niten.speed import PARTS
from niten.speed.timing import TURNS, Did, Runner, in_turns
from niten.terminal.app import run
from niten.terminal.bench_page import WIDTHS
from niten.texts import LANGUAGES, catalogue, say
from testkit.screens import Screen

DOCUMENTED = Path(__file__).parents[2] / "docs/bench.md"
TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "number": (int, float),
    "whole number": (int,),
    "flag": (bool,),
    "object": (dict,),
    "list": (list,),
    "null": (type(None),),
}
FEWEST = {"engine": 9, "simulator": 4, "solver": 7, "coach": 3, "bots": 11, "environments": 6, "server": 2}
BESIDE = {
    "engine": {"OpenSpiel pig", "OpenSpiel maedn"},
    "simulator": {"OpenSpiel pig", "OpenSpiel maedn"},
    "solver": {"Storm", "PlainSolver"},
    "environments": {"Gymnasium Blackjack-v1", "OpenSpiel pig", "OpenSpiel maedn"},
    "server": {"FastAPI"},
}


def told(capsys: pytest.CaptureFixture[str], arguments: str, code: int = 0) -> str:
    assert run(["bench", *arguments.split()]) == code
    captured = capsys.readouterr()
    assert not captured.err, "quiet in a pipe"
    return captured.out


def apart(blocked: str, arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """In a process in which some packages cannot be imported, far from the source tree."""
    block = f"import sys; sys.modules.update(dict.fromkeys({blocked.split()!r}))"
    code = f"{block}; from niten.__main__ import main; main()"
    command = [sys.executable, "-c", code, "bench", *arguments.split()]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


def documented(title: str) -> dict[str, tuple[type, ...]]:
    """The fields that docs/bench.md lists under a title, with their types."""
    section = DOCUMENTED.read_text(encoding="utf-8").split(f"### {title}\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE)
    assert rows
    return {name: tuple(kind for word in words.strip().split(" or ") for kind in TYPES[word]) for name, words in rows}


def check(title: str, found: dict[str, Any]) -> None:
    fields = documented(title)
    assert list(found) == list(fields), title
    for name, value in found.items():
        assert isinstance(value, fields[name]), (title, name, value)


def check_all(data: dict[str, Any]) -> None:
    check("The whole", data)
    check("The machine", data["machine"])
    for figure in data["figures"]:
        check("A figure", figure)
        if figure["peer"]:
            check("A peer", figure["peer"])
    for missing in data["missing"]:
        check("What is missing", missing)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("--solver", "engine solver coach"),
        ("simulator", "simulator"),
        ("bots", "bots"),
        ("environments", "environments"),
        ("server", "server"),
    ],
)
def test_each_part_is_measured_beside_its_peers(words: str, parts: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(told(capsys, f"{words} --quick --seconds 0.02 --seed 3 --json"))
    check_all(data)
    assert (data["seed"], data["missing"]) == (3, [])
    assert list(dict.fromkeys(figure["part"] for figure in data["figures"])) == parts.split()
    for part in parts.split():
        figures = [figure for figure in data["figures"] if figure["part"] == part]
        assert len(figures) >= FEWEST[part]
        assert len({figure["name"] for figure in figures}) == len(figures)
        assert all(figure["value"] > 0 for figure in figures)
        peers = [figure["peer"] for figure in figures if figure["peer"]]
        assert {peer["name"] for peer in peers} >= BESIDE.get(part, set())
        assert all(peer["version"] and peer["value"] > 0 for peer in peers)
    for figure in data["figures"]:
        if figure["peer"]:
            ours, theirs = figure["value"], figure["peer"]["value"]
            faster = ours / theirs if figure["unit"].endswith("/s") else theirs / ours
            assert figure["ratio"] == pytest.approx(faster)
        if (
            figure["unit"] in ("steps/s", "decisions/s") and figure["part"] != "server"
        ):  # which is measured by the clock
            # One slow turn may hold up the mean by any factor; a median lies below it by little.
            assert figure["value"] > figure["steps"] / figure["seconds"] / 3, (
                "a median of turns, of what was done in them"
            )


def test_what_a_first_time_costs_is_not_counted() -> None:
    """A runner that compiles for a minute, then takes a tenth of a second; another one takes its turns between."""
    now, order = 0.0, list[str]()

    def work(name: str, seconds: float) -> Did:
        nonlocal now
        now += seconds if name in order else 60.0
        order.append(name)
        return Did(1, 10)

    runners = {
        "quick": Runner(lambda: work("quick", 0.1), lambda: now),
        "slow": Runner(lambda: work("slow", 0.4), lambda: now),
    }
    shares: list[float] = []
    paces = in_turns(runners, 0.75 * TURNS, shares.append)
    assert paces["quick"].steps_a_second == pytest.approx(100)
    assert paces["quick"].total.games == 8 * TURNS
    assert paces["slow"].milliseconds == pytest.approx(40)
    assert order == ["quick", "slow", *(["quick"] * 8 + ["slow"] * 2) * TURNS]
    assert shares[-1] == 1.0


def test_a_peer_that_is_not_installed_is_named(tmp_path: Path) -> None:
    done = apart("pyspiel", "engine --seconds 0.01 --json", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    check_all(data)
    (figure,) = [figure for figure in data["figures"] if figure["name"] == "duel-en"]
    assert (figure["peer"], figure["ratio"]) == ({"name": "OpenSpiel pig", "version": None, "value": None}, None)
    assert data["missing"] == [{"part": "engine", "name": "OpenSpiel", "install": 'pip install "niten[research]"'}]
    page = apart("pyspiel", "engine --seconds 0.01 --lang de", tmp_path).stdout
    assert 'OpenSpiel ist nicht installiert. So bekommst du es: pip install "niten[research]"' in page


def test_the_rest_goes_on_without_the_extras(tmp_path: Path) -> None:
    everything = apart("numba pyspiel gymnasium fastapi", "--seconds 0.01", tmp_path)
    assert (everything.returncode, everything.stderr) == (0, ""), "nothing was asked for by name"
    for extra, package in (("solver", "numba"), ("research", "gymnasium"), ("web", "fastapi")):
        assert f'Not measured: {package} is missing. To get it: pip install "niten[{extra}]"' in everything.stdout
    assert "race, greedy: " in everything.stdout, "what needs nothing is measured"
    assert "race, master: " not in everything.stdout
    assert 'numba is not installed. To get it: pip install "niten[solver]"' in everything.stdout
    by_name = apart("numba", "engine simulator --seconds 0.01", tmp_path)
    assert by_name.returncode == 1
    assert "race of five with powers: " in by_name.stdout


def test_a_part_that_fails_is_told_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NITEN_BOT_WORKERS", "none")  # with which no server starts
    assert run(["bench", "bots", "server", "--seconds", "0.005", "--json"]) == 1
    captured = capsys.readouterr()
    assert "Could not be measured (server): " in captured.err
    assert "bot_workers" in captured.err
    assert {figure["part"] for figure in json.loads(captured.out)["figures"]} == {"bots"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: pytest.CaptureFixture[str], language: str) -> None:
    page = told(capsys, f"engine --seconds 0.005 --lang {language}")
    assert say(language, "bench.about.engine") in page
    assert say(language, "bench.engine.race-5-powers") in page
    assert say(language, "terminal.seed", seed=1) in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_fits_its_column(language: str) -> None:
    texts = catalogue(language)
    assert sum(WIDTHS) + len(WIDTHS) <= 80
    for part in PARTS:
        names = [text for key, text in texts.items() if key.startswith(f"bench.{part}.")]
        assert names
        assert [name for name in names if len(f"  {name}") > WIDTHS[0]] == []
    units = [text for key, text in texts.items() if key.startswith("bench.units.")]
    assert all(len(unit) <= WIDTHS[2] for unit in units)
    assert len(texts["bench.ratio"]) <= WIDTHS[3]
    for name in ("OpenSpiel maedn", "Storm"):
        assert len("    " + say(language, "bench.not-there", name=name)) <= WIDTHS[0]


def test_the_table_in_a_terminal(tmp_path: Path) -> None:
    with Screen("bench engine --seconds 0.02", tmp_path) as screen:
        while screen.read():
            pass
        shown = screen.text
    assert re.search(r"^  duel, English edition +[\d,]+ steps/s +[\d.]+$", shown, re.MULTILINE)
    assert re.search(r"^    OpenSpiel pig [\d.]+ +[\d,]+ steps/s$", shown, re.MULTILINE)
    assert shown.count("steps/s") == FEWEST["engine"] + 2
    assert "× peer: how many times as fast" in shown
