"""What the pages for programmers show runs, and the example of a third game is a game."""

import re
import subprocess
import sys
from fractions import Fraction
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from niten.core import (
    CHANCE,
    NOBODY,
    BadRecord,
    BadSetup,
    GameOver,
    IllegalStep,
    Record,
    SeededDice,
    UnreadablePosition,
)
from niten.core.record import read, replay
from testkit.matches import random_match

DOCS = Path(__file__).parents[1] / "docs"


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def printed(page: str) -> list[str]:
    """What the Python of a page prints, run from top to bottom."""
    code = "\n".join(blocks(page))
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_the_bots_of_the_page_play_a_tournament_and_duels() -> None:
    collector, random, greedy, duels = printed("write-a-bot.md")
    shares = [float(re.findall(r"([0-9.]+)% of 200 games", line)[0]) for line in (collector, random, greedy)]
    assert collector.startswith("collector")
    assert shares[1] < 10 < shares[0] < shares[2]  # nearly always against random, seldom against greedy
    won = int(duels.split()[0])
    assert 0 < won < 200


def test_the_bot_of_the_page_has_twenty_lines() -> None:
    assert len([line for line in blocks("write-a-bot.md")[0].splitlines() if line]) <= 20


def test_the_environments_of_the_page_run() -> None:
    lines = printed("research.md")
    assert any(line.startswith(("victory", "defeat", "failure")) for line in lines)
    assert "[0.0, 1.0]" in lines or "[1.0, 0.0]" in lines or "[0.5, 0.5]" in lines
    assert "dice 3" in lines
    assert any(re.fullmatch(r"the first legal action wins 0\.\d+", line) for line in lines)


@pytest.fixture(scope="module")
def pig() -> Any:
    spec = spec_from_file_location("pig", DOCS / "examples" / "pig.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules["pig"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed", range(5))
def test_a_third_game_is_played_recorded_and_replayed(pig: Any, seed: int) -> None:
    game = pig.Pig(30)
    match = random_match(game, seed)
    for state in match.states:
        assert game.read_position(game.position(state)) == state
        if game.actor(state) == CHANCE:
            assert sum(game.chance(state).weights) == game.chance(state).total == 6
        elif game.actor(state) != NOBODY:
            assert len(game.legal_moves(state)) == 2
    record = Record.of(match, seed=seed)
    again, _ = replay(read(str(record)), pig.Pig)
    assert (again.states, again.steps) == (match.states, match.steps)
    outcome = game.outcome(match.state)
    assert sum(outcome.shares) == 1
    changed = str(record).replace(f"{outcome}", "finished seat-9")
    with pytest.raises(BadRecord):
        replay(read(changed), pig.Pig)
    with pytest.raises(GameOver):
        game.apply(match.state, pig.Hold())


def test_a_third_game_refuses_what_is_wrong(pig: Any) -> None:
    game = pig.Pig()
    with pytest.raises(IllegalStep):
        game.apply(game.start(), pig.Die(3))
    with pytest.raises(BadSetup, match="goal"):
        pig.Pig.from_setup({"goal": "many"})
    with pytest.raises(UnreadablePosition):
        game.read_position("over there")
    with pytest.raises(BadSetup, match="seat"):
        game.read_position("7 0 0 0 0")
    match = random_match(game, 1, steps=1)
    assert str(match.undo()) in ("roll", "hold")


def test_holding_at_twenty_gains_what_is_known(pig: Any) -> None:
    """8.14 points a turn, as the literature on Pig has it: the engine's tree gives the same."""
    game, bot = pig.Pig(10_000), pig.HoldAt(20)

    @cache
    def gained(state: Any) -> Fraction:
        if state.seat == 1:
            return Fraction(state.points[0])
        if game.actor(state) == CHANCE:
            event = game.chance(state)
            pairs = zip(event.weights, event.outcomes, strict=True)
            return sum(
                (Fraction(weight, event.total) * gained(game.advance(state, step)) for weight, step in pairs),
                Fraction(),
            )
        return gained(game.advance(state, bot.choose(game, state, SeededDice(0))))

    assert float(gained(game.start())) == pytest.approx(8.1418, abs=5e-5)


def test_the_example_runs_by_itself() -> None:
    run = subprocess.run(
        [sys.executable, str(DOCS / "examples" / "pig.py")], capture_output=True, text=True, check=True
    )
    assert "goal = 0: expected a whole number from 1 to 1000" in run.stdout
    assert "game: pig" in run.stdout
