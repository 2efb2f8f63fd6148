"""What the README shows is true."""

import re
import subprocess
import sys
from pathlib import Path

from niten.booklet import find_duel
from niten.core.record import read, replay
from niten.dragon import Dragon
from niten.dragon.position import read as read_race
from niten.samurai import Samurai
from niten.terminal.app import build_app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_plays_a_duel() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    match, _ = replay(read(run.stdout), Samurai)
    assert match.game.outcome(match.state) is not None


def test_every_command_shown_exists() -> None:
    pages = [README, *(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))]
    found = {
        match
        for page in pages
        for match in re.findall(r"niten ((?:play|rules|replay|duels|bench|print)[a-z -]*)", page)
    }
    assert found
    app = build_app("en")
    for command in found:
        words = command.split()
        inner = app[words[0]]
        if words[0] in ("play", "duels") and len(words) > 1 and not words[1].startswith("-"):
            assert words[1] in inner, command


def test_the_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make ([a-z]+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_positions_shown_in_the_docs_are_positions() -> None:
    text = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("notation.md", "positions.md"))
    duels = set(re.findall(r"phase=[a-z]+ round=[a-z0-9=, _-]+", text))
    races = set(re.findall(r"players=[a-z0-9=, :-]{20,}", text))
    assert duels
    assert races
    game = Samurai(find_duel("oda-nobunaga"))
    for line in duels:
        assert game.position(game.read_position(line)) == line
    for line in races:
        setup, state = read_race(line)
        assert read_race(Dragon(setup).position(state)) == (setup, state)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
