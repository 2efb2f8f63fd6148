"""The race as a PettingZoo environment."""

from typing import Any

import numpy as np
import pettingzoo  # pyright: ignore[reportMissingTypeStubs]
import pytest
from pettingzoo.test import (  # pyright: ignore[reportMissingTypeStubs]
    api_test,  # pyright: ignore[reportUnknownVariableType]
    performance_benchmark,  # pyright: ignore[reportUnknownVariableType]
    seed_test,  # pyright: ignore[reportUnknownVariableType]
)

from niten.core import SeededDice
from niten.core.record import read, replay
from niten.dragon import Dragon
from niten.research.pettingzoo import dragon_v0
from niten.spaces import IllegalAction

# The mask stands beside the observation in a dictionary, as in PettingZoo's own games, which it excepts by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]
RACES: list[dict[str, Any]] = [
    {},
    {"players": 5, "powers": "any"},
    {"players": ("blue", "red", "white"), "powers": "own", "stones": 6, "immunity": True, "max_turns": 20},
]


@pytest.mark.parametrize("options", RACES, ids=str)
def test_the_official_tests_pass(options: dict[str, Any]) -> None:
    api_test(dragon_v0.env(**options), num_cycles=300)
    seed_test(lambda: dragon_v0.env(**options), num_cycles=100)


def test_the_registry_knows_it_and_its_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.make("aec", "niten/Dragon-v0", players=3, board="short")
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    performance_benchmark(env)  # five seconds
    assert "turns per second" in capsys.readouterr().out


def play(env: Any, seed: int) -> dict[str, float]:
    """A whole race of legal actions; what every agent got."""
    env.reset(seed=seed)
    choices = SeededDice(seed, "player")
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, over, truncated, info = env.last()
        assert not truncated
        if over:
            got[agent] = reward
            assert "result" in info
            env.step(None)
            continue
        assert reward == 0
        for other in env.possible_agents:
            assert env.observe(other)["action_mask"].any() == (other == agent)
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[choices.below(len(legal))]))
    return got


def test_the_rewards_are_the_shares_of_the_win() -> None:
    env = dragon_v0.env(players=3, board="short")
    for seed in range(2):
        got = play(env, seed)
        raw = env.unwrapped
        assert isinstance(raw, dragon_v0.raw_env)
        match, _ = replay(read(str(raw.record())), Dragon)
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        assert list(map(float, outcome.shares)) == [got[f"player_{seat}"] for seat in range(3)]


def test_an_illegal_action_ends_the_race_or_raises(caplog: pytest.LogCaptureFixture) -> None:
    env = dragon_v0.env(starts=0)
    env.reset(seed=1)
    first = env.agent_selection
    env.step(133)
    assert "Illegal move" in caplog.text
    assert all(env.terminations.values())
    assert env.rewards[first] == -1
    raw = dragon_v0.raw_env(starts=0)
    raw.reset(seed=1)
    with pytest.raises(IllegalAction):
        raw.step(133)


def test_rendering_is_the_terminals_plain_text() -> None:
    env = dragon_v0.env(render_mode="ansi", language="fr")
    env.reset(seed=1)
    shown = env.render()
    assert isinstance(shown, str)
    assert "eau" in shown.lower()
